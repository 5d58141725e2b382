/** Writers take back what they shared: by origin, wherever it went, and nothing that somebody here said alone. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isLive } from "../../src/entry/gates/visible.js";
import { approve } from "../../src/rules/approve.js";
import { digest } from "../../src/rules/digest.js";
import { openStore } from "../../src/store/open-store.js";
import { AT_TERMINAL, type Capturing, capturing } from "../capture/capturing.js";
import {
  ANN,
  approved,
  BACKUPS,
  BOB,
  changed,
  FIRST,
  forgotten,
  LOCKFILE,
  OTHER,
  rowOf,
  SIX_USES,
  shared,
  take,
  WITHOUT_MODEL,
  withdraw,
} from "./taking.js";

const JUNE = shared(LOCKFILE, { evidence: "Ann counted 12 of 80 builds in June" });
const JULY = shared(LOCKFILE, { evidence: "Bob counted 99 of 100 builds in July" });

/** Every byte beneath the workspace. */
function bytes(world: Capturing): string {
  const { root } = world.workspace;
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files.map((one) => readFileSync(join(one.parentPath, one.name), "latin1")).join("\n");
}

const live = async (world: Capturing) => (await openStore(world)).heads.filter((row) => isLive(row));
const row = async (world: Capturing, id = "") => (await openStore(world)).head(id);

describe.each([
  ["withdrawn", "forgotten"],
  ["erased", "erased"],
] as const)("%s", (kind, decision) => {
  it("ends the copy, by its writer, also while learning is off, and is nothing when it comes again", async () => {
    const world = capturing(WITHOUT_MODEL);
    await world.learn(BACKUPS);
    const untouched = world.files();
    expect(await withdraw(world, kind, [ANN, FIRST])).toMatchObject([{ decision: "absent" }]);
    expect(world.files()).toEqual(untouched);
    const [first] = await take(world, [rowOf(ANN, FIRST, JUNE)]);
    expect(bytes(world)).toContain("Ann counted 12");
    const { profile } = world;
    world.profile = { ...profile, learning: { ...profile.learning, on: false } };
    expect(await withdraw(world, kind, [ANN, FIRST])).toEqual([{ agent: ANN, entry: FIRST, decision, id: first?.id }]);
    expect(await row(world, first?.id)).toMatchObject({ status: "forgotten", [decision]: { by: ANN } });
    const before = world.files();
    await withdraw(world, kind, [ANN, FIRST]);
    expect(world.files()).toEqual(before);
    // Erased: no byte of the words is left, in tree and local state.
    for (const words of [LOCKFILE, "Ann counted 12"]) expect(bytes(world).includes(words)).toBe(kind === "withdrawn");
    // Its writer shares it again.
    world.profile = profile;
    const [again] = await take(world, [rowOf(ANN, FIRST, JUNE)]);
    expect(again?.decision).toBe("stored");
    expect(await row(world, again?.id)).toMatchObject({ status: "active", insight: LOCKFILE });
  });

  it("takes wordings and counts out of entries of others, which stay", async () => {
    const world = capturing(WITHOUT_MODEL);
    const [first] = await take(world, [rowOf(ANN, FIRST, JUNE)]);
    await take(world, [rowOf(BOB, OTHER, JULY)]);
    const own = await world.learn(BACKUPS);
    const bobs: [string, string] = [BOB, "INS-20260122-B0002"];
    await take(world, [rowOf(...bobs, shared(BACKUPS))]);
    expect(await world.entry(own.id)).toMatchObject({ said: [{ agent: BOB }] });
    const gone = await withdraw(world, kind, [BOB, OTHER], bobs);
    expect(gone.map((one) => one.decision)).toEqual([decision, decision]);
    const [copy, known] = [await row(world, first?.id), await row(world, own.id)];
    expect([copy, known]).toMatchObject([
      { status: "active", insight: LOCKFILE },
      { status: "active", insight: BACKUPS },
    ]);
    expect([copy?.evolution, known?.said]).toEqual([undefined, undefined]);
    expect(JSON.stringify(world.files())).not.toContain("Bob counted");
  });

  it("leaves what is said here in the same words, and what another agent says", async () => {
    const world = capturing(WITHOUT_MODEL);
    const own = await world.learn(LOCKFILE, { evidence: "Our own logs of May" });
    await take(world, [rowOf(ANN, FIRST, JUNE)]);
    await take(world, [rowOf(BOB, OTHER, JULY)]);
    world.put("memory/2026-02-14.md", `# 2026-02-14\n\n- 10:00 ${LOCKFILE}\n`);
    await withdraw(world, kind, [ANN, FIRST]);
    const evolution = [{ agent: BOB, evidence: JULY.evidence }];
    expect(await live(world)).toMatchObject([{ id: own.id, insight: LOCKFILE, evolution }]);
    expect(JSON.stringify(world.files())).toContain(`10:00 ${LOCKFILE}`);
  });

  it("does not come back where somebody here had forgotten it before", async () => {
    const world = capturing(WITHOUT_MODEL);
    const [first] = await take(world, [rowOf(ANN, FIRST, JUNE)]);
    await forgotten(world, first?.id);
    await withdraw(world, kind, [ANN, FIRST]);
    expect(await take(world, [rowOf(ANN, FIRST, JUNE)])).toMatchObject([{ decision: "known" }]);
  });
});

describe("a rule that rests on it", () => {
  /** Uses enough for a rule, and a person's approval of the words as they are. */
  async function proved(world: Capturing, id: string): Promise<void> {
    await changed(world, id, { uses: SIX_USES, timestamp: "2026-01-25T09:00:00Z" });
    await approved(world, id);
  }

  it.each(["auto", "approval"] as const)(
    "follows the table of trust in %s mode",
    { tags: "proof" },
    async (apply_mode) => {
      for (const kind of ["withdrawn", "erased"] as const) {
        // Made of Ann's insight, which Bob says as well, and let in by a person.
        const world = capturing({ ...WITHOUT_MODEL, apply_mode });
        world.as(AT_TERMINAL);
        const [{ id = "" } = {}] = await take(world, [rowOf(ANN, FIRST, JUNE)]);
        await proved(world, id);
        await take(world, [rowOf(BOB, OTHER, JULY)]);
        await proved(world, id);
        const { decision, operations } = await digest(world, {});
        expect([decision, operations]).toMatchObject(["pending", [{ op: "add" }]]);
        await approve(world, { confirmed: true });
        expect(await row(world, id)).toMatchObject({ status: "promoted" });

        world.as({ atTerminal: false });
        expect(await withdraw(world, kind, [ANN, FIRST])).toMatchObject([{ id }]);
        expect(await row(world, id)).toMatchObject({ status: "forgotten" });
        const rules = readFileSync(world.workspace.absolute(operations[0]?.target ?? ""), "utf8");
        // What is erased is gone everywhere. Of the rest a person who let it in decides, and the next digest proposes it.
        expect(rules.includes(LOCKFILE), kind).toBe(kind === "withdrawn");
        if (kind === "erased") continue;
        const fate = { op: expect.stringMatching(/delete|update/), fate: "pending" };
        expect((await digest(world, {})).operations, `${kind} ${apply_mode}`).toMatchObject([fate]);
      }
    },
  );
});
