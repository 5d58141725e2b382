/**
 * Judges a draft outside the lock: its trust, its review, its relations, and what is near. Called by
 * `judge-and-store.ts`.
 */

import type { Actor, Context } from "../../context.js";
import { claimOf, type Entry, type Stakes, type Tier, templateOf } from "../../entry/entry.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { compareTiers, leastTrusted } from "../../entry/gates/trust.js";
import { isFor, isPrivate, isRestricted } from "../../entry/gates/visible.js";
import { aOrAn, isComparedType, typeOfId } from "../../entry/record-types.js";
import { bornReview } from "../../entry/status.js";
import { TenetError } from "../../errors.js";
import type { CoreLines, NearLine } from "../../search/core-lines.js";
import type { Search } from "../../search/search.js";
import type { Neighbourhood } from "../../search/search-results.js";
import type { AutoReview } from "../../settings.js";
import type { Change } from "../../store/change/change.js";
import { withContact } from "../../store/contacts/contact.js";
import { isInsideWorkspace } from "../../store/files/safe-path.js";
import type { Row, Store } from "../../store/open-store.js";
import { isForEverybody, provenanceHere, requireAdmin } from "../../store/profile/people-only.js";
import { tierOf } from "../../store/profile/tier-of.js";
import { coreLines as linesOf } from "../../store/records/peoples-lines.js";
import { shownTree, viewerOf } from "../../store/viewer.js";
import { defined } from "../../text/defined.js";
import { counted } from "../../text/paint.js";
import type { CheckedDraft } from "../drafts/draft.js";
import { whoDecided } from "../drafts/draft-forms.js";
import { letInBy, type Reviewable } from "../policy/auto-review.js";
import { type Gate, stakesGate } from "../policy/stakes.js";
import { namesLine, type StatedAnswers, splitAnswers, withoutLostLines, withWholeIds } from "../relations.js";

/** A checked draft with its trust, review and gate, before any comparison. */
export interface JudgedDraft extends CheckedDraft {
  /** The draft's instant, for the daily log. */
  at: Date;
  agent: string;
  tier: Tier;
  session?: string;
  /** The session in which it is said, which an agent's day names where nobody states one. */
  saidIn: string;
  /** Set when a person has to review it before use. */
  review?: { state: "needs_review"; reason: string };
  /** The author's statements about known entries. */
  answers?: StatedAnswers;
  /** The person's standing rule that approves it without a review. */
  auto?: AutoReview;
  /** The decision of the stakes gate. */
  gate: Gate;
  /** The id drawn for it because others of its list name it. */
  drawn?: string;
}

/** A draft with everything decided that needs no lock. */
export interface PreparedDraft extends JudgedDraft {
  template: string;
  claim: string;
  /** For a correction: its prior belief. */
  prior?: string;
  profile: Context["profile"];
  /** A person types it at a terminal. */
  typed: boolean;
  /** The mode in which known entries are retrieved. */
  mode: Context["profile"]["apply_mode"];
  /** The tree that the neighbourhood is from: see {@link asItIsNow}. */
  comparedTree: Store;
  neighbourhood: Neighbourhood;
  /** Lines that people wrote into core files, with how near they are. */
  lines: readonly NearLine[];
  search: Search;
  /** Whether the author may see an entry. Entries they may not see are no neighbours. */
  isShown(head: Row): Promise<boolean>;
}

/** The session to store. An ad-hoc session follows from agent and day and is stored only for scope `conversation`. */
function sessionToWrite({ agent, session }: Pick<Actor, "agent" | "session">, scope: unknown): string | undefined {
  return scope !== "conversation" && session.startsWith(`adhoc-${agent}-`) ? undefined : session;
}

/** Ids that entries will have, with their tiers where those are known. */
export type Promised = ReadonlyMap<string, Tier | undefined>;

const NONE: Promised = new Map();

/** The tier and source of the words: that of their speaker, never above the entries they derive from. */
async function trustOf(ctx: Context, tree: Store, checked: CheckedDraft, promised: Promised) {
  if (checked.made !== undefined) return { tier: checked.made.tier, source: undefined };
  const origin = checked.fields["origin"] as string | undefined;
  const provenance = {
    origin,
    originInside: origin !== undefined && isInsideWorkspace(ctx.workspace, origin),
    source: checked.fields["source"] as string | undefined,
    ...(await provenanceHere(ctx)),
    fromTranscript: checked.fromTranscript,
  };
  const trust = tierOf(provenance);
  if (trust.isUnknown) ctx.warn(`${trust.because} Their words count as a peer's.`);
  // Text attributed to another agent is trusted as the lesser of that agent and the caller.
  const agentTrust = checked.statedAgent === undefined ? trust : tierOf({ ...provenance, agent: checked.statedAgent });
  if (compareTiers(agentTrust.tier, trust.tier) < 0)
    ctx.warn(`${agentTrust.because} Its words count as a ${agentTrust.tier}'s.`);
  const parents = ((checked.fields["derived_from"] as string[] | undefined) ?? []).flatMap(
    // A question makes no claim; an answer has the tier of its author.
    (id) => (typeOfId(id) === "question" ? [] : (promised.get(id) ?? tree.head(id)?.tier ?? [])),
  );
  return { tier: leastTrusted([trust.tier, agentTrust.tier, ...parents]), source: trust.source };
}

/**
 * Resolves ids, checks relations, applies the stakes gate, and sets tier and review. `promised`: ids of the same list
 * or run. Reads only; throws any refusal.
 */
export async function judgeDraft(
  ctx: Context,
  tree: Store,
  draft: CheckedDraft,
  promised: Promised = NONE,
): Promise<JudgedDraft> {
  const lines = namesLine(draft.fields) ? await linesOf(ctx) : [];
  const { made } = draft;
  const missing = (id: string) => ctx.warn(`No entry here is ${id}; it is named all the same, until it comes.`);
  const nameable = { promised: [...promised.keys()], lines, ...(made === undefined ? { missing } : {}) };
  const currentFields = made === undefined ? draft.fields : withoutLostLines(draft.fields, lines);
  const withIds = withWholeIds(tree, currentFields, nameable);
  const { answers, rest } = isComparedType(draft.type) ? splitAnswers(withIds) : { answers: undefined, rest: withIds };
  const checked = { ...draft, fields: rest };
  const { tier, source } = await trustOf(ctx, tree, checked, promised);
  const statedSession = checked.fields["session"] as string | undefined;
  const ownSession = made === undefined ? sessionToWrite(ctx.actor, checked.fields["scope"]) : made.session;
  const session = statedSession ?? ownSession;
  const saidIn = session ?? ctx.actor.session;
  const waits = bornReview(ctx.profile.apply_mode, tier, checked.type);
  const { tags, entities } = checked.fields as Pick<Reviewable, "tags" | "entities">;
  const auto = waits && letInBy(ctx.profile.review.auto, { type: checked.type, tier, tags, entities });
  const review = auto === undefined ? waits : undefined;
  if (made === undefined) await requireRight(ctx, tree, checked, answers);
  const gate = stakesGate({
    type: checked.type,
    stakes: checked.fields["stakes"] as Stakes | undefined,
    at_risk: checked.fields["at_risk"] as string | undefined,
  });
  const { at_risk: _risk, ...otherFields } = checked.fields;
  const agent = made?.agent ?? checked.statedAgent ?? ctx.actor.agent;
  const fields = {
    ...otherFields,
    ...(checked.type === "decision"
      ? { by: otherFields["by"] ?? whoDecided(source ?? otherFields["source"], agent) }
      : {}),
    ...defined({ source, stakes: gate.stakes, at_risk: gate.at_risk, run: ctx.actor.run }),
  };
  return {
    ...checked,
    fields,
    at: new Date(checked.timestamp),
    saidIn,
    agent,
    tier,
    ...defined({ answers, session, review, auto }),
    gate,
  };
}

/** An entry about one contact neither replaces nor judges one about another or none, nor the other way round. */
function aboutOthers(id: string, done: string): TenetError {
  return new TenetError(`${id} is not about the same contact; it cannot be ${done} by this`, {
    failure: "usage",
    code: "wrong-relation",
    hint: "Name the contact with --contact, or leave it out.",
  });
}

export function reflexionsOff(why: string): TenetError {
  return new TenetError(why, {
    failure: "refused",
    code: "reflexions-off",
    hint: "What was found out, with what shows it, is an insight; what was wrong is a correction.",
  });
}

/** Global entries are written and replaced only by an owner or admin. */
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
    if (head !== undefined && contactOf(head) !== about) throw aboutOthers(id, "replaced");
    if (head !== undefined && isForEverybody(head)) await requireAdmin(ctx, `replacing ${id}`);
  }
  for (const id of (fields["references"] as string[] | undefined) ?? []) {
    const head = tree.head(id);
    if (head !== undefined && contactOf(head) !== about) throw aboutOthers(id, "judged");
  }
}

const NO_LINES: { lines: readonly NearLine[]; pending: number } = { lines: [], pending: 0 };

/** Adds what is near, by words and by meaning. May load a model. */
export async function prepare(
  ctx: Context,
  tree: Store,
  { search, coreLines }: { search: Search; coreLines: CoreLines },
  judged: JudgedDraft,
): Promise<PreparedDraft> {
  const draft = { ...judged.fields, type: judged.type } as Entry;
  const [template, claim] = [templateOf(draft), claimOf(draft)];
  const prior = draft.type === "correction" ? draft.prior_belief : undefined;
  const neighbours = await search.neighbours(template, claim, prior);
  // A fact about a contact is compared with facts about that contact; a private text with private ones.
  const reader = await withContact(ctx, contactOf(draft), { private: isPrivate(draft) });
  const visibleTree = await shownTree(reader, tree);
  const neighbourhood = {
    ...neighbours,
    candidates: neighbours.candidates.filter(({ id }) => visibleTree.head(id) !== undefined),
  };
  for (const warning of neighbours.warnings) ctx.warn(warning);
  const { lines, pending } = isComparedType(judged.type)
    ? await coreLines.near({ claim, prior, vectorOf: search.vectorOf })
    : NO_LINES;
  if (pending > 0) ctx.warn(`${counted(pending, "line")} of core files could not be compared in time.`);
  return {
    ...judged,
    template,
    claim,
    profile: ctx.profile,
    typed: ctx.actor.atTerminal,
    mode: ctx.profile.apply_mode,
    comparedTree: tree,
    neighbourhood,
    lines,
    search,
    ...defined({ prior }),
    isShown: async (head) => !isRestricted(head) || isFor(head, await viewerOf(reader)),
  };
}

/** The draft with its neighbours in the tree as the change has left it. Called under the lock. */
export async function asItIsNow<D extends JudgedDraft | PreparedDraft>({ tree: now }: Change, draft: D): Promise<D> {
  if (!("neighbourhood" in draft) || now.hash === draft.comparedTree.hash) return draft;
  const search = draft.search.within(now);
  const current = await search.neighboursSince(draft.comparedTree, draft.neighbourhood, draft);
  const candidates: Neighbourhood["candidates"] = [];
  for (const one of current.candidates) if (await draft.isShown(now.head(one.id) as Row)) candidates.push(one);
  return { ...draft, search, neighbourhood: { ...current, candidates } };
}
