/** A run proves something only where the record names a person behind the check: what an agent tries, in auto and in approval. */
import { describe, expect, it } from "vitest";
import { readCheckFacts } from "../../src/check/check-log.js";
import type { Entry } from "../../src/entry/entry.js";
import { contentHash } from "../../src/entry/status.js";
import { Workspace } from "../../src/store/workspace.js";
import { type CheckBox, checkBox, NPM } from "./check-world.js";

const AGENT = { CLAUDECODE: "1" };
const OWNER = "people:\n  - {name: bridget, role: owner, emails: [sybil@example.invalid]}\n";
const CORRECTIONS = "memory/learning/corrections/2026-02-01.md";
const ANY = '{in: ["ci/**"], forbid: "install"}';

async function team(mode: string): Promise<CheckBox> {
  const box = await checkBox({ profile: `apply_mode: ${mode}\n${OWNER}` });
  await box.commit("the profile");
  return box;
}

/** What a run over a new line that is forbidden comes to: its hits, and whether it counts. */
async function runOf(box: CheckBox, text = "- run: npm install\n"): Promise<{ hits: number; counts: boolean }> {
  box.at("2026-02-03T10:00:00Z");
  await box.write("ci/a.yml", text);
  const hits = (await box.hits()).length;
  const counts = readCheckFacts(new Workspace(box.dir)).length > 0;
  const { did } = (await box.run(["heartbeat", "--dry-run", "--json"])).json().data;
  expect(did.join().includes("tenet check found it broken")).toBe(counts);
  return { hits, counts };
}

const printed = { hits: 1, counts: false };
const proven = { hits: 1, counts: true };

/** The one record, changed by hand. */
async function rewrite(box: CheckBox, change: (text: string, entry: Entry) => string): Promise<void> {
  const text = await box.read(CORRECTIONS);
  const { id } = (await box.run(["list", "--json"])).json().data.entries[0];
  const { entry } = (await box.run(["show", id, "--json"])).json().data;
  await box.write(CORRECTIONS, change(text, entry));
}

const ownersWords = (text: string) => text.replace("tier: self", "tier: owner\nsource: bridget");

/** A whole approval of the words that stand there. */
function withApproval(by: string) {
  return (text: string, entry: Entry): string => {
    const review = `review:\n  state: approved_for_reuse\n  by: ${by}\n  at: "2026-02-01T12:00:00Z"\n  hash: ${contentHash(entry)}\n`;
    return text.replace(/check:\n/, `${review}check:\n`);
  };
}

for (const mode of ["auto", "approval"]) {
  describe(`in ${mode}, a check`, () => {
    it("of an agent's own correction is printed and proves nothing, held or failed", { tags: "proof" }, async () => {
      const box = await team(mode);
      await box.correct("Use npm ci in CI", NPM);
      expect(await runOf(box)).toEqual(printed);
      expect(await runOf(box, "- run: npm ci\n")).toEqual({ hits: 0, counts: false });
      box.at("2026-02-12T10:00:00Z");
      expect((await box.run(["heartbeat", "--json"])).json().data.did.join()).not.toContain("held");
    });

    it("that an agent adds, derives from an owner's words or imports proves nothing", { tags: "proof" }, async () => {
      const added = await team(mode);
      const record = `type: correction\ncorrected_to: Use npm ci in CI\nrisk: "high: drift"\ncheck: ${NPM}\n`;
      expect((await added.run(["add", "-"], { stdin: record, env: AGENT })).code).toBe(0);
      expect(await runOf(added)).toEqual(printed);

      const derived = await team(mode);
      const owners = await derived.correct("Keep the lock file as it is", '{in: ["x"], forbid: "y"}');
      await rewrite(derived, ownersWords);
      await derived.commit("an owner's words");
      await derived.correct("Use npm ci in CI", NPM, "--derived-from", owners);
      expect(await runOf(derived)).toEqual(printed);

      const imported = await team(mode);
      await imported.write("../entries.jsonl", (await added.run(["export"])).stdout);
      expect((await imported.run(["import", "../entries.jsonl"], { env: AGENT })).code).toBe(0);
      const { hits, counts } = await runOf(imported);
      expect(hits).toBeLessThanOrEqual(1);
      expect(counts).toBe(false);
    });

    it("that a person approved counts; changed by an agent it is as any of an agent's", {
      tags: "proof",
    }, async () => {
      const box = await team(mode);
      await box.approved("Use npm ci in CI", NPM);
      expect(await runOf(box)).toEqual(proven);
      const changed = await team(mode);
      const id = await changed.approved("Use npm ci in CI", NPM);
      expect((await changed.run(["edit", id, "--check", ANY], { env: AGENT })).code).toBe(0);
      expect(await runOf(changed)).toEqual(printed);
    });

    it("in an owner's words counts, with an approval of somebody listed as well, and in a name nobody knows it does not", {
      tags: "proof",
    }, async () => {
      const own = await team(mode);
      await own.correct("Use npm ci in CI", NPM);
      await rewrite(own, ownersWords);
      expect(await runOf(own)).toEqual(proven);
      for (const by of ["bridget", "mallory"]) {
        const box = await team(mode);
        await box.correct("Use npm ci in CI", NPM);
        await rewrite(box, withApproval(by));
        expect(await runOf(box)).toEqual(by === "bridget" ? proven : printed);
      }
    });

    it("of an agent's repeat does not speak for the owner's words that it repeats", { tags: "proof" }, async () => {
      const box = await team(mode);
      await box.correct("Keep the lock file as it is", '{in: ["x"], forbid: "y"}');
      await rewrite(box, ownersWords);
      await box.commit("an owner's words");
      await box.correct("Keep the lock file as it is", NPM);
      expect(await runOf(box)).toEqual(printed);
    });
  });
}
