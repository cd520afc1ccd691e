// The durable shell agent: every conversation is a real shell on this machine, and nothing runs in
// it before a person allowed it. See README.md.

import { readOptions } from "./shell/options.mjs";
import { openShellAgent } from "./shell/shell_agent.mjs";

try {
  const agent = await openShellAgent(readOptions(process.argv.slice(2)));
  for (const name of ["SIGTERM", "SIGINT"]) {
    process.once(name, async () => {
      await agent.close();
      process.exit(0);
    });
  }
  console.log(`listening ${agent.address}`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
