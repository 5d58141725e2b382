/** `tenet review --type reflexion`: a page of what runs taught, which a person lets in, or turns down, by one typed word. */

import type { Context } from "../context.js";
import { foldedEntity } from "../entry/near/shared-words.js";
import { RECORD_TYPES } from "../entry/record-types.js";
import { wrongUsage } from "../errors.js";
import { typeOf } from "../recall/filter.js";
import { changeTree } from "../store/change/change.js";
import { changeVerb } from "../store/change/prepare-write.js";
import type { EntryMeta } from "../store/open-store.js";
import { requireDecider, statedReason } from "../store/people/people-only.js";
import { stamp } from "../text/durations.js";
import { counted } from "../text/paint.js";
import { meaningOf, REVIEW_ACTIONS, recordReview, stageReview, untilMerged } from "./review.js";
import { entriesToReview, reviewQueue } from "./review-queue.js";
import type { EntryItem, ReviewQueue } from "./review-schemas.js";

/** More on one screen nobody reads before they type the word. */
const PAGE = 20;

/** Which of the entries that wait. */
export interface PageFilter {
  /** Any type; a page to decide on is one of reflexions. */
  type?: string | undefined;
  /** As `vendor:acme`. */
  entity?: string | undefined;
}

/** What is on the screen, and the word that decides on all of it. */
export interface ReviewPage {
  items: EntryItem[];
  word: string;
  /** How many more wait. */
  more: number;
}

function meantBy({ type, entity }: PageFilter): (head: EntryMeta) => boolean {
  const wanted = typeOf(type) ?? "reflexion";
  const about = entity === undefined ? undefined : foldedEntity(entity);
  return (head) =>
    head.type === wanted && (about === undefined || head.entities?.some((one) => foldedEntity(one) === about) === true);
}

/** The entries of a type that wait, for everyone to look at. Reads only. */
export async function reviewList(ctx: Context, filter: PageFilter): Promise<ReviewQueue> {
  return { queue: await entriesToReview(ctx, meantBy(filter)) };
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

/** What was decided on a page, one row an entry. */
export interface PageDecided {
  decided: { ids: string[]; decision: string; says: string }[];
  /** All that waits for a person, of whatever kind. */
  left: number;
}

/**
 * Decides on everything that stood on a page, as one change. For people: exit 5 otherwise. Throws `busy` where one of them
 * is no longer what was shown: then nothing is decided.
 */
export async function decidePage(
  ctx: Context,
  page: Pick<ReviewPage, "items">,
  input: { action: "approve" | "reject"; reason?: string | undefined; confirmed: boolean },
): Promise<PageDecided> {
  const left = async () => (await reviewQueue(ctx)).queue.length;
  if (page.items.length === 0) return { decided: [], left: await left() };
  const { by } = await requireDecider(
    ctx,
    "deciding on a page of reflexions",
    input.confirmed,
    "Show a person what waits: tenet review --list",
  );
  const reason = await statedReason(input.reason);
  const state = REVIEW_ACTIONS[input.action];
  const decision = { state, by, reason, at: stamp(ctx.clock.now()) };
  const name = `review: ${counted(page.items.length, "reflexion")} ${state.replaceAll("_", " ")}`;
  const decided = await changeTree(ctx, { ...changeVerb("review"), reason: name }, async (change) => {
    const entries = [];
    for (const { id, hash } of page.items) {
      const entry = await change.entry(id);
      if ((await stageReview(change, entry, decision, hash)) !== undefined) entries.push(entry);
    }
    if (entries.length > 0) await recordReview(ctx, change, entries, decision);
    return entries.map(({ id, type }) => ({ ids: [id], decision: input.action, says: meaningOf(state, type) }));
  });
  const waits = await untilMerged(
    ctx,
    decided.flatMap(({ ids }) => ids),
  );
  return { decided: decided.map((one) => ({ ...one, says: [one.says, ...waits].join(" ") })), left: await left() };
}
