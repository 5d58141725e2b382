/** `tenet import`: what others wrote down becomes entries, each known by its text, each reported with its reason. */

import type { Context } from "../context.js";
import { changeTree } from "../store/change.js";
import { openStore } from "../store/open-store.js";
import { type EarlierImports, readEarlierImports } from "./earlier-imports.js";
import { type DecidedItem, placedItems } from "./import-entries.js";
import { type ReadSource, readForeignFiles } from "./import-read.js";
import type { Imported, ImportedFile, ImportedItem, Totals } from "./import-schemas.js";
import { reportOf, Writer } from "./import-writer.js";
import { type ImportItem, isPending, planImport } from "./policy/plan.js";

interface ImportInput {
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
  const { sources, left } = await readForeignFiles(ctx, input.path);
  const placed = placedItems(ctx, sources);
  const finish = (
    decided: readonly DecidedItem[],
    memory: EarlierImports,
    reports: ReadonlyMap<ImportItem, ImportedItem>,
    copies: ReadonlyMap<ReadSource, string>,
    changed: Iterable<string>,
  ): Imported => {
    const files = filesOf(sources, reports, copies);
    return {
      dry_run: input.dryRun === true,
      totals: count(
        files.flatMap(({ items }) => items),
        files.reduce((sum, { templates }) => sum + templates, 0),
      ),
      files,
      left: left.map(({ name, because }) => ({ file: name, because })),
      changed: [...changed].sort(),
      ambiguous: ambiguousAliases(decided, memory.aliases),
    };
  };
  if (input.dryRun === true) {
    const memory = await readEarlierImports(ctx, await openStore(ctx), placed);
    const decided = planImport(placed, memory.known);
    return finish(decided, memory, dryReports(decided), new Map(), []);
  }
  const reason = `import: ${placed.length} entries from ${sources.length === 1 ? sources[0]?.name : `${sources.length} files`}`;
  return await changeTree(ctx, { op: "import", reason }, async (change) => {
    const memory = await readEarlierImports(ctx, change.tree, placed);
    const decided = planImport(placed, memory.known);
    const writer = new Writer(ctx, change);
    await writer.entries(decided, memory.aliases);
    await writer.rest(decided, memory.page);
    const copies = await writer.archive(sources, memory.accounts);
    return finish(decided, memory, writer.reports, copies, writer.changed);
  });
}

/** The same reports without writing anything. */
function dryReports(decided: readonly DecidedItem[]): Map<ImportItem, ImportedItem> {
  return new Map(
    decided.map(({ item, decision }) => {
      const fate = decision.fate === "entry" ? "imported" : decision.fate;
      const onto = decision.fate === "folded" && !isPending(decision.onto) ? decision.onto.id : undefined;
      const id = decision.fate === "skipped" ? decision.id : onto;
      return [item, reportOf(item, { fate, because: decision.because, id })];
    }),
  );
}

function count(items: readonly ImportedItem[], templates: number): Totals {
  const of = (fate: ImportedItem["fate"]) => items.filter((item) => item.fate === fate).length;
  return {
    found: items.length,
    imported: of("imported"),
    logged: of("logged"),
    folded: of("folded"),
    skipped: of("skipped"),
    templates,
  };
}

/** Aliases of this import that more than one entry holds. */
function ambiguousAliases(decided: readonly DecidedItem[], aliases: EarlierImports["aliases"]): string[] {
  const holders = new Map<string, number>();
  for (const { decision } of decided) {
    for (const alias of decision.fate === "entry" ? decision.pending.aliases : []) {
      holders.set(alias, (holders.get(alias) ?? aliases.get(alias)?.length ?? 0) + 1);
    }
  }
  return [...holders.keys()].filter((alias) => (holders.get(alias) ?? 0) > 1).sort();
}

/** The report by file, in the order in which they were read. */
function filesOf(
  sources: readonly ReadSource[],
  reports: ReadonlyMap<ImportItem, ImportedItem>,
  copies: ReadonlyMap<ReadSource, string>,
): ImportedFile[] {
  return sources.map((source) => {
    const items = source.items.flatMap((item) => reports.get(item) ?? []);
    return {
      file: source.name,
      kind: source.kind,
      ...count(items, source.templates.length),
      archived: copies.get(source),
      items,
      template_lines: source.templates,
      notes: source.notes,
    };
  });
}
