/** `tenet import`: what others wrote down becomes entries, each known by its text, each reported with its reason. */
import type { Context } from "../context.js";
import { changeTree } from "../store/change.js";
import { openStore } from "../store/open-store.js";
import { type Memory, remember } from "./import-known.js";
import { type ReadSource, readSources } from "./import-read.js";
import { ambiguousAliases, dryReports, type Imported, type ImportedItem, reportOf, sum } from "./import-report.js";
import { placedItems, Writer } from "./import-writer.js";
import type { Item } from "./policy/item.js";
import { type Decision, planImport } from "./policy/plan.js";

export type { Imported, ImportedFile, ImportedItem, Totals } from "./import-report.js";

export interface ImportInput {
  /** A `.learnings` folder, one of its files, or a decision log. */
  path: string;
  /** Say what would happen; write nothing. */
  dryRun?: boolean;
}

/**
 * Imports a folder or file as one change: all of it, or nothing. Running it again changes nothing. Throws `usage` when
 * there is nothing at the path.
 */
export async function importFrom(ctx: Context, input: ImportInput): Promise<Imported> {
  const { sources, left } = await readSources(ctx, input.path);
  const placed = placedItems(ctx, sources);
  const items = placed.map(({ item }) => item);
  const finish = (
    decisions: readonly Decision[],
    memory: Memory,
    reports: ReadonlyMap<Item, ImportedItem>,
    copies: ReadonlyMap<ReadSource, string>,
    changed: Iterable<string>,
  ): Imported => {
    const files = reportOf(sources, reports, copies);
    return {
      dry_run: input.dryRun === true,
      totals: sum(files),
      files,
      left: left.map(({ name, because }) => ({ file: name, because })),
      changed: [...changed].sort(),
      ambiguous: ambiguousAliases(decisions, memory.aliases),
    };
  };
  if (input.dryRun === true) {
    const memory = await remember(ctx, await openStore(ctx), items);
    const decisions = planImport(items, memory.known);
    return finish(decisions, memory, dryReports(placed, decisions), new Map(), []);
  }
  const reason = `import: ${items.length} entries from ${sources.length === 1 ? sources[0]?.name : `${sources.length} files`}`;
  return await changeTree(ctx, { op: "import", reason }, async (change) => {
    const memory = await remember(ctx, change.tree, items);
    const decisions = planImport(items, memory.known);
    const writer = new Writer(ctx, change);
    await writer.entries(placed, decisions, memory.aliases);
    await writer.rest(placed, decisions, memory.page);
    const copies = await writer.archive(sources, memory.accounts);
    return finish(decisions, memory, writer.reports, copies, writer.changed);
  });
}
