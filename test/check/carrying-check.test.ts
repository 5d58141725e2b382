/** How a check comes into an entry: what is written, what is refused, what it does to an approval. */
import { describe, expect, it } from "vitest";
import { type Sandbox, sandbox } from "../sandbox.js";

const PROFILE = "schema: 1\nagent: main\ntimezone: UTC\nembedding: {model: ./none}\n";
const CHECK = '{in: ["ci/**/*.yml"], forbid: "npm install", unless: "npm ci", instead: "npm ci"}';
const CORRECT = ["correct", "Use npm ci in CI", "--risk", "high: drift"];
const RECORDED = [
  "check:",
  "  in:",
  '    - "ci/**/*.yml"',
  '  forbid: "npm install"',
  '  unless: "npm ci"',
  '  instead: "npm ci"',
].join("\n");

const box = (profile = "") => sandbox({ git: true, profile: `${PROFILE}${profile}` });

async function corrected(world: Sandbox, ...more: string[]) {
  const { id, file } = (await world.run([...CORRECT, ...more, "--json"])).json().data as { id: string; file: string };
  return { id, file, text: await world.read(file) };
}

describe("a check in an entry", () => {
  it("is written by a flag and by add, stands in the record in order, and is shown", { tags: "proof" }, async () => {
    const world = await box();
    const { id, text } = await corrected(world, "--check", CHECK);
    expect(text).toContain(RECORDED);
    const shown = await world.run(["show", id]);
    expect(shown.stdout).toContain("forbid npm install");
    const insight = `type: insight\ninsight: Flaky tests hide behind retries\nevidence: 3 of 5\nrisk: "medium: broken builds"\ncheck: {forbid: 'retries: [1-9]', in: "ci/*.yml"}\n`;
    const added = (await world.run(["add", "-", "--json"], { stdin: insight })).json().data.results[0];
    expect(await world.read(added.file)).toContain('check:\n  in:\n    - "ci/*.yml"\n  forbid: "retries: [1-9]"');
    expect((await world.run(["verify"])).code).toBe(0);
  });

  it("is changed by edit, and taken away by an empty text", async () => {
    const world = await box();
    const { id, file } = await corrected(world);
    expect((await world.run(["edit", id, "--check", CHECK])).code).toBe(0);
    expect(await world.read(file)).toContain(RECORDED);
    expect((await world.run(["edit", id, "--check", ""])).code).toBe(0);
    expect(await world.read(file)).not.toContain("check:");
  });

  it.each([
    ['{in: ["ci/*"], forbid: "("}', "forbid"],
    ['{in: ["ci/*"], forbid: "(?<=a)b"}', "no looks ahead"],
    ['{in: ["../*"], forbid: "x"}', "holds . or .."],
    ['{in: ["ci/*"]}', "forbid is missing"],
    ['{forbid: "x"}', "in is missing"],
    ['{in: [], forbid: "x"}', "in"],
    ['{in: ["ci/*"], forbid: "x", except: "y"}', "except: no such field"],
    ['{in: ["ci/*"], forbid: [x]}', "forbid"],
    ["npm install", "no map"],
    ["{in: [**/*.yml], forbid: x}", "quotation marks"],
  ])("is refused whole: %s", { tags: "sampled" }, async (check, why) => {
    const world = await box();
    const refused = await world.run([...CORRECT, "--check", check, "--json"]);
    expect(refused.code).toBe(2);
    expect(refused.json().error).toMatchObject({ code: "wrong-check" });
    expect(refused.json().error.message).toContain(why);
    expect((await world.run(["list", "--json"])).json().data.total).toBe(0);
  });

  it("takes no secret in: it is refused, and its value is not repeated", async () => {
    const world = await box();
    const key = `AKIA${"Q7ZJ4KD2M5WXNT3B"}`;
    const refused = await world.run([...CORRECT, "--check", `{in: ["**"], forbid: "${key}"}`]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("a secret stood in a pattern");
    expect(refused.stderr).not.toContain(key);
    expect((await world.run(["list", "--json"])).json().data.total).toBe(0);
  });

  it("that stands broken in a file is a finding of verify, and the record stays readable", async () => {
    const world = await box();
    const { id, file, text } = await corrected(world, "--check", CHECK);
    await world.write(file, text.replace('forbid: "npm install"', 'forbid: "(npm install"'));
    const verified = await world.run(["verify", "--json"]);
    expect(verified.code).toBe(8);
    expect(verified.json().data.findings).toEqual([
      expect.objectContaining({ code: "broken-check", severity: "error", id, file }),
    ]);
    expect((await world.run(["show", id])).code).toBe(0);
  });

  it("that brings something new keeps an insight of the same words as an entry of its own", async () => {
    const world = await box();
    const insight = (check: string) =>
      `type: insight\ninsight: Flaky tests hide behind retries\nrisk: "medium: x y"\n${check}`;
    const add = async (check: string) =>
      (await world.run(["add", "-", "--json"], { stdin: insight(check) })).json().data;
    expect((await add("")).results[0].decision).toBe("stored");
    const check = "check: {in: ['ci/*'], forbid: 'retries'}\n";
    const { id, decision } = (await add(check)).results[0];
    expect(decision).toBe("stored");
    expect((await world.run(["show", id, "--json"])).json().data.entry.check).toEqual({
      in: ["ci/*"],
      forbid: "retries",
    });
  });

  it("goes with export and import, and a redaction takes its words", async () => {
    const world = await box();
    const { id } = await corrected(world, "--check", CHECK);
    const lines = (await world.run(["export"])).stdout;
    const other = await box();
    await other.write("../notes.jsonl", lines);
    expect((await other.run(["import", "../notes.jsonl"])).code).toBe(0);
    expect((await other.run(["show", id, "--json"])).json().data.entry.check.forbid).toBe("npm install");
  });
});
