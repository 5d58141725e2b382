/** What waits, decided by whoever sits at the terminal. Elsewhere it is listed. Called by `tenet review`. */
import type { Call } from "../command/call.js";
import { type ContactFlag, callAbout } from "../command/contact-flag.js";
import { wrongUsage } from "../errors.js";
import { next } from "../steps.js";
import type { ReviewAction } from "./review.js";

type Actions = Readonly<Record<ReviewAction, string>>;

interface Flags extends ContactFlag, Partial<Record<ReviewAction | "list" | "private", true | undefined>> {
  reason?: string | undefined;
  type?: string | undefined;
}

const flagsOf = (names: readonly string[]): string => names.map((name) => `--${name}`).join(", ");

function actionOf(flags: Flags, actions: Actions): ReviewAction | undefined {
  const names = Object.keys(actions) as ReviewAction[];
  const [action, ...more] = names.filter((name) => flags[name] === true);
  if (more.length === 0) return action;
  throw wrongUsage("an entry is decided one way", `Say one of ${flagsOf(names)}.`);
}

async function decideOne(call: Call, ref: string, action: ReviewAction, statedReason: string | undefined) {
  const { decideReview, entryToReview } = await import("./review.js");
  const ctx = await call.context();
  const { asker } = call;
  if (asker === undefined) return decideReview(ctx, { ref, action, reason: statedReason, confirmed: false });
  const [{ entryView }, { entryOutline }] = await Promise.all([
    import("./queue/entry-view.js"),
    import("./queue/queue-item-outline.js"),
  ]);
  const { row, word, hash } = await entryToReview(ctx, ref);
  await call.show(entryView(row), entryOutline);
  const reason = statedReason ?? (action === "reject" ? await asker.line("Why is it not wanted?") : undefined);
  const confirmed = await asker.typed(`Type ${word} to confirm (${action}):`, word);
  return decideReview(ctx, { ref: row.id, action, reason, confirmed, shown: hash });
}

/** Decides on the entry that is named; else goes through everything that waits, or lists it. */
export async function review(from: Call, ref: string | undefined, flags: Flags, actions: Actions) {
  const call = callAbout(from, flags);
  const action = actionOf(flags, actions);
  if (ref !== undefined && flags.list !== true) {
    if (action !== undefined) return decideOne(call, ref, action, flags.reason);
    const ways = flagsOf(Object.keys(actions));
    throw wrongUsage(`what becomes of ${ref} is not said`, `At a terminal a person says one of ${ways}.`);
  }
  if (action !== undefined) {
    throw wrongUsage(`--${action} needs the entry it is about`, next("See what waits:", "review", { list: true }));
  }
  if (flags.list !== true && flags.type === undefined && call.asker !== undefined) {
    const { reviewRound } = await import("./review-round.terminal.js");
    return reviewRound(call, call.asker);
  }
  const [{ reviewQueue }, { typeOf }] = await Promise.all([
    import("./queue/review-queue.js"),
    import("../recall/filter.js"),
  ]);
  return reviewQueue(await call.context(), { type: typeOf(flags.type) });
}
