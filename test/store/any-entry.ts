/** Arbitrary entries for properties: making their texts takes fast-check a second, which other tests do not pay. */

import { editDistance } from "../../src/entry/edit-distance.js";
import type { Entry, EntryType } from "../../src/entry/entry.js";
import fc from "../properties.js";

const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,11}$/);
/** Texts with everything that YAML, Markdown or a terminal trips over. */
export const anyText = fc
  .oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 60 }),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 120 }),
    fc.lorem({ maxCount: 30 }),
    fc
      .array(
        fc.constantFrom(
          "```",
          "````yaml",
          "\n",
          "\r\n",
          "\r",
          '"',
          "'",
          "\\",
          "- ",
          "# ",
          "#",
          ": ",
          "---",
          "~~~",
          "*bold*",
          "_em_",
          "__init__",
          "2 * 3",
          "<b>",
          "[a](b)",
          "&amp;",
          "|",
          ">",
          "%",
          "@x",
          "`code`",
          "\t",
          "  ",
          "yes",
          "null",
          "1.10",
          "{a}",
          "<<<<<<< HEAD",
          "=======",
          ">>>>>>> x",
          "\u2028",
          "\u200b",
          "\u0000",
          "\ufeff",
          "é",
          "e\u0301",
          "👩‍👩‍👧",
          "می‌خواهم",
          "中文",
          "…",
          "1.",
          "+",
          "http://a.b/c_d_e",
        ),
        { minLength: 1, maxLength: 12 },
      )
      .map((parts) => parts.join("")),
  )
  .filter((text) => text !== "");

const id = fc.stringMatching(/^(COR|INS|OUT|MEM|ASK|DEC|REF|EDT)-2026021[0-9]-[0-9A-HJKMNP-TV-Z]{5}$/);
const instant = fc
  .date({ min: new Date("2000-01-01T00:00:00Z"), max: new Date("2099-12-31T00:00:00Z"), noInvalidDate: true })
  .map((date) => `${date.toISOString().slice(0, 19)}Z`);
const tier = fc.constantFrom(
  "owner" as const,
  "relayed" as const,
  "self" as const,
  "peer" as const,
  "external" as const,
);
const texts = fc.array(anyText, { minLength: 1, maxLength: 3 });
const ids = fc.array(id, { minLength: 1, maxLength: 3 });
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

const check = fc.record(
  { in: texts, forbid: anyText, unless: anyText, instead: anyText },
  { requiredKeys: ["in", "forbid"] },
);

const nearRow = fc.record(
  {
    with: fc.oneof(fc.constantFrom("INS-20260210-KAVJM", "SOUL.md#0f"), anyText),
    hashes: fc.array(word, { minLength: 1, maxLength: 2 }),
    score: fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100),
    by: fc.constantFrom("claim" as const, "prior" as const, "lex" as const),
    state: fc.constantFrom("open" as const, "unrelated" as const, "later" as const),
    at: instant,
    until: instant,
    reason: anyText,
    proposed: fc.record({ answer: fc.constantFrom("same" as const, "replaces" as const), by: anyText, at: instant }),
  },
  { requiredKeys: ["with", "score", "by", "state"] },
);

const shared = {
  timestamp: instant,
  agent: fc.oneof(word, anyText),
  tier,
  source: anyText,
  context: anyText,
  alternatives: texts,
  domain: anyText,
  tags: fc.array(fc.oneof(word, anyText), { minLength: 1, maxLength: 3 }),
  session: fc.oneof(word, anyText),
  linked: ids,
  exception_to: ids,
  near: fc.array(nearRow, { minLength: 1, maxLength: 2 }),
  flags: fc.array(word, { minLength: 1, maxLength: 2 }),
  review: fc.record({ state: fc.constant("needs_review" as const), at: instant, reason: anyText }),
};
const loop = {
  seen: fc.nat(),
  uses: fc.array(
    fc.record({ at: instant, session: anyText, result: fc.constantFrom("cited" as const, "worked" as const) }),
    { minLength: 1, maxLength: 2 },
  ),
  stick: fc.record({ verdict: fc.constantFrom("held" as const, "failed" as const), at: instant, evidence: anyText }),
  outcome_note: anyText,
};

const anyCorrection = fc.record(
  {
    ...shared,
    ...loop,
    type: fc.constant("correction" as const),
    id: fc.constant("COR-20260215-K7Q2X"),
    prior_belief: anyText,
    corrected_to: anyText,
    stakes: fc.constantFrom("high" as const, "low" as const),
    at_risk: anyText,
    behavioral_change: anyText,
    triggers: texts,
    check,
    status: fc.constantFrom("active" as const, "superseded" as const),
  },
  {
    requiredKeys: ["type", "id", "timestamp", "agent", "tier", "corrected_to", "stakes", "status"],
  },
);
const anyInsight = fc.record(
  {
    ...shared,
    ...loop,
    type: fc.constant("insight" as const),
    id: fc.constant("INS-20260214-M2XBA"),
    insight: anyText,
    evidence: anyText,
    stakes: fc.constantFrom("high" as const, "medium" as const),
    at_risk: anyText,
    applications: texts,
    check,
    evolution: fc.array(
      fc.record(
        { at: instant, text: anyText, evidence: anyText, restated: fc.boolean(), claim: fc.boolean(), of: anyText },
        { requiredKeys: ["at", "text"] },
      ),
      { minLength: 1, maxLength: 3 },
    ),
    status: fc.constantFrom("active" as const, "inconclusive" as const),
  },
  { requiredKeys: ["type", "id", "timestamp", "agent", "tier", "insight", "stakes", "at_risk", "status"] },
);
const anyOutcome = fc.record(
  {
    ...shared,
    type: fc.constant("outcome" as const),
    id: fc.constant("OUT-20260220-T4ZW9"),
    references: ids,
    result: anyText,
    verdict: fc.constantFrom("validated" as const, "mixed" as const),
    score: fc.integer({ min: 1, max: 10 }),
    lesson: anyText,
    status: fc.constant("resolved" as const),
  },
  { requiredKeys: ["type", "id", "timestamp", "agent", "tier", "references", "result", "verdict", "status"] },
);

const anyMemory = fc.record(
  {
    ...shared,
    type: fc.constant("memory" as const),
    id: fc.constant("MEM-20260216-V8XYZ"),
    content: anyText,
    category: fc.constantFrom("preference" as const, "fact" as const),
    basis: fc.constantFrom("explicit" as const, "inferred" as const),
    confidence: fc.constantFrom(1, 0.9, 0.7),
    key: fc.oneof(word, anyText),
    user: fc.oneof(word, anyText),
    seen: loop.seen,
    uses: loop.uses,
    status: fc.constantFrom("active" as const, "superseded" as const),
  },
  {
    requiredKeys: ["type", "id", "timestamp", "agent", "tier", "content", "category", "basis", "confidence", "status"],
  },
);

const anyQuestion = fc.record(
  {
    ...shared,
    type: fc.constant("question" as const),
    id: fc.constant("ASK-20260217-W9RTP"),
    question: anyText,
    because: anyText,
    key: fc.oneof(word, anyText),
    seen: loop.seen,
    closed: fc.record({
      at: instant,
      by: anyText,
      how: fc.constantFrom("answered" as const, "unanswered" as const),
      hash: word,
    }),
    status: fc.constant("active" as const),
  },
  { requiredKeys: ["type", "id", "timestamp", "agent", "tier", "question", "because", "status"] },
);
const anyDecision = fc.record(
  {
    ...shared,
    ...loop,
    type: fc.constant("decision" as const),
    id: fc.constant("DEC-20260218-H3NQC"),
    situation: anyText,
    action: anyText,
    rationale: anyText,
    by: fc.oneof(word, anyText),
    stakes: fc.constantFrom("high" as const, "low" as const),
    at_risk: anyText,
    status: fc.constantFrom("active" as const, "inconclusive" as const),
  },
  { requiredKeys: ["type", "id", "timestamp", "agent", "tier", "situation", "action", "rationale", "status"] },
);
const anyReflexion = fc.record(
  {
    ...shared,
    type: fc.constant("reflexion" as const),
    id: fc.constant("REF-20260219-B6YDM"),
    reflexion: anyText,
    entities: fc.array(fc.oneof(word, anyText), { minLength: 1, maxLength: 2 }),
    seen: loop.seen,
    uses: loop.uses,
    status: fc.constantFrom("active" as const, "superseded" as const),
  },
  { requiredKeys: ["type", "id", "timestamp", "agent", "tier", "reflexion", "status"] },
);

/** Its distance is what its texts say, as every record has it that was read once. */
const anyEdit = fc
  .record(
    {
      ...shared,
      type: fc.constant("edit" as const),
      id: fc.constant("EDT-20260220-C5WKV"),
      original: anyText,
      final: anyText,
      why: anyText,
      kind: fc.constantFrom("rewrite" as const, "tone" as const, "escalate" as const),
      target: anyText,
      author: fc.oneof(word, anyText),
      version: fc.oneof(word, anyText),
      seen: loop.seen,
      uses: loop.uses,
      status: fc.constantFrom("active" as const, "superseded" as const),
    },
    { requiredKeys: ["type", "id", "timestamp", "agent", "tier", "original", "kind", "status"] },
  )
  .map((edit) => ({ ...edit, ...editDistance(edit.original, edit.final) }));

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
