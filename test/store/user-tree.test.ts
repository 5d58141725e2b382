/** The tree of one person: where it lies, who reads it, and that every command asks it as it asks the workspace. */
import { lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Captured } from "../../src/capture/capture-schemas.js";
import { remember } from "../../src/capture/record.js";
import { forget } from "../../src/forget/forget.js";
import { status } from "../../src/health/status.js";
import { markUsed } from "../../src/loop/used.js";
import { memories } from "../../src/recall/memories.js";
import { recall } from "../../src/recall/recall.js";
import { show } from "../../src/recall/show.js";
import { edit } from "../../src/review/edit/edit.js";
import { reviewQueue } from "../../src/review/queue/review-queue.js";
import { resolvePair } from "../../src/review/resolve.js";
import { decideReview } from "../../src/review/review.js";
import { AT_TERMINAL, acting, type Capturing, capturing, codeOf, NO_MODEL } from "../capture/capturing.js";
import { context, heartbeat } from "../operations.js";

const SHORT = "Answer in short sentences";
const TABS = "Indent Go with tabs";
const FACTS = "memory/facts/facts.md";
const HERS = `user:${FACTS}`;
const BRIDGET = { user: "bridget" };

const say = (world: Capturing, content: string, scope: "project" | "user" = "project"): Promise<Captured> =>
  remember({ ...world }, { content, category: "fact", scope });
const served = (profile = {}) => acting(capturing({ ...NO_MODEL, ...profile }), BRIDGET);
const at = (world: Capturing, userTree: string): Capturing => ({ ...world, places: { ...world.places, userTree } });
const missing = (path: string) => lstatSync(path, { throwIfNoEntry: false }) === undefined;

describe("the user tree", () => {
  it("is made by the first memory of scope user, for its owner alone, and never by reading", async () => {
    const world = served();
    const { userTree } = world.places;
    await memories({ ...world });
    await recall({ ...world }, { query: "anything", mode: "keyword" });
    expect(missing(userTree)).toBe(true);
    const { id = "", file } = await say(world, SHORT, "user");
    expect(file).toBe(HERS);
    expect(lstatSync(userTree).mode & 0o777).toBe(0o700);
    for (const path of [join(userTree, ".git"), join(world.workspace.root, "memory")]) expect(missing(path)).toBe(true);
    // Git sees nothing of it, in a workspace that is a home folder.
    expect(userTree.startsWith(world.workspace.root)).toBe(true);
    expect(readFileSync(join(userTree, ".gitignore"), "utf8")).toBe("*\n");
    expect(await show({ ...world }, id.slice(-5))).toMatchObject({
      claim: SHORT,
      file,
      entry: { scope: "user", ...BRIDGET },
    });
  });

  it("says once that it cannot be read, and everything else works", async () => {
    const world = served();
    mkdirSync(world.places.userTree, { recursive: true });
    writeFileSync(join(world.places.userTree, "tenet.yaml"), "schema: [\n");
    await say(world, TABS);
    const ctx = { ...world };
    world.warnings.length = 0;
    expect((await memories(ctx)).total).toBe(1);
    await recall(ctx, { query: "tabs", mode: "keyword" });
    expect(world.warnings).toHaveLength(1);
    expect(world.warnings[0]).toContain(`The user tree in ${world.places.userTree} cannot be read`);
  });

  it("may be the workspace itself", async () => {
    const plain = served();
    const world = at(plain, plain.workspace.root);
    expect((await say(world, SHORT, "user")).file).toBe(FACTS);
    expect((await memories({ ...world })).total).toBe(1);
    expect((await memories(acting(world, { user: "sybil" }))).total).toBe(0);
  });

  it("is asked for used, edit, links, forget and resolve as the workspace is", async () => {
    const world = served();
    const texts = [
      await say(world, SHORT, "user"),
      await say(world, "Never use bullet points", "user"),
      await say(world, TABS),
    ];
    const [a = "", b = "", c = ""] = texts.map(({ id }) => id);
    expect(await markUsed(acting(world, { session: "later" }), { ref: a })).toMatchObject({ decision: "counted" });
    expect((await memories({ ...world })).memories[0]).toMatchObject({ id: a, uses: 1 });
    await edit({ ...world }, { id: a, fields: { linked: [b] } });
    expect(await codeOf(edit({ ...world }, { id: a, fields: { linked: [c] } }))).toBe("two-trees");
    await edit({ ...world }, { id: a, fields: { content: "Answer in very short sentences" } });
    expect((await show({ ...world }, a)).claim).toBe("Answer in very short sentences");
    expect(await codeOf(edit({ ...world }, { id: a, fields: { scope: "project" } }))).toBe("wrong-field");
    await resolvePair({ ...world }, { a, b, how: "unrelated" });
    // What a person said is for people to forget.
    expect(await codeOf(forget({ ...world }, { refs: [a], taking: "forget" }))).toBe("needs-person");
    const gone = await forget(acting(world, AT_TERMINAL), { refs: [a], taking: "forget", confirmed: true });
    expect(gone.entries[0]).toMatchObject({ id: a, file: HERS });
    expect((await memories({ ...world })).memories.map(({ id }) => id)).not.toContain(a);
  });

  it("everything from one source is forgotten in the tree where that is asked for", async () => {
    const agent = acting(served(), { session: "one" });
    const world = acting(agent, AT_TERMINAL);
    await say(agent, SHORT, "user");
    const ours = await say(agent, TABS);
    const of = (value: string) =>
      forget({ ...world }, { refs: [], selector: { by: "session", value }, taking: "forget", confirmed: true });
    expect((await of("one")).entries).toMatchObject([{ id: ours.id, file: FACTS }]);
    expect((await memories({ ...world })).memories.map(({ text }) => text)).toEqual([SHORT]);
    expect(await codeOf(of("none"))).toBe("not-found");
  });

  it("what waits there for a review is listed, counted and decided as in the workspace", async () => {
    const agent = served({ apply_mode: "curated" });
    const world = acting(agent, AT_TERMINAL);
    const { id = "", file } = await say(agent, SHORT, "user");
    await say(agent, TABS);
    const files = (await reviewQueue({ ...world })).queue.map((item) => "file" in item && item.file);
    expect(files).toEqual(expect.arrayContaining([file, FACTS]));
    expect((await heartbeat({ ...agent }, { dryRun: true })).pending).toMatchObject([{ kind: "person", count: 2 }]);
    expect((await status({ ...agent })).waiting).toMatchObject([{ kind: "entry", count: 2 }]);
    expect((await context({ ...agent })).tail.text).toContain("2 entries");
    const sybil = acting(agent, { user: "sybil" });
    expect((await reviewQueue({ ...sybil })).queue).toHaveLength(1);
    expect((await status({ ...sybil })).waiting).toMatchObject([{ count: 1 }]);
    expect(await decideReview({ ...world }, { ref: id, action: "approve", confirmed: true })).toMatchObject({ file });
    expect((await reviewQueue({ ...world })).queue).toHaveLength(1);
  });

  it("stands in one ranking with the workspace: a small tree does not win by its own best", async () => {
    const world = acting(capturing(), BRIDGET);
    for (const text of ["The lockfile decides which version wins", "Lunch is at noon", "Badges open the garage"])
      await say(world, text);
    await say(world, "Mention a lockfile only in long explanations of how things came about here", "user");
    for (const mode of ["keyword", "hybrid"] as const) {
      const { results } = await recall({ ...world }, { query: "lockfile wins", mode });
      expect(results.slice(0, 2).map(({ scope }) => scope)).toEqual(["project", "user"]);
      expect(results[1]).toMatchObject({ category: "fact", confidence: 1, file: HERS });
      expect(results[1]?.score).toBeLessThan(0.7 * (results[0]?.score ?? 0));
    }
  });
});
