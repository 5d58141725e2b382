/** `tenet review --type reflexion`: decides on a page of reflexions with one typed word. Called by the command. */

import type { Context } from "../context.js";
import { foldedEntity } from "../entry/near/shared-words.js";
import { RECORD_TYPES } from "../entry/record-types.js";
import { wrongUsage } from "../errors.js";
import { typeOf } from "../recall/filter.js";
import { changeTree } from "../store/change/change.js";
import { changeVerb } from "../store/change/prepare-write.js";
import type { EntryMeta } from "../store/open-store.js";
import { requireTyped, statedReason } from "../store/people/people-only.js";
import { stamp } from "../text/durations.js";
import { counted } from "../text/paint.js";
import { meaningOf, REVIEW_ACTIONS, recordReview, stageReview } from "./review.js";
import { entriesToReview, reviewQueue } from "./review-queue.js";
import type { EntryItem, ReviewQueue } from "./review-schemas.js";

/** The number of entries that a person reads before typing the word. */
const PAGE = 20;

/** A filter for waiting entries. */
export interface PageFilter {
  /** Any type; a page to decide on is one of reflexions. */
  type?: string | undefined;
  /** As `vendor:acme`. */
  entity?: string | undefined;
}

/** The entries on the screen, and the word that decides on them. */
export interface ReviewPage {
  items: EntryItem[];
  word: string;
  /** The number of further entries that wait. */
  more: number;
}

function matcherOf({ type, entity }: PageFilter): (head: EntryMeta) => boolean {
  const wantedType = typeOf(type) ?? "reflexion";
  const about = entity === undefined ? undefined : foldedEntity(entity);
  return (head) =>
    head.type === wantedType &&
    (about === undefined || head.entities?.some((one) => foldedEntity(one) === about) === true);
}

/** The waiting entries of a type. Reads only. */
export async function reviewList(ctx: Context, filter: PageFilter): Promise<ReviewQueue> {
  return { queue: await entriesToReview(ctx, matcherOf(filter)) };
}

/** The first page of reflexions that wait. Throws `usage` for another type: its entries are decided one by one. */
export async function reviewPage(ctx: Context, filter: PageFilter): Promise<ReviewPage> {
  const type = typeOf(filter.type) ?? "reflexion";
  if (type !== "reflexion") {
    const message = `${RECORD_TYPES[type].plural} are decided one by one, not by the page`;
    throw wrongUsage(message, "See what waits with --list, or go through all of it: tenet review");
  }
  const { queue } = await reviewList(ctx, filter);
  const items = (queue as EntryItem[]).slice(0, PAGE);
  return { items, word: items.at(-1)?.ref ?? "", more: queue.length - items.length };
}

/** The decisions on a page, one row per entry. */
export interface PageDecided {
  decided: { ids: string[]; decision: string; says: string }[];
  /** The number of all items that wait. */
  left: number;
}

/**
 * Decides on all entries of a page as one change. For people: exit 5 otherwise. Throws `busy` where one of them has
 * changed since it was shown; then nothing is decided.
 */
export async function decidePage(
  ctx: Context,
  page: Pick<ReviewPage, "items">,
  input: { action: "approve" | "reject"; reason?: string | undefined; confirmed: boolean },
): Promise<PageDecided> {
  const countWaiting = async () => (await reviewQueue(ctx)).queue.length;
  if (page.items.length === 0) return { decided: [], left: await countWaiting() };
  const { by } = await requireTyped(
    ctx,
    "deciding on a page of reflexions",
    input.confirmed,
    "Show a person what waits: tenet review --list",
  );
  const reason = await statedReason(ctx, input.reason);
  const state = REVIEW_ACTIONS[input.action];
  const decision = { state, by, reason, at: stamp(ctx.clock.now()) };
  const name = `review: ${counted(page.items.length, "reflexion")} ${state.replaceAll("_", " ")}`;
  const results = await changeTree(ctx, { ...changeVerb("review"), reason: name }, async (change) => {
    const entries = [];
    for (const { id, hash } of page.items) {
      const entry = await change.entry(id);
      if ((await stageReview(change, entry, decision, hash)) !== undefined) entries.push(entry);
    }
    if (entries.length > 0) await recordReview(ctx, change, entries, decision);
    return entries.map(({ id, type }) => ({ ids: [id], decision: input.action, says: meaningOf(state, type) }));
  });
  return { decided: results, left: await countWaiting() };
}
