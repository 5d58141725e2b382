/**
 * What an installing did to a file, kept so that removing it gives the bytes back: hashes of the file before and after,
 * and the words that were put in. Nothing of what a person wrote is in it.
 */
import { join } from "node:path";
import { Workspace } from "../../store/workspace.js";
import { dropHostRecord, readHostRecord, writeHostRecord } from "../host-files.js";
import type { Insertion } from "./settings-edit.js";
import type { HooksContext, Level, Target } from "./targets.js";

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
function recordFile({ workspace, places }: HooksContext, level: Level, name: string): string | undefined {
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
export function recordOf(ctx: HooksContext, level: Level, { name }: Target, path: string): HostRecord | undefined {
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
export async function keepRecord(ctx: HooksContext, level: Level, { name }: Target, record: HostRecord): Promise<void> {
  const file = recordFile(ctx, level, name);
  if (file !== undefined) await writeHostRecord(file, `${JSON.stringify(record, null, 2)}\n`);
}

/** Forgets a file that holds nothing of ours any more. */
export async function dropRecord(ctx: HooksContext, level: Level, { name }: Target): Promise<void> {
  const file = recordFile(ctx, level, name);
  if (file !== undefined) await dropHostRecord(file);
}
