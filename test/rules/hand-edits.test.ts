/** What people do to rules in the files, and what tenet makes of it. */
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { digest } from "../../src/rules/digest.js";
import { ruleFileOf, withRules as withLines } from "../../src/rules/planning/rule-files.js";
import { handEdits } from "../../src/rules/planning/rulebook.js";
import type { Rule } from "../../src/rules/policy/rule.js";
import { held, type RulesWorld, rulesWorld, worked } from "./rules-world.js";
import { rowOf } from "./said.js";

const A = "COR-20260201-A0001";
const SOUL = "SOUL.md";
const RULE = { target: SOUL, since: "0001-K7Q2X" } as const;

async function withRules(profile: Parameters<typeof rulesWorld>[0] = {}): Promise<RulesWorld> {
  const world = rulesWorld(profile);
  world.world.put(SOUL, "# Soul\n\nBe kind.\n");
  await world.store(held("A0001"), held("B0001"), worked("P0001"));
  await world.digest();
  return world;
}

describe("what a person does to a rule", () => {
  it("is adopted as people's once the base has it", { tags: "proof" }, async () => {
    const world = await withRules();
    world.edit(SOUL, (text) => text.replace("Do A0001 before", "Do A0001 long before"));
    world.merged("bridget edits");
    const { commit } = world.ctx.base as { commit: string };
    expect((await world.digest()).adopted).toHaveLength(1);
    const decided = { by: "people", how: "edited", commit };
    const { rules, ...active } = await world.active();
    expect(active).toMatchObject({ proposed_by: "person", decided });
    expect(rules.find(({ ids }) => ids.includes(A))).toMatchObject({
      text: "Do A0001 long before anything else",
      decided_by: decided,
    });
    expect(await world.errors()).toEqual([]);
  });

  it("may be an addition, a removal, a move: each is one operation", { tags: "proof" }, async () => {
    const world = await withRules();
    const moved = /- Procedure.*\n/.exec(world.read("memory/core/procedures.md"))?.[0] ?? "";
    world.edit("memory/core/procedures.md", (text) => text.replace(moved, ""));
    world.edit(SOUL, (text) => text.replace(/- Do A0001.*\n/, `- My own line\n${moved}`));
    expect((await world.digest()).adopted.map(({ op, target, text }) => `${op} ${target} ${text}`).sort()).toEqual([
      "add SOUL.md My own line",
      "delete SOUL.md Do A0001 before anything else",
      "update SOUL.md Procedure P0001 works",
    ]);
    expect(await rowOf(world.ctx, A)).toMatchObject({ status: "active" });
    expect(await rowOf(world.ctx, "INS-20260201-P0001")).toMatchObject({ status: "promoted", promoted_to: SOUL });
    // What was taken out stays out; what was written stays.
    const before = world.read(SOUL);
    expect((await world.digest()).decision).toBe("unchanged");
    expect(world.read(SOUL)).toBe(before);
  });

  it("is adopted once, also when two commands race", { tags: "proof" }, async () => {
    const world = await withRules();
    world.edit(SOUL, (text) => text.replace("Do A0001", "Always do A0001"));
    await Promise.all([digest(world.ctx), digest(world.ctx), world.beat()]);
    expect((await world.chain()).versions.filter(({ proposed_by }) => proposed_by === "person")).toHaveLength(1);
  });

  it("is not taken over when it holds a secret, and stays as it is", async () => {
    const world = await withRules();
    const secret = `ghp_${"aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"}`;
    world.edit(SOUL, (text) => text.replace("Do A0001", `With ${secret} do A0001`));
    const before = world.read(SOUL);
    await world.digest();
    expect(world.world.warnings.join("\n")).toMatch(
      /SOUL\.md:\d+ is not taken over as a rule\. Its line holds a secret/,
    );
    expect(world.world.warnings.join("\n")).not.toContain(secret);
    expect(world.read(SOUL)).toBe(before);
  });

  it("takes a rule out for good, and its line of an earlier version back in is a person's as well", {
    tags: "proof",
  }, async () => {
    const world = await withRules();
    const old = world.read(SOUL);
    world.edit(SOUL, (text) => text.replace(/- Do A0001.*\n/, ""));
    await world.digest();
    expect((await world.active()).rules).toHaveLength(2);
    world.world.put(SOUL, old);
    const { adopted } = await world.digest();
    expect(adopted).toMatchObject([{ op: "add", reason: "edited", ids: [A] }]);
    expect((await world.active()).rules.find(({ ids }) => ids.includes(A))).toMatchObject({
      decided_by: { by: "people", how: "edited" },
    });
    expect(await world.errors()).toEqual([]);
  });

  it("counts for nobody where people merged it not: a line of an earlier version back in is tenet's", {
    tags: "proof",
  }, async () => {
    const world = await withRules();
    world.merged();
    const old = world.read(SOUL);
    world.edit(SOUL, (text) => text.replace(/- Do A0001.*\n/, ""));
    await world.digest();
    expect((await world.active()).rules).toHaveLength(2);
    world.world.put(SOUL, old);
    const { adopted } = await world.digest();
    expect(adopted).toMatchObject([{ op: "add", reason: "returned", ids: [A] }]);
    expect((await world.active()).rules.find(({ ids }) => ids.includes(A))?.decided_by).toBeUndefined();
    expect(await world.errors()).toEqual([]);
  });

  it("never becomes a rule when the line belongs to a version that only waits", async () => {
    const world = await withRules({ apply_mode: "approval" });
    expect((await world.chain()).pending?.rules).toHaveLength(3);
    world.world.put(
      SOUL,
      `<!-- tenet:begin rules -->\n- Do A0001 before anything else <!-- ${A} -->\n<!-- tenet:end rules -->\n`,
    );
    await world.digest();
    await world.beat();
    expect((await world.chain()).active).toBeUndefined();
    expect((await world.chain()).pending?.rules).toHaveLength(3);
  });
});

describe("what says nothing anew", () => {
  it.each<[string, (text: string) => string]>([
    ["other bullets", (text) => text.replaceAll("\n- ", "\n* ")],
    ["numbers", (text) => text.replace("\n- Do A", "\n1. Do A").replace("\n- Do B", "\n2. Do B")],
    ["lines moved", (text) => text.replace(/(- Do A.*\n)(- Do B.*\n)/, "$2$1")],
    ["ids on lines of their own", (text) => text.replaceAll(/ (<!-- COR.*-->)/g, "\n  $1")],
    ["ids taken off", (text) => text.replaceAll(/ <!-- COR.*-->/g, "")],
    ["Windows line ends", (text) => text.replaceAll("\n", "\r\n")],
    ["a byte order mark", (text) => `\ufeff${text}`],
    ["no final newline", (text) => text.trimEnd()],
    ["prose around and within", (text) => `${text.replace("## Learned", "## I was taught\n\nMy prose.")}\nAfter.\n`],
    ["empty lines between", (text) => text.replace("\n- Do B", "\n\n\n- Do B")],
    ["the block elsewhere", (text) => text.replace(/^(.*?)(<!-- tenet:begin.*)$/s, "$2\n$1")],
  ])("is no edit, and every byte of it stays beside a new rule: %s", (_, change) => {
    const rule = (name: string): Rule => ({ ...RULE, text: `Do ${name}`, ids: [`COR-20260201-${name}`] });
    const [before, after] = [
      [rule("A0001"), rule("B0001")],
      [rule("A0001"), rule("B0001"), rule("C0001")],
    ];
    const text = change(withLines(ruleFileOf(SOUL, "# Soul\n\nBe kind.\n", null), [], before) ?? "");
    const file = ruleFileOf(SOUL, text, null);
    expect(handEdits(before, file.rules)).toEqual([]);
    expect(withLines(file, before, before)).toBeUndefined();
    const next = withLines(file, before, after) ?? "";
    const ends = text.includes("\r\n") ? "\r\n" : "\n";
    expect(next.split(ends).filter((line) => !line.includes("C0001"))).toEqual(text.split(ends));
    expect(next).toContain("Do C0001 <!-- COR-20260201-C0001 -->");
  });
});

it("a core file that cannot be written is left as it is and told, nothing is lost, and the rest works", {
  tags: "proof",
}, async () => {
  const world = await withRules();
  const path = world.world.workspace.absolute(SOUL);
  const whole = world.read(SOUL);
  const edited = (from: string | RegExp, to: string) => () => world.edit(SOUL, (text) => text.replace(from, to));
  const instead = (make: () => unknown) => () => {
    rmSync(path);
    make();
  };
  const damages: [why: string, damage: () => unknown][] = [
    ["", edited("<!-- tenet:end rules -->", "")],
    ["are gone from it, and 2 rules are in force there", edited(/<!-- tenet:(?:begin|end) rules -->\n/g, "")],
    ["", edited(/$/, "<!-- tenet:end rules -->\n")],
    ["", edited(/$/, whole)],
    ["", edited("## Learned", "<!-- tenet:begin boot -->\n<!-- tenet:end boot -->")],
    ["it holds conflict markers", edited("## Learned", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x")],
    ["", edited("## Learned", "## Learned\n```")],
    ["", edited("<!-- tenet:end", "<!-- note\n<!-- tenet:end")],
    ["it is not valid UTF-8", () => world.world.put(SOUL, Buffer.from([0x23, 0x20, 0xff, 0xfe, 0x0a]))],
    ["it is gone, and 2 rules are in force there", () => rmSync(path)],
    ["", instead(() => symlinkSync(world.world.put("elsewhere.md", "# Soul\n"), path))],
    ["", instead(() => mkdirSync(path))],
  ];
  await world.store(held("C0001"));
  for (const [why, damage] of damages) {
    damage();
    const kind = () => (existsSync(path) && !lstatSync(path).isFile() ? "odd" : existsSync(path) && readFileSync(path));
    const before = kind();
    const { operations, left } = await world.digest();
    expect(operations, why).toEqual([]);
    expect(left.map(({ because }) => because).join("\n")).toMatch(/SOUL\.md(?::\d+)? is not written: /);
    expect(left.map(({ because }) => because).join("\n")).toContain(why);
    expect(kind()).toEqual(before);
    rmSync(path, { recursive: true, force: true });
    world.world.put(SOUL, whole);
  }
  rmSync(path);
  await world.store(worked("P0002"));
  expect((await world.digest()).operations.map(({ target }) => target)).toEqual(["memory/core/procedures.md"]);
  expect((await world.active()).rules.filter(({ target }) => target === SOUL)).toHaveLength(2);
  // Mended, everything goes on.
  world.world.put(SOUL, whole);
  expect((await world.digest()).operations.map(({ op, target }) => `${op} ${target}`)).toEqual(["add SOUL.md"]);
});

describe("a journal that was lost", () => {
  it("leaves the files as they are: what they say is taken over as a person's", async () => {
    const world = rulesWorld();
    await world.store(held("A0001"));
    const text = `<!-- tenet:begin rules -->\n## Learned\n\n- Do A0001 before anything else <!-- ${A} -->\n<!-- tenet:end rules -->\n`;
    world.world.put(SOUL, text);
    const { adopted, operations } = await world.digest();
    expect([adopted.map(({ op }) => op), operations]).toEqual([["add"], []]);
    expect((await world.active()).decided).toMatchObject({ by: "people", how: "edited" });
    expect(world.read(SOUL)).toBe(text);
    expect(await world.errors()).toEqual([]);
    expect((await world.digest()).decision).toBe("unchanged");
  });
});
