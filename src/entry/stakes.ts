/** How bad it is: a level and what is at risk out of a text. */
import { defined } from "../text/defined.js";
import type { Stakes } from "./entry.js";

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

/** Splits the text of a level field: the level, medium where it has none, and the risk, which goes before an `at_risk`. */
export function readStakesText(text: string, at_risk: unknown): { stakes: Stakes; at_risk?: string } {
  const { stakes = "medium", at_risk: atRisk } = readLevel(text);
  const beside = typeof at_risk === "string" && at_risk.trim() !== "" && at_risk !== atRisk ? at_risk : undefined;
  const whole = atRisk === undefined || beside === undefined ? (atRisk ?? beside) : `${atRisk}. ${beside}`;
  return { stakes, ...defined({ at_risk: whole }) };
}
