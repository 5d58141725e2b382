/** Results of golden questions, as `memory/eval/runs.jsonl` has them: one line each, merged as a union. */
import type { Context } from "../context.js";
import { ERASED, REDACTED } from "../entry/gates/redaction.js";
import { changeTree } from "../store/change/change.js";
import { tendVerb } from "../store/change/prepare-write.js";
import { fileInTree, readBytes } from "../store/files/safe-path.js";
import { MAX_FILE_BYTES, stampAt } from "../store/records/scan.js";
import type { Workspace } from "../store/workspace.js";
import { defined } from "../text/defined.js";
import { QUESTION_ID } from "./golden-id.js";
import type { Run } from "./policy/standing.js";

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** What a line says; undefined for anything else: everybody may write into the file. */
function runOf(line: string): Run | undefined {
  if (!line.startsWith("{")) return undefined;
  let value: Partial<Record<keyof Run, unknown>>;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  const { at, id, pass, rank, reason, by, ms, tree } = value;
  if (typeof at !== "string" || !INSTANT.test(at) || typeof id !== "string" || !QUESTION_ID.test(id)) return undefined;
  if (typeof pass !== "boolean") return undefined;
  const text = (one: unknown) => (typeof one === "string" && one !== ERASED && one !== REDACTED ? one : undefined);
  const whole = (one: unknown) => (typeof one === "number" && Number.isFinite(one) ? one : undefined);
  return {
    at,
    id,
    pass,
    ...defined({ rank: whole(rank), reason: text(reason) }),
    by: text(by) ?? "recall",
    ms: whole(ms) ?? 0,
    tree: text(tree) ?? "",
  };
}

const linesOf = (bytes: Uint8Array): string[] =>
  Buffer.from(bytes)
    .toString("utf8")
    .split(/\r?\n/)
    .filter((line) => line !== "");

/** Every result there is, as they stand; none where there is no file. Costs one look where nobody asks questions. */
export async function readRuns(ws: Workspace): Promise<Run[]> {
  if (stampAt(ws.goldenRuns) === undefined) return [];
  const state = await fileInTree(ws, ws.goldenRuns);
  if (state === undefined || state.size > MAX_FILE_BYTES) return [];
  const bytes = await readBytes(ws, ws.goldenRuns);
  return bytes === undefined ? [] : linesOf(bytes).flatMap((line) => runOf(line) ?? []);
}

/** Adds results to the file, as one change of the tree. Throws `busy` while git or another writer is in the way. */
export async function appendRuns(ctx: Context, runs: readonly Run[], reason: string): Promise<void> {
  const added = runs.map((run) => JSON.stringify(run));
  await changeTree(ctx, { ...tendVerb("eval"), captures: true, reason }, async (change) => {
    const path = ctx.workspace.goldenRuns;
    const before = Buffer.from(change.read(path) ?? []);
    const gap = before.length === 0 || before.at(-1) === 0x0a ? "" : "\n";
    change.write(path, Buffer.concat([before, Buffer.from(`${gap}${added.join("\n")}\n`)]));
  });
}
