import { chmodSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/entry/entry.js";
import { contentHash } from "../../src/entry/status.js";
import type { VerifyReport } from "../../src/health/health-schemas.js";
import { verify } from "../../src/health/verify.js";
import { openStore } from "../../src/store/open-store.js";
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
  it("finds nothing in a whole tree, counts what it looked at, and writes nothing but the cache", async () => {
    const world = whole();
    emptyRepository(world.workspace.root);
    const files = () => Object.entries(everything(world.workspace.root)).filter(([name]) => !name.startsWith(".tenet"));
    const before = files();
    const none = { findings: [], errors: 0, warnings: 0, infos: 0 };
    expect(await verify(world)).toEqual({ base: NO_BASE, ...none, entries: 3, files: 5 });
    expect(files()).toEqual(before);
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

  it("a copy that no record speaks for is named, and equal words are one entry", async () => {
    const world = whole();
    const twin = insight({ id: "INS-20260214-Z9ZZZ", timestamp: "2026-02-14T10:00:00Z" });
    world.put(INS, fileOf(insight(), twin));
    expect(codes(await verify(world))).toEqual([]);
    world.put(INS, fileOf(insight({ superseded_by: twin.id }), { ...twin, insight: "Other words" }));
    expect(codes(await verify(world))).toEqual(["copy-unfounded"]);
  });

  it("row 22: links are told, and what they lead to is not read", async () => {
    const world = whole();
    const elsewhere = examinedWorld();
    const outside = elsewhere.put(
      "outside.md",
      `password = "Zq7!mLw2#xR9vTb4"\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n`,
    );
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
