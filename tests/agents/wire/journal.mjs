// A store in one file: a line of JSON for each transaction, on disk before save() returns.
//
// A line that a crash cut off is dropped at the next start; a broken line before the last one means
// that the file was changed by something else, and is refused. One program at a time holds it.

import {
  closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, renameSync, rmSync, writeSync,
} from "node:fs";
import { join } from "node:path";
import { makePrivateFolder } from "./address.mjs";

const COMPACT_AT_BYTES = 4 * 1024 * 1024;
const FILE = "journal.jsonl";

/** Opens the journal in `folder` (0700, made where missing): {load(), save(), close()}. */
export function openJournal(folder) {
  makePrivateFolder(folder);
  const lock = join(folder, "lock");
  takeLock(lock, folder);
  try {
    const journal = new Journal(folder);
    return {
      load: () => journal.load(),
      save: (entries, whole) => journal.save(entries, whole),
      close: () => {
        journal.close();
        rmSync(lock, { force: true });
      },
    };
  } catch (error) {
    rmSync(lock, { force: true });
    throw error;
  }
}

class Journal {
  #folder;
  #path;
  #file;
  #bytes = 0;
  #compactAt = COMPACT_AT_BYTES;
  #entries = [];

  constructor(folder) {
    this.#folder = folder;
    this.#path = join(folder, FILE);
    this.#file = openSync(this.#path, "a+", 0o600);
    syncFolder(folder);
    this.#bytes = this.#readAll(readFileSync(this.#path));
    ftruncateSync(this.#file, this.#bytes);
  }

  load() {
    const entries = this.#entries;
    this.#entries = [];
    return entries;
  }

  save(entries, whole) {
    this.#append(this.#file, this.#bytes, entries);
    if (this.#bytes >= this.#compactAt) this.#compact(whole());
  }

  close() {
    closeSync(this.#file);
  }

  // A write that failed half way is taken back, so that the next line does not stand in its ruins.
  #append(file, at, entries) {
    const line = Buffer.from(`${JSON.stringify(entries)}\n`);
    try {
      writeWhole(file, line);
      fsyncSync(file);
    } catch (error) {
      ftruncateSync(file, at);
      throw error;
    }
    this.#bytes = at + line.length;
  }

  // Returns the size of the good part.
  #readAll(bytes) {
    let start = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      const transaction = parse(bytes.subarray(start, end));
      if (transaction === null) {
        if (bytes.indexOf(10, end + 1) === -1) return start;
        throw new Error(`"${this.#path}" is damaged at byte ${start}; move it away to start anew.`);
      }
      this.#entries.push(...transaction);
      start = end + 1;
    }
    return start;
  }

  #compact(entries) {
    const next = `${this.#path}.next`;
    const file = openSync(next, "w", 0o600);
    const before = this.#bytes;
    try {
      this.#append(file, 0, entries);
      renameSync(next, this.#path);
    } catch (error) {
      // The old file is whole and stays in use; it is tried again when it has grown as much again.
      closeSync(file);
      this.#bytes = before;
      this.#compactAt = before + COMPACT_AT_BYTES;
      return;
    }
    syncFolder(this.#folder);
    closeSync(this.#file);
    this.#file = file;
    this.#compactAt = COMPACT_AT_BYTES + 2 * this.#bytes;
  }
}

function writeWhole(file, bytes) {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

function syncFolder(folder) {
  const file = openSync(folder, "r");
  fsyncSync(file);
  closeSync(file);
}

function parse(line) {
  try {
    const transaction = JSON.parse(line.toString("utf8"));
    return Array.isArray(transaction) ? transaction : null;
  } catch {
    return null;
  }
}

// The lock names its holder by process id and start time, so one that a crash left is seen as such.
function takeLock(path, folder) {
  const mine = `${process.pid} ${startTime(process.pid)}`;
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      const file = openSync(path, "wx", 0o600);
      writeSync(file, mine);
      closeSync(file);
      return;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (isHeld(path)) break;
    rmSync(path, { force: true });
  }
  throw new Error(`Another agent uses the state in "${folder}"; end it, or choose another folder.`);
}

function isHeld(path) {
  let holder;
  try {
    holder = readFileSync(path, "utf8").split(" ");
    process.kill(Number(holder[0]), 0);
  } catch (error) {
    return error.code === "EPERM";
  }
  return startTime(holder[0]) === holder[1];
}

// Empty where the system does not tell.
function startTime(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return "";
  }
}
