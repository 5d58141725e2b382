/** One decision of a log: with stakes an insight, judged where the log judges it; without stakes activity. */

import type { Verdict } from "../../entry/entry.js";
import { VERDICTS } from "../../entry/words.js";
import { defined } from "../../text/defined.js";
import { type Choice, choose, draftOf } from "./drafting.js";
import { isEmptyValue, plainLabel } from "./labels.js";
import { type ParsedEntry, readLevel, spokenTitle } from "./parsed-entry.js";
import type { Plan } from "./plan.js";
import { cutAtWord, flatText, LONGEST_CLAIM, paragraphs } from "./wording.js";

const NO_STAKES = /^\W*(?:none|no|nothing|nil|n\/?a|no risk|no stakes|not applicable|trivial|-+|—|0)\W*$/i;

/** A value that is a verdict and nothing else; what words around one mean is for a reader. */
const statedVerdict = (text = ""): Verdict | undefined => VERDICTS.find((verdict) => verdict === plainLabel(text));

function readScore(text = ""): number | undefined {
  const score = Number(text.trim().replace(/\s*(?:\/|of)\s*10$/, ""));
  return Number.isInteger(score) && score >= 1 && score <= 10 ? score : undefined;
}

function readAlternatives(text: string): string[] {
  const plain = text.replace(/^\[|\]$/g, "");
  const parts = /[;|\n]/.test(plain) ? plain.split(/[;|\n]/) : plain.split(/,\s*|\s+\/\s+/);
  return parts
    .map((part) => cutAtWord(flatText(part), 300))
    .filter((part) => part !== "" && !isEmptyValue(part))
    .slice(0, 20);
}

/** What came of it, judged as stated, else by its score; a rule asks for the same 8. Unjudged it is a note. */
function outcomeOf({ content, verdict: word, score: rating }: ParsedEntry) {
  const score = readScore(rating);
  const stated = statedVerdict(word) ?? statedVerdict(content.outcome);
  const scored = score === undefined ? undefined : score >= 8 ? "validated" : score <= 3 ? "invalidated" : "mixed";
  const verdict = stated ?? scored;
  const unread = [stated === undefined ? word : undefined, score === undefined ? rating : undefined];
  const words = paragraphs(content.outcome, ...unread) ?? word ?? rating;
  if (verdict === undefined || words === undefined) return { outcome_note: words };
  const line = (text: string) => cutAtWord(flatText(text), LONGEST_CLAIM);
  return { outcome: defined({ result: line(words), verdict, score, lesson: content.lesson && line(content.lesson) }) };
}

/** A decision of a log: with nothing at stake it is activity. */
export function judgeDecision(parsed: ParsedEntry): Plan {
  const { content, rest } = parsed;
  const decision = choose([content.summary, spokenTitle(parsed)], [rest, content.details, parsed.title]);
  if (decision === undefined) return { fate: "skip", because: "It does not say what was decided." };
  const stakes = content.risk ?? "";
  if ((isEmptyValue(stakes) || NO_STAKES.test(stakes)) && parsed.stakes === undefined) {
    const text = cutAtWord(flatText(`Decided: ${decision.text}`), 300);
    return { fate: "log", text, because: "A decision with nothing at stake." };
  }
  return draftDecision(parsed, decision);
}

/** A decision as an insight, with its outcome where the log judges it. */
export function draftDecision(parsed: ParsedEntry, decision: Choice): Plan {
  const { content, rest } = parsed;
  const level = readLevel(content.risk ?? "");
  const rated: ParsedEntry = { ...parsed, stakes: level.stakes ?? parsed.stakes };
  const risk = level.stakes === undefined ? content.risk : level.rest;
  const unlessSame = (text: string | undefined) => (text === decision.text ? undefined : text);
  const evidence = choose([content.evidence], [content.context, unlessSame(content.details), unlessSame(rest)]);
  const { outcome, outcome_note } = outcomeOf(parsed);
  return draftOf(rated, {
    type: "insight",
    insight: decision,
    evidence,
    applications: [content.action],
    context: paragraphs(
      ...[content.context, unlessSame(content.details), unlessSame(rest)].filter((text) => text !== evidence?.text),
      outcome === undefined ? content.lesson : undefined,
    ),
    at_risk: risk ?? parsed.risk,
    alternatives: readAlternatives(content.alternatives ?? ""),
    outcome,
    outcome_note,
  });
}
