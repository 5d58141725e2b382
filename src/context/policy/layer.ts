/** The parts of a context: layers of items, each with its source and tier. Used by everything that builds or prints one. */
import type { ReviewState, Status, Tier } from "../../entry/entry.js";
import { ERASED, REDACTED } from "../../entry/gates/redaction.js";
import type { BesideReason } from "../../recall/policy/beside-words.js";

/**
 * All layers in the order in which they are printed. The first part is the core: byte-stable, nothing dated or counted.
 * Another layer is one more name here and one more row in `make-context.ts`.
 */
export const CORE_LAYERS = ["people", "rules", "pinned", "memories"] as const;
export const TAIL_LAYERS = [
  "heard",
  "reinforce",
  "taught",
  "learnings",
  "contact",
  "reflexions",
  "decisions",
  "examples",
  "wiki",
  "eval",
  "knowledge",
  "questions",
  "waiting",
] as const;
export type LayerName = (typeof CORE_LAYERS)[number] | (typeof TAIL_LAYERS)[number];

/** One line of a context. */
export interface ContextItem {
  /** The entry it speaks for; absent on lines that people wrote themselves and on counts. */
  id?: string | undefined;
  /** All entries behind it, where there are several. */
  ids?: string[] | undefined;
  /** Of the entry, the least trusted of several. */
  tier?: Tier | undefined;
  /** Printed instead of the tier: "people" for a line that a person wrote. */
  who?: string | undefined;
  /** The entry's words on one line: data. */
  text: string;
  /** A remark about it, in our own words: "invalidated", "did not stick". */
  note?: string | undefined;
  /** Where it stands, for lines without an id: `SOUL.md`. */
  place?: string | undefined;
  /** A person stands behind it: where room is wanting, the others of its layer go first. */
  firm?: true | undefined;
  /** Further parts of the entry, each on its own line behind a word of ours: data. */
  parts?: { name: string; text: string }[] | undefined;
  /** Entries printed together with it, each on its own line beneath it. */
  beside?: BesideItem[] | undefined;
  /** Lines beneath it, in our own words: questions, and commands that answer them. */
  more?: string[] | undefined;
}

/** An entry that is printed beneath another. */
export interface BesideItem extends Omit<ContextItem, "beside" | "more" | "parts"> {
  /** Its relation to the entry above it. Absent: both are asked about. */
  why?: BesideReason | undefined;
  /** The line beside it that it is that to, where not the entry above it. */
  of?: string | undefined;
}

/** A layer as it was gathered, the most important item first. */
export interface Layer {
  name: LayerName;
  /** One line above its items. */
  title: string;
  items: readonly ContextItem[];
  /** What cannot be printed in it: sentences below all layers. */
  notes?: readonly string[];
  /** Ids behind rules in force for which there was no room. */
  rest?: readonly string[];
}

/** Whether a layer is part of what stays the same for a session. */
export function isCore({ name }: Pick<Layer, "name">): boolean {
  return (CORE_LAYERS as readonly string[]).includes(name);
}

/** The entries whose words an item prints. */
export function ownIdsOf({ id, ids }: Pick<ContextItem, "id" | "ids">): string[] {
  return ids ?? (id === undefined ? [] : [id]);
}

/** How a line is called in a sentence: its id, else the file it stands in. */
export const nameOf = ({ id, place }: Pick<ContextItem, "id" | "place">): string => id ?? place ?? "tenet";

/** Every entry of which an item prints words. */
export function idsOf(item: ContextItem): string[] {
  return [item, ...(item.beside ?? [])].flatMap(ownIdsOf);
}

/** Exceptions beneath an item: they stand in no place of their own besides. */
export function exceptionsUnder({ beside = [] }: ContextItem): string[] {
  return beside.filter(({ why }) => why === "exception").flatMap(ownIdsOf);
}

/** Entries that need no second line: those of an item, and the exceptions to it. */
export function saidBy(item: ContextItem): string[] {
  return [...ownIdsOf(item), ...exceptionsUnder(item)];
}

/** The fields that decide whether an entry's words may be in a context; every head has them. */
export interface EntryState {
  status: Status;
  text: string;
  review?: { state: ReviewState } | undefined;
}

const ENDED: ReadonlySet<ReviewState> = new Set(["rejected", "expired", "one_time_exception"]);

/**
 * Whether a line that rests on an entry is not printed. A line that a person wrote stays theirs when its entry is only
 * forgotten or turned down: its words are not the entry's.
 */
export function isWithheld({ text, status, review }: EntryState, theirs = false): boolean {
  if (text === REDACTED || text === ERASED) return true;
  return !theirs && (status === "forgotten" || (review !== undefined && ENDED.has(review.state)));
}
