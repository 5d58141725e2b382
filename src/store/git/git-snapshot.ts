/** What a workspace held at a commit, read from git without touching work tree or index. */
import type { Entry } from "../../entry/entry.js";
import { TenetError } from "../../errors.js";
import { textOfRecordFile } from "../records/scan.js";
import type { Workspace } from "../workspace.js";
import { GitFailed, run, runBytes } from "./git.js";
import { gitFolder } from "./git-state.js";

/** A file as git holds it. */
export interface Blob {
  /** `100644`, `100755`, `120000` for a symbolic link. */
  mode: string;
  oid: string;
}

/**
 * The commit a revision names. Undefined without git, and for `HEAD` before the first commit. Throws `usage` for
 * another revision that git does not know.
 */
export async function commitOf(ws: Workspace, revision: string): Promise<string | undefined> {
  const isHead = revision === "HEAD";
  const unknown = (message: string, hint: string) =>
    new TenetError(message, { failure: "usage", code: "unknown-revision", hint });
  if (gitFolder(ws.root) === undefined) {
    if (isHead) return undefined;
    throw unknown("there is no git repository here to compare with", "Leave --base out.");
  }
  try {
    const asked = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
    return (await run(ws.root, asked)).trim();
  } catch (cause) {
    if (!(cause instanceof GitFailed)) throw cause;
    if (isHead) return undefined;
    const hint = "Name a branch, tag or commit that this clone holds; a shallow clone holds few.";
    throw unknown(`git knows no commit ${JSON.stringify(revision)}`, hint);
  }
}

/** Blobs by name (`<oid>` or `<commit>:./<file>`, without line ends), in order; undefined for what git does not have. */
export async function blobsOf(root: string, names: readonly string[]): Promise<(Buffer | undefined)[]> {
  if (names.length === 0) return [];
  const asked = names.map((name) => `${name}\n`).join("");
  const answer = await runBytes(root, ["cat-file", "--batch"], asked);
  const blobs: (Buffer | undefined)[] = [];
  for (let at = 0; at < answer.length; ) {
    const end = answer.indexOf(10, at);
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(answer.toString("utf8", at, end))?.[1];
    at = end + 1;
    if (size === undefined) {
      blobs.push(undefined);
      continue;
    }
    blobs.push(answer.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return blobs;
}

/** Files of the workspace at a commit that these paths name or hold, by their name relative to the workspace. */
export async function filesAt(ws: Workspace, commit: string, paths: readonly string[]): Promise<Map<string, Blob>> {
  const listed = await run(ws.root, ["--literal-pathspecs", "ls-tree", "-r", "-z", commit, "--", ...paths]);
  const files = new Map<string, Blob>();
  for (const row of listed.split("\0")) {
    const [, mode, oid, file] = /^(\d+) (?:blob|commit) ([0-9a-f]+)\t(.+)$/s.exec(row) ?? [];
    if (mode !== undefined && oid !== undefined && file !== undefined) files.set(file, { mode, oid });
  }
  return files;
}

/** Files beneath a folder at a commit that hold one of some words, such as an id. */
export async function filesNaming(
  ws: Workspace,
  commit: string,
  folder: string,
  words: readonly string[],
): Promise<string[]> {
  if (words.length === 0) return [];
  const asked = words.flatMap((word) => ["-e", word]);
  try {
    const listed = await run(ws.root, ["grep", "-l", "-z", "-F", "--no-color", ...asked, commit, "--", folder]);
    return listed
      .split("\0")
      .filter((row) => row !== "")
      .map((row) => row.slice(row.indexOf(":") + 1));
  } catch (error) {
    // 1: nothing found.
    if (error instanceof GitFailed && error.code === 1) return [];
    throw error;
  }
}

/**
 * Records by id in files that differ from a commit, as they were there; what is as it was there is left out. Undefined
 * without git, and for `HEAD` before the first commit. Throws `usage` for another revision that git does not know.
 */
export async function entriesAt(
  ws: Workspace,
  revision: string,
  agent: string,
): Promise<Map<string, Entry> | undefined> {
  const commit = await commitOf(ws, revision);
  if (commit === undefined) return undefined;
  const folders = [ws.learning, ws.facts].map((folder) => ws.relative(folder));
  const diff = ["diff", "--name-only", "--no-renames", "--diff-filter=a", "--relative", "-z", commit, "--", ...folders];
  const changed = (await run(ws.root, diff)).split("\0").filter((file) => file.endsWith(".md") && !file.includes("\n"));
  const entries = new Map<string, Entry>();
  if (changed.length === 0) return entries;
  const { parseRecordFile } = await import("../records/record-parse.js");
  const names = changed.map((file) => `${commit}:./${file}`);
  const blobs = await blobsOf(ws.root, names);
  for (const [at, bytes] of blobs.entries()) {
    const file = changed[at];
    if (bytes === undefined || file === undefined) continue;
    const text = textOfRecordFile(bytes, file);
    if (typeof text !== "string") continue;
    for (const { entry } of parseRecordFile(text, file, { agent }).records) entries.set(entry.id, entry);
  }
  return entries;
}
