/** `tenet import`: what others wrote down becomes entries, each known by its text, each reported with its reason. */

import type { Context } from "../context.js";
import type { EntryType } from "../entry/entry.js";
import { wrongUsage } from "../errors.js";
import { type Change, changeTree } from "../store/change/change.js";
import { captureVerb, requireLearning } from "../store/change/prepare-write.js";
import { openStore, type Store } from "../store/open-store.js";
import { noteUnlooked } from "../store/state/unlooked.js";
import { defined } from "../text/defined.js";
import { shorten } from "../text/shorten.js";
import { type EarlierImports, readEarlierImports } from "./earlier-imports.js";
import { type DecidedItem, type PlacedItem, placedItems } from "./import-entries.js";
import { type ReadFiles, type ReadSource, readForeignFiles, readWorded } from "./import-read.js";
import { type Imported, type ImportedFile, type ImportedItem, LONGEST_SHOWN, type Totals } from "./import-schemas.js";
import { idOf, Writer } from "./import-writer.js";
import { readOwnEntries, type Taken, takeOwnEntries } from "./own-entries.js";
import { type DraftEntry, draftClaim, type ImportItem, planImport } from "./policy/plan.js";

interface ImportInput {
  /** Files and folders: instructions, lists, logs of learnings and decisions, exports of other memories and of tenet. */
  paths: readonly string[];
  /** Say what would happen; write nothing. */
  dryRun?: boolean;
  /** Only entries of these types. Nothing else of the files is taken. */
  only?: readonly EntryType[];
  /** Exactly these lines: `CLAUDE.md:7`. */
  picked?: ReadonlySet<string>;
  /** A YAML or JSON list of entries worded from the one file: only these are imported. */
  apply?: string;
}

/**
 * Imports files and folders as one change: all or nothing. Idempotent. Throws `usage` when a path is empty.
 */
export async function importFrom(ctx: Context, input: ImportInput): Promise<Imported> {
  if (input.dryRun !== true) requireLearning(ctx.profile);
  const { paths, apply } = input;
  const readFiles =
    apply === undefined ? await readForeignFiles(ctx, paths) : await readWorded(ctx, paths, await listIn(apply));
  if (input.only !== undefined && readFiles.exports.length > 0) {
    throw wrongUsage("an export of tenet comes whole", "Leave --only out, or name other files.");
  }
  const itemsPlaced = placedItems(ctx, readFiles.sources);
  const own = await readOwnEntries(ctx, readFiles.exports);
  const work = async (tree: Store, change: Change | undefined): Promise<Imported> => {
    const memory = await readEarlierImports(ctx, tree, itemsPlaced);
    const decidedItems = planImport(itemsPlaced, memory.known, wantedBy(input));
    const takenEntries = await takeOwnEntries(ctx, own, tree, change);
    if (change === undefined) return reportOf(readFiles, { decided: decidedItems, memory, taken: takenEntries });
    const writer = new Writer(ctx, change);
    await writer.entries(decidedItems, memory.aliases);
    await writer.rest(decidedItems, memory.page);
    return reportOf(readFiles, { decided: decidedItems, memory, taken: takenEntries, writer });
  };
  if (input.dryRun === true) return { ...(await work(await openStore(ctx), undefined)), dry_run: true };
  const names = [...readFiles.sources, ...readFiles.exports].map(({ name }) => name);
  const entries =
    itemsPlaced.length +
    readFiles.exports.reduce((sum, { lines }) => sum + lines.filter(({ is }) => is === "record").length, 0);
  const reason = `import: ${entries} entries from ${names.length === 1 ? names[0] : `${names.length} files`}`;
  const imported = await changeTree(ctx, { ...captureVerb("import"), reason }, (change) => work(change.tree, change));
  noteUnlooked(ctx.workspace, newIdsIn(imported));
  return imported;
}

/** Parses the list of worded entries. Throws `usage` for anything else. */
async function listIn(text: string): Promise<unknown[]> {
  const { parseStated, YamlTrouble } = await import("../store/records/safe-yaml.js");
  const form = "The form of the list: tenet import FILE --brief";
  try {
    const list = parseStated(text);
    if (Array.isArray(list) && list.length > 0) return list;
  } catch (thrown) {
    if (!(thrown instanceof YamlTrouble)) throw thrown;
    throw wrongUsage(`the list cannot be read (line ${thrown.line}): ${thrown.message}`, form);
  }
  throw wrongUsage("no list of entries was given", form);
}

/** Whether an entry is taken: as it was chosen; without a choice every one. */
const wantedBy =
  ({ only, picked }: Pick<ImportInput, "only" | "picked">) =>
  ({ from }: PlacedItem, { type }: DraftEntry): boolean =>
    (only?.includes(type) ?? true) && (picked?.has(from) ?? true);

/** Ids of the entries that an import brought. */
export const newIdsIn = ({ files }: Imported): string[] =>
  files.flatMap(({ items }) => items.flatMap(({ fate, id }) => (fate === "imported" && id !== undefined ? [id] : [])));

interface Work {
  decided: readonly DecidedItem[];
  memory: EarlierImports;
  taken: Taken;
  /** Absent: nothing was written. */
  writer?: Writer;
}

/** What was decided on each file and line, and where it went if it was written. */
function reportOf({ sources, left }: ReadFiles, { decided, memory, taken, writer }: Work): Imported {
  const items = new Map(decided.map((one) => [one.item, itemReport(one, writer)]));
  const files = [...sources.map((source) => fileReport(source, items)), ...taken.files].map(
    (file): ImportedFile => ({ ...file, ...count(file.items) }),
  );
  return {
    dry_run: false,
    totals: count(files.flatMap((file) => file.items)),
    files,
    left: left.map(({ name, because }) => ({ file: name, because })),
    unplaced: taken.unplaced,
    changed: [...new Set([...(writer?.changed ?? []), ...taken.changed])].sort(),
    ambiguous: ambiguousAliases(decided, memory.aliases),
    compared: 0,
  };
}

/** Where an item stood, what became of it, and by which names it is known. */
function itemReport(one: DecidedItem, writer: Writer | undefined): ImportedItem {
  const { line, aliases, plan } = one.item;
  const { fate, because } = one.decision;
  return {
    line,
    fate,
    because,
    id: idOf(one, writer?.ids),
    ...writer?.places.get(one.item),
    ...(plan.fate === "entry" ? { type: plan.type, text: shorten(draftClaim(plan), LONGEST_SHOWN) } : {}),
    aliases: aliases.length === 0 ? undefined : aliases,
  };
}

function fileReport(source: ReadSource, items: ReadonlyMap<ImportItem, ImportedItem>) {
  const { name: file, kind, notes, there, passed } = source;
  const rows = source.items.flatMap((item) => items.get(item) ?? []);
  return {
    file,
    kind,
    items: rows,
    notes,
    ...defined({ there, passed }),
  };
}

function count(items: readonly ImportedItem[]): Totals {
  const of = (fate: ImportedItem["fate"]) => items.filter((item) => item.fate === fate).length;
  return {
    found: items.length,
    imported: of("imported"),
    logged: of("logged"),
    folded: of("folded"),
    skipped: of("skipped"),
  };
}

/** Aliases of this import that more than one entry holds. */
function ambiguousAliases(decidedItems: readonly DecidedItem[], aliases: EarlierImports["aliases"]): string[] {
  const holders = new Map<string, number>();
  for (const { decision } of decidedItems) {
    for (const alias of decision.fate === "imported" ? decision.pending.aliases : []) {
      holders.set(alias, (holders.get(alias) ?? aliases.get(alias)?.length ?? 0) + 1);
    }
  }
  return [...holders.keys()].filter((alias) => (holders.get(alias) ?? 0) > 1).sort();
}
