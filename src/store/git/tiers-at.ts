/** What trust records had at a commit, read from git without touching the work tree. */
import type { Tier } from "../../entry/entry.js";
import { textOfRecordFile } from "../records/record-bytes.js";
import { parseRecordFile } from "../records/record-parse.js";
import type { Workspace } from "../workspace.js";
import { run } from "./git-run.js";
import { blobsOf, commitOf } from "./git-snapshot.js";

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
  const blobs = await blobsOf(
    ws.root,
    changed.map((file) => `${commit}:./${file}`),
  );
  for (const [at, bytes] of blobs.entries()) {
    const file = changed[at];
    if (bytes === undefined || file === undefined) continue;
    const text = textOfRecordFile(bytes, file);
    if (typeof text !== "string") continue;
    for (const { entry } of parseRecordFile(text, file, { agent }).records) tiers.set(entry.id, entry.tier);
  }
  return tiers;
}
