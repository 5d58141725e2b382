import { describe, expect, it } from "vitest";
import { proposalOf } from "../../src/rules/approve.js";
import { copies, decidingWorld, held, worked } from "./deciding-world.js";
import { answered, FORGOTTEN, rowOf } from "./said.js";

const FIRST = "Look for npm install in the CI file before pushing";
const SECOND = "Count retries before calling a build green";
const A = "COR-20260201-A0001";
const B = "INS-20260201-B0002";
const AGENT = { atTerminal: false, git: async () => ({}) };

/** Two rules in force: by the mode in auto, else by bridget. */
async function made(mode: "auto" | "approval") {
  const w = decidingWorld({ apply_mode: mode });
  await w.store(held("A0001", FIRST), worked("B0002", SECOND));
  await w.digest();
  w.person();
  if (mode === "approval") await w.approve();
  return w;
}
const [byPerson, byMode] = [copies(() => made("approval")), copies(() => made("auto"))];
const inForce = (mode: "auto" | "approval" = "approval") => (mode === "auto" ? byMode() : byPerson());

describe("rollback", () => {
  it("takes the version in force back with a version of its own; entries are pending again, and stay away; twice is once", async () => {
    const w = await inForce();
    const { active } = await w.chain();
    const done = await w.rollback({ ref: active?.id, reason: "it slowed us down" });
    expect(done).toMatchObject({ decision: "active", rolls_back: active?.id, by: "bridget", kept: [], left: [] });
    expect(w.read("SOUL.md")).not.toContain(FIRST);
    expect(w.read("memory/core/procedures.md")).not.toContain(SECOND);
    const gone = { op: "delete", reason: "rolled-back" };
    const remembered = { how: "rolled-back" };
    expect((await w.chain()).active).toMatchObject({
      ...{ id: done.id, rolls_back: active?.id, proposed_by: "person", rules: [] },
      decided: { by: "bridget", how: "typed", reason: "it slowed us down" },
      operations: [gone, gone],
      declined: [remembered, remembered],
    });
    expect(await rowOf(w.ctx, A)).toMatchObject({ status: "active" });
    expect((await w.digest()).operations).toEqual([]);
    expect(await w.errors()).toEqual([]);
    const count = (await w.chain()).versions.length;
    expect(await w.rollback({ ref: active?.id })).toMatchObject({ decision: "unchanged", operations: [] });
    expect((await w.chain()).versions).toHaveLength(count);
  });

  it("an older version: what came later stays", async () => {
    const w = await inForce();
    const { active: first } = await w.chain();
    await w.store(held("C0003", "Ask before deleting a branch"));
    await w.digest();
    await w.approve();
    const done = await w.rollback({ ref: String(first?.version) });
    expect(done.operations).toHaveLength(2);
    expect(w.read("SOUL.md")).toContain("Ask before deleting a branch");
    expect(w.read("SOUL.md")).not.toContain(FIRST);
    expect(await w.errors()).toEqual([]);
  });

  it("brings back a rule that the version took out, and a wording that it changed", async () => {
    const w = await inForce();
    await w.store(held("C0003", "Look at the lockfile", { ...answered(A, "replaces"), uses: [] }));
    await w.digest();
    await w.approve();
    expect(w.read("SOUL.md")).not.toContain(FIRST);
    await w.rollback();
    expect(w.read("SOUL.md")).toContain(`- ${FIRST} <!-- ${A} -->`);
    expect((await w.digest()).operations).toEqual([]);
  });

  it.each([
    ["forgotten", FORGOTTEN, /was forgotten/],
    ["sensitive", { review: { state: "sensitive", by: "bridget", tier: "owner" } }, /sensitive/],
  ])("never brings back what was %s", { tags: "proof" }, async (_, patch, because) => {
    const w = await inForce();
    await w.patch(A, patch);
    await w.digest();
    await expect(w.rollback()).rejects.toMatchObject({ exit: 6, message: expect.stringMatching(because) });
    expect(w.read("SOUL.md")).not.toContain(FIRST);
  });

  it("--dry-run says it to everyone and writes nothing; what was shown is done, or nothing", async () => {
    const w = await inForce();
    w.as(AGENT);
    const count = (await w.chain()).versions.length;
    const plan = await w.rollback({ dryRun: true, confirmed: undefined });
    expect(plan).toMatchObject({ decision: "active", dry_run: true, diff: expect.stringContaining(`-- ${FIRST}`) });
    expect((await w.chain()).versions).toHaveLength(count);
    w.person();
    w.write("SOUL.md", w.read("SOUL.md").replace(FIRST, "My own line about CI"));
    await expect(w.rollback({ shown: plan.fingerprint })).rejects.toMatchObject({ exit: 3, code: "changed-meanwhile" });
    expect(w.read("memory/core/procedures.md")).toContain(SECOND);
  });
});

describe("people's lines stay", () => {
  it("exit 0 with a warning that names them", async () => {
    const w = await inForce();
    const { active } = await w.chain();
    w.write("SOUL.md", w.read("SOUL.md").replace(FIRST, "My own line about CI"));
    const done = await w.rollback({ ref: active?.id });
    expect(done).toMatchObject({
      decision: "active",
      kept: [{ target: "SOUL.md", text: "My own line about CI", theirs: true }],
      operations: [{ op: "delete", ids: [B] }],
    });
    expect(w.read("SOUL.md")).toContain("- My own line about CI");
    expect(w.world.warnings.join("\n")).toMatch(/A person's line stays in SOUL.md: "My own line about CI"/);
    expect((await w.digest()).operations).toEqual([]);
  });

  /** Both rules let in, one of them in a person's own words. */
  const reworded = copies(async () => {
    const w = decidingWorld({ apply_mode: "approval" });
    await w.store(held("A0001", FIRST), worked("B0002", SECOND));
    await w.digest();
    w.person();
    const { text } = await proposalOf(w.ctx, undefined);
    await w.approve({ wording: text.replace(FIRST, "Grep the CI file") });
    return w;
  });

  it("but words that a person gave a line at its approval go with the version", async () => {
    const w = await reworded();
    const done = await w.rollback();
    expect(done).toMatchObject({ decision: "active", kept: [] });
    expect(done.operations).toHaveLength(2);
    expect(w.read("SOUL.md")).not.toContain("Grep the CI file");
    expect((await w.digest()).operations).toEqual([]);
    expect(await w.errors()).toEqual([]);
  });

  it("of a line reworded at its approval what was changed since stays, and an agent takes none of it back", async () => {
    const w = await reworded();
    const { active } = await w.chain();
    w.write("SOUL.md", w.read("SOUL.md").replace("Grep the CI file", "Grep all CI files"));
    expect((await w.rollback({ ref: active?.id })).operations).toMatchObject([{ op: "delete", ids: [B] }]);
    expect(w.read("SOUL.md")).toContain("- Grep all CI files");
    const other = await reworded();
    other.ctx = { ...other.ctx, profile: { ...other.ctx.profile, apply_mode: "auto" } };
    other.as(AGENT);
    await expect(other.rollback({ confirmed: undefined })).rejects.toMatchObject({ exit: 5, code: "needs-person" });
  });

  it("exit 6 when nothing else is left to undo, and nothing is written", async () => {
    const w = await inForce();
    const { active } = await w.chain();
    for (const file of ["SOUL.md", "memory/core/procedures.md"])
      w.write(file, w.read(file).replace(/^- (.*) <!--/m, "- My own: $1 <!--"));
    const before = [w.read("SOUL.md"), (await w.chain()).versions.length];
    await expect(w.rollback({ ref: active?.id })).rejects.toMatchObject({ exit: 6, code: "kept-by-people" });
    expect([w.read("SOUL.md"), (await w.chain()).versions.length]).toEqual(before);
  });

  it("a rule that a person took out stays out when a later version is taken back", async () => {
    const w = await inForce();
    w.write("SOUL.md", w.read("SOUL.md").replace(/^- .*\n/m, ""));
    await w.store(held("C0003", "Ask before deleting a branch"));
    await w.digest();
    await w.approve();
    await w.rollback();
    expect(w.read("SOUL.md")).not.toContain(FIRST);
  });
});

describe("who may", () => {
  it("in auto an agent takes back what the table let pass; the mode stands behind it", async () => {
    const w = await inForce("auto");
    w.as(AGENT);
    expect(await w.rollback({ confirmed: undefined })).toMatchObject({ decision: "active", by: "auto" });
    expect((await w.chain()).active?.decided).toMatchObject({ by: "auto", how: "mode" });
  });

  it("in auto not what a person let in, worded, or took back", async () => {
    const w = await inForce("approval");
    w.ctx = { ...w.ctx, profile: { ...w.ctx.profile, apply_mode: "auto" } };
    w.as(AGENT);
    await expect(w.rollback({ confirmed: undefined })).rejects.toMatchObject({ exit: 5, code: "needs-person" });
    w.person();
    await w.rollback();
    w.as(AGENT);
    await expect(w.rollback({ confirmed: undefined })).rejects.toMatchObject({ exit: 5, code: "needs-person" });
  });

  it("where everything waits for a person only they, with the word", async () => {
    const w = await inForce();
    const before = (await w.chain()).versions.length;
    w.as(AGENT);
    for (const confirmed of [undefined, true, false])
      await expect(w.rollback({ confirmed })).rejects.toMatchObject({ exit: 5, code: "needs-person" });
    w.person();
    for (const confirmed of [undefined, false])
      await expect(w.rollback({ confirmed })).rejects.toMatchObject({ exit: 5, code: "needs-person" });
    expect((await w.chain()).versions).toHaveLength(before);
    // In auto, too, somebody who was asked and did not type the word has not confirmed it.
    const other = await inForce("auto");
    await expect(other.rollback({ confirmed: false })).rejects.toMatchObject({ exit: 5, code: "needs-person" });
  });
});

describe("what can be taken back", () => {
  it("only what was in force", async () => {
    const w = decidingWorld();
    w.person();
    await expect(w.rollback()).rejects.toMatchObject({ exit: 4 });
    await w.store(held("A0001", FIRST));
    await w.digest();
    const { id } = await w.pending();
    await expect(w.rollback({ ref: id })).rejects.toMatchObject({ exit: 2, code: "not-in-force" });
    await w.store(worked("B0002", SECOND));
    await w.digest();
    await expect(w.rollback({ ref: id })).rejects.toMatchObject({ exit: 2, code: "not-in-force" });
  });
});
