/** What trust records had at a commit, read from git without touching the work tree. */
import { TenetError } from "../errors.js";
import type { Tier } from "../memory/entry.js";
import { GitFailed, gitFolder, run, runBytes } from "./git.js";
import { textOfRecordFile } from "./record-bytes.js";
import { parseRecordFile } from "./record-file.js";
import type { Workspace } from "./workspace.js";

/**
 * Tiers by id of the records in files that differ from a commit; what is as it was there is left out. Undefined
 * without git, and for `HEAD` before the first commit. Throws `usage` for another revision that git does not know.
 */
export async function tiersAt(ws: Workspace, revision: string, agent: string): Promise<Map<string, Tier> | undefined> {
  const commit = await commitOf(ws, revision);
  if (commit === undefined) return undefined;
  const folder = ws.relative(ws.learning);
  const diff = ["diff", "--name-only", "--no-renames", "--diff-filter=a", "--relative", "-z", commit, "--", folder];
  const changed = (await run(ws.root, diff)).split("\0").filter((file) => file.endsWith(".md") && !file.includes("\n"));
  const tiers = new Map<string, Tier>();
  if (changed.length === 0) return tiers;
  const asked = changed.map((file) => `${commit}:./${file}\n`).join("");
  const blobs = blobsOf(await runBytes(ws.root, ["cat-file", "--batch"], asked));
  for (const [at, bytes] of blobs.entries()) {
    const file = changed[at];
    if (bytes === undefined || file === undefined) continue;
    const text = textOfRecordFile(bytes, file);
    if (typeof text !== "string") continue;
    for (const { entry } of parseRecordFile(text, file, { agent }).records) tiers.set(entry.id, entry.tier);
  }
  return tiers;
}

async function commitOf(ws: Workspace, revision: string): Promise<string | undefined> {
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

/** The answers of `git cat-file --batch` in order; undefined for what it did not find. */
function blobsOf(answer: Buffer): (Buffer | undefined)[] {
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
