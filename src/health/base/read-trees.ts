/** Reads the two trees that `tenet verify --base` compares: from git's objects alone, nothing is checked out. */
import { type Finding, type FindingDraft, profileFinding } from "../../entry/findings.js";
import { statedOf } from "../../entry/standing/copies.js";
import { TenetError } from "../../errors.js";
import { committedChain } from "../../rules/versions/chain.js";
import { findSecrets } from "../../screening/secrets.js";
import { defaultProfile, ownAgents, type Profile } from "../../settings.js";
import { blobsByOid, type CommitFile, contentsOf, filesAt, isFile } from "../../store/git/commit-files.js";
import { INSTRUCTION_FILES, importsIn } from "../../store/instruction-files.js";
import { parseProfile } from "../../store/profile/profile-text.js";
import { conflictLine } from "../../store/records/fences.js";
import { readRecordFile } from "../../store/records/record-parse.js";
import { isRecordFile } from "../../store/records/scan.js";
import { globMatcher } from "../../text/glob-matcher.js";
import { oneLine } from "../../text/shorten.js";
import type { Difference, Tree, TreeRecord } from "./two-trees.js";

/** A tree as git lists it, with its settings: the defaults where it has none. */
interface ListedTree extends Pick<Tree, "settings"> {
  /** Of the whole repository, by names from its top. */
  all: readonly CommitFile[];
  /** By name relative to the workspace. */
  files: ReadonlyMap<string, CommitFile>;
  /** Why the settings are not read. */
  failure?: TenetError;
}

/** `home`: where the workspace lies: empty, or with a `/` behind it. Throws {@link GitFailed} where this clone lacks a file. */
export async function readTrees(
  root: string,
  [base, head]: readonly [base: string, head: string],
  home: string,
): Promise<[before: Tree, after: Tree]> {
  const [older, newer] = [await listTree(root, base, home), await listTree(root, head, home)];
  const read = await filesToRead(root, [older, newer]);
  return [await readTree(root, older, newer, read, home), await readTree(root, newer, older, read, home)];
}

async function listTree(root: string, commit: string, home: string): Promise<ListedTree> {
  const all = await filesAt(root, commit, [""], "");
  const here = all.filter(({ file }) => file.startsWith(home));
  const files = new Map(
    here.map((one) => [one.file.slice(home.length), { ...one, file: one.file.slice(home.length) }]),
  );
  const page = files.get("tenet.yaml");
  const bytes = page && (await contentsOf(root, [page])).get("tenet.yaml");
  try {
    return { all, files, settings: bytes ? parseProfile(bytes.toString("utf8")).profile : defaultProfile() };
  } catch (error) {
    if (!(error instanceof TenetError)) throw error;
    return { all, files, settings: undefined, failure: error };
  }
}

interface FilesToRead {
  /** The core files of both trees. */
  core: ReadonlySet<string>;
  /** Whether a file steers: core files, what hosts read, their settings, golden questions, knowledge, and what those import. */
  steers(file: string): boolean;
}

const STEERING = /^(?:\.(?:claude|codex|cursor|gemini)\/|\.mcp\.json$|memory\/eval\/.*\.yaml$)/;

async function filesToRead(root: string, trees: readonly ListedTree[]): Promise<FilesToRead> {
  const settings = trees.flatMap((one) => one.settings ?? []);
  const core = new Set(settings.flatMap(({ files }) => Object.values(files)));
  const named = new Set<string>([...core, ...INSTRUCTION_FILES]);
  for (const { files } of trees) {
    const pages = await contentsOf(
      root,
      [...named].flatMap((name) => files.get(name) ?? []),
    );
    for (const [file, bytes] of pages) for (const one of importsIn(bytes.toString("utf8"), file)) named.add(one);
  }
  const globs = [...new Set(settings.flatMap(({ knowledge }) => knowledge))];
  const isKnowledge = globs.length === 0 ? () => false : globMatcher(globs);
  return { core, steers: (file) => named.has(file) || STEERING.test(file) || isKnowledge(file) };
}

/** What tenet keeps, and what stands in its place. */
const OWN = /^(?:memory(?:\/|$)|tenet\.yaml$)/;

async function readTree(
  root: string,
  { settings, files, failure, all }: ListedTree,
  other: ListedTree,
  { core, steers }: FilesToRead,
  home: string,
): Promise<Tree> {
  const isRead = ({ file }: CommitFile) => OWN.test(file) || steers(file);
  const contents = await contentsOf(root, [...files.values()].filter(isRead));
  const { records, findings } = recordsIn(contents, settings);
  const links = await linksIn(root, files, core);
  const refused = [
    ...(failure === undefined ? [] : [unreadable(profileFinding(failure))]),
    ...[...findings, ...(await committedChain(contents)).findings].map(unreadable),
    ...links.map(({ file, to }) => asRefused("link", file, `${to}: what it leads to is not in this diff.`)),
    ...(await refusedTexts([...contents].filter(([file]) => files.get(file)?.oid !== other.files.get(file)?.oid))),
  ];
  const steering = [...contents].filter(([file]) => steers(file));
  const texts = [...(await contentsOf(root, gitFiles(all, home))), ...steering];
  return {
    settings,
    files,
    profiles: all.flatMap(({ file }) => (/(?:^|\/)tenet\.yaml$/.test(file) ? file : [])),
    records,
    texts: new Map(texts.map(([file, bytes]) => [file, bytes.toString("utf8").split(/\r?\n/)])),
    refused: new Map(refused),
  };
}

function recordsIn(contents: ReadonlyMap<string, Buffer>, settings: Profile | undefined) {
  const agent = (settings && ownAgents(settings)[0]) ?? "main";
  const findings: Finding[] = [];
  const parsed = [...contents].flatMap(([file, bytes]) => {
    if (!isRecordFile(file)) return [];
    const read = readRecordFile(file, bytes, { agent });
    // Conflict markers are looked for in every text.
    findings.push(...read.findings.filter(({ severity, code }) => severity === "error" && code !== "conflict-markers"));
    return read.records.map((record) => ({ ...record, file }));
  });
  const ids = new Set(parsed.map(({ entry }) => entry.id));
  const records = new Map<string, TreeRecord>();
  for (const { entry, copies = {}, file, line } of parsed) {
    const stated = { ...entry, ...statedOf(copies, (id) => ids.has(id)) };
    if (!records.has(entry.id)) records.set(entry.id, { entry: stated, file, line });
  }
  return { records, findings };
}

/** `.gitattributes` and `.gitignore` of folders above the workspace and of those in it. */
function gitFiles(all: readonly CommitFile[], home: string): CommitFile[] {
  return all.filter(({ file }) => {
    const folder = /^((?:.*\/)?)\.git(?:attributes|ignore)$/s.exec(file)?.[1];
    return folder !== undefined && (folder.startsWith(home) || home.startsWith(folder));
  });
}

/** Links and submodules in the place of what tenet reads, or on the way there. */
async function linksIn(root: string, files: ListedTree["files"], core: ReadonlySet<string>) {
  const isOnTheWay = (file: string) => OWN.test(file) || [...core].some((one) => `${one}/`.startsWith(`${file}/`));
  const rows = [...files.values()].filter((row) => !isFile(row) && isOnTheWay(row.file));
  const isLink = ({ mode }: CommitFile) => mode === "120000";
  const targets = await blobsByOid(
    root,
    rows.filter(isLink).map(({ oid }) => oid),
  );
  return rows.map((row) => {
    const { file, oid } = row;
    const to = isLink(row) ? `link to ${oneLine(targets.get(oid)?.toString("utf8") ?? "")}` : `submodule at ${oid}`;
    return { file, to };
  });
}

/** What no merge may bring, with what makes it the same in another tree. */
type Refused = [key: string, difference: Difference];

const asRefused = (
  kind: string,
  file: string,
  because: string,
  more: Partial<Difference> = {},
  key = because,
): Refused => [`${kind} ${file} ${key}`, { level: "refused", kind, subject: file, file, because, ...more }];

const unreadable = ({ file = "tenet.yaml", id = file, line, message }: FindingDraft): Refused =>
  asRefused("unreadable", file, message, { subject: id, line });

/** Conflict markers, and credentials. */
async function refusedTexts(contents: readonly (readonly [file: string, bytes: Buffer])[]): Promise<Refused[]> {
  const refused: Refused[] = [];
  for (const [file, bytes] of contents) {
    const text = bytes.toString("utf8");
    const line = conflictLine(text);
    if (line !== undefined)
      refused.push(asRefused("conflict-markers", file, "git could not merge these lines.", { line }));
    for (const { kind, start, end } of await findSecrets(text)) {
      const at = text.slice(0, start).split("\n").length;
      refused.push(asRefused("secret", file, `A secret stands here (${kind}).`, { line: at }, text.slice(start, end)));
    }
  }
  return refused;
}
