/** What `verify` says about rules, versions and the decisions behind them. */
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { VerifyReport } from "../../src/health/health-schemas.js";
import { verify } from "../../src/health/verify.js";
import type { Profile } from "../../src/settings.js";
import { held, type RulesWorld, rulesWorld, worked } from "./rules-world.js";
import { answered, FORGOTTEN, refused } from "./said.js";

const COR = "COR-20260201-A0001";
const SOUL = "SOUL.md";

interface Ruled extends RulesWorld {
  /** The file of the first version. */
  version(): string;
  findings(): Promise<VerifyReport["findings"]>;
  found(): Promise<string[]>;
}

/** A workspace with one correction that held and one insight that worked three times; digested, nothing committed since. */
async function ruled(profile: Partial<Profile> = {}): Promise<Ruled> {
  const loop = rulesWorld(profile);
  const { versions } = loop.world.workspace;
  const world: Ruled = Object.assign(loop, {
    version: () => `memory/versions/${readdirSync(versions).find((name) => name.startsWith("0001"))}`,
    findings: async () => (await verify(loop.ctx)).findings,
    found: async () =>
      (await world.findings()).map(
        ({ severity, code, file, line }) => `${severity} ${code} ${file ?? ""}:${line ?? ""}`,
      ),
  });
  world.write("tenet.yaml", `schema: 1\napply_mode: ${profile.apply_mode ?? "auto"}\n`);
  world.write(SOUL, "# Soul\n\nBe kind.\n");
  await world.store(held("A0001"), worked("B0001"));
  world.commit();
  await world.digest();
  return world;
}

const lineIn = (text: string, words: string): number => text.split("\n").findIndex((line) => line.includes(words)) + 1;

describe("a healthy tree", () => {
  it("has no finding after a digest, a change of the rules and a stricter mode, all committed", {
    tags: "proof",
  }, async () => {
    const world = await ruled();
    expect(world.read(SOUL)).toContain(COR);
    expect(await world.findings()).toEqual([]);
    await world.store(held("A0002", answered(COR, "replaces")));
    expect(await world.found()).toEqual([`warning rule-gone ${SOUL}:${lineIn(world.read(SOUL), COR)}`]);
    await world.digest();
    expect(await world.findings()).toEqual([]);
    world.edit("tenet.yaml", (text) => text.replace("auto", "approval"));
    world.ctx = { ...world.ctx, profile: { ...world.ctx.profile, apply_mode: "approval" } };
    world.commit();
    expect(await world.findings()).toEqual([]);
  });
});

describe("forged rules", () => {
  it("a rule of no entry, in a version that says so from the start, is an error", async () => {
    const world = await ruled();
    const forge = (text: string) => text.replaceAll(COR, "COR-20260101-ZZZZZ");
    world.edit(SOUL, forge);
    world.edit(world.version(), forge);
    const found = await world.found();
    expect(found).toContain(`error rule-without-entry ${SOUL}:${lineIn(world.read(SOUL), "ZZZZZ")}`);
  });

  it("damaged marks are an error at their line, and no line of the file counts as changed", async () => {
    const world = await ruled();
    world.edit(SOUL, (text) => text.replace("<!-- tenet:end rules -->\n", ""));
    expect(await world.found()).toEqual([`error block-damaged ${SOUL}:${lineIn(world.read(SOUL), "tenet:begin")}`]);
  });
});

describe("forged versions", () => {
  it("a version that cannot be read is an error", async () => {
    const world = await ruled();
    world.edit(world.version(), (text) => text.replace(/^status: .*$/m, "status: odd"));
    expect(await world.found()).toContainEqual(expect.stringMatching(/^error broken-version/));
  });
});

describe("entries behind rules", () => {
  it("one that waits for a review, was rejected or was forgotten is told at its rule's line", async () => {
    const world = await ruled();
    const line = lineIn(world.read(SOUL), COR);
    for (const [patch, told] of [
      [refused("rejected"), "warning rule-gone"],
      [{ review: undefined, tier: "external" }, "warning rule-waits"],
      [FORGOTTEN, "warning rule-gone"],
    ] as const) {
      await world.patch(COR, patch);
      expect(await world.found()).toContain(`${told} ${SOUL}:${line}`);
      expect((await world.findings()).filter(({ severity }) => severity === "error")).toEqual([]);
    }
  });
});
