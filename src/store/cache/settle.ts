/**
 * Standing in the cache (`entry/standing/`): columns of each entry, computed anew for what changed and for all that is tied
 * to it. Called when a store opens, and while a change stages entries.
 */
import type { Entry } from "../../entry/entry.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import type { Copies } from "../../entry/standing/copies.js";
import { coversOf, type Period } from "../../entry/standing/facts.js";
import { standing } from "../../entry/standing/pass.js";
import type { Standing, StandingInput, StatedRecord } from "../../entry/standing/standing.js";
import { factKey } from "../../entry/standing/ties.js";
import { grouped } from "../../text/grouped.js";
import type { CacheDatabase, Value } from "./database.js";
import { standingSql } from "./entry-query.js";
import { type Computed, computedOf } from "./row.js";

/** Changed entries that are looked at together with what is tied to them: of 100,000 not all are in memory at once. */
const AT_ONCE = 1000;

const LISTED = "(SELECT value FROM json_each(?1))";
const NAMED = `(SELECT number FROM entries WHERE id IN ${LISTED})`;

const naming = (relation: string): string =>
  `SELECT id FROM links JOIN entries ON number = entry WHERE relation = '${relation}' AND target IN ${LISTED}`;

/** From names of entries and people's lines to those that are tied to them. */
const TIES = [
  `SELECT target FROM links WHERE relation IN ('answered', 'references') AND entry IN ${NAMED}`,
  naming("answered"),
  `SELECT id FROM entries WHERE fate IN ${LISTED}`,
  ...["words", "slot"].map(
    (one) => `SELECT id FROM entries WHERE ${one} IN (SELECT ${one} FROM entries WHERE id IN ${LISTED})`,
  ),
].join(" UNION ");
/** Outcomes speak for what they name, and are tied to nothing else by it. */
const OUTCOMES = naming("references");
const NEAR = naming("near");

/** The settings by which entries stand. */
export type StandsBy = Pick<StandingInput, "mode" | "close">;

/** What core files hold of entries: the people's lines in them, and the file in which an id is named as a rule's. */
export interface Core {
  hash: string;
  lines: readonly string[];
  rules: Readonly<Record<string, string>>;
}

const CORE = "core files";

export const coreIn = (database: CacheDatabase): Core =>
  JSON.parse(database.fact(CORE) ?? '{"hash": "", "lines": [], "rules": {}}') as Core;

/** Keeps what core files hold now; what stands otherwise by it is unsettled. */
export function putCore(database: CacheDatabase, core: Core): void {
  const { lines, rules } = coreIn(database);
  const [before, now] = [new Set(lines), new Set(core.lines)];
  const changedLines = [...before, ...now].filter((line) => before.has(line) !== now.has(line));
  const changedIds = Object.keys({ ...rules, ...core.rules }).filter((id) => rules[id] !== core.rules[id]);
  database.setFact(CORE, JSON.stringify(core));
  unsettle(database, [...database.column<string>(NEAR, JSON.stringify(changedLines)), ...changedIds]);
}

/** Entries whose standing is to be computed anew, with those that are tied to them now. */
export function unsettle(database: CacheDatabase, names: readonly string[]): void {
  if (names.length === 0) return;
  database.run(`INSERT OR IGNORE INTO unsettled SELECT value FROM json_each(?1) UNION ${TIES}`, JSON.stringify(names));
}

/** Every entry: the settings by which it stands are others. */
export const unsettleAll = (database: CacheDatabase): number =>
  database.run("INSERT OR IGNORE INTO unsettled SELECT id FROM entries");

export const isUnsettled = (database: CacheDatabase): boolean =>
  database.column("SELECT 1 FROM unsettled LIMIT 1").length > 0;

/** Computes the standing of everything that is not settled. Answers the ids of what was looked at. */
export function settle(database: CacheDatabase, by: StandsBy): Set<string> {
  const settledIds = new Set<string>();
  for (;;) {
    const ids = database.column<string>("SELECT id FROM unsettled LIMIT ?", AT_ONCE);
    if (ids.length === 0) return settledIds;
    const tiedIds = tiedTo(database, ids);
    settleThese(database, by, tiedIds);
    for (const id of tiedIds) settledIds.add(id);
    database.run(`DELETE FROM unsettled WHERE id IN ${LISTED}`, JSON.stringify([...ids, ...tiedIds]));
  }
}

function tiedTo(database: CacheDatabase, ids: readonly string[]): string[] {
  const names = new Set(ids);
  for (const ties of [TIES, OUTCOMES])
    for (let found = [...names]; found.length > 0; ) {
      found = database.column<string>(ties, JSON.stringify(found)).filter((name) => !names.has(name));
      for (const name of found) names.add(name);
    }
  return [...names];
}

type Held = [
  number: number,
  id: string,
  record: string,
  claim: string,
  copies: string | null,
  isSearched: number | null,
];

function settleThese(database: CacheDatabase, by: StandsBy, ids: readonly string[]): void {
  const names = JSON.stringify(ids);
  const held = database.rows<Held>(
    `SELECT number, id, record, json_extract(claims, '$[0]'), copies, ${standingSql("searched")}
      FROM entries WHERE twin = 0 AND number IN ${NAMED}`,
    names,
  );
  const records = held.map(([, , record, claim, copies]): StatedRecord => {
    const entry = JSON.parse(record) as Entry;
    return { entry, claim, ...(copies !== null && { copies: JSON.parse(copies) as Copies }) };
  });
  const { lines, rules } = coreIn(database);
  const isHere = (id: string) => database.column("SELECT 1 FROM entries WHERE id = ?", id).length > 0;
  const standings = standing({ records, lines: new Set(lines), isHere, ...by });
  const ruleOf = new Map(
    held.map(([, id]) => [standings.get(id)?.chain, rules[id]] as const).filter(([, file]) => file),
  );
  const covers = coversIn(records, standings);
  for (const [number, id] of held) {
    const found = standings.get(id) as Standing;
    const columns = columnsOf(found, computedOf(found, ruleOf.get(found.chain), covers.get(id)));
    const sql = `UPDATE entries SET ${Object.keys(columns).join(" = ?, ")} = ? WHERE number = ?`;
    database.run(sql, ...Object.values(columns), number);
  }
  const searched = `SELECT number FROM entries WHERE number IN ${NAMED} AND ${standingSql("searched")}`;
  const searchedNow = new Set(database.column<number>(searched, names));
  for (const [number, , , , , wasSearched] of held) {
    const isSearched = searchedNow.has(number);
    // What is new was noted when it came.
    if (wasSearched === null || wasSearched === Number(isSearched)) continue;
    database.run("INSERT OR IGNORE INTO unread VALUES (?)", number);
    // What a query may find keeps its vectors, a rule as well.
    if (isSearched) database.run("INSERT OR IGNORE INTO unembedded VALUES (?)", number);
  }
}

/** The periods in which facts about contacts do not hold, by id. */
function coversIn(records: readonly StatedRecord[], standings: ReadonlyMap<string, Standing>): Map<string, Period[]> {
  const facts = records.flatMap(({ entry }) =>
    entry.type === "memory" && contactOf(entry) !== undefined ? [entry] : [],
  );
  const groups = grouped(facts, (fact) => factKey(fact) ?? fact.id);
  return new Map([...groups.values()].flatMap((group) => [...coversOf(group, (id) => standings.get(id))]));
}

function columnsOf(found: Standing, computed: Computed): Record<string, Value> {
  return {
    status: computed.status,
    review: found.review?.state ?? null,
    expires: found.expires ?? null,
    outcome: found.outcome?.verdict ?? null,
    ended: found.invalidated === "ends" ? 1 : null,
    chain: found.chain,
    voice: found.voice ?? null,
    standing: JSON.stringify(computed),
  };
}
