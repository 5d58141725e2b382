/**
 * Standing in the cache (`entry/standing/`): columns of each entry, computed anew for what changed and for all that is tied
 * to it. Called when a store opens, and while a change stages entries.
 */
import type { Entry } from "../../entry/entry.js";
import type { Copies } from "../../entry/standing/copies.js";
import { standing } from "../../entry/standing/pass.js";
import type { Standing, StandingInput, StatedRecord } from "../../entry/standing/standing.js";
import type { CacheDatabase, Value } from "./database.js";
import type { Link } from "./relations.js";
import { type Computed, computedOf } from "./row.js";

const LISTED = "(SELECT value FROM json_each(?1))";
const NAMED = `(SELECT number FROM entries WHERE id IN ${LISTED})`;

/** Entries that have one of these ties to one of the names. */
const naming = (...links: Link[]): string =>
  `SELECT id FROM links JOIN entries ON number = entry WHERE link IN ('${links.join("', '")}') AND target IN ${LISTED}`;

/** From names of entries and people's lines to those that are tied to them. */
const TIES = [
  `SELECT target FROM links WHERE link IN ('answered', 'references') AND entry IN ${NAMED}`,
  naming("answered", "fate"),
  // By itself SQLite would begin with all of theirs.
  `SELECT id FROM links mine CROSS JOIN links theirs USING (link, target) JOIN entries ON number = theirs.entry
    WHERE mine.link IN ('words', 'slot') AND mine.entry IN ${NAMED}`,
].join(" UNION ");
/** Outcomes speak for what they name, and are tied to nothing else by it. */
const OUTCOMES = naming("references");

/** The settings by which entries stand. */
export type StandsBy = Pick<StandingInput, "mode" | "close">;

/** What core files hold of entries: the people's lines in them, and the file in which an id is named as a rule's. */
export interface Core {
  hash: string;
  lines: readonly string[];
  rules: Readonly<Record<string, string>>;
}

export const CORE = "core files";
export const coreIn = (database: CacheDatabase): Core =>
  database.fact<Core>(CORE) ?? { hash: "", lines: [], rules: {} };

/** Names of entries and people's lines that are tied to these. */
export const tiesOf = (database: CacheDatabase, names: Iterable<string>, ties = TIES): string[] =>
  database.column<string>(ties, JSON.stringify([...names]));

/** Names with those that are tied to them, however far. */
function tiedTo(database: CacheDatabase, names: Iterable<string>): Set<string> {
  const tiedNames = new Set(names);
  for (const ties of [TIES, OUTCOMES])
    for (let found = [...tiedNames]; found.length > 0; ) {
      found = tiesOf(database, found, ties).filter((name) => !tiedNames.has(name));
      for (const name of found) tiedNames.add(name);
    }
  return tiedNames;
}

type Held = [number: number, id: string, record: string, claim: string, copies: string | null];

/** Computes the standing of entries and of all that is tied to them. Answers the ids of what was looked at. */
export function settle(database: CacheDatabase, by: StandsBy, names: Iterable<string>): Set<string> {
  const ids = tiedTo(database, names);
  const held = database.rows<Held>(
    `SELECT number, id, record, claim, copies FROM entries WHERE twin = 0 AND id IN ${LISTED}`,
    JSON.stringify([...ids]),
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
  for (const [number, id] of held) {
    const found = standings.get(id) as Standing;
    const columns = columnsOf(found, computedOf(found, ruleOf.get(found.chain)));
    const sql = `UPDATE entries SET ${Object.keys(columns).join(" = ?, ")} = ? WHERE number = ?`;
    database.run(sql, ...Object.values(columns), number);
  }
  return ids;
}

function columnsOf(found: Standing, computed: Computed): Record<string, Value> {
  return {
    status: computed.status,
    review: found.review?.state ?? null,
    expires: found.expires ?? null,
    outcome: found.judged?.verdict ?? null,
    ended: found.invalidated === "ends" ? 1 : null,
    chain: found.chain,
    voice: found.voice ?? null,
    standing: JSON.stringify(computed),
  };
}
