import { Command } from "commander";
import { TenetError } from "../../errors.js";
import { resolvedText } from "../../review/pair-text.js";
import type { Resolution } from "../../review/resolve.js";
import type { Run } from "../command-context.js";
import { withPerson } from "../confirm.js";

const WAYS = [
  ["supersedes", "A replaces B"],
  ["both", "neither is wrong: both stay, linked"],
  ["same", "they say the same: the newer insight is merged into the older one"],
  ["recurrence", "the newer correction repeats the older one, which did not stick"],
] as const;

function wayOf(flags: Record<string, unknown>): Resolution {
  const ways = WAYS.map(([way]) => way).filter((way) => flags[way] === true);
  const [way] = ways;
  if (way !== undefined && ways.length === 1) return way;
  throw new TenetError(way === undefined ? "which way is not said" : "only one way can be right", {
    failure: "usage",
    hint: `Say one of ${WAYS.map(([name, says]) => `--${name} (${says})`).join(", ")}.`,
  });
}

export const resolveCommand = (run: Run): Command => {
  const command = new Command("resolve").argument("<a>", "an entry").argument("<b>", "the other one of the pair");
  for (const [way, says] of WAYS) command.option(`--${way}`, says);
  return command.action((a: string, b: string, flags: Record<string, unknown>) =>
    run(async (door) => {
      const how = wayOf(flags);
      const { resolvePair } = await import("../../review/resolve.js");
      const ctx = await door.context();
      return withPerson(door, b.toLowerCase(), (confirmed) => resolvePair(ctx, { a, b, how, confirmed }));
    }, resolvedText),
  );
};
