/** Decisions about found learnings: kept in the person's words, or never again. Called by `tenet harvest`. */

import { captureChecked } from "../capture/capture.js";
import type { Captured } from "../capture/capture-schemas.js";
import type { CaptureDraft } from "../capture/drafts/draft.js";
import { checkAll } from "../capture/drafts/draft-list.js";
import type { Context } from "../context.js";
import { isSameName } from "../entry/gates/attribution.js";
import { withModelLoading } from "../search/model/started-model.js";
import { requirePerson } from "../store/profile/people-only.js";
import { closeHeard, openHeard } from "../store/state/heard.js";
import { claimHash } from "../text/claims/canonical.js";
import { stamp } from "../text/durations.js";
import { counted } from "../text/paint.js";
import type { HarvestGroup } from "./harvest-schemas.js";
import type { HarvestDecision } from "./harvest-state.js";
import { addHarvestDecisions } from "./harvest-state.js";

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
  await requirePerson(ctx, KEEPING, true, PICKS);
  const source = fields["source"] ?? (await listedByName(ctx));
  const who = source === undefined ? {} : { source };
  const heardField = group.type === "correction" ? { heard: await heardAs(ctx, [group]) } : {};
  return await keep(ctx, group, { ...fields, type: group.type, context: provenance(group), ...who, ...heardField });
}

/** Settles sentences that session hooks heard in the same words, since the decision covers them. */
async function heardAs(ctx: Context, groups: readonly HarvestGroup[]): Promise<string[]> {
  const wordings = new Set(groups.flatMap((group) => group.wordings));
  return (await openHeard(ctx)).flatMap(({ id, sentence }) => (wordings.has(claimHash(sentence)) ? [id] : []));
}

const KEEPING = "keeping what was found in transcripts";
const PICKS = "A person picks at a terminal.";

async function keep(ctx: Context, group: HarvestGroup, draft: CaptureDraft): Promise<Captured> {
  const checked = (await checkAll(ctx, [draft])).map((one) => ({ ...one, fromTranscript: true as const }));
  const [captured] = await withModelLoading(ctx, ctx.actor.run === undefined, () => captureChecked(ctx, checked));
  const { id } = captured as Captured;
  await remember(ctx, [group], "kept", id);
  return captured as Captured;
}

/** Remembers that these are never wanted. */
export async function leaveOffers(ctx: Context, groups: readonly HarvestGroup[]): Promise<void> {
  await remember(ctx, groups, "never");
  closeHeard(ctx, await heardAs(ctx, groups));
}

async function remember(
  ctx: Context,
  groups: readonly HarvestGroup[],
  how: HarvestDecision["how"],
  id?: string,
): Promise<void> {
  const at = stamp(ctx.clock.now());
  const hashes = groups.flatMap(({ wordings }) => wordings);
  const decision: HarvestDecision = { how, at, ...(id === undefined ? {} : { id }) };
  addHarvestDecisions(ctx.workspace, Object.fromEntries(hashes.map((hash) => [hash, decision])));
}
