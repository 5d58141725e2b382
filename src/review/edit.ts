/** Changing what an entry says by its fields; by hand in an editor: `edit-by-hand.ts`. */

import { completeEdit } from "../capture/drafts/draft-edit.js";
import { cleanFields } from "../capture/drafts/draft-fields.js";
import { linesOf, mayRepeat } from "../capture/policy/repeats.js";
import { checkRelations, withWholeIds } from "../capture/relations.js";
import { ownAgents } from "../config.js";
import type { Context } from "../context.js";
import {
  type Basis,
  CONFIDENCE,
  type Entry,
  type Memory,
  type Outcome,
  type Patch,
  type Tier,
} from "../entry/entry.js";
import { SCHEMA_OF } from "../entry/entry-schema.js";
import { contactOf } from "../entry/gates/contact-scope.js";
import { changedOf, mayChange } from "../entry/gates/may-change.js";
import { isPinned, pinOf } from "../entry/gates/pins.js";
import { leastTrusted, tierOf } from "../entry/gates/trust.js";
import { isApproved } from "../entry/gates/visible.js";
import { UNRATED } from "../entry/missing-facts.js";
import { closingInForce } from "../entry/near/closings.js";
import { typeOfId } from "../entry/record-types.js";
import { ratedAfter } from "../entry/stakes.js";
import { approvalLapsed, bornReview, contentHash, inForce } from "../entry/status.js";
import { TenetError, wrongUsage } from "../errors.js";
import { type Change, changeTree } from "../store/change/change.js";
import { changeVerb, prepareWrite } from "../store/change/prepare-write.js";
import { completeFact, refuseFactFields } from "../store/facts/fact-fields.js";
import { isInsideWorkspace } from "../store/files/safe-path.js";
import { contextHolding } from "../store/home.js";
import { isForEverybody, personHere, requireAdmin, requirePerson } from "../store/people/people-only.js";
import { fromHome } from "../store/user-tree.js";
import { claimHash } from "../text/canonical.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import type { Edited } from "./review-schemas.js";

const EDIT = changeVerb("edit");

export interface EditInput {
  id: string;
  /** Author's fields by their schema names; an empty text takes an optional field away. */
  fields: Record<string, unknown>;
  /** A person adds what nobody had said: what was approved stays approved. */
  completes?: true;
}

/** Why an entry waits after an edit of what was approved. */
export const OPEN_AGAIN = "Its content changed after it was approved, so a person looks at it again.";

/** Relations that change the other entry as well: decided with `resolve`, not by writing them down. */
const DECIDED: ReadonlySet<string> = new Set(["supersedes", "recurrence_of", "exception_to", "near"]);

/** Fields that say where the words come from: trust follows them. */
const PROVENANCE: ReadonlySet<string> = new Set(["source", "origin", "derived_from"]);

/** Changes fields of one entry, each on its own line of the file. */
export async function edit(ctx: Context, input: EditInput): Promise<Edited> {
  await prepareWrite(ctx, EDIT);
  const { home, id } = await contextHolding(ctx, input.id, { writing: true });
  return fromHome(ctx, home, await editAt(home, { ...input, id }));
}

async function editAt(ctx: Context, input: EditInput): Promise<Edited> {
  const git = await ctx.actor.git();
  const reason = `edit: ${input.id}`;
  return await changeTree(ctx, { ...EDIT, reason }, async (change) => {
    const { id } = input;
    const entry = await change.entry(id);
    refuseForeignWords(ctx, entry);
    if (isForEverybody(entry)) await requireAdmin(ctx, `changing ${id}`);
    refuseDecided(entry, Object.keys(input.fields));
    const emptied = Object.keys(input.fields).filter((field) => isEmptied(input.fields[field]));
    const stated = withWholeIds(change.tree, await cleanFields(ctx, entry.type, input.fields));
    checkRelations(change.tree, { type: entry.type, tier: entry.tier, id }, stated);
    refuseEmptied(entry, emptied);
    const { flags: _flags, ...said } = stated;
    const patch: Patch = { ...said, ...Object.fromEntries(emptied.map((field) => [field, undefined])) };
    const changed = Object.keys(patch).filter((field) => !same(patch[field], (entry as Patch)[field]));
    const effective = Object.fromEntries(changed.map((field) => [field, patch[field]]));
    const after = { ...entry, ...effective } as Entry;
    refuseClosedQuestion(entry, after);
    if (entry.type === "memory") Object.assign(effective, ofMemory(ctx, entry, effective));
    if (["original", "final", "kind"].some((field) => field in effective)) completeEdit(after);
    const most = changed.length === 0 ? entry.tier : tierAfter(ctx, change, git, entry, after, changed);
    const tier = leastTrusted([most, ...tiersRepeated(change, entry, after)]);
    const renewed = input.completes === true ? renewedBy(entry, after) : undefined;
    const waits = renewed === undefined ? reviewAfter(ctx, entry, after, tier) : undefined;
    const flags = flagsAfter(entry, stated);
    const place = await change.update(id, {
      ...effective,
      ...(tier === entry.tier ? {} : { tier }),
      ...(waits === undefined ? {} : { review: { state: "needs_review", at: stamp(ctx.clock.now()), reason: waits } }),
      ...defined({ review: renewed, pinned: await pinAfter(ctx, entry, after) }),
      ...flags,
      ...ratedAfter(entry, { ...after, ...flags } as Entry, stamp(ctx.clock.now())),
    });
    if (entry.type === "outcome" && after.type === "outcome") await updateJudged(change, entry, after.verdict);
    const lowered = tier === entry.tier ? [] : ["tier"];
    return { id, ...place, changed: [...changed, ...lowered], findings: [], ...(waits === undefined ? {} : { waits }) };
  });
}

/** A person who changes what is pinned pins what it says now. */
async function pinAfter(ctx: Context, before: Entry, after: Entry): Promise<Memory["pinned"]> {
  if (!isPinned(before) || after.type !== "memory" || isPinned(after)) return undefined;
  return pinOf(after, (await personHere(ctx)) as string, stamp(ctx.clock.now()));
}

/**
 * Whom a memory is for decides where it lies, so that is not edited; how sure it is follows how it became known unless that
 * is stated. What only a fact about a contact says is refused as when it is remembered.
 */
function ofMemory({ clock }: Context, entry: Memory, changed: Patch): Patch {
  if ("scope" in changed) {
    throw wrongUsage(
      `${entry.id} stays of scope ${entry.scope ?? "project"}`,
      "Remember it anew with the other scope, and forget this one.",
      "wrong-field",
    );
  }
  if (contactOf(entry) === undefined) refuseFactFields(changed);
  else if ("valid_from" in changed || "valid_to" in changed)
    completeFact({ ...entry, ...changed }, entry.timestamp, clock.now());
  return {
    ...("basis" in changed && !("confidence" in changed) ? { confidence: CONFIDENCE[changed["basis"] as Basis] } : {}),
    ...("valid_to" in changed ? { stated_to: undefined } : {}),
  };
}

/** Words that are trusted more than an agent's own are changed by their people, not by an agent. */
function refuseForeignWords(ctx: Context, entry: Entry): void {
  if (entry.redacted !== undefined) {
    throw new TenetError(`${entry.id} was redacted; its words stay away`, {
      failure: "refused",
      code: "redacted",
      hint: "Record what holds now as an entry of its own.",
    });
  }
  // An agent's edit counts as what people told it: the owner's own words are more than that.
  const changer = ctx.actor.atTerminal ? { tier: "owner" as const, typed: true } : { tier: "relayed" as const };
  if (mayChange(changer, changedOf(entry), "reword") === "yes") return;
  const instead = "Record what is different as a correction of your own.";
  const whose = entry.tier === "owner" ? "an owner's own words" : "which is pinned";
  requirePerson(ctx, `changing ${entry.id}, ${whose},`, true, instead);
}

/** What was asked is what was answered. */
function refuseClosedQuestion(before: Entry, after: Entry): void {
  if (before.type !== "question" || closingInForce(before) === undefined) return;
  if (contentHash(before) === contentHash(after)) return;
  throw new TenetError(`${before.id} was closed with the words it has`, {
    failure: "refused",
    code: "closed",
    hint: "Ask anew what is still to be asked.",
  });
}

function refuseDecided(entry: Entry, fields: readonly string[]): void {
  const field = fields.find((name) => DECIDED.has(name));
  if (field !== undefined) {
    throw wrongUsage(
      `${field} changes the other entry as well; it is decided for the pair`,
      `See the ways to decide it: tenet resolve --help`,
      "decided-by-resolve",
    );
  }
  if (entry.type === "outcome" && fields.includes("references")) {
    throw wrongUsage(
      `${entry.id} has judged what it references; that cannot be moved`,
      "Record another outcome for the other entry.",
      "decided-by-outcome",
    );
  }
}

/** The tier after an edit: an owner's only while the owner types, and never more than the stated provenance carries. */
function tierAfter(
  ctx: Context,
  change: Change,
  git: { name?: string; email?: string },
  before: Entry,
  after: Entry,
  changed: readonly string[],
): Tier {
  const provenanceChanged = changed.some((field) => PROVENANCE.has(field));
  if (before.tier !== "owner" && !provenanceChanged) return before.tier;
  const { origin } = after;
  const typed = before.tier === "owner" && ctx.actor.atTerminal;
  const trust = tierOf({
    origin,
    originInside: origin !== undefined && isInsideWorkspace(ctx.workspace, origin),
    source: after.source,
    agent: after.agent,
    people: ctx.profile.people,
    ownAgents: ownAgents(ctx.profile),
    atTerminal: typed,
    gitName: git.name,
    gitEmail: git.email,
  });
  const parents = (after.derived_from ?? []).flatMap((id) =>
    typeOfId(id) === "question" ? [] : (change.tree.head(id)?.tier ?? []),
  );
  return leastTrusted([before.tier, trust.tier, ...parents]);
}

/** Tiers of less trusted entries whose very words an agent's entry takes over by an edit: they make those no truer. */
function tiersRepeated(change: Change, before: Entry, after: Entry): Tier[] {
  if (!mayRepeat(before.tier)) return [];
  const known = new Set(linesOf(before).map(claimHash));
  const fresh = new Set(
    linesOf(after)
      .map(claimHash)
      .filter((hash) => !known.has(hash)),
  );
  const heads = change.now.claiming(fresh).filter(({ id, status }) => id !== before.id && status !== "forgotten");
  return heads.map(({ tier }) => tier);
}

/** Why a person looks at it (again) after an edit; undefined when nobody has to, or it waits already. */
function reviewAfter({ profile }: Context, before: Entry, after: Entry, tier: Tier): string | undefined {
  const wasOpen = isApproved(inForce(before, profile.apply_mode));
  if (tier === "external" && before.tier !== "external" && wasOpen)
    return bornReview("auto", tier, before.type)?.reason;
  return approvalLapsed(after) ? OPEN_AGAIN : undefined;
}

/** The approval of what it said before, for what it says with the facts that a person added; none where none stood. */
function renewedBy(before: Entry, after: Entry): Entry["review"] {
  const { review } = before;
  if (review?.hash === undefined || approvalLapsed(before)) return undefined;
  return { ...review, hash: contentHash(after) };
}

/** An outcome that says otherwise now says so of what it judged, where it is still the newest. */
async function updateJudged(change: Change, before: Outcome, verdict: Outcome["verdict"]): Promise<void> {
  if (verdict === before.verdict) return;
  for (const id of before.references) {
    if (change.tree.head(id) === undefined) continue;
    const known = await change.entry(id);
    const isNewest =
      known.type !== "outcome" && known.outcome_date === before.timestamp && known.outcome === before.verdict;
    if (isNewest) await change.update(id, { outcome: verdict });
  }
}

function isEmptied(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmptied);
  return typeof value === "string" && value.trim() === "";
}

function refuseEmptied(entry: Entry, emptied: readonly string[]): void {
  const shape: Record<string, { safeParse(value: unknown): { success: boolean } }> = SCHEMA_OF[entry.type].shape;
  for (const field of emptied) {
    if (field !== "risk" && shape[field]?.safeParse(undefined).success === true) continue;
    throw wrongUsage(
      `${field} is required for ${entry.type}; it cannot be emptied`,
      "Give it a new text, or leave it as it is.",
      "missing-fields",
    );
  }
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Flags of what was not said go once it is said. */
function flagsAfter(entry: Entry, { at_risk, stakes, flags: added = [] }: Patch): Patch {
  const said = [typeof at_risk === "string" ? "stakes-empty" : "", ...(stakes === undefined ? [] : UNRATED)];
  const flags = [...(entry.flags ?? []).filter((flag) => !said.includes(flag)), ...(added as string[])];
  return same(flags, entry.flags ?? []) ? {} : { flags: flags.length === 0 ? undefined : flags };
}
