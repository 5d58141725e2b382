/** Conditions on entries as SQL: what a reader may see, and what is asked for. */
import { contactScope } from "../../entry/gates/contact-scope.js";
import { audiencesOf, ENDED, type Purpose, REVIEWS_OUTSIDE, type Viewer } from "../../entry/gates/visible.js";
import { stamp } from "../../text/durations.js";
import type { Link } from "./relations.js";

type Column = "id" | "type" | "status" | "tier" | "stakes" | "review" | "outcome" | "scope" | "key" | "chain" | "voice";
/** A value, any of several, none at all, a lower bound, or a prefix. */
type Condition = string | null | readonly string[] | { least: number } | { begins: string };
/** Conditions on columns, and ties that must be there. */
export type Conditions = { readonly [C in Column]?: Condition } & { readonly [L in Link]?: true };

/** The part of a tree that a reader may see. */
export interface View {
  /** Undefined: for every viewer. */
  viewer?: Viewer | undefined;
  /** False: what a person called sensitive is left out, its id with it. */
  sensitive?: boolean | undefined;
  /** Whom alone it is about. */
  contact?: string | undefined;
}

export const listed = (values: Iterable<string>): string =>
  Array.from(values, (value) => `'${value.replaceAll("'", "''")}'`).join(", ");

export const inRange = (column: string, start: string): string =>
  `${column} >= ${listed([start])} AND ${column} < ${listed([`${start}\u{10ffff}`])}`;

/** {@link standsFor} at a time, or whatever expires. */
export const standingSql = (purpose: Purpose, now?: Date): string =>
  [
    `status NOT IN (${listed(ENDED)}) AND ended IS NULL`,
    `(review IS NULL OR review NOT IN (${listed(REVIEWS_OUTSIDE[purpose])}))`,
    ...(now === undefined ? [] : [`(expires IS NULL OR expires > '${stamp(now)}')`]),
  ].join(" AND ");

export function sqlOf(field: string, condition: Condition | true): string {
  if (condition === true) return `number IN (SELECT entry FROM links WHERE link = '${field}')`;
  if (condition === null) return `${field} IS NULL`;
  if (typeof condition === "object" && "begins" in condition) return inRange(field, condition.begins);
  if (typeof condition === "object" && "least" in condition) return `${field} >= ${condition.least}`;
  return `${field} IN (${listed([condition].flat())})`;
}

/** The first record of each id, as far as a view goes. */
export const visibleSql = ({ viewer, sensitive, contact }: View): string =>
  [
    "twin = 0",
    ...(viewer === undefined ? [] : [`(audience IS NULL OR audience IN (${listed(audiencesOf(viewer))}))`]),
    ...(contact === undefined ? [] : [sqlOf("scope", contactScope(contact))]),
    ...(sensitive === false ? ["review IS NOT 'sensitive'"] : []),
  ].join(" AND ");
