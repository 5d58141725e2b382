/** Reads an unfinished merge from git: three versions of each path in the index, or markers in the file. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { blobsByOid, bytesHeldAt } from "../git/commit-files.js";
import { answerOf, GitFailed, run } from "../git/git.js";
import { prefixIn } from "../git/git-folder.js";
import { unmergedInIndex } from "../git/git-state.js";
import { commitAt } from "../git/revisions.js";
import { conflictRegions, linesOf, skeletonOf } from "../records/fences.js";

/** The versions of one unmerged path; a missing one did not exist on that side. */
export interface Stages {
  /** Relative to the folder asked about, with `/`. */
  path: string;
  base?: string;
  ours?: string;
  theirs?: string;
}

const STAGE_NAMES = { "1": "base", "2": "ours", "3": "theirs" } as const;

/** Unmerged paths beneath a folder with the texts of their versions; undefined where a version is no plain UTF-8 file. */
export async function unmergedStages(root: string): Promise<Map<string, Stages | undefined>> {
  const prefix = prefixIn(root);
  const rows = (await unmergedInIndex(root)).flatMap(({ path, ...row }) =>
    path.startsWith(prefix) ? [{ ...row, path: path.slice(prefix.length) }] : [],
  );
  const blobs = await blobsByOid(
    root,
    rows.map(({ oid }) => oid),
  );
  const stagesByPath = new Map<string, Stages | undefined>();
  for (const { mode, oid, stage, path } of rows) {
    const stages = stagesByPath.has(path) ? stagesByPath.get(path) : { path };
    const bytes = mode.startsWith("100") ? blobs.get(oid) : undefined;
    const text = bytes && textOf(bytes);
    stagesByPath.set(
      path,
      stages === undefined || text === undefined ? undefined : { ...stages, [STAGE_NAMES[stage]]: text },
    );
  }
  return stagesByPath;
}

/**
 * What may have been joined where markers stand in a file that is unmerged no more: a merge, a revert or a cherry-pick,
 * committed with its markers or about to be. Nothing without git.
 */
export async function* mergedStages(root: string, path: string, text: string): AsyncGenerator<Stages> {
  const idsOf = async (args: readonly string[]) => (await answerOf(root, args))?.trim().split(/\s+/) ?? [];
  const last = await idsOf(["log", "-1", "--first-parent", "--format=%P", "--", path]);
  const joins: [base: string, ours: string, theirs: string][] = [];
  for (const [ours = "", theirs, ...more] of [await idsOf(["rev-parse", "HEAD", "MERGE_HEAD"]), last]) {
    const [base] = theirs === undefined || more.length > 0 ? [] : await idsOf(["merge-base", ours, theirs]);
    if (theirs !== undefined && base !== undefined) joins.push([base, ours, theirs]);
  }
  // What git has not finished it names; else the commit behind the last marker, where that is labelled.
  const [, back, picked] = /^>{7} (parent of )?([0-9a-f]{7,64})\b/m.exec(text) ?? [];
  const replayed = (commit: string, isBack: boolean, ours: string): (typeof joins)[number] =>
    isBack ? [commit, ours, `${commit}^`] : [`${commit}^`, ours, commit];
  joins.push(replayed("REVERT_HEAD", true, "HEAD"), replayed("CHERRY_PICK_HEAD", false, "HEAD"));
  for (const ours of picked === undefined ? [] : ["HEAD", ...last.slice(0, 1)])
    joins.push(replayed(`${picked}`, back !== undefined, ours));
  for (const revisions of joins) {
    const [base = "", ours, theirs] = await Promise.all(revisions.map((revision) => textAt(root, revision, path)));
    if (ours !== undefined && theirs !== undefined) yield { path, base, ours, theirs };
  }
}

async function textAt(root: string, revision: string, file: string): Promise<string | undefined> {
  const commit = await commitAt(root, revision);
  const bytes = commit && (await bytesHeldAt(root, commit, [file])).get(file);
  return bytes ? textOf(bytes) : undefined;
}

/** The bytes as text; undefined when they are not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A text with markers as the versions it was made of. */
export interface Sides {
  base: string;
  ours: string;
  theirs: string;
}

/** The sides between conflict markers. `kept`: they contain the common version; else `base` is only what both agree on. */
export interface MarkedSides extends Sides {
  kept: boolean;
}

/** The versions that the markers of a text keep apart; undefined when there are none. */
export function sidesOf(text: string): MarkedSides | undefined {
  const lines = linesOf(text);
  const regions = conflictRegions(lines, skeletonOf(lines));
  if (regions.length === 0) return undefined;
  const sides: MarkedSides = { base: "", ours: "", theirs: "", kept: false };
  const row = (at: number) => text.slice(lines.start[at], lines.start[at + 1]);
  let next = 0;
  for (let at = 0; at < lines.text.length; at++) {
    const region = regions[next];
    if (region === undefined || at < region.from) {
      for (const side of ["base", "ours", "theirs"] as const) sides[side] += row(at);
      continue;
    }
    let part: keyof Sides = "ours";
    for (at++; at < region.to; at++) {
      const line = lines.text[at] ?? "";
      if (/^\|{7}( |$)/.test(line) && part === "ours") {
        part = "base";
        sides.kept = true;
      } else if (/^={7}$/.test(line) && part !== "theirs") part = "theirs";
      else sides[part] += row(at);
    }
    next++;
  }
  return sides;
}

/** Equal but for line ends and for what the markers are labelled with. */
export function sameButLabels(a: string, b: string): boolean {
  const bare = (text: string) => text.replaceAll("\r\n", "\n").replace(/^([<>|]{7}) .*$/gm, "$1");
  return bare(a) === bare(b);
}

/** Git's own result of merging a file by line, markers included: to recognise a person's edits of it. */
export async function mergeByLine(root: string, base: string, ours: string, theirs: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tenet-merge-"));
  try {
    const paths = await Promise.all(
      Object.entries({ ours, base, theirs }).map(async ([name, text]) => {
        const path = join(folder, name);
        await writeFile(path, text);
        return path;
      }),
    );
    return await run(root, ["merge-file", "-p", "-q", ...paths]);
  } catch (error) {
    // Its exit code is the number of conflicts.
    if (error instanceof GitFailed && error.exitCode !== undefined && error.stdout !== "") return error.stdout;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
