import { isLive, templateOf } from "../../entry/entry.js";
import type { EntryMeta, Store } from "../../store/open-store.js";
import { readableEntries } from "../readable-entries.js";
import type { FileRows, IndexRows } from "./index-rows.js";
import { commit, type Planned, queuedRows, queueRow } from "./index-writing.js";
import { textHash, type VectorCache } from "./vector-cache.js";
import type { VectorIndex } from "./vector-index.js";
import type { VectorRow } from "./vector-table.js";

/** Entries looked at between two looks at the clock. */
const STEP = 64;

/** What must change in the index to be level with a tree, as data. */
export interface Plan {
  /** Files looked at: what the index said of them before, and what it will say. */
  files: Map<string, { before: string | undefined; after: FileRows }>;
  /** Entries whose vector is missing or of another text. */
  missing: { id: string; file: string; text: string; hash: string }[];
  /** Rows of entries that are no longer live or no longer there. */
  gone: string[];
  /** Files the index knows and the tree no longer has. */
  vanished: Set<string>;
  /** Files that changed and were not looked at. */
  later: string[];
}

/** Makes vectors for texts, from the cache or the model. Answers fewer than asked for when the time is over. */
export type VectorsFor = (wanted: Plan["missing"], until: number) => Promise<Map<string, Float32Array>>;

/** True for a file that a scan could not read: its rows stay, since unreadable is not vanished. */
function unreadableFiles(tree: Store): (file: string) => boolean {
  const unreadable = tree.findings.filter(({ code }) => code.startsWith("unreadable")).map(({ file }) => file);
  return (file) => unreadable.some((path) => file === path || file.startsWith(`${path}/`));
}

/** Files of the tree whose rows are missing or were made from other content, newest first. */
export function changedFiles(rows: IndexRows, tree: Store): string[] {
  if (rows.tree !== "" && rows.tree === tree.hash) return [];
  return [...tree.files]
    .filter(([file, hash]) => rows.files.hashOf(file) !== hash)
    .map(([file]) => file)
    .sort((a, b) => (nameOf(a) < nameOf(b) ? 1 : -1));
}

const nameOf = (file: string) => file.slice(file.lastIndexOf("/") + 1);

/** Looks at changed files until the time is over, those in `first` before others, or at any price. */
export async function planFollow(
  rows: IndexRows,
  tree: Store,
  first: ReadonlySet<string>,
  until: number,
  options: { firstAtAnyPrice?: boolean; most?: number; hashes?: ReadonlyMap<string, string> } = {},
): Promise<Plan> {
  const plan: Plan = { files: new Map(), missing: [], gone: [], vanished: new Set(), later: [] };
  if (rows.tree !== "" && rows.tree === tree.hash) return plan;
  const changed = changedFiles(rows, tree);
  const isChanged = new Set(changed);
  const unreadable = unreadableFiles(tree);
  const vanished = [...rows.files.names()].filter((file) => !tree.files.has(file) && !unreadable(file));
  // An entry that moved stands in a file that changed, or was known from none: others need no look.
  const known = new Map([...changed, ...vanished].flatMap((file) => [...(rows.files.get(file)?.rows ?? [])]));
  const headsIn = new Map<string, EntryMeta[]>(changed.map((file) => [file, []]));
  for (const head of tree.headsIn(isChanged)) if (isLive(head)) headsIn.get(head.file)?.push(head);
  const urgent = [...first].filter((file) => isChanged.has(file));
  const queue = [...urgent, ...changed.filter((file) => !first.has(file))];
  const most = options.most ?? Number.POSITIVE_INFINITY;
  let looked = 0;
  let step: string[] = [];
  let size = 0;
  const look = async () => {
    const heads = step.flatMap((file) => headsIn.get(file) ?? []).filter(({ id }) => options.hashes?.has(id) !== true);
    const texts = new Map((await readableEntries(tree, heads)).map(({ entry }) => [entry.id, templateOf(entry)]));
    for (const file of step) {
      const after: FileRows = { hash: tree.files.get(file) as string, rows: new Map() };
      for (const { id } of headsIn.get(file) ?? []) {
        const text = texts.get(id);
        const hash = options.hashes?.get(id) ?? (text === undefined ? undefined : textHash(text));
        if (hash === undefined) continue;
        after.rows.set(id, hash);
        if (known.get(id) !== hash) plan.missing.push({ id, file, text: text ?? "", hash });
      }
      plan.files.set(file, { before: rows.files.hashOf(file), after });
    }
    step = [];
    size = 0;
  };
  for (const [number, file] of queue.entries()) {
    const free = options.firstAtAnyPrice === true && number < urgent.length;
    if (!free && (performance.now() > until || looked >= most)) {
      plan.later.push(file);
      continue;
    }
    step.push(file);
    const count = headsIn.get(file)?.length ?? 0;
    size += count;
    looked += count;
    if (size >= STEP || number === urgent.length - 1) await look();
  }
  if (step.length > 0) await look();
  for (const file of new Set([...plan.files.keys(), ...vanished])) {
    for (const id of rows.files.get(file)?.rows.keys() ?? []) {
      const head = tree.head(id);
      if (head === undefined || !isLive(head)) plan.gone.push(id);
    }
  }
  for (const file of vanished) {
    plan.vanished.add(file);
    plan.files.set(file, { before: rows.files.hashOf(file), after: { hash: "", rows: new Map() } });
  }
  return plan;
}

/** What following came to. */
export interface Followed {
  /** Entries that cannot be found by meaning yet. */
  pending: number;
  /** Rows whose text is no longer the entry's: never to be compared with. */
  stale: ReadonlySet<string>;
  /** Why the index could not be written; undefined when it could, or nothing had to be. */
  unwritten?: string;
  /** What is not in the index, to be compared with from memory. */
  unwrittenRows: readonly VectorRow[];
  /** What a capture found and left to be noted together with its own rows. */
  planned?: Planned;
}

/**
 * Brings the index level with the tree, as far as the time allows: vectors first, without the lock, then one change
 * under it. When the lock or the folder cannot be had, the answer says which rows not to trust.
 */
export async function syncVectors(
  index: VectorIndex,
  tree: Store,
  cache: VectorCache,
  vectorsFor: VectorsFor,
  options: {
    /** Entries that matter most for the question at hand. */
    first?: ReadonlySet<string>;
    /** The budget does not hold for them, and what they take is not taken from the others. */
    firstAtAnyPrice?: boolean;
    /** Look at files until they hold so many entries: a large tree is followed in several steps. */
    most?: number;
    /** Hashes of template texts by entry, where they are known for this very tree: spares loading the entries. */
    hashes?: ReadonlyMap<string, string>;
    budgetMs: number;
    waitMs: number;
    /** Note what is new without writing it into the table: {@link IndexRows.behind}. */
    noteOnly?: boolean;
  },
): Promise<Followed> {
  const rows = index.rows;
  const noteOnly = options.noteOnly === true;
  const isWritten = index.exists && (noteOnly || rows.behind.size === 0);
  if (isWritten && rows.tree !== "" && rows.tree === tree.hash)
    return { pending: 0, stale: new Set(), unwrittenRows: [] };
  const first = filesOf(tree, options.first);
  const plan = await planFollow(rows, tree, first, performance.now() + options.budgetMs, options);
  const urgent = plan.missing.filter(({ id }) => options.first?.has(id) === true);
  const others = plan.missing.filter(({ id }) => options.first?.has(id) !== true);
  // The budget is for embedding: what looking took is not taken from it, or a large tree would never get on.
  const free = options.firstAtAnyPrice === true && urgent.length > 0;
  const until = performance.now() + options.budgetMs;
  const unsaved = cache.unsaved;
  const vectors = await vectorsFor(urgent, free ? Number.POSITIVE_INFINITY : until);
  const rest = free ? performance.now() + options.budgetMs : until;
  for (const [hash, vector] of await vectorsFor(others, rest)) vectors.set(hash, vector);

  const put: VectorRow[] = [];
  const outdated: string[] = [];
  let pending = 0;
  for (const { id, file, hash } of plan.missing) {
    const vector = vectors.get(hash);
    if (vector !== undefined) {
      put.push({ id, hash, vector });
      continue;
    }
    pending++;
    outdated.push(id);
    const after = plan.files.get(file)?.after;
    after?.rows.delete(id);
    if (after !== undefined) after.hash = "";
  }
  const stale = new Set(outdated);
  const later = new Set(plan.later);
  for (const head of tree.headsIn(later)) {
    if (!isLive(head)) continue;
    pending++;
    stale.add(head.id);
  }
  if (plan.files.size === 0 && isWritten && (pending > 0 || rows.tree === tree.hash))
    return { pending, stale, unwrittenRows: [] };
  const change: Planned = { plan, put, outdated, tree: pending === 0 ? tree.hash : "" };
  // Nothing was embedded that could be lost.
  if (noteOnly && cache.unsaved === unsaved) return { pending, stale, unwrittenRows: put, planned: change };
  try {
    if (noteOnly) await index.note(options.waitMs, (held) => void queueRow(held, change, cache));
    else await index.change(options.waitMs, (held, table) => commit(held, table, change, cache));
    return { pending, stale, unwrittenRows: [] };
  } catch (error) {
    const unwrittenRows = [...put, ...queuedRows(rows, cache).put];
    for (const { id } of unwrittenRows) stale.add(id);
    const unwritten = error instanceof Error ? error.message : String(error);
    return { pending, stale, unwritten, unwrittenRows };
  }
}

/** Which files hold these entries. */
function filesOf(tree: Store, ids: ReadonlySet<string> = new Set()): Set<string> {
  return new Set([...ids].flatMap((id) => tree.head(id)?.file ?? []));
}
