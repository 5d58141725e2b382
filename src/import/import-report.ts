/** What an import found and did, by file and entry. */

import type { ReadSource } from "./import-read.js";
import type { Placed } from "./import-writer.js";
import type { FileKind, Item } from "./policy/item.js";
import type { Decision } from "./policy/plan.js";
import { isPending } from "./policy/plan.js";

/** What became of one real entry of a foreign file. */
export interface ImportedItem {
  line: number;
  fate: "imported" | "logged" | "folded" | "skipped";
  because: string;
  /** The entry it became or joined. */
  id?: string;
  aliases?: string[];
  /** Where it was written: relative file and line. */
  file?: string;
  at?: number;
}

export interface Totals {
  /** Real entries; always `imported + logged + folded + skipped`. */
  found: number;
  imported: number;
  logged: number;
  folded: number;
  skipped: number;
  /** Forms and examples, which are no entries. */
  templates: number;
}

export interface ImportedFile extends Totals {
  file: string;
  kind: FileKind;
  /** The copy of the original, relative to the workspace. */
  archived?: string;
  items: ImportedItem[];
  template_lines: { line: number; reason: string }[];
  notes: { line: number; message: string }[];
}

export interface Imported {
  dry_run: boolean;
  totals: Totals;
  files: ImportedFile[];
  /** What was not read, and why. */
  left: { file: string; because: string }[];
  /** Files of the workspace that were written, relative. */
  changed: string[];
  /** Aliases that several entries hold: such an alias names none of them alone. */
  ambiguous: string[];
}

/** The same reports without writing anything. */
export function dryReports(placed: readonly Placed[], decisions: readonly Decision[]): Map<Item, ImportedItem> {
  const reports = new Map<Item, ImportedItem>();
  for (const [index, { item }] of placed.entries()) {
    const decision = decisions[index];
    if (decision === undefined) continue;
    const fate = decision.fate === "entry" ? "imported" : decision.fate;
    const onto = decision.fate === "folded" && !isPending(decision.onto) ? decision.onto.id : undefined;
    const id = decision.fate === "skipped" ? decision.id : onto;
    const aliases = item.aliases.length === 0 ? {} : { aliases: item.aliases };
    reports.set(item, {
      line: item.line,
      fate,
      because: decision.because,
      ...(id === undefined ? {} : { id }),
      ...aliases,
    });
  }
  return reports;
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

/** Totals over files. */
export function sum(files: readonly Totals[]): Totals {
  const total: Totals = { found: 0, imported: 0, logged: 0, folded: 0, skipped: 0, templates: 0 };
  for (const file of files) {
    for (const key of Object.keys(total) as (keyof Totals)[]) total[key] += file[key];
  }
  return total;
}

/** Aliases of this import that more than one entry holds. */
export function ambiguousAliases(
  decisions: readonly Decision[],
  aliases: ReadonlyMap<string, readonly string[]>,
): string[] {
  const holders = new Map<string, number>();
  for (const [alias, ids] of aliases) holders.set(alias, ids.length);
  const met = new Set<string>();
  for (const decision of decisions) {
    if (decision.fate !== "entry") continue;
    for (const alias of decision.pending.aliases) {
      met.add(alias);
      holders.set(alias, (holders.get(alias) ?? 0) + 1);
    }
  }
  return [...met].filter((alias) => (holders.get(alias) ?? 0) > 1).sort();
}

/** The report by file, in the order in which they were read. */
export function reportOf(
  sources: readonly ReadSource[],
  reports: ReadonlyMap<Item, ImportedItem>,
  copies: ReadonlyMap<ReadSource, string>,
): ImportedFile[] {
  return sources.map((source) => {
    const items = source.items.flatMap((item) => reports.get(item) ?? []);
    const archived = copies.get(source);
    return {
      file: source.name,
      kind: source.kind,
      ...count(items, source.templates.length),
      ...(archived === undefined ? {} : { archived }),
      items,
      template_lines: source.templates,
      notes: source.notes,
    };
  });
}
