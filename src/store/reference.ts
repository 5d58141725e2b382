import { PREFIX_OF, tailOf } from "../entry/entry.js";
import { TenetError } from "../errors.js";
import type { EntryMeta } from "./cache/entry-meta.js";
import type { HeadList } from "./cache/head-columns.js";

const REFERENCE = /^[A-Za-z0-9][A-Za-z0-9_.:#-]{0,99}$/;
const MAX_SHOWN = 10;

function shown(head: EntryMeta): { id: string; text: string; file: string; line: number } {
  return { id: head.id, text: head.text, file: head.file, line: head.line };
}

function ambiguous(reference: string, candidates: readonly EntryMeta[]): TenetError {
  const names = candidates.slice(0, MAX_SHOWN).map((head) => head.id);
  const more = candidates.length > MAX_SHOWN ? ` and ${candidates.length - MAX_SHOWN} more` : "";
  return new TenetError(`${reference} could be ${names.join(", ")}${more}`, {
    failure: "not-found",
    code: "ambiguous",
    hint: "Give more characters of the id.",
    details: { candidates: candidates.slice(0, MAX_SHOWN).map(shown) },
  });
}

/** Ids that differ from what was asked in one character, as a person mistypes them. */
function nearest(heads: readonly EntryMeta[], wanted: string): EntryMeta[] {
  const tail = tailOf(wanted);
  return heads.filter((head) => {
    const other = tailOf(head.id);
    if (other.length !== tail.length) return false;
    let different = 0;
    for (let at = 0; at < tail.length; at++) if (tail[at] !== other[at]) different++;
    return different === 1;
  });
}

/** An entry whose id this is, or whose tail alone: found by searching, without a look at each. */
function onlyDrawn(list: HeadList, wanted: string): EntryMeta | undefined {
  const { columns } = list;
  if (columns === undefined || columns.codes("aliases") !== undefined) return undefined;
  if (wanted.includes("-")) {
    const row = columns.rowOf(wanted) ?? -1;
    return row < 0 ? undefined : list.at(row);
  }
  const [row, second] = columns.rowsEndingWith(`-${wanted}`);
  return row === undefined || second !== undefined ? undefined : list.at(row);
}

/**
 * The entry that a person or agent means: an id, a tail, an alias, or any prefix of id or tail that only one entry
 * has, in any case. Throws `not-found` with the candidates, `usage` for what can be no reference.
 */
export function resolveReference(list: HeadList, reference: string): EntryMeta {
  if (!REFERENCE.test(reference)) {
    throw new TenetError(`not an id: ${JSON.stringify(reference.slice(0, 60))}`, {
      failure: "usage",
      hint: "Give an id such as COR-20260215-K7Q2X, or its last part.",
    });
  }
  const wanted = reference.toUpperCase();
  const drawn = onlyDrawn(list, wanted);
  if (drawn !== undefined) return drawn;
  const heads = list.all;
  const exact = heads.find((head) => head.id === wanted);
  if (exact !== undefined) return exact;
  const same = (head: EntryMeta) => head.aliases?.some((alias) => alias.toUpperCase() === wanted) ?? false;
  const named = heads.filter((head) => tailOf(head.id) === wanted || same(head));
  const candidates =
    named.length > 0 ? named : heads.filter((head) => head.id.startsWith(wanted) || tailOf(head.id).startsWith(wanted));
  const [only, second] = candidates;
  if (second !== undefined) throw ambiguous(reference, candidates);
  if (only !== undefined) return only;
  const near = nearest(heads, wanted);
  const hint =
    near.length > 0
      ? `Did you mean ${near
          .slice(0, 3)
          .map((head) => head.id)
          .join(" or ")}?`
      : "List them with: tenet list";
  throw new TenetError(`no entry ${reference}`, {
    failure: "not-found",
    hint,
    details: { candidates: near.map(shown) },
  });
}

/** True when an entry's id ends with this tail. */
export function hasTail(list: HeadList, tail: string): boolean {
  if (list.columns?.rowOf("") !== undefined) return list.columns.rowsEndingWith(`-${tail}`).length > 0;
  return list.all.some(({ id }) => tailOf(id) === tail);
}

/** Where an id's tail begins. Nearly all ids are of one length. */
const tailStart = (id: string): number => (id.length === USUAL_LENGTH ? USUAL_START : id.lastIndexOf("-") + 1);
const USUAL_LENGTH = "COR-20260215-K7Q2X".length;
const USUAL_START = "COR-20260215-".length;

/** How many characters two tails share at their beginning. */
function sharedStart(a: string, b: string): number {
  let [at, other] = [tailStart(a), tailStart(b)];
  let shared = 0;
  while (at < a.length && a.charCodeAt(at++) === b.charCodeAt(other++)) shared++;
  return shared;
}

/** Two characters of an id as one number; tails are ASCII, and whatever is not shares a drawer. */
const drawerOf = (first: number, second: number): number => (first & 127) * 128 + (second & 127);

/**
 * How long the shortest part of a tail is that names an entry alone. Ids are put into drawers by the first two
 * characters of their tails, once: sorting all of them costs ten times as much.
 */
export function shortestPartIn(heads: HeadList): (id: string) => number {
  const { length, columns } = heads;
  const idAt = (row: number): string => columns?.id(row) ?? heads.at(row).id;
  /** The last head of each drawer, and for each head the one before it in its drawer, both counted from 1. */
  const last = new Int32Array(128 * 128);
  const before = new Int32Array(length + 1);
  const beginnings = new Int32Array(128);
  /** First letters of the ids that are there. */
  const types = new Uint8Array(128);
  for (let row = 1; row <= length; row++) {
    const id = idAt(row - 1);
    types[id.charCodeAt(0) & 127] = 1;
    const start = tailStart(id);
    const first = id.charCodeAt(start);
    const drawer = drawerOf(first, id.charCodeAt(start + 1));
    before[row] = last[drawer] as number;
    last[drawer] = row;
    beginnings[first & 127] = (beginnings[first & 127] as number) + 1;
  }
  const prefixes = Object.values(PREFIX_OF).filter((prefix) => types[prefix.charCodeAt(0)] === 1);
  return (id) => {
    const tail = tailOf(id);
    const first = tail.charCodeAt(0);
    let shared = (beginnings[first & 127] as number) > 1 ? 1 : 0;
    for (let row = last[drawerOf(first, tail.charCodeAt(1))] as number; row > 0; row = before[row] as number) {
      const other = idAt(row - 1);
      if (other !== id) shared = Math.max(shared, sharedStart(id, other));
    }
    let length = Math.min(tail.length, shared + 1);
    // `C` alone would mean every correction.
    while (length < tail.length && prefixes.some((prefix) => prefix.startsWith(tail.slice(0, length)))) length++;
    return length;
  };
}
