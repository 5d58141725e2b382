import { Command } from "commander";
import { trustText } from "../../health/trust-text.js";
import type { Run } from "../command-context.js";

export const trustCommand = (run: Run): Command =>
  new Command("trust").action(() =>
    run(async (door) => {
      const { trust } = await import("../../health/trust.js");
      return trust(await door.context());
    }, trustText),
  );
