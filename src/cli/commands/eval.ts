/** Commands that test what is known: golden questions, and what other rules would have changed. */
import { Command } from "commander";
import { EXIT } from "../../errors.js";
import type { EvalInput } from "../../eval/eval.js";
import type { Evaluated } from "../../eval/eval-schemas.js";
import type { ReplayInput } from "../../replay/replay.js";
import type { Replayed } from "../../store/replay/replay-schemas.js";
import { defined } from "../../text/defined.js";
import type { CommandContext, Run } from "../command-context.js";
import { offerProgram } from "./named-program.js";

interface EvalFlags {
  all?: true;
  tag?: string;
  strict?: true;
}

async function evaluateBy(cli: CommandContext, input: EvalInput): Promise<Evaluated> {
  const ctx = await cli.context();
  await offerProgram(cli, "eval", {
    does: "answers golden questions",
    instead: "Without it the questions are put to recall alone.",
  });
  const { trialContexts } = await import("../../context/context.js");
  return (await import("../../eval/eval.js")).evaluate(ctx, input, trialContexts);
}

/** A question that failed, one that could not be read, or one that expects what is not there. */
const isBad = ({ failed, findings }: Evaluated): boolean => failed > 0 || findings.length > 0;

export const evalCommand = (run: Run): Command =>
  new Command()
    .option("--all", "ask every question, not only the five asked longest ago")
    .option("--tag <tag>", "only questions with this tag")
    .option("--strict", "exit 8 when one fails or cannot be read")
    .action(({ all, tag, strict }: EvalFlags) =>
      run(
        (cli) => evaluateBy(cli, defined({ all, tag })),
        async (data, paint) => (await import("../../eval/eval-text.js")).evaluatedText(data, paint),
        { exit: (data: Evaluated) => (strict === true && isBad(data) ? EXIT.findings : EXIT.done) },
      ),
    );

/** A whole number, as the operation checks it. */
const numberOf = (text: string): number => (/^\d+$/.test(text) ? Number(text) : Number.NaN);

async function replayBy(cli: CommandContext, { ref, last }: ReplayInput): Promise<Replayed> {
  const ctx = await cli.context();
  if (ref !== undefined) {
    await offerProgram(cli, "eval", {
      does: "answers past cases without the version and with it",
      instead: "Without it nothing is put to a program.",
    });
  }
  const { trialContexts: contexts } = await import("../../context/context.js");
  return (await import("../../replay/replay.js")).replay(ctx, { ref, last, contexts });
}

export const replayCommand = (run: Run): Command =>
  new Command()
    .argument("[version]", "its number, id or tail; the one that waits, else what a digest would do")
    .option("--last <n>", "how many contexts and repeats to look back at (20)", numberOf)
    .action((ref: string | undefined, { last }: { last?: number }) =>
      run(
        (cli) => replayBy(cli, { ref, last }),
        async (data, paint) => (await import("../../replay/replay-text.js")).replayedText(data, paint),
      ),
    );
