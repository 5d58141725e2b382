/** An entry as the cache holds it: its record, where it stands, and what is costly to find out anew. */
import { claimOf, comparedClaims, type Entry, templateOf, textHash, wordingsOf } from "../../entry/entry.js";
import { isPinned } from "../../entry/gates/pins.js";
import { closingInForce } from "../../entry/near/closings.js";
import { reviewInForce } from "../../entry/status.js";
import type { Profile } from "../../settings.js";
import { claimHash } from "../../text/claims/canonical.js";
import { shorten } from "../../text/shorten.js";

/** The stated fields of a loose record. */
type Stated<E> = { [K in keyof E as string extends K ? never : K]: E[K] };
type Each<E> = E extends unknown ? Stated<E> : never;
type Field<E> = E extends unknown ? keyof E : never;
type ValueIn<E, K> = E extends unknown ? (K extends keyof E ? E[K] : never) : never;
type Common = keyof Each<Entry>;
type Fields = { [K in Exclude<Field<Each<Entry>>, Common | keyof Derived>]?: ValueIn<Each<Entry>, K> } & {
  [K in Exclude<Common, keyof Derived>]: ValueIn<Each<Entry>, K>;
};

interface Derived {
  /** The claim on one line, cut to 300 characters. */
  text: string;
  /** Hashes of the canonical claim, which is the first, and of every other wording: the only ground on which a text is skipped. */
  claims: string[];
  /** The review in force; `assumed` where the record does not say so itself. */
  review?: (NonNullable<Entry["review"]> & { assumed?: true }) | undefined;
  /** A person keeps it before every session: set where the pin counts. */
  pinned?: true;
  /** How a question ended, where that counts. */
  closed?: Extract<Entry, { type: "question" }>["closed"];
}

/** Read-only: a change is given to the change of the tree. */
export interface Row extends Fields, Derived {
  /** Relative to the workspace, with `/`. */
  file: string;
  /** 1-based line of the record's heading. */
  line: number;
  /** Hashes that name its vectors, with a space between: of the template, then of each claim that is compared. */
  texts: string;
  /** Kept from the cache: its file cannot be read at the moment. */
  unreadable?: true;
}

/** A row as it is selected. */
export type Selected = [record: string, derived: string, texts: string, file: string, line: number];

const MAX_TEXT = 300;

function shortText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: texts of rows are shown one a line
  return shorten(text.replace(/[\s\u0000-\u001f\u0085]+/g, " ").trim(), MAX_TEXT);
}

/** What is derived of a record once. `null`: its claim is the text, or what it says of a pin or an end does not count. */
export function derivedOf(entry: Entry, mode: Profile["apply_mode"]): Partial<Record<keyof Derived, unknown>> {
  const [claim, review] = [claimOf(entry), reviewInForce(entry, mode)];
  const text = shortText(claim);
  const state = review?.state;
  return {
    claims: [...new Set([claim, ...wordingsOf(entry)].map(claimHash))],
    text: text === claim ? null : text,
    ...(review === entry.review
      ? {}
      : { review: { ...review, ...(state !== entry.review?.state && { assumed: true }) } }),
    ...(entry.type === "memory" && entry.pinned !== undefined ? { pinned: isPinned(entry) || null } : {}),
    ...(entry.type === "question" && closingInForce(entry) !== entry.closed ? { closed: null } : {}),
  };
}

/** Its {@link Row.texts}. */
export const textsOf = (entry: Entry): string => [templateOf(entry), ...comparedClaims(entry)].map(textHash).join(" ");

/** A row as it was selected. */
export function rowOf([record, derived, texts, file, line]: Selected): Row {
  // One text is read in two thirds of the time of two; of two equal keys the later one counts.
  return assembled(JSON.parse(`${record.slice(0, -1)},${derived.slice(1)}`), { texts, file, line });
}

/** The row of an entry that stands at a line of a file, with the review that counts under the mode. */
export function rowFor(entry: Entry, place: Pick<Row, "file" | "line">, mode: Profile["apply_mode"]): Row {
  return assembled({ ...entry, ...derivedOf(entry, mode) }, { texts: textsOf(entry), ...place });
}

function assembled(found: object, place: Pick<Row, "texts" | "file" | "line">): Row {
  const row = Object.assign(found, place) as Row & { text: unknown; pinned?: unknown; closed?: unknown };
  if (row.text === null) row.text = claimOf(entryOf(row));
  if (row.pinned === null) delete row.pinned;
  if (row.closed === null) delete row.closed;
  return row;
}

/** When it was used last. */
export const lastUsedOf = ({ uses = [] }: Pick<Row, "uses">): string | undefined =>
  uses
    .map(({ at }) => at)
    .sort((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1);

/** A row for what is asked of entries; its review is the one in force. */
export const entryOf = (row: Row): Entry => row as unknown as Entry;
