/** What a workspace held at a commit, read from git without touching work tree or index. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { TenetError } from "../../errors.js";
import type { Workspace } from "../workspace.js";
import { CommitTree } from "./commit-tree.js";
import { answerOf, GitFailed, run, runBytes } from "./git.js";
import { OID } from "./git-commits.js";
import { gitFolder } from "./git-folder.js";
import { orThrow, withObjects } from "./objects.js";

/** A file as git holds it. */
export interface Blob {
  /** `100644`, `100755`, `120000` for a symbolic link. */
  mode: string;
  oid: string;
}

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

/** Refs a name may mean where it is not clear which: git would take a tag, or a file of its own, before a branch. */
async function twinsOf({ root }: Workspace, revision: string): Promise<string[]> {
  const [name = ""] = /^[^~^:@]*/.exec(revision) ?? [];
  if (OID.test(name)) return [];
  if (!/^[0-9a-f]{4,}$/.test(name)) {
    const asked = ["rev-parse", "--verify", "--quiet", "--symbolic-full-name", "--end-of-options", name];
    if (((await answerOf(root, asked)) ?? "").trim() !== "") return [];
  }
  const places = ["refs/", "refs/tags/", "refs/heads/", "refs/remotes/"].map((place) => `${place}${name}`);
  const refs = ((await answerOf(root, ["for-each-ref", "--format=%(refname)", "--", ...places])) ?? "").split("\n");
  return refs.filter((ref) => places.includes(ref));
}

/** Blobs by name (`<oid>` or `<commit>:./<file>`), in order; undefined for what git does not have, or cannot be asked for by line. */
export async function blobsOf(root: string, names: readonly string[]): Promise<(Buffer | undefined)[]> {
  if (names.length === 0) return [];
  const asked = names.map((name) => (name.includes("\n") ? "\n" : `${name}\n`)).join("");
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
  return await withObjects(ws.root, async (objects) => {
    const tree = orThrow(await CommitTree.at(ws.root, commit, objects));
    return new Map(orThrow(await tree.filesAt(paths)).map(({ file, mode, oid }) => [file, { mode, oid }]));
  });
}

/** Whether a file is as git has it: told by its bytes, whatever the index, a filter or a setting says of it. */
export async function isAsKept(path: string, oid: string): Promise<boolean> {
  const bytes = await readFile(path).catch(() => undefined);
  return bytes !== undefined && isBlob(bytes, oid);
}

/** Whether bytes of a file are those of a blob; line ends that were changed on the way out make no difference. */
export function isBlob(bytes: Buffer, oid: string): boolean {
  const hashesToIt = (content: Buffer) => {
    const hash = createHash(oid.length === 64 ? "sha256" : "sha1").update(`blob ${content.length}\0`);
    return hash.update(content).digest("hex") === oid;
  };
  if (hashesToIt(bytes)) return true;
  return bytes.includes("\r\n") && hashesToIt(Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1"));
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
    if (error instanceof GitFailed && error.exitCode === 1) return [];
    throw error;
  }
}
