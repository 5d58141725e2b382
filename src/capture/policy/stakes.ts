/** The stakes gate: "What was at risk if this was wrong?" No stakes, no learning. */
import type { EntryType, Stakes } from "../../entry/entry.js";
import { saysNothing } from "./nothing-words.js";

const LEVELS: readonly Stakes[] = ["high", "medium", "low"];

/** A level, then a separator or the end: "low-level drivers break" and "high latency" are risks, not levels. */
const LEVEL_FIRST = /^\s*(high|medium|low)(?:\s+(?:stakes|risk))?\s*(?:$|[:;,–—(]\s*|\s-+\s+|\.\s+)(.*)$/isu;

/**
 * `--risk "high: releases break"` as two fields. A level alone leaves `at_risk` to be asked for, a sentence alone the
 * level. An empty text says that nothing is at risk, as "none" does.
 */
export function parseRisk(text: string): { stakes?: Stakes; at_risk?: string } {
  if (text.trim() === "") return { at_risk: "none" };
  const found = LEVEL_FIRST.exec(text);
  if (found === null) return { at_risk: text.trim() };
  const [whole, level = "", rest = ""] = found;
  const why = (whole.includes("(") && !rest.includes("(") ? rest.replace(/\)\s*$/u, "") : rest).trim();
  const stakes = level.toLowerCase() as Stakes;
  return why === "" ? { stakes } : { stakes, at_risk: why };
}

/** What the gate says about one draft. */
export interface Gate {
  /** `daily-log`: activity, not learning. */
  verdict: "store" | "daily-log";
  /** To be stored with the entry; absent on an outcome that states none. */
  stakes?: Stakes;
  /** Cleaned: empty when nothing was at risk. */
  at_risk?: string;
  /** `stakes-empty`: stored although nothing says what was at risk. */
  finding?: "stakes-empty";
  because: string;
}

/** Judges a draft whose required fields are all there. Corrections and outcomes always pass. */
export function stakesGate(draft: {
  type: EntryType;
  stakes?: Stakes | undefined;
  at_risk?: string | undefined;
}): Gate {
  const { type, stakes, at_risk } = draft;
  const empty = at_risk === undefined || saysNothing(at_risk);
  if (!empty && type !== "memory") {
    const level = stakes ?? "medium";
    return { verdict: "store", stakes: level, at_risk, because: `Something was at risk (${level}): ${at_risk}` };
  }
  if (type === "insight") {
    return { verdict: "daily-log", because: "Nothing is at risk if this is wrong, so it is activity, not learning." };
  }
  if (type === "memory") return { verdict: "store", because: "A memory is one fact; nothing has to be at risk." };
  if (type === "outcome") {
    return { verdict: "store", ...(stakes === undefined ? {} : { stakes }), because: "Outcomes are always stored." };
  }
  return {
    verdict: "store",
    stakes: "low",
    at_risk: "",
    finding: "stakes-empty",
    because: "Corrections are always stored; nothing says what was at risk, so this one is low.",
  };
}

/** Whether a draft is compared with what is known; activity goes to the daily log as it is. */
export function isCompared(draft: Parameters<typeof stakesGate>[0]): boolean {
  return stakesGate(draft).verdict === "store";
}

/** One thing a draft still lacks, as it is asked of a person or listed for an agent. */
export interface FieldQuestion {
  /** Name in the schema. */
  field: string;
  question: string;
  /** The short flag of the command that records this type. */
  flag: string;
  /** What an answer looks like. */
  example: string;
}

const STAKES_QUESTION: FieldQuestion = {
  field: "stakes",
  question: "How bad? low, medium or high",
  flag: "--risk",
  example: "high",
};

const QUESTIONS: Readonly<Record<EntryType, readonly FieldQuestion[]>> = {
  correction: [
    {
      field: "corrected_to",
      question: "What is right now?",
      flag: "--corrected-to",
      example: "what is right now",
    },
    {
      field: "prior_belief",
      question: "What was believed before?",
      flag: "--instead-of",
      example: "what was believed before",
    },
    {
      field: "at_risk",
      question: "What goes wrong if this is forgotten?",
      flag: "--risk",
      example: "what goes wrong if this is forgotten",
    },
    STAKES_QUESTION,
    {
      field: "behavioral_change",
      question: "What will you do differently?",
      flag: "--so",
      example: "what to do differently next time",
    },
  ],
  insight: [
    { field: "insight", question: "What did you learn?", flag: "--insight", example: "what was learned" },
    { field: "evidence", question: "What shows that it is true?", flag: "--because", example: "what shows it" },
    {
      field: "at_risk",
      question: "What goes wrong if this is wrong? (none: it is kept in the daily log)",
      flag: "--risk",
      example: "what goes wrong if this is wrong",
    },
    STAKES_QUESTION,
  ],
  outcome: [
    { field: "references", question: "Which entry is judged?", flag: "--references", example: "COR-20260215-K7Q2X" },
    { field: "result", question: "What happened?", flag: "--result", example: "what happened" },
    {
      field: "verdict",
      question: "How did it turn out? validated, invalidated, mixed or inconclusive",
      flag: "--verdict",
      example: "validated",
    },
  ],
  memory: [
    { field: "content", question: "What is to be remembered?", flag: "--content", example: "one fact" },
    {
      field: "category",
      question: "What is it? preference, pattern, correction, fact, instruction or convention",
      flag: "--category",
      example: "preference",
    },
  ],
};

function isStated(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && !(typeof value === "string" && value.trim() === "");
}

/**
 * The required fields a draft lacks, in the order in which a person is asked. Where nothing is at risk no level is
 * needed, and of an insight nothing but the text: it goes to the daily log.
 */
export function missingFields(type: EntryType, fields: Readonly<Record<string, unknown>>): FieldQuestion[] {
  const risk = fields["at_risk"];
  const nothing = typeof risk === "string" && saysNothing(risk);
  return QUESTIONS[type].filter(({ field }) => {
    if (isStated(fields[field])) return false;
    if (!nothing) return true;
    if (field === "stakes" || field === "at_risk") return false;
    return type !== "insight" || field === "insight";
  });
}

/**
 * The draft as YAML for `tenet add`, what is stated filled in and what is missing left as a hint in angle brackets.
 * Values are JSON strings, which YAML reads the same.
 */
export function fillInStub(type: EntryType, fields: Readonly<Record<string, unknown>>): string {
  const missing = new Set(missingFields(type, fields).map(({ field }) => field));
  const questions = QUESTIONS[type].filter(({ field }) => missing.has(field) || isStated(fields[field]));
  const others = Object.keys(fields).filter(
    (field) => field !== "type" && isStated(fields[field]) && !questions.some((one) => one.field === field),
  );
  const lines = [
    `type: ${type}`,
    ...questions.map(({ field, example }) =>
      missing.has(field)
        ? `${field}: ${JSON.stringify(`<${field === "stakes" ? LEVELS.join(" | ") : example}>`)}`
        : `${field}: ${JSON.stringify(fields[field])}`,
    ),
    ...others.map((field) => `${field}: ${JSON.stringify(fields[field])}`),
  ];
  return lines.join("\n");
}

/**
 * The warning that low is no dumping ground, when more than `share` of the last `window` ratings are low; undefined
 * otherwise. `newestFirst` includes the entry just rated. A young tree is measured against a whole window, so that
 * its first low entry says nothing.
 */
export function lowShareWarning(
  newestFirst: readonly (Stakes | undefined)[],
  limits: { low_share: number; low_window: number },
): string | undefined {
  const rated = newestFirst.filter((stakes) => stakes !== undefined).slice(0, limits.low_window);
  const low = rated.filter((stakes) => stakes === "low").length;
  if (low <= limits.low_share * limits.low_window) return undefined;
  return `${low} of the last ${rated.length} entries are rated low. Low is no dumping ground: with nothing at risk, use the daily log.`;
}
