import { chmodSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Correction, Entry, Insight } from "../../src/entry/entry.js";
import { contentHash } from "../../src/entry/status.js";
import type { VerifyReport } from "../../src/health/health-schemas.js";
import { verify } from "../../src/health/verify.js";
import { defaultProfile } from "../../src/settings.js";
import { openStore } from "../../src/store/open-store.js";
import { readProfile } from "../../src/store/profile/profile.js";
import { appendRecord } from "../../src/store/records/record-edit.js";
import { emptyRepository } from "../empty-repository.js";
import { correction, insight, outcome } from "../store/entries.js";
import { asSomeone, type ExaminedWorld, everything, examinedWorld } from "./examined-world.js";

const COR = "memory/learning/corrections/2026-02-15.md";
const INS = "memory/learning/insights/2026-02-14.md";
const OUT = "memory/learning/outcomes/2026-02-20.md";

function fileOf(...entries: Entry[]): string {
  return entries.reduce<string | undefined>((text, entry) => appendRecord(text, entry), undefined) ?? "";
}

const NO_BASE = "No base: settings and rules count as they stand here.";

const named = ({ findings }: VerifyReport) =>
  findings.map(({ severity, code, file, line, id }) => [severity, code, file, line, id]);
const codes = ({ findings }: VerifyReport) => findings.map(({ code }) => code);

function whole(profile = {}): ExaminedWorld {
  const world = examinedWorld(profile);
  world.put(COR, fileOf(correction({ linked: ["INS-20260214-M2XBA"] })));
  world.put(INS, fileOf(insight()));
  world.put(OUT, fileOf(outcome()));
  world.put("memory/2026-02-15.md", "# 2026-02-15\n\n- 14:02 telegram timeout 500s → 30s\n");
  return world;
}

describe("verify", () => {
  it("finds nothing in a whole tree, counts what it looked at, and writes nothing, not even a cache", async () => {
    const world = whole();
    emptyRepository(world.workspace.root);
    const before = everything(world.workspace.root);
    const none = { findings: [], errors: 0, warnings: 0, infos: 0 };
    expect(await verify(world)).toEqual({ base: NO_BASE, ...none, entries: 3, files: 5 });
    expect(everything(world.workspace.root)).toEqual(before);
  });

  it("says file, line, severity and a next step of each finding", async () => {
    const world = whole();
    world.put(COR, `${fileOf(correction())}\n## COR-20260215-T9ZZZ · gone\n`);
    const missing = { severity: "error", code: "record-missing", file: COR, id: "COR-20260215-T9ZZZ" };
    expect((await verify(world)).findings).toMatchObject([{ ...missing, line: 25, next: expect.stringMatching(/\w/) }]);
  });

  it("names each reference that dangles, at its line", async () => {
    const world = whole();
    const [gone, other] = ["COR-20260101-AAAAA", "INS-20260101-AAAAA"];
    const fields: Partial<Correction> = {
      linked: [other],
      supersedes: [gone],
      superseded_by: gone,
      recurrence_of: gone,
      near: [{ with: gone, score: 0.5, by: "claim", state: "open" }],
      exception_to: [gone],
      derived_from: [other],
    };
    for (const [field, value] of Object.entries(fields)) {
      const text = fileOf(correction({ [field]: value }));
      world.put(COR, text);
      const line = text.split("\n").findIndex((one) => /AAAAA/.test(one)) + 1;
      const verified = await verify(world);
      expect(named(verified)).toEqual([["error", "dangling-reference", COR, line, "COR-20260215-K7Q2X"]]);
      expect(verified.findings[0]?.message).toContain(field);
    }
  });

  it("names references of outcomes as well, and an entry that names itself; an alias and a broken record are there", async () => {
    const world = whole();
    world.put(COR, fileOf(correction({ linked: ["COR-20260215-K7Q2X"] })));
    world.put(OUT, fileOf(outcome({ references: ["INS-20260214-M2XBA", "INS-20260214-NNNNN"] })));
    expect(codes(await verify(world)).sort()).toEqual(["dangling-reference", "self-reference"]);
    world.put(INS, fileOf(insight({ aliases: ["INS-20260214-NNNNN"] })));
    expect(codes(await verify(world))).toEqual(["self-reference"]);
    const broken = "## INS-20260214-NNNNN\n```yaml\ntype: insight\nid: INS-20260214-NNNNN\n```\n";
    world.put(INS, `${fileOf(insight())}\n${broken}`);
    expect(new Set(codes(await verify(world)))).toEqual(
      new Set(["broken-record", "stakes-not-stated", "self-reference"]),
    );
  });

  const MARKED = "a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n";

  it("row 15: conflict markers in any file are an error that is told once; quoted in a fence they are text", async () => {
    const world = whole();
    const files = [
      "memory/2026-02-15.md",
      "SOUL.md",
      "MEMORY.md",
      "AGENTS.md",
      "HEARTBEAT.md",
      "memory/core/procedures.md",
    ];
    for (const file of files) world.put(file, MARKED);
    world.put(COR, `${fileOf(correction())}${MARKED}`);
    world.put("memory/facts/general.md", MARKED);
    writeFileSync(world.workspace.profile, `schema: 1\n${MARKED.slice(2)}`);
    const profileFailure = await readProfile(world.workspace).catch((error) => error);
    const { findings } = await verify({ ...world, profile: defaultProfile(), profileFailure });
    const marked = findings.filter(({ code }) => code === "conflict-markers");
    expect(marked.every(({ severity }) => severity === "error")).toBe(true);
    expect(marked.map(({ file, line }) => `${file}:${line}`).sort()).toEqual(
      [...files, "memory/facts/general.md", "tenet.yaml"]
        .map((file) => `${file}:2`)
        .concat(`${COR}:25`)
        .sort(),
    );
    const quoting = whole();
    for (const file of files) quoting.put(file, `\`\`\`\n${MARKED}\`\`\`\n`);
    expect(named(await verify(quoting))).toEqual([]);
  });

  it("row 17: a path that git could not merge is an error, also without a marker in it", {
    tags: "proof",
  }, async () => {
    const world = whole();
    emptyRepository(world.workspace.root);
    world.commit();
    world.git("checkout", "-q", "-b", "other");
    world.put("memory/2026-02-15.md", "- 14:02 theirs\n");
    world.commit();
    world.git("checkout", "-q", "main");
    world.put("memory/2026-02-15.md", "- 14:02 ours\n");
    world.commit();
    expect(() => world.git("merge", "other")).toThrow();
    world.put("memory/2026-02-15.md", "- 14:02 ours\n");
    const verified = await verify(world);
    expect(named(verified)).toEqual([
      ["error", "unmerged", "memory/2026-02-15.md", undefined, undefined],
      ["warning", "unfinished-merge", undefined, undefined, undefined],
    ]);
  });

  it("row 25: a secret anywhere under memory/ or in tenet.yaml is told by kind and place only", async () => {
    const world = whole();
    const token = `ghp_${"k3Jd9QxZ7vLm2Wp8Tn4Rb6Yc1Hf5Gs0AaUeB".slice(0, 36)}`;
    world.put("memory/archive/notes.txt", `first\nsecond ${token}\n`);
    writeFileSync(world.workspace.profile, `schema: 1\n# ${token}\n`);
    const verified = await verify(world);
    expect(named(verified)).toEqual([
      ["error", "secret", "memory/archive/notes.txt", 2, undefined],
      ["error", "secret", "tenet.yaml", 2, undefined],
    ]);
    expect(JSON.stringify(verified)).not.toContain(token.slice(4, 20));
  });

  it("row 26: hidden characters are a warning; addresses, which stand in records as said, are none", async () => {
    const world = whole({ people: [{ name: "bridget", role: "owner", emails: ["bridget@mail.test"] }] });
    world.put("tenet.yaml", "schema: 1\npeople:\n  - {name: bridget, role: owner, emails: [bridget@mail.test]}\n");
    world.put("memory/2026-02-15.md", "- 14:02 wrote to someone@mail.test\n");
    world.put("memory/2026-02-16.md", "- 14:02 say \u202eno\u202c and \u{e0041}\u{e0042}\n");
    const verified = await verify(world);
    expect(verified.errors).toBe(0);
    expect(new Set(verified.findings.map(({ code, file }) => `${code} ${file}`))).toEqual(
      new Set(["hidden-characters memory/2026-02-16.md"]),
    );
  });

  describe("trust", () => {
    const people = [
      { name: "bridget", role: "owner" as const },
      { name: "arthur", role: "member" as const },
    ];

    const OUTSIDE = "https://example.invalid/page";
    const WAITS = { state: "needs_review" as const, at: "2026-02-14T10:00:00Z" };

    const IMPORTED = { at: "2026-02-15T14:00:00Z", from: "x", hash: "1" };

    it.each([
      ["an owner's own words", { tier: "owner" }, true],
      ["self with no source", { tier: "self", source: undefined }, true],
      ["owner for a member", { tier: "owner", source: "arthur" }, false],
      ["owner for a name nobody knows", { tier: "owner", source: "dora" }, false],
      ["relayed for a name nobody knows", { source: "dora" }, false],
      ["self for another agent", { tier: "self", source: undefined, agent: "other" }, false],
      ["external from outside", { tier: "external", origin: OUTSIDE, review: WAITS }, true],
      ["peer from outside", { tier: "peer", origin: OUTSIDE }, false],
      ["self from a file of the workspace", { tier: "self", source: undefined, origin: "tenet.yaml" }, true],
      ["relayed for an import", { source: "user_feedback", imported: IMPORTED }, true],
      ["owner for an import", { tier: "owner", source: "user_feedback", imported: IMPORTED }, false],
    ])("%s", async (_, more, carried) => {
      const world = whole({ people });
      world.put(COR, fileOf(correction(more as Partial<Entry> as object)));
      const verified = await verify(world);
      expect(named(verified)).toEqual(carried ? [] : [["error", "raised-tier", COR, 8, "COR-20260215-K7Q2X"]]);
    });

    it("anybody may be the owner while none is named", async () => {
      const world = whole({ people: [] });
      world.put(COR, fileOf(correction({ tier: "owner", source: "dora" })));
      expect(codes(await verify(world))).toEqual([]);
    });

    it("an idea cannot be trusted more than an item of its evolution or what it derives from", async () => {
      const world = whole();
      const item = { at: "2026-02-14T10:00:00Z", text: "also in two other builds", agent: "sybil", origin: OUTSIDE };
      world.put(INS, fileOf(insight({ evolution: [item] })));
      expect(codes(await verify(world))).toEqual(["raised-tier"]);
      world.put(INS, fileOf(insight({ tier: "external", origin: OUTSIDE, review: WAITS })));
      world.put(COR, fileOf(correction({ derived_from: ["INS-20260214-M2XBA"] })));
      const verified = await verify(world);
      expect(named(verified)).toEqual([["error", "raised-tier", COR, 8, "COR-20260215-K7Q2X"]]);
      expect(verified.findings[0]?.message).toContain("derives from");
    });
  });

  it("an approval of other words than the record holds now is an error", async () => {
    const world = whole();
    const approved = insight();
    const review = { state: "approved_for_reuse" as const, by: "bridget", hash: contentHash(approved) };
    world.put(INS, fileOf({ ...approved, review }));
    expect(codes(await verify(world))).toEqual([]);
    world.put(INS, fileOf({ ...approved, evidence: "Two builds of one commit differed, and a third", review }));
    expect(named(await verify(world))).toEqual([["error", "approval-lapsed", INS, 8, "INS-20260214-M2XBA"]]);
  });

  it("two live entries that say the same are a pair to resolve, until someone has", async () => {
    const world = whole();
    const twin = {
      id: "INS-20260214-Z9ZZZ",
      timestamp: "2026-02-14T10:00:00Z",
      insight: "`npm install` in CI changes the lockfile.",
    };
    world.put(INS, fileOf(insight(), insight(twin)));
    const verified = await verify(world);
    expect(named(verified).map(([severity, code, , , id]) => [severity, code, id])).toEqual([
      ["warning", "same-claim", "INS-20260214-Z9ZZZ"],
    ]);
    const decisions: Partial<Insight>[] = [
      { linked: ["INS-20260214-M2XBA"] },
      { status: "superseded" },
      { scope: "user" },
      { insight: "npm install in CI never changes the lockfile" },
      { insight: "Other words", near: [{ with: insight().id, score: 0.8, by: "claim", state: "open" }] },
    ];
    for (const decided of decisions) {
      world.put(INS, fileOf(insight(), insight({ ...twin, ...decided })));
      expect(codes(await verify(world))).toEqual([]);
    }
  });

  it("row 22: links are told, and what they lead to is not read", async () => {
    const world = whole();
    const elsewhere = examinedWorld();
    const outside = elsewhere.put("outside.md", `password = "Zq7!mLw2#xR9vTb4"\n${MARKED}`);
    symlinkSync(outside, world.workspace.absolute("memory/2026-02-16.md"));
    symlinkSync(outside, world.workspace.absolute("SOUL.md"));
    symlinkSync(elsewhere.workspace.root, world.workspace.absolute("memory/facts"));
    const verified = await verify(world);
    expect(named(verified).map(([severity, code, file]) => [severity, code, file])).toEqual([
      ["warning", "symlink", "memory/2026-02-16.md"],
      ["warning", "symlink", "memory/facts"],
      ["warning", "symlink", "SOUL.md"],
    ]);
  });

  it("row 12: a folder that cannot be read is an error, and names nothing as missing", async () => {
    const world = whole();
    const folder = world.workspace.absolute("memory/learning/insights");
    await openStore(world);
    chmodSync(folder, 0);
    try {
      const verified = await asSomeone(world.workspace.root, () => verify(world));
      expect(named(verified)).toEqual([["error", "unreadable", "memory/learning/insights", undefined, undefined]]);
    } finally {
      chmodSync(folder, 0o755);
    }
  });
});
