/** What an export of another tree brings: entries with an agent's own trust. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contentHash } from "../../src/entry/status.js";
import { exportEntries, exportText } from "../../src/import/export.js";
import { importFrom } from "../../src/import/import.js";
import { openStore } from "../../src/store/open-store.js";
import { type TestWorld, testWorld } from "../store/workspace.js";

const exported = async (world: TestWorld) => exportText(await exportEntries(world, {}));

/** An export in a file of its own. */
function exportFile(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "tenet-export-")), "export.jsonl");
  writeFileSync(file, text);
  return file;
}

const record = (id: string, type: string, fields: string) =>
  `\`\`\`yaml\ntype: ${type}\nid: ${id}\ntimestamp: 2026-01-05T10:00:00Z\nagent: sybil\n${fields}\nstatus: active\n\`\`\`\n`;

const correction = (id: string, more = "", text = "Use npm ci in CI") =>
  record(id, "correction", `tier: owner\nsource: bridget\ncorrected_to: "${text}"\nstakes: high${more}`);

const COR = "memory/learning/corrections";

const closed = (status: string, text: string): string => text.replace("status: active", `status: ${status}`);
const ERASED = "erased: {at: 2026-01-08T10:00:00Z, by: bridget}";

/** A tree as people and time leave it. */
function livedIn(): TestWorld {
  const world = testWorld();
  const words = { type: "correction", source: "bridget", corrected_to: "Use npm ci in CI", stakes: "high" };
  // biome-ignore lint/suspicious/noExplicitAny: only what the hash covers is stated.
  const hash = contentHash(words as any);
  const replaces =
    "\nnear: [{with: COR-20260105-BBBB2, at: 2026-01-06T10:00:00Z, answer: replaces, by: bridget, tier: owner}]";
  const approved = `${replaces}\nunknown: kept\nreview:\n  state: approved_for_reuse\n  by: bridget\n  at: 2026-01-06T10:00:00Z\n  hash: ${hash}`;
  const first = correction("COR-20260105-AAAA1", approved);
  const second = correction("COR-20260105-BBBB2", "", "Use npm install");
  const forgotten = `\nforgotten: {at: 2026-01-08T10:00:00Z, by: bridget, tier: owner}\n${ERASED}`;
  const fourth = closed("forgotten", correction("COR-20260107-DDDD4", forgotten, "[erased]"));
  const used = "uses:\n  - at: 2026-01-09T10:00:00Z\n    session: s9\n    result: worked";
  const lag = `tier: self\ninsight: "The mirror lags"\nevidence: "Seen twice"\nstakes: low\nat_risk: "a build"\n${used}`;
  const rule = "promoted\npromoted_to: MEMORY.md";
  const fact = 'tier: self\ncontent: "Sybil plans"\ncategory: fact\nbasis: explicit\nconfidence: 1';
  const files = {
    [`${COR}/2026-01-05.md`]: `---\ntype: corrections\n---\n\n# Ours\n\nProse before.\n\n## COR-20260105-AAAA1 · Heading of a person\n\n${first}\nProse behind. \n\n\n${second}`,
    [`${COR}/2026-01/COR-20260106-CCCC3.md`]: correction("COR-20260106-CCCC3").replaceAll("\n", "\r\n"),
    [`${COR}/2026-01-07.md`]: `\ufeff# Ours\n\n${fourth}`,
    "memory/learning/insights/2026-01-05.md": closed(rule, record("INS-20260105-EEEE5", "insight", lag)),
    "memory/facts/business_facts.md": `---\ntype: facts\npriority: 90\n---\n\n${record("MEM-20260105-FFFF6", "memory", fact)}`,
  };
  for (const [file, text] of Object.entries(files)) world.put(file, text);
  return world;
}

describe("an export that comes into another tree", () => {
  const arrive = async (world: TestWorld, text: string) => await importFrom(world, { paths: [exportFile(text)] });

  it("the same entries arrive with an agent's own trust: no owner, no approval, no rule, nothing seen by others", async () => {
    const world = testWorld();
    const text = await exported(livedIn());
    const result = await arrive(world, text);
    expect(result.totals).toMatchObject({ found: 6, imported: 6 });
    const tree = await openStore(world);
    const all = (await tree.load(tree.heads.map(({ id }) => id))).map(({ entry }) => entry);
    expect(all.map(({ tier, review }) => [tier, review])).toEqual(all.map(() => ["self", undefined]));
    const of = (id: string) => all.find((entry) => entry.id.endsWith(id));
    expect(of("AAAA1")).toMatchObject({ source: "bridget", unknown: "kept", imported: { from: "export.jsonl:1" } });
    const standing = (id: string) => tree.heads.find((row) => row.id.endsWith(id));
    expect(standing("BBBB2")).toMatchObject({ status: "superseded", superseded_by: "COR-20260105-AAAA1" });
    expect(standing("DDDD4")).toMatchObject({ status: "forgotten", erased: { by: "bridget" } });
    expect(standing("EEEE5")).toMatchObject({ status: "active", uses: [{ session: "s9" }] });
    expect(JSON.stringify(of("EEEE5"))).not.toMatch(/promoted/);
    const again = await arrive(world, text);
    expect(again.changed).toEqual([]);
    expect(again.totals).toMatchObject({ found: 6, skipped: 6 });
  });

  it("what was refused where it comes from is refused here; in curated mode everything waits", async () => {
    const from = testWorld();
    from.put(`${COR}/2026-01-05.md`, correction("COR-20260105-AAAA1", "\nreview: {state: rejected, by: bridget}"));
    const world = testWorld();
    await arrive(world, await exported(from));
    expect((await openStore(world)).head("COR-20260105-AAAA1")?.review?.state).toBe("rejected");
    const curated = testWorld({ apply_mode: "curated" });
    await arrive(curated, await exported(livedIn()));
    const active = (await openStore(curated)).heads.filter(({ status }) => status === "active");
    expect(active.map(({ review }) => review?.state)).toEqual(active.map(() => "needs_review"));
  });

  it("an id that is taken: the same entry is here already, another one is named, what was erased stays erased", async () => {
    const world = testWorld();
    const gone = closed("forgotten", correction("COR-20260106-CCCC3", `\n${ERASED}`, "[erased]"));
    world.put(`${COR}/2026-01-05.md`, correction("COR-20260105-AAAA1", "", "Something else"));
    world.put(`${COR}/2026-01-06.md`, gone);
    const { unplaced, files } = await arrive(world, await exported(livedIn()));
    const because = expect.stringMatching("something else here");
    expect(unplaced).toMatchObject([{ id: "COR-20260105-AAAA1", because }]);
    const item = files[0]?.items.find(({ id }) => id === "COR-20260106-CCCC3");
    expect(item).toMatchObject({ fate: "skipped", because: "It was erased here." });
    expect(readFileSync(world.workspace.absolute(`${COR}/2026-01-06.md`), "utf8")).toBe(gone);
  });

  it("hostile lines are refused", { tags: "proof" }, async () => {
    const id = "COR-20260105-AAAA1";
    const token = `ghp_${"a1B2".repeat(9)}`;
    const good = { type: "correction", id, timestamp: "2026-01-05T10:00:00Z", agent: "sybil", tier: "owner" };
    const line = (fields: object) =>
      JSON.stringify({ ...good, corrected_to: "x y", stakes: "high", status: "active", ...fields });
    const lines = [
      line({ corrected_to: `Send ${token}` }),
      line({ id: "COR-20260105-BBBB2" }).replace('"x y"', '"x y","__proto__":{"polluted":1}'),
      line({ id: "COR-20260105-CCCC3", corrected_to: "y".repeat(33 * 1024 * 1024) }),
      line({ id: "../../escape" }),
      line({ id: "COR-20260105-DDDD4", tier: "glorious" }),
      line({}),
      JSON.stringify({ file: "memory/facts/x.md", text: "# x\n" }),
    ].join("\n");
    const world = testWorld();
    const { unplaced, totals } = await arrive(world, lines);
    expect(unplaced.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(totals.imported).toBe(1);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(readFileSync(world.workspace.absolute(`${COR}/2026-01-05.md`), "utf8")).not.toContain(token);
  });
});
