/** A harvest over real files: whose words they are, what is known, what is remembered, and what is left alone. */

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { harvest } from "../../src/harvest/harvest.js";
import type { HarvestGroup } from "../../src/harvest/harvest-schemas.js";
import { keepOffer, leaveOffers } from "../../src/harvest/keep-offers.js";
import { defaultProfile } from "../../src/settings.js";
import { hear, openHeard } from "../../src/store/state/heard.js";
import { State } from "../../src/store/state/state-db.js";
import { historyOf } from "../../src/transcripts/host-history.js";
import { AT_TERMINAL, type Capturing, capturing, OWNER } from "../capture/capturing.js";
import { claudeCodeSession } from "../hosts/talk.js";

const FIELDS = {
  corrected_to: "Sign every release tag",
  prior_belief: "Tags need no signature",
  stakes: "high",
  at_risk: "A forged release",
  behavioral_change: "Sign before pushing",
};

function session(
  world: Capturing,
  name: string,
  text: string,
  at = "2026-02-01T10:00:00Z",
  folder = world.workspace.root,
): string {
  const slug = folder.replace(/[^A-Za-z0-9]/g, "-");
  const path = join(world.places.hosts["claude-code"], "projects", slug, `${name}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    claudeCodeSession([{ label: "correction", text, before: "I tagged it." }], name, folder, new Date(at)),
  );
  return path;
}

async function found(world: Capturing): Promise<HarvestGroup> {
  const { single } = await harvest(world);
  return single[0] as HarvestGroup;
}

const SAID = "That's wrong, sign every release tag.";

describe("whose words they are", () => {
  const named = (name: string, email?: string) => ({
    atTerminal: true,
    git: async () => ({ name, ...(email === undefined ? {} : { email }) }),
  });
  const BY_NAME = { people: [{ name: OWNER.name, role: "owner" as const }] };
  it.each([
    ["the owner's, when the owner sits at the terminal", {}, AT_TERMINAL, "owner"],
    ["the owner's, whom the profile lists without an e-mail", BY_NAME, named("Bridget"), "owner"],
    ["not the owner's, when somebody else sits there", {}, named("mallory", "mallory@example.invalid"), "self"],
  ])("%s", { tags: "proof" }, async (_, profile, actor, tier) => {
    const world = capturing(profile);
    world.as(actor);
    session(world, "s1", SAID);
    const { id } = await keepOffer(world, await found(world), FIELDS);
    expect(await world.entry(id)).toMatchObject({
      ...{ tier, timestamp: "2026-02-15T14:00:00Z" },
      context: `Said once: "${SAID}" (2026-02-01, claude-code, session s1)`,
    });
    if (tier === "owner") expect(await world.entry(id)).toMatchObject({ source: "bridget" });
  });

  it("nobody's off a terminal: refused, and nothing is stored or remembered", async () => {
    const world = capturing();
    session(world, "s1", SAID);
    await expect(keepOffer(world, await found(world), FIELDS)).rejects.toMatchObject({ code: "needs-person" });
    expect(await world.entries()).toEqual([]);
    expect((await found(world)).state).toBe("open");
  });
});

describe("what is decided stays decided", () => {
  it("where an entry was erased: it does not come back from the transcript", async () => {
    const world = capturing();
    world.as(AT_TERMINAL);
    session(world, "s1", SAID);
    const { file } = await keepOffer(world, await found(world), { ...FIELDS, corrected_to: "Tags carry a signature" });
    writeFileSync(world.workspace.absolute(file as string), "");
    const { single, settled } = await harvest(world);
    expect([single, settled.closed]).toEqual([[], 1]);
  });

  it.each(["kept", "never"])("where the session's hooks heard the same words: %s", async (how) => {
    const world = capturing();
    world.as(AT_TERMINAL);
    session(world, "s1", SAID);
    await hear(world, [{ sentence: SAID, at: "2026-02-01T10:00:00Z", session: "s1", from: "prompt" }]);
    if (how === "kept") await keepOffer(world, await found(world), FIELDS);
    else await leaveOffers(world, [await found(world)]);
    expect(await openHeard(world)).toEqual([]);
  });
});

describe("what is remembered", () => {
  it("holds no word of what was said, and no path", async () => {
    const world = capturing();
    const path = session(world, "s1", SAID);
    await leaveOffers(world, [await found(world)]);
    const kept = JSON.stringify(State.of(world.workspace).facts("harvested"));
    for (const word of ["sign", "release", "tagged", "s1.jsonl", path]) expect(kept).not.toContain(word);
  });
});

describe("what is near", () => {
  const OTHER = "That's wrong, every release tag has to be signed.";
  const THIRD = "That's wrong, each release tag has to be signed.";

  it("is joined, decided on as one, and not swallowed by what was settled before", async () => {
    const world = capturing();
    world.as(AT_TERMINAL);
    session(world, "s1", SAID);
    await leaveOffers(world, [await found(world)]);
    session(world, "s2", OTHER, "2026-02-02T10:00:00Z");
    const { single, settled } = await harvest(world);
    expect([single.map(({ quote }) => quote), settled.never]).toEqual([[OTHER], 1]);
    session(world, "s3", THIRD, "2026-02-03T10:00:00Z");
    const again = await harvest(world);
    expect(again.single).toMatchObject([{ times: 2, sessions: 2, quotes: [{ session: "s3" }, { text: OTHER }] }]);
  });

  it.each(["kept", "never"] as const)("is decided with all its wordings: %s", { tags: "proof" }, async (how) => {
    const world = capturing();
    world.as(AT_TERMINAL);
    for (const [nth, text] of [SAID, OTHER, THIRD].entries())
      session(world, `s${nth}`, text, `2026-02-0${nth + 1}T10:00:00Z`);
    const [group, ...more] = (await harvest(world)).repeated;
    expect([more, group?.quote, group?.times]).toEqual([[], THIRD, 3]);
    if (how === "kept") await keepOffer(world, group as HarvestGroup, FIELDS);
    else await leaveOffers(world, [group as HarvestGroup]);
    const after = await harvest(world);
    const offered = [...after.repeated, ...after.single, ...after.unsure.groups];
    expect([offered, after.unsure.count, after.read.transcripts]).toEqual([[], 0, 3]);
  });

  it("stays as its words are where no model is, which is said", async () => {
    const world = capturing({ embedding: { ...defaultProfile().embedding, model: "/nowhere/at/all" } });
    session(world, "s1", SAID);
    session(world, "s2", OTHER, "2026-02-02T10:00:00Z");
    const warned: string[] = [];
    const { single } = await harvest({ ...world, warn: (message) => warned.push(String(message)) });
    expect(single).toHaveLength(2);
    expect(warned).toEqual([expect.stringMatching(/^What was said again is put together by equal words alone: /)]);
  });
});

it.each([
  [{ host: "emacs" }, '--host "emacs" is not one of claude-code'],
  [{ since: "yesterday" }, '--since "yesterday" is not one of 12h'],
  [{ paths: ["/nowhere/at/all"] }, "nothing can be read there"],
])("refuses %j", async (input, message) => {
  await expect(harvest(capturing(), input)).rejects.toMatchObject({
    failure: "usage",
    message: expect.stringContaining(message),
  });
});

it("finds the sessions that ran in another work tree of the same repository", async () => {
  const world = capturing();
  const { root } = world.workspace;
  const other = `${root}-hotfix`;
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", root, "-c", "user.name=sybil", "-c", "user.email=sybil@example.invalid", ...args]);
  git("init", "-q");
  git("commit", "-q", "--allow-empty", "-m", "begin");
  git("worktree", "add", "-q", "--detach", other);
  session(world, "s1", SAID, undefined, other);
  session(world, "s2", "You misunderstood me, elsewhere.", undefined, `${root}-elsewhere`);
  const { single, read } = await harvest(world);
  expect([read.transcripts, single.map(({ quote }) => quote)]).toEqual([1, [SAID]]);
  expect((await historyOf(world.places, root)).files).toHaveLength(1);
});

it("hears what stands behind a long paste", { tags: "proof" }, async () => {
  const world = capturing();
  session(world, "s1", `This is the log:\n${"lorem ipsum dolor sit amet\n".repeat(2_000)}\n\n${SAID}`);
  expect((await found(world))?.quote).toBe(SAID);
});
