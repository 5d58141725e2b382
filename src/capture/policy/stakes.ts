/** The stakes gate: "What was at risk if this was wrong?" No stakes, no learning. */

import type { EntryType, Stakes } from "../../entry/entry.js";
import { isLearning } from "../../entry/entry.js";
import { STAKES_NOT_STATED } from "../../entry/missing-facts.js";
import { readLevel } from "../../entry/stakes.js";
import { oneLine } from "../../text/shorten.js";
import words from "./words.json" with { type: "json" };

/**
 * `--risk "high: releases break"` as two fields. A level alone leaves `at_risk` to be asked for, a sentence alone the
 * level. An empty text says that nothing is at risk, as "none" does; a doubt ("medium: unknown") is {@link withoutDoubt}.
 */
export function parseRisk(text: string, type?: EntryType): { stakes?: Stakes; at_risk?: string } {
  return text.trim() === "" ? { at_risk: "none" } : withoutDoubt(readLevel(text), type);
}

/** Resolves a doubt: for an insight it means that nothing is at risk; other entries are asked. */
export function withoutDoubt<T extends { at_risk?: unknown }>(fields: T, type?: EntryType): T {
  const { at_risk, ...rest } = fields;
  if (typeof at_risk !== "string" || !isDoubt(at_risk)) return fields;
  return (type === "insight" ? { ...rest, at_risk: "none" } : rest) as T;
}

/** Words by which authors state that they do not know, or do not care. */
const DOUBT_WORDS: ReadonlySet<string> = new Set(words.doubt.join(" ").split(" "));

const DOUBT = /^(?:not (?:sure|known|clear)|(?:i )?(?:do not|don'?t) know|no idea|to be determined)$/u;

/** True for a text that only states a doubt. */
function isDoubt(text: string): boolean {
  const bare = oneLine(text)
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  return (
    /^[?\s]+$/u.test(text) || bare.split(/\s*[,;/]\s*/u).every((said) => DOUBT_WORDS.has(said) || DOUBT.test(said))
  );
}

/** Words that state that nothing is at risk, in several languages. */
const NOTHING_WORDS: ReadonlySet<string> = new Set(words.nothing.join(" ").split(" "));

const NOTHING_PHRASES: readonly RegExp[] = [
  /^(?:there (?:is|was|s) )?(?:absolutely |really |literally |basically |practically |almost )?(?:nothing|none|nil|zero)(?: (?:really|at all|at risk|at stake|to lose|whatsoever|much|important|serious|major|critical|special|specific|in particular|here|that matters|of note|as such|known))*$/u,
  /^(?:there (?:is|was|s|are|were) )?(?:no|zero|0|without|not any|hardly any)(?: (?:any|real|actual|particular|specific|known|serious|big|major))*(?: (?:risk|risks|stakes|stake|impact|consequence|consequences|harm|downside|downsides|danger|damage|loss|effect))(?: (?:at all|really|here|involved|whatsoever))*$/u,
  /^not (?:applicable|relevant|at risk|at stake|risky|important|critical)$/u,
  /^(?:it )?(?:does not|doesn't|doesnt|did not|didn't|didnt|wo n't|won't|will not) (?:really )?matter$/u,
  /^(?:risk[- ]?free|riskless|harmless|irrelevant|not needed|none needed|empty|blank)$/u,
  /^(?:kein|keine|keinerlei|null) (?:risiko|risiken|gefahr|auswirkung|auswirkungen|folgen)$/u,
  /^(?:ning[uú]n|sin|nenhum|sem|aucun|nessun|geen|không có|không) (?:riesgo|risco|risque|rischio|risico|rủi ro|gì|gi)$/u,
  /^(?:nichts (?:wichtiges|besonderes)|gar nichts|überhaupt nichts|nada importante|nada demais|rien du tout)$/u,
];

const INVISIBLE = /\p{Cf}|\p{Cc}|\p{Variation_Selector}|\u115F|\u1160|\u3164/gu;

/** True for an empty text and for every way to say "none". Doubt ("unknown", "not sure") is not nothing. */
export function saysNothing(text: string): boolean {
  const plain = text
    .normalize("NFKC")
    .replace(/[\r\n\t]+/g, " ")
    .replace(INVISIBLE, "")
    .toLowerCase()
    .trim();
  const bare = plain.replace(/’/g, "'").replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  if (bare === "") return !/[?]/.test(plain);
  if (NOTHING_WORDS.has(bare) || NOTHING_WORDS.has(bare.replace(/\s*\/\s*/g, "/"))) return true;
  const plainWords = oneLine(bare.replace(/[,;:–—]+/gu, " "));
  if (NOTHING_PHRASES.some((phrase) => phrase.test(plainWords))) return true;
  return plainWords.split(" ").every((word) => NOTHING_WORDS.has(word));
}

/** The gate's decision about one draft. */
export interface Gate {
  /** `daily-log`: activity, not learning. */
  verdict: "store" | "daily-log";
  /** To be stored with the entry; absent on an outcome that states none. */
  stakes?: Stakes;
  /** Absent when nothing was at risk, or nothing was stated. */
  at_risk?: string;
  /** A flag for the entry: nothing is at risk, or the level is not stated. */
  finding?: "stakes-empty" | typeof STAKES_NOT_STATED;
}

/** Judges a draft whose required fields are all there. Corrections and outcomes always pass. */
export function stakesGate(draft: {
  type: EntryType;
  stakes?: Stakes | undefined;
  at_risk?: string | undefined;
}): Gate {
  const { type, stakes, at_risk } = draft;
  const isEmpty = at_risk !== undefined && saysNothing(at_risk);
  if (type === "insight" && (isEmpty || at_risk === undefined)) return { verdict: "daily-log" };
  const risk = isEmpty || at_risk === undefined ? {} : { at_risk };
  if (!isLearning({ type })) {
    const level = stakes ?? ("at_risk" in risk ? "medium" : undefined);
    return { verdict: "store", ...risk, ...(level === undefined ? {} : { stakes: level }) };
  }
  if (isEmpty) return { verdict: "store", stakes: "low", finding: "stakes-empty" };
  if (stakes === undefined) return { verdict: "store", ...risk, stakes: "medium", finding: STAKES_NOT_STATED };
  return { verdict: "store", ...risk, stakes };
}

/** Whether a draft is compared with what is known; activity goes to the daily log as it is. */
export function isCompared(draft: Parameters<typeof stakesGate>[0]): boolean {
  return stakesGate(draft).verdict === "store";
}

/** Above this share of low ratings in the window, the author is warned. */
const LOW_SHARE = 0.5;
export const LOW_WINDOW = 20;

/**
 * The warning that low is no dumping ground, when more than `share` of the last `window` ratings are low; undefined
 * otherwise. `newestFirst` includes the entry just rated. A young tree is measured against a whole window, so that
 * its first low entry says nothing.
 */
export function lowShareWarning(newestFirst: readonly Stakes[]): string | undefined {
  const recentRatings = newestFirst.slice(0, LOW_WINDOW);
  const lowCount = recentRatings.filter((stakes) => stakes === "low").length;
  if (lowCount <= LOW_SHARE * LOW_WINDOW) return undefined;
  return `${lowCount} of the last ${recentRatings.length} entries are rated low. Low is no dumping ground: with nothing at risk, use the daily log.`;
}
