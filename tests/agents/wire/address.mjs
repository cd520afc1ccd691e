// Where an agent listens: a private Unix socket, or a loopback port with a token
// (protos/WIRE.md, Transports).

import { chmodSync, lstatSync, mkdirSync, unlinkSync } from "node:fs";
import { connect } from "node:net";
import { dirname, isAbsolute } from "node:path";

const MAX_PATH_BYTES = 103;

/** Listens on the private socket `path`: folder 0700, socket 0600. A socket in use is refused. */
export async function listenOnSocket(server, path) {
  if (!isAbsolute(path) || Buffer.byteLength(path) > MAX_PATH_BYTES) {
    throw new Error(
      `The socket path "${path}" must be absolute and at most ${MAX_PATH_BYTES} bytes; ` +
        "choose a shorter one, such as one under $XDG_RUNTIME_DIR.",
    );
  }
  makePrivateFolder(dirname(path));
  await removeStale(path);
  await listen(server, () => bindPrivately(server, path));
  chmodSync(path, 0o600);
  return path;
}

/** Listens on 127.0.0.1 at `port` (0: any free one) and returns its address. */
export async function listenOnLoopback(server, port, basePath) {
  await listen(server, () => server.listen(port, "127.0.0.1"));
  return `http://127.0.0.1:${server.address().port}${basePath}`;
}

/** Makes `folder` with mode 0700 where it is missing; one that others can enter is refused. */
export function makePrivateFolder(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const facts = lstatSync(folder);
  const mine = process.getuid === undefined || facts.uid === process.getuid();
  if (!facts.isDirectory() || !mine || (facts.mode & 0o077) !== 0) {
    throw new Error(
      `The folder "${folder}" is not private; ` +
        `it must be yours alone, no symbolic link, with mode 0700: chmod 700 "${folder}".`,
    );
  }
}

// The umask holds for the moment of the bind only, so the socket is never open to others.
function bindPrivately(server, path) {
  const before = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(before);
  }
}

function listen(server, begin) {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.once("listening", () => {
      server.off("error", reject);
      resolve();
    });
    begin();
  });
}

// A socket that a crash left behind refuses connections; only such a one is removed.
async function removeStale(path) {
  let facts;
  try {
    facts = lstatSync(path);
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw error;
  }
  if (!facts.isSocket()) {
    throw new Error(`"${path}" is there already and is no socket; choose another path.`);
  }
  if ((await probe(path)) !== "ECONNREFUSED") {
    throw new Error(`Another program listens on "${path}"; end it, or choose another path.`);
  }
  unlinkSync(path);
}

function probe(path) {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.destroy();
      resolve("answered");
    });
    socket.once("error", (error) => resolve(error.code));
  });
}
