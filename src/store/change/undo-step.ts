/** What takes a change back: each record and log as it stood before. */
import type { StagedFiles } from "../files/staged-files.js";
import { LOG_PATH } from "../records/daily-log.js";
import { recordText } from "../records/record-edit.js";
import { type LogStep, MOST_UNDONE, type RecordStep, type UndoStep } from "../state/undo-log.js";
import type { Workspace } from "../workspace.js";

const LOG = new RegExp(`^${LOG_PATH}`);

export type UndoneByStep = Pick<UndoStep, "records" | "logs" | "others">;

/** `entries`: paths of the staged entries, by id. */
export function undoneBy(ws: Workspace, files: StagedFiles, entries: ReadonlyMap<string, string>): UndoneByStep {
  const records: RecordStep[] = [];
  const reportedFiles = new Set<string>();
  for (const [id, path] of entries.size > MOST_UNDONE ? [] : entries) {
    const { text, original } = files.get(path) ?? {};
    const after = text === undefined ? undefined : recordText(text, id);
    if (after === undefined) continue;
    const before = original === undefined ? undefined : recordText(Buffer.from(original).toString("utf8"), id);
    reportedFiles.add(path);
    if (before !== after) records.push({ id, file: ws.relative(path), before: before ?? null, after });
  }
  const logs: LogStep[] = [];
  const others: string[] = [];
  for (const { path, after, read } of files.changes()) {
    if (reportedFiles.has(path)) continue;
    const [now, was] = [Buffer.from(after ?? []).toString("utf8"), Buffer.from(read ?? []).toString("utf8")];
    const isLog = LOG.test(ws.relative(path)) && now.startsWith(was);
    if (isLog) logs.push({ file: ws.relative(path), added: now.slice(was.length) });
    else others.push(ws.relative(path));
  }
  return { records, logs, others };
}
