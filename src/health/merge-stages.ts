/** Reads an unfinished merge: three versions of each path in git's index, or the markers in a file. */
import { isUtf8 } from "node:buffer";
import { blobsByOid } from "../store/git/commit-files.js";
import { prefixIn } from "../store/git/git-folder.js";
import { unmergedInIndex } from "../store/git/git-state.js";
import { layoutOf } from "../store/records/fences.js";

/** The versions of a file; one that did not exist is the empty text. */
export interface Stages {
  base: string;
  ours: string;
  theirs: string;
}

const STAGE_NAMES = { "1": "base", "2": "ours", "3": "theirs" } as const;

/** Unmerged paths beneath a folder with the texts of their versions; undefined where a version is no plain UTF-8 file. */
export async function unmergedStages(root: string): Promise<Map<string, Stages | undefined>> {
  const prefix = prefixIn(root);
  const rows = (await unmergedInIndex(root)).filter(({ path }) => path.startsWith(prefix));
  const blobs = await blobsByOid(
    root,
    rows.map(({ oid }) => oid),
  );
  const stagesByPath = new Map<string, Stages | undefined>();
  for (const { mode, oid, stage, path: whole } of rows) {
    const path = whole.slice(prefix.length);
    const stages = stagesByPath.has(path) ? stagesByPath.get(path) : { base: "", ours: "", theirs: "" };
    const bytes = mode.startsWith("100") ? blobs.get(oid) : undefined;
    const text = bytes && textOf(bytes);
    const isText = stages !== undefined && text !== undefined;
    stagesByPath.set(path, isText ? { ...stages, [STAGE_NAMES[stage]]: text } : undefined);
  }
  return stagesByPath;
}

/** The bytes as text; undefined when they are not UTF-8. */
export const textOf = (bytes: Uint8Array): string | undefined =>
  isUtf8(bytes) ? Buffer.from(bytes).toString("utf8") : undefined;

/**
 * The versions that the markers of a text keep apart; undefined when there are none. The base is what both sides agree
 * on, with what markers state of it.
 */
export function sidesOf(text: string): Stages | undefined {
  const { lines, conflicts } = layoutOf(text);
  if (conflicts.length === 0) return undefined;
  const sides = { base: "", ours: "", theirs: "" };
  let at = 0;
  for (const { from, to } of [...conflicts, { from: lines.text.length, to: lines.text.length }]) {
    const around = text.slice(at, lines.start[from]);
    at = lines.start[to + 1] ?? text.length;
    const parts = PARTS.exec(text.slice(lines.start[from], at))?.groups ?? {};
    for (const side of ["base", "ours", "theirs"] as const) sides[side] += around + (parts[side] ?? "");
  }
  return sides;
}

/** What stands between the markers of a conflict. */
const PARTS = /^<{7}.*\n(?<ours>[\s\S]*?)(?:^\|{7}(?: .*)?\n(?<base>[\s\S]*?))?^={7}\r?\n(?<theirs>[\s\S]*?)^>{7}/m;
