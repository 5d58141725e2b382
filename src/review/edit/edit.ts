/**
 * `tenet edit`: changes fields of an entry. Called by the command and `change-memories.ts`. Edits in an
 * editor: `edit-by-hand.ts`.
 */

import { completeEdit } from "../../capture/drafts/draft-edit.js";
import { cleanFields } from "../../capture/drafts/draft-fields.js";
import { checkRelations, withWholeIds } from "../../capture/relations.js";
import type { Context } from "../../context.js";
import { type Basis, CONFIDENCE, type Entry, type Memory, type Patch, type Tier } from "../../entry/entry.js";
import { SCHEMA_OF } from "../../entry/entry-schema.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { leastTrusted } from "../../entry/gates/trust.js";
import { pairStep } from "../../entry/pair-steps.js";
import { RECORD_TYPES, typeOfId } from "../../entry/record-types.js";
import { contentHash } from "../../entry/status.js";
import { TenetError, wrongUsage } from "../../errors.js";
import { ownAgents } from "../../settings.js";
import { type Change, changeTree } from "../../store/change/change.js";
import { changeVerb, prepareWrite } from "../../store/change/prepare-write.js";
import { completeFact, refuseFactFields } from "../../store/contacts/fact-fields.js";
import { isInsideWorkspace } from "../../store/files/safe-path.js";
import { contextHolding, homeOf } from "../../store/home.js";
import type { Row } from "../../store/open-store.js";
import { isForEverybody, requireAdmin, requirePerson } from "../../store/profile/people-only.js";
import { tierOf } from "../../store/profile/tier-of.js";
import { fromHome } from "../../store/user-tree.js";
import { defined } from "../../text/defined.js";
import type { Edited } from "./edit-schemas.js";
import { relink } from "./link.js";

const EDIT = changeVerb("edit");

export interface EditInput {
  id: string;
  /** What it says now: the field of its type that states it. */
  claim?: string | undefined;
  /** An author's fields by their schema names; an empty text removes an optional field. `linked` adds links. */
  fields: Readonly<Record<string, unknown>>;
  /** Entries that it is no longer linked with. */
  unlink?: readonly string[] | undefined;
}

/** The reason for the review of an edited entry that was approved. */
const OPEN_AGAIN = "Its content changed after it was approved, so a person looks at it again.";

/** Relations that change the other entry as well: decided with `resolve`. */
const DECIDED: ReadonlySet<string> = new Set(["same", "replaces", "exception_to", "unrelated", "near"]);

/** Fields about the origin of the words: the tier follows them. */
const PROVENANCE: ReadonlySet<string> = new Set(["source", "origin", "derived_from"]);

/** Changes fields and links of one entry, each on its own line of the file. */
export async function edit(ctx: Context, input: EditInput): Promise<Edited> {
  await prepareWrite(ctx, EDIT);
  const { home, id } = await contextHolding(ctx, input.id, { writing: true });
  const { linked, ...fields } = input.fields;
  const links = { link: refsOf(linked), unlink: input.unlink ?? [] };
  // Both sides of a link are in one tree.
  if (links.link.length + links.unlink.length > 0) await homeOf(ctx, [id, ...links.link, ...links.unlink]);
  const reason = `edit: ${id}`;
  const edited = await changeTree(home, { ...EDIT, reason }, async (change) => {
    const isRelinked = await relink(change, id, links);
    const isReworded = input.claim !== undefined || Object.keys(fields).length > 0;
    const answer = isReworded ? await reword(home, change, { ...input, id, fields }) : await unchanged(change, id);
    return isRelinked ? { ...answer, changed: [...answer.changed, "linked"] } : answer;
  });
  return fromHome(ctx, home, edited);
}

const refsOf = (linked: unknown): readonly string[] => [linked ?? []].flat().map(String);

async function unchanged(change: Change, id: string): Promise<Edited> {
  return { id, ...(await change.update(id, {})), changed: [], findings: [] };
}

async function reword(ctx: Context, change: Change, input: EditInput): Promise<Edited> {
  const git = await ctx.actor.git();
  const { id } = input;
  const entry = await change.entry(id);
  const statedFor = fieldsFor(entry.type, input.fields);
  const fields = input.claim === undefined ? statedFor : { ...statedFor, [claimField(entry)]: input.claim };
  await refuseForeignWords(ctx, entry);
  if (isForEverybody(entry)) await requireAdmin(ctx, `changing ${id}`);
  refuseDecided(entry, Object.keys(fields));
  const emptiedFields = Object.keys(fields).filter((field) => isEmptied(fields[field]));
  const statedFields = withWholeIds(change.tree, await cleanFields(ctx, entry.type, fields));
  checkRelations(id, statedFields);
  refuseEmptied(entry, emptiedFields);
  const patch: Patch = { ...statedFields, ...Object.fromEntries(emptiedFields.map((field) => [field, undefined])) };
  const changedNames = Object.keys(patch).filter((field) => !isEqual(patch[field], (entry as Patch)[field]));
  const changes = Object.fromEntries(changedNames.map((field) => [field, patch[field]]));
  const after = { ...entry, ...changes } as Entry;
  refuseClosedQuestion(entry, after);
  if (entry.type === "memory") Object.assign(changes, ofMemory(ctx, entry, changes));
  if (["original", "final", "kind"].some((field) => field in changes)) completeEdit(after);
  const tier = changedNames.length === 0 ? entry.tier : tierAfter(ctx, change, git, entry, after, changedNames);
  const row = change.tree.resolve(id);
  const place = await change.update(id, {
    ...changes,
    ...(tier === entry.tier ? {} : { tier }),
  });
  const waits = whyItWaits(row, change.tree.head(id), after);
  const lowered = tier === entry.tier ? [] : ["tier"];
  return {
    id,
    ...place,
    changed: [...changedNames, ...lowered],
    findings: [],
    ...defined({ waits }),
  };
}

/** The field in which an entry of its type says what it says. */
const claimField = ({ type }: Entry): string => RECORD_TYPES[type].claim;

/**
 * The scope decides the file of a memory, so it is not edited. The confidence follows the basis unless it is stated.
 * Fields of facts about contacts are checked as when they are remembered.
 */
function ofMemory({ clock }: Context, entry: Memory, changes: Patch): Patch {
  if ("scope" in changes) {
    throw wrongUsage(
      `${entry.id} stays of scope ${entry.scope ?? "project"}`,
      "Remember it anew with the other scope, and forget this one.",
      "wrong-field",
    );
  }
  if (contactOf(entry) === undefined) refuseFactFields(changes);
  else if ("valid_from" in changes || "valid_to" in changes)
    completeFact({ ...entry, ...changes }, entry.timestamp, clock.now());
  return {
    ...("basis" in changes && !("confidence" in changes) ? { confidence: CONFIDENCE[changes["basis"] as Basis] } : {}),
  };
}

/** An agent may not change words that are trusted more than its own. */
async function refuseForeignWords(ctx: Context, entry: Entry): Promise<void> {
  if (entry.redacted !== undefined) {
    throw new TenetError(`${entry.id} was redacted; its words stay away`, {
      failure: "refused",
      code: "redacted",
      hint: "Record what holds now as an entry of its own.",
    });
  }
  // An agent's edit counts as relayed; an owner's own words are trusted more.
  if (ctx.actor.atTerminal || (entry.tier !== "owner" && !("pinned" in entry))) return;
  const instead = "Record what is different as a correction of your own.";
  const whose = entry.tier === "owner" ? "an owner's own words" : "which is pinned";
  await requirePerson(ctx, `changing ${entry.id}, ${whose},`, true, instead);
}

function refuseClosedQuestion(before: Entry, after: Entry): void {
  if (before.type !== "question" || before.closed === undefined) return;
  if (contentHash(before) === contentHash(after)) return;
  throw new TenetError(`${before.id} was closed with the words it has`, {
    failure: "refused",
    code: "closed",
    hint: "Ask anew what is still to be asked.",
  });
}

/** The fields by the names of the type: `--because` is the evidence of an insight and the reason of a decision. */
function fieldsFor(type: Entry["type"], { evidence, ...others }: EditInput["fields"]): EditInput["fields"] {
  return evidence === undefined ? others : { ...others, [type === "decision" ? "rationale" : "evidence"]: evidence };
}

function refuseDecided(entry: Entry, fields: readonly string[]): void {
  const field = fields.find((name) => DECIDED.has(name));
  if (field !== undefined) {
    throw wrongUsage(
      `${field} changes the other entry as well; it is decided for the pair`,
      pairStep({ a: entry.id, b: "<the other one>" }, "Decide it:"),
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

/** The tier after an edit: an owner's only while the owner types, and at most that of the stated provenance. */
function tierAfter(
  ctx: Context,
  change: Change,
  git: { name?: string; email?: string },
  before: Entry,
  after: Entry,
  changedNames: readonly string[],
): Tier {
  const provenanceChanged = changedNames.some((field) => PROVENANCE.has(field));
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

/** Why the entry waits for a person after an edit; undefined when it does not, or did before. */
export function whyItWaits(before: Row, now: Row | undefined, entry: Entry): string | undefined {
  if (now?.review?.state !== "needs_review" || before.review?.state === "needs_review") return undefined;
  return entry.review?.state === "approved_for_reuse" ? OPEN_AGAIN : now.review.reason;
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

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
