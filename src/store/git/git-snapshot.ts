/** Reads the workspace at a commit from git, without touching work tree or index. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { TenetError } from "../../errors.js";
import type { Workspace } from "../workspace.js";
import { answerOf, GitFailed, OID, run } from "./git.js";
import { gitFolder } from "./git-folder.js";
import { askedCommit } from "./git-head.js";

/**
 * The commit a revision names. Undefined without git, and for `HEAD` before the first commit. Throws `usage` for
 * another revision that git does not know, and for a name that means more than one thing here.
 */
export async function commitOf(ws: Workspace, revision: string): Promise<string | undefined> {
  const isHead = revision === "HEAD";
  const unknown = (message: string, hint: string) =>
    new TenetError(message, { failure: "usage", code: "unknown-revision", hint });
  if (gitFolder(ws.root) === undefined) {
    if (isHead) return undefined;
    throw unknown("there is no git repository here to compare with", "Leave --base out.");
  }
  const twins = isHead ? [] : await twinsOf(ws, revision);
  if (twins.length > 0) {
    const message = `${JSON.stringify(revision)} means more than one thing here`;
    throw new TenetError(message, {
      failure: "usage",
      code: "ambiguous-revision",
      hint: `Name it in full: ${twins.join(" or ")}`,
    });
  }
  const commit = await askedCommit(ws.root, revision);
  if (commit !== undefined || isHead) return commit;
  const hint = "Name a branch, tag or commit that this clone holds; a shallow clone holds few.";
  throw unknown(`git knows no commit ${JSON.stringify(revision)}`, hint);
}

/** Full refs of an ambiguous name: git would take a tag, or one of its own files, before a branch. */
async function twinsOf({ root }: Workspace, revision: string): Promise<string[]> {
  const [name = ""] = /^[^~^:@]*/.exec(revision) ?? [];
  if (OID.test(name)) return [];
  if (!/^[0-9a-f]{4,}$/.test(name)) {
    const refArgs = ["rev-parse", "--verify", "--quiet", "--symbolic-full-name", "--end-of-options", name];
    if (((await answerOf(root, refArgs)) ?? "").trim() !== "") return [];
  }
  const places = ["refs/", "refs/tags/", "refs/heads/", "refs/remotes/"].map((place) => `${place}${name}`);
  const refs = ((await answerOf(root, ["for-each-ref", "--format=%(refname)", "--", ...places])) ?? "").split("\n");
  return refs.filter((ref) => places.includes(ref));
}

/** The ids that git gives to a content: as it is, and with line ends that were changed on the way out. `length`: of an id. */
export function blobIds(bytes: Buffer, length: number): string[] {
  const idOf = (content: Buffer) =>
    createHash(length === 64 ? "sha256" : "sha1")
      .update(`blob ${content.length}\0`)
      .update(content)
      .digest("hex");
  if (!bytes.includes("\r\n")) return [idOf(bytes)];
  return [idOf(bytes), idOf(Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1"))];
}

/** Whether a file equals git's version: compares bytes, regardless of the index, filters or settings. */
export async function isAsKept(path: string, oid: string): Promise<boolean> {
  const bytes = await readFile(path).catch(() => undefined);
  return bytes !== undefined && blobIds(bytes, oid.length).includes(oid);
}

/** Files beneath a folder at a commit that hold one of some words, such as an id. */
export async function filesNaming(
  ws: Workspace,
  commit: string,
  folder: string,
  words: readonly string[],
): Promise<string[]> {
  if (words.length === 0) return [];
  const patternArgs = words.flatMap((word) => ["-e", word]);
  try {
    const listed = await run(ws.root, ["grep", "-l", "-z", "-F", "--no-color", ...patternArgs, commit, "--", folder]);
    return listed
      .split("\0")
      .filter((row) => row !== "")
      .map((row) => row.slice(row.indexOf(":") + 1));
  } catch (error) {
    // 1: nothing found.
    if (error instanceof GitFailed && error.exitCode === 1) return [];
    throw error;
  }
}
