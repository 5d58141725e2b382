/**
 * Stages a forgetting as one change of the tree: the records, facts of the same source in others, rules, and where words go
 * the lines elsewhere that were ticked. Called by `forget`, by its dry run, and by a sync whose writers take something back.
 */
import type { Context } from "../context.js";
import { claimOf, type Entry } from "../entry/entry.js";
import { ERASED, REDACTED, redactedEntry, wordsOf } from "../entry/gates/redaction.js";
import { TenetError } from "../errors.js";
import type { Change } from "../store/change/change.js";
import { listFiles } from "../store/files/safe-path.js";
import type { Row, Store } from "../store/open-store.js";
import { noteErasing, type SearchTerms } from "../store/state/erasing.js";
import { dropHeard, readHeard } from "../store/state/heard.js";
import type { HeardSentence } from "../store/state/hearing.js";
import { allRuns, type BufferedWrite, writeRun } from "../store/state/runs.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { emptyContact, namesHere } from "./contact-file.js";
import { erasedEntry } from "./erased-entry.js";
import type { LineElsewhere } from "./forget-schemas.js";
import { HeldWords, telling } from "./held-words.js";
import { lineOfRow, stageLines, type Ticked } from "./lines-elsewhere.js";
import { leaveRules, type RulesLeft, textIn, wordsOfRules } from "./rules-leaving.js";
import type { Attribution, Selector } from "./said-by.js";
import {
  type ForgetMode,
  reasonForPerson,
  remainingEntries,
  type SelectionRequest,
  select,
  type Taker,
  withEqualWords,
} from "./selection.js";

export interface ForgetRequest extends SelectionRequest, Taker {
  taking: ForgetMode;
  /** Lines elsewhere, and members of a chain in other words, in which the words go as well. */
  ticked?: Ticked | undefined;
}

export interface StagedForgetting {
  /** Entries that go, as they stood. */
  heads: readonly Row[];
  /** Entries that stay, and lose facts of the same source. */
  others: readonly Entry[];
  rules: RulesLeft;
  /** Sentences heard and drafts of open runs that go with a source. */
  unrecorded: number;
  /** Lines elsewhere that hold the words or names. */
  named: LineElsewhere[];
  /** Nothing changes. */
  isNothing: boolean;
  /** Why a person is needed; undefined when an agent may, too. */
  needs?: string | undefined;
  /** What is still to be looked for elsewhere; undefined where no words go. */
  terms?: SearchTerms | undefined;
}

/**
 * Stages all of it. Nothing is decided here: the caller asks {@link StagedForgetting.needs} before it lets it stand. Throws
 * `not-found` for a source that nothing came from: mostly it is misspelt.
 */
export async function stageForgetting(ctx: Context, change: Change, request: ForgetRequest): Promise<StagedForgetting> {
  const { taking, selector, takenBack } = request;
  const { tree } = change;
  const isBack = taking === "restore";
  const { rows, isMeant } = select(ctx, tree, request);
  const going = await goingWith(tree, rows, request);
  const heads = going.rows.filter((row) => !isDone(row, taking));
  const ids = new Set(heads.map(({ id }) => id));
  const entries = (await tree.load(ids)).map(({ entry }) => entry);
  const outOfUse = taking === "forget" && selector === undefined ? heads.flatMap(({ id }) => tree.chainOf(id)) : heads;
  const others = isBack ? [] : await remainingEntries(tree, ids, isMeant);
  const contact = taking === "erase" && selector?.by === "contact" ? selector.value : undefined;
  const names = contact === undefined ? [] : namesHere(ctx, change, contact, entries);

  for (const { entry, patch } of others) await change.update(entry.id, patch);
  for (const entry of entries) await takeOut(ctx, change, entry, request);
  const rules = await leaveRules(ctx, change, isBack ? new Set() : ids, request);
  const unrecorded = isMeant === undefined || isBack ? 0 : leaveUnrecorded(ctx, change, isMeant);
  if (contact !== undefined) await emptyContact(ctx, change, contact);
  const named = [...going.chain];
  let terms: SearchTerms | undefined;
  if (taking === "redact" || taking === "erase") {
    takeOutOfPages(ctx, change, ids);
    const own = [...(await textsOfTheirOwn(tree, entries)), ...wordsOfRules(rules.chain, ids)];
    terms = { ids: [...ids], names, texts: takenBack === undefined ? own : [] };
    if (takenBack === undefined)
      named.push(...(await stageLines(ctx, change, { ...searchFor(terms, request), contact })));
  }
  const isNothing = change.changes().length + unrecorded === 0;
  if (selector !== undefined && isNothing && rows.length + named.length === 0) throw nothingFrom(selector);
  const started = isNothing ? undefined : terms;
  if (started !== undefined) change.alongside((state) => noteErasing(state, started, stamp(ctx.clock.now())));
  const rests = rules.changes.length > 0;
  const needs = reasonForPerson(taking, outOfUse, { ...request, rests });
  return { heads, others: others.map(({ entry }) => entry), rules, unrecorded, named, isNothing, needs, terms };
}

function nothingFrom({ by, value }: Selector): TenetError {
  const comes = by === "contact" ? "is about" : "comes from";
  return new TenetError(`nothing here ${comes} the ${by} ${JSON.stringify(value)}`, {
    failure: "not-found",
    hint: "See who said what: tenet list --json",
  });
}

/** What somebody said that no record holds yet: sentences heard, and writes of open runs. Answers how many. */
function leaveUnrecorded(
  { workspace: ws }: Context,
  change: Change,
  isMeant: (speaker: Attribution) => boolean,
): number {
  const isHeardFrom = ({ at, session }: HeardSentence) => isMeant({ at, session });
  const isWriteFrom = ({ at, agent, session, ...write }: BufferedWrite) =>
    isMeant({ at, agent, session, ...("fields" in write ? write.fields : {}) });
  const runs = allRuns(ws).filter(({ writes }) => writes.some(isWriteFrom));
  const sentences = readHeard(ws).filter(isHeardFrom);
  if (sentences.length + runs.length === 0) return 0;
  change.alongside((state) => {
    dropHeard(state, readHeard(ws).filter(isHeardFrom));
    for (const run of runs) writeRun(state, { ...run, writes: run.writes.filter((one) => !isWriteFrom(one)) });
  });
  return sentences.length + runs.flatMap(({ writes }) => writes.filter(isWriteFrom)).length;
}

/** Their claims, and the texts of theirs that no entry states which stays. */
async function textsOfTheirOwn(tree: Store, entries: readonly Entry[]): Promise<string[]> {
  const ids = new Set(entries.map(({ id }) => id));
  const others = (await tree.load()).flatMap(({ entry }) => (ids.has(entry.id) ? [] : wordsOf(entry)));
  const stated = new Set(others);
  const claims = new Set(entries.map(claimOf));
  return telling(entries).filter((text) => claims.has(text) || !stated.has(text));
}

/** Pages lose the lines that rest on what goes, in whatever words. */
function takeOutOfPages({ workspace: ws }: Context, change: Change, ids: ReadonlySet<string>): void {
  for (const path of listFiles(ws, ws.wiki)) {
    const lines = textIn(change, path).split("\n");
    change.write(path, lines.filter((line) => ![...ids].some((id) => line.includes(id))).join("\n"));
  }
}

const searchFor = (terms: Partial<SearchTerms>, { taking, ticked = new Set() }: ForgetRequest) => {
  return { held: new HeldWords(terms), mark: taking === "redact" ? REDACTED : ERASED, ticked };
};

/** Has this entry nothing more to lose, or to get back, by this? */
function isDone({ status, forgotten, erased, redacted }: Row, taking: ForgetMode): boolean {
  if (taking === "forget") return status === "forgotten";
  if (taking === "erase") return erased !== undefined;
  return erased !== undefined || redacted !== undefined || (taking === "restore" && forgotten === undefined);
}

/** Words go with all that says the same in equal words; of its chains what says it otherwise stays, unless it is ticked. */
async function goingWith(
  tree: Store,
  rows: readonly Row[],
  request: ForgetRequest,
): Promise<{ rows: readonly Row[]; chain: LineElsewhere[] }> {
  const { taking, refs, takenBack } = request;
  if (taking === "restore" && refs.length > 0) return { rows: rows.flatMap((row) => withWords(tree, row)), chain: [] };
  if (taking === "forget" || taking === "restore" || takenBack !== undefined) return { rows, chain: [] };
  const equal = await withEqualWords(tree, rows);
  const members = new Map(equal.flatMap(({ id }) => tree.chainOf(id)).map((row) => [row.id, row]));
  for (const { id } of equal) members.delete(id);
  const others = [...members.values()].filter((row) => !isDone(row, taking));
  const chain = others.map((row) => lineOfRow(row, row.text, searchFor({}, request)));
  const ticked = others.filter((_, at) => chain[at]?.replaced);
  return { rows: await withEqualWords(tree, [...equal, ...ticked]), chain };
}

/** The chain of an entry that is to come back. Throws `refused` where its words are gone. */
function withWords(tree: Store, { id, erased, redacted }: Row): Row[] {
  if (erased === undefined && redacted === undefined) return tree.chainOf(id);
  throw new TenetError(`${id} was ${erased ? "erased" : "redacted"}: its words are gone`, {
    failure: "refused",
    code: "words-gone",
    hint: "Say it again, or take it from git's history by hand, where it is still there.",
  });
}

/** One record: a dated fact on it or taken off it, its words struck, or a stone in its place. */
async function takeOut({ clock }: Context, change: Change, entry: Entry, request: ForgetRequest): Promise<void> {
  const { taking, by, tier = entry.tier, reason, selector } = request;
  const out = defined({ at: stamp(clock.now()), by: typeof by === "string" ? by : by(entry), reason });
  if (taking === "erase") return void (await change.replace(erasedEntry(entry, out)));
  // What others of its chain said in other words, or elsewhere, stays.
  const isWhole = taking === "forget" && (request.refs.length > 0 || selector?.by === "contact");
  const forgotten = entry.forgotten ?? { ...out, tier, ...(isWhole ? {} : { alone: true as const }) };
  if (taking === "redact") await change.replace(redactedEntry({ ...entry, forgotten }, out));
  else await change.update(entry.id, { forgotten: taking === "restore" ? undefined : forgotten });
}
