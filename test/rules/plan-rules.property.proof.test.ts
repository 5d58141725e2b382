/** Whatever is known: what a plan decides is carried out, and the next plan over the same has nothing to say. */

import { describe, expect, it } from "vitest";
import { claimOf, type Entry, type Status } from "../../src/entry/entry.js";
import { isLive } from "../../src/entry/gates/visible.js";
import { passing } from "../../src/rules/policy/apply-mode.js";
import { evictedIn } from "../../src/rules/policy/declined.js";
import type { Evidence } from "../../src/rules/policy/evidence.js";
import { countedRules } from "../../src/rules/policy/exceptions.js";
import { applied } from "../../src/rules/policy/operations.js";
import { planRules } from "../../src/rules/policy/plan-rules.js";
import { isDecided, isOwners, isTheirs, ROLES, type Rule, saysSame, usualFiles } from "../../src/rules/policy/rule.js";
import type { PlanInput } from "../../src/rules/policy/rule-candidates.js";
import { distilled } from "../../src/rules/policy/rule-line.js";
import type { Declined, Operation } from "../../src/rules/policy/version.js";
import { rounds } from "../effort.js";
import fc from "../properties.js";
import { outcome } from "../store/entries.js";
import { CAPS, candidate, cor, evidence, ins, NOW, sessions, verdict } from "./facts.js";

const TARGETS = ROLES.map((role) => usualFiles()[role]);

const TAILS = ["AAAA1", "BBBB2", "CCCC3", "DDDD4", "EEEE5", "FFFF6", "GGGG7", "HHHH8"];
/** Few texts, so that they meet: the same, the same in other layout, opposites, and others. */
const TEXTS = [
  "Always run the slow tests before a release",
  "Never run the slow tests before a release",
  "Run the slow tests before a release",
  "always run the slow tests before a release.",
  "Ask the owner before deleting a branch",
  "Delete a branch without asking the owner",
  "Wait 30 seconds before the second call",
  "Wait 300 seconds before the second call",
  "Pin the base image by digest",
  "Keep changelog entries short",
];
const tier = fc.constantFrom("owner" as const, "relayed" as const, "self" as const, "self" as const, "peer" as const);
const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-03-${String(n).padStart(2, "0")}T09:00:00Z`);
const stakes = fc.constantFrom("low" as const, "medium" as const, "high" as const);

const entryOf = (tail: string): fc.Arbitrary<Entry> =>
  fc
    .record({
      kind: fc.boolean(),
      text: fc.constantFrom(...TEXTS),
      rule: fc.option(fc.constantFrom(...TEXTS), { nil: undefined, freq: 5 }),
      tier,
      stakes,
      timestamp: day,
    })
    .map(({ kind, text, rule, ...more }) => {
      const stated = { ...more, ...(rule === undefined ? {} : { rule }) };
      return kind
        ? cor(tail, { corrected_to: text, behavioral_change: text, ...stated })
        : ins(tail, { insight: text, ...stated });
    });

const factsOf = (tail: string): fc.Arbitrary<Evidence> =>
  fc
    .record({
      entry: entryOf(tail),
      status: fc.constantFrom(
        "active",
        "active",
        "active",
        "promoted",
        "superseded",
        "forgotten",
      ) as fc.Arbitrary<Status>,
      invalidated: fc.constantFrom(undefined, undefined, "ends" as const),
      used: fc.integer({ min: 0, max: 4 }),
      worked: fc.integer({ min: 0, max: 3 }),
      held: fc.option(day, { nil: undefined }),
      failed: fc.option(day, { nil: undefined, freq: 3 }),
      outcome: fc.option(fc.constantFrom("validated" as const, "mixed" as const), { nil: undefined }),
      blockedBy: fc.constantFrom([], [], [], ["COR-20260101-ZZZZ9"]),
    })
    .map(({ entry, status, invalidated, used, worked, held, failed, outcome, blockedBy }) => {
      // By an agent: what is an owner's leaves by people alone.
      const forgotten = status === "forgotten" && { forgotten: { at: NOW.toISOString(), by: "main", tier: "self" } };
      const facts = evidence({ ...entry, ...forgotten } as Entry, {
        sessions: [...sessions(used), ...sessions(worked, "worked", "w")],
        ...(held === undefined || entry.type !== "correction" ? {} : { held }),
        ...(failed === undefined ? {} : { failed }),
        outcomes:
          outcome === undefined
            ? []
            : [verdict({ id: `OUT-20260310-${tail}`, verdict: outcome, score: 9, lesson: `Lesson of ${tail}` })],
        blockedBy,
      });
      return { ...facts, stands: { ...facts.stands, status, ...(invalidated && { invalidated }) } };
    });

/** Equal words are one entry: of several only the first keeps them. */
const distinct = (all: readonly Evidence[]): Evidence[] =>
  all.map((one, at) => {
    const isAgain = all.slice(0, at).some((other) => saysSame(claimOf(other.entry), claimOf(one.entry)));
    const text = `${claimOf(one.entry)} ${one.id.slice(-5)}`;
    const own = one.entry.type === "correction" ? { corrected_to: text } : { insight: text };
    return isAgain ? { ...one, entry: { ...one.entry, ...own } as Entry } : one;
  });

/** Members of one chain share what is known of it. */
function chained(all: Evidence[], first: number, second: number): Evidence[] {
  const [a, b] = [all[first], all[second]];
  if (a === undefined || b === undefined || a === b || !isLive(a.stands) || !isLive(b.stands)) return all;
  if (a.entry.type !== "correction" || b.entry.type !== "correction") return all;
  const chain = [a.id, b.id];
  return all.map((one) => (one === a ? { ...b, id: a.id, entry: a.entry, chain } : one === b ? { ...b, chain } : one));
}

/** One entry is answered to be an exception to another. */
function excepted(all: Evidence[], narrow: number, general: number): Evidence[] {
  const [one, other] = [all[narrow], all[general]];
  if (one === undefined || other === undefined || one === other) return all;
  return all.with(narrow, { ...one, exceptionTo: [other.id] });
}

const pair = fc.tuple(fc.nat({ max: 7 }), fc.nat({ max: 7 }));

const world = fc
  .record({
    facts: fc.tuple(...TAILS.map(factsOf)),
    exceptions: fc.array(pair, { maxLength: 4 }),
    chain: pair,
    caps: fc.record({
      soul: fc.integer({ min: 1, max: 4 }),
      memory: fc.integer({ min: 1, max: 4 }),
      procedures: fc.integer({ min: 1, max: 4 }),
    }),
    rules: fc.array(
      fc.record({
        at: fc.nat({ max: 7 }),
        other: fc.option(fc.nat({ max: 7 }), { nil: undefined, freq: 4 }),
        target: fc.constantFrom(...TARGETS),
        text: fc.option(fc.constantFrom(...TEXTS), { nil: undefined }),
        how: fc.constantFrom(
          undefined,
          undefined,
          undefined,
          "edited" as const,
          "approved" as const,
          "forced" as const,
        ),
        by: fc.constantFrom("held" as const, "applied" as const, "referenced" as const, "told" as const, undefined),
        lost: fc.boolean(),
        above: fc.option(fc.nat({ max: 7 }), { nil: undefined, freq: 2 }),
      }),
      { maxLength: 5 },
    ),
    mode: fc.constantFrom("auto" as const, "approval" as const),
    declined: fc.array(
      fc.record({ at: fc.nat({ max: 7 }), op: fc.constantFrom("add" as const, "update" as const, "delete" as const) }),
      { maxLength: 2 },
    ),
  })
  .map(({ facts, exceptions, chain, caps, rules, mode, declined }) => {
    const all = exceptions.reduce((those, ends) => excepted(those, ...ends), chained(distinct(facts), ...chain));
    const judging = all.flatMap(({ outcomes }) =>
      outcomes.map(({ id, lesson = "" }) => evidence(outcome({ id, lesson, references: ["INS-20260201-AAAA1"] }))),
    );
    const carried = new Set(
      all.filter((one) => one.chain.length > 1 && one.chain.at(-1) !== one.id).map(({ id }) => id),
    );
    const live = all.filter(({ stands, id }) => isLive(stands) && !carried.has(id));
    const taken = new Set<string>();
    const before = rules.flatMap((rule): Rule[] => {
      const ids = [rule.at, ...(rule.other === undefined ? [] : [rule.other])].map((at) => all[at]?.id ?? "");
      const chainIds = [...new Set(ids)];
      const text = rule.text ?? distilled(all[rule.at]?.entry as Entry) ?? "x";
      if (chainIds.some((id) => taken.has(id)) || taken.has(text.toLowerCase())) return [];
      for (const id of [...chainIds, ...TEXTS.filter((one) => saysSame(one, text)).map((one) => one.toLowerCase())])
        taken.add(id);
      return [
        {
          target: rule.target,
          text,
          ids: rule.lost ? [...chainIds, "COR-20260101-GNE99"] : chainIds,
          since: "0001-K7Q2X",
          ...(rule.by === undefined ? {} : { stands_by: rule.by }),
          ...(rule.above === undefined ? {} : { exception_to: [all[rule.above]?.id ?? ""] }),
          ...(rule.how === undefined
            ? {}
            : { decided_by: { by: "bridget", how: rule.how, at: "2026-02-01T00:00:00Z" } }),
        },
      ];
    });
    const remembered = declined.map(({ at, op }): Declined => {
      const one = all[at] as Evidence;
      return { op, target: "SOUL.md", ids: one.chain, evidence: "", version: "0001-K7Q2X", how: "rejected" };
    });
    const input = {
      behind: new Map([...all, ...judging].map((one) => [one.id, one])),
      candidates: live.map((one) => candidate(one)),
      caps: { "SOUL.md": caps.soul, "MEMORY.md": caps.memory, "memory/core/procedures.md": caps.procedures },
      fileChars: CAPS["SOUL.md"] * 1200,
      now: NOW,
    };
    return { before, input, mode, declined: remembered };
  });

type World = typeof world extends fc.Arbitrary<infer T> ? T : never;
const changing = (operations: readonly Operation[]) => operations.filter(({ op }) => op !== "keep");
const evictions = (operations: readonly Operation[]): Declined[] => evictedIn("0002-K7Q2X", operations);

/** Once with `RUNS=50000`, the promise is kept. */
const RUNS = { numRuns: Number(process.env["RUNS"] ?? rounds(300, 10_000)) };
const LONG = Math.max(10_000, RUNS.numRuns * 50);

/** Holds for every world that is tried. */
const always = (what: string, holds: (world: World) => void) =>
  it(what, () => fc.assert(fc.property(world, holds), RUNS), LONG);

describe("a plan over everything that is known", () => {
  always(
    "settles when only a part of it may take effect by itself, and what waits is the rest",
    ({ before, input, declined, mode }) => {
      const waits: PlanInput["waits"] = (op, decided) => !passing(mode, op.tier, decided).passes;
      const now = planRules({ ...input, rules: before, declined, waits });
      const after = applied(before, now.operations, "0002-K7Q2X");
      const known = [...declined, ...evictions(now.operations)];
      expect(changing(planRules({ ...input, rules: after, declined: known, waits }).operations)).toEqual([]);
      const waiting = planRules({ ...input, rules: after, declined: known });
      const then = applied(after, waiting.operations, "0003-K7Q2X");
      const settled = planRules({ ...input, rules: then, declined: [...known, ...evictions(waiting.operations)] });
      expect(changing(settled.operations)).toEqual([]);
    },
  );

  always(
    "never touches a line that is a person's, never evicts one that a person let in, keeps each file within its cap",
    ({ before, input, declined }) => {
      const { operations } = planRules({ ...input, rules: before, declined });
      const after = applied(before, operations, "0002-K7Q2X");
      for (const rule of before.filter(isTheirs)) expect(after).toContainEqual(rule);
      const isPeoples = (rule: Rule) => isDecided(rule) || isOwners(rule, (id) => input.behind.get(id)?.entry);
      for (const op of operations.filter(({ reason }) => reason === "evicted")) {
        const rule = before.find((one) => one.target === op.target && one.text === op.text);
        expect(rule === undefined || isDecided(rule)).toBe(false);
      }
      for (const target of TARGETS) {
        const there = countedRules(after.filter((rule) => rule.target === target));
        expect(there.length).toBeLessThanOrEqual(
          Math.max((input.caps as Readonly<Record<string, number>>)[target] ?? 0, there.filter(isPeoples).length),
        );
      }
      for (const op of changing(operations)) expect(op.because).not.toBe("");
    },
  );

  always(
    "leaves every rule that a person let in or an owner said as it reads, unless a person decides",
    ({ before, input, declined, mode }) => {
      const waits: PlanInput["waits"] = (op, stake) => !passing(mode, op.tier, stake).passes;
      const { operations } = planRules({ ...input, rules: before, declined, waits });
      const after = applied(before, operations, "0002-K7Q2X");
      const isReplaced = ({ text }: Rule) => operations.some((op) => op.text === text && op.reason === "superseded");
      for (const rule of before.filter((one) => isDecided(one) && !isReplaced(one))) expect(after).toContainEqual(rule);
      for (const rule of before.filter((one) => isOwners(one, (id) => input.behind.get(id)?.entry))) {
        const stays = after.some(({ text, ids }) => text === rule.text && ids.some((id) => rule.ids.includes(id)));
        const why = operations.find((op) => (op.before ?? op.text) === rule.text && op.op !== "add");
        // What its owner overturned, or a person turned down in review, is gone by their own doing.
        const isTheirDoing = ["superseded", "invalidated", "unfit"].includes(why?.reason ?? "");
        expect(stays || isTheirDoing, JSON.stringify(why)).toBe(true);
      }
    },
  );

  always(
    "puts no two rules in force that say the same, and no entry behind two of them",
    ({ before, input, declined }) => {
      const after = applied(before, planRules({ ...input, rules: before, declined }).operations, "0002-K7Q2X");
      for (const rule of after.filter(({ since }) => since === "0002-K7Q2X")) {
        expect(after.filter((one) => one !== rule && saysSame(one.text, rule.text))).toEqual([]);
        expect(after.filter((one) => one !== rule && one.ids.some((id) => rule.ids.includes(id)))).toEqual([]);
      }
    },
  );
});
