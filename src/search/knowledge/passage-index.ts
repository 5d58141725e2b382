/**
 * Passages of knowledge files and their words, in the cache beside those of entries: never in the tree's records. They
 * follow the files by their content; whatever is lost is read again.
 */
import type { Context } from "../../context.js";
import { textHash } from "../../entry/entry.js";
import type { CacheDatabase } from "../../store/cache/database.js";
import { sha256 } from "../../store/files/atomic-file.js";
import { isUnchanged, type Seen } from "../../store/records/scan.js";
import { idf, SEARCH, saturation } from "../words/bm25.js";
import { hashTerm } from "../words/document.js";
import { termCounts, tokensOf } from "../words/tokens.js";
import {
  type KnowledgeFile,
  knowledgeFiles,
  type ReadFile,
  readKnowledgeFile,
  type Unread,
} from "./knowledge-files.js";
import type { NamedKnowledge } from "./named-knowledge.js";
import { comparedText, passagesOf } from "./policy/passages.js";

/** A passage as it is kept. */
export interface KeptPassage {
  number: number;
  file: string;
  line: number;
  headings: readonly string[];
  text: string;
  /** Of headings and text: names its vector. */
  hash: string;
}

/** How far the passages are level with the files. */
export interface FollowedFiles {
  files: number;
  passages: number;
  /** Files that the globs mean and that are not read, by reason. */
  unread: Partial<Record<Unread, string[]>>;
  /** Files that there was no time to read. */
  left: number;
  /** Changes whenever a passage does. */
  hash: string;
  /** Terms of all passages. */
  length: number;
  /** Why git said nothing of its files. */
  why?: string;
}

const SUMMARY = "knowledge";
/** Files that are read before they are written. */
const FILES_AT_ONCE = 32;

type Summary = Omit<FollowedFiles, "left" | "why">;

const NOTHING: Summary = { files: 0, passages: 0, unread: {}, hash: "", length: 0 };

/** What was known when the files were followed last; undefined where they never were. */
const knowledgeSummary = (database: CacheDatabase): Summary | undefined => database.fact<Summary>(SUMMARY);

/** A file with its passages, ready to be written. */
interface CutFile {
  name: string;
  read: ReadFile;
}

/** Brings the passages level with the files. With no globs everything is taken out. `until`: of `performance.now()`. */
export async function followKnowledge(
  { workspace: ws, until, signal }: Pick<Context, "workspace" | "until" | "signal">,
  database: CacheDatabase,
  knowledge: NamedKnowledge,
): Promise<FollowedFiles> {
  const isNone = knowledge.globs.length === 0;
  const foundFiles = isNone ? { files: [], links: [] } : await knowledgeFiles(ws, database, knowledge);
  if (foundFiles === undefined) {
    const why = "git does not say which files it tracks here";
    return { ...(knowledgeSummary(database) ?? NOTHING), left: 0, why };
  }
  const indexedFiles = knownFiles(database);
  const changed = foundFiles.files.filter((file) => {
    const before = indexedFiles.get(file.name);
    return before === undefined || !isUnchanged(before, file.stamp);
  });
  const names = new Set(foundFiles.files.map(({ name }) => name));
  const removedNames = [...indexedFiles.keys()].filter((name) => !names.has(name));
  let remaining = changed.length;
  if (removedNames.length > 0) database.transaction(() => dropFiles(database, removedNames));
  for (let at = 0; at < changed.length; at += FILES_AT_ONCE) {
    if (signal.aborted || (until !== undefined && performance.now() > until)) break;
    const some = changed.slice(at, at + FILES_AT_ONCE);
    await takeFiles({ ws, database, some, known: indexedFiles });
    remaining -= some.length;
  }
  const before = knowledgeSummary(database);
  const links = foundFiles.links.toSorted();
  const isSame = before !== undefined && (before.unread["a link"] ?? []).join() === links.join();
  const summary = isSame ? before : writeSummary(database, links);
  return { ...summary, left: remaining };
}

interface KnownFile extends Seen {
  sha256: string;
  unread: Unread | null;
}

type KnownFiles = ReadonlyMap<string, KnownFile>;

function knownFiles(database: CacheDatabase): KnownFiles {
  const rows = database.rows<[string, number, number, number, number, number, string, Unread | null]>(
    "SELECT name, size, mtime, ctime, ino, at, sha256, unread FROM knowledge_files",
  );
  return new Map(
    rows.map(([name, size, mtimeMs, ctimeMs, ino, at, hash, unread]) => [
      name,
      { stamp: { size, mtimeMs, ctimeMs, ino }, at, sha256: hash, unread },
    ]),
  );
}

/** Reads some files. A stat that proves something now is kept for the next look. */
async function takeFiles(work: {
  ws: Context["workspace"];
  database: CacheDatabase;
  some: readonly KnowledgeFile[];
  known: KnownFiles;
}): Promise<void> {
  const { ws, database, some, known } = work;
  const cut: CutFile[] = [];
  const same: CutFile[] = [];
  const removedNames: string[] = [];
  for (const file of some) {
    const readFile = await readKnowledgeFile(ws, file);
    const before = known.get(file.name);
    if (readFile === undefined) removedNames.push(file.name);
    // What nobody may read at the moment is not gone.
    else if (readFile.unread === "unreadable" && before?.unread === null) continue;
    else if (before !== undefined && before.sha256 === readFile.sha256 && before.unread === (readFile.unread ?? null)) {
      if (isUnchanged(readFile, readFile.stamp)) same.push({ name: file.name, read: readFile });
    } else cut.push({ name: file.name, read: readFile });
  }
  if (cut.length + same.length + removedNames.length === 0) return;
  database.transaction(() => {
    if (cut.length + removedNames.length > 0) dropFiles(database, [...removedNames, ...cut.map(({ name }) => name)]);
    for (const one of cut) putFile(database, one);
    for (const { name, read } of same) putStamp(database, name, read);
  });
}

function putStamp(database: CacheDatabase, name: string, { stamp, at }: Seen): void {
  const { size, mtimeMs, ctimeMs, ino } = stamp;
  const sql = "UPDATE knowledge_files SET size = ?, mtime = ?, ctime = ?, ino = ?, at = ? WHERE name = ?";
  database.run(sql, size, mtimeMs, ctimeMs, ino, at, name);
}

/** Words of a passage: those of its headings are its own. */
const wordsOf = (passage: Pick<KeptPassage, "headings" | "text">): string[] => tokensOf(comparedText(passage));

function putFile(database: CacheDatabase, { name, read }: CutFile): void {
  const { size, mtimeMs, ctimeMs, ino } = read.stamp;
  const row = [name, size, mtimeMs, ctimeMs, ino, read.at, read.sha256, read.unread ?? null];
  const file = database.run("INSERT INTO knowledge_files VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)", ...row);
  if (read.unread !== undefined) return;
  for (const passage of passagesOf(name, read.text)) {
    const words = wordsOf(passage);
    const number = database.run(
      "INSERT INTO passages VALUES (NULL, ?, ?, ?, ?, ?, ?)",
      file,
      passage.line,
      JSON.stringify(passage.headings),
      passage.text,
      textHash(comparedText(passage)),
      words.length,
    );
    for (const [term, count] of termCounts(words)) {
      database.run(
        "INSERT INTO passage_terms VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        hashTerm(term),
        number,
        count,
        words.length,
      );
    }
  }
}

/** Begins a change of the passages. Deletes the summary, so that a broken-off change leaves no false one. */
function dropFiles(database: CacheDatabase, names: readonly string[]): void {
  database.run("DELETE FROM facts WHERE name = ?", SUMMARY);
  for (const name of names) {
    const file = database.column<number>("SELECT number FROM knowledge_files WHERE name = ?", name)[0];
    if (file === undefined) continue;
    const sql = "SELECT number, headings, text FROM passages WHERE file = ?";
    for (const [number, headings, text] of database.rows<[number, string, string]>(sql, file)) {
      const words = wordsOf({ headings: JSON.parse(headings) as string[], text });
      for (const term of new Set(words)) {
        database.run("DELETE FROM passage_terms WHERE term = ? AND passage = ?", hashTerm(term), number);
      }
    }
    database.run("DELETE FROM passages WHERE file = ?", file);
    database.run("DELETE FROM knowledge_files WHERE number = ?", file);
  }
}

function writeSummary(database: CacheDatabase, links: readonly string[]): Summary {
  return database.transaction(() => {
    const unreadFiles: Summary["unread"] = links.length === 0 ? {} : { "a link": [...links] };
    const hashes: string[] = [];
    for (const [name, { sha256: hash, unread: why }] of knownFiles(database)) {
      if (why === null) hashes.push(`${name} ${hash}`);
      else unreadFiles[why] = [...(unreadFiles[why] ?? []), name].sort();
    }
    const sql = "SELECT count(*), coalesce(sum(length), 0) FROM passages";
    const [[passages, length] = [0, 0]] = database.rows<[number, number]>(sql);
    const hash = sha256(hashes.sort().join("\n"));
    const summary: Summary = { files: hashes.length, passages, unread: unreadFiles, hash, length };
    database.setFact(SUMMARY, summary);
    return summary;
  });
}

/** A passage that shares words with a question, by its number. */
export interface PassageHit {
  score: number;
  /** Which part of the question it holds, 0 to 1. */
  share: number;
}

/** BM25 of every passage that shares a word with the question. */
export function passageHits(
  database: CacheDatabase,
  { passages, length }: Pick<FollowedFiles, "passages" | "length">,
  query: string,
): Map<number, PassageHit> {
  const average = length / (passages || 1);
  const hits = new Map<number, PassageHit>();
  let whole = 0;
  for (const term of new Set(tokensOf(query).map(hashTerm))) {
    const sql = "SELECT passage, count, length FROM passage_terms WHERE term = ?";
    const rows = database.rows<[number, number, number]>(sql, term);
    const weight = idf(passages, Math.min(passages, rows.length));
    whole += weight;
    for (const [passage, count, words] of rows) {
      const hit = hits.get(passage) ?? { score: 0, share: 0 };
      hit.score += weight * saturation(count, words, average, SEARCH);
      hit.share += weight;
      hits.set(passage, hit);
    }
  }
  for (const hit of hits.values()) hit.share /= whole || 1;
  return hits;
}

/** Numbers and hashes of all passages. */
export function passageHashes(database: CacheDatabase): [number: number, hash: string][] {
  return database.rows("SELECT number, hash FROM passages ORDER BY number");
}

const KEPT =
  "SELECT p.number, f.name, p.line, p.headings, p.text, p.hash FROM passages p JOIN knowledge_files f ON f.number = p.file";

const keptOf = ([number, file, line, headings, text, hash]: [number, string, number, string, string, string]) => {
  return { number, file, line, headings: JSON.parse(headings) as string[], text, hash } satisfies KeptPassage;
};

/** Passages by their numbers, in their order. */
export function passagesAt(database: CacheDatabase, numbers: Iterable<number>): KeptPassage[] {
  const sql = `${KEPT} WHERE p.number IN (SELECT value FROM json_each(?)) ORDER BY p.number`;
  return database.rows<Parameters<typeof keptOf>[0]>(sql, JSON.stringify([...numbers])).map(keptOf);
}

/** What is embedded of passages, by their hashes and in the order of these; the same words in two files once. */
export function passageTexts(database: CacheDatabase, hashes: readonly string[]): { hash: string; text: string }[] {
  const sql = `${KEPT} WHERE p.hash IN (SELECT value FROM json_each(?))`;
  const rows = database.rows<Parameters<typeof keptOf>[0]>(sql, JSON.stringify(hashes)).map(keptOf);
  const knownTexts = new Map(rows.map((passage) => [passage.hash, comparedText(passage)]));
  return hashes.flatMap((hash) => {
    const text = knownTexts.get(hash);
    return text === undefined ? [] : [{ hash, text }];
  });
}
