/** Decisions about found learnings: kept in the person's words, postponed, or never again. Called by `tenet harvest`. */

import { captureChecked } from "../capture/capture.js";
import type { Captured } from "../capture/capture-schemas.js";
import type { CaptureDraft } from "../capture/drafts/draft.js";
import { checkAll } from "../capture/drafts/draft-list.js";
import type { Context } from "../context.js";
import { isSameName } from "../entry/gates/attribution.js";
import { withModelLoading } from "../search/model/started-model.js";
import { closeHeard } from "../store/loop/heard.js";
import { shownHeard } from "../store/loop/shown-heard.js";
import { answeringPerson, requirePerson } from "../store/people/people-only.js";
import { claimHash } from "../text/canonical.js";
import { stamp } from "../text/durations.js";
import { counted } from "../text/paint.js";
import type { HarvestEdit, HarvestGroup, HarvestOffer } from "./harvest-schemas.js";
import type { HarvestDecision } from "./harvest-state.js";
import { addToHarvestState, phrasesHash } from "./harvest-state.js";

/** The number of quotes stored with an entry: enough to show a repeat. */
const MOST_QUOTES = 3;

const day = (at: string | undefined): string => (at === undefined ? "" : `${at.slice(0, 10)}, `);

/** The source of the words, for later readers of the entry. */
function provenance({ times, sessions, quotes }: HarvestGroup): string {
  const often = times === 1 ? "Said once" : `Said ${times} times in ${counted(sessions, "session")}`;
  const heardRefs = quotes
    .slice(0, MOST_QUOTES)
    .map(({ text, at, host, session }) => `"${text}" (${day(at)}${host}, session ${session})`);
  return `${often}: ${heardRefs.join("; ")}`;
}

/** The speaker: git's user, when the profile lists that name without an e-mail. */
async function listedByName(ctx: Context): Promise<string | undefined> {
  const { name, email } = await ctx.actor.git();
  const { people } = ctx.profile;
  if (email !== undefined && people.some(({ emails }) => emails?.some((own) => isSameName(own, email))))
    return undefined;
  return people.find((person) => isSameName(person.name, name) && (person.emails ?? []).length === 0)?.name;
}

/**
 * Stores one finding in the person's words with its quotes, and remembers the decision. Throws `needs-person` without a
 * terminal: only the person can confirm the words.
 */
export async function keepOffer(
  ctx: Context,
  group: HarvestGroup,
  fields: Readonly<Record<string, unknown>>,
): Promise<Captured> {
  requirePerson(ctx, KEEPING, true, PICKS);
  const source = fields["source"] ?? (await listedByName(ctx));
  const who = source === undefined ? {} : { source };
  const heardField = group.type === "correction" ? { heard: await heardAs(ctx, [group]) } : {};
  return await keep(ctx, group, { ...fields, type: group.type, context: provenance(group), ...who, ...heardField });
}

/** Settles sentences that session hooks heard in the same words, since the decision covers them. */
async function heardAs(ctx: Context, groups: readonly HarvestGroup[]): Promise<string[]> {
  const wordings = new Set(groups.flatMap((group) => group.wordings));
  return (await shownHeard(ctx)).flatMap(({ id, sentence }) => (wordings.has(claimHash(sentence)) ? [id] : []));
}

/** Whoever sits here is the person who made this edit: nobody else knows why. */
export async function isOwnEdit(ctx: Context, { by }: HarvestEdit): Promise<boolean> {
  return isSameName(await answeringPerson(ctx), by);
}

/**
 * Keeps an edit as an example: the words of who committed it, with the reason that this person, and nobody else, states.
 * Refused with `needs-person` where nobody sits at a terminal.
 */
export async function keepEdit(ctx: Context, edit: HarvestEdit, why: string | undefined): Promise<Captured> {
  requirePerson(ctx, KEEPING, true, PICKS);
  const { context, original, final, session, by } = edit;
  const reason = why !== undefined && (await isOwnEdit(ctx, edit)) ? { why } : {};
  return await keep(ctx, edit, { type: "edit", context, original, final, ...reason, session, source: by });
}

const KEEPING = "keeping what was found in transcripts";
const PICKS = "A person picks at a terminal.";

async function keep(ctx: Context, offer: HarvestOffer, draft: CaptureDraft): Promise<Captured> {
  const checked = (await checkAll(ctx, [draft])).map((one) => ({ ...one, fromTranscript: true as const }));
  const [captured] = await withModelLoading(ctx, ctx.actor.run === undefined, () => captureChecked(ctx, checked));
  const { decision, id } = captured as Captured;
  // a run may still fail, and its reserved id with it
  await remember(ctx, [offer], "kept", decision === "buffered" ? undefined : id);
  return captured as Captured;
}

/**
 * Remembers that these are not wanted: `later` until they are said again, or `never`. Answers of how many: an edit is not
 * said again, so one that is put off stays as it is.
 */
export async function leaveOffers(
  ctx: Context,
  offers: readonly HarvestOffer[],
  how: "later" | "never",
): Promise<number> {
  const offersLeft = offers.filter(({ type }) => how === "never" || type !== "edit");
  if (offersLeft.length > 0) await remember(ctx, offersLeft, how);
  if (how === "never") {
    const words = offersLeft.filter((one) => one.type !== "edit");
    await closeHeard(
      ctx,
      (await heardAs(ctx, words)).map((id) => ({ id })),
    );
  }
  return offersLeft.length;
}

async function remember(
  ctx: Context,
  offers: readonly HarvestOffer[],
  how: HarvestDecision["how"],
  id?: string,
): Promise<void> {
  const at = stamp(ctx.clock.now());
  const decisions: Record<string, HarvestDecision> = {};
  for (const offer of offers) {
    // An edit happens once.
    const { wordings, sessions } = offer.type === "edit" ? { wordings: [offer.id], sessions: 1 } : offer;
    for (const hash of wordings) decisions[hash] = { how, at, sessions, ...(id === undefined ? {} : { id }) };
  }
  await addToHarvestState(ctx.workspace, phrasesHash(), { decided: decisions });
}
