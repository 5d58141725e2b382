/** What other rules would have changed, as tables: contexts, cases, and the sentences about them. */
import { describe, expect, it } from "vitest";
import {
  type PastCase,
  type PastContext,
  type ReplayedLine,
  replayedCase,
  replayedContext,
  replaySays,
} from "../../src/store/replay/policy/replay-rules.js";

const line = (name: string, more: Partial<ReplayedLine> = {}): ReplayedLine => ({
  text: `Rule ${name}`,
  ids: [`COR-20260201-${name}`],
  target: "SOUL.md",
  theirs: false,
  isPeoples: false,
  stakes: "medium",
  support: 1,
  newest: "2026-02-01T09:00:00Z",
  known: "2026-02-01T09:00:00Z",
  tokens: 10,
  ...more,
});
const [A, B, C] = [line("AAAA1"), line("BBBB2", { tokens: 7 }), line("CCCC3", { tokens: 3 })];
const AT = "2026-02-10T09:00:00Z";
const past = (rules: readonly ReplayedLine[], more: Partial<PastContext> = {}): PastContext => ({
  receipt: "R-00000000",
  at: "2026-02-10T09:00:00Z",
  session: "s1",
  rules: new Set(rules.flatMap(({ ids }) => ids)),
  held: new Set(rules.flatMap(({ ids }) => ids)),
  most: 10,
  ...more,
});
const names = (lines: readonly ReplayedLine[]) => lines.map(({ ids }) => ids[0]?.slice(-5) ?? "").join(" ");

describe("a context that was printed", () => {
  const heavy = (base: ReplayedLine) => ({ ...base, stakes: "high" as const, support: 5 });

  it.each([
    ["nothing changes", [A], [A], past([A]), "", "", 0],
    ["a rule comes in", [A], [A, B], past([A]), "BBBB2", "", 7],
    ["one that was not printed leaves", [A, B], [A], past([A]), "", "", 0],
    ["what was not known yet", [A], [A, line("BBBB2", { known: "2026-02-10T09:00:01Z" })], past([A]), "", "", 0],
    ["what was known just then", [A], [A, line("BBBB2", { known: AT })], past([A]), "BBBB2", "", 10],
    ["a new one that weighs more pushes one out", [A], [A, heavy(B)], past([A], { most: 1 }), "BBBB2", "AAAA1", -3],
    ["a new one that weighs less finds no room", [heavy(A)], [heavy(A), B], past([A], { most: 1 }), "", "", 0],
    ["a person's needs none", [A], [A, { ...B, isPeoples: true }], past([A], { most: 1 }), "BBBB2", "", 7],
    ["other words", [A], [{ ...A, text: "Rule A, longer", tokens: 12 }], past([A]), "", "", 2],
    ["one for another", [A], [C], past([A]), "CCCC3", "AAAA1", -7],
    ["none was printed", [], [A], past([]), "AAAA1", "", 10],
    ["no room at all", [], [A], past([], { most: 0 }), "", "", 0],
  ])("%s", (_, before, after, context, coming, going, tokens) => {
    const replayed = replayedContext({ before, after }, context);
    expect([names(replayed.in), names(replayed.out), replayed.tokens]).toEqual([coming, going, tokens]);
  });
});

describe("what went wrong although it had been said", () => {
  const repeat: PastCase = {
    id: "COR-20260205-AAAA9",
    at: "2026-02-05T09:00:00Z",
    kind: "repeat",
    text: "x",
    lesson: ["COR-20260201-AAAA1", "COR-20260205-AAAA9"],
  };
  const stands = (at: string) => ({ ...A, stands: at });

  it.each([
    ["a new line about it", [], [A], [], "new"],
    ["a new line about something else", [], [B], [], "none"],
    ["a new line that says the very same", [], [B], ["COR-20260201-BBBB2"], "new"],
    ["one that nobody knew then", [], [{ ...A, known: repeat.at }], [], "none"],
    ["one that was known a second before", [], [{ ...A, known: "2026-02-05T08:59:59Z" }], [], "new"],
    ["one that stood", [stands("2026-02-05T09:00:00Z")], [A], [], "stood"],
    ["one that came after it, and stays", [stands("2026-02-05T09:00:01Z")], [A], [], "none"],
    ["one that leaves", [stands("2026-02-06T09:00:00Z")], [], [], "none"],
  ] as const)("%s: %5$s", (_, before, after, again, verdict) => {
    expect(replayedCase({ before, after }, repeat, again).verdict).toBe(verdict);
  });

  const held = (at: string, session: string, ids: string[]) => past([], { at, session, held: new Set(ids) });
  const LESSON = ["COR-20260201-AAAA1"];
  it.each([
    ["held the lesson", "s1", [held("2026-02-05T08:00:00Z", "s1", LESSON)], "stood"],
    ["held another", "s1", [held("2026-02-05T08:00:00Z", "s1", ["COR-20260201-BBBB2"])], "new"],
    ["held it only later", "s1", [held("2026-02-05T10:00:00Z", "s1", LESSON)], "new"],
    ["held it in another session", "s1", [held("2026-02-05T08:00:00Z", "s2", LESSON)], "new"],
    ["of no known session held it", undefined, [held("2026-02-05T08:00:00Z", "s2", LESSON)], "stood"],
    [
      "held it before the last one",
      undefined,
      [held("2026-02-05T07:00:00Z", "s2", LESSON), held("2026-02-05T08:00:00Z", "s3", [])],
      "new",
    ],
  ] as const)("whose context %s", (_, session, contexts, verdict) => {
    const inSession = { ...repeat, ...(session === undefined ? {} : { session }) };
    expect(replayedCase({ before: [], after: [A] }, inSession, [], contexts).verdict).toBe(verdict);
  });
});

describe("the sentences", () => {
  const cases = (covered: number, all: number, kind: "repeat" | "failure" = "repeat") =>
    Array.from({ length: all }, (_, at) => ({ kind, verdict: at < covered ? ("new" as const) : ("none" as const) }));
  const context = (tokens: number) => ({ in: tokens > 0 ? [A] : [], out: tokens < 0 ? [A] : [], tokens });
  const pushed = (...sessions: number[]) => sessions.map((count) => ({ how: "pushed" as const, sessions: count }));

  const says = (words: string) => [`0007 would have stood before ${words}`];
  it.each([
    ["nothing known", [], [], [], []],
    ["nothing known, a rule leaves", [], pushed(4), [], []],
    ["one repeat", cases(0, 1), [], [], says("0 of 1 repeat that had nothing.")],
    [
      "repeats",
      cases(3, 5),
      pushed(4),
      [],
      says("3 of 5 repeats that had nothing; it pushes out 1 rule used in 4 sessions."),
    ],
    [
      "failures",
      cases(1, 2, "failure"),
      pushed(0),
      [],
      says("1 of 2 failures that had nothing; it pushes out 1 rule."),
    ],
    [
      "every kind",
      [...cases(1, 1), ...cases(0, 1, "failure"), { kind: "repeat" as const, verdict: "stood" as const }],
      [],
      [],
      says("1 of 2 repeats and failures that had nothing."),
    ],
    [
      "several",
      cases(1, 1),
      [...pushed(1, 3), { how: "removed" as const, sessions: 1 }],
      [],
      says(
        "1 of 1 repeat that had nothing; it pushes out 2 rules used in up to 3 sessions; it takes out 1 rule used in 1 session.",
      ),
    ],
    [
      "contexts alone",
      [],
      [],
      [context(10), context(0)],
      ["Of the last 2 contexts it would have changed 1: 10 tokens more."],
    ],
    [
      "contexts",
      [],
      [],
      [context(10), context(-20), context(-5)],
      ["Of the last 3 contexts it would have changed 3: 5 tokens fewer each."],
    ],
  ])("%s", (_, about, displaced, contexts, told) => {
    expect(replaySays("0007", about, displaced, contexts)).toEqual(told);
  });
});
