import { Command } from "commander";
import { capturedText } from "../../capture/capture-text.js";
import type { OutcomeInput } from "../../loop/outcome.js";
import type { CommandContext, Run } from "../command-context.js";
import { fieldsOf, withFields } from "../fields.js";
import { knowingSource, offerToOwner } from "./capture.js";

interface ShortAnswers {
  held?: true;
  failed?: true;
  evidence?: string;
  later?: string;
  irrelevant?: true;
}

/** At a terminal the verdict and the result are asked for, unless a short answer was given. */
async function completed(
  door: CommandContext,
  refs: readonly string[],
  fields: Record<string, unknown>,
  short: ShortAnswers,
) {
  const answered = Object.keys(short).length > 0;
  if (answered || door.asker === undefined) return { references: [...refs], ...fields };
  const { askMissing } = await import("../ask-missing.js");
  return askMissing(door.asker, "outcome", { ...(refs.length === 0 ? {} : { references: [...refs] }), ...fields });
}

function inputOf(fields: Record<string, unknown>, short: ShortAnswers): OutcomeInput {
  const { references, verdict, result, score, lesson, ...more } = fields;
  const refs =
    typeof references === "string" ? references.split(/[\s,]+/) : ((references as string[] | undefined) ?? []);
  const given = Object.fromEntries(
    Object.entries({ verdict, result, score, lesson }).filter(([, value]) => value !== undefined),
  );
  return { refs, ...given, ...short, ...(Object.keys(more).length === 0 ? {} : { more }) };
}

export const outcomeCommand = (run: Run): Command => {
  const command = new Command("outcome").argument("[ids...]", "the entry that is judged, or several");
  withFields(command, "outcome")
    .option("--held", "the correction was not repeated when there was an opportunity")
    .option("--failed", "it happened again")
    .option("--evidence <text>", "what shows it, with --held or --failed")
    .option("--later <when>", "ask again then: 5d, 2w, a date")
    .option("--irrelevant", "no longer of interest");
  return command.action((ids: string[], flags: ShortAnswers) =>
    run(async (door) => {
      const { held, failed, evidence, later, irrelevant } = flags;
      const short = Object.fromEntries(
        Object.entries({ held, failed, evidence, later, irrelevant }).filter(([, value]) => value !== undefined),
      ) as ShortAnswers;
      const { references = [], ...fields } = fieldsOf(command, "outcome");
      const refs = [...ids, ...(references as string[])];
      const ctx = await knowingSource(door, fields["source"]);
      const input = inputOf(await completed(door, refs, fields, short), short);
      const { recordOutcome } = await import("../../loop/outcome.js");
      const answered = await recordOutcome(ctx, input);
      await offerToOwner(door);
      return answered;
    }, capturedText),
  );
};
