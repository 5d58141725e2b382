/** Where a rule comes from, and why an entry is none. */

import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { whyOutline } from "../../src/rules/text/why-outline.js";
import type { Why } from "../../src/rules/text/why-schemas.js";
import { whySchema } from "../../src/rules/text/why-schemas.js";
import { propose } from "../../src/rules/versions/propose.js";
import { why } from "../../src/rules/why.js";
import type { Profile } from "../../src/settings.js";
import { pipeText } from "../../src/text/outline/render.js";
import { OWNER } from "../capture/capturing.js";
import { emptyRepository } from "../empty-repository.js";
import { cor, ins, type LoopWorld, loopWorld } from "../loop/loop-world.js";
import { say } from "../operations.js";
import { CAME_UP } from "./said.js";

const COR = "COR-20260201-A0001";
const INS = "INS-20260201-B0001";

const uses = (...results: ("worked" | "cited" | "failed")[]) =>
  results.map((result, n) => ({ at: `2026-02-0${n + 2}T09:00:00Z`, session: `s${n + 7}`, agent: "main", result }));

async function world(profile: Partial<Profile> = {}): Promise<LoopWorld> {
  const loop = loopWorld({ people: [OWNER], ...profile });
  loop.write(SOUL, "# Soul\n\nBe kind.\n");
  await loop.store(
    cor("A0001", { ...CAME_UP, rule: "Look twice before pushing" }),
    ins("B0001", { uses: uses("worked", "worked", "worked"), insight: "Retries hide the flaky test" }),
  );
  loop.day(9);
  await loop.digest();
  return loop;
}

const gitIn =
  (loop: LoopWorld) =>
  (who: string, ...args: string[]) =>
    execFileSync("git", ["-c", `user.name=${who}`, "-c", `user.email=${who}@example.invalid`, ...args], {
      cwd: loop.world.workspace.root,
      stdio: "ignore",
    });
const SOUL = "SOUL.md";
const lineOf = (text: string, words: string): number => text.split("\n").findIndex((line) => line.includes(words)) + 1;

/** As data that fits its schema, and as text. */
async function asked(loop: Pick<LoopWorld, "ctx">, ref: string): Promise<{ data: Why; text: string }> {
  const data = await why(loop.ctx, ref);
  expect(whySchema.safeParse(JSON.parse(JSON.stringify(data))).error?.issues ?? []).toEqual([]);
  return { data, text: pipeText(whyOutline(await say(data))) };
}

describe("why of a rule", () => {
  it("shows the rule, its entry, the evidence, who decided and the version, by id and by line alike", async () => {
    const loop = await world();
    const line = lineOf(loop.read(SOUL), COR);
    const byId = await asked(loop, "a0001");
    const byLine = await asked(loop, `SOUL.md:${line}`);
    expect(byLine.data).toEqual(byId.data);
    const { rule, entries, versions } = byId.data;
    expect(byId.data).toMatchObject({ about: "rule", file: "SOUL.md", line });
    expect(rule).toMatchObject({ target: "SOUL.md", text: "Look twice before pushing", state: "in-force", ids: [COR] });
    expect(rule?.decided).toMatchObject({ by: "auto", how: "mode" });
    expect(entries).toMatchObject([
      { id: COR, held: "2026-02-03T09:00:00Z", stakes: "high", qualifies: { reason: "held" }, blocked: [] },
    ]);
    expect(versions).toMatchObject([
      { op: "add", status: "active", because: "It came up and was not repeated (2026-02-03)." },
    ]);
    for (const words of ["in force", "Look twice before pushing", "by the mode", "held", versions[0]?.id ?? "-"])
      expect(byId.text).toContain(words);
  });

  it("finds the rule after lines have moved, were wrapped, or lost their ids", async () => {
    const loop = await world();
    const text = loop.read(SOUL);
    loop.write(SOUL, `# New top\n\n${text}`);
    expect((await asked(loop, `SOUL.md:${lineOf(loop.read(SOUL), COR)}`)).data.rule).toMatchObject({
      ids: [COR],
      state: "in-force",
    });
    loop.write(SOUL, text.replace("Look twice before pushing", "Look twice\n  before pushing"));
    for (const words of ["- Look twice", "  before pushing"]) {
      const { data } = await asked(loop, `SOUL.md:${lineOf(loop.read(SOUL), words)}`);
      expect(data).toMatchObject({
        line: lineOf(loop.read(SOUL), "- Look twice"),
        rule: { ids: [COR], state: "in-force" },
      });
    }
    loop.write(SOUL, text.replace(` <!-- ${COR} -->`, ""));
    expect((await asked(loop, `SOUL.md:${lineOf(loop.read(SOUL), "Look twice")}`)).data.rule).toMatchObject({
      ids: [COR],
    });
  });

  it("names every version it came in and changed in, the newest first, and who did it", async () => {
    const loop = await world();
    loop.write(SOUL, loop.read(SOUL).replace("Look twice", "Look three times"));
    const before = await asked(loop, `SOUL.md:${lineOf(loop.read(SOUL), COR)}`);
    expect(before.data.rule).toMatchObject({ state: "edited", text: "Look three times before pushing" });
    expect(before.data.says).toContain("by hand");
    await loop.digest();
    const { data, text } = await asked(loop, COR);
    expect(data.versions.map(({ op, reason }) => [op, reason])).toEqual([
      ["update", "edited"],
      ["add", "held"],
    ]);
    expect(data.says).toMatch(/It is the line of people/);
    expect(text).toContain('was          "Look twice before pushing"');
  });

  it("says who git has for the line, and that merging it decided", { tags: "proof" }, async () => {
    const loop = await world({ apply_mode: "approval" });
    const git = gitIn(loop);
    emptyRepository(loop.world.workspace.root);
    git("sybil", "config", "user.name", "sybil");
    git("sybil", "config", "user.email", "sybil@example.invalid");
    loop.world.put(".gitignore", ".tenet/\nmemory/learning/index.md\nmemory/versions/\n");
    git("sybil", "add", "-A");
    git("sybil", "commit", "-q", "-m", "learned");
    const { branch } = await propose(loop.ctx);
    git("bridget", "merge", "-q", "--no-ff", "-m", "Let it in", branch ?? "");
    const { data, text } = await asked(loop, COR);
    expect(data.commit).toMatchObject({ name: "sybil", subject: expect.stringContaining("rules:") });
    expect(data.rule?.decided).toMatchObject({ by: "unproven", how: "merge", commit: data.commit });
    expect(text).toMatch(/decided +by merging a proposal/);
    // One commit wrote both down.
    expect(text).toMatch(/written +by sybil, \d{4}-\d\d-\d\d, by git: [0-9a-f]{10} rules:/);
    expect(text).not.toMatch(/noted|proof|proven/);
  });
});

describe("why of a line that is no rule", () => {
  it("says plainly what it is", async () => {
    const loop = await world();
    const text = loop.read(SOUL);
    const says = async (ref: string) => (await asked(loop, ref)).data.says;
    expect(await says("SOUL.md:3")).toMatch(/outside tenet's block/);
    expect(await says(`SOUL.md:${lineOf(text, "## Learned")}`)).toMatch(/in tenet's block, and is no rule/);
    expect(await says("tenet.yaml:1")).toMatch(/no rule/);
    const record = await asked(loop, "memory/learning/insights/2026-02-01.md:12");
    expect(record.data.entries).toMatchObject([{ id: INS }]);
    loop.world.put("MEMORY.md", "# Mine\n");
    expect(await says("MEMORY.md:1")).toMatch(/no block of rules/);
    loop.write(SOUL, text.replace("<!-- tenet:end", "- My own line\n<!-- tenet:end"));
    expect(await says(`SOUL.md:${lineOf(loop.read(SOUL), "My own")}`)).toMatch(
      /^It is a line that was written by hand/,
    );
  });

  it("fails plainly without such a line, file or entry, and outside the workspace", async () => {
    const loop = await world();
    for (const [ref, failure, code] of [
      ["SOUL.md:999", "not-found", "no-line"],
      ["SOUL.md:0", "not-found", "no-line"],
      ["NOTES.md:1", "not-found", "no-file"],
      ["../../etc/passwd:1", "usage", "outside"],
      ["/etc/passwd:1", "usage", "outside"],
      ["tenet.yaml", "usage", "no-rules-there"],
      ["zzzzz", "not-found", "not-found"],
    ] as const)
      await expect(why(loop.ctx, ref), ref).rejects.toMatchObject({ failure, code });
  });

  it("of a whole file it lists the rules, each with its reason; a bare name is enough; uses count by session", async () => {
    const loop = await world();
    const { data, text } = await asked(loop, "procedures.md");
    expect(data).toMatchObject({ about: "file", file: "memory/core/procedures.md", rules: [{ ids: [INS], line: 4 }] });
    expect(text).toContain("It worked in 3 sessions.");
    expect((await asked(loop, "MEMORY.md")).data.says).toBe("MEMORY.md holds no rule.");
    const rule = await asked(loop, "memory/core/procedures.md:4");
    const sessions = ["s7", "s8", "s9"].map((session) => ({ session }));
    expect(rule.data.entries).toMatchObject([{ id: INS, sessions, support: 3 }]);
    expect(rule.text).toContain("in 3 sessions: s7 worked (2026-02-02)");
  });
});

describe("why of an entry that is no rule", () => {
  const says = async (loop: LoopWorld, id: string) => (await asked(loop, id)).data.says;

  it("says what is missing, what blocks it, and that nothing speaks for it", async () => {
    const loop = await world();
    await loop.store(
      ins("B0002", { uses: uses("worked", "worked") }),
      cor("A0003", { ...CAME_UP, scope: "conversation", session: loop.ctx.actor.session }),
      ins("B0004"),
      cor("A0005", { ...CAME_UP, tier: "external", origin: "https://example.invalid" }),
    );
    expect(await says(loop, "b0002")).toMatch(/^It is no rule yet: worked in 2 of 3 sessions/);
    expect(await says(loop, "a0003")).toMatch(
      /^It is no rule, although it would qualify: It came up .*one conversation only/,
    );
    expect(await says(loop, "b0004")).toBe("It is no rule: none of the five reasons holds so far.");
    expect(await says(loop, "a0005")).toMatch(/comes from outside/);
  });

  it("says that the next digest takes it, or that a version with it waits", async () => {
    const loop = await world();
    await loop.store(cor("A0006", { ...CAME_UP, behavioral_change: "Tag after the upload" }));
    expect(await says(loop, "a0006")).toMatch(/the next digest makes it one. It came up/);
    loop.ctx = { ...loop.ctx, profile: { ...loop.ctx.profile, apply_mode: "approval" } };
    expect(await says(loop, "a0006")).toMatch(/the next digest proposes it to a person/);
    await loop.digest();
    expect(await says(loop, "a0006")).toMatch(/waits for a person in version 0002-/);
  });

  it("says that a person took its rule out, and which version remembers that", async () => {
    const loop = await world();
    loop.write(SOUL, loop.read(SOUL).replace(/^- .*\n/m, ""));
    await loop.digest();
    const { data } = await asked(loop, COR);
    expect(data.says).toMatch(/It was (?:removed|taken out)/);
    expect(data.entries).toMatchObject([{ declined: [{ op: "add", how: "removed" }] }]);
  });

  it("of a sensitive one shows that it is there, and nothing it says", async () => {
    const loop = await world();
    await loop.patch(COR, { review: { state: "sensitive", by: "bridget", at: "2026-02-09T09:00:00Z" } });
    const { data } = await asked(loop, COR);
    expect(data.entries).toMatchObject([{ id: COR, text: "[sensitive]" }]);
    expect(JSON.stringify(data.entries)).not.toContain("Rule A0001 holds");
  });
});
