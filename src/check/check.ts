/**
 * `tenet check`: looks through added lines, or files, for what corrections and insights forbid. Writes nothing that git
 * tracks; what it shows of a correction is noted on this machine, and a heartbeat writes it down.
 */
/**
 * `tenet check`: looks through files for what corrections and insights forbid. Writes nothing that git tracks; what it
 * shows of a correction is noted on this machine, and a heartbeat writes it down.
 */
import type { Context } from "../context.js";
import { claimOf, isLearning } from "../entry/entry.js";
import { isInUse } from "../entry/gates/visible.js";
import { readText } from "../store/files/text-files.js";
import type { Store } from "../store/open-store.js";
import { ownFiles } from "../store/own-files.js";
import { openShown } from "../store/viewer.js";
import { defined } from "../text/defined.js";
import { oneLine, shorten } from "../text/shorten.js";
import type { Checked, CheckHit, SkippedFile } from "./check-schemas.js";
import { type CheckScope, linesToCheck } from "./lines-to-check.js";
import {
  type CarriedCheck,
  type FileLines,
  forbiddenLines,
  linesOf,
  type SearchedFile,
} from "./policy/search-lines.js";

export interface CheckInput extends CheckScope {
  /** What the run shows is not noted. */
  dryRun?: boolean;
}

/** More hits are counted, not listed. */
const MOST_HITS = 1_000;
const LONGEST_TEXT = 200;
/** So long one file may take, in milliseconds; a single search takes less than half of it more. */
const FILE_MS = 600;

/** The checks of approved live entries; those that cannot be run by id. */
async function carriedChecks(tree: Store): Promise<{ checks: CarriedCheck[]; broken: string[] }> {
  const heads = tree.where({ check: true }).filter(isInUse);
  if (heads.length === 0) return { checks: [], broken: [] };
  const { compileCheck } = await import("./policy/compiled-check.js");
  const checks: CarriedCheck[] = [];
  const brokenIds: string[] = [];
  for (const { entry } of await tree.load(heads.map(({ id }) => id))) {
    if (!isLearning(entry) || entry.check === undefined) continue;
    const compiled = compileCheck(entry.check);
    if ("troubles" in compiled) brokenIds.push(entry.id);
    else checks.push({ ...compiled, entry });
  }
  return { checks, broken: brokenIds };
}

/** Searches the lines of a file for the checks that are about it. */
function searched({ file, lines }: FileLines, checks: readonly CarriedCheck[], skipped: SkippedFile[]): SearchedFile[] {
  const until = performance.now() + FILE_MS;
  const incomplete = new Set<SkippedFile["because"]>();
  const files = checks.map((check) => {
    const { hits, incomplete: why } = forbiddenLines(lines, check, () => performance.now() > until);
    if (why !== undefined) incomplete.add(why);
    return { file, lines, check, hits, isWhole: why === undefined };
  });
  for (const because of incomplete) skipped.push({ file, because });
  return files;
}

function hitsOf({ file, check: { entry }, hits }: SearchedFile): CheckHit[] {
  const { id, type, check } = entry;
  const text = shorten(oneLine(claimOf(entry)), LONGEST_TEXT);
  const instead = check?.instead === undefined ? undefined : shorten(oneLine(check.instead), LONGEST_TEXT);
  return hits.map(({ line }) => defined({ id, type, file, line, text, instead }));
}

const byPlace = (a: CheckHit, b: CheckHit): number => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1);

/**
 * Looks through the lines of a scope. Throws usage for two scopes at once, a path outside, a revision that is not known,
 * and without git where nothing names the files.
 */
export async function check(ctx: Context, input: CheckInput): Promise<Checked> {
  const tree = await openShown(ctx);
  // git lists while the patterns are compiled.
  const [{ checks, broken }, scope] = await Promise.all([carriedChecks(tree), linesToCheck(ctx, input)]);
  // tenet's own files name the forbidden patterns.
  const isOwn = ownFiles(ctx.profile);
  const checksAbout = (file: string) => (isOwn(file) ? [] : checks.filter(({ isAbout }) => isAbout(file)));
  const found: SearchedFile[] = [];
  const skipped: SkippedFile[] = [];
  for (const file of scope.files) found.push(...searched(file, checksAbout(file.file), skipped));
  for (const file of scope.whole) {
    const about = checksAbout(file);
    const text = about.length === 0 ? "" : await readText(ctx.workspace, file);
    if (typeof text === "string") found.push(...searched({ file, lines: linesOf(text) }, about, skipped));
    // What is gone since git listed it is no longer there to be looked at.
    else if (text.unread !== "missing") skipped.push({ file, because: text.unread });
  }
  if (input.dryRun !== true && scope.isChange && found.length > 0) {
    (await import("./note-run.js")).noteRun(ctx, tree, found);
  }
  const hits = found.flatMap(hitsOf).sort(byPlace);
  return {
    hits: hits.slice(0, MOST_HITS),
    omitted: Math.max(0, hits.length - MOST_HITS),
    checks: checks.length,
    files: new Set(found.map(({ file }) => file)).size,
    skipped,
    broken,
  };
}
