/** `tenet merge`: finishes what git left of a merge in tenet's own files, and is what git calls to merge one of them. */
import { readFile, writeFile } from "node:fs/promises";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { sha256, writeFileAtomic } from "../store/files/atomic-file.js";
import { COMMAND_WAIT_MS, withLock } from "../store/files/lock.js";
import { readBytes } from "../store/files/safe-path.js";
import { run } from "../store/git/git.js";
import { gitFolder } from "../store/git/git-folder.js";
import { isMergedHere, mergeFile } from "../store/merge/merge-file.js";
import { bodyOf, idWithin, layoutOf } from "../store/records/fences.js";
import { isRecordFile } from "../store/records/scan.js";
import { surveyWorkspace } from "../store/survey.js";
import { defined } from "../text/defined.js";
import { columnsOf, faint, good, line, type Outline, type Said, warn } from "../text/outline/outline.js";
import type { FileMerge, MergeReport } from "./health-schemas.js";
import { type Stages, sidesOf, textOf, unmergedStages } from "./merge-stages.js";

/**
 * Merges files that a hosted merge or a missing driver left unmerged: from the three versions in git's index, else from
 * the markers in the file. Files resolved by hand stay. `wanted`: relative to the workspace; all that are left unmerged
 * unless given.
 */
export async function merge(ctx: Context, wanted?: readonly string[]): Promise<MergeReport> {
  const { workspace: ws, profile } = ctx;
  return withLock(ws.lock, "merge", COMMAND_WAIT_MS, async () => {
    const stages = gitFolder(ws.root) === undefined ? new Map<string, undefined>() : await unmergedStages(ws.root);
    const names = wanted ?? [...stages.keys(), ...(await markedFiles(ctx))];
    const files: FileMerge[] = [];
    for (const file of [...new Set(names)].sort())
      files.push(
        isMergedHere(file, profile.files)
          ? await mergeOne(ctx, file, stages)
          : left(file, "not one of tenet's files, merge it by hand"),
      );
    const open = files.find(({ state }) => state === "conflict");
    const next = open && `Decide between the markers in ${open.file}:${open.conflicts[0]?.line ?? 1}, then git add it.`;
    return defined({ files, next });
  });
}

/** The files git names to a driver: temporary ones for the versions, and the path they are of. */
interface DriverFiles extends Stages {
  /** Relative to the top of the repository. */
  path: string;
}

/**
 * One call of git's: `ours` is overwritten by the result. Failing, it writes nothing, and the line in git's config merges
 * by line.
 */
export async function mergeAsDriver({ path, ...files }: DriverFiles): Promise<FileMerge> {
  const [base, ours, theirs] = await Promise.all(
    [files.base, files.ours, files.theirs].map(async (file) => textOf(await readFile(file))),
  );
  if (base === undefined || ours === undefined || theirs === undefined)
    throw new TenetError(`${path} is not UTF-8 and can only be merged by line`, { failure: "failed" });
  const text = await mergeFile(path, base, ours, theirs);
  if (text !== ours) await writeFile(files.ours, text);
  return reportOf(path, text, "merged by record");
}

/** Files with markers: some are not unmerged in the index, since they were added or committed with the markers. */
async function markedFiles({ workspace: ws, profile }: Context): Promise<string[]> {
  const names: string[] = [];
  for (const file of surveyWorkspace(ws, profile.files).files) {
    if (!isMergedHere(file, profile.files)) continue;
    const text = textOf((await readBytes(ws, ws.absolute(file))) ?? new Uint8Array());
    if (text !== undefined && sidesOf(text) !== undefined) names.push(file);
  }
  return names;
}

const left = (file: string, because: string): FileMerge => ({ file, state: "left", because, conflicts: [] });

async function mergeOne(
  { workspace: ws }: Context,
  file: string,
  stages: ReadonlyMap<string, Stages | undefined>,
): Promise<FileMerge> {
  const bytes = await readBytes(ws, ws.absolute(file));
  const current = bytes === undefined ? "" : textOf(bytes);
  const staged = stages.get(file);
  if (current === undefined) return left(file, "it is not valid UTF-8");
  if (stages.has(file) && staged === undefined) return left(file, "one of its versions is no UTF-8 text file");
  const versions = versionsOf(file, current, staged);
  if (versions === undefined)
    return left(
      file,
      staged === undefined ? "nothing is unmerged in it" : "it is resolved: git add it when it is right",
    );
  const text = await mergeFile(file, versions.base, versions.ours, versions.theirs);
  const isGone = text === "" && staged !== undefined && [staged.ours, staged.theirs].includes("");
  if (text !== current && !isGone)
    await writeFileAtomic(ws.absolute(file), text, { expected: bytes === undefined ? null : sha256(bytes) });
  const merged = reportOf(file, text, staged ? "from the versions git keeps" : "from the markers in the file");
  if (staged !== undefined && merged.state === "merged")
    await run(ws.root, ["--literal-pathspecs", ...(isGone ? ["rm", "--quiet", "--force"] : ["add"]), "--", file]);
  return merged;
}

/** The versions to merge; undefined where nothing is left to be merged. */
function versionsOf(file: string, current: string, staged: Stages | undefined): Stages | undefined {
  const marked = sidesOf(current);
  if (marked !== undefined) return { ...marked, base: baseOf(file, current, marked, staged) };
  const plain = (text: string) => text.replaceAll("\r\n", "\n");
  // A driver without its program leaves one side alone in the file, and so does a deletion on the other.
  const isSide =
    staged !== undefined && ["", staged.ours, staged.theirs].some((side) => plain(side) === plain(current));
  return isSide ? staged : undefined;
}

/** git's common version where it is known; else what the markers say of it. */
function baseOf(file: string, current: string, marked: Stages, staged: Stages | undefined): string {
  if (staged !== undefined) return staged.base;
  // What both sides still have of records may be the halves of two.
  return isRecordFile(file) && !/^\|{7}( |$)/m.test(current) ? "" : marked.base;
}

function reportOf(file: string, text: string, because: string): FileMerge {
  const conflicts = conflictsIn(text);
  return { file, state: conflicts.length === 0 ? "merged" : "conflict", because, conflicts };
}

/** What is left to a person: the line of each marker, and the record and field that it is in. */
function conflictsIn(text: string): FileMerge["conflicts"] {
  const { lines, fences, conflicts } = layoutOf(text);
  return conflicts.map(({ from, to }) => {
    const fence = fences.find(({ open, close }) => open < to && from < close);
    const field =
      fence !== undefined && fence.open < from ? /^(\w+):/.exec(lines.text[from + 1] ?? "")?.[1] : undefined;
    return defined({ line: from + 1, id: fence && idWithin(bodyOf(lines, fence)), field });
  });
}

/** The conflicts of one file, a line each: the place and the decision to make. */
const conflictSays = ({ file, conflicts }: FileMerge): string[] =>
  conflicts.map(({ line, id, field }) => {
    const what =
      id === undefined ? "lines of prose" : field === undefined ? `${id}, the whole record` : `${id} ${field}`;
    return `${file}:${line}  ${what}`;
  });

export const conflictsOutline = (merged: FileMerge): Outline => conflictSays(merged).map((one) => line(one));

/** What `tenet merge` did. */
export function mergeOutline({ files, next }: MergeReport): Outline {
  if (files.length === 0) return [line("Nothing is left unmerged.")];
  const row = (did: Said, says: string) => ({ cells: [did, says] });
  const rows = files.flatMap((one) => {
    if (one.state === "merged") return [row(good("merged"), one.file)];
    if (one.state === "left") return [row(faint("left"), `${one.file}: ${one.because}`)];
    return conflictSays(one).map((says, at) => row(at === 0 ? warn("decide") : "", says));
  });
  const columns = columnsOf({ did: "id", what: "text" });
  return [{ kind: "table", bare: true, columns, rows }, ...(next === undefined ? [] : [line(next)])];
}
