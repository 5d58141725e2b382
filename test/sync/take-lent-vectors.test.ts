/** Vectors that travel with a row: used in the place of the model, and made anew by an index. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { startedModel } from "../../src/search/model/started-model.js";
import { Search } from "../../src/search/search.js";
import { VectorStore } from "../../src/search/vectors/vector-store.js";
import { openStore } from "../../src/store/open-store.js";
import type { AcceptedRow } from "../../src/sync/policy/accept-row.js";
import { capturing } from "../capture/capturing.js";
import type { TestWorld } from "../store/workspace.js";
import { ANN, BACKUPS, FIRST, LOCKFILE, lendingRow, rowOf, shared, take, withdraw } from "./taking.js";

/** A vector that no text has. */
const odd = (): Float32Array => Float32Array.from({ length: 384 }, (_, at) => (at === 7 ? 1 : 0));

function located(world: TestWorld) {
  const started = startedModel(world);
  if (!("located" in started)) throw new Error(started.unavailable);
  return started.located;
}
const fingerprint = (world: TestWorld): string => located(world).fingerprint;

/** The vectors in the table of the index. */
async function tableOf(world: TestWorld): Promise<number[][]> {
  const rows = await new VectorStore(world.workspace, located(world)).read();
  return rows.all.map(({ vector }) => Array.from(vector));
}

const noted = (world: TestWorld): unknown =>
  existsSync(world.workspace.syncLentVectors)
    ? JSON.parse(readFileSync(world.workspace.syncLentVectors, "utf8"))
    : undefined;

async function indexed(world: TestWorld): Promise<void> {
  const search = new Search(world, await openStore(world));
  await search.build(world.progress);
  await search.close();
}

/** A row that lends odd vectors, as made by some model. */
const lending = (model: string, body = shared(LOCKFILE)): AcceptedRow =>
  rowOf(ANN, FIRST, body, { whole: odd(), claim: odd(), model });

describe("vectors that a row lends", () => {
  it("stand in the table, and are noted until an index makes them anew, or the words are erased", async () => {
    const world = capturing();
    await take(world, [lending(fingerprint(world))]);
    expect(await tableOf(world)).toEqual([Array.from(odd()), Array.from(odd())]);
    expect(noted(world)).toMatchObject({ [fingerprint(world)]: [expect.any(String), expect.any(String)] });
    await indexed(world);
    const after = await tableOf(world);
    expect(after).toHaveLength(2);
    expect(after).not.toContainEqual(Array.from(odd()));
    expect(noted(world)).toEqual({});
    const other = capturing();
    await take(other, [lending(fingerprint(other))]);
    await withdraw(other, "erased", [ANN, FIRST]);
    expect(noted(other)).toEqual({});
  });

  it("decide as those made here do", { tags: "proof" }, async () => {
    const [world, other] = [capturing(), capturing()];
    for (const one of [world, other]) {
      await one.learn(LOCKFILE, { evidence: "Our own logs of May" });
      await one.learn(BACKUPS);
    }
    const body = shared("The lockfile drifts when two installs run at once", { evidence: "Seen by Ann in June 2025" });
    const [taken] = await take(world, [await lendingRow(world, ANN, FIRST, body)]);
    const [made] = await take(other, [rowOf(ANN, FIRST, body)]);
    expect(taken?.decision).toBe(made?.decision);
    expect((await world.entry(taken?.id))["linked"]).toHaveLength(1);
    expect(noted(other)).toBeUndefined();
  });

  it("are not used of another model, or of none", async () => {
    for (const added of ["0", undefined]) {
      const world = capturing();
      await take(world, [lending(added === undefined ? "" : `${fingerprint(world)}${added}`)]);
      expect(await tableOf(world)).not.toContainEqual(Array.from(odd()));
      expect(noted(world)).toBeUndefined();
    }
  });

  it("are not used for a text that was changed when it was checked", async () => {
    const world = capturing();
    const secret = shared(LOCKFILE, { evidence: `  ${"A secret"}: AKIAQ3EGVXJ5ZPLRTUNW  ` });
    await take(world, [lending(fingerprint(world), secret)]);
    const table = await tableOf(world);
    // The claim is as it was; the template is not.
    expect(table.filter((vector) => vector[7] === 1)).toHaveLength(1);
    expect(table).toHaveLength(2);
  });

  it("take the place of none that was made here", async () => {
    const world = capturing();
    await world.learn(LOCKFILE, { evidence: "It was seen in the release logs" });
    const body = shared(LOCKFILE, { evidence: "Ann counted 12 of 80 builds in June" });
    await take(world, [lending(fingerprint(world), body)]);
    // Of the copy's two texts the claim was known.
    expect((await tableOf(world)).filter((vector) => vector[7] === 1)).toHaveLength(1);
  });
});
