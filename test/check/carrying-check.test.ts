/** How a check comes into an entry: what is written, what is refused, what it does to an approval. */
import { describe, expect, it } from "vitest";
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

  it("that brings something new is an entry of its own in the chain of an insight of the same words", {
    tags: "proof",
  }, async () => {
    const w = capturing();
    const insight = { type: "insight", insight: "Flaky tests hide behind retries", risk: "medium: x y" };
    expect((await w.draft(insight)).decision).toBe("stored");
    const { id, decision } = await w.draft({ ...insight, check: "{in: ['ci/*'], forbid: 'retries'}" });
    expect(decision).toBe("evolved");
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
