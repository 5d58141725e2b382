/** Commands for what only an owner can answer: an agent asks, a person answers. */
import { Command } from "commander";
import type { AskInput } from "../../questions/ask.js";
import { defined } from "../../text/defined.js";
import type { CommandContext, Run } from "../command-context.js";

/** At a terminal what is missing is asked for first. */
async function completeInput(cli: CommandContext, input: AskInput): Promise<AskInput> {
  if (cli.asker === undefined) return input;
  // Nobody is asked for what would not be kept.
  const ctx = await cli.context();
  (await import("../../store/change/prepare-write.js")).requireLearning(ctx.profile);
  const { askMissing } = await import("../ask.js");
  return await askMissing(cli.asker, "question", { ...defined({ ...input }) });
}

export const askCommand = (run: Run): Command =>
  new Command()
    .argument("[question]", "one question, of one sentence")
    .option("--because <text>", "what cannot go on without an answer; required")
    .option("--key <name>", "what is asked for, as a name: a memory of that key answers it")
    .option("--contact <id>", "whom it is about: question and answer are shown to whoever names that contact")
    .option("--anyway", "ask although something near is known")
    .action((question: string | undefined, { because, key, contact, anyway }: Omit<AskInput, "question">) =>
      run(
        async (cli) => {
          const input = await completeInput(cli, defined({ question, because, key, contact }));
          const { ask } = await import("../../questions/ask.js");
          return await ask(await cli.context(), { ...input, ...defined({ anyway }) });
        },
        async (data, paint) => (await import("../../capture/capture-text.js")).capturedText(data, paint),
      ),
    );

interface AnswerFlags {
  source?: string;
  so?: string;
  risk?: string;
  /** False with --no-answer. */
  answer: boolean;
  reason?: string;
}

/** A person is shown the question and asked; elsewhere the words are stated. */
async function answerFrom(cli: CommandContext, ref: string, text: string | undefined, flags: AnswerFlags) {
  const { answer, questionToAnswer } = await import("../../questions/answer.js");
  const ctx = await cli.context();
  const { source, so, risk, reason } = flags;
  const input = { ref, ...defined({ source, so, risk, reason }) };
  if (!flags.answer) return await answer(ctx, { ...input, ...defined({ text }), unanswered: true });
  if (text !== undefined || cli.asker === undefined) return await answer(ctx, { ...input, ...defined({ text }) });
  (await import("../../store/change/prepare-write.js")).requireLearning(ctx.profile);
  const { question, hash: shownHash } = await questionToAnswer(ctx, ref);
  const { questionText } = await import("../../questions/question-text.js");
  await cli.show(question, questionText);
  return await answer(ctx, { ...input, shown: shownHash, text: await cli.asker.line("Your answer:") });
}

export const answerCommand = (run: Run): Command =>
  new Command()
    .argument("<id>", "the question")
    .argument("[answer]", "their words; at a terminal asked for")
    .option("--source <name>", "whose words they are, where an agent relays them: a person listed under people")
    .option("--so <next time>", "what is done differently from now on: makes it a correction as well")
    .option("--risk <level: why>", "what goes wrong if it is forgotten: makes it a correction as well")
    .option("--no-answer", "close it: there is none (people only)")
    .option("--reason <text>", "with --no-answer: why")
    .action((ref: string, text: string | undefined, flags: AnswerFlags) =>
      run(
        (cli) => answerFrom(cli, ref, text, flags),
        async (data, paint) => (await import("../../questions/question-text.js")).answeredText(data, paint),
      ),
    );
