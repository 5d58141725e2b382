/** What `verify` says about rules, versions and the decisions behind them. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Patch } from "../../src/entry/entry.js";
import type { VerifyReport } from "../../src/health/health-schemas.js";
import { verify } from "../../src/health/verify.js";
import { digest } from "../../src/rules/digest.js";
import type { Profile } from "../../src/settings.js";
import { changeTree } from "../../src/store/change/change.js";
import { changeVerb } from "../../src/store/change/prepare-write.js";
import { OWNER } from "../capture/capturing.js";
import { emptyRepository } from "../empty-repository.js";
import { cor, ins, type LoopWorld, loopWorld } from "../loop/loop-world.js";

const HELD = { stick: { verdict: "held", at: "2026-02-08T09:00:00Z", evidence: "seen twice" } } as const;
const COR = "COR-20260201-A0001";
const SOUL = "SOUL.md";

interface Ruled {
  loop: LoopWorld;
  git(...args: string[]): string;
  commit(): void;
  read(file: string): string;
  edit(file: string, change: (text: string) => string): void;
  patch(fields: Patch): Promise<void>;
  /** The file of the first version. */
  version(): string;
  findings(): Promise<VerifyReport["findings"]>;
  found(): Promise<string[]>;
}

/** A workspace with one correction that held and one insight that worked three times; digested. */
async function ruled(profile: Partial<Profile> = {}, withGit = false): Promise<Ruled> {
  const loop = loopWorld({ people: [OWNER], ...profile });
  const { workspace } = loop.world;
  const as = ["-c", "user.name=sybil", "-c", "user.email=sybil@example.invalid"];
  const git = (...args: string[]) =>
    execFileSync("git", [...as, ...args], {
      cwd: workspace.root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  const world: Ruled = {
    loop,
    git,
    commit() {
      git("add", "-A");
      git("commit", "-q", "--allow-empty", "-m", "change");
    },
    read: (file) => readFileSync(workspace.absolute(file), "utf8"),
    edit: (file, change) => void loop.world.put(file, change(readFileSync(workspace.absolute(file), "utf8"))),
    patch: (fields) =>
      changeTree(
        loop.ctx,
        { ...changeVerb("test"), reason: "test" },
        async (change) => void (await change.update(COR, fields)),
      ),
    version: () => `memory/versions/${readdirSync(workspace.versions).find((name) => name.startsWith("0001"))}`,
    findings: async () => (await verify({ ...loop.ctx, profileWarnings: [] })).findings,
    found: async () =>
      (await world.findings()).map(
        ({ severity, code, file, line }) => `${severity} ${code} ${file ?? ""}:${line ?? ""}`,
      ),
  };
  loop.world.put("tenet.yaml", `schema: 1\napply_mode: ${profile.apply_mode ?? "auto"}\n`);
  loop.world.put(".gitignore", ".tenet/\nmemory/learning/index.md\n");
  loop.world.put(SOUL, "# Soul\n\nBe kind.\n");
  const uses = ["s7", "s8", "s9"].map((session, n) => ({
    ...{ at: `2026-02-0${n + 2}T09:00:00Z`, session },
    ...{ agent: "main", result: "worked" as const },
  }));
  await loop.store(cor("A0001", HELD), ins("B0001", { uses }));
  loop.day(9);
  if (withGit) {
    emptyRepository(workspace.root);
    world.commit();
  }
  await digest(loop.ctx);
  return world;
}

const lineIn = (text: string, words: string): number => text.split("\n").findIndex((line) => line.includes(words)) + 1;

describe("a healthy tree", () => {
  it("has no finding after a digest, a change of the rules and a stricter mode, all committed", {
    tags: "proof",
  }, async () => {
    const world = await ruled({}, true);
    expect(world.read(SOUL)).toContain(COR);
    expect(await world.findings()).toEqual([]);
    await world.loop.store(cor("A0002", { supersedes: [COR], corrected_to: "Another rule holds now", ...HELD }));
    await world.patch({ status: "superseded", superseded_by: "COR-20260201-A0002" });
    expect(await world.found()).toEqual([`warning rule-gone ${SOUL}:${lineIn(world.read(SOUL), COR)}`]);
    await digest(world.loop.ctx);
    expect(await world.findings()).toEqual([]);
    world.edit("tenet.yaml", (text) => text.replace("auto", "approval"));
    const { ctx } = world.loop;
    world.loop.ctx = { ...ctx, profile: { ...ctx.profile, apply_mode: "approval" } };
    world.commit();
    expect(await world.findings()).toEqual([]);
  });

  it("has none while a version waits", { tags: "proof" }, async () => {
    const world = await ruled({ apply_mode: "approval" }, true);
    expect(world.read(world.version())).toMatch(/^status: "?pending/m);
    expect(await world.findings()).toEqual([]);
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

  it("a secret in a version's file is found like anywhere else", async () => {
    const world = await ruled();
    const token = ["ghp", "_", "1234567890abcdefghijABCDEFGHIJ123456"].join("");
    world.edit(world.version(), (text) => `${text}\n${token}\n`);
    expect((await world.findings()).map(({ code }) => code)).toContain("secret");
  });
});

describe("entries behind rules", () => {
  it("one that waits for a review, was rejected or was forgotten is told at its rule's line", async () => {
    const world = await ruled();
    const line = lineIn(world.read(SOUL), COR);
    for (const [patch, told] of [
      [{ review: { state: "needs_review" } }, "warning rule-waits"],
      [{ review: { state: "rejected", by: "bridget", at: "2026-02-09T09:00:00Z" } }, "warning rule-gone"],
      [{ status: "forgotten" }, "warning rule-gone"],
    ] as const) {
      await world.patch(patch as Patch);
      expect(await world.found()).toContain(`${told} ${SOUL}:${line}`);
      expect((await world.findings()).filter(({ severity }) => severity === "error")).toEqual([]);
    }
  });
});
