/** Entries that hold for some files only: printed where the session's folder is one of theirs, else counted in one line. */
import { describe, expect, it } from "vitest";
import { cor, ins, type LoopWorld, loopWorld } from "../loop/loop-world.js";
import { context } from "../operations.js";
import { sandbox } from "../sandbox.js";
import { memory } from "../store/entries.js";

const paths = ["packages/api/**"];
const FAILED = { verdict: "failed", at: "2026-02-08T09:00:00Z" } as const;

async function bound(): Promise<LoopWorld> {
  const world = loopWorld({});
  await world.store(
    cor("TXT01", { paths, corrected_to: "Columns are in snake case" }),
    cor("FAI01", { paths, corrected_to: "Handlers are async", stick: FAILED }),
    ins("TXT02", { paths, insight: "The API answers with problem+json" }),
    memory({ id: "MEM-20260201-TXT03", paths, content: "The API listens on 8080" }),
    cor("ALL01", { corrected_to: "Never push to main" }),
  );
  return world;
}

const at = (world: LoopWorld, folder: string | undefined) => context({ ...world.ctx, folder });

describe("an entry for some files", () => {
  it.each(["packages/api", "packages/api/src"])(
    "is printed in %s, with what it is for",
    { tags: "proof" },
    async (folder) => {
      const { text, says } = await at(await bound(), folder);
      for (const said of ["snake case", "are async", "problem+json", "on 8080", "push to main"])
        expect(text).toContain(said);
      expect(text).toMatch(/COR-\S+-TXT01 \S+ for packages\/api\/\*\* \| Columns/);
      expect(says).toEqual([]);
    },
  );

  it.each(["", "packages/web", undefined])("is counted once in %j, and nothing else of it is", async (folder) => {
    const { text, says } = await at(await bound(), folder);
    for (const said of ["snake case", "are async", "problem+json", "on 8080"]) expect(text).not.toContain(said);
    expect(text).toContain("Never push to main");
    expect(says).toEqual([expect.stringMatching(/^Not shown: .*: tenet list$/)]);
  });

  it("is found by a query everywhere", async () => {
    const world = loopWorld({ embedding: { model: "./none" } });
    await world.store(cor("TXT01", { paths, corrected_to: "Columns are in snake case" }));
    expect((await context({ ...world.ctx, folder: "" }, { query: "snake case columns" })).text).toContain("snake case");
  });

  it("is left out when it is pinned", async () => {
    const world = loopWorld({});
    const told = memory({ id: "MEM-20260201-TXT03", tier: "owner", paths, content: "The API listens" });
    await world.store({ ...told, pinned: { by: "bridget", at: "2026-02-01T09:00:00Z" } });
    expect((await at(world, "")).core.text).toBe("");
    world.session("another");
    expect((await at(world, "packages/api")).core.text).toContain("pinned, for packages/api/** | The API listens");
  });
});

it("takes the folder from where a command runs, from -C, and from what a host says", { tags: "proof" }, async () => {
  const box = await sandbox();
  await box.write("packages/api/src/a.ts", "");
  await box.run(["remember", "The API listens on 8080", "--paths", "packages/api/**"]);
  const [top, inside, api] = [box.dir, box.path("packages/api/src"), "The API listens on 8080"];
  const said = async (args: string[], cwd: string, stdin?: string) =>
    (await box.run(args, { cwd, ...(stdin === undefined ? {} : { stdin }) })).stdout.includes(api);
  const start = (cwd: string) => JSON.stringify({ hook_event_name: "SessionStart", session_id: cwd, cwd });
  expect(await said(["context"], top)).toBe(false);
  expect(await said(["context"], inside)).toBe(true);
  expect(await said(["-C", "packages/api", "context"], top)).toBe(true);
  expect(await said(["hook", "session-start"], top, start(inside))).toBe(true);
  expect(await said(["hook", "session-start"], top, start(top))).toBe(false);
  expect(await said(["hook", "session-start"], inside, start(top))).toBe(false);
});
