/** An owner's words, reviews and removals of records: who let them in is asked of git, and said where nobody did. */
import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Profile } from "../../src/config.js";
import type { Entry } from "../../src/entry/entry.js";
import { contentHash } from "../../src/entry/status.js";
import { verify } from "../../src/health/verify.js";
import { appendRecord } from "../../src/store/records/record-edit.js";
import { defined } from "../../src/text/defined.js";
import { partOf } from "../effort.js";
import { type ExaminedWorld, examinedWorld } from "../health/examined-world.js";
import { correction, insight } from "../store/entries.js";

const COR = "memory/learning/corrections/2026-02-15.md";
const INS = "memory/learning/insights/2026-02-14.md";
const MOVED = "memory/learning/corrections/2026-02/COR-20260215-K7Q2X.md";
const MODES = ["auto", "approval", "curated"] as const;

const fileOf = (...entries: Entry[]) =>
  entries.reduce<string | undefined>((text, entry) => appendRecord(text, entry), undefined) ?? "";
const owners = (more = {}) => correction({ tier: "owner", source: "bridget", ...more });
const approved = (by = "bridget") => {
  const entry = insight({ tier: "external", origin: "https://example.invalid/x" });
  return {
    ...entry,
    review: { state: "approved_for_reuse", by, at: entry.timestamp, hash: contentHash(entry) },
  } as Entry;
};

interface World extends ExaminedWorld {
  as(name: string): void;
  /** Findings without notes, as `severity code id`. */
  found(base?: string): Promise<string[]>;
}

function team(mode: Profile["apply_mode"] = "approval"): World {
  const people = [{ name: "bridget", role: "owner" as const, emails: ["bridget@example.invalid"] }];
  const made = examinedWorld({ people, apply_mode: mode });
  let author = "bridget";
  const world: World = {
    ...made,
    as(name) {
      author = name;
    },
    git: (...args) => made.git("-c", `user.name=${author}`, "-c", `user.email=${author}@example.invalid`, ...args),
    commit() {
      world.git("add", "-A");
      world.git("commit", "-q", "--allow-empty", "-m", "state");
    },
    async found(base) {
      const { findings } = await verify(world, base === undefined ? {} : { base });
      return findings
        .filter(({ severity }) => severity !== "info")
        .map(({ severity, code, id }) => `${severity} ${code} ${id}`);
    },
  };
  world.git("init", "-q", "-b", "main");
  world.commit();
  return world;
}

/** With an owner's words, committed by that owner. */
function withOwners(): World {
  const world = team();
  world.put(COR, fileOf(owners()));
  world.commit();
  return world;
}

const ID = "COR-20260215-K7Q2X";
const REVIEWED = insight().id;

describe("an owner's words", () => {
  it.each(partOf(MODES, 2))(
    "in %s mode are shown where nobody listed committed them",
    { tags: "more" },
    async (mode) => {
      const world = team(mode);
      world.put(COR, fileOf(owners()));
      expect(await world.found()).toEqual([]);
      world.as("sybil");
      world.commit();
      expect(await world.found()).toEqual([`${mode === "auto" ? "warning" : "error"} unproven-words ${ID}`]);
    },
  );

  it("are proven by a commit of theirs, and by a merge of theirs", async () => {
    const world = withOwners();
    expect(await world.found()).toEqual([]);
    world.as("sybil");
    world.git("checkout", "-q", "-b", "more");
    world.put(COR, fileOf(owners(), owners({ id: "COR-20260215-AAAAA", corrected_to: "Prices are net" })));
    world.commit();
    world.git("checkout", "-q", "main");
    world.as("bridget");
    world.git("merge", "-q", "--no-ff", "-m", "yes", "more");
    expect(await world.found()).toEqual([]);
  });

  it("that somebody else changed are shown, committed or not, and no longer when they are as they were", async () => {
    const world = withOwners();
    world.put(COR, fileOf(owners({ corrected_to: "Never mind the quality" })));
    expect(await world.found()).toEqual([`error unproven-words ${ID}`]);
    world.as("sybil");
    world.commit();
    expect(await world.found()).toEqual([`error unproven-words ${ID}`]);
    world.put(COR, fileOf(owners()));
    world.commit();
    expect(await world.found()).toEqual([]);
  });

  it("stay theirs when an agent counts a use, moves the file or brings a branch up to date", async () => {
    const world = withOwners();
    world.as("sybil");
    world.put(COR, fileOf(owners({ seen: 3, uses: [{ at: "2026-02-16T08:00:00Z", session: "s", result: "worked" }] })));
    world.commit();
    expect(await world.found()).toEqual([]);
    rmSync(world.workspace.absolute(COR));
    world.put(MOVED, fileOf(owners({ seen: 3 })));
    world.commit();
    expect(await world.found()).toEqual([]);
  });

  it("on a branch are a note while the merge is to come, and an error where the branch changes what the base holds", async () => {
    const world = withOwners();
    world.as("sybil");
    world.git("checkout", "-q", "-b", "more");
    world.put(COR, fileOf(owners(), owners({ id: "COR-20260215-AAAAA", corrected_to: "Prices are net" })));
    world.commit();
    expect(await world.found("main")).toEqual([]);
    expect((await verify(world, { base: "main" })).findings).toMatchObject([
      { code: "proposed", id: "COR-20260215-AAAAA" },
    ]);
    world.put(COR, fileOf(owners({ corrected_to: "Never mind" })));
    world.commit();
    expect(await world.found("main")).toContain(`error unproven-words ${ID}`);
  });

  it("are told once for all where nobody under people has an address", async () => {
    const world = examinedWorld({ people: [{ name: "bridget", role: "owner" }] });
    world.git("init", "-q");
    world.put(COR, fileOf(owners(), owners({ id: "COR-20260215-AAAAA", corrected_to: "Prices are net" })));
    world.commit();
    const { findings } = await verify(world);
    expect(findings).toMatchObject([{ severity: "warning", code: "nobody-listed", file: "tenet.yaml" }]);
    expect(findings[0]?.message).toContain("2 owner's words and reviews");
  });
});

describe("a review", () => {
  it.each(partOf(MODES, 2))("in %s mode is shown where nobody listed committed it", { tags: "more" }, async (mode) => {
    const world = team(mode);
    world.put(
      INS,
      fileOf(insight({ tier: "external", origin: "https://example.invalid/x", review: { state: "needs_review" } })),
    );
    world.commit();
    world.as("sybil");
    world.put(INS, fileOf(approved()));
    world.commit();
    expect(await world.found()).toEqual([`${mode === "auto" ? "warning" : "error"} unproven-review ${REVIEWED}`]);
  });

  it("is proven by a commit of a listed person", async () => {
    const world = team();
    world.put(INS, fileOf(approved()));
    world.commit();
    expect(await world.found()).toEqual([]);
  });
});

describe("a person's answer that a correction held", () => {
  const answered = (by: string | undefined, at = "2026-02-15T15:00:00Z", more = {}) =>
    fileOf(correction({ tier: "self", stick: defined({ verdict: "held" as const, at, by }), ...more }));

  it.each(partOf(MODES, 2))("in %s mode is shown where nobody listed committed it", { tags: "more" }, async (mode) => {
    const world = team(mode);
    world.put(COR, fileOf(correction({ tier: "self" })));
    world.commit();
    world.as("sybil");
    world.put(COR, answered(undefined));
    world.commit();
    expect(await world.found()).toEqual([]);
    world.put(COR, answered("bridget"));
    expect(await world.found()).toEqual([]);
    world.commit();
    expect(await world.found()).toEqual([`${mode === "auto" ? "warning" : "error"} unproven-answer ${ID}`]);
  });

  it("is proven by a commit of theirs, stays theirs when an agent counts a use, and may be given anew", async () => {
    const world = team();
    world.put(COR, answered("bridget"));
    world.commit();
    world.as("sybil");
    world.put(COR, answered("bridget", undefined, { seen: 3 }));
    world.commit();
    world.put(COR, answered("bridget", "2026-02-25T15:00:00Z"));
    expect(await world.found()).toEqual([]);
    world.commit();
    expect(await world.found()).toEqual([`error unproven-answer ${ID}`]);
    world.as("bridget");
    world.git("checkout", "-q", "-B", "more", "HEAD~2");
    world.git("merge", "-q", "--no-ff", "-m", "yes", "main");
    expect(await world.found()).toEqual([]);
  });
});

describe("a removal", () => {
  it.each(partOf(MODES, 2))(
    "in %s mode is shown where nobody listed made it, committed or not",
    { tags: "more" },
    async (mode) => {
      const severity = mode === "auto" ? "warning" : "error";
      const world = team(mode);
      world.put(COR, fileOf(correction({ tier: "self" })));
      world.commit();
      rmSync(world.workspace.absolute(COR));
      expect(await world.found()).toEqual([`${severity} removed-record ${ID}`]);
      world.as("sybil");
      world.commit();
      expect(await world.found()).toEqual([`${severity} removed-record ${ID}`]);
      expect(await world.found("HEAD~1")).toEqual([`${severity} removed-record ${ID}`]);
    },
  );

  it("of a person, by commit or by merge, says nothing; nor does one that was taken back", async () => {
    const world = team();
    const both = fileOf(
      correction({ tier: "self" }),
      correction({ tier: "self", id: "COR-20260215-AAAAA", corrected_to: "Prices are net" }),
    );
    world.put(COR, both);
    world.commit();
    world.put(COR, fileOf(correction({ tier: "self" })));
    world.commit();
    expect(await world.found()).toEqual([]);
    world.as("sybil");
    world.git("checkout", "-q", "-b", "more");
    rmSync(world.workspace.absolute(COR));
    world.commit();
    expect(await world.found()).toEqual([`error removed-record ${ID}`]);
    world.git("checkout", "-q", "main");
    world.as("bridget");
    world.git("merge", "-q", "--no-ff", "-m", "yes", "more");
    expect(await world.found()).toEqual([]);
    world.as("sybil");
    world.git("revert", "-m", "1", "--no-edit", "HEAD");
    expect(await world.found()).toEqual([]);
  });

  it("in a merge that made up its own result is that merge's", async () => {
    const world = team();
    world.put(COR, fileOf(correction({ tier: "self" })));
    world.commit();
    world.git("checkout", "-q", "-b", "more");
    world.put("notes.md", "x\n");
    world.commit();
    world.git("checkout", "-q", "main");
    world.as("sybil");
    world.git("merge", "-q", "--no-ff", "--no-commit", "more");
    rmSync(world.workspace.absolute(COR));
    world.commit();
    expect(await world.found()).toEqual([`error removed-record ${ID}`]);
  });

  it("is seen in a workspace below the top of its repository, and behind file names that git would quote", async () => {
    const world = team();
    const odd = 'memory/learning/corrections/2026-02/K\u00e4se "x".md';
    world.put(odd, fileOf(correction({ tier: "self" })));
    world.commit();
    world.as("sybil");
    rmSync(world.workspace.absolute(odd));
    world.commit();
    expect(await world.found()).toEqual([`error removed-record ${ID}`]);
  });
});
