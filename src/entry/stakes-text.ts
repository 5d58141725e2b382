/** How bad it is, out of a text: a level and what is at risk. Free of zod. */

import { defined } from "../text/defined.js";
import type { Stakes } from "./entry.js";

/** A level, then a separator or the end: "low-level drivers break" and "high latency" are risks, not levels. */
const LEVEL_FIRST = /^\s*(high|medium|low)(?:\s+(?:stakes|risk))?\s*(?:$|[:;,–—(]\s*|\s-+\s+|\.\s+)(.*)$/isu;

/** The level that a text begins with, and what it says besides; a text without a level is what is at risk. */
export function readLevel(text: string): { stakes?: Stakes; at_risk?: string } {
  const found = LEVEL_FIRST.exec(text);
  if (found === null) return { at_risk: text.trim() };
  const [whole, level = "", rest = ""] = found;
  const why = (whole.includes("(") && !rest.includes("(") ? rest.replace(/\)\s*$/u, "") : rest).trim();
  const stakes = level.toLowerCase() as Stakes;
  return why === "" ? { stakes } : { stakes, at_risk: why };
}

/**
 * A text where a level belongs: its level, medium where it has none (`rated: false`), and what it says is at risk;
 * `at_risk` that stands beside it is kept behind.
 */
export function readStakesText(
  stated: string,
  at_risk: unknown,
): { rated: boolean; fields: { stakes: Stakes; at_risk?: string } } {
  const { stakes, at_risk: said } = readLevel(stated);
  const beside = typeof at_risk === "string" && at_risk.trim() !== "" && at_risk !== said ? at_risk : undefined;
  const whole = said === undefined || beside === undefined ? (said ?? beside) : `${said}. ${beside}`;
  return { rated: stakes !== undefined, fields: { stakes: stakes ?? "medium", ...defined({ at_risk: whole }) } };
}
