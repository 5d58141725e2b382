/** One decision of a log: with stakes an insight, judged where the log judges it; without stakes activity. */

import type { Verdict } from "../../entry/entry.js";
import { defined } from "../../text/defined.js";
import { type Choice, choose, draftOf } from "./drafting.js";
import { isEmptyValue } from "./labels.js";
import { type ParsedEntry, readLevel, spokenTitle } from "./parsed-entry.js";
import type { DraftOutcome, Plan } from "./plan.js";
import { cutAtWord, flatText, LONGEST_CLAIM, paragraphs } from "./wording.js";

const VERDICT_WORDS: readonly [Verdict, RegExp][] = [
  ["mixed", /^\W*(?:mixed|partial\w*|partly|half)\b/i],
  [
    "invalidated",
    /^\W*(?:invalidated|invalid|failed|failure|wrong|bad|reverted|rolled back|regretted|no\b|did(?:n't| not) work|❌)/i,
  ],
  ["validated", /^\W*(?:validated|valid|worked|works|success\w*|right|good|held|confirmed|yes\b|✅)/i],
  ["inconclusive", /^\W*(?:inconclusive|unclear|too early|undecided)\b/i],
];

const NO_STAKES = /^\W*(?:none|no|nothing|nil|n\/?a|no risk|no stakes|not applicable|trivial|-+|—|0)\W*$/i;

/** How a log's own words judge a decision; undefined when they describe and do not judge. */
export function readVerdict(text: string): Verdict | undefined {
  return VERDICT_WORDS.find(([, words]) => words.test(text))?.[0];
}

function readScore(text: string | undefined): number | undefined {
  const score = Number.parseInt(text ?? "", 10);
  return score >= 1 && score <= 10 ? score : undefined;
}

function readAlternatives(text: string): string[] {
  const plain = text.replace(/^\[|\]$/g, "");
  const parts = /[;|\n]/.test(plain) ? plain.split(/[;|\n]/) : plain.split(/,\s*|\s+\/\s+/);
  return parts
    .map((part) => cutAtWord(flatText(part), 300))
    .filter((part) => part !== "" && !isEmptyValue(part))
    .slice(0, 20);
}

function outcomeOf(parsed: ParsedEntry): DraftOutcome | undefined {
  const { outcome: result, lesson } = parsed.content;
  const score = readScore(parsed.score);
  const verdict = readVerdict(parsed.verdict ?? "") ?? readVerdict(result ?? "");
  if (verdict === undefined || (result === undefined && parsed.verdict === undefined)) return undefined;
  const line = (text: string) => cutAtWord(flatText(text), LONGEST_CLAIM);
  return defined({ result: line(result ?? parsed.verdict ?? ""), verdict, score, lesson: lesson && line(lesson) });
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
  const outcome = outcomeOf(parsed);
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
    outcome_note: outcome === undefined ? content.outcome : undefined,
  });
}
