// HTTP/1.1 around the router: bounded bodies, JSON replies, connections that stay open for the
// next poll.

import { createServer } from "node:http";
import { BYTES } from "./limits.mjs";
import { Refusal } from "./refusal.mjs";

const IDLE_MS = 65_000;
const WHOLE_REQUEST_MS = 30_000;
const LAST_REPLIES_MS = 2_000;

/** A server for `handle`, and how to end it: {server, end()}. */
export function makeServer(handle) {
  const state = { closing: false };
  const server = createServer((request, response) => serve(state, handle, request, response));
  server.keepAliveTimeout = IDLE_MS;
  server.requestTimeout = WHOLE_REQUEST_MS;
  server.headersTimeout = WHOLE_REQUEST_MS;
  server.on("clientError", refuseBytes);
  return { server, end: () => end(state, server) };
}

async function serve(state, handle, request, response) {
  request.on("error", () => {});
  const reply = await handle({
    method: request.method,
    url: request.url,
    headers: request.headers,
    readBody: () => readBody(request),
  });
  const headers = { ...reply.headers, ...(state.closing ? { Connection: "close" } : {}) };
  if (reply.body === undefined) return response.writeHead(reply.status, headers).end();
  const bytes = Buffer.from(JSON.stringify(reply.body));
  headers["Content-Type"] = "application/json";
  headers["Content-Length"] = bytes.length;
  return response.writeHead(reply.status, headers).end(bytes);
}

// What is past the limit is thrown away as it comes, so that the refusal can be read.
function readBody(request) {
  return new Promise((resolve, reject) => {
    const tooLarge = new Refusal("too-large", `A body has at most ${BYTES.body} bytes.`);
    if (Number(request.headers["content-length"]) > BYTES.body) return reject(tooLarge);
    const chunks = [];
    let bytes = 0;
    request.on("data", (chunk) => {
      bytes += chunk.length;
      if (bytes > BYTES.body) return reject(tooLarge);
      return chunks.push(chunk);
    });
    request.on("end", () => decode(Buffer.concat(chunks), resolve, reject));
    request.on("close", () => reject(new Refusal("bad-request", "The body was cut.")));
  });
}

function decode(bytes, resolve, reject) {
  try {
    resolve(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    reject(new Refusal("bad-request", "The body is not UTF-8."));
  }
}

function refuseBytes(error, socket) {
  if (error.code === "ECONNRESET" || !socket.writable) return socket.destroy();
  const body = JSON.stringify(new Refusal("bad-request", "This is no HTTP request.").body);
  return socket.end(
    "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: application/json\r\n" +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

// Replies under way are finished, for a moment at most; then every connection ends.
function end(state, server) {
  state.closing = true;
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), LAST_REPLIES_MS);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
