/** What becomes of rows that other agents share: judged as a peer's captures, once, with what tenet alone writes. */

import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/entry/entry.js";
import { isLive } from "../../src/entry/gates/visible.js";
import { TenetError } from "../../src/errors.js";
import { digest } from "../../src/rules/digest.js";
import type { Profile } from "../../src/settings.js";
import { entryOf } from "../../src/store/cache/row.js";
import { openStore } from "../../src/store/open-store.js";
import { readCursors } from "../../src/sync/sync-state.js";
import { takeRows } from "../../src/sync/take-rows.js";
import { type Capturing, capturing } from "../capture/capturing.js";
import {
  ANN,
  approved,
  BACKUPS,
  BOB,
  changed,
  FIRST,
  forgotten,
  HUB,
  LOCKFILE,
  OTHER,
  rowOf,
  SIX_USES,
  shared,
  take,
  WITHOUT_MODEL,
} from "./taking.js";

const origin = (agent: string, entry: string) => `hub://${HUB}/${agent}/${entry}`;
const decisions = async (...args: Parameters<typeof take>) => (await take(...args)).map(({ decision }) => decision);
type Loose = Entry & Record<string, unknown>;

const plain = (profile: Partial<Profile> = {}): Capturing => capturing({ ...WITHOUT_MODEL, ...profile });

/** A tree that has taken Ann's row. */
async function taker(profile: Partial<Profile> = {}, more = {}): Promise<{ world: Capturing; id: string }> {
  const world = plain(profile);
  const [first] = await take(world, [rowOf(ANN, FIRST, shared(LOCKFILE, more))]);
  return { world, id: first?.id ?? "" };
}

const live = async (world: Capturing) => (await openStore(world)).heads.filter((row) => isLive(row));
const standingOf = async (world: Capturing, id = "") => (await openStore(world)).head(id);

describe("a row that is new", () => {
  it("becomes an entry of its writer's, peer, with what its writer says of it, and nothing when it comes again", async () => {
    const world = plain();
    const body = shared(LOCKFILE, { verdict: "validated", score: 8, tags: ["ci"], domain: "builds" });
    const rows = [rowOf(ANN, FIRST, body), rowOf(BOB, OTHER, shared(BACKUPS, { from: ANN }))];
    const [taken] = await take(world, rows);
    expect(taken).toMatchObject({ agent: ANN, entry: FIRST, decision: "stored" });
    const entry: Loose = entryOf(await world.entry(taken?.id));
    expect(entry).toMatchObject({
      ...{ type: "insight", insight: LOCKFILE, timestamp: "2026-02-15T14:00:00Z", agent: ANN, tier: "peer" },
      ...{ origin: origin(ANN, FIRST), tags: ["ci"], domain: "builds" },
      hub: { at: "2026-01-20T08:00:00Z", hash: rows[0]?.row.hash, verdict: "validated", score: 8 },
    });
    for (const field of ["session", "source", "outcome", "review"]) expect(entry[field], field).toBeUndefined();
    // Its writer had learned it.
    expect((await live(world)).find(({ agent }) => agent === BOB)?.origin).toBe(`${origin(BOB, OTHER)}?from=${ANN}`);
    expect(readCursors(world.workspace).size).toBe(1);
    const before = world.files();
    expect(await decisions(world, rows)).toEqual(["known", "known"]);
    expect(world.files()).toEqual(before);
  });

  it("may be a correction or a memory that a person shared, and is for the project, whoever is served", async () => {
    const world = plain();
    world.as({ user: "mallory", contact: "jane" });
    const { stakes, at_risk } = shared("");
    const prior_belief = "npm install does";
    const taken = await take(world, [
      rowOf(ANN, "COR-20260120-C0001", { type: "correction", claim: "Use npm ci", prior_belief, stakes, at_risk }),
      rowOf(ANN, "MEM-20260120-M0001", { type: "memory", claim: "The office is in Bern", category: "fact" }),
    ]);
    expect(taken.map(({ decision }) => decision)).toEqual(["stored", "stored"]);
    const [correction, memory] = await Promise.all(taken.map(({ id }) => world.entry(id)));
    expect(correction).toMatchObject({ corrected_to: "Use npm ci", tier: "peer", hub: { at: "2026-01-20T08:00:00Z" } });
    expect(memory).toMatchObject({ content: "The office is in Bern", scope: "project", tier: "peer" });
  });

  it("is not taken where it is of this tree: another clone of the repository shared it", async () => {
    const world = plain();
    const { id = "" } = await world.learn(LOCKFILE);
    const own = [{ agent: ANN, entry: id, decision: "own", id }];
    expect(await take(world, [rowOf(ANN, id, shared(LOCKFILE))])).toEqual(own);
    expect(await world.entries()).toHaveLength(1);
  });
});

describe("what is known here", () => {
  it("is counted once, with who said it, and no word of it is logged", async () => {
    const world = plain();
    const { id } = await world.learn(LOCKFILE, { evidence: "It was seen in the release logs" });
    const row = rowOf(ANN, FIRST, shared(LOCKFILE));
    const before = Object.keys(world.files());
    expect(await decisions(world, [row])).toEqual(["counted"]);
    expect(await decisions(world, [row])).toEqual(["counted"]);
    // Its writer added a tag: judged again, and no second witness.
    expect(await decisions(world, [rowOf(ANN, FIRST, shared(LOCKFILE, { tags: ["ci"] }))])).toEqual(["counted"]);
    const said = (await world.entry(id))["said"];
    expect(said).toMatchObject([{ agent: ANN, tier: "peer", origin: origin(ANN, FIRST) }]);
    expect(Object.keys(world.files())).toEqual(before);
  });

  it("grows by what another peer says, each evidence once", async () => {
    const { world, id } = await taker();
    const says = async (evidence: string) =>
      await decisions(world, [rowOf(BOB, OTHER, shared(LOCKFILE, { evidence }))]);
    const [march, april] = ["Bob counted 14 of 20 builds in March", "Bob counted 31 of 40 builds in April"];
    expect([await says(march), await says(march)]).toEqual([["evolved"], ["counted"]]);
    const wording = { agent: BOB, origin: origin(BOB, OTHER) };
    expect(await says(april)).toEqual(["evolved"]);
    expect((await world.entry(id))["evolution"]).toMatchObject(
      [march, april].map((evidence) => ({ ...wording, evidence })),
    );
  });

  it("is told by rows of one list among themselves", async () => {
    const world = plain();
    const rows = [rowOf(ANN, FIRST, shared(LOCKFILE)), rowOf(BOB, OTHER, shared(LOCKFILE))];
    expect(await decisions(world, rows)).toEqual(["stored", "counted"]);
    expect(await world.entries()).toMatchObject([{ agent: ANN, said: [{ agent: BOB }] }]);
  });

  it("opens a pair with what is close, which is asked about", async () => {
    const world = capturing();
    const known = await world.learn(LOCKFILE);
    const [close] = await take(world, [rowOf(ANN, FIRST, shared(`${LOCKFILE} here`))]);
    expect(close).toMatchObject({ decision: "stored", opened: 1, asks: [{ about: known.id, text: LOCKFILE }] });
    expect(await world.entry(close?.id)).toMatchObject({ near: [{ with: known.id, found: "claim" }] });
    expect(await live(world)).toHaveLength(2);
  });
});

describe("a row whose writer changed it", () => {
  it("changes the copy where it says the same, and keeps what others added", async () => {
    const { world, id } = await taker({}, { tags: ["ci"], domain: "builds" });
    const bobs = shared(LOCKFILE, { evidence: "Bob counted 14 of 20 builds" });
    await take(world, [rowOf(BOB, OTHER, bobs)]);
    const body = shared(`${LOCKFILE}.`, { stakes: "medium", evidence: "It was seen in March", verdict: "mixed" });
    const row = rowOf(ANN, FIRST, body);
    expect(await take(world, [row])).toEqual([{ agent: ANN, entry: FIRST, decision: "changed", id }]);
    const copy: Loose = entryOf(await world.entry(id));
    expect(copy).toMatchObject({
      ...{ insight: `${LOCKFILE}.`, evidence: "It was seen in March", stakes: "medium" },
      ...{ hub: { hash: row.row.hash, verdict: "mixed" }, evolution: [{ agent: BOB }] },
    });
    for (const field of ["domain", "tags"]) expect(copy[field], field).toBeUndefined();
    expect(await decisions(world, [row])).toEqual(["known"]);
    expect(await world.entries()).toHaveLength(1);
  });

  it.each([
    ["auto", undefined],
    ["curated", "needs_review"],
  ] as const)("ends an approval of the words that were there, in %s mode", async (apply_mode, state) => {
    const { world, id } = await taker({ apply_mode });
    // What a peer says waits for review in curated mode, and is approved as born in auto.
    expect((await standingOf(world, id))?.review?.state).toBe(state);
    await approved(world, id);
    const judged = shared(LOCKFILE, { verdict: "validated" });
    await take(world, [rowOf(ANN, FIRST, judged)]);
    expect((await standingOf(world, id))?.review?.state).toBe("approved_for_reuse");
    await take(world, [rowOf(ANN, FIRST, { ...judged, evidence: "Something else" })]);
    expect((await standingOf(world, id))?.review?.state).toBe(state);
  });

  it("takes the place of the copy where it says something else", async () => {
    const { world, id } = await taker();
    const row = rowOf(ANN, FIRST, shared(BACKUPS));
    const [second] = await take(world, [row]);
    expect(second?.decision).toBe("replaced");
    expect(await standingOf(world, id)).toMatchObject({ status: "superseded", superseded_by: second?.id });
    expect(await decisions(world, [row])).toEqual(["known"]);
    const standing = (await live(world)).map(({ insight, origin: from }) => [insight, from]).sort();
    expect(standing).toEqual([[BACKUPS, origin(ANN, FIRST)]]);
  });

  it("takes no place of what a person approved while it waits itself", async () => {
    const { world, id } = await taker({ apply_mode: "curated" });
    await approved(world, id);
    const [second] = await take(world, [rowOf(ANN, FIRST, shared(BACKUPS))]);
    expect(await standingOf(world, second?.id)).toMatchObject({ review: { state: "needs_review" } });
    expect(await standingOf(world, id)).toMatchObject({ status: "active" });
  });

  it("brings nothing back that was forgotten here, not even in this moment", async () => {
    const FORGOTTEN = { decision: "known", because: "It was forgotten here." };
    const { world, id } = await taker();
    const newer = [rowOf(ANN, FIRST, shared(LOCKFILE, { evidence: "Ann counted 12 of 80 builds" }))];
    const meanwhile = { forgotten: { at: "2026-02-15T14:00:00Z", by: "bridget", tier: "owner" } };
    const taken = await takeRows(world, HUB, newer, async (change) => {
      await change.update(id, meanwhile);
    });
    expect(taken).toMatchObject([{ ...FORGOTTEN, id }]);
    expect(await take(world, newer)).toMatchObject([FORGOTTEN]);
    expect(await live(world)).toEqual([]);
    expect(JSON.stringify(world.files())).not.toContain("Ann counted");
    const other = await taker();
    await forgotten(other.world, other.id);
    expect(await take(other.world, newer)).toMatchObject([FORGOTTEN]);
  });
});

describe("a row that the checks of a capture refuse", () => {
  it("is told with why, and the others are taken", async () => {
    const world = plain();
    const taken = await take(world, [
      rowOf(ANN, FIRST, shared(LOCKFILE, { at_risk: "nothing" })),
      rowOf(BOB, OTHER, shared(BACKUPS)),
      rowOf(BOB, "INS-20260120-M0001", { type: "insight", claim: "No risk" }),
    ]);
    expect(taken.map(({ decision, because }) => [decision, because])).toEqual([
      ["refused", "nothing is at risk if it is wrong, so it is no learning"],
      ["stored", undefined],
      ["refused", "nothing is at risk if it is wrong, so it is no learning"],
    ]);
    expect(await world.entries()).toHaveLength(1);
    expect(JSON.stringify(world.files())).not.toContain(LOCKFILE);
  });

  it("does not hide what the caller could not stage, and nothing is written then", async () => {
    const world = plain();
    const staging = takeRows(world, HUB, [rowOf(ANN, FIRST, shared(LOCKFILE))], async () => {
      throw new TenetError("the cursor is odd", { failure: "refused" });
    });
    await expect(staging).rejects.toThrow("the cursor is odd");
    expect(await world.entries()).toEqual([]);
  });

  it("is any while learning is off; the cursor moves where there is none", async () => {
    const world = plain({ learning: { on: false, instructions: "" } });
    await expect(take(world, [rowOf(ANN, FIRST, shared(LOCKFILE))])).rejects.toMatchObject({ code: "learning-off" });
    expect(readCursors(world.workspace).size).toBe(0);
    expect(await take(world, [])).toEqual([]);
    expect(readCursors(world.workspace).size).toBe(1);
  });
});

it("what a peer says is no rule without a person, whatever speaks for it", async () => {
  const digested = async (own: boolean) => {
    const { world, id: copy } = await taker();
    world.as({ atTerminal: false });
    const evidence = "Bob counted 14 of 20 builds in March";
    if (!own) expect(await decisions(world, [rowOf(BOB, OTHER, shared(LOCKFILE, { evidence }))])).toEqual(["evolved"]);
    const id = own ? (await world.learn(BACKUPS)).id : copy;
    await changed(world, id, { uses: SIX_USES, timestamp: "2026-01-25T09:00:00Z" });
    const { decision } = await digest(world, {});
    return [decision, (await standingOf(world, id))?.status];
  };
  expect(await digested(true)).toEqual(["active", "promoted"]);
  expect(await digested(false)).toEqual(["pending", "active"]);
});
