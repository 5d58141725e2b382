/** What an agent may not do with a check, and what stops a commit. */
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { check } from "../../src/check/check.js";
import type { Entry } from "../../src/entry/entry.js";
import { edit } from "../../src/review/edit/edit.js";
import { approvalOf } from "../approved.js";
import { AT_TERMINAL, capturing } from "../capture/capturing.js";
import { atTerminal, ENTER } from "../cli/terminal.js";
import { binary } from "../sandbox.js";
import { type CheckBox, checkBox, NPM } from "./check-world.js";

function forbidding(more: object = {}) {
  const rule = { type: "correction", corrected_to: "Use npm ci in CI", risk: "high: drift", check: NPM, ...more };
  return Object.assign(capturing(), { rule });
}

const AGENT = { CLAUDECODE: "1" };
const OWNER = "people:\n  - {name: bridget, role: owner, emails: [sybil@example.invalid]}\n";
const CORRECTIONS = "memory/learning/corrections/2026-02-01.md";
const BAD = "- run: npm install\n";

const total = async (box: CheckBox) => (await box.run(["check", "--json"])).json().data.checks as number;

describe("a check counts as its entry does", () => {
  it("waits in curated mode until a person approved these very words", { tags: "proof" }, async () => {
    const box = await checkBox({ profile: "apply_mode: curated\n" });
    await box.write("ci/a.yml", BAD);
    const id = await box.correct("Use npm ci in CI", NPM);
    const ref = id.slice(-5).toLowerCase();
    expect(await box.hits()).toEqual([]);
    expect(await total(box)).toBe(0);
    // An agent cannot say the word.
    expect((await atTerminal(box, ["review", ref, "--approve"], [["", `${ref}${ENTER}`]], AGENT)).code).toBe(5);
    expect(await box.hits()).toEqual([]);
    expect((await atTerminal(box, ["review", ref, "--approve"], [["Type", `${ref}${ENTER}`]])).code).toBe(0);
    expect(await box.hits()).toEqual(["ci/a.yml:1"]);
    // Another pattern is another word: the approval is gone with it.
    expect((await box.run(["edit", ref, "--check", '{in: ["ci/**"], forbid: "run"}'], { env: AGENT })).code).toBe(0);
    expect(await box.hits()).toEqual([]);
  });

  it("forged into the record of an approved entry closes it, and verify says so", { tags: "proof" }, async () => {
    const box = await checkBox({ profile: `apply_mode: curated\n${OWNER}` });
    await box.write("ci/a.yml", BAD);
    const id = await box.correct("Use npm ci in CI", NPM);
    const text = await box.read(CORRECTIONS);
    const entry = (await box.run(["show", id, "--json"])).json().data.entry as Entry;
    const { review: _, ...words } = entry;
    const review = Object.entries(approvalOf(words as Entry)).map(([name, value]) => `  ${name}: "${value}"`);
    const approved = text.replace(/^tier: .*\n/m, `$&review:\n${review.join("\n")}\n`);
    await box.write(CORRECTIONS, approved);
    expect(await box.hits()).toEqual(["ci/a.yml:1"]);
    await box.write(CORRECTIONS, approved.replace('forbid: "npm install"', 'forbid: "run"'));
    expect(await total(box)).toBe(0);
    const { findings } = (await box.run(["verify", "--json"])).json().data;
    expect(findings.map(({ code }: { code: string }) => code)).toContain("approval-lapsed");
  });

  it("ends with its entry: forgotten, rejected or superseded it forbids nothing", { tags: "proof" }, async () => {
    const box = await checkBox();
    await box.write("ci/a.yml", BAD);
    const id = await box.correct("Use npm ci in CI", NPM);
    expect(await box.hits()).toEqual(["ci/a.yml:1"]);
    expect((await box.run(["forget", id, "--reason", "obsolete"])).code).toBe(0);
    expect(await total(box)).toBe(0);
  });

  it("waits where it comes from outside, and is not taken over with a review that somebody states", async () => {
    const w = forbidding({ origin: "https://example.invalid/rules" });
    expect((await w.draft(w.rule)).waits).toBeDefined();
    expect((await check(w, { paths: ["."] })).checks).toBe(0);
    const review = { state: "approved_for_reuse", by: "bridget", at: "2026-02-01T00:00:00Z", hash: "0".repeat(64) };
    expect((await w.draft({ ...w.rule, review })).waits).toBeDefined();
    expect((await check(w, { paths: ["."] })).checks).toBe(0);
  });

  it("is not for an agent to put into an owner's words, nor to take out of them", async () => {
    const w = forbidding();
    w.as(AT_TERMINAL);
    const { id = "" } = await w.draft(w.rule);
    w.as({ atTerminal: false });
    for (const check of ["", '{in: ["**"], forbid: "x"}'])
      await expect(edit(w, { id, fields: { check } })).rejects.toMatchObject({ code: "needs-person" });
  });

  it("of one conversation or contact is nobody else's", async () => {
    const w = forbidding({ scope: "conversation" });
    await w.draft(w.rule);
    const checks = async (session: string) => {
      w.as({ session });
      return (await check(w, { paths: ["."] })).checks;
    };
    expect([await checks("s1"), await checks("s2")]).toEqual([1, 0]);
  });
});

describe("the hook before commits", () => {
  async function hooked(): Promise<CheckBox> {
    const box = await checkBox();
    const tenet = await box.write("../bin/tenet", `#!/bin/sh\nexec "${process.execPath}" "${binary()}" "$@"\n`);
    await chmod(tenet, 0o755);
    box.env["PATH"] = `${join(tenet, "..")}:${box.env["PATH"]}`;
    expect((await box.run(["hooks", "install", "git"])).code).toBe(0);
    return box;
  }
  const commit = (box: CheckBox, ...args: string[]) =>
    box.git("commit", "-q", "-m", "x", ...args).then(
      () => "committed",
      (thrown: { stderr: string }) => thrown.stderr,
    );

  it("stops what breaks a check, also by commit -a and of single files, and lets the rest through", {
    tags: "proof",
    timeout: 60_000,
  }, async () => {
    const box = await hooked();
    await box.write("ci/a.yml", BAD);
    await box.git("add", "ci");
    // Without any check nothing is asked.
    expect(await commit(box)).toBe("committed");
    await box.correct("Use npm ci in CI", NPM);
    await box.write("ci/a.yml", `${BAD}${BAD}`);
    const stopped = await commit(box, "-a");
    expect(stopped).toContain("ci/a.yml:2: Use npm ci in CI → npm ci");
    expect(stopped).toContain("Nothing was committed.");
    await box.write("ci/b.yml", "- run: npm ci\n");
    await box.git("add", "ci/b.yml");
    expect(await commit(box, "ci/a.yml")).toContain("ci/a.yml:2:");
    expect(await commit(box, "ci/b.yml")).toBe("committed");
    await box.write("ci/a.yml", "- run: npm ci\n");
    expect(await commit(box, "-a")).toBe("committed");
    expect((await box.git("status", "--porcelain", "ci")).trim()).toBe("");
  });
});
