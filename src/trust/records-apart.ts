/** Which records of the working copy are not as a commit's tree has them. Files that are equal are not parsed. */
import type { CommitTree } from "../store/git/commit-tree.js";
import { isBlob } from "../store/git/git-snapshot.js";
import { isFile, isUnread, type Unread } from "../store/git/objects.js";
import { bodiesIn } from "../store/records/record-bodies.js";
import { isRecordFile, readPlainFile, scanRecords } from "../store/records/scan.js";
import type { Workspace } from "../store/workspace.js";

/** Ids of records. */
export interface RecordsApart {
  /** The working copy has them otherwise, or has them alone: they wait for a merge. */
  here: readonly string[];
  /** The tree alone has them: this clone is behind, or they were taken out here. */
  there: readonly string[];
}

/** Looks at every record file of both sides; reads those that differ. */
export async function recordsApart(ws: Workspace, tree: CommitTree): Promise<RecordsApart | Unread> {
  const listed = await tree.filesAt([ws.relative(ws.memory)]);
  if (isUnread(listed)) return listed;
  const kept = new Map(listed.flatMap((one) => (isRecordFile(one.file) && isFile(one) ? [[one.file, one]] : [])));
  const here = new Map<string, string>();
  for (const { file } of scanRecords(ws).files) {
    const bytes = bytesAt(ws, file);
    const blob = kept.get(file);
    if (bytes !== undefined && blob !== undefined && isBlob(bytes, blob.oid)) kept.delete(file);
    else for (const [id, body] of bodiesIn(bytes, file)) here.set(id, body);
  }
  const there = new Map<string, string>();
  for (const { file, oid } of kept.values()) {
    const bytes = await tree.blob(oid, file);
    if (isUnread(bytes)) return bytes;
    for (const [id, body] of bodiesIn(bytes, file)) there.set(id, body);
  }
  return {
    here: [...here].flatMap(([id, body]) => (there.get(id) === body ? [] : id)),
    there: [...there.keys()].filter((id) => !here.has(id)),
  };
}

/** A file that went away meanwhile, or is no plain one, holds nothing. */
function bytesAt(ws: Workspace, file: string): Buffer | undefined {
  try {
    return readPlainFile(ws.absolute(file)).bytes;
  } catch {
    return undefined;
  }
}
