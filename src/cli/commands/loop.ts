/** Commands of the outcome loop: what is due, how it turned out, what was of use. */
import { Command } from "commander";
import { wrongUsage } from "../../errors.js";
import type { OutcomeInput } from "../../loop/outcome.js";
import { defined } from "../../text/defined.js";
import type { CommandContext, Run } from "../command-context.js";
import { type ContactFlag, contextAbout, withContactFlag } from "../contact-flag.js";
import { fieldsOf, withFields } from "../flags.js";
import { entriesMeant } from "../pick-entry.js";

export const heartbeatCommand = (run: Run): Command =>
  new Command().option("--dry-run", "say what it would ask and do; write nothing").action((flags: { dryRun?: true }) =>
    run(
      async (cli) => {
        const { tendRules } = await import("../../rules/rules-upkeep.js");
        const { heartbeat } = await import("../../loop/heartbeat.js");
        return await heartbeat(await cli.context(), { dryRun: flags.dryRun === true }, tendRules);
      },
      async (data, paint) => (await import("../../store/loop/loop-text.js")).heartbeatText(data, paint),
    ),
  );

interface ShortAnswers {
  held?: true;
  failed?: true;
  evidence?: string;
  later?: string;
  irrelevant?: true;
}

/** At a terminal the verdict and the result are asked for, unless a short answer was given. */
async function completed(
  cli: CommandContext,
  refs: readonly string[],
  fields: Record<string, unknown>,
  short: ShortAnswers,
) {
  const hasShortAnswer = Object.keys(short).length > 0;
  if (hasShortAnswer || cli.asker === undefined) return { references: [...refs], ...fields };
  const { askMissing } = await import("../ask.js");
  return askMissing(cli.asker, "outcome", { ...(refs.length === 0 ? {} : { references: [...refs] }), ...fields });
}

function inputOf(fields: Record<string, unknown>, short: ShortAnswers): OutcomeInput {
  const { references, verdict, result, score, lesson, ...more } = fields;
  const refs =
    typeof references === "string" ? references.split(/[\s,]+/) : ((references as string[] | undefined) ?? []);
  const statedOutcome = { verdict, result, score, lesson } as Partial<OutcomeInput>;
  return { refs, ...defined(statedOutcome), ...short, ...(Object.keys(more).length === 0 ? {} : { more }) };
}

const JUDGED = { path: "outcome", argument: "ids", summary: "the entry that is judged" };

export const outcomeCommand = (run: Run): Command => {
  const command = new Command().argument("[ids...]", "the entry that is judged, or several");
  withFields(command, "outcome")
    .option("--held", "the correction was not repeated when there was an opportunity")
    .option("--failed", "it happened again")
    .option("--evidence <text>", "what shows it, with --held or --failed")
    .option("--later <when>", "ask again then: 5d, 2w, a date")
    .option("--irrelevant", "no longer of interest");
  return command.action((ids: string[], flags: ShortAnswers) =>
    run(
      async (cli) => {
        const { held, failed, evidence, later, irrelevant } = flags;
        const short = defined({ held, failed, evidence, later, irrelevant });
        const { references = [], ...fields } = fieldsOf(command, "outcome");
        const statedRefs = [...ids, ...(references as string[])];
        const free = cli.asker === undefined || (statedRefs.length === 0 && fields["decision"] !== undefined);
        const refs = free ? statedRefs : await entriesMeant(cli, statedRefs, JUDGED);
        const { contextKnowing, offerToOwner } = await import("./capture.js");
        const ctx = await contextKnowing(cli, fields["source"]);
        const input = inputOf(await completed(cli, refs, fields, short), short);
        const { recordOutcome } = await import("../../loop/outcome.js");
        const captured = await recordOutcome(ctx, input);
        await offerToOwner(cli);
        return captured;
      },
      async (data, paint) => (await import("../../capture/capture-text.js")).capturedText(data, paint),
    ),
  );
};

export const usedCommand = (run: Run): Command =>
  withContactFlag(new Command(), "the contact it is about")
    .argument("<id>", "the entry that was of use")
    .option("--worked", "acting on it worked")
    .option("--failed", "acting on it did not work")
    .option("--note <text>", "what happened")
    .action((ref: string, flags: ContactFlag & { worked?: true; failed?: true; note?: string }) =>
      run(
        async (cli) => {
          if (flags.worked === true && flags.failed === true) {
            throw wrongUsage("--worked and --failed exclude each other", "State one.");
          }
          const result =
            flags.worked === true ? ("worked" as const) : flags.failed === true ? ("failed" as const) : undefined;
          const { markUsed } = await import("../../loop/used.js");
          const ctx = await contextAbout(cli, flags, { private: true });
          return markUsed(ctx, defined({ ref, result, note: flags.note }));
        },
        async (data, paint) => (await import("../../store/loop/loop-text.js")).usedText(data, paint),
      ),
    );
