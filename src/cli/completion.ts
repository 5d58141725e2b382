import { Command } from "commander";
import type { Run } from "./door.js";
export const completionCommand = (run: Run): Command =>
  new Command("completion").action(() =>
    run(
      async () => ({ script: "" }),
      (d) => d.script,
    ),
  );
