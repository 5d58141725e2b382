/** How bad it is: a level and what is at risk out of a text, and ratings that were edited later. Free of zod. */
import type { z } from "zod";
import { defined } from "../text/defined.js";
import { type Entry, type Patch, type Stakes, stakesOf } from "./entry.js";
import type { ratedSchema } from "./field-schemas.js";
import { UNRATED } from "./missing-facts.js";

/** A level, then a separator or the end: "low-level drivers break" and "high latency" are risks, not levels. */
const LEVEL_FIRST = /^\s*(high|medium|low)(?:\s+(?:stakes|risk))?\s*(?:$|[:;,–—(]\s*|\s-+\s+|\.\s+)(.*)$/isu;

/** Splits a text into the level it begins with and the risk it names; a text without a level is all risk. */
export function readLevel(text: string): { stakes?: Stakes; at_risk?: string } {
  const match = LEVEL_FIRST.exec(text);
  if (match === null) return { at_risk: text.trim() };
  const [whole, level = "", rest = ""] = match;
  const why = (whole.includes("(") && !rest.includes("(") ? rest.replace(/\)\s*$/u, "") : rest).trim();
  const stakes = level.toLowerCase() as Stakes;
  return why === "" ? { stakes } : { stakes, at_risk: why };
}

/**
 * Splits the text of a level field: the level, medium where it has none (`rated: false`), and the risk it names, which
 * goes before a separate `at_risk`.
 */
export function readStakesText(
  text: string,
  at_risk: unknown,
): { rated: boolean; fields: { stakes: Stakes; at_risk?: string } } {
  const { stakes, at_risk: atRisk } = readLevel(text);
  const beside = typeof at_risk === "string" && at_risk.trim() !== "" && at_risk !== atRisk ? at_risk : undefined;
  const whole = atRisk === undefined || beside === undefined ? (atRisk ?? beside) : `${atRisk}. ${beside}`;
  return { rated: stakes !== undefined, fields: { stakes: stakes ?? "medium", ...defined({ at_risk: whole }) } };
}

/** The level that was stated first, and since when it is the one that stands now. */
export type Rated = z.infer<typeof ratedSchema>;

/** The edit of an entry's rating; undefined where nobody made one. */
export const ratedOf = (entry: Entry): Rated | undefined => (entry as { rated?: Rated }).rated;

/** The stated level; undefined where it only counts as medium, or where there is none. */
export function statedStakes(entry: Entry): Stakes | undefined {
  return entry.flags?.some((flag) => UNRATED.includes(flag)) === true ? undefined : stakesOf(entry);
}

/**
 * What a change of an entry means for `rated`, as a patch; empty where nothing. Only from one stated level to another is
 * an edit: what nobody had rated is filled in, and who goes back to the first level, or takes it away, has edited nothing.
 * `at`: the instant of the change.
 */
export function ratedAfter(before: Entry, after: Entry, at: string): Patch {
  const [was, now] = [statedStakes(before), statedStakes(after)];
  if (was === undefined || was === now) return {};
  const first = ratedOf(before)?.was ?? was;
  if (now !== undefined && now !== first) return { rated: { was: first, at } satisfies Rated };
  return ratedOf(after) === undefined ? {} : { rated: undefined };
}
