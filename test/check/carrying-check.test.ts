/** How a check comes into an entry: what is written, what is refused, what it does to an approval. */
import { describe, expect, it } from "vitest";
import { writtenCheck } from "../../src/check/written-check.js";
import { verify } from "../../src/health/verify.js";
import { edit } from "../../src/review/edit/edit.js";
import { capturing } from "../capture/capturing.js";
import { sandbox } from "../sandbox.js";

const CHECK = '{in: ["ci/**/*.yml"], forbid: "npm install", unless: "npm ci", instead: "npm ci"}';
const RECORDED = [
  "check:",
  "  in:",
  '    - "ci/**/*.yml"',
  '  forbid: "npm install"',
  '  unless: "npm ci"',
  '  instead: "npm ci"',
].join("\n");
const KEY = `AKIA${"Q7ZJ4KD2M5WXNT3B"}`;

async function corrected(check?: string) {
  const w = capturing();
  const more = check === undefined ? {} : { check };
  const { id = "", file = "" } = await w.draft({ type: "correction", corrected_to: "Use npm ci in CI", ...more });
  return { w, id, file, text: () => w.files()[file] ?? "" };
}

describe("a check in an entry", () => {
  it("stands in the record in order, is changed by edit, and taken away by an empty text", async () => {
    const { w, id, text } = await corrected(CHECK);
    expect(text()).toContain(RECORDED);
    await edit(w, { id, fields: { check: "{forbid: 'retries: [1-9]', in: \"ci/*.yml\"}" } });
    expect(text()).toContain('check:\n  in:\n    - "ci/*.yml"\n  forbid: "retries: [1-9]"');
    await edit(w, { id, fields: { check: "" } });
    expect(text()).not.toContain("check:");
  });

  it.each([
    ['{in: ["ci/*"], forbid: "("}', "forbid"],
    ['{in: ["../*"], forbid: "x"}', "holds . or .."],
    ['{in: ["ci/*"]}', "forbid is missing"],
    ['{forbid: "x"}', "in is missing"],
    ['{in: [], forbid: "x"}', "in"],
    ['{in: ["ci/*"], forbid: "x", except: "y"}', "except: no such field"],
    ['{in: ["ci/*"], forbid: [x]}', "forbid"],
    ["npm install", "no map"],
    ["{in: [**/*.yml], forbid: x}", "quotation marks"],
  ])("is refused whole: %s", (check, why) => {
    const wrong = expect.objectContaining({ exit: 2, code: "wrong-check", message: expect.stringContaining(why) });
    expect(() => writtenCheck(check)).toThrow(wrong);
  });

  it("is refused with its entry, and takes no secret in, whose value is not repeated", async () => {
    const w = capturing();
    const refused = w.draft({
      ...{ type: "correction", corrected_to: "Use npm ci in CI" },
      check: `{in: ["**"], forbid: "${KEY}"}`,
    });
    const message = expect.stringMatching(new RegExp(`^(?!.*${KEY}).*a secret stood in a pattern`));
    await expect(refused).rejects.toMatchObject({ exit: 2, code: "wrong-check", message });
    expect(await w.entries()).toEqual([]);
  });

  it("is refused with personal data in it where the profile replaces such, for a word in brackets is a class", async () => {
    const w = capturing({ secrets: { personal: "redact" } });
    const check = `{in: ["**"], forbid: "${["jane", "mailhost.org"].join("@")}"}`;
    const refused = w.draft({ type: "correction", corrected_to: "Ask Jane", check });
    const message = expect.stringContaining("personal data stood in a pattern");
    await expect(refused).rejects.toMatchObject({ exit: 2, code: "wrong-check", message });
  });

  it("that stands broken in a file is a finding of verify, and the record stays readable", async () => {
    const { w, id, file, text } = await corrected(CHECK);
    w.put(file, text().replace('forbid: "npm install"', 'forbid: "(npm install"'));
    const { findings } = await verify({ ...w, profileWarnings: [] });
    expect(findings).toContainEqual(expect.objectContaining({ code: "broken-check", severity: "error", id, file }));
    expect(await w.entry(id)).toMatchObject({ id });
  });

  it("that brings something new keeps an insight of the same words as an entry of its own", {
    tags: "proof",
  }, async () => {
    const w = capturing();
    const insight = { type: "insight", insight: "Flaky tests hide behind retries", risk: "medium: x y" };
    expect((await w.draft(insight)).decision).toBe("stored");
    const { id, decision } = await w.draft({ ...insight, check: "{in: ['ci/*'], forbid: 'retries'}" });
    expect(decision).toBe("stored");
    expect(await w.entry(id)).toMatchObject({ check: { in: ["ci/*"], forbid: "retries" } });
  });

  it("is written by a flag, shown, and goes with export and import", async () => {
    const [from, to] = [await sandbox(), await sandbox()];
    await from.run(["correct", "Use npm ci in CI", "--risk", "high: drift", "--check", CHECK]);
    await to.write("../notes.jsonl", (await from.run(["export"])).stdout);
    await to.run(["import", "../notes.jsonl"]);
    const [{ id }] = (await to.run(["list", "--json"])).json().data.entries;
    expect((await to.run(["show", id])).stdout).toContain("forbid npm install");
  });
});
