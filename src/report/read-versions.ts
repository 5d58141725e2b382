/** Every version of the rules, those included that were pruned: at most so many files stay in the tree. */
import type { Entry } from "../entry/entry.js";
import { CacheDatabase } from "../store/cache/database.js";
import { keepParsed, type ParsedFile, readParsed } from "../store/cache/parsed-files.js";
import { type RemovedFile, removedFiles } from "../store/git/git-history.js";
import { blobsByOid } from "../store/git/objects.js";
import { textOfRecordFile } from "../store/records/scan.js";
import { summaryOf } from "../store/rules/policy/operations.js";
import type { Rule } from "../store/rules/policy/rule.js";
import { byCreation, isOpen, type Operation, type Version } from "../store/rules/policy/version.js";
import type { Chain } from "../store/rules/versions/chain.js";
import type { Workspace } from "../store/workspace.js";

/** What stands for words that git's history alone holds: the tree may have forgotten them since. */
const IN_HISTORY = "[in git's history]";

/**
 * The versions of the chain, and those that only git's history holds, by number and then creation. git is read only
 * where a name is missing in the tree. From git alone come operations and entry ids, no words. Versions that were
 * active or open when their file was removed do not count: the removal undid them. Works without git.
 */
export async function readAllVersions(
  ws: Workspace,
  chain: Chain,
  entries: readonly Pick<Entry, "promoted_in">[],
): Promise<Version[]> {
  if (!lacksOne(chain, entries)) return [...chain.versions];
  const pruned = (await endedInHistory(ws)).filter(({ id }) => chain.version(id) === undefined);
  return [...chain.versions, ...pruned].sort((a, b) => a.version - b.version || byCreation(a, b));
}

function lacksOne(chain: Chain, entries: readonly Pick<Entry, "promoted_in">[]): boolean {
  const isMissing = (id: string | null | undefined) => typeof id === "string" && chain.version(id) === undefined;
  return (
    chain.versions.some(({ previous }) => isMissing(previous)) ||
    entries.some(({ promoted_in }) => isMissing(promoted_in))
  );
}

/** Ended versions whose file left the tree, as last committed; of one removed twice the newest. */
async function endedInHistory(ws: Workspace): Promise<Version[]> {
  const ended = new Map<string, Version>();
  for (const version of await removedVersions(ws)) if (!ended.has(version.id)) ended.set(version.id, version);
  return [...ended.values()];
}

/** Raised whenever the cached form of a removed version changes its meaning. */
const KIND = "removed version 1";

/** What a removed file held, which no commit changes any more; null: no version, or one that had not ended. */
type Kept = ParsedFile<Version | null>;

/** Newest first. Parsed once on this machine: a version takes some milliseconds. */
async function removedVersions(ws: Workspace): Promise<Version[]> {
  const database = CacheDatabase.open(ws, { keeps: true });
  try {
    const cached = readParsed<Version | null>(database, KIND);
    const removed = await removedFiles(ws, ws.versions);
    const removedByName = new Map(removed.map((one) => [`${one.oid} ${one.file}`, one]));
    const fresh = await parsedFresh(ws, new Map([...removedByName].filter(([name]) => !cached.has(name))));
    const keptFiles = new Map(
      [...removedByName.keys()].flatMap((name) => {
        const parsedFile = cached.get(name) ?? fresh.get(name);
        return parsedFile === undefined ? [] : [[name, parsedFile] as const];
      }),
    );
    if (fresh.size > 0) keepParsed(database, KIND, keptFiles);
    return [...keptFiles.values()].flatMap(({ value }) => value ?? []);
  } finally {
    database.close();
  }
}

const UNSTAMPED = { stamp: { size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0 }, at: 0 };

/** Objects missing in this clone are looked for again the next time. */
async function parsedFresh(ws: Workspace, removedByName: ReadonlyMap<string, RemovedFile>): Promise<Map<string, Kept>> {
  const texts = await blobsByOid(
    ws.root,
    [...removedByName.values()].map(({ oid }) => oid),
  );
  const parsed = new Map<string, Kept>();
  for (const [name, { file, oid }] of removedByName) {
    const bytes = texts.get(oid);
    if (bytes === undefined) continue;
    const version = await versionIn(ws, bytes, file);
    parsed.set(name, { ...UNSTAMPED, sha256: oid, value: version === undefined ? null : withoutWords(version) });
  }
  return parsed;
}

/** The version of a file, where it is named after it and had ended. */
async function versionIn(ws: Workspace, bytes: Buffer, file: string): Promise<Version | undefined> {
  const text = textOfRecordFile(bytes, file);
  if (typeof text !== "string") return undefined;
  const { parseVersion } = await import("../store/rules/versions/version-file.js");
  const parsed = parseVersion(text, file);
  if (!("version" in parsed)) return undefined;
  const { version } = parsed;
  const isNamed = ws.relative(ws.versionFile(version.id)) === file;
  return isNamed && !isOpen(version) && version.status !== "active" ? version : undefined;
}

/** A version by what it did: words, their hashes, and reasons people gave are left out. */
function withoutWords(version: Version): Version {
  const { contents: _contents, declined: _declined, decided, ...rest } = version;
  const { reason: _reason, ...decision } = decided ?? {};
  return {
    ...rest,
    ...(decided === undefined ? {} : { decided: decision as NonNullable<Version["decided"]> }),
    change_summary: summaryOf(version.operations),
    operations: version.operations.map(operationWithoutWords),
    rules: version.rules.map(ruleWithoutWords),
    files: {},
  };
}

function operationWithoutWords({ before, worded_from: _, ...op }: Operation): Operation {
  const words = { text: IN_HISTORY, because: IN_HISTORY, evidence: "" };
  return { ...op, ...words, ...(before === undefined ? {} : { before: IN_HISTORY }) };
}

const ruleWithoutWords = ({ worded_from: _, decided_by: __, ...rule }: Rule): Rule => ({ ...rule, text: IN_HISTORY });
