/**
 * What an installing did to a file, kept so that removing it gives the bytes back: hashes of the file before and after,
 * and the words that were put in. Nothing of what a person wrote is in it, and its owner alone may read it.
 */
import { readFileSync } from "node:fs";
import { open, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as z from "zod";
import { sha256, writeFileAtomic } from "../files/atomic-file.js";
import { ensureFolder, nodeFs } from "../files/atomic-fs.js";
import { codeOf, fileFailure } from "../files/file-failure.js";
import { Workspace } from "../workspace.js";
import { type HostPatch, withoutInsertions, withoutMoved } from "./host-patch.js";
import type { HooksContext, HooksLevel, HostTarget } from "./targets.js";

const recordSchema = z.object({
  schema: z.literal(1),
  /** The file it is about, links followed. */
  path: z.string(),
  /** SHA-256 before; null when there was no file. */
  before: z.string().nullable(),
  /** SHA-256 after. */
  after: z.string(),
  insertions: z.array(z.object({ at: z.number(), text: z.string() })),
  /** Folders that were made for it, the outermost first. */
  made: z.array(z.string()),
  /** For which host it was put there, where several read the same lines. */
  by: z.string().optional(),
});
/** One installing, remembered. */
export type HostRecord = z.infer<typeof recordSchema>;

/** User settings outlive a workspace, so their records lie in the user's tree. */
function recordFile({ workspace, places }: HooksContext, level: HooksLevel, name: string): string | undefined {
  const home = level === "user" ? new Workspace(places.userTree) : workspace;
  return home === undefined ? undefined : join(home.hostRecords, `${name}.json`);
}

/** What is known of a file; undefined when nothing is, or it is about another file. */
export function recordOf(
  ctx: HooksContext,
  level: HooksLevel,
  target: Pick<HostTarget, "name">,
  path: string,
): HostRecord | undefined {
  const record = readRecord(ctx, level, target);
  return record?.path === path ? record : undefined;
}

/** The file that a record is about, wherever the piece would stand now. */
export function recordedPath(ctx: HooksContext, level: HooksLevel, target: Pick<HostTarget, "name">) {
  return readRecord(ctx, level, target)?.path;
}

function readRecord(ctx: HooksContext, level: HooksLevel, { name }: Pick<HostTarget, "name">): HostRecord | undefined {
  const file = recordFile(ctx, level, name);
  if (file === undefined) return undefined;
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return undefined;
    throw fileFailure("read", file, cause);
  }
  try {
    return recordSchema.safeParse(JSON.parse(text)).data;
  } catch {
    // An unreadable record counts as none: removal then finds the pieces by their form.
    return undefined;
  }
}

/** Records a change of a file. Written before the file, so that every change has its record. */
export async function keepRecord(
  ctx: HooksContext,
  level: HooksLevel,
  { name }: Pick<HostTarget, "name">,
  record: HostRecord,
): Promise<void> {
  const file = recordFile(ctx, level, name);
  if (file === undefined) return;
  await ensureFolder(dirname(file), nodeFs);
  // Made empty first, for its owner alone: the writer gives a file the mode of the one it replaces.
  await (await open(file, "a", 0o600)).close();
  await writeFileAtomic(file, `${JSON.stringify(record, null, 2)}\n`);
}

/** Forgets a file that holds nothing of ours any more. */
export async function dropRecord(
  ctx: HooksContext,
  level: HooksLevel,
  { name }: Pick<HostTarget, "name">,
): Promise<void> {
  const file = recordFile(ctx, level, name);
  if (file === undefined) return;
  try {
    await unlink(file);
  } catch (cause) {
    if (codeOf(cause) !== "ENOENT") throw fileFailure("remove", file, cause);
  }
}

/** A text without the patch; `text` is missing where the file goes altogether. */
export interface RevertedPatch {
  text?: string;
}

/**
 * The bytes of before where nobody touched the file since; otherwise the words that were put in, wherever they stand
 * now; otherwise whatever bears our mark. Undefined when nothing of ours is there.
 */
export function revertPatch(patch: HostPatch, text: string, record: HostRecord | undefined): RevertedPatch | undefined {
  if (record !== undefined && sha256(text) === record.after) {
    const before = withoutInsertions(text, record.insertions);
    if (before !== undefined && record.before === null) return before === "" ? {} : { text: before };
    if (before !== undefined && sha256(before) === record.before) return { text: before };
  }
  const byForm = patch.revert(text);
  if (byForm === undefined) return undefined;
  const movedText = record === undefined ? undefined : withoutMoved(text, record.insertions);
  // Words can also be found where they mean something else by now: both ways have to leave the same said.
  const exact =
    movedText !== undefined &&
    patch.stateIn(movedText).state === "absent" &&
    patch.others(movedText) === patch.others(text);
  const rest = exact ? movedText : byForm;
  if (record?.before === null && patch.isEmpty(rest)) return {};
  if (record === undefined && isAllOurs(patch, text)) return {};
  return { text: rest };
}

/** A file that is what an installing makes where there is none. */
function isAllOurs(patch: HostPatch, text: string): boolean {
  const created = patch.apply(undefined);
  return created.state === "applied" && created.text === text.replaceAll("\r\n", "\n");
}
