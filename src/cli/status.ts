import { Command } from "commander";
import { statusText } from "../output/status-text.js";
import type { Run } from "./door.js";

export const statusCommand = (run: Run): Command =>
  new Command("status").action(() =>
    run(async (door) => {
      const { status } = await import("../operations/status.js");
      return status(await door.context());
    }, statusText),
  );
