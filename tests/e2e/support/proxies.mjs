// nginx and haproxy before the HTTP API, with what they do by themselves.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../../agents/support/until.mjs";

/** Starts nginx before `url`: HTTP/1.0 to the API, replies compressed. Returns its own URL. */
export function startNginx(t, url) {
  return start(t, "nginx", (port, folder) => ({
    file: "nginx.conf",
    text: `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  gzip on; gzip_types application/json; gzip_proxied any; gzip_min_length 20;
  server { listen 127.0.0.1:${port}; location / { proxy_pass ${url}; } }
}`,
    args: (file) => ["-p", folder, "-c", file],
  }));
}

/** Starts haproxy before `url`. Returns its own URL. */
export function startHaproxy(t, url) {
  return start(t, "haproxy", (port) => ({
    file: "haproxy.cfg",
    text: `defaults
  mode http
  timeout connect 5s
  timeout client 50s
  timeout server 50s
listen api
  bind 127.0.0.1:${port}
  compression algo gzip
  compression type application/json
  server one ${new URL(url).host}
`,
    args: (file) => ["-db", "-f", file],
  }));
}

async function start(t, program, configure) {
  const folder = mkdtempSync(join(tmpdir(), "proxy-"));
  const port = await freePort();
  const { file, text, args } = configure(port, folder);
  writeFileSync(join(folder, file), text);
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }; // where Debian has both
  const child = spawn(program, args(join(folder, file)), { stdio: ["ignore", "ignore", "pipe"], env });
  let errors = "";
  child.stderr.on("data", (bytes) => (errors += bytes));
  const ended = new Promise((done) => child.on("close", done));
  t.after(async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await until(`${program} listens`, async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${errors}`);
    return fetch(`${url}/healthz`).then(({ status }) => status === 200, () => false);
  }, { withinMs: 20_000 });
  return url;
}

function freePort() {
  return new Promise((done) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}
