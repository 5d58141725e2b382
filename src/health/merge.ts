/** `tenet merge`: finishes what git left of a merge in tenet's own files, and is what git calls to merge one of them. */
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { isCoreFile, mergesByRule, ruleRows } from "../rules/merge/merge-files.js";
import { readChain } from "../rules/versions/chain.js";
import { sha256, writeFileAtomic } from "../store/files/atomic-file.js";
import { COMMAND_WAIT_MS, withLock } from "../store/files/lock.js";
import { readBytes } from "../store/files/safe-path.js";
import { run } from "../store/git/git.js";
import { gitFolder } from "../store/git/git-folder.js";
import { type DriverFiles, runMergeDriver } from "../store/merge/merge-driver.js";
import { assumedBase, type MergedFile, mergeFile, mergesByMeaning, type RowMerger } from "../store/merge/merge-file.js";
import {
  type MarkedSides,
  mergeByLine,
  mergedStages,
  type Sides,
  type Stages,
  sameButLabels,
  sidesOf,
  textOf,
  unmergedStages,
} from "../store/merge/merge-stages.js";
import { openStore } from "../store/open-store.js";
import { conflictLine } from "../store/records/fences.js";
import { surveyWorkspace } from "../store/survey.js";
import { columnsOf, faint, good, line, type Outline, type Said, warn } from "../text/outline/outline.js";
import type { FileMerge, MergeReport } from "./health-schemas.js";
import { sameClaims } from "./record-findings.js";

export interface MergeInput {
  /** Files to merge, relative to the workspace; all that are left unmerged unless given. */
  files?: readonly string[];
}

/**
 * Merges files that a hosted merge or a missing driver left unmerged: from the three versions in git's index, else from
 * the markers in the file. Files resolved by hand stay.
 */
export async function merge(ctx: Context, input: MergeInput = {}): Promise<MergeReport> {
  const {
    workspace: ws,
    profile: { files: core },
  } = ctx;
  const report = await withLock(ws.lock, "merge", COMMAND_WAIT_MS, async () => {
    const stages =
      gitFolder(ws.root) === undefined ? new Map<string, Stages | undefined>() : await unmergedStages(ws.root);
    const markedNames = await markedFiles(ctx);
    const wantedFiles = input.files === undefined ? undefined : new Set(input.files);
    const names = [...new Set([...stages.keys(), ...markedNames, ...(wantedFiles ?? [])])]
      .filter((file) => wantedFiles === undefined || wantedFiles.has(file))
      .sort((a, b) => Number(isCoreFile(a, core)) - Number(isCoreFile(b, core)) || (a < b ? -1 : 1));
    const files: FileMerge[] = [];
    const otherFiles: string[] = [];
    for (const file of names) {
      if (mergesByMeaning(file) || mergesByRule(file, core)) files.push(await mergeOne(ctx, file, stages));
      else otherFiles.push(file);
    }
    return { files, others: otherFiles };
  });
  const tree = await openStore(ctx);
  return { ...report, pairs: sameClaims(tree), next: nextOf(report.files) };
}

/** One call of git's: merges the files it names. Fails with exit 1 so that the line in git's config merges by line instead. */
export async function mergeAsDriver(files: DriverFiles): Promise<FileMerge> {
  try {
    return reportOf(files.path, await runMergeDriver(files, ruleRows()), "merged by record");
  } catch (error) {
    if (!(error instanceof TenetError)) throw error;
    throw new TenetError(error.message, { failure: "failed", cause: error });
  }
}

/** Files with markers that are not unmerged in the index: they were added or committed with the markers. */
async function markedFiles({ workspace: ws, profile }: Context): Promise<string[]> {
  const { files } = surveyWorkspace(ws, profile.files);
  const markedNames: string[] = [];
  for (const file of files) {
    if (!mergesByMeaning(file) && !mergesByRule(file, profile.files)) continue;
    const text = textOf((await readBytes(ws, ws.absolute(file))) ?? new Uint8Array());
    if (text !== undefined && sidesOf(text) !== undefined) markedNames.push(file);
  }
  return markedNames;
}

/** Core files come last: the merged versions decide which lines are tenet's. */
async function rowsFor({ workspace, profile }: Context, file: string): Promise<RowMerger> {
  if (!isCoreFile(file, profile.files)) return ruleRows();
  const chain = await readChain(workspace);
  return ruleRows((line) => chain.isTenets(line));
}

async function mergeOne(
  ctx: Context,
  file: string,
  stages: ReadonlyMap<string, Stages | undefined>,
): Promise<FileMerge> {
  const { workspace: ws } = ctx;
  const path = ws.absolute(file);
  const bytes = await readBytes(ws, path);
  const current = bytes === undefined ? undefined : textOf(bytes);
  const leftFile = (because: string): FileMerge => ({ file, state: "left", because, conflicts: [] });
  if (bytes !== undefined && current === undefined) return leftFile("it is not valid UTF-8");
  const staged = stages.get(file);
  if (stages.has(file) && staged === undefined) return leftFile("one of its versions is no UTF-8 text file");
  const currentSides = sidesOf(current ?? "");
  const own = currentSides === undefined ? "nothing is unmerged in it" : withBase(file, currentSides);
  // For markers that were added or committed, the merge they come from is still known.
  const committed =
    staged === undefined && currentSides !== undefined ? await committedSides(ctx, file, current) : undefined;
  const sides = staged === undefined ? (committed ?? own) : await stagedSides(ctx, staged, current);
  if (typeof sides === "string") return leftFile(sides);
  const merged = mergeFile(file, sides.base, sides.ours, sides.theirs, await rowsFor(ctx, file));
  const text =
    current?.includes("\r\n") && !merged.text.includes("\r\n") ? merged.text.replaceAll("\n", "\r\n") : merged.text;
  const isGone = text === "" && (staged?.ours === undefined || staged.theirs === undefined);
  if (text !== (current ?? "") && !isGone) {
    await writeFileAtomic(path, text, { expected: bytes === undefined ? null : sha256(bytes) });
  }
  if (staged !== undefined && merged.conflicts.length === 0) {
    await run(ws.root, ["--literal-pathspecs", ...(isGone ? ["rm", "--quiet", "--force"] : ["add"]), "--", file]);
  }
  const from = staged === undefined ? "from the markers in the file" : "from the versions git keeps";
  return reportOf(file, { ...merged, text }, from);
}

function withBase(file: string, sides: MarkedSides): Sides {
  return sides.kept ? sides : { ...sides, base: assumedBase(file, sides.base, sides.ours, sides.theirs) };
}

/** The versions of a merge that left just these markers; undefined when nobody knows them any more. */
async function committedSides(ctx: Context, file: string, current = ""): Promise<Sides | undefined> {
  for await (const stages of mergedStages(ctx.workspace.root, file, current)) {
    const { base = "", ours = "", theirs = "" } = stages;
    if (await isLeftBy(ctx, stages, current)) return { base, ours, theirs };
  }
  return undefined;
}

/** Is a text what git, or its driver, leaves of a merge of these versions? */
async function isLeftBy({ workspace }: Context, stages: Stages, current: string): Promise<boolean> {
  const { path, base = "", ours = "", theirs = "" } = stages;
  return (
    sameButLabels(current, await mergeByLine(workspace.root, base, ours, theirs)) ||
    sameButLabels(current, mergeFile(path, base, ours, theirs, ruleRows()).text)
  );
}

/**
 * The versions to merge: git's own while the file is as git left it. After changes by hand their markers count, with
 * git's common version; a changed file without markers is resolved.
 */
async function stagedSides(ctx: Context, staged: Stages, current: string | undefined): Promise<Sides | string> {
  const { base = "", ours = "", theirs = "" } = staged;
  const versions = { base, ours, theirs };
  if (current === undefined) return versions;
  const sides = sidesOf(current);
  if (sides === undefined) {
    // A driver without its program leaves one side alone in the file.
    if ([ours, theirs].some((side) => sameButLabels(side, current))) return versions;
    return "somebody has resolved it by hand: git add it when it is right";
  }
  if (await isLeftBy(ctx, staged, current)) return versions;
  return { ...sides, base: staged.base ?? withBase(staged.path, sides).base };
}

function reportOf(file: string, merged: MergedFile, because: string): FileMerge {
  if (merged.conflicts.length === 0) return { file, state: "merged", because, conflicts: [] };
  return { file, state: "conflict", because, conflicts: withLines(merged) };
}

/** Each conflict with the line of its opening marker: they come in the order of the text. */
function withLines({ text, conflicts }: MergedFile): FileMerge["conflicts"] {
  const lines = text.split("\n").flatMap((line, at) => (line.startsWith("<<<<<<< ") ? [at + 1] : []));
  if (lines.length !== conflicts.length) {
    const line = conflictLine(text);
    return conflicts.map((conflict) => (line === undefined ? conflict : { ...conflict, line }));
  }
  return conflicts.map((conflict, at) => ({ ...conflict, line: lines[at] ?? 1 }));
}

function nextOf(files: readonly FileMerge[]): string | undefined {
  const open = files.find(({ state }) => state === "conflict");
  return open && `Decide between the markers in ${open.file}:${open.conflicts[0]?.line ?? 1}, then git add it.`;
}

const whatOf = ({ what, id, field }: FileMerge["conflicts"][number]): string => {
  if (what === "field") return `${id} ${field}`;
  if (what === "record") return `${id}, the whole record`;
  if (what === "rule") return "a rule that one side worded anew and the other took out";
  return what === "heading" ? `${id}, its heading` : "lines of prose";
};

/** The conflicts of one file, a line each: the place and the decision to make. */
const conflictSays = ({ file, conflicts }: FileMerge): string[] =>
  conflicts.map((one) => `${file}${one.line === undefined ? "" : `:${one.line}`}  ${whatOf(one)}`);

export const conflictsOutline = (merged: FileMerge): Outline => conflictSays(merged).map((one) => line(one));

/** What `tenet merge` did. */
export function mergeOutline({ files, pairs, others, next }: MergeReport): Outline {
  if (files.length === 0 && others.length === 0 && pairs.length === 0) return [line("Nothing is left unmerged.")];
  const row = (did: Said, says: string) => ({ cells: [did, says] });
  const rows = [
    ...files.flatMap((one) => {
      if (one.state === "merged") return [row(good("merged"), one.file)];
      if (one.state === "left") return [row(faint("left"), `${one.file}: ${one.because}`)];
      return conflictSays(one).map((says, at) => row(at === 0 ? warn("decide") : "", says));
    }),
    ...others.map((file) => row(faint("left"), `${file}: not one of tenet's files, merge it by hand`)),
    ...pairs.map(({ message, next: way }) => row(warn("pair"), `${message}${way === undefined ? "" : `: ${way}`}`)),
  ];
  const columns = columnsOf({ did: "id", what: "text" });
  return [{ kind: "table", bare: true, columns, rows }, ...(next === undefined ? [] : [line(next)])];
}
