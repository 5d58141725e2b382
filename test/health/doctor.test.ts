import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { TenetError } from "../../src/errors.js";
import { doctor } from "../../src/health/doctor.js";
import type { VerifyReport } from "../../src/health/health-schemas.js";
import { gitAttributes } from "../../src/health/setup/setup-pieces.js";
import { applyHooks, planHooks } from "../../src/hosts/install/hooks.js";
import { logHookFailure } from "../../src/hosts/install/hooks-log.js";
import { defaultProfile } from "../../src/settings.js";
import { closeCaches } from "../../src/store/cache/database.js";
import { installMergeDriver } from "../../src/store/merge/merge-driver.js";
import { openStore } from "../../src/store/open-store.js";
import { readProfile } from "../../src/store/profile/profile.js";
import { appendRecord } from "../../src/store/records/record-edit.js";
import { State } from "../../src/store/state/state-db.js";
import { emptyRepository } from "../empty-repository.js";
import { oncePerFile, sandbox } from "../sandbox.js";
import { correction } from "../store/entries.js";
import { asSomeone, type ExaminedWorld, examinedWorld, kept } from "./examined-world.js";

const GIT_ATTRIBUTES = gitAttributes(defaultProfile().files);

const COR = "memory/learning/corrections/2026-02-15.md";
const LINES = {
  ".gitignore": ".tenet/\n.tenet-*.tmp\nmemory/learning/index.md\n",
  ".gitattributes": `${GIT_ATTRIBUTES.join("\n")}\n`,
};

const repository = oncePerFile(async () => {
  const world = examinedWorld();
  emptyRepository(world.workspace.root);
  appendFileSync(
    join(world.workspace.root, ".git", "config"),
    '[merge "tenet"]\n\tdriver = "if command -v git >/dev/null; then git x; else git merge-file %A %O %B; fi"\n',
  );
  for (const [file, text] of Object.entries(LINES)) world.put(file, text);
  world.put(COR, appendRecord(undefined, correction()));
  world.commit();
  const kept = await sandbox({ empty: true });
  cpSync(world.workspace.root, kept.dir, { recursive: true });
  return kept.dir;
});

/** In a repository, with all of tenet's lines and a registered driver whose program is there. */
async function healthy(profile = {}): Promise<ExaminedWorld> {
  const from = await repository();
  const world = examinedWorld(profile);
  cpSync(from, world.workspace.root, { recursive: true });
  await openStore(world);
  return world;
}

const of = ({ findings }: VerifyReport, code: string) => findings.filter((one) => one.code === code);
const codes = ({ findings }: VerifyReport) => findings.map(({ code }) => code);

describe("doctor", () => {
  it("finds nothing in a healthy workspace", { tags: "proof" }, async () => {
    expect(await doctor(await healthy())).toMatchObject({ findings: [], entries: 1, files: 2 });
  });

  it("writes nothing but the cache, whatever it finds; each finding has a next step, and none a destructive command", {
    tags: "proof",
  }, async () => {
    const world = await healthy();
    closeCaches();
    rmSync(world.workspace.local, { recursive: true });
    world.put(".gitattributes", "");
    world.put("memory/.tenet-0123456789abcdef.tmp", "x");
    State.of(world.workspace).run("INSERT INTO pending VALUES ('a', 'x', NULL, NULL)");
    world.put(".tenet/cache/tenet.db", "damaged");
    world.put(COR, `${appendRecord(undefined, correction())}\n## COR-20260215-AAAAA\n\`\`\`yaml\ntype: correction\n`);
    const status = world.git("status", "--porcelain");
    const before = kept(world.workspace.root);
    const examination = await doctor(world);
    expect(codes(examination)).toEqual(expect.arrayContaining(["git-lines", "pending-change"]));
    expect(kept(world.workspace.root)).toEqual(before);
    expect(world.git("status", "--porcelain")).toBe(status);
    for (const { next } of examination.findings) {
      expect(next).toMatch(/\w{3}/);
      expect(next).not.toMatch(/\brm\b|--hard|--force|git clean|checkout --/);
    }
  });

  it("tells a thing once: git that is not there, and a hook of a connected host that failed", async () => {
    const world = await healthy();
    const told = { host: "claude-code", level: "project" } as const;
    await applyHooks(world, await planHooks(world, "install", told));
    const failure = { at: "2026-02-15T14:00:00Z", event: "session-start", code: "failed", message: "no room" };
    logHookFailure(world.workspace, failure);
    vi.stubEnv("PATH", "/nowhere");
    const examination = await doctor(world).finally(() => vi.unstubAllEnvs());
    expect(codes(examination).filter((code) => /git|failed/.test(code))).toEqual(["git-failed", "hooks-failed"]);
  });

  it("row 16, row 17: names what git lacks: a repository, lines, a driver, the end of a merge", async () => {
    const bare = examinedWorld();
    expect(codes(await doctor(bare))).toEqual(["no-repository", "git-lines", "git-lines"]);
    emptyRepository(bare.workspace.root);
    for (const [file, text] of Object.entries(LINES)) bare.put(file, text);
    expect((await doctor(bare)).findings).toMatchObject([{ severity: "warning", code: "merge-driver" }]);
    const world = await healthy();
    expect(await installMergeDriver(world.workspace.root)).toBe("installed");
    writeFileSync(join(world.workspace.root, ".git/MERGE_HEAD"), `${world.git("rev-parse", "HEAD")}`);
    const examination = await doctor(world);
    expect(of(examination, "merge-driver")).toEqual([]);
    expect(of(examination, "unfinished-merge")).toHaveLength(1);
  });

  it("names what is left: what a person had changed first, state that was set aside", async () => {
    const world = await healthy();
    world.put(".tenet/learn-1.conflict/memory/2026-02-15.md", "x");
    world.put(".tenet/state-0123abcd.damaged.db", "x");
    const examination = await doctor(world);
    expect(codes(examination).sort()).toEqual(["damaged-state", "kept-conflict"]);
    expect(of(examination, "damaged-state")).toMatchObject([{ file: ".tenet/state-0123abcd.damaged.db" }]);
  });

  it("names a profile that cannot be read with its line, and examines everything else", async () => {
    const world = await healthy();
    world.put("tenet.yaml", "schema: 1\nlayout: sideways\n");
    const profileFailure = await readProfile(world.workspace).catch((thrown) => thrown);
    expect(profileFailure).toBeInstanceOf(TenetError);
    world.put(".gitignore", "");
    const examination = await doctor({ ...world, profileFailure });
    expect(of(examination, "profile")).toMatchObject([{ severity: "error", file: "tenet.yaml", line: 2 }]);
    expect(of(examination, "git-lines")).toHaveLength(1);
    expect(readFileSync(world.workspace.gitignore, "utf8")).toBe("");
  });

  it("row 12, row 15, row 22: names folders nobody may read, markers, links", async () => {
    const world = await healthy();
    symlinkSync("/nowhere", world.workspace.absolute("memory/facts"));
    world.put(COR, "<<<<<<< a\nb\n=======\nc\n>>>>>>> d\n");
    const folder = world.workspace.absolute("memory/learning/insights");
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0);
    const examination = await asSomeone(world.workspace.root, () => doctor(world)).finally(() =>
      chmodSync(folder, 0o755),
    );
    expect(of(examination, "symlink")).toMatchObject([{ file: "memory/facts" }]);
    expect(of(examination, "conflict-markers")).toMatchObject([{ severity: "error", file: COR, line: 1 }]);
    expect(of(examination, "unreadable")).toMatchObject([{ severity: "error", file: "memory/learning/insights" }]);
  });

  it.each([
    [1, "2026-02-15T15:00:00Z", undefined],
    [1, "2026-02-15T15:00:01Z", /clock$/],
    [300, "2036-02-15T15:00:00Z", /clock, and so are 299 more$/],
  ])("row 10: %i entries of %s", async (count, timestamp, says) => {
    const world = await healthy();
    const ids = Array.from({ length: count }, (_, n) => `COR-20260215-${String(n).padStart(4, "0")}X`);
    const records = ids.map((id) => correction({ id, timestamp }));
    const text = records.reduce<string | undefined>((before, record) => appendRecord(before, record), undefined);
    world.put(COR, text ?? "");
    const future = of(await doctor(world), "future-date").map(({ message }) => message);
    expect(future).toEqual(says === undefined ? [] : [expect.stringMatching(says)]);
  });
});
