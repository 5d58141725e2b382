/** What a plan makes of candidates and rules: one test a promise. The property beside it holds for everything. */
import { describe, expect, it } from "vitest";
import { passing, trustTable } from "../../src/rules/policy/apply-mode.js";
import { type Evidence, evidenceHash } from "../../src/rules/policy/evidence.js";
import { applied } from "../../src/rules/policy/operations.js";
import { planRules } from "../../src/rules/policy/plan-rules.js";
import type { PlanInput } from "../../src/rules/policy/rule-candidates.js";
import type { Declined, Operation } from "../../src/rules/policy/version.js";
import { candidate, cor, ended, evidence, ins, pass, ruleOf, sessions, verdict, wrong } from "./facts.js";

const HELD = { held: "2026-02-09T09:00:00Z" };
const used = { sessions: sessions(3) };
const changes = (input: PlanInput): Operation[] => planRules(input).operations.filter(({ op }) => op !== "keep");
const brief = ({ op, target, from, ids, reason, text }: Operation) =>
  `${op} ${from === undefined ? "" : `${from} > `}${target} ${reason} [${ids.map((id) => id.slice(-5)).join(" ")}] ${text}`;
/** What a version remembers of an operation. */
const declinedFrom = ({ op, target, ids, evidence: facts }: Operation, how: Declined["how"]): Declined => ({
  ...{ op: op === "delete" && how === "evicted" ? "add" : op, target, ids },
  ...{ evidence: facts, version: "0002-K7Q2X", how },
});
const ONE_EACH = { "SOUL.md": 1, "MEMORY.md": 1, "memory/core/procedures.md": 1 };
const by = (how: "approved" | "forced" | "edited") => ({ by: "bridget", how, at: "2026-02-01T00:00:00Z" });
const briefly = (input: PlanInput) => changes(input).map(brief);

/** Two members of one chain, as the gathering gives them. */
function chain(first: Evidence, second: Evidence): Evidence[] {
  const ids = [first.id, second.id];
  return [
    { ...second, id: first.id, entry: first.entry, chain: ids },
    { ...second, chain: ids },
  ];
}

describe("a plan", () => {
  it("adds what qualifies where its reason puts it, with ids, facts and trust", () => {
    const facts = evidence(cor("AAAA1"), HELD);
    expect(changes(pass([facts]))).toEqual([
      expect.objectContaining({
        op: "add",
        target: "SOUL.md",
        text: "Case AAAA1 is settled",
        ids: [facts.id],
        reason: "held",
        because: "It held (2026-02-09).",
        evidence: evidenceHash(facts),
        tier: "self",
        support: 1,
        stands_by: "held",
      }),
    ]);
  });

  it("without a lesson makes what the entry says the rule, trusted no more than the outcome", () => {
    const facts = evidence(ins("AAAA1", { stakes: "high", tier: "relayed" }), {
      outcomes: [verdict({ lesson: undefined })],
    });
    expect(changes(pass([facts]))).toMatchObject([{ text: "Thing AAAA1 is so", ids: [facts.id], tier: "self" }]);
  });

  it("makes a chain of repeats one rule, and a repeat changes nothing of the rule that stands", () => {
    const [a, b] = chain(evidence(cor("AAAA1")), evidence(cor("BBBB2", { behavioral_change: "In other words" }), HELD));
    const known = [a, b] as Evidence[];
    const carried = candidate(known[1] as Evidence);
    expect(briefly({ ...pass(known), candidates: [carried] })).toEqual([
      "add SOUL.md held [BBBB2 AAAA1] Case BBBB2 is settled; next time: In other words",
    ]);
    const rule = ruleOf(evidence(cor("AAAA1")), { target: "SOUL.md", stands_by: "told" });
    expect(briefly({ ...pass(known), rules: [rule], candidates: [carried] })).toEqual([]);
  });

  it("makes entries that say the same one rule, by the strongest of their reasons", () => {
    const same = { insight: "Pin the base image" };
    const known = [
      evidence(ins("AAAA1", same), used),
      evidence(cor("BBBB2", { corrected_to: "pin the base image.", behavioral_change: "Pin the base image" }), HELD),
    ];
    expect(briefly(pass(known))).toEqual(["add SOUL.md held [BBBB2 AAAA1] pin the base image."]);
  });

  it("does not lower a rule's trust for a less trusted entry that says the same", () => {
    const mine = evidence(ins("AAAA1", { insight: "Pin it" }), used);
    const peers = evidence(ins("BBBB2", { insight: "Pin it", tier: "peer" }), used);
    const { operations, left } = planRules(pass([mine, peers]));
    expect(operations.map(brief)).toEqual(["add MEMORY.md referenced [AAAA1] Pin it"]);
    expect(left).toEqual([{ id: peers.id, because: "A rule that is trusted more in MEMORY.md says it already." }]);
  });

  it("a weaker reason moves nothing, and a reason that no longer holds takes nothing back", () => {
    const facts = evidence(cor("AAAA1"), { ...used, failed: "2026-03-01T00:00:00Z" });
    expect(briefly({ ...pass([facts]), rules: [ruleOf(facts, { target: "SOUL.md", stands_by: "held" })] })).toEqual([]);
  });

  it("words a rule anew when its author does, and not because somebody worded it otherwise", () => {
    const before = evidence(ins("AAAA1"), used);
    const after = evidence(ins("AAAA1", { rule: "Thing one is so" }), used);
    const rule = ruleOf(before);
    expect(briefly({ ...pass([before]), rules: [{ ...rule, text: "As an agent worded it" }] })).toEqual([]);
    expect(briefly({ ...pass([after]), rules: [{ ...rule, text: "As an agent worded it" }] })).toEqual([
      "update MEMORY.md reworded [AAAA1] Thing one is so",
    ]);
  });

  it("takes given words for new rules and for those in force", () => {
    const facts = evidence(ins("AAAA1"), used);
    const given = { ids: [facts.id], text: "In given words", because: "Worded: shorter", tier: "self" } as const;
    const add = "add MEMORY.md referenced [AAAA1] In given words";
    expect(briefly({ ...pass([facts]), wordings: [given] })).toEqual([add]);
    expect(briefly({ ...pass([facts]), rules: [ruleOf(facts)], wordings: [given] })).toEqual([
      "update MEMORY.md reworded [AAAA1] In given words",
    ]);
  });

  it("leaves out what does not fit on a line, and asks for a rule", () => {
    const long = evidence(ins("AAAA1", { insight: `Retries hide ${"very ".repeat(50)}slow name servers` }), used);
    const { operations, left } = planRules(pass([long]));
    expect(operations).toEqual([]);
    expect(left).toEqual([{ id: long.id, because: expect.stringMatching(/240 characters.*give it a `rule`/) }]);
  });

  it("evicts the weakest with its weight, which comes back only on new evidence", () => {
    const old = evidence(ins("AAAA1", { stakes: "low" }), used);
    const fresh = evidence(ins("BBBB2", { stakes: "high" }), { sessions: sessions(4) });
    const input = {
      ...pass([old, fresh]),
      rules: [ruleOf(old)],
      caps: ONE_EACH,
    };
    const operations = changes(input);
    expect(operations.map(brief)).toEqual([
      "delete MEMORY.md evicted [AAAA1] Thing AAAA1 is so",
      "add MEMORY.md referenced [BBBB2] Thing BBBB2 is so",
    ]);
    expect(operations[0]?.because).toMatch(/weighs least \(\d+\.\d\d\)/);
    const [out] = operations as [Operation];
    const declined = [declinedFrom(out, "evicted")];
    const roomy = { ...pass([old, fresh]), rules: applied(input.rules, operations, "0002-K7Q2X"), declined };
    expect(planRules(roomy).left).toEqual([
      { id: old.id, because: "It was evicted (version 0002-K7Q2X), and nothing new speaks for it." },
    ]);
    const again = evidence(ins("AAAA1", { stakes: "low" }), { sessions: sessions(4) });
    expect(briefly({ ...roomy, ...pass([again, fresh]), rules: roomy.rules, declined })).toEqual([
      "add MEMORY.md referenced [AAAA1] Thing AAAA1 is so",
    ]);
  });

  it.each(["approved", "forced", "edited"] as const)("never evicts a rule that is %s by a person", (how) => {
    const old = evidence(ins("AAAA1", { stakes: "low" }), used);
    const fresh = evidence(ins("BBBB2", { stakes: "high" }), { sessions: sessions(4) });
    const input = { ...pass([old, fresh]), rules: [ruleOf(old, { decided_by: by(how) })], caps: ONE_EACH };
    expect(changes(input)).toEqual([]);
    expect(planRules(input).left).toEqual([{ id: fresh.id, because: expect.stringMatching(/MEMORY.md is full/) }]);
  });

  it("removes a rule whose entry turned out wrong, and does not propose it again once that was turned down", () => {
    const once = evidence(ins("AAAA1"), { ...used, ...wrong() });
    const input = { ...pass([once]), rules: [ruleOf(once)] };
    const [removal] = changes(input) as [Operation];
    expect(brief(removal)).toBe("delete MEMORY.md invalidated [AAAA1] Thing AAAA1 is so");
    const declined = [declinedFrom(removal, "rejected")];
    expect(briefly({ ...input, declined })).toEqual([]);
    const again = evidence(ins("AAAA1"), { ...used, ...wrong({ id: "OUT-20260301-BBBB2" }) });
    expect(briefly({ ...input, ...pass([again]), rules: input.rules, declined })).toHaveLength(1);
  });

  it("leaves a person's line as it is, whatever became of its entry", () => {
    const lost = ended(ins("AAAA1"), "superseded");
    const rule = ruleOf(lost, { decided_by: by("edited") });
    expect(briefly({ ...pass([lost]), rules: [rule] })).toEqual([]);
    const same = evidence(ins("BBBB2", { insight: rule.text }), used);
    expect(planRules({ ...pass([lost, same]), rules: [rule] }).left).toEqual([
      { id: same.id, because: "A line that a person wrote in MEMORY.md says it already." },
    ]);
  });
});

describe("what two rules say to each other", () => {
  const always = (tail: string, facts = {}) =>
    evidence(ins(tail, { insight: "Always run the slow tests before a release" }), { ...used, ...facts });
  const never = (tail: string, facts = {}) =>
    evidence(ins(tail, { insight: "Never run the slow tests before a release" }), { ...used, ...facts });

  it("is never read out of their texts: without an open question both stand", () => {
    expect(changes(pass([always("AAAA1"), never("BBBB2")])).map(({ op }) => op)).toEqual(["add", "add"]);
  });

  const [OLDER, NEWER] = ["INS-20260201-AAAA1", "INS-20260201-BBBB2"];
  const opsOf = (operations: readonly Operation[]) => operations.map(({ op, ids }) => `${op} ${ids[0]}`);

  it("keeps the side that gives way out while the question is open: a new one, and a rule in force", () => {
    const keptOut = [
      always("AAAA1", { open: [NEWER] }),
      never("BBBB2", { open: [OLDER], blockedBy: [OLDER] }),
    ] as const;
    const beside = planRules({ ...pass(keptOut), rules: [ruleOf(keptOut[0])] });
    expect([opsOf(beside.operations), beside.left.map(({ id }) => id)]).toEqual([[`keep ${OLDER}`], [NEWER]]);
    const leaves = [always("AAAA1", { open: [NEWER], blockedBy: [NEWER] }), never("BBBB2", { open: [OLDER] })] as const;
    const replaced = planRules({ ...pass(leaves), rules: [ruleOf(leaves[0])] });
    expect(opsOf(replaced.operations)).toEqual([`delete ${OLDER}`, `add ${NEWER}`]);
    expect(replaced.operations[0]?.because).toMatch(/^An open question beside INS-20260201-BBBB2 keeps it/);
  });

  it("keeps whatever is new out beside a rule that a person put there, or that waits for a person to leave", () => {
    const [known, fresh] = [always("AAAA1", { open: [NEWER], blockedBy: [NEWER] }), never("BBBB2", { open: [OLDER] })];
    const forced = ruleOf(known, { decided_by: { by: "bridget", how: "forced", at: "2026-03-01T10:00:00Z" } });
    const ofPerson = planRules({ ...pass([known, fresh]), rules: [forced] });
    const waiting = planRules({ ...pass([known, fresh]), rules: [ruleOf(known)], waits: ({ op }) => op === "delete" });
    for (const { operations, left } of [ofPerson, waiting])
      expect([opsOf(operations), left.map(({ id }) => id)]).toEqual([[`keep ${OLDER}`], [NEWER]]);
  });

  it("and of two entries of which one replaced the other, its rule alone stands", () => {
    const [old, fresh] = [ended(ins("AAAA1"), "superseded", "INS-20260201-BBBB2"), never("BBBB2")];
    const operations = changes({ ...pass([old, fresh]), rules: [ruleOf(always("AAAA1"))] });
    expect(operations.map(({ op, reason }) => `${op} ${reason}`)).toEqual(["delete superseded", "add referenced"]);
  });
});

describe("lines of people in a file", () => {
  const TEXT = "Use pnpm in the web repository";
  const beside = [{ target: "MEMORY.md", text: TEXT }];
  const facts = (words: string, saidInLine?: Evidence["saidInLine"]) =>
    evidence(ins("AAAA1", { insight: words }), { ...used, saidInLine });

  it.each<[string, Evidence, RegExp | undefined]>([
    ["the same words", facts("use pnpm in the web repository."), /people wrote in MEMORY.md says it already/],
    ["other words", facts("Use npm in the web repository"), undefined],
    [
      "an answer that it says the same",
      facts("Use npm there", { file: "MEMORY.md", text: TEXT }),
      /^Its words stand in a line of people in MEMORY.md \("Use pnpm in the web repository"\), as was answered\.$/,
    ],
    ["the same answer about another file", facts("Use npm there", { file: "SOUL.md", text: TEXT }), undefined],
  ])("%s", (_, one, because) => {
    const { operations, left } = planRules({ ...pass([one]), beside });
    expect(operations.map(({ op }) => op)).toEqual(because === undefined ? ["add"] : []);
    if (because !== undefined) expect(left).toEqual([{ id: one.id, because: expect.stringMatching(because) }]);
  });
});

describe("the table of trust", () => {
  it("is the contract's", () => {
    const table = trustTable().map(({ tier, stored, retrieved, rule }) => [
      ...[tier, stored, retrieved.auto, retrieved.curated],
      ...[rule.auto, rule.approval, rule.curated],
    ]);
    const REVIEWED = "pending, after review";
    expect(table).toEqual([
      ["owner", "yes", "yes", "yes", "by the rules", "pending", "pending"],
      ["relayed", "yes", "yes", "after review", "by the rules", "pending", REVIEWED],
      ["self", "yes", "yes", "after review", "by the rules", "pending", REVIEWED],
      ["peer", "yes", "yes, marked", "after review", "pending", "pending", REVIEWED],
      ["external", "needs review", "after review", "after review", REVIEWED, REVIEWED, REVIEWED],
    ]);
  });

  it("lets through by itself what auto lets through, and never a change of what a person let in", () => {
    for (const mode of ["auto", "approval", "curated"] as const) {
      for (const tier of ["owner", "relayed", "self", "peer", "external"] as const) {
        expect(passing(mode, tier, undefined).passes).toBe(mode === "auto" && tier !== "peer" && tier !== "external");
        expect(passing(mode, tier, "decided").passes).toBe(false);
      }
    }
  });
});
