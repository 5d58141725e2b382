/** Versions that were pruned come back from git's history, in real repositories. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/entry/entry.js";
import { readAllVersions } from "../../src/report/read-versions.js";
import { CacheDatabase } from "../../src/store/cache/database.js";
import { openStore } from "../../src/store/open-store.js";
import type { Version } from "../../src/store/rules/policy/version.js";
import { readChain } from "../../src/store/rules/versions/chain.js";
import { Workspace } from "../../src/store/workspace.js";
import { held, type RulesWorld, rulesWorld } from "../rules/rules-world.js";

const NAMES = ["A0001", "A0002", "A0003", "A0004", "A0005"];

/** Five versions, one for each entry, each committed with its evidence; two of their files stay, as a pruning leaves them. */
async function pruned(): Promise<{ world: RulesWorld; then: Version[] }> {
  const world = rulesWorld();
  const then: Version[] = [];
  for (const [at, name] of NAMES.entries()) {
    world.day(10 + at);
    await world.store(held(name));
    await world.digest();
    then.push(await world.active());
    const last = then.at(-3);
    if (last !== undefined) rmSync(world.ctx.workspace.versionFile(last.id));
    world.commit();
  }
  expect((await world.chain()).versions.map(({ version }) => version)).toEqual([4, 5]);
  return { world, then };
}

const entriesOf = async ({ ctx }: RulesWorld): Promise<Entry[]> =>
  (await (await openStore(ctx)).load()).map(({ entry }) => entry);

async function all(world: RulesWorld, entries?: readonly Pick<Entry, "promoted_in">[]): Promise<Version[]> {
  const { workspace: ws } = world.ctx;
  return await readAllVersions(ws, await readChain(ws), entries ?? (await entriesOf(world)));
}

const numbers = (versions: readonly Version[]) => versions.map(({ version }) => version);

describe("versions that were pruned", () => {
  it("are told as they were, by number, without a word", { tags: "proof" }, async () => {
    const { world, then } = await pruned();
    const found = await all(world);
    expect(numbers(found)).toEqual([1, 2, 3, 4, 5]);
    expect(found.map(({ id, created, previous }) => ({ id, created, previous }))).toEqual(
      then.map(({ id, created, previous }) => ({ id, created, previous })),
    );
    expect(found.filter(({ status }) => status === "active")).toHaveLength(1);
    for (const [at, version] of found.slice(0, 3).entries()) {
      const was = then[at] as Version;
      expect(version).toMatchObject({ status: "superseded", folded: was.folded, decided: { by: "auto" } });
      expect(version.operations.map(({ op, ids, reason, target }) => ({ op, ids, reason, target }))).toEqual(
        was.operations.map(({ op, ids, reason, target }) => ({ op, ids, reason, target })),
      );
      expect(version.rules.map(({ ids, since }) => ({ ids, since }))).toEqual(
        was.rules.map(({ ids, since }) => ({ ids, since })),
      );
      expect(JSON.stringify(version)).not.toMatch(/before anything else|Claim of/);
      expect(JSON.stringify(was)).toContain("before anything else");
    }
    expect(found[1]?.change_summary).toBe(then[1]?.change_summary);
  });

  it("are the same from the cache, which holds no word of them either", { tags: "proof" }, async () => {
    const { world } = await pruned();
    const found = await all(world);
    expect(await all(world)).toEqual(found);
    const { workspace: ws } = world.ctx;
    const database = CacheDatabase.open(ws, { keeps: false });
    const kept = database.rows<[string]>("SELECT value FROM parsed WHERE kind LIKE 'removed version%'");
    database.close();
    expect(kept).toHaveLength(3);
    expect(JSON.stringify(kept)).not.toMatch(/before anything else|Claim of/);
  });

  it("are not looked for where nothing names them", { tags: "proof" }, async () => {
    const world = rulesWorld();
    await world.store(held("A0001"));
    await world.digest();
    world.commit();
    // It is neither the base of another nor does an entry name it.
    const id = "0002-AAAAA";
    const text = world.read(`memory/versions/${(await world.active()).id}.md`);
    const other = text.replaceAll((await world.active()).id, id).replace(/^version: 1$/m, "version: 2");
    world.world.put(`memory/versions/${id}.md`, other.replace(/^status: active$/m, "status: rejected"));
    world.commit();
    expect(numbers(await all(world))).toEqual([1, 2]);
    rmSync(world.ctx.workspace.versionFile(id));
    world.commit();
    expect(numbers(await all(world))).toEqual([1]);
    // Where an entry names one they are.
    expect(numbers(await all(world, [{ promoted_in: id }]))).toEqual([1, 2]);
  });

  it("are not those that were taken back while they were in force", { tags: "proof" }, async () => {
    const { world } = await pruned();
    const { id } = await world.active();
    world.git("revert", "--no-edit", "HEAD");
    expect((await world.chain()).version(id)).toBeUndefined();
    const found = await all(world, [{ promoted_in: id }]);
    expect(found.map((one) => one.id)).not.toContain(id);
    expect(numbers(found)).toEqual([1, 2, 3, 4]);
  });

  it("come from branches that were merged, and of one taken out twice there is one", { tags: "proof" }, async () => {
    const { world } = await pruned();
    world.git("checkout", "-q", "-b", "side", "HEAD~2");
    const [oldest = ""] = world.git("ls-files", "memory/versions").split("\n");
    world.git("rm", "-q", oldest);
    world.commit("taken out here as well");
    world.git("checkout", "-q", "main");
    world.git("merge", "-q", "--no-edit", "side");
    expect(numbers(await all(world))).toEqual([1, 2, 3, 4, 5]);
  });

  it("are what a shallow clone holds, and nothing without git", { tags: "proof" }, async () => {
    const { world } = await pruned();
    const there = join(world.ctx.workspace.root, "..", `${world.ctx.workspace.root.split("/").at(-1)}-shallow`);
    try {
      world.git("clone", "-q", "--depth", "2", `file://${world.ctx.workspace.root}`, there);
      const ws = new Workspace(there);
      const entries = await entriesOf(world);
      expect(numbers(await readAllVersions(ws, await readChain(ws), entries))).toEqual([3, 4, 5]);
    } finally {
      rmSync(there, { recursive: true, force: true });
    }
    rmSync(join(world.ctx.workspace.root, ".git"), { recursive: true });
    expect(numbers(await all(world))).toEqual([4, 5]);
  });

  it("are none where git has no commit, or its repository is damaged", { tags: "proof" }, async () => {
    const world = rulesWorld();
    const entry = [{ promoted_in: "0001-AAAAA" }];
    expect(await all(world, entry)).toEqual([]);
    const { world: broken } = await pruned();
    writeFileSync(join(broken.ctx.workspace.root, ".git", "HEAD"), "nonsense");
    expect(numbers(await all(broken))).toEqual([4, 5]);
  });

  it.each<[string, (text: string) => string | Buffer]>([
    ["named otherwise than it says", (text) => text.replace(/^id: .*$/m, "id: 0009-AAAAA")],
    ["no version", () => "# Notes\n"],
    ["no text", () => Buffer.from([0, 1, 255])],
    ["nothing", () => ""],
    ["one that waits", (text) => text.replace(/^status: .*$/m, "status: pending")],
  ])("are left out where the file was %s", { tags: "sampled" }, async (_, change) => {
    const world = rulesWorld();
    await world.store(held("A0001"));
    await world.digest();
    world.commit();
    const { id } = await world.active();
    const file = `memory/versions/${id}.md`;
    world.world.put(file, change(world.read(file).replace(/^status: active$/m, "status: superseded")));
    world.commit();
    world.git("rm", "-q", file);
    world.commit();
    expect(await all(world, [{ promoted_in: id }])).toEqual([]);
  });
});
