import { Command } from "commander";
import { showText } from "../../recall/show-text.js";
import type { Run } from "../command-context.js";

export const showCommand = (run: Run): Command =>
  new Command("show").argument("<id>", "an id, its tail, the beginning of either, or an alias").action((id: string) =>
    run(async (door) => {
      const { show } = await import("../../recall/show.js");
      return show(await door.context(), id);
    }, showText),
  );
