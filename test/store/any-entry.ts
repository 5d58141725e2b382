/** Arbitrary entries for properties: making their texts takes fast-check a second, which other tests do not pay. */

import type { Entry, EntryType } from "../../src/entry/entry.js";
import fc from "../properties.js";

const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,11}$/);
/** What YAML, Markdown or a terminal trips over. */
const STUMBLING = [
  ..."``` ````yaml \" ' \\ # --- ~~~ *bold* _em_ __init__ <b> [a](b) &amp; | > % @x `code` yes null 1.10 {a}".split(
    " ",
  ),
  ...[
    "=======",
    "é",
    "e\u0301",
    "👩‍👩‍👧",
    "می‌خواهم",
    "中文",
    "…",
    "1.",
    "+",
    "http://a.b/c_d_e",
    "<<<<<<< HEAD",
    ">>>>>>> x",
  ],
  ...["\n", "\r\n", "\r", "\t", "  ", "- ", "# ", ": ", "2 * 3", "\u2028", "\u200b", "\u0000", "\ufeff"],
];
export const anyText = fc
  .oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 60 }),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 120 }),
    fc.lorem({ maxCount: 30 }),
    fc.array(fc.constantFrom(...STUMBLING), { minLength: 1, maxLength: 12 }).map((parts) => parts.join("")),
  )
  .filter((text) => text !== "");

const id = fc.stringMatching(/^(COR|INS|OUT|MEM|ASK|DEC|REF|EDT)-2026021[0-9]-[0-9A-HJKMNP-TV-Z]{5}$/);
const instant = fc
  .date({ min: new Date("2000-01-01T00:00:00Z"), max: new Date("2099-12-31T00:00:00Z"), noInvalidDate: true })
  .map((date) => `${date.toISOString().slice(0, 19)}Z`);
/** One of these words. */
const of = <T extends string | number>(...words: T[]) => fc.constantFrom<T>(...words);
/** A record that has the required fields, and some of the others. */
const having = <T extends object>(required: string, fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(fields, { requiredKeys: required.split(" ") as (keyof T)[] });
const few = <T>(one: fc.Arbitrary<T>, most = 2) => fc.array(one, { minLength: 1, maxLength: most });
const wordOrText = fc.oneof(word, anyText);
const tier = of("owner", "relayed", "self", "peer", "external");
const texts = few(anyText, 3);
const ids = few(id, 3);
/** Unknown fields of any JSON shape. */
const unknown = fc.dictionary(
  fc.stringMatching(/^x_[a-z]{1,6}$/),
  fc.oneof(
    anyText,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(word),
    fc.dictionary(word, fc.oneof(anyText, fc.double({ noNaN: true, noDefaultInfinity: true }))),
  ),
  { maxKeys: 2 },
);

const check = having("in forbid", { in: texts, forbid: anyText, unless: anyText, instead: anyText });

const nearRow = having("with", {
  with: fc.oneof(of("INS-20260210-KAVJM", "#0f"), anyText),
  score: fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100),
  found: of("claim", "prior", "words"),
  at: instant,
  answer: of("same", "replaces", "replaced_by", "exception", "has_exception", "unrelated"),
  by: anyText,
  tier,
  reason: anyText,
});

const evolution = having("at text", {
  at: instant,
  text: anyText,
  evidence: anyText,
});

const shared = {
  timestamp: instant,
  agent: wordOrText,
  tier,
  source: anyText,
  context: anyText,
  alternatives: texts,
  domain: anyText,
  tags: few(wordOrText, 3),
  session: wordOrText,
  linked: ids,
  near: few(nearRow),
  review: fc.record({ state: of("rejected", "sensitive"), at: instant, reason: anyText }),
};
const used = {
  said: few(fc.record({ at: instant, tier })),
  uses: few(fc.record({ at: instant, session: anyText, result: of("cited", "worked") })),
};

/** An entry of a type, with its id, the fields it must have beside those that all must have, and its own fields. */
const typed = (type: EntryType, id_: string, required: string, fields: Record<string, fc.Arbitrary<unknown>>) =>
  having<Record<string, unknown>>(`type id timestamp agent tier ${required}`, {
    ...shared,
    type: of(type),
    id: of(id_),
    ...fields,
  });

const anyCorrection = typed("correction", "COR-20260215-K7Q2X", "corrected_to stakes", {
  ...used,
  prior_belief: anyText,
  corrected_to: anyText,
  stakes: of("high", "low"),
  at_risk: anyText,
  behavioral_change: anyText,
  triggers: texts,
  check,
});
const anyInsight = typed("insight", "INS-20260214-M2XBA", "insight stakes at_risk", {
  ...used,
  insight: anyText,
  evidence: anyText,
  stakes: of("high", "medium"),
  at_risk: anyText,
  applications: texts,
  check,
  evolution: few(evolution, 3),
});
const anyOutcome = typed("outcome", "OUT-20260220-T4ZW9", "references result verdict", {
  references: ids,
  result: anyText,
  verdict: of("validated", "mixed"),
  score: fc.integer({ min: 1, max: 10 }),
  lesson: anyText,
});
const anyMemory = typed("memory", "MEM-20260216-V8XYZ", "content category basis confidence", {
  ...used,
  content: anyText,
  category: of("preference", "fact"),
  basis: of("explicit", "inferred"),
  confidence: of(1, 0.9, 0.7),
  key: wordOrText,
  user: wordOrText,
});
const anyQuestion = typed("question", "ASK-20260217-W9RTP", "question because", {
  question: anyText,
  because: anyText,
  key: wordOrText,
  said: used.said,
  closed: fc.record({ at: instant, by: anyText, how: of("answered", "unanswered"), hash: word }),
});
const anyDecision = typed("decision", "DEC-20260218-H3NQC", "situation action rationale", {
  ...used,
  situation: anyText,
  action: anyText,
  rationale: anyText,
  by: wordOrText,
  stakes: of("high", "low"),
  at_risk: anyText,
});
const anyReflexion = typed("reflexion", "REF-20260219-B6YDM", "reflexion", {
  ...used,
  reflexion: anyText,
  entities: few(wordOrText),
});

const anyEdit = typed("edit", "EDT-20260220-C5WKV", "original kind", {
  ...used,
  original: anyText,
  final: anyText,
  why: anyText,
  kind: of("rewrite", "tone", "escalate"),
  target: anyText,
  author: wordOrText,
  version: wordOrText,
});

/** Every type of record: one that is missing here does not compile. */
export const ANY_OF: Readonly<Record<EntryType, fc.Arbitrary<object>>> = {
  correction: anyCorrection,
  insight: anyInsight,
  outcome: anyOutcome,
  memory: anyMemory,
  question: anyQuestion,
  decision: anyDecision,
  reflexion: anyReflexion,
  edit: anyEdit,
};

export const anyEntry: fc.Arbitrary<Entry> = fc
  .tuple(fc.oneof(...Object.values(ANY_OF)), unknown)
  .map(([entry, more]) => ({ ...entry, ...more }) as Entry);
