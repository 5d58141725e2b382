import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Edit } from "../../src/entry/entry.js";
import { planApproval, proposalOf } from "../../src/rules/approve.js";
import { reject } from "../../src/rules/reject.js";
import { openStore } from "../../src/store/open-store.js";
import { copies, type DecidingWorld, decidingWorld, held, worked } from "./deciding-world.js";
import { FORGOTTEN, refused, rowOf } from "./said.js";

const FIRST = "Look for npm install in the CI file before pushing";
const SECOND = "Count retries before calling a build green";
const A = "COR-20260201-A0001";
const B = "INS-20260201-B0002";

async function editsOf(w: DecidingWorld): Promise<Edit[]> {
  const tree = await openStore(w.ctx);
  const entries = await tree.load(tree.where({ type: "edit" }).map(({ id }) => id));
  return entries.map(({ entry }) => entry as Edit).sort((a, b) => (a.target ?? "").localeCompare(b.target ?? "") * -1);
}

const waiting = copies(async () => {
  const w = decidingWorld();
  await w.store(held("A0001", FIRST), worked("B0002", SECOND));
  await w.digest();
  w.person();
  return w;
});

describe("approve", () => {
  it("puts the version in force, and names who decided on it and on each rule; twice is once", async () => {
    const w = await waiting();
    const { id } = await w.pending();
    const tail = id.slice(-5).toLowerCase();
    const done = await w.approve({ ref: tail, reason: "tried for a month" });
    expect(done).toMatchObject({ decision: "active", id, by: "bridget", fallen: [], kept: [], rebased: false });
    expect(w.read("SOUL.md")).toContain(`- ${FIRST} <!-- ${A} -->`);
    expect(w.read("memory/core/procedures.md")).toContain(`- ${SECOND} <!-- ${B} -->`);
    const { active } = await w.chain();
    expect(active).toMatchObject({ id, decided: { by: "bridget", how: "typed", reason: "tried for a month" } });
    const decided_by = { by: "bridget", how: "approved", at: "2026-02-09T09:00:00Z" };
    expect(active?.rules).toMatchObject([{ decided_by }, { decided_by }]);
    expect(active).not.toHaveProperty("contents");
    expect(await rowOf(w.ctx, A)).toMatchObject({ status: "promoted", promoted_to: "SOUL.md" });
    expect(await w.errors()).toEqual([]);
    expect((await w.digest()).decision).toBe("unchanged");
    const before = [w.read("SOUL.md"), w.read(`memory/versions/${id}.md`)];
    expect(await w.approve({ ref: id })).toMatchObject({ decision: "unchanged", id, by: "bridget" });
    expect([w.read("SOUL.md"), w.read(`memory/versions/${id}.md`)]).toEqual(before);
    for (const ref of [undefined, "17"]) await expect(w.approve({ ref })).rejects.toMatchObject({ exit: 4 });
    await w.rollback();
    await expect(w.approve({ ref: "1" })).rejects.toMatchObject({ exit: 2, code: "not-pending" });
  });

  it("does what was shown, or nothing", async () => {
    const w = await waiting();
    const plan = await planApproval(w.ctx, {});
    if ("decision" in plan) throw new Error("it waits");
    expect(plan.word).toBe(plan.id.slice(-5).toLowerCase());
    await w.patch(B, refused("rejected"));
    await expect(w.approve({ shown: plan.fingerprint })).rejects.toMatchObject({ exit: 3, code: "changed-meanwhile" });
    expect((await w.chain()).active).toBeUndefined();
    const again = await planApproval(w.ctx, {});
    if ("decision" in again) throw new Error("it waits");
    expect(await w.approve({ shown: again.fingerprint })).toMatchObject({ decision: "active" });
  });
});

const OPEN = { with: A, score: 0.8, found: "claim", at: "2026-02-09T08:00:00Z" } as const;

describe("what changed behind an operation makes it fall out, with the reason", () => {
  it("its words were changed, or a question about it is open; the rest takes effect", async () => {
    const w = await waiting();
    await w.patch(A, { at_risk: "nothing much" });
    const { fallen, operations } = await w.approve();
    expect(fallen).toMatchObject([
      { op: { ids: [A] }, because: "COR-20260201-A0001 was changed since this was proposed." },
    ]);
    expect(operations).toMatchObject([{ ids: [B] }]);
    expect(existsSync(join(w.world.workspace.root, "SOUL.md"))).toBe(false);
    expect(await w.errors()).toEqual([]);
    const other = await waiting();
    await other.store(held("C0003", "Never look at the CI file", { near: [{ ...OPEN, found: "prior" }], uses: [] }));
    expect((await other.approve()).fallen).toMatchObject([
      { because: expect.stringMatching(/open question beside COR-20260201-C0003/) },
    ]);
  });

  it("a secret or hidden character came into its line by another way than tenet", async () => {
    const w = await waiting();
    const { id } = await w.pending();
    const file = `memory/versions/${id}.md`;
    w.write(file, w.read(file).replaceAll(SECOND, "Call the API with AKIA2E0A8F3B244C9986 before a build"));
    const { fallen, operations } = await w.approve();
    expect(fallen).toMatchObject([{ because: expect.stringMatching(/secret/) }]);
    expect(operations).toHaveLength(1);
    expect(JSON.stringify([w.read("SOUL.md"), w.ctx])).not.toContain("AKIA2E");
  });

  it("nothing is left: refused, and nothing is written; a digest then proposes what holds", async () => {
    const w = await waiting();
    const before = await w.pending();
    await w.patch(A, FORGOTTEN);
    await w.patch(B, { at_risk: "two releases" });
    await expect(w.approve()).rejects.toMatchObject({ exit: 5, code: "nothing-left" });
    expect((await w.chain()).active).toBeUndefined();
    await w.digest();
    const after = await w.pending();
    expect((await w.chain()).version(before.id)).toMatchObject({ status: "superseded", replaced_by: after.id });
    expect((await w.approve()).operations).toMatchObject([{ ids: [B] }]);
  });
});

describe("people's lines and later versions", () => {
  it("a version on other rules is built anew on those in force; a person's line stays", async () => {
    const w = await waiting();
    await w.approve();
    await w.store(held("C0003", "Ask before deleting a branch"), worked("D0004", "Warm the cache first"));
    await w.digest();
    w.write("SOUL.md", w.read("SOUL.md").replace(FIRST, "Look for npm install in every CI file"));
    const done = await w.approve();
    expect(done).toMatchObject({ decision: "active", rebased: true, adopted: expect.any(String) });
    expect(w.read("SOUL.md")).toContain("- Look for npm install in every CI file");
    expect(w.read("SOUL.md")).toContain("Ask before deleting a branch");
    expect((await w.chain()).inForce).toHaveLength(1);
    expect((await w.digest()).operations).toEqual([]);
  });

  it("it is refused when every rule it is about was changed by hand", async () => {
    const w = await waiting();
    await w.approve();
    await w.patch(A, { rule: "Look for npm install in every CI file" });
    await w.digest();
    expect((await w.pending()).operations).toMatchObject([{ op: "update" }]);
    w.write("SOUL.md", w.read("SOUL.md").replace(FIRST, "My own words about the CI file"));
    await expect(w.approve()).rejects.toMatchObject({ code: "kept-by-people" });
    expect(w.read("SOUL.md")).toContain("My own words about the CI file");
  });

  it("a rule that was let in is changed by a digest only through a version that waits", async () => {
    const w = decidingWorld();
    await w.store(held("A0001", FIRST));
    await w.digest();
    w.person();
    await w.approve();
    w.ctx = { ...w.ctx, profile: { ...w.ctx.profile, apply_mode: "auto" } };
    await w.patch(A, { forgotten: { ...FORGOTTEN.forgotten, by: "main", tier: "self" } });
    expect((await w.digest()).operations).toMatchObject([{ op: "delete", fate: "pending" }]);
    expect(w.read("SOUL.md")).toContain(FIRST);
    // What a person forgot leaves without another yes.
    await w.patch(A, FORGOTTEN);
    expect((await w.digest()).operations).toMatchObject([{ op: "delete", fate: "active" }]);
    expect(w.read("SOUL.md")).not.toContain(FIRST);
  });
});

describe("what a person made of the proposed lines", () => {
  it("is kept with the decision: their wording, and what they took out", async () => {
    const w = await waiting();
    const { id } = await w.pending();
    const { text } = await proposalOf(w.ctx, undefined);
    const reworded = text.replace(FIRST, "Search the CI file for npm install");
    const taken = reworded
      .split("\n")
      .filter((line) => !line.includes(SECOND))
      .join("\n");
    await w.approve({ wording: taken, reason: "shorter" });
    const edits = await editsOf(w);
    expect(edits.map(({ original, final }) => [original, final])).toEqual([
      [FIRST, "Search the CI file for npm install"],
      [SECOND, undefined],
    ]);
    for (const edit of edits) {
      expect(edit).toMatchObject({ version: id, author: "bridget", source: "bridget", tier: "owner", why: "shorter" });
    }
    expect(edits[0]).toMatchObject({ kind: "rewrite", target: "SOUL.md", linked: [A] });
    expect(edits[1]).toMatchObject({ kind: "rejected", linked: [B] });
    expect(await w.errors()).toEqual([]);
  });

  it("is nothing where they take them as they are, and where the decision is refused", async () => {
    const w = await waiting();
    const agent = { ...w.ctx, actor: { ...w.ctx.actor, atTerminal: false, agentVariable: "CLAUDECODE" } };
    await expect(reject(agent, { reason: "no", confirmed: true })).rejects.toMatchObject({ exit: 5 });
    const { text } = await proposalOf(w.ctx, undefined);
    await w.approve({ wording: text, reason: "fine" });
    expect(await editsOf(w)).toEqual([]);
  });

  it("of a rejected version is each line, without a final text, with their reason", async () => {
    const w = await waiting();
    const { id: version } = await w.pending();
    await w.reject("too general");
    const edits = await editsOf(w);
    expect(edits.map(({ original, final }) => [original, final])).toEqual(
      [FIRST, SECOND].map((one) => [one, undefined]),
    );
    for (const edit of edits) expect(edit).toMatchObject({ why: "too general", kind: "rejected", version });
    expect(await w.errors()).toEqual([]);
  });
});

describe("--edit: a person's own wording", () => {
  const edited = (text: string) =>
    text.replace(FIRST, "Grep the CI file for npm install").replace(/^\+.*B0002.*\n/m, "");

  it("is theirs from then on, and a line that was taken out is turned down", async () => {
    const w = await waiting();
    const { text } = await proposalOf(w.ctx, undefined);
    const done = await w.approve({ wording: edited(text) });
    expect(done.operations).toMatchObject([{ text: "Grep the CI file for npm install", ids: [A] }]);
    expect(w.read("SOUL.md")).toContain("- Grep the CI file for npm install <!-- COR-20260201-A0001 -->");
    const { active, declined } = await w.chain();
    expect(active?.rules).toMatchObject([{ decided_by: { by: "bridget", how: "edited" } }]);
    expect(declined).toMatchObject([{ op: "add", ids: [B], how: "rejected" }]);
    expect((await w.digest()).decision).toBe("unchanged");
    expect(await w.errors()).toEqual([]);
  });

  const wrong: [string, (text: string) => string, RegExp][] = [
    ["two lines", (text) => text.replace(FIRST, `${FIRST}\nand another`), /not a proposed line/],
    ["a line of nobody's", (text) => `${text}+ Mine\n`, /no proposed line has these ids/],
    ["a line twice", (text) => text.replace(/^(\+ .*)$/m, "$1\n$1"), /stands there twice/],
    ["another sign", (text) => text.replace(/^\+ /m, "- "), /no proposed line has these ids/],
    ["nothing in a line", (text) => text.replace(FIRST, " "), /says nothing|proposed/],
    ["more than 240 characters", (text) => text.replace(FIRST, "word ".repeat(49)), /244 characters/],
    ["no line at all", () => "# all gone\n", /taken out/],
  ];
  it("that is wrong is refused with the line, and nothing is written", async () => {
    const w = await waiting();
    const { text } = await proposalOf(w.ctx, undefined);
    for (const [what, change, says] of wrong)
      await expect(w.approve({ wording: change(text) }), what).rejects.toMatchObject({
        ...{ exit: 2, code: "bad-wording" },
        message: expect.stringMatching(says),
      });
    expect((await w.chain()).pending).toBeDefined();
  });

  it("a secret in it is replaced, with a warning that does not say it", async () => {
    const w = await waiting();
    const { text } = await proposalOf(w.ctx, undefined);
    await w.approve({ wording: text.replace(FIRST, "Push with AKIA2E0A8F3B244C9986") });
    expect(w.read("SOUL.md")).toContain("Push with [secret:");
    expect(w.world.warnings.join()).toMatch(/secret/);
    expect(w.world.warnings.join()).not.toContain("AKIA2E");
  });
});

it("damaged marks refuse an approval with the place, and nothing is decided", async () => {
  const w = await waiting();
  await w.approve();
  await w.store(held("C0003", "Ask before deleting a branch"));
  await w.digest();
  const [{ id }, whole] = [await w.pending(), w.read("SOUL.md")];
  w.write("SOUL.md", whole.replace("<!-- tenet:end rules -->", ""));
  const version = w.read(`memory/versions/${id}.md`);
  await expect(w.approve({ reason: "yes" })).rejects.toMatchObject({ exit: 6, code: "block-damaged" });
  expect(w.read(`memory/versions/${id}.md`)).toBe(version);
  w.write("SOUL.md", whole);
  expect(await w.approve({ reason: "yes" })).toMatchObject({ decision: "active", id });
  expect(w.read("SOUL.md").match(/Ask before deleting/g)).toHaveLength(1);
});

describe("reject", () => {
  it("row 25: a reason is one line without secrets, wherever it is written", async () => {
    const w = await waiting();
    const secret = `ghp_${"aB3dE5gH7jK9".repeat(3)}`;
    const { reason, file } = await w.reject(`it leaks\n${secret}`);
    expect(reason).toMatch(/^it leaks \[secret:/);
    expect(w.read(file)).not.toContain(secret);
  });

  it("twice is once, and it needs a reason", async () => {
    const w = await waiting();
    await expect(w.reject("  ")).rejects.toMatchObject({ exit: 2, code: "missing-reason" });
    const { id, entries } = await w.reject();
    expect([...entries].sort()).toEqual([A, B]);
    const decided = { by: "bridget", reason: "not wanted" };
    expect((await w.chain()).version(id)).toMatchObject({ status: "rejected", decided });
    expect(await rowOf(w.ctx, A)).toMatchObject({ status: "active" });
    const again = await reject(w.ctx, { ref: id, confirmed: true });
    expect(again).toMatchObject({ decision: "unchanged", reason: "not wanted" });
    await expect(w.reject()).rejects.toMatchObject({ exit: 4 });
  });
});
