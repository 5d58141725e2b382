/** Exceptions as indented bullets: beneath which rule each stands, in a plan, in a block, and in a workspace over time. */
import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/entry/entry.js";
import { type Nesting, nestedLines } from "../../src/rules/planning/nesting.js";
import { ruleFileOf, withRules } from "../../src/rules/planning/rule-files.js";
import { rulesIn } from "../../src/rules/policy/block.js";
import { asPrinted, printedLines, sameGeneral } from "../../src/rules/policy/exceptions.js";
import { mergeRules } from "../../src/rules/policy/merge-rules.js";
import { applied } from "../../src/rules/policy/operations.js";
import { planRules } from "../../src/rules/policy/plan-rules.js";
import type { Rule } from "../../src/rules/policy/rule.js";
import type { PlanInput } from "../../src/rules/policy/rule-candidates.js";
import { rollback } from "../../src/rules/versions/rollback.js";
import { undone } from "../../src/rules/versions/three-way.js";
import { why } from "../../src/rules/why.js";
import { rounds } from "../effort.js";
import fc from "../properties.js";
import { CAPS, cor, ended, evidence, ins, pass, ruleOf, sessions } from "./facts.js";
import { held, type RulesWorld, rulesWorld } from "./rules-world.js";
import { answered, FORGOTTEN } from "./said.js";

const SOUL = "SOUL.md";

const idOf = (tail: string): string => `COR-20260201-${tail}`;

describe("a plan", () => {
  const HELD = { held: "2026-02-08T09:00:00Z" } as const;
  const general = evidence(cor("GGGG1"), HELD);
  const narrow = evidence(cor("EEEE2"), { ...HELD, exceptionTo: [idOf("GGGG1")] });
  const planned = (input: PlanInput) => {
    const { operations, left } = planRules(input);
    const rules = applied(input.rules, operations, "0002-K7Q2X");
    return { operations, left, rules, printed: printedLines(rules, SOUL), again: planRules({ ...input, rules }) };
  };
  const changes = (operations: ReturnType<typeof planRules>["operations"]) =>
    operations.filter(({ op }) => op !== "keep").map(({ op, ids, reason }) => `${op} ${ids[0]?.slice(-5)} ${reason}`);

  const [G, E, BENEATH] = [
    `- Case GGGG1 is settled <!-- ${idOf("GGGG1")} -->`,
    `- Case EEEE2 is settled <!-- ${idOf("EEEE2")} -->`,
    `  - Case EEEE2 is settled <!-- ${idOf("EEEE2")} -->`,
  ];
  const standing = (more: Partial<Rule> = {}) => [
    ruleOf(general, { target: SOUL, stands_by: "held" }),
    ruleOf(narrow, { target: SOUL, stands_by: "held", ...more }),
  ];
  const nested = standing({ exception_to: [idOf("GGGG1")] });
  it.each<[string, PlanInput, string[], string[]]>([
    [
      "both new: the exception beneath its general rule, outside the cap",
      pass([general, narrow], { caps: { ...CAPS, [SOUL]: 1 } }),
      ["add GGGG1 held", "add EEEE2 held"],
      [G, BENEATH],
    ],
    [
      "one that has not proved itself is no rule",
      pass([general, { ...narrow, held: undefined }]),
      ["add GGGG1 held"],
      [G],
    ],
    [
      "without its general rule it is a rule as any other",
      pass([evidence(general.entry), narrow]),
      ["add EEEE2 held"],
      [E],
    ],
    [
      "both in force: the answer puts one beneath the other",
      pass([general, narrow], {
        rules: standing().reverse(),
      }),
      ["update EEEE2 exception"],
      [G, BENEATH],
    ],
    [
      "an answer that was taken back puts it out again",
      pass([general, evidence(cor("EEEE2"), HELD)], {
        rules: nested,
      }),
      ["update EEEE2 exception"],
      [G, E],
    ],
    [
      "the general rule leaves: its exception stands by itself",
      pass([ended(cor("GGGG1"), "superseded"), narrow], {
        rules: nested,
      }),
      ["delete GGGG1 superseded"],
      [E],
    ],
    [
      "an exception to an exception stands beneath that one",
      pass([general, narrow, evidence(cor("FFFF3"), { ...HELD, exceptionTo: [idOf("EEEE2")] })], {
        caps: { ...CAPS, [SOUL]: 1 },
      }),
      ["add GGGG1 held", "add FFFF3 held", "add EEEE2 held"],
      [G, BENEATH, `    - Case FFFF3 is settled <!-- ${idOf("FFFF3")} -->`],
    ],
    [
      "a person's own line stays where they put it",
      pass([general, narrow], {
        rules: standing({ decided_by: { by: "bridget", how: "edited", at: "2026-02-09T09:00:00Z" } }),
      }),
      [],
      [G, E],
    ],
  ])("%s", (_, input, operations, printed) => {
    const made = planned(input);
    expect(changes(made.operations).sort()).toEqual(operations.sort());
    expect(made.printed).toEqual(printed);
    expect(changes(made.again.operations)).toEqual([]);
  });

  it("asks for a place of its own where its general rule finds none", () => {
    const low = evidence(cor("GGGG1"), { ...HELD, stakes: "low" });
    const other = evidence(cor("HHHH4"), { ...HELD, stakes: "medium" });
    const high = { ...narrow, stakes: "high" as const };
    const { printed, left } = planned(pass([other, low, high], { caps: { ...CAPS, [SOUL]: 1 } }));
    expect(printed.map((line) => line.slice(0, 12))).toEqual(["- Case EEEE2"]);
    expect(left.map(({ id }) => id).sort()).toEqual([low.id, other.id].sort());
  });

  it("of two that are exceptions to each other puts one beneath the other", () => {
    const a = evidence(cor("GGGG1"), { ...HELD, exceptionTo: [idOf("EEEE2")] });
    const { printed, again } = planned(pass([a, narrow]));
    expect(printed.map((line) => line.startsWith("  "))).toEqual([false, true]);
    expect(changes(again.operations)).toEqual([]);
  });

  it("does not put it where a line of people keeps it out: it is a rule of its own file", () => {
    const used = evidence(ins("GGGG1"), { sessions: sessions(3) });
    const other = evidence(cor("EEEE2"), { ...HELD, exceptionTo: [used.id] });
    const beside = [{ target: "MEMORY.md", text: "Case EEEE2 is settled" }];
    const { rules } = planned(pass([used, other], { beside }));
    expect(new Map(rules.map(({ target, ids }) => [target, ids[0]]))).toEqual(
      new Map([
        ["MEMORY.md", used.id],
        [SOUL, other.id],
      ]),
    );
  });
});

describe("lines of a block", () => {
  const under = (rule: number, above: number): Nesting => ({ rule, under: above });
  const alone = (rule: number): Nesting => ({ rule, under: undefined });
  const id = (n: number) => `<!-- COR-2026020${n}-AAAA${n} -->`;
  it.each<[string, string[], Nesting[], string[]]>([
    [
      "beneath, with its details, behind those of its general rule",
      [`- One ${id(1)}`, "  a detail", `- Two ${id(2)}`, `- Three ${id(3)}`, "  its own", "", "Prose."],
      [under(2, 0)],
      [`- One ${id(1)}`, "  a detail", `  - Three ${id(3)}`, "    its own", `- Two ${id(2)}`, "", "Prose."],
    ],
    [
      "released behind what stays nested",
      [`- One ${id(1)}`, `  - Two ${id(2)}`, `  - Three ${id(3)}`],
      [alone(1)],
      [`- One ${id(1)}`, `  - Three ${id(3)}`, `- Two ${id(2)}`],
    ],
    [
      "beneath a number as a bullet",
      [`1. One ${id(1)}`, `2. Two ${id(2)}`],
      [under(1, 0)],
      [`1. One ${id(1)}`, `   - Two ${id(2)}`],
    ],
    [
      "with the sign of the list, and Windows line ends",
      [`* One ${id(1)}\r`, `- Two ${id(2)}\r`],
      [under(1, 0)],
      [`* One ${id(1)}\r`, `  * Two ${id(2)}\r`],
    ],
  ])("%s", (_, lines, nestings, expected) => {
    expect(nestedLines(lines, nestings)).toEqual(expected);
  });

  const TAILS = ["AAAA1", "BBBB2", "CCCC3", "DDDD4", "EEEE5"];
  const someRules: fc.Arbitrary<Rule[]> = fc
    .uniqueArray(fc.record({ at: fc.nat(4), above: fc.option(fc.nat(4)), word: fc.constantFrom("is so", "is not") }), {
      selector: ({ at }) => at,
    })
    .map((all) =>
      all.map(({ at, above, word }): Rule => {
        const [own = "", other = ""] = [TAILS[at], above === null ? undefined : TAILS[above]];
        const to = other === "" || own === other ? {} : { exception_to: [idOf(other)] };
        return { target: SOUL, text: `Case ${own} ${word}`, ids: [idOf(own)], since: "0001-K7Q2X", ...to };
      }),
    );
  const standing = (text: string) => ruleFileOf(SOUL, text, null);
  const said = (rules: readonly { text: string; ids: readonly string[] }[]) =>
    rules.map(({ text, ids }) => `${text} ${ids.join()}`).sort();

  it("hold exactly the rules that were to be written, each exception beneath its general rule, whatever stood there", {
    tags: "proof",
  }, () => {
    fc.assert(
      fc.property(someRules, someRules, (before, after) => {
        const first = withRules(standing("# Soul\n"), [], before) ?? "# Soul\n";
        const file = standing(first);
        expect(said(file.rules)).toEqual(said(before));
        const next = withRules(file, before, after, () => true) ?? first;
        expect(said(standing(next).rules)).toEqual(said(after));
        const depths = (text: string) =>
          new Map(
            rulesIn(text.split("\n")).map(({ ids, from }) => [
              ids[0],
              /^ */.exec(text.split("\n")[from] ?? "")?.[0].length,
            ]),
          );
        for (const { rule, depth } of asPrinted(after, SOUL)) expect(depths(next).get(rule.ids[0])).toBe(2 * depth);
        // Again, nothing is written.
        expect(withRules(standing(next), after, after)).toBeUndefined();
      }),
      { numRuns: rounds(200, 3000) },
    );
  });

  it("come back as they were when a version is taken back", { tags: "more" }, () => {
    fc.assert(
      fc.property(someRules, someRules, (before, after) => {
        const version = { id: "0002-K7Q2X", rules: after, operations: [], decided: undefined };
        const { rules } = undone(version, before, after, { id: "0003-K7Q2X", because: "x" });
        expect(said(rules)).toEqual(said(before));
        for (const rule of before)
          expect(rules.some((one) => one.ids[0] === rule.ids[0] && sameGeneral(one, rule))).toBe(true);
        expect(
          mergeRules(before, before, after)
            .rules.map(({ ids }) => ids[0])
            .sort(),
        ).toEqual(after.map(({ ids }) => ids[0]).sort());
      }),
      { numRuns: rounds(200, 3000) },
    );
  });
});

describe("in a workspace", () => {
  const general = held("GENRL");
  const narrow = held("EXCEP", answered(general.id, "exception"));
  const line = ({ id }: Entry, indent = "") => `${indent}- Do ${id.slice(-5)} before anything else <!-- ${id} -->`;
  const bullets = (world: RulesWorld) =>
    world
      .read(SOUL)
      .split("\n")
      .filter((one) => /^\s*[-*] /.test(one));

  const CAPS_OF_ONE = { soul: 1, memory: 1, procedures: 1 };
  async function world(profile: Parameters<typeof rulesWorld>[0] = {}): Promise<RulesWorld> {
    const made = rulesWorld({ caps: CAPS_OF_ONE, ...profile });
    await made.store(general, narrow);
    await made.digest();
    return made;
  }
  it("stands indented beneath its general rule, at its own line, and by itself while that one is replaced", {
    tags: "proof",
  }, async () => {
    const made = await world();
    expect(bullets(made)).toEqual([line(general), line(narrow, "  ")]);
    expect((await made.digest()).decision).toBe("unchanged");
    expect(await made.errors()).toEqual([]);
    expect(made.read(`memory/versions/${(await made.active()).id}.md`)).toContain(
      `\n${line(general)}\n${line(narrow, "  ")}\n`,
    );
    const at = made.read(SOUL).split("\n").indexOf(line(narrow, "  ")) + 1;
    const told = await why(made.ctx, `${SOUL}:${at}`);
    expect(told.rule?.ids).toEqual([narrow.id]);
    expect(told.says).toContain(`beneath "Do GENRL before anything else"`);
    await made.patch(general.id, FORGOTTEN);
    expect((await made.digest()).diff).toContain(`-${line(narrow, "  ")}\n+${line(narrow)}`);
    expect(bullets(made)).toEqual([line(narrow)]);
    await made.patch(general.id, { forgotten: undefined });
    await rollback(made.ctx, { ref: (await made.active()).id, reason: "wrong" });
    expect(bullets(made)).toEqual([line(general), line(narrow, "  ")]);
  });

  const last = (text: string) => text.replace("before anything else", "last");
  it.each<[string, (text: string) => string, string[]]>([
    [
      "worded anew by hand it is a person's, and stays beneath",
      (text) => text.replace(line(narrow, "  "), last(line(narrow, "  "))),
      [line(general), last(line(narrow, "  "))],
    ],
    [
      "put beside its general rule by hand it stays there",
      (text) => text.replace(line(narrow, "  "), line(narrow)),
      [line(general), line(narrow)],
    ],
    [
      "its general rule taken out by hand: it stands by itself",
      (text) => text.replace(`${line(general)}\n`, ""),
      [line(narrow)],
    ],
  ])("%s", async (_, edit, expected) => {
    const made = await world();
    made.edit(SOUL, edit);
    await made.digest();
    expect(bullets(made)).toEqual(expected);
    expect((await made.digest()).decision).toBe("unchanged");
    expect(bullets(made)).toEqual(expected);
    expect(await made.errors()).toEqual([]);
  });
});
