import { Command } from "commander";
import type { HarvestInput } from "../../harvest/harvest.js";
import type { HarvestData } from "../../harvest/harvest-schemas.js";
import { type HarvestDecisions, harvestedText, harvestText } from "../../harvest/harvest-text.js";
import type { Paint } from "../../text/paint.js";
import type { CommandContext, Run } from "../command-context.js";
import { whole } from "../filters.js";

interface Flags {
  host?: string;
  since?: string;
  limit?: number;
  allProjects?: true;
  all?: true;
}

/** A person at a terminal picks and words; everybody else gets the list. */
async function harvestFrom(
  cli: CommandContext,
  paths: readonly string[],
  flags: Flags,
): Promise<HarvestData | HarvestDecisions> {
  const ctx = await cli.context();
  const { harvest } = await import("../../harvest/harvest.js");
  const input: HarvestInput = {
    ...flags,
    paths: paths.map((path) => cli.path(path)),
  };
  const data = await harvest(ctx, input);
  const offered = data.repeated.length + data.single.length + data.unsure.groups.length;
  if (data.read.transcripts === 0) return { ...data, next: "Name a file or folder: tenet harvest PATH" };
  if (offered === 0) return data;
  if (cli.asker === undefined || !ctx.actor.atTerminal) {
    return { ...data, next: "Nothing was stored. At a terminal a person picks, words and keeps: tenet harvest" };
  }
  const { harvestRound } = await import("./harvest-round.js");
  return await harvestRound(cli, cli.asker, data);
}

const text = (data: HarvestData | HarvestDecisions, paint: Paint): string =>
  "read" in data ? harvestText(data, paint) : harvestedText(data);

export const harvestCommand = (run: Run): Command =>
  new Command("harvest")
    .argument(
      "[paths...]",
      "transcripts, or folders that hold some; what the hosts here keep of this project unless named",
    )
    .option("--host <name>", "claude-code, codex, cursor, openclaw, or text")
    .option("--since <when>", "90d, 12w or a date: what was said before is left out")
    .option("--limit <n>", "at most so many that were said once or twice (20)", whole(0))
    .option("--all-projects", "of every project on this machine")
    .option("--all", "what is less sure, too")
    .action((paths: string[], flags: Flags) => run((cli) => harvestFrom(cli, paths, flags), text));
