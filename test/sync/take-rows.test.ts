/** What becomes of rows that other agents share: judged as a peer's captures, once, with what tenet alone writes. */
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/entry/entry.js";
import { contentHash, inForce } from "../../src/entry/status.js";
import { TenetError } from "../../src/errors.js";
import { digest } from "../../src/rules/digest.js";
import { changeTree } from "../../src/store/change.js";
import { openStore } from "../../src/store/open-store.js";
import { takeRows } from "../../src/sync/take-rows.js";
import { type Capturing, capturing } from "../capture/capturing.js";
import { ANN, BOB, HUB, rowOf, SIX_USES, shared, take } from "./taking.js";

const LOCKFILE = "Two installs at once make the lockfile drift";
const BACKUPS = "Backups are only real after a restore";
const FIRST = "INS-20260120-A0001";
const OTHER = "INS-20260121-B0001";

const origin = (agent: string, entry: string) => `hub://${HUB}/${agent}/${entry}`;
const decisions = async (...args: Parameters<typeof take>) => (await take(...args)).map(({ decision }) => decision);
type Loose = Entry & Record<string, unknown>;

/** Changes an entry as a person's command would. */
async function changed(world: Capturing, id: string, patch: Record<string, unknown>): Promise<void> {
  await changeTree(world, { op: "edit", reason: "test" }, async (change) => {
    await change.update(id, patch);
  });
}

/** A person approves the words as they are. */
async function approved(world: Capturing, id: string): Promise<void> {
  const entry = await world.entry(id);
  const review = { state: "approved_for_reuse", by: "bridget", at: "2026-02-15T14:00:00Z", hash: contentHash(entry) };
  await changed(world, id, { review });
}

const live = async (world: Capturing): Promise<Loose[]> =>
  (await world.entries()).filter(({ status }) => status === "active") as Loose[];

describe("a row that is new", () => {
  it("becomes an entry of its writer's, peer, with what its writer says of it", { tags: "proof" }, async () => {
    const world = capturing();
    const body = shared(LOCKFILE, { verdict: "validated", score: 8, tags: ["ci"], domain: "builds" });
    const row = rowOf(ANN, FIRST, body);
    const [taken] = await take(world, [row]);
    expect(taken).toMatchObject({ agent: ANN, entry: FIRST, decision: "stored" });
    const entry = await world.entry(taken?.id);
    expect(entry).toMatchObject({
      type: "insight",
      insight: LOCKFILE,
      timestamp: "2026-02-15T14:00:00Z",
      agent: ANN,
      tier: "peer",
      origin: origin(ANN, FIRST),
      hub: { at: body.at, hash: row.row.hash, verdict: "validated", score: 8 },
      tags: ["ci"],
      domain: "builds",
      status: "active",
    });
    for (const field of ["session", "source", "outcome", "review"]) expect(entry[field], field).toBeUndefined();
    expect(existsSync(world.workspace.syncCursors)).toBe(true);
  });

  it("gives nothing new when it is taken again, and writes what the caller stages", async () => {
    const world = capturing();
    const rows = [rowOf(ANN, FIRST, shared(LOCKFILE)), rowOf(BOB, OTHER, shared(BACKUPS))];
    await take(world, rows);
    const before = world.files();
    expect(await decisions(world, rows)).toEqual(["known", "known"]);
    expect(world.files()).toEqual(before);
  });

  it("brings earlier wordings as its writer's, and is known by the newest", async () => {
    const world = capturing();
    const evolution = [
      { at: "2026-01-01T00:00:00Z", text: "The lockfile drifts now and then", evidence: "Seen once" },
      // Its writer's clock is a day ahead.
      { at: "2026-02-16T14:00:00Z", text: "Installs in parallel break the lockfile", evidence: "Seen twice" },
    ];
    const [taken] = await take(world, [rowOf(ANN, FIRST, shared(LOCKFILE, { evolution }))]);
    const entry = (await world.entry(taken?.id)) as Loose & { evolution: Record<string, unknown>[] };
    expect(entry.evolution.map(({ text, agent, origin: from }) => [text, agent, from])).toEqual(
      evolution.map(({ text }) => [text, ANN, origin(ANN, FIRST)]),
    );
    const head = (await openStore(world)).head(taken?.id ?? "");
    expect(head?.text).toBe(LOCKFILE);
  });

  it("names whose claim its writer had learned", async () => {
    const world = capturing();
    const [taken] = await take(world, [rowOf(ANN, FIRST, shared(LOCKFILE))], new Map([[`${ANN}/${FIRST}`, BOB]]));
    expect((await world.entry(taken?.id)).origin).toBe(`${origin(ANN, FIRST)}?from=${BOB}`);
  });

  it("takes corrections and memories that a person shared", async () => {
    const world = capturing();
    const said = { at: "2026-01-20T08:00:00Z" };
    const taken = await take(world, [
      rowOf(ANN, "COR-20260120-C0001", {
        ...said,
        type: "correction",
        claim: "Use npm ci in CI",
        prior_belief: "npm install does",
        stakes: "high",
        at_risk: "a build differs",
      }),
      rowOf(ANN, "MEM-20260120-M0001", { ...said, type: "memory", claim: "The office is in Bern", category: "fact" }),
    ]);
    expect(taken.map(({ decision }) => decision)).toEqual(["stored", "stored"]);
    const [correction, memory] = await Promise.all(taken.map(({ id }) => world.entry(id)));
    expect(correction).toMatchObject({ corrected_to: "Use npm ci in CI", tier: "peer", hub: { at: said.at } });
    expect(memory).toMatchObject({ content: "The office is in Bern", scope: "project", tier: "peer" });
  });

  it("is for the project, whoever is served", async () => {
    const world = capturing();
    world.as({ user: "mallory", contact: "jane" });
    const body = {
      type: "memory",
      claim: "The office is in Bern",
      category: "fact",
      at: "2026-01-20T08:00:00Z",
    } as const;
    const [taken] = await take(world, [rowOf(ANN, "MEM-20260120-M0001", body)]);
    expect(await world.entry(taken?.id)).toMatchObject({ scope: "project" });
  });
});

describe("a row of this tree", () => {
  it("is not taken: another clone of the repository shared it", async () => {
    const world = capturing();
    const { id = "" } = await world.learn(LOCKFILE);
    expect(await take(world, [rowOf(ANN, id, shared(LOCKFILE))])).toEqual([
      { agent: ANN, entry: id, decision: "own", id },
    ]);
    expect(await world.entries()).toHaveLength(1);
  });
});

describe("what is known here", () => {
  it("is counted once, with who said it, and no word of it is logged", async () => {
    const world = capturing();
    const { id } = await world.learn(LOCKFILE, { evidence: "It was seen in the release logs" });
    const row = rowOf(ANN, FIRST, shared(LOCKFILE));
    const before = Object.keys(world.files());
    expect(await decisions(world, [row])).toEqual(["counted"]);
    expect(await decisions(world, [row])).toEqual(["counted"]);
    // Its writer added a tag: judged again, and no second witness.
    expect(await decisions(world, [rowOf(ANN, FIRST, shared(LOCKFILE, { tags: ["ci"] }))])).toEqual(["counted"]);
    expect(await world.entry(id)).toMatchObject({
      seen: 1,
      seen_by: [{ agent: ANN, origin: origin(ANN, FIRST), times: 1 }],
    });
    expect(Object.keys(world.files())).toEqual(before);
  });

  it("grows by what another peer says, once", async () => {
    const world = capturing();
    const [first] = await take(world, [rowOf(ANN, FIRST, shared(LOCKFILE))]);
    const more = shared(LOCKFILE, { evidence: "Bob counted 14 of 20 builds in March" });
    expect(await decisions(world, [rowOf(BOB, OTHER, more)])).toEqual(["evolved"]);
    const grown = (await world.entry(first?.id)) as Loose;
    expect(grown["evolution"]).toMatchObject([{ agent: BOB, origin: origin(BOB, OTHER), evidence: more.evidence }]);
    expect(await decisions(world, [rowOf(BOB, OTHER, more)])).toEqual(["counted"]);
    expect(await world.entry(first?.id)).toEqual(grown);
    // New evidence of the same saying takes the place of the old.
    const newer = shared(LOCKFILE, { evidence: "Bob counted 31 of 40 builds in April" });
    expect(await decisions(world, [rowOf(BOB, OTHER, newer)])).toEqual(["evolved"]);
    expect((await world.entry(first?.id))["evolution"]).toMatchObject([{ agent: BOB, evidence: newer.evidence }]);
  });

  it("is told by rows of one list among themselves", async () => {
    const world = capturing();
    const rows = [rowOf(ANN, FIRST, shared(LOCKFILE)), rowOf(BOB, OTHER, shared(LOCKFILE))];
    expect(await decisions(world, rows)).toEqual(["stored", "counted"]);
    expect(await world.entries()).toMatchObject([{ agent: ANN, seen_by: [{ agent: BOB }] }]);
  });
});

describe("a row whose writer changed it", () => {
  it("changes the copy where it says the same, and keeps what others added", async () => {
    const world = capturing();
    const [first] = await take(world, [rowOf(ANN, FIRST, shared(LOCKFILE, { tags: ["ci"], domain: "builds" }))]);
    await take(world, [
      rowOf(BOB, OTHER, shared(LOCKFILE, { evidence: "Bob counted 14 of 20 builds", tags: ["npm"] })),
    ]);
    const body = shared(`${LOCKFILE}.`, { stakes: "medium", evidence: "It was seen in March", verdict: "mixed" });
    const row = rowOf(ANN, FIRST, body);
    expect(await take(world, [row])).toEqual([{ agent: ANN, entry: FIRST, decision: "changed", id: first?.id }]);
    const copy = (await world.entry(first?.id)) as Loose;
    expect(copy).toMatchObject({
      insight: `${LOCKFILE}.`,
      evidence: "It was seen in March",
      stakes: "medium",
      tags: ["npm"],
      hub: { hash: row.row.hash, verdict: "mixed" },
      evolution: [{ agent: BOB }],
    });
    expect(copy["domain"]).toBeUndefined();
    expect(await decisions(world, [row])).toEqual(["known"]);
    expect(await world.entries()).toHaveLength(1);
  });

  it.each([
    ["auto", undefined],
    ["curated", "needs_review"],
  ] as const)("ends an approval of the words that were there, in %s mode", async (apply_mode, state) => {
    const world = capturing({ apply_mode });
    const [first] = await take(world, [rowOf(ANN, FIRST, shared(LOCKFILE))]);
    await approved(world, first?.id ?? "");
    const judged = shared(LOCKFILE, { verdict: "validated" });
    await take(world, [rowOf(ANN, FIRST, judged)]);
    expect((await world.entry(first?.id)).review?.state).toBe("approved_for_reuse");
    await take(world, [rowOf(ANN, FIRST, { ...judged, evidence: "Something else" })]);
    expect((await world.entry(first?.id)).review?.state).toBe(state);
  });

  it("is a capture that takes the place of the copy where it says something else", async () => {
    const world = capturing();
    const [first] = await take(world, [rowOf(ANN, FIRST, shared(LOCKFILE))]);
    const row = rowOf(ANN, FIRST, shared(BACKUPS));
    const [second] = await take(world, [row]);
    expect(second?.decision).toBe("replaced");
    expect(await world.entry(first?.id)).toMatchObject({ status: "superseded", superseded_by: second?.id });
    expect(await decisions(world, [row])).toEqual(["known"]);
    expect(await live(world)).toMatchObject([{ insight: BACKUPS }]);
  });

  it("leaves what another agent said in the copy that it takes the place of", async () => {
    const world = capturing();
    await take(world, [rowOf(ANN, FIRST, shared(LOCKFILE)), rowOf(BOB, OTHER, shared(LOCKFILE))]);
    await take(world, [rowOf(ANN, FIRST, shared(BACKUPS))]);
    const standing = await live(world);
    expect(standing.map(({ agent, insight }) => [agent, insight]).sort()).toEqual([
      [ANN, BACKUPS],
      [BOB, LOCKFILE],
    ]);
    expect(standing.find(({ agent }) => agent === BOB)?.origin).toBe(origin(BOB, OTHER));
  });

  it("opens a pair with what is close here, and asks about what is only near", async () => {
    const world = capturing();
    const known = await world.draft({ type: "insight", insight: LOCKFILE, evidence: "seen", risk: "medium: builds" });
    const [close] = await take(world, [rowOf(ANN, FIRST, shared(`${LOCKFILE} here`))]);
    expect(close).toMatchObject({ decision: "stored", opened: 1, asks: [{ about: known.id, text: LOCKFILE }] });
    expect(await world.entry(close?.id)).toMatchObject({ near: [{ with: known.id, state: "open" }] });
    expect(await live(world)).toHaveLength(2);
  });

  it("takes no place of what a person approved while it waits itself", async () => {
    const world = capturing({ apply_mode: "curated" });
    const [first] = await take(world, [rowOf(ANN, FIRST, shared(LOCKFILE))]);
    await approved(world, first?.id ?? "");
    const [second] = await take(world, [rowOf(ANN, FIRST, shared(BACKUPS))]);
    const waiting = await world.entry(second?.id);
    expect(waiting).toMatchObject({ review: { state: "needs_review" } });
    expect(waiting?.supersedes).toBeUndefined();
    expect(await world.entry(first?.id)).toMatchObject({ status: "active" });
  });

  it("brings nothing back that was forgotten here", async () => {
    const world = capturing();
    const [first] = await take(world, [rowOf(ANN, FIRST, shared(LOCKFILE))]);
    const forgotten = { at: "2026-02-15T14:00:00Z", by: "bridget", was: "active" };
    await changed(world, first?.id ?? "", { status: "forgotten", forgotten });
    const [again] = await take(world, [rowOf(ANN, FIRST, shared(LOCKFILE, { evidence: "New" }))]);
    expect(again).toMatchObject({ decision: "known", because: "It was forgotten here." });
    expect(await live(world)).toEqual([]);
  });
});

describe("a row that the checks of a capture refuse", () => {
  it("is told with why, and the others are taken", async () => {
    const world = capturing();
    const taken = await take(world, [
      rowOf(ANN, FIRST, shared(LOCKFILE, { at_risk: "nothing" })),
      rowOf(BOB, OTHER, shared(BACKUPS)),
      rowOf(BOB, "INS-20260120-M0001", { type: "insight", claim: "No risk", at: "2026-01-20T08:00:00Z" }),
    ]);
    expect(taken.map(({ decision, because }) => [decision, because])).toEqual([
      ["refused", "nothing is at risk if it is wrong, so it is no learning"],
      ["stored", undefined],
      ["refused", "It lacks at_risk."],
    ]);
    expect(await world.entries()).toHaveLength(1);
    // No word of it stands anywhere.
    expect(JSON.stringify(world.files())).not.toContain(LOCKFILE);
  });

  it("does not hide what the caller could not stage, and nothing is written then", async () => {
    const world = capturing();
    const staging = takeRows(world, HUB, [rowOf(ANN, FIRST, shared(LOCKFILE))], new Map(), async () => {
      throw new TenetError("the cursor is odd", { failure: "refused" });
    });
    await expect(staging).rejects.toThrow("the cursor is odd");
    expect(await world.entries()).toEqual([]);
  });
});

describe("learning", () => {
  it("that is off takes nothing", async () => {
    const world = capturing({ learning: { on: false, instructions: "" } });
    await expect(take(world, [rowOf(ANN, FIRST, shared(LOCKFILE))])).rejects.toMatchObject({ code: "learning-off" });
    expect(existsSync(world.workspace.syncCursors)).toBe(false);
    expect(await take(world, [])).toEqual([]);
    expect(existsSync(world.workspace.syncCursors)).toBe(true);
  });
});

describe("what a peer says", () => {
  it("waits for review in curated mode, and is approved as born in auto", async () => {
    for (const [apply_mode, state] of [
      ["curated", "needs_review"],
      ["auto", undefined],
    ] as const) {
      const world = capturing({ apply_mode });
      const [taken] = await take(world, [rowOf(ANN, FIRST, shared(LOCKFILE))]);
      const entry = await world.entry(taken?.id);
      expect(inForce(entry as Entry, apply_mode).review?.state, apply_mode).toBe(state);
    }
  });

  it("is no rule without a person, whatever speaks for it", { tags: "proof" }, async () => {
    const digested = async (own: boolean) => {
      const world = capturing();
      world.as({ atTerminal: false });
      const more = { evidence: "Bob counted 14 of 20 builds in March" };
      const id = own
        ? (await world.learn(LOCKFILE)).id
        : (await take(world, [rowOf(ANN, FIRST, shared(LOCKFILE))]))[0]?.id;
      if (!own) expect(await decisions(world, [rowOf(BOB, OTHER, shared(LOCKFILE, more))])).toEqual(["evolved"]);
      const stick = { verdict: "held", at: "2026-02-10T09:00:00Z", evidence: "npm ci was used", by: "bridget" };
      await changed(world, id ?? "", { uses: SIX_USES, stick, timestamp: "2026-01-25T09:00:00Z" });
      const { decision } = await digest(world, {});
      return [decision, (await world.entry(id)).status];
    };
    expect(await digested(true)).toEqual(["active", "promoted"]);
    expect(await digested(false)).toEqual(["pending", "active"]);
  });
});
