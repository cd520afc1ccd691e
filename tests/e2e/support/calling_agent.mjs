// An agent, as a program of its own, that runs the command it is sent, as a person's shell would.
// Its pane is `p`; it prints the exit code.

import { spawn } from "node:child_process";
import { openCollie } from "../../agents/wire.mjs";

const collie = await openCollie({
  socket: process.env.COLLIE_DURABLE_SOCKET,
  hostName: "calling",
  caps: { send: true },
  on: {
    send: (pane, { text }) => new Promise((done) => {
      const [program, ...args] = JSON.parse(text);
      spawn(program, args, { stdio: "inherit" }).on("close", (code) => done(console.log(`ended ${code}`)));
    }),
  },
});
collie.workspace("w", { title: "W" }).tab("t", { title: "T" }).pane("p", { title: "P", harness: "calling" });
collie.ready();
console.log(`listening ${collie.address}`);
