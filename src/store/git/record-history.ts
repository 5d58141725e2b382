/** What commits did to records: the ones each of them brought, changed and took. Read from git alone. */
import { bodiesIn, type RecordBodies } from "../records/record-bodies.js";
import { isRecordFile } from "../records/scan.js";
import type { Workspace } from "../workspace.js";
import { blobsOf } from "./git-snapshot.js";
import { fileChanges } from "./git-touches.js";

/** One file of records in one commit, beside one of its parents. */
export interface RecordChange {
  commit: string;
  file: string;
  before: RecordBodies;
  after: RecordBodies;
}

/** Pairs of files whose texts are held at once. */
const AT_ONCE = 64;

/** What some commits did to records, in their order. */
export async function* changesIn(ws: Workspace, commits: readonly string[]): AsyncGenerator<RecordChange> {
  const folders = ws.recordFolders.map((folder) => ws.relative(folder));
  const pairs = (await fileChanges(ws, commits, folders)).filter(({ file }) => isRecordFile(file));
  for (let at = 0; at < pairs.length; at += AT_ONCE) {
    const some = pairs.slice(at, at + AT_ONCE);
    const oids = [...new Set(some.flatMap(({ before, after }) => [before, after]))];
    const blobs = new Map((await blobsOf(ws.root, oids)).map((bytes, index) => [oids[index] as string, bytes]));
    for (const { commit, file, before, after } of some) {
      yield { commit, file, before: bodiesIn(blobs.get(before), file), after: bodiesIn(blobs.get(after), file) };
    }
  }
}
