/**
 * `tenet check`: looks through files for what corrections and insights forbid. Writes nothing that git tracks; what it
 * shows of a correction is noted on this machine, and a heartbeat writes it down.
 */
import type { Context } from "../context.js";
import { claimOf, isLearning } from "../entry/entry.js";
import { isInUse, type isLive } from "../entry/gates/visible.js";
import type { Store } from "../store/open-store.js";
import { ownFiles } from "../store/own-files.js";
import { openShown } from "../store/viewer.js";
import { defined } from "../text/defined.js";
import { oneLine, shorten } from "../text/shorten.js";
import type { Checked, CheckHit } from "./check-schemas.js";
import { type CheckScope, filesToCheck } from "./files-to-check.js";
import { type CarriedCheck, type SearchedFile, searchFiles } from "./search-files.js";

export interface CheckInput extends CheckScope {
  /** What the run shows is not noted. */
  dryRun?: boolean;
}

/** More hits are counted, not listed. */
const MOST_HITS = 1_000;
const LONGEST_TEXT = 200;

const isCarrier = (head: Parameters<typeof isLive>[0]): boolean => isInUse(head);

/** The checks of approved live entries; those that cannot be run by id. */
async function carriedChecks(tree: Store): Promise<{ checks: CarriedCheck[]; broken: string[] }> {
  const heads = tree.where({ check: true }).filter(isCarrier);
  if (heads.length === 0) return { checks: [], broken: [] };
  const { CompiledParts, compileCheck } = await import("./policy/compiled-check.js");
  const parts = new CompiledParts();
  const checks: CarriedCheck[] = [];
  const brokenIds: string[] = [];
  for (const { entry } of await tree.load(heads.map(({ id }) => id))) {
    if (!isLearning(entry) || entry.check === undefined) continue;
    const compiled = compileCheck(entry.check, parts);
    if ("troubles" in compiled) brokenIds.push(entry.id);
    else checks.push({ ...compiled, entry });
  }
  return { checks, broken: brokenIds };
}

function hitsOf({ file, check: { entry }, hits }: SearchedFile): CheckHit[] {
  if (hits.length === 0) return [];
  const { id, type, check } = entry;
  const text = shorten(oneLine(claimOf(entry)), LONGEST_TEXT);
  const instead = check?.instead === undefined ? undefined : shorten(oneLine(check.instead), LONGEST_TEXT);
  return hits.map(({ line }) => defined({ id, type, file, line, text, instead }));
}

const byPlace = (a: CheckHit, b: CheckHit): number => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1);

/**
 * Looks through the files of a scope. Throws usage for two scopes at once, a path outside, a revision that is not known,
 * and without git where nothing names the files.
 */
export async function check(ctx: Context, input: CheckInput): Promise<Checked> {
  const tree = await openShown(ctx);
  // git lists while the patterns are compiled.
  const [{ checks, broken }, list] = await Promise.all([carriedChecks(tree), filesToCheck(ctx, input)]);
  if (checks.length === 0) return { hits: [], omitted: 0, checks: 0, files: 0, skipped: [], broken };
  // tenet's own files name the forbidden patterns.
  const isOwn = ownFiles(ctx.profile);
  const files = list.files.filter(({ file }) => !isOwn(file));
  const { found, skipped } = await searchFiles(ctx.workspace, files, checks);
  if (input.dryRun !== true && found.length > 0) {
    const { noteRun } = await import("./note-run.js");
    await noteRun(ctx, tree, found, list.isChange);
  }
  const links = list.links.filter((file) => checks.some(({ isAbout }) => isAbout(file)));
  const hits = found.flatMap(hitsOf).sort(byPlace);
  return {
    hits: hits.slice(0, MOST_HITS),
    omitted: Math.max(0, hits.length - MOST_HITS),
    checks: checks.length,
    files: new Set(found.map(({ file }) => file)).size,
    // What is gone since git listed it is no longer there to be looked at.
    skipped: [
      ...skipped.filter(({ because }) => because !== "missing" || (input.paths ?? []).length > 0),
      ...links.map((file) => ({ file, because: "link" as const })),
    ],
    broken,
  };
}
