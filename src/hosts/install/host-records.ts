/**
 * What an installing did to a file, kept so that removing it gives the bytes back: hashes of the file before and after,
 * and the words that were put in. Nothing of what a person wrote is in it.
 */
import { join } from "node:path";
import { sha256 } from "../../store/files/atomic-file.js";
import { Workspace } from "../../store/workspace.js";
import { dropHostRecord, readHostRecord, writeHostRecord } from "../host-files.js";
import { type HostPatch, type Insertion, withoutInsertions, withoutMoved } from "./host-patch.js";
import type { HooksContext, HooksLevel, HostTarget } from "./targets.js";

/** One installing, remembered. */
export interface HostRecord {
  schema: 1;
  /** The file it is about, links followed. */
  path: string;
  /** SHA-256 before; null when there was no file. */
  before: string | null;
  /** SHA-256 after. */
  after: string;
  insertions: Insertion[];
  /** Folders that were made for it, the outermost first. */
  made: string[];
}

/** Your own settings outlive a workspace, so what is known of them lies beside your own tree. */
function recordFile({ workspace, places }: HooksContext, level: HooksLevel, name: string): string | undefined {
  const home = level === "user" ? new Workspace(places.userTree) : workspace;
  return home === undefined ? undefined : join(home.hostRecords, `${name}.json`);
}

const isText = (value: unknown): value is string => typeof value === "string";

function isInsertion(value: unknown): value is Insertion {
  return typeof value === "object" && value !== null && "at" in value && "text" in value && isText(value.text);
}

function asRecord(value: unknown): HostRecord | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { schema, path, before, after, insertions, made } = value as Partial<Record<keyof HostRecord, unknown>>;
  if (schema !== 1 || !isText(path) || !(before === null || isText(before)) || !isText(after)) return undefined;
  if (!Array.isArray(insertions) || !insertions.every(isInsertion)) return undefined;
  if (!Array.isArray(made) || !made.every(isText)) return undefined;
  return { schema, path, before, after, insertions, made };
}

/** What is known of a file; undefined when nothing is, or it is about another file. */
export function recordOf(
  ctx: HooksContext,
  level: HooksLevel,
  { name }: HostTarget,
  path: string,
): HostRecord | undefined {
  const file = recordFile(ctx, level, name);
  const text = file === undefined ? undefined : readHostRecord(file);
  if (text === undefined) return undefined;
  try {
    const record = asRecord(JSON.parse(text));
    return record?.path === path ? record : undefined;
  } catch {
    // A record that cannot be read is none: what is to be taken out is found by its form.
    return undefined;
  }
}

/** Keeps what was done to a file. Written before the file, so that what stands there is never unknown. */
export async function keepRecord(
  ctx: HooksContext,
  level: HooksLevel,
  { name }: HostTarget,
  record: HostRecord,
): Promise<void> {
  const file = recordFile(ctx, level, name);
  if (file !== undefined) await writeHostRecord(file, `${JSON.stringify(record, null, 2)}\n`);
}

/** Forgets a file that holds nothing of ours any more. */
export async function dropRecord(ctx: HooksContext, level: HooksLevel, { name }: HostTarget): Promise<void> {
  const file = recordFile(ctx, level, name);
  if (file !== undefined) await dropHostRecord(file);
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
  const moved = record === undefined ? undefined : withoutMoved(text, record.insertions);
  // Words can also be found where they mean something else by now: both ways have to leave the same said.
  const exact =
    moved !== undefined && patch.stateIn(moved).state === "absent" && patch.others(moved) === patch.others(text);
  const rest = exact ? moved : byForm;
  if (record?.before === null && patch.isEmpty(rest)) return {};
  if (record === undefined && isAllOurs(patch, text)) return {};
  return { text: rest };
}

/** A file that is what an installing makes where there is none. */
function isAllOurs(patch: HostPatch, text: string): boolean {
  const made = patch.apply(undefined);
  return made.state === "applied" && made.text === text.replaceAll("\r\n", "\n");
}
