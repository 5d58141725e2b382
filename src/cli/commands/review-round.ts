/** The review queue at a terminal: one thing at a time, everything needed to decide on screen, each decision at once. */
import { TenetError } from "../../errors.js";
import type { EntryItem, PairItem, QueueItem, UnprovenItem, VersionItem } from "../../review/review-schemas.js";
import type { Asker } from "../ask.js";
import type { CommandContext } from "../command-context.js";
import { approveByPerson, openRecord, rejectByPerson, rollbackByPerson, withPerson } from "./deciding.js";

/** One decision of a round. */
export interface RoundDecision {
  /** An entry's id, both of a pair, or a version's. */
  ids: string[];
  decision: string;
  says: string;
}

export interface ReviewRound {
  decided: RoundDecision[];
  /** How much still waits. */
  left: number;
}

/** Where a decision on one item leads. */
type Step = RoundDecision | "again" | "skip" | "quit";

const keyOf = (item: QueueItem): string =>
  "first" in item
    ? `${item.first.id}+${item.second.id}`
    : `${item.kind} ${item.id} ${item.kind === "unproven" ? item.text : ""}`;

/** Goes through what waits until it is decided or skipped, or the person has had enough. */
export async function reviewRound(cli: CommandContext, asker: Asker): Promise<ReviewRound> {
  const { reviewQueue } = await import("../../review/review-queue.js");
  const { doneText, queueItemText } = await import("../../review/review-text.js");
  const ctx = await cli.context();
  const waiting = async () => (await reviewQueue(ctx)).queue;
  const keys = (await waiting()).map(keyOf);
  const decided: RoundDecision[] = [];
  try {
    for (const [index, key] of keys.entries()) {
      let step: Step = "again";
      while (step === "again") {
        // What was decided before may have settled this, too.
        const item = (await waiting()).find((one) => keyOf(one) === key);
        if (item === undefined) break;
        await cli.show({ item, at: index + 1, of: keys.length }, queueItemText);
        step = await stepFor(cli, asker, item);
      }
      if (typeof step === "object") {
        decided.push(step);
        await cli.show(step.says, doneText);
      }
      if (step === "quit") break;
    }
  } catch (thrown) {
    if (!(thrown instanceof TenetError) || thrown.failure !== "interrupted" || decided.length === 0) throw thrown;
    throw new TenetError(`interrupted: ${decided.length} decided before, and that stays`, { failure: "interrupted" });
  }
  return { decided, left: (await waiting()).length };
}

/** Asks until one action went through; a refusal is shown, and the item asked about again. */
async function stepFor(cli: CommandContext, asker: Asker, item: QueueItem): Promise<Step> {
  for (;;) {
    try {
      if (item.kind === "entry") return await entryStep(cli, asker, item);
      if (item.kind === "unproven") return await unprovenStep(cli, asker, item);
      return await (item.kind === "version" ? versionStep(cli, asker, item) : pairStep(cli, asker, item));
    } catch (thrown) {
      if (!(thrown instanceof TenetError) || thrown.failure === "interrupted") throw thrown;
      await cli.show(thrown, ({ message, hint }, paint) => {
        const more = hint === undefined || thrown.code === "needs-person" ? "" : `\n  ${paint.faint(hint)}`;
        return `${paint.bad("!")} ${message}${more}\n`;
      });
      if (thrown.code === "changed-meanwhile") return "again";
    }
  }
}

const ENTRY_ACTIONS = ["approve", "edit", "reject", "once", "sensitive", "skip", "quit"] as const;
const OF_ACTION = { approve: "approve", reject: "reject", once: "exception", sensitive: "sensitive" } as const;

async function entryStep(cli: CommandContext, asker: Asker, item: EntryItem): Promise<Step> {
  const action = await asker.choose("", ENTRY_ACTIONS, "skip");
  if (action === "skip" || action === "quit") return action;
  if (action === "edit") {
    await openRecord(cli, item.id);
    return "again";
  }
  const { decideReview } = await import("../../review/review.js");
  const reason = action === "reject" ? await asker.line("Why is it not wanted?") : undefined;
  const confirmed = await asker.typed(`Type ${item.ref} to confirm (${action}):`, item.ref);
  const input = { ref: item.id, action: OF_ACTION[action], reason, confirmed, shown: item.hash };
  const { state, says } = await decideReview(await cli.context(), input);
  return { ids: [item.id], decision: action, says: `${item.ref} is ${state.replaceAll("_", " ")}. ${says}` };
}

/** What a person is asked about a pair. */
const ASKED: Readonly<Record<PairItem["kind"], string>> = {
  contested: "Which is right?",
  recurrence: "Does the first repeat the second?",
  same: "Do both say the same?",
  overturn: "Does the first take the second back?",
};

async function pairStep(cli: CommandContext, asker: Asker, { kind, first, second }: PairItem): Promise<Step> {
  const insights = first.type === "insight" && second.type === "insight";
  const corrections = first.type === "correction" && second.type === "correction";
  const alike = insights ? ["same"] : corrections ? ["repeat"] : [];
  const words = ["first", "second", "both", ...alike, "unrelated", "skip", "quit"];
  const action = await asker.choose(ASKED[kind], words, "skip");
  if (action === "skip" || action === "quit") return action;
  const { resolvePair } = await import("../../review/resolve.js");
  const ctx = await cli.context();
  const [a, b] = action === "second" ? [second, first] : [first, second];
  const how = {
    ...({ first: "supersedes", second: "supersedes", both: "both" } as const),
    ...({ same: "same", repeat: "recurrence", unrelated: "unrelated" } as const),
  };
  const input = { a: a.id, b: b.id, how: how[action as keyof typeof how] };
  const { says } = await withPerson(cli, b.ref, (confirmed) => resolvePair(ctx, { ...input, confirmed }));
  return { ids: [first.id, second.id], decision: input.how, says };
}

async function unprovenStep(cli: CommandContext, asker: Asker, item: UnprovenItem): Promise<Step> {
  const { id, ref, target, text } = item;
  const action = await asker.choose("What now?", ["keep", "undo", "skip", "quit"] as const, "skip");
  if (action === "skip" || action === "quit") return action;
  if (action === "keep") {
    const { keepLine } = await import("../../rules/keep-line.js");
    const confirmed = await asker.typed(`Type ${ref} to take it as your own:`, ref);
    const { by } = await keepLine(await cli.context(), { since: id, text, confirmed });
    return {
      ids: [id],
      decision: "keep",
      says: `The line in ${target} is ${by}'s. Commit it: the commit proves that.`,
    };
  }
  await rollbackByPerson(cli, { ref: id, dryRun: false });
  return {
    ids: [id],
    decision: "rollback",
    says: `What version ${id} took over by hand is taken back from ${target}.`,
  };
}

async function versionStep(cli: CommandContext, asker: Asker, { id, diff }: VersionItem): Promise<Step> {
  const action = await asker.choose("What now?", ["approve", "edit", "reject", "skip", "quit"] as const, "skip");
  if (action === "skip" || action === "quit") return action;
  if (action === "reject") {
    await rejectByPerson(cli, id, undefined, true);
    return { ids: [id], decision: "reject", says: `Version ${id} is rejected.` };
  }
  await approveByPerson(cli, { ref: id, edit: action === "edit", seen: diff });
  return { ids: [id], decision: "approve", says: `Version ${id} is in force from the next session on.` };
}
