/** What waits, decided by whoever sits at the terminal. Elsewhere it is listed. Called by `tenet review`. */
import type { Call } from "../command/call.js";
import { type ContactFlag, callAbout } from "../command/contact-flag.js";
import { wrongUsage } from "../errors.js";
import type { ReviewAction } from "./review.js";

type Actions = Readonly<Record<ReviewAction, string>>;

interface Flags extends ContactFlag, Partial<Record<ReviewAction | "list" | "private" | "all", true | undefined>> {
  reason?: string | undefined;
  type?: string | undefined;
  entity?: string | undefined;
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
    import("./entry-view.js"),
    import("./queue-item-outline.js"),
  ]);
  const { entry, file, line, word, hash } = await entryToReview(ctx, ref);
  await call.show(entryView({ entry, file, line }), entryOutline);
  const reason = statedReason ?? (action === "reject" ? await asker.line("Why is it not wanted?") : undefined);
  const confirmed = await asker.typed(`Type ${word} to confirm (${action}):`, word);
  return decideReview(ctx, { ref: entry.id, action, reason, confirmed, shown: hash });
}

/** What waits of one type; at a terminal a page of reflexions, and one word for all of it. */
async function reviewType(call: Call, action: ReviewAction | undefined, flags: Flags) {
  const { decidePage, reviewList, reviewPage } = await import("./review-page.js");
  const { type, entity, list, reason } = flags;
  const ctx = await call.context();
  const { asker } = call;
  if (list === true || (asker === undefined && action === undefined)) return reviewList(ctx, { type, entity });
  if (action !== undefined && action !== "approve" && action !== "reject") {
    throw wrongUsage(`a page is approved or rejected, not --${action}`, "Decide on one of them by its id.");
  }
  const page = await reviewPage(ctx, { type, entity });
  const does = action ?? "approve";
  if (asker === undefined || page.items.length === 0)
    return decidePage(ctx, page, { action: does, reason, confirmed: false });
  await call.show(page, (await import("./queue-item-outline.js")).pageOutline);
  const why =
    reason ?? (does === "reject" ? await asker.line("Why are they not wanted? (Enter: no reason)", "") : undefined);
  const pageWords = page.items.length === 1 ? "it" : `all ${page.items.length}`;
  const confirmed = await asker.typed(`Type ${page.word} to ${does} ${pageWords}:`, page.word);
  return decidePage(ctx, page, { action: does, reason: why, confirmed });
}

/** Decides on the entry or page that is named; else goes through everything that waits, or lists it. */
export async function review(from: Call, ref: string | undefined, flags: Flags, actions: Actions) {
  const call = callAbout(from, flags);
  const action = actionOf(flags, actions);
  if (flags.type !== undefined || flags.entity !== undefined) {
    if (ref === undefined) return reviewType(call, action, flags);
    throw wrongUsage("--type and --entity speak of several entries, and one is named", "Leave them out, or the id.");
  }
  if (ref !== undefined && flags.list !== true) {
    if (action !== undefined) return decideOne(call, ref, action, flags.reason);
    const ways = flagsOf(Object.keys(actions));
    throw wrongUsage(`what becomes of ${ref} is not said`, `At a terminal a person says one of ${ways}.`);
  }
  if (action !== undefined) {
    throw wrongUsage(`--${action} needs the entry it is about`, "See what waits: tenet review --list");
  }
  if (flags.list !== true && call.asker !== undefined) {
    const { reviewRound } = await import("./review-round.terminal.js");
    return reviewRound(call, call.asker, flags.all === true);
  }
  const { reviewQueue } = await import("./review-queue.js");
  return reviewQueue(await call.context(), { all: flags.all === true });
}
