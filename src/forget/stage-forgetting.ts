/** Stages a forgetting as one change of the tree: entries, what others get back, rules, and every place of the words. */

import { join } from "node:path";
import type { Context } from "../context.js";
import { type Entry, type Patch, patched, wordingsOf } from "../entry/entry.js";
import { contactOf } from "../entry/gates/contact-scope.js";
import { ERASED, erasedEntry, isTombstone, REDACTED, redactedEntry } from "../entry/gates/redaction.js";
import type { Change } from "../store/change/change.js";
import { checkStatus } from "../store/change/transitions.js";
import { listFiles } from "../store/files/safe-path.js";
import type { Row } from "../store/open-store.js";
import { isForEverybody } from "../store/profile/people-only.js";
import { LOG_PATH } from "../store/records/daily-log.js";
import { contactHead, renderRecord } from "../store/records/record-text.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import type { ForgetMode } from "./consequences.js";
import { NameMatcher, namesOf, reachedBy } from "./contact-names.js";
import { type Erasing, noteErasing } from "./erasing.js";
import type { NamingLine } from "./forget-schemas.js";
import { type RulesAfter, rulesAfter } from "./forgotten-rules.js";
import { stageNaming, stageNamingRules, type Ticked } from "./naming-lines.js";
import { reasonForPerson } from "./needs-person.js";
import { matcherOf, quotingRecords, textsOf } from "./quoting.js";
import { scrubHeard } from "./scrub-heard.js";
import { scrubVersions } from "./scrub-records.js";
import { type ScrubbedPlace, scrubPlaces, scrubRuns } from "./scrub-tree.js";
import {
  derivedFrom,
  foldedItems,
  type RemainingEntry,
  remainingEntries,
  type SelectionRequest,
  select,
  tiersOf,
} from "./selection.js";
import { bare, type SearchTerms, TextMatcher } from "./text-matcher.js";

const LOG = new RegExp(`^${LOG_PATH}`);

export interface ForgetRequest extends SelectionRequest {
  taking: ForgetMode;
  reason?: string | undefined;
  /** Who asks for it: a person's name, or the agent's; of what writers take back, each its own. */
  by: string | ((entry: Entry) => string);
  /** A person confirmed it. */
  confirmed: boolean;
  /** Lines of others that name an erased contact, in which the name is replaced. */
  ticked?: Ticked | undefined;
}

export interface StagedForgetting {
  /** Entries that go, as they stood. */
  heads: readonly Row[];
  /** How many entries are meant, those included that went before. */
  known: number;
  others: readonly RemainingEntry[];
  rules: RulesAfter;
  places: ScrubbedPlace[];
  /** Entries made from those that go. */
  derived: string[];
  /** Why a person is needed; undefined when an agent may, too. */
  needs?: string | undefined;
  /** Entries that stay and say the same. */
  shared: string[];
  /** The terms that recognise the words; empty for a plain forgetting. */
  terms: SearchTerms;
  /** Names of an erased contact, and the lines of others that hold one. */
  names: readonly string[];
  named: NamingLine[];
}

/** Has this entry nothing more to lose by this? */
function isDone(entry: Entry, taking: ForgetMode): boolean {
  if (taking === "erase") return isTombstone(entry);
  if (taking === "redact") return isTombstone(entry) || entry.redacted !== undefined;
  return entry.status === "forgotten";
}

/** Stages all of it. Nothing is decided here: the caller asks {@link StagedForgetting.needs} before it lets it stand. */
export async function stageForgetting(ctx: Context, change: Change, request: ForgetRequest): Promise<StagedForgetting> {
  const { taking, by, reason, takenBack } = request;
  const selection = select(ctx, change.tree, request);
  const loaded = (await change.tree.load(selection.heads.map(({ id }) => id))).map(({ entry }) => entry);
  const forgottenEntries = new Map(loaded.filter((entry) => !isDone(entry, taking)).map((entry) => [entry.id, entry]));
  const heads = selection.heads.filter(({ id }) => forgottenEntries.has(id));
  const derived = derivedFrom(change.tree, new Set(forgottenEntries.keys()));
  const at = stamp(ctx.clock.now());
  const takenBy = (entry: Entry) =>
    defined({ at, by: typeof by === "string" ? by : by(entry), reason }) as { at: string; by: string; reason?: string };
  const mark = taking === "redact" ? REDACTED : ERASED;
  const words = taking !== "forget";

  const others = [...(await remainingEntries(change, forgottenEntries, selection, { words }))];
  // Derived words go with the entry, and are searched nowhere else.
  const quoting: RemainingEntry[] = [];
  // Retracting shared entries gives no right over others' own statements, not even in the same words.
  if (words && takenBack !== undefined)
    quoting.push(...madeOf(forgottenEntries, await quotingRecords(change, forgottenEntries, mark)));
  else if (words) {
    quoting.push(...(await quotingRecords(change, forgottenEntries, mark)));
    const own = matcherOf([...forgottenEntries.values()]);
    const fold = await foldedItems(change, forgottenEntries, own, taking === "redact" ? REDACTED : undefined);
    const isKnown = (id: string) => others.some((one) => one.entry.id === id && "evolution" in one.patch);
    others.push(...fold.filter(({ entry }) => !isKnown(entry.id)));
  }
  const { terms, shared } =
    takenBack !== undefined
      ? byIds(forgottenEntries)
      : words
        ? await searchTermsFor(change, forgottenEntries, others, quoting)
        : NOTHING;
  const matcher = new TextMatcher(terms);
  for (const { entry, patch } of [...others, ...quoting]) {
    if (Object.keys(patch).length > 0) await change.update(entry.id, patch);
  }
  for (const entry of forgottenEntries.values()) await forgetEntry(change, entry, taking, takenBy(entry));
  const contact = taking === "erase" && request.selector?.by === "contact" ? request.selector.value : undefined;
  const names = contact === undefined ? [] : namesHere(ctx, change, contact, forgottenEntries);
  const emptied = contact === undefined ? [] : await emptyContact(ctx, change, contact);

  const shaken = others.filter(({ patch }) => weakensEvidence(patch)).map(({ entry }) => entry.id);
  const judged = [...forgottenEntries.values()].flatMap((entry) => (entry.type === "outcome" ? entry.references : []));
  const rules = await rulesAfter(ctx, change, {
    ids: new Set(forgottenEntries.keys()),
    shaken: new Set([...shaken, ...judged]),
    isWorded: rulesMadeOf(forgottenEntries, others, matcher),
    words: words && takenBack === undefined,
    by: request.confirmed && typeof by === "string" ? by : undefined,
    reason,
  });
  const naming = { names: new NameMatcher(names), ticked: request.ticked ?? new Set<string>() };
  const ruleLines =
    contact === undefined ? { lines: [], all: false } : stageNamingRules(ctx, change, rules.chain.rules, naming);
  const places: ScrubbedPlace[] = emptied.length === 0 ? [] : [{ place: "records", files: emptied }];
  if (words) {
    // A rule that waits for a person stands as it is, in its versions as in its file.
    const waits = takenBack !== undefined && rules.changes.some(({ fate }) => fate === "waits");
    const versions = waits
      ? []
      : scrubVersions(ctx, change, rules.chain, matcher, mark, new NameMatcher(ruleLines.all ? names : []));
    if (versions.length > 0) places.push({ place: "versions", files: versions });
    const { workspace: ws } = ctx;
    const readable = new Set(rules.chain.versions.map(({ id }) => ws.relative(ws.versionFile(id))));
    places.push(...(await scrubPlaces(ctx, change, matcher, mark, readable)));
  }
  const runs = scrubRuns(ctx, change, matcher, mark, selection.isMeant);
  if (runs.length > 0) places.push({ place: "buffered runs", files: runs });
  const heard = scrubHeard(ctx, change, matcher, selection.isMeant);
  if (heard.goes) places.push({ place: "heard", files: [ctx.workspace.relative(ctx.workspace.stateDb)] });
  const named = contact === undefined ? [] : await stageNaming(ctx, change, { contact, ...naming });
  named.push(...ruleLines.lines);
  if (words && forgottenEntries.size + others.length + named.filter(({ replaced }) => replaced).length > 0) {
    const started: Erasing = { ...terms, taking: taking as "redact" | "erase", at, names };
    change.alongside((state) => noteErasing(state, started));
  }
  const tiers = tiersOf(heads, others);
  const needs =
    reasonForPerson({ taking, tiers, selector: request.selector, rests: rules.rests }) ??
    (heads.some(isForEverybody) ? "forgetting what holds for everybody" : undefined) ??
    (heads.some(({ pinned }) => pinned) ? "forgetting what a person pinned" : undefined) ??
    (heard.said > 0 ? "forgetting what a person said" : undefined);
  return {
    heads,
    known: selection.heads.length,
    others: [...others, ...quoting],
    rules,
    places,
    derived,
    needs,
    shared,
    terms,
    names,
    named,
  };
}

/** What their file calls them, and how they are reached by what it and the entries about them say. */
function namesHere(
  { workspace: ws }: Context,
  change: Change,
  contact: string,
  goneEntries: ReadonlyMap<string, Entry>,
) {
  const text = Buffer.from(change.read(ws.contactFile(contact)) ?? []).toString("utf8");
  return [...namesOf(contact, text), ...reachedBy([text, ...[...goneEntries.values()].flatMap(textsOf)])];
}

/**
 * Empties the file of a contact, with the words around its records and broken records, and removes its logs.
 * Tombstones stay, and records about another contact.
 */
async function emptyContact({ workspace: ws }: Context, change: Change, contact: string): Promise<string[]> {
  const logs = listFiles(ws, join(ws.contacts, contact)).filter((path) => LOG.test(ws.relative(path)));
  for (const path of logs) change.write(path, null);
  const emptied = logs.map((path) => ws.relative(path));
  const path = ws.contactFile(contact);
  const file = ws.relative(path);
  const fileBytes = change.read(path);
  if (fileBytes === undefined) return emptied;
  const keptLines: string[] = [];
  for (const { id } of change.tree.heads.filter((head) => head.file === file)) {
    const entry = await change.entry(id);
    if (isTombstone(entry) || contactOf(entry) !== contact) keptLines.push(renderRecord(entry));
  }
  const next = `${contactHead(contact)}${keptLines.join("\n")}`;
  if (Buffer.from(fileBytes).equals(Buffer.from(next))) return emptied;
  change.write(path, next);
  return [...emptied, file];
}

async function forgetEntry(
  change: Change,
  entry: Entry,
  taking: ForgetMode,
  takenOut: { at: string; by: string; reason?: string },
): Promise<void> {
  if (taking === "erase") await change.replace(erasedEntry(entry, takenOut));
  else if (taking === "redact") await change.replace(redactedEntry(entry, takenOut));
  else {
    checkStatus(entry, "forgotten");
    await change.update(entry.id, { status: "forgotten", forgotten: { ...takenOut, was: entry.status } });
  }
}

/** A change that takes evidence from what an entry proved. */
function weakensEvidence(patch: Patch): boolean {
  return ["uses", "seen", "evolution", "stick", "outcome"].some((field) => field in patch);
}

/** Words of items, uses and answers that are struck from others. */
function struckWords(others: readonly RemainingEntry[]): string[] {
  return others.flatMap(({ entry, patch }) => {
    const after = new Set(textsOf(patched(entry, patch)));
    return textsOf(entry).filter((text) => !after.has(text));
  });
}

/** Search terms by the ids of forgotten entries, without any of their words. */
function byIds(goneEntries: ReadonlyMap<string, Entry>): { terms: SearchTerms; shared: string[] } {
  return { terms: { ids: [...goneEntries.keys()], texts: [] }, shared: [] };
}

/** Records that were made of what goes, of those that quote it. */
function madeOf(goneEntries: ReadonlyMap<string, Entry>, quoting: readonly RemainingEntry[]): RemainingEntry[] {
  return quoting.filter(({ entry }) => {
    const { linked = [], derived_from = [] } = entry;
    const isLine = entry.type === "edit" && entry.target !== undefined;
    return [...derived_from, ...(isLine ? linked : [])].some((id) => goneEntries.has(id));
  });
}

const NOTHING: { terms: SearchTerms; shared: string[] } = { terms: { ids: [], texts: [] }, shared: [] };

/**
 * The terms by which the words are found elsewhere. A text that a remaining entry states too is no term and stays
 * everywhere; `shared` names those entries.
 */
async function searchTermsFor(
  change: Change,
  goneEntries: ReadonlyMap<string, Entry>,
  others: readonly RemainingEntry[],
  quoting: readonly RemainingEntry[],
): Promise<{ terms: SearchTerms; shared: string[] }> {
  const takenTexts = [...[...goneEntries.values()].flatMap(textsOf), ...struckWords(others)];
  const texts = new Map(takenTexts.map((text) => [bare(text), text]));
  const claims = new Set([...goneEntries.values()].flatMap(wordingsOf).map(bare));
  const patches = new Map([...others, ...quoting].map(({ entry, patch }) => [entry.id, patch]));
  const shared: string[] = [];
  for (const { entry } of await change.tree.load()) {
    if (goneEntries.has(entry.id)) continue;
    const remainingTexts = textsOf(patched(entry, patches.get(entry.id) ?? {}));
    for (const text of remainingTexts.map(bare)) {
      texts.delete(text);
      if (claims.has(text) && !shared.includes(entry.id)) shared.push(entry.id);
    }
  }
  return { terms: { ids: [...goneEntries.keys()], texts: [...texts.values()] }, shared };
}

/** Whether a rule's line was made of the words of what goes. */
function rulesMadeOf(
  goneEntries: ReadonlyMap<string, Entry>,
  others: readonly RemainingEntry[],
  matcher: TextMatcher,
): (text: string) => boolean {
  const texts = [...[...goneEntries.values()].flatMap(textsOf), ...struckWords(others)];
  const lines = new TextMatcher({ ids: [], texts });
  return (text) => lines.matchesWhole(text) || matcher.matchesWhole(text);
}
