/** What a run shows of corrections, noted on this machine: followed, or broken again. Upkeep writes it down. */
import { localDay } from "../clock.js";
import type { Context } from "../context.js";
import type { Entry } from "../entry/entry.js";
import { watchedSince } from "../loop/policy/stick.js";
import { sha256 } from "../store/files/atomic-file.js";
import { textOfBytes } from "../store/files/workspace-text.js";
import { listedPaths, pathsChangedSince } from "../store/git/changed-files.js";
import { bytesHeldAt } from "../store/git/commit-files.js";
import { gitFolder } from "../store/git/git-folder.js";
import { commitBefore } from "../store/git/revisions.js";
import type { Row, Store } from "../store/open-store.js";
import { stampAt } from "../store/records/scan.js";
import { type CheckFact, readCheckFacts, rememberChecks } from "../store/state/check-log.js";
import type { Workspace } from "../store/workspace.js";
import { stamp } from "../text/durations.js";
import { grouped } from "../text/grouped.js";
import { isPersonBehind } from "./person-behind.js";
import { factOfRun, type LineHit } from "./policy/facts.js";
import { SearchedText } from "./policy/search-lines.js";
import type { SearchedFile } from "./search-files.js";

/** A correction with a person behind it whose check ran, and the moment since which evidence counts. */
interface Watched {
  entry: Entry;
  row: Row;
  since: string;
  found: SearchedFile[];
}

const keyOf = (file: string, line: string): string => `${file}#${sha256(line.trim()).slice(0, 16)}`;

function watchedIn(ctx: Context, tree: Store, searchedFiles: readonly SearchedFile[]): Watched[] {
  return [...grouped(searchedFiles, ({ check }) => check.entry.id)].flatMap(([id, files]): Watched[] => {
    const row = tree.head(id);
    const entry = files[0]?.check.entry;
    // An insight neither holds nor fails.
    if (row?.type !== "correction" || entry === undefined || !isPersonBehind(ctx, entry)) return [];
    return [{ entry, row, since: watchedSince(row), found: files }];
  });
}

/** Files that are not as they were committed before an instant; all of them where nothing was. None where there is no git. */
async function changedSince(ws: Workspace, instant: string): Promise<ReadonlySet<string>> {
  if (gitFolder(ws.root) === undefined) return new Set();
  const commit = await commitBefore(ws.root, instant);
  const changed = commit === undefined ? [] : await pathsChangedSince(ws, commit);
  const fresh = await listedPaths(ws, { tracked: commit === undefined, untracked: true });
  return new Set([...changed.map(({ file }) => file), ...fresh]);
}

/** Lines of some files as they were committed before an instant. */
async function linesBefore(
  { workspace: { root } }: Context,
  instant: string,
  files: readonly SearchedFile[],
): Promise<Set<string>> {
  const commit = files.length === 0 ? undefined : await commitBefore(root, instant);
  if (commit === undefined) return new Set();
  const names = files.map(({ file, from = file }) => from);
  const blobs = await bytesHeldAt(root, commit, names);
  const keys = files.flatMap(({ file, from = file }) => {
    const blob = blobs.get(from);
    const text = blob && textOfBytes(blob);
    return typeof text === "string" ? new SearchedText(text).lines.map((line) => keyOf(file, line)) : [];
  });
  return new Set(keys);
}

/**
 * Records the results of a run: at most one fact of a kind a day for each correction. `isChange`: the files are the
 * present change; otherwise those count that changed since the last commit before the correction. Checks without a person
 * behind them are not recorded: an agent's pattern would prove its own correction.
 */
export async function noteRun(
  ctx: Context,
  tree: Store,
  searchedFiles: readonly SearchedFile[],
  isChange: boolean,
): Promise<void> {
  const watched = watchedIn(ctx, tree, searchedFiles);
  if (watched.length === 0) return;
  const oldest = watched.map(({ since }) => since).sort()[0] as string;
  const changed = isChange ? undefined : await changedSince(ctx.workspace, oldest);
  const now = ctx.clock.now();
  const day = localDay(now, ctx.profile.timezone);
  const last = new Map(readCheckFacts(ctx.workspace).map((fact) => [fact.id, fact]));
  const facts: CheckFact[] = [];
  for (const { entry, row, since, found: files } of watched) {
    const { id } = entry;
    const born = Date.parse(since);
    // A staged file that is no longer in the working tree was changed a moment ago.
    const changedAt = (file: string) => stampAt(ctx.workspace.absolute(file))?.mtimeMs ?? Number.POSITIVE_INFINITY;
    const fresh = files.filter(({ file, whole }) => whole && changed?.has(file) !== false && changedAt(file) > born);
    const hits = fresh.flatMap(({ file, hits: lines }): LineHit[] =>
      lines.map(({ line, text }) => ({ file, line, key: keyOf(file, text) })),
    );
    const lastFact = last.get(id);
    const unknown = new Set(hits.filter(({ key }) => lastFact?.open.includes(key) !== true).map(({ file }) => file));
    const before = await linesBefore(
      ctx,
      since,
      fresh.filter(({ file }) => unknown.has(file)),
    );
    const fact = factOfRun({ day, files: fresh.map(({ file }) => file), hits, before, last: lastFact });
    if (fact === undefined) continue;
    // What held already needs no more opportunities.
    const isSettled = fact.kind === "held" && row.kept === "held";
    if (isSettled && fact.open.length === (lastFact?.open.length ?? 0)) continue;
    facts.push({ id, at: stamp(now), day, ...fact });
  }
  rememberChecks(ctx.workspace, facts);
}
