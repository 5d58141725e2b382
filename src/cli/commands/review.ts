import { Command, Option } from "commander";
import { TenetError } from "../../errors.js";
import type { ReviewAction } from "../../review/review.js";
import { queueText, reviewedText, roundText } from "../../review/review-text.js";
import type { Paint } from "../../text/paint.js";
import type { CommandContext, Run } from "../command-context.js";
import { confirmedWord } from "./deciding.js";

const ACTIONS: readonly [ReviewAction, string][] = [
  ["approve", "it may be retrieved and become a rule"],
  ["reject", "it stays in the tree and is not used"],
  ["exception", "it was right once, and is not used"],
  ["sensitive", "it may not be shown; its id stays"],
  ["reopen", "what was rejected, expired or right once waits for a review again"],
];

type Flags = Partial<Record<ReviewAction | "list", true>> & { reason?: string };

function actionOf(flags: Flags): ReviewAction | undefined {
  const [action, ...more] = ACTIONS.map(([name]) => name).filter((name) => flags[name] === true);
  if (more.length === 0) return action;
  throw new TenetError("an entry is decided one way", {
    failure: "usage",
    hint: `Say one of ${ACTIONS.map(([name]) => `--${name}`).join(", ")}.`,
  });
}

async function decideOne(door: CommandContext, ref: string, action: ReviewAction, stated: string | undefined) {
  const { decideReview, entryToReview } = await import("../../review/review.js");
  const ctx = await door.context();
  const { asker } = door;
  if (asker === undefined) return decideReview(ctx, { ref, action, reason: stated, confirmed: false });
  const [{ looked }, { entryText }] = await Promise.all([
    import("../../review/review-queue.js"),
    import("../../review/review-text.js"),
  ]);
  const { entry, file, line, word, hash } = await entryToReview(ctx, ref);
  await door.show(looked(entry, file, line), entryText);
  const reason = stated ?? (action === "reject" ? await asker.line("Why is it not wanted?") : undefined);
  const confirmed = await confirmedWord(asker, `Type ${word} to confirm (${action}):`, word);
  return decideReview(ctx, { ref: entry.id, action, reason, confirmed, shown: hash });
}

async function review(door: CommandContext, ref: string | undefined, flags: Flags) {
  const action = actionOf(flags);
  if (ref !== undefined && flags.list !== true) {
    if (action !== undefined) return decideOne(door, ref, action, flags.reason);
    throw new TenetError(`what becomes of ${ref} is not said`, {
      failure: "usage",
      hint: `At a terminal a person says one of ${ACTIONS.map(([name]) => `--${name}`).join(", ")}.`,
    });
  }
  if (action !== undefined) {
    throw new TenetError(`--${action} needs the entry it is about`, {
      failure: "usage",
      hint: "See what waits: tenet review --list",
    });
  }
  if (flags.list !== true && door.asker !== undefined) {
    const { reviewInTurn } = await import("./review-round.js");
    return reviewInTurn(door, door.asker);
  }
  const { reviewQueue } = await import("../../review/review-queue.js");
  return reviewQueue(await door.context());
}

type Result = Awaited<ReturnType<typeof review>>;

function reviewText(data: Result, paint: Paint): string {
  if ("queue" in data) return queueText(data, paint);
  return "decided" in data ? roundText(data) : reviewedText(data, paint);
}

export const reviewCommand = (run: Run): Command => {
  const command = new Command("review")
    .argument("[id]", "one entry; at a terminal everything that waits unless named")
    .option("--list", "what waits, for everyone; off a terminal this is what it does anyway");
  for (const [name, says] of ACTIONS) command.addOption(new Option(`--${name}`, says));
  return command
    .option("--reason <text>", "why it was decided so")
    .action((ref: string | undefined, flags: Flags) => run((door) => review(door, ref, flags), reviewText));
};
