/** What was learned of one person: it stands in their own tree, is told to them alone in every workspace, and is no rule here. */
import { describe, expect, it } from "vitest";
import { record } from "../../src/capture/record.js";
import type { Actor, Context } from "../../src/context.js";
import { recall } from "../../src/recall/recall.js";
import { edit } from "../../src/review/edit/edit.js";
import { digest } from "../../src/rules/digest.js";
import { userContext } from "../../src/store/user-tree.js";
import { AT_TERMINAL, acting, type Capturing, capturing, codeOf as code } from "../capture/capturing.js";
import { context } from "../operations.js";

const as = (world: Capturing, actor: Partial<Actor> = { user: "bridget" }): Context => acting(world, actor);

const SHORT = { type: "correction", corrected_to: "Answer bridget in two sentences", risk: "high: she stops reading" };
const MORNING = { type: "insight", insight: "Bridget reads long texts before nine", risk: "low: a late answer" };
const HERS = { scope: "user" } as const;

const layersOf = async (ctx: Context, query?: string): Promise<Record<string, string[]>> => {
  const { layers } = await context(ctx, query === undefined ? {} : { query });
  return Object.fromEntries(layers.map(({ name, items }) => [name, items.map(({ text }) => text)]));
};

describe("a learning of scope user", () => {
  it("is told to that person in every context, with what fits a query, and found by recall", async () => {
    const world = capturing();
    const { id = "" } = await record(as(world), { ...SHORT, ...HERS } as never);
    await record(as(world), { ...MORNING, ...HERS } as never);
    await world.correct("Use npm ci in CI", "npm install is fine", { scope: "project" });
    const hers = await layersOf(as(world));
    const project = expect.stringContaining("Use npm ci in CI");
    expect(hers["taught"]).toEqual(expect.arrayContaining([SHORT.corrected_to, MORNING.insight, project]));
    const asked = await layersOf(as(world, { user: "bridget", session: "two" }), "when does bridget read long texts");
    expect(asked["learnings"]).toEqual([MORNING.insight]);
    expect((await recall(as(world), { query: "answer bridget in two sentences" })).results[0]).toMatchObject({ id });
    expect((await layersOf(as(world, { user: "walt" })))["taught"]).toEqual([project]);
  });

  it("is no rule of the project, also where the person's tree is the workspace itself", async () => {
    const world = capturing();
    world.places = { ...world.places, userTree: world.workspace.root };
    const owner = as(world, { ...AT_TERMINAL, user: "bridget" });
    const { id, file } = await record(owner, { ...SHORT, ...HERS } as never);
    expect(file).toMatch(/^memory\//);
    expect(await userContext(owner)).toBeUndefined();
    const { left, operations } = await digest(owner);
    expect([operations, left]).toEqual([[], [{ id, because: "It is about one person only." }]]);
    expect(await layersOf(as(world, { user: "walt" }))).not.toHaveProperty("taught", [SHORT.corrected_to]);
  });
});

describe("a learning of scope global", () => {
  it("is written, and replaced, by an owner or admin at a terminal, into the project's tree", async () => {
    const world = capturing();
    const said = { ...SHORT, corrected_to: "Sign every release", scope: "global" };
    expect(await code(record({ ...world }, said as never))).toBe("needs-person");
    expect(await code(record({ ...world }, { ...MORNING, scope: "global" } as never))).toBe("needs-person");
    const owner = as(world, AT_TERMINAL);
    const { id = "", file } = await record(owner, said as never);
    expect(file).toMatch(/^memory\/learning\/corrections\//);
    expect(await world.entry(id)).toMatchObject({ scope: "global", tier: "owner" });
    const other = { ...SHORT, corrected_to: "Sign no release", replaces: [id] };
    expect(await code(record({ ...world }, other as never))).toBe("needs-person");
    expect(await code(edit({ ...world }, { id, fields: { corrected_to: "x" } }))).toBe("needs-person");
    expect((await layersOf(as(world, { user: "walt" })))["taught"]).toEqual(["Sign every release"]);
  });
});
