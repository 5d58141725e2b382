/** Which files are knowledge, and what stands in them: those that git tracks and the profile's globs mean. */
import { join } from "node:path";
import { findSecrets } from "../../screening/secrets.js";
import type { CacheDatabase } from "../../store/cache/database.js";
import { sha256 } from "../../store/files/atomic-file.js";
import { codeOf } from "../../store/files/file-failure.js";
import { folderInTree } from "../../store/files/safe-path.js";
import { answerOf } from "../../store/git/git.js";
import { gitFolder } from "../../store/git/git-folder.js";
import { ownFiles } from "../../store/own-files.js";
import { isUnchanged, readPlainFile, type Seen, type Stamp, stampAt } from "../../store/records/scan.js";
import type { Workspace } from "../../store/workspace.js";
import type { NamedKnowledge } from "./named-knowledge.js";

/** Larger files are no documents that anybody reads in passages. */
export const MAX_KNOWLEDGE_BYTES = 5 * 1024 * 1024;

/** Why a file that the globs mean is not read. */
export type Unread = "too large" | "binary" | "a link" | "unreadable";

/** A file that may be knowledge: relative to the workspace, with `/`. */
export interface KnowledgeFile {
  name: string;
  stamp: Stamp;
}

/** What the globs mean here. */
export interface FoundFiles {
  files: KnowledgeFile[];
  /** Names of links: they are not followed. */
  links: string[];
}

const LISTED = "knowledge listed";
const FILE_MODES: ReadonlySet<string> = new Set(["100644", "100755"]);
const LINK_MODE = "120000";

interface Listed extends Seen {
  globs: string;
  names: string[];
  links: string[];
}

/**
 * Files that git tracks and the globs mean, as they lie on disk now. Asks git only when its index changed since. Undefined
 * where git does not answer: without it nobody said that these files belong here.
 */
export async function knowledgeFiles(
  ws: Workspace,
  database: CacheDatabase,
  named: NamedKnowledge,
): Promise<FoundFiles | undefined> {
  const listed = await trackedFiles(ws, database, named);
  if (listed === undefined) return undefined;
  const folders = new Map<string, boolean>();
  const found: FoundFiles = { files: [], links: [...listed.links] };
  for (const name of listed.names) {
    const folder = name.slice(0, Math.max(0, name.lastIndexOf("/")));
    if (!folders.has(folder)) folders.set(folder, await isRealFolder(ws, folder));
    const stamp = folders.get(folder) === true ? stampAt(ws.absolute(name)) : undefined;
    if (stamp !== undefined) found.files.push({ name, stamp });
    else if (folders.get(folder) === false) found.links.push(name);
  }
  return found;
}

/** False for a folder that is a link, or lies behind one. */
async function isRealFolder(ws: Workspace, folder: string): Promise<boolean> {
  try {
    await folderInTree(ws, folder === "" ? ws.root : ws.absolute(folder));
    return true;
  } catch {
    return false;
  }
}

async function trackedFiles(
  ws: Workspace,
  database: CacheDatabase,
  named: NamedKnowledge,
): Promise<Pick<Listed, "names" | "links"> | undefined> {
  const { globs, files } = named;
  const folder = gitFolder(ws.root);
  const stamp = folder === undefined ? undefined : stampAt(join(folder, "index"));
  if (stamp === undefined) return undefined;
  const asked = JSON.stringify([globs, files]);
  const known = database.fact<Listed>(LISTED);
  if (known !== undefined && isUnchanged(known, stamp) && known.globs === asked) return known;
  const at = Date.now();
  const answer = await answerOf(ws.root, ["ls-files", "--stage", "-z"]);
  if (answer === undefined) return undefined;
  const isMeant = await meantBy(named);
  const names = new Set<string>();
  const links: string[] = [];
  for (const row of answer.split("\0")) {
    const name = row.slice(row.indexOf("\t") + 1);
    const mode = row.slice(0, 6);
    if (name === "" || !isMeant(name)) continue;
    if (FILE_MODES.has(mode)) names.add(name);
    else if (mode === LINK_MODE) links.push(name);
  }
  const listed: Listed = { stamp, at, globs: asked, names: [...names], links };
  database.keepFact(LISTED, listed);
  return listed;
}

/** What the globs mean, tenet's own files left out. The engine is loaded where git's index changed, not for every question. */
async function meantBy({ globs, files }: NamedKnowledge): Promise<(name: string) => boolean> {
  const isOwn = ownFiles({ files });
  const isMeant = (await import("../../text/glob-matcher.js")).globMatcher(globs);
  return (name) => isMeant(name) && !isOwn(name);
}

/** How many files the globs mean that git does not track, ignored ones included. Walks the folders they are in. */
export async function untrackedCount(ws: Workspace, named: NamedKnowledge): Promise<number> {
  const folders = [...new Set(named.globs.filter((glob) => !glob.startsWith("!")).map(fixedFolder))];
  const within = folders.includes("") ? [] : folders;
  const answer = await answerOf(ws.root, ["--literal-pathspecs", "ls-files", "--others", "-z", "--", ...within]);
  const isMeant = await meantBy(named);
  return answer?.split("\0").filter((name) => name !== "" && isMeant(name)).length ?? 0;
}

/** The folder of a glob before its first sign. */
function fixedFolder(glob: string): string {
  const sign = glob.search(/[*?{[]/);
  const fixed = sign === -1 ? glob : glob.slice(0, sign);
  return fixed.slice(0, fixed.lastIndexOf("/") + 1);
}

/** What a file says, with its secrets taken out before anything of it is kept. */
export interface ReadFile extends Seen {
  sha256: string;
  text: string;
  unread?: Unread;
}

/** Reads one file. Undefined when it is gone. */
export async function readKnowledgeFile(ws: Workspace, { name, stamp }: KnowledgeFile): Promise<ReadFile | undefined> {
  const at = Date.now();
  const unread = (why: Unread): ReadFile => ({ stamp, at, sha256: "", text: "", unread: why });
  if (stamp.size > MAX_KNOWLEDGE_BYTES) return unread("too large");
  let read: ReturnType<typeof readPlainFile>;
  try {
    read = readPlainFile(ws.absolute(name));
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return undefined;
    return unread(code === "ELOOP" || code === "EMLINK" ? "a link" : "unreadable");
  }
  const { bytes } = read;
  const seen = { stamp: read.stamp, at, sha256: sha256(bytes) };
  if (bytes.length > MAX_KNOWLEDGE_BYTES) return { ...seen, text: "", unread: "too large" };
  if (bytes.includes(0)) return { ...seen, text: "", unread: "binary" };
  // Nothing is written back: a broken byte costs one character and not the document.
  return { ...seen, text: await withoutSecrets(new TextDecoder("utf-8").decode(bytes)) };
}

/** The text with its lines where they were: a key over several of them would not be known again in parts. */
async function withoutSecrets(text: string): Promise<string> {
  let clean = "";
  let from = 0;
  for (const { kind, start, end } of await findSecrets(text)) {
    clean += `${text.slice(from, start)}[secret:${kind}]${"\n".repeat(text.slice(start, end).split("\n").length - 1)}`;
    from = end;
  }
  return clean + text.slice(from);
}
