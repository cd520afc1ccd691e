// The processes that belong to a shell: its descendants, and all in its process group.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";

/** Those processes, without the shell itself, as `{pid, key}`; a key is never used twice. */
export function family(shellPid) {
  const all = existsSync("/proc/self/stat") ? fromProc() : fromPs();
  const members = new Set([shellPid]);
  for (let before = 0; before !== members.size; ) {
    before = members.size;
    for (const { pid, parent, group } of all) {
      if (members.has(parent) || group === shellPid) members.add(pid);
    }
  }
  members.delete(shellPid);
  return all.filter(({ pid }) => members.has(pid)).map(({ pid, key }) => ({ pid, key }));
}

/** Sends a signal; a process or a group that is gone is no error. */
export function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (error.code !== "ESRCH" && error.code !== "EPERM") throw error;
  }
}

function fromProc() {
  return readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name)).flatMap(readStat);
}

function readStat(name) {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, "latin1");
    const [state, parent, group, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (state === "Z") return [];
    const pid = Number(name);
    return [{ pid, parent: Number(parent), group: Number(group), key: `${name}.${rest[16]}` }];
  } catch {
    return []; // it ended meanwhile
  }
}

function fromPs() {
  const text = execFileSync("ps", ["-axo", "pid=,ppid=,pgid=,lstart="], { encoding: "utf8" });
  return text.split("\n").flatMap((line) => {
    const [pid, parent, group, ...started] = line.trim().split(/\s+/);
    if (!pid) return [];
    const key = `${pid}.${started.join(" ")}`;
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), key }];
  });
}
