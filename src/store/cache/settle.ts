/** Standing in the cache (`entry/standing/`): columns of each entry, computed anew for what changed and all that is tied to it. */
import type { Context } from "../../context.js";
import type { Entry } from "../../entry/entry.js";
import { ID_FORM } from "../../entry/id-form.js";
import type { Copies } from "../../entry/standing/copies.js";
import { standing } from "../../entry/standing/pass.js";
import type { Standing, StandingInput, StatedRecord } from "../../entry/standing/standing.js";
import { sha256 } from "../files/atomic-file.js";
import { blockIn } from "../records/marked-blocks.js";
import { coreFilesOf, linesOfCore, textOfCoreFile } from "../records/peoples-lines.js";
import type { CacheDatabase } from "./database.js";
import type { Link } from "./relations.js";
import { computedOf } from "./row.js";

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

export type StandsBy = Pick<StandingInput, "mode" | "close">;

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

/** Answers the ids of all that was looked at. */
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
    const computed = computedOf(found, ruleOf.get(found.chain));
    const { status, review, expires, judged, invalidated, chain, voice } = computed;
    database.run(
      `UPDATE entries SET status = ?, review = ?, expires = ?, outcome = ?, ended = ?, chain = ?, voice = ?, standing = ?
        WHERE number = ?`,
      ...[status, review?.state ?? null, expires ?? null, judged?.verdict ?? null, invalidated === "ends" ? 1 : null],
      ...[chain, voice ?? null, JSON.stringify(computed), number],
    );
  }
  return ids;
}

/** What core files hold of entries: the people's lines in them, and the file in which an id is named as a rule's. */
interface Core {
  hash: string;
  lines: readonly string[];
  rules: Readonly<Record<string, string>>;
}

const CORE = "core files";
const coreIn = (database: CacheDatabase): Core => database.fact<Core>(CORE) ?? { hash: "", lines: [], rules: {} };

const IDS = new RegExp(String.raw`<!--\s*(${ID_FORM}(?:[\s,]+${ID_FORM})*)[\s,]*-->`, "g");

function ruleIdsIn(text: string): string[] {
  const block = blockIn(text, "rules");
  if (block.state !== "found") return [];
  return [...block.lines.join("\n").matchAll(IDS)].flatMap(([, ids = ""]) => ids.split(/[\s,]+/));
}

/**
 * Takes in the core files where one is another than before. `stagedText`: of a file that a change has staged. Answers the
 * ids of entries whose standing was looked at anew.
 */
export async function takeCoreFiles(
  { workspace, profile }: Pick<Context, "workspace" | "profile">,
  database: CacheDatabase,
  by: StandsBy,
  stagedText: (file: string) => string | undefined = () => undefined,
): Promise<Iterable<string>> {
  const textOf = (file: string) => stagedText(file) ?? textOfCoreFile(workspace, file);
  const texts = coreFilesOf(profile).map((file): [file: string, text: string] => [file, textOf(file) ?? ""]);
  const hash = sha256(JSON.stringify(texts));
  const before = coreIn(database);
  if (before.hash === hash) return [];
  const lines = (await linesOfCore(texts)).map(({ ref }) => ref);
  const ruleIds = texts.flatMap(([file, text]) => ruleIdsIn(text).map((id): [string, string] => [id, file]));
  // Of two files that name an id the first counts.
  const rules: Readonly<Record<string, string>> = Object.fromEntries(ruleIds.reverse());
  const changedRules = Object.keys({ ...before.rules, ...rules }).filter((id) => before.rules[id] !== rules[id]);
  return database.transaction(() => {
    database.setFact(CORE, { hash, lines, rules });
    const isBeside = "SELECT id FROM entries JOIN links ON number = entry WHERE link = 'near' AND target LIKE '#%'";
    return settle(database, by, [...changedRules, ...database.column<string>(isBeside)]);
  });
}
