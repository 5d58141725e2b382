/** Everything about a new entry that can be known outside the lock: its trust, its review, and what is near it. */

import { localDay } from "../clock.js";
import type { AutoReview } from "../config.js";
import type { Actor, Context } from "../context.js";
import { claimOf, type Entry, type Stakes, type Tier, templateOf } from "../entry/entry.js";
import { letInBy, type Reviewable } from "../entry/gates/auto-review.js";
import { contactOf } from "../entry/gates/contact-scope.js";
import { compareTiers, leastTrusted, tierOf } from "../entry/gates/trust.js";
import type { Unmerged } from "../entry/gates/unmerged.js";
import { isFor, isPrivate, isRestricted } from "../entry/gates/visible.js";
import { aOrAn, isComparedType, typeOfId } from "../entry/record-types.js";
import { bornReview } from "../entry/status.js";
import { TenetError } from "../errors.js";
import type { CoreLines, NearLine } from "../search/core-lines.js";
import type { Search } from "../search/search.js";
import type { Neighbourhood } from "../search/search-results.js";
import { decidesByMerge } from "../store/base/policy/base-state.js";
import type { Change } from "../store/change/change.js";
import { withContact } from "../store/facts/contact.js";
import { isInsideWorkspace } from "../store/files/safe-path.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { isForEverybody, provenanceHere, requireAdmin } from "../store/people/people-only.js";
import { coreLines as linesOf } from "../store/records/core-lines.js";
import { shownTree, viewerOf } from "../store/viewer.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { counted } from "../text/paint.js";
import type { CheckedDraft } from "./drafts/draft.js";
import { whoDecided } from "./drafts/draft-forms.js";
import { type Around, lookAround } from "./look-around.js";
import { type Gate, stakesGate } from "./policy/stakes.js";
import {
  checkRelations,
  namesLine,
  type StatedAnswers,
  splitAnswers,
  withoutLostLines,
  withWholeIds,
} from "./relations.js";

/** A checked draft with everything that can be said of it without looking at its neighbours. */
export interface JudgedDraft extends CheckedDraft {
  /** The draft's instant, for the daily log. */
  at: Date;
  agent: string;
  tier: Tier;
  session?: string;
  /** When it is really written, where its instant is of another day. */
  recorded?: string;
  /** Why a person looks at it before it is used; absent when nobody has to. */
  review?: { state: "needs_review"; reason: string };
  /** What its author says of known entries. */
  answers?: StatedAnswers;
  /** The person's standing rule by which nobody has to, where somebody would. */
  auto?: AutoReview;
  /** What the stakes gate said. */
  gate: Gate;
  /** The id that was drawn for it, because others of its list name it. */
  drawn?: string;
}

/** A draft with everything decided but what only the tree under the lock can decide. */
export interface PreparedDraft extends JudgedDraft {
  template: string;
  claim: string;
  /** Of a correction: what it says was believed before. */
  prior?: string;
  profile: Context["profile"];
  /** How answers are said by the door. */
  steps: Context["steps"];
  /** A person types it. */
  typed: boolean;
  /** Entries from outside that say the same: it is bound to them. */
  repeats?: readonly string[];
  /** Under which known entries are retrieved. */
  mode: Context["profile"]["apply_mode"];
  /** Beside a base: it waits for a merge. */
  unmerged?: readonly Unmerged[];
  /** The tree that the neighbourhood was taken from: see {@link asItIsNow}. */
  seen: Store;
  neighbourhood: Neighbourhood;
  /** Lines that people wrote into core files, with how near they are. */
  lines: readonly NearLine[];
  search: Search;
  /** Of a question: what stands beside it that is no entry to compare it with. */
  around?: Around;
  /** May its author be told of this one? What is not theirs to see is no neighbour either. */
  isShown(head: EntryMeta): Promise<boolean>;
}

/**
 * A session somebody named; the ad-hoc one follows from agent and day and is not written, but for what belongs to it alone.
 */
function sessionToWrite({ agent, session }: Pick<Actor, "agent" | "session">, scope: unknown): string | undefined {
  return scope !== "conversation" && session.startsWith(`adhoc-${agent}-`) ? undefined : session;
}

/** A stated instant dates the record; evidence counts from the day it is written. */
function recordedAt({ clock, profile: { timezone } }: Context, timestamp: string): string | undefined {
  const now = clock.now();
  return localDay(new Date(timestamp), timezone) === localDay(now, timezone) ? undefined : stamp(now);
}

/** Ids that entries will have, with how far those are trusted as far as it is known. */
export type Promised = ReadonlyMap<string, Tier | undefined>;

const NONE: Promised = new Map();

/** How far the words are trusted: by who says them, and never more than the entries they derive from. */
async function trustOf(ctx: Context, tree: Store, checked: CheckedDraft, promised: Promised) {
  if (checked.buffered !== undefined) return { tier: checked.buffered.tier, source: undefined };
  const origin = checked.fields["origin"] as string | undefined;
  const said = {
    origin,
    originInside: origin !== undefined && isInsideWorkspace(ctx.workspace, origin),
    source: checked.fields["source"] as string | undefined,
    ...(await provenanceHere(ctx)),
    fromTranscript: checked.fromTranscript,
  };
  const trust = tierOf({ ...said, statedTier: checked.statedTier });
  if (trust.raised !== undefined) {
    throw new TenetError(`tier ${trust.raised} is more than this source has: ${trust.tier}`, {
      failure: "usage",
      code: "tier-raised",
      hint: trust.because,
    });
  }
  if (trust.unknownSource !== undefined) ctx.warn(`${trust.because} Their words count as a peer's.`);
  // What another agent is said to have written is trusted as far as that agent, and no further than who hands it over.
  const named = checked.statedAgent === undefined ? trust : tierOf({ ...said, agent: checked.statedAgent });
  if (compareTiers(named.tier, trust.tier) < 0) ctx.warn(`${named.because} Its words count as a ${named.tier}'s.`);
  const parents = ((checked.fields["derived_from"] as string[] | undefined) ?? []).flatMap(
    // A question says nothing: an answer is trusted as whoever gave it.
    (id) => (typeOfId(id) === "question" ? [] : (promised.get(id) ?? tree.head(id)?.tier ?? [])),
  );
  return { tier: leastTrusted([trust.tier, named.tier, ...parents]), source: trust.source };
}

/**
 * The draft with whole ids and possible relations, judged by the stakes gate, with its tier and review. `promised`
 * are ids of the same list or run. Reads only; throws what refuses it.
 */
export async function judgeDraft(
  ctx: Context,
  tree: Store,
  draft: CheckedDraft,
  promised: Promised = NONE,
): Promise<JudgedDraft> {
  const lines = namesLine(draft.fields) ? await linesOf(ctx) : [];
  const nameable = { promised: [...promised.keys(), ...(draft.buffered?.promised ?? [])], lines };
  const sayable = draft.buffered === undefined ? draft.fields : withoutLostLines(draft.fields, lines);
  const whole = withWholeIds(tree, sayable, nameable);
  const { answers, rest } = isComparedType(draft.type) ? splitAnswers(whole) : { answers: undefined, rest: whole };
  const checked = { ...draft, fields: rest };
  const { buffered } = checked;
  const { tier, source } = await trustOf(ctx, tree, checked, promised);
  const stated = checked.fields["session"] as string | undefined;
  const own = buffered === undefined ? sessionToWrite(ctx.actor, checked.fields["scope"]) : buffered.session;
  const session = stated ?? own;
  const waits = bornReview(ctx.profile.apply_mode, tier, checked.type);
  const { tags, entities } = checked.fields as Pick<Reviewable, "tags" | "entities">;
  const auto = waits && letInBy(ctx.profile.review.auto, { type: checked.type, tier, tags, entities });
  const review = auto === undefined ? waits : undefined;
  if (checked.type === "reflexion" && !ctx.profile.reflexions.on) {
    throw reflexionsOff("reflexions are off in this workspace (reflexions.on); nothing was stored");
  }
  if (buffered === undefined) await requireRight(ctx, tree, checked, answers);
  checkRelations(tree, { type: checked.type, tier, id: buffered?.id, review }, checked.fields);
  const gate = stakesGate({
    type: checked.type,
    stakes: checked.fields["stakes"] as Stakes | undefined,
    at_risk: checked.fields["at_risk"] as string | undefined,
  });
  const { at_risk: _risk, ...others } = checked.fields;
  // A level that was assumed says so, also when it is judged again at the end of a run.
  const known = (others["flags"] as string[] | undefined) ?? [];
  const flags = gate.finding === undefined ? known : [...new Set([...known, gate.finding])];
  const agent = buffered?.agent ?? checked.statedAgent ?? ctx.actor.agent;
  const fields = {
    ...others,
    ...(checked.type === "decision" ? { by: others["by"] ?? whoDecided(source ?? others["source"], agent) } : {}),
    ...defined({ source, stakes: gate.stakes, at_risk: gate.at_risk, flags: flags.length === 0 ? undefined : flags }),
  };
  return {
    ...checked,
    fields,
    at: new Date(checked.timestamp),
    agent,
    tier,
    ...defined({ answers, session, review, auto, recorded: recordedAt(ctx, checked.timestamp) }),
    gate,
  };
}

/** What is about one contact takes the place of nothing that is about another, or about none; nor the other way round. */
function aboutOthers(id: string): TenetError {
  return new TenetError(`${id} is not about the same contact; it cannot be replaced by this`, {
    failure: "usage",
    code: "wrong-relation",
    hint: "Leave `supersedes` out, or name the contact with --contact.",
  });
}

export function reflexionsOff(why: string): TenetError {
  return new TenetError(why, {
    failure: "refused",
    code: "reflexions-off",
    hint: "What was found out, with what shows it, is an insight; what was wrong is a correction.",
  });
}

/** What is for everybody is written, and replaced, by an owner or admin. */
async function requireRight(
  ctx: Context,
  tree: Store,
  { type, fields }: CheckedDraft,
  answers: StatedAnswers | undefined,
): Promise<void> {
  if (isForEverybody({ type, ...fields })) await requireAdmin(ctx, `${aOrAn(type)} of scope global`);
  const about = contactOf(fields as { scope?: string });
  for (const id of answers?.replaces ?? []) {
    const head = tree.head(id);
    if (head !== undefined && contactOf(head) !== about) throw aboutOthers(id);
    if (head !== undefined && isForEverybody(head)) await requireAdmin(ctx, `replacing ${id}`);
  }
}

const NO_LINES: { lines: readonly NearLine[]; pending: number } = { lines: [], pending: 0 };

/** Adds what is near, by words and by meaning: the part that may load a model. */
export async function prepare(
  ctx: Context,
  tree: Store,
  { search, coreLines }: { search: Search; coreLines: CoreLines },
  alone: JudgedDraft,
): Promise<PreparedDraft> {
  const draft = { ...alone.fields, type: alone.type } as Entry;
  const [template, claim] = [templateOf(draft), claimOf(draft)];
  const prior = draft.type === "correction" ? draft.prior_belief : undefined;
  const found = await search.neighbours(template, claim, prior);
  // What is said about a contact is compared with what is known of that contact; what is private, with what is.
  const reader = withContact(ctx, contactOf(draft), { private: isPrivate(draft) });
  const shown = await shownTree(reader, tree);
  const neighbourhood = { ...found, candidates: found.candidates.filter(({ id }) => shown.head(id) !== undefined) };
  for (const warning of found.warnings) ctx.warn(warning);
  const { lines, pending } = isComparedType(alone.type)
    ? await coreLines.near({ claim, prior, vectorOf: search.vectorOf })
    : NO_LINES;
  if (pending > 0) ctx.warn(`${counted(pending, "line")} of core files could not be compared in time.`);
  const around =
    alone.type === "question"
      ? await lookAround(ctx, tree, search, {
          question: claim,
          key: (alone.fields as { key?: string }).key,
          ofContact: contactOf(draft) !== undefined,
          cuts: neighbourhood.cuts,
        })
      : undefined;
  return {
    ...alone,
    template,
    claim,
    profile: ctx.profile,
    steps: ctx.steps,
    typed: ctx.actor.atTerminal,
    mode: ctx.profile.apply_mode,
    ...(decidesByMerge(ctx.base) ? { unmerged: ["words" as const] } : {}),
    seen: tree,
    neighbourhood,
    lines,
    search,
    ...defined({ around, prior }),
    isShown: async (head) => !isRestricted(head) || isFor(head, await viewerOf(reader)),
  };
}

/** A draft with what is near in the tree as its change has left it so far. Called under the lock. */
export async function asItIsNow<D extends JudgedDraft | PreparedDraft>({ now }: Change, draft: D): Promise<D> {
  if (!("neighbourhood" in draft) || now.hash === draft.seen.hash) return draft;
  const search = draft.search.within(now);
  const near = await search.neighboursSince(draft.seen, draft.neighbourhood, draft);
  const candidates: Neighbourhood["candidates"] = [];
  for (const one of near.candidates) if (await draft.isShown(now.head(one.id) as EntryMeta)) candidates.push(one);
  return { ...draft, search, seen: now, neighbourhood: { ...near, candidates } };
}
