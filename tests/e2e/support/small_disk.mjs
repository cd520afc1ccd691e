// A small disk of its own (ext4 in a file) that a test fills, freezes and makes read-only. It needs
// root and a Linux that lends a loop device.

import { execFileSync } from "node:child_process";
import {
  chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, truncateSync, writeFileSync, writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const BYTES = 24 * 1024 * 1024;

/** Why there can be none here; empty: there can. */
export function whyNoSmallDisk() {
  if (process.getuid() !== 0) return "only root can mount a disk";
  const folder = mkdtempSync(join(tmpdir(), "disk-"));
  try {
    const disk = mountSmallDisk(join(folder, "image"), join(folder, "disk"));
    disk.freeze();
    disk.unmount();
    return "";
  } catch (error) {
    return `no disk can be mounted here: ${error.message.trim()}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Mounts one at `folder`, which is made (0700). Throws where it cannot be. */
export function mountSmallDisk(image, folder) {
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(image, "", { mode: 0o600 });
  truncateSync(image, BYTES);
  run("mkfs.ext4", "-q", "-F", "-m", "0", image);
  run("mount", "-o", "loop", image, folder);
  chmodSync(folder, 0o700);
  return new SmallDisk(folder, image);
}

class SmallDisk {
  #folder;
  #image;
  #isFrozen = false;

  constructor(folder, image) {
    this.#folder = folder;
    this.#image = image;
  }

  /** Takes all the room that is left. */
  fill() {
    const file = openSync(this.#filler, "w", 0o600);
    try {
      for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 16)) writeWhole(file, Buffer.alloc(size));
    } finally {
      closeSync(file);
    }
  }

  /** Gives the room back. */
  makeSpace() {
    rmSync(this.#filler, { force: true });
  }

  /** Nothing can be written to the databases on it any more, by whoever has them open either. */
  makeReadOnly() {
    run("chattr", "+i", ...this.#databases);
  }

  makeWritable() {
    run("chattr", "-i", ...this.#databases);
  }

  /** From now on every write waits. */
  freeze() {
    run("fsfreeze", "-f", this.#folder);
    this.#isFrozen = true;
  }

  thaw() {
    if (this.#isFrozen) run("fsfreeze", "-u", this.#folder);
    this.#isFrozen = false;
  }

  unmount() {
    this.thaw();
    if (this.#databases.length > 0) this.makeWritable();
    run("umount", this.#folder);
    rmSync(this.#image);
  }

  get #databases() {
    const names = readdirSync(this.#folder).filter((name) => /\.db(-wal)?$/.test(name));
    return names.map((name) => join(this.#folder, name));
  }

  get #filler() {
    return join(this.#folder, "filler");
  }
}

// Writes it again and again until no more fits.
function writeWhole(file, bytes) {
  for (;;) {
    try {
      if (writeSync(file, bytes) < bytes.length) return;
    } catch (error) {
      if (error.code === "ENOSPC") return;
      throw error;
    }
  }
}

function run(program, ...args) {
  execFileSync(program, args, { stdio: ["ignore", "pipe", "pipe"] });
}
