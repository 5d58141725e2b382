/** What was learned of one person: it stands in their own tree, is told to them alone in every workspace, and is no rule here. */
import { expect, it } from "vitest";
import { record } from "../../src/capture/record.js";
import type { Actor, Context } from "../../src/context.js";
import { digest } from "../../src/rules/digest.js";
import { userContext } from "../../src/store/user-tree.js";
import { AT_TERMINAL, acting, type Capturing, capturing } from "../capture/capturing.js";
import { context } from "../operations.js";

const as = (world: Capturing, actor: Partial<Actor> = { user: "bridget" }): Context => acting(world, actor);

const SHORT = { type: "correction", corrected_to: "Answer bridget in two sentences", risk: "high: she stops reading" };
const HERS = { scope: "user" } as const;

const layersOf = async (ctx: Context, query?: string): Promise<Record<string, string[]>> => {
  const { layers } = await context(ctx, query === undefined ? {} : { query });
  return Object.fromEntries(layers.map(({ name, items }) => [name, items.map(({ text }) => text)]));
};

it("a learning of scope user is no rule of the project, also where the person's tree is the workspace itself", async () => {
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
