/** Writers take back what they shared: by origin, wherever it went, and nothing that somebody here said alone. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contentHash } from "../../src/entry/status.js";
import { approve } from "../../src/rules/approve.js";
import { digest } from "../../src/rules/digest.js";
import { changeTree } from "../../src/store/change.js";
import { AT_TERMINAL, type Capturing, capturing } from "../capture/capturing.js";
import { ANN, BOB, rowOf, SIX_USES, shared, take, withdraw } from "./taking.js";

const LOCKFILE = "Two installs at once make the lockfile drift";
const BACKUPS = "Backups are only real after a restore";
const FIRST = "INS-20260120-A0001";
const OTHER = "INS-20260121-B0001";

/** Every byte beneath the workspace, by file, but for the model's index. */
function bytes(world: Capturing): string {
  const { root } = world.workspace;
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files.map((one) => readFileSync(join(one.parentPath, one.name), "latin1")).join("\n");
}

/** Uses enough for a rule, and a person's approval of the words as they are. */
async function proved(world: Capturing, id: string): Promise<void> {
  await changeTree(world, { op: "edit", reason: "test" }, async (change) => {
    await change.update(id, { uses: SIX_USES, timestamp: "2026-01-25T09:00:00Z" });
    await change.update(id, { review: review(contentHash(await change.entry(id))) });
  });
}

const review = (hash: string) => ({ state: "approved_for_reuse", by: "bridget", at: "2026-02-15T14:00:00Z", hash });

describe.each([
  ["withdrawn", "forgotten"],
  ["erased", "erased"],
] as const)("%s", (kind, decision) => {
  it("ends the copy, by its writer, and is nothing when it comes again", { tags: "proof" }, async () => {
    const world = capturing();
    const [first] = await take(world, [rowOf(ANN, FIRST, shared(LOCKFILE)), rowOf(BOB, OTHER, shared(BACKUPS))]);
    expect(await withdraw(world, kind, [ANN, FIRST])).toEqual([{ agent: ANN, entry: FIRST, decision, id: first?.id }]);
    const entry = await world.entry(first?.id);
    expect(entry).toMatchObject({ status: "forgotten", [decision]: { by: ANN } });
    const before = world.files();
    await withdraw(world, kind, [ANN, FIRST]);
    expect(world.files()).toEqual(before);
    expect(JSON.stringify(before).includes(LOCKFILE)).toBe(kind === "withdrawn");
  });

  it("is nothing where nothing is here", async () => {
    const world = capturing();
    await world.learn(LOCKFILE);
    const before = world.files();
    expect(await withdraw(world, kind, [ANN, FIRST])).toMatchObject([{ decision: "absent" }]);
    expect(world.files()).toEqual(before);
  });

  it("takes wordings and counts out of entries of others, which stay", { tags: "proof" }, async () => {
    const world = capturing();
    const [first] = await take(world, [rowOf(ANN, FIRST, shared(LOCKFILE))]);
    const evidence = "Bob counted 14 of 20 builds in March";
    await take(world, [rowOf(BOB, OTHER, shared(LOCKFILE, { evidence, tags: ["npm"] }))]);
    const own = await world.learn(BACKUPS);
    await take(world, [rowOf(BOB, "INS-20260122-B0002", shared(BACKUPS))]);
    expect(await world.entry(own.id)).toMatchObject({ seen: 1 });
    const gone = await withdraw(world, kind, [BOB, OTHER], [BOB, "INS-20260122-B0002"]);
    expect(gone.map((one) => one.decision)).toEqual([decision, decision]);
    const copy = await world.entry(first?.id);
    expect(copy).toMatchObject({ status: "active", insight: LOCKFILE });
    for (const field of ["evolution", "tags"]) expect(copy[field], field).toBeUndefined();
    const known = await world.entry(own.id);
    expect(known).toMatchObject({ status: "active", insight: BACKUPS });
    for (const field of ["seen", "seen_by"]) expect(known[field], field).toBeUndefined();
    expect(JSON.stringify(world.files())).not.toContain(evidence);
  });

  it("leaves what is said here in the same words, and what another agent says", { tags: "proof" }, async () => {
    const world = capturing();
    const own = await world.learn(LOCKFILE, { evidence: "Our own logs of May" });
    await take(world, [rowOf(ANN, FIRST, shared(LOCKFILE, { evidence: "Ann counted 12 of 80 builds in June" }))]);
    await take(world, [rowOf(BOB, OTHER, shared(LOCKFILE, { evidence: "Bob counted 99 of 100 builds in July" }))]);
    await world.put("memory/2026-02-14.md", `# 2026-02-14\n\n- 10:00 ${LOCKFILE}\n`);
    await withdraw(world, kind, [ANN, FIRST]);
    expect(await world.entry(own.id)).toMatchObject({ status: "active", insight: LOCKFILE });
    const text = JSON.stringify(world.files());
    expect(text).toContain("Bob counted 99");
    // What Ann shared is gone; Bob's evidence stands in an entry of his.
    expect((await world.entries()).filter(({ status }) => status === "active")).toMatchObject([
      { id: own.id },
      { agent: BOB, tier: "peer", insight: LOCKFILE, evidence: "Bob counted 99 of 100 builds in July" },
    ]);
    expect(text).toContain(`10:00 ${LOCKFILE}`);
  });

  it("is taken again where its writer shares it again", { tags: "proof" }, async () => {
    const world = capturing();
    await take(world, [rowOf(ANN, FIRST, shared(LOCKFILE))]);
    await withdraw(world, kind, [ANN, FIRST]);
    const [again] = await take(world, [rowOf(ANN, FIRST, shared(LOCKFILE))]);
    expect(again?.decision).toBe("stored");
    expect(await world.entry(again?.id)).toMatchObject({ status: "active", insight: LOCKFILE });
  });

  it("does not come back where somebody here had forgotten it before", async () => {
    const world = capturing();
    const [first] = await take(world, [rowOf(ANN, FIRST, shared(LOCKFILE))]);
    await changeTree(world, { op: "forget", reason: "test" }, async (change) => {
      const forgotten = { at: "2026-02-15T14:00:00Z", by: "bridget", was: "active" };
      await change.update(first?.id ?? "", { status: "forgotten", forgotten });
    });
    await withdraw(world, kind, [ANN, FIRST]);
    expect(await take(world, [rowOf(ANN, FIRST, shared(LOCKFILE))])).toMatchObject([{ decision: "known" }]);
  });

  it("is taken while learning is off", async () => {
    const world = capturing();
    await take(world, [rowOf(ANN, FIRST, shared(LOCKFILE))]);
    world.profile = { ...world.profile, learning: { ...world.profile.learning, on: false } };
    expect(await withdraw(world, kind, [ANN, FIRST])).toMatchObject([{ decision }]);
  });
});

describe("erased", () => {
  it("leaves no byte of the words, tree and local state", async () => {
    const world = capturing();
    await take(world, [rowOf(ANN, FIRST, shared(LOCKFILE, { evidence: "Ann counted 12 of 80 builds in June" }))]);
    expect(bytes(world)).toContain("Ann counted 12");
    await withdraw(world, "erased", [ANN, FIRST]);
    expect(existsSync(world.workspace.erasing)).toBe(false);
    for (const words of [LOCKFILE, "Ann counted 12"]) expect(bytes(world).includes(words), words).toBe(false);
  });
});

describe("a rule that rests on it", () => {
  const TARGET = "AGENTS.md";

  /** A rule made of Ann's insight, which Bob says as well, let in by a person. */
  async function ruled(apply_mode: "auto" | "approval") {
    const world = capturing({ apply_mode });
    world.as(AT_TERMINAL);
    const [first] = await take(world, [rowOf(ANN, FIRST, shared(LOCKFILE))]);
    const id = first?.id ?? "";
    await proved(world, id);
    await take(world, [rowOf(BOB, OTHER, shared(LOCKFILE, { evidence: "Bob counted 14 of 20 builds in March" }))]);
    await proved(world, id);
    const digested = await digest(world, {});
    expect(digested, JSON.stringify(digested)).toMatchObject({ decision: "pending", operations: [{ op: "add" }] });
    const target = digested.operations[0]?.target ?? TARGET;
    await approve(world, { confirmed: true });
    expect(await world.entry(id)).toMatchObject({ status: "promoted" });
    return { world, id, target };
  }

  it.each(["auto", "approval"] as const)("follows the table of trust in %s mode", { tags: "proof" }, async (mode) => {
    for (const kind of ["withdrawn", "erased"] as const) {
      const { world, id, target } = await ruled(mode);
      world.as({ atTerminal: false });
      expect(await withdraw(world, kind, [ANN, FIRST])).toMatchObject([{ id }]);
      expect(await world.entry(id)).toMatchObject({ status: "forgotten" });
      // A person let the rule in: a person decides, and the next digest proposes it.
      expect(readFileSync(world.workspace.absolute(target), "utf8"), kind).toContain(LOCKFILE);
      const { operations } = await digest(world, {});
      expect(operations, `${kind} ${mode}`).toMatchObject([
        { op: expect.stringMatching(/delete|update/), fate: "pending" },
      ]);
    }
  });
});
