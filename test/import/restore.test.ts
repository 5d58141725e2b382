import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { contentHash } from "../../src/entry/status.js";
import { importFrom } from "../../src/import/import.js";
import { stripHidden } from "../../src/screening/hidden-characters.js";
import { withLock } from "../../src/store/files/lock.js";
import { allChains } from "../../src/store/ledger/chains.js";
import { openStore } from "../../src/store/open-store.js";
import { atTerminal } from "../cli/terminal.js";
import { rounds } from "../effort.js";
import fc from "../properties.js";
import { sandbox } from "../sandbox.js";
import { type TestWorld, testWorld } from "../store/workspace.js";
import { expectRestored, exported, exportFile, person, recordFiles, restored } from "./restored.js";

const FIXTURES = join(import.meta.dirname, "../../fixtures/learnings");

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
  const approved = `\nunknown: kept\nreview:\n  state: approved_for_reuse\n  by: bridget\n  at: 2026-01-06T10:00:00Z\n  hash: ${hash}`;
  const first = correction("COR-20260105-AAAA1", approved);
  const second = correction("COR-20260105-BBBB2", "\nsuperseded_by: COR-20260105-AAAA1", "Use npm install");
  const forgotten = `\nforgotten: {at: 2026-01-08T10:00:00Z, by: bridget, was: active}\n${ERASED}`;
  const fourth = closed("forgotten", correction("COR-20260107-DDDD4", forgotten, "[erased]"));
  const used =
    "uses:\n  - at: 2026-01-09T10:00:00Z\n    session: s9\n    result: worked\n    host: codex\noutcome: validated\noutcome_date: 2026-01-10T10:00:00Z";
  const lag = `tier: self\ninsight: "The mirror lags"\nevidence: "Seen twice"\nstakes: low\nat_risk: "a build"\n${used}`;
  const rule = "promoted\npromoted_to: MEMORY.md\npromoted_in: 0001-K7Q2X";
  const fact = 'tier: self\ncontent: "Sybil plans"\ncategory: fact\nbasis: explicit\nconfidence: 1';
  const files = {
    [`${COR}/2026-01-05.md`]: `---\ntype: corrections\n---\n\n# Ours\n\nProse before.\n\n## COR-20260105-AAAA1 · Heading of a person\n\n${first}\nProse behind. \n\n\n${closed("superseded", second)}`,
    [`${COR}/2026-01/COR-20260106-CCCC3.md`]: correction("COR-20260106-CCCC3").replaceAll("\n", "\r\n"),
    [`${COR}/2026-01-07.md`]: `\ufeff# Ours\n\n${fourth}`,
    "memory/learning/insights/2026-01-05.md": closed(rule, record("INS-20260105-EEEE5", "insight", lag)),
    "memory/facts/business_facts.md": `---\ntype: facts\npriority: 90\n---\n\n${record("MEM-20260105-FFFF6", "memory", fact)}`,
  };
  for (const [file, text] of Object.entries(files)) world.put(file, text);
  return world;
}

/** What could end a field, a record or its fence if nobody escaped it. */
const ENDS = [
  ..."\t\n\r\u2028\u2029\u0085\0\u0001\u001b'\"\\%@|>{]",
  ...["---", "\n---\n", "\n...\n", "# ", "```", "~~~", "  ", "\r\n", "- ", ": ", " #", "\\n", "&a", "*a", "!x"],
  ...["\n## COR-20260105-AAAA1 · x\n", "\n```yaml\nid: COR-20260105-BBBB2\n", "<!--", "-->", "null", "x".repeat(3_000)],
];
const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...ENDS), fc.string({ unit: "grapheme", maxLength: 8 })), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => parts.join(""))
  // What nobody sees is stripped on its way in.
  .filter((text) => text.trim() !== "" && stripHidden(text).found.length === 0);

it("whatever stands in a text, it comes back as it was", { tags: "proof" }, async () => {
  const records = fc.array(fc.tuple(hostileText, hostileText), { minLength: 10, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(records, async (texts) => {
      const said = texts.map(([corrected_to, at_risk], nth) => ({
        ...{ type: "correction", id: `COR-20260105-A${1000 + nth}`, timestamp: "2026-01-05T10:00:00Z", agent: "main" },
        ...{ tier: "self", corrected_to, stakes: "high", at_risk, status: "active" },
      }));
      const world = await restored(said.map((one) => JSON.stringify(one)).join("\n"));
      const lines = (await exported(world)).split("\n").filter((line) => line.startsWith('{"type"'));
      expect(lines.map((line) => JSON.parse(line))).toMatchObject(said);
    }),
    { numRuns: rounds(5, 100) },
  );
});

describe("restored by a person into a workspace without entries", () => {
  it("the record files are the same to the byte, whatever people wrote around and into them", async () => {
    const from = livedIn();
    const to = await restored(await exported(from));
    expect(recordFiles(to)).toEqual(recordFiles(from));
    expect(to.result.restored).toEqual({ files: 5, entries: 6, owner: 4, approved: 1, promoted: 1 });
    expect(to.result.unplaced).toEqual([]);
    const heads = async (world: TestWorld) =>
      (await openStore(world)).heads.map(({ id, status, tier, review }) => [id, status, tier, review]);
    expect(await heads(to)).toEqual(await heads(from));
    // The ledger says that a person did it.
    const lines = Array.from(allChains(to.workspace)).flat();
    expect(lines.join("\n")).toContain("restored as it was, at a terminal, by bridget");
  });

  it.each(readdirSync(FIXTURES))("so is what the fixture %s becomes", { tags: "sampled" }, async (fixture) => {
    const from = testWorld();
    mkdirSync(from.workspace.memory);
    await importFrom(from, { paths: [join(FIXTURES, fixture)] });
    if (Object.keys(recordFiles(from)).length > 0) await expectRestored(from);
  });

  it("so are generated trees", { tags: "proof" }, async () => {
    const tail = fc.stringMatching(/^[A-HJKMNP-TV-Z][0-9A-HJKMNP-TV-Z]{4}$/);
    const prose = fc.stringMatching(/^[A-Za-z0-9 .#>*_-]{0,40}\n{1,3}$/);
    const piece = fc.tuple(prose, tail, fc.stringMatching(/^[a-z][a-z ]{3,30}$/), prose).map(
      ([before, name, text, behind]) =>
        (id: string) =>
          before + correction(`${id}-${name}`, "", text) + behind,
    );
    const file = fc.tuple(fc.integer({ min: 10, max: 28 }), fc.boolean(), fc.array(piece, { maxLength: 4 }));
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(file, { selector: ([day]) => day, maxLength: 4 }), async (files) => {
        const from = testWorld();
        mkdirSync(from.workspace.memory);
        for (const [day, crlf, pieces] of files) {
          const text = pieces.map((make) => make(`COR-202601${day}`)).join("");
          from.put(`${COR}/2026-01-${day}.md`, crlf ? text.replaceAll("\n", "\r\n") : text);
        }
        if ((await exported(from)) !== "") await expectRestored(from);
      }),
      { numRuns: 30 },
    );
  });

  it("what is sensitive stays behind and is named; the rest of its file comes back", async () => {
    const from = livedIn();
    const file = `${COR}/2026-01-05.md`;
    const before = readFileSync(from.workspace.absolute(file), "utf8");
    const secret = `## COR-20260105-GGGG7 · Quiet words\n\n${correction("COR-20260105-GGGG7", "\nreview:\n  state: sensitive\n  by: bridget", "Quiet words")}\n`;
    from.put(file, before.replace("Prose behind.", `${secret}Prose behind.`));
    const text = await exported(from);
    expect(text).not.toContain("Quiet words");
    expect(from.warnings).toEqual(["1 record is kept back: sensitive, private, or somebody else's."]);
    const to = await restored(text);
    expect(readFileSync(to.workspace.absolute(file), "utf8")).toBe(before);
    expect(to.result.unplaced).toMatchObject([
      { id: "COR-20260105-GGGG7", because: expect.stringMatching("Sensitive") },
    ]);
  });

  it("records without their files are laid out anew, as they were; a broken line is named", async () => {
    const from = livedIn();
    const lines = (await exported(from)).split("\n").filter((line) => !line.startsWith('{"file"'));
    const to = await restored(`${lines.join("\n")}{"type":"correc`);
    expect(to.result.restored).toMatchObject({ files: 0, entries: 6, approved: 1 });
    expect(to.result.unplaced).toMatchObject([{ because: expect.stringMatching("cut off") }]);
    const tree = await openStore(to);
    expect(tree.head("COR-20260105-AAAA1")).toMatchObject({ tier: "owner", status: "active" });
    expect(tree.head("COR-20260107-DDDD4")).toMatchObject({ status: "forgotten" });
  });
});

describe("elsewhere", () => {
  const arrive = async (world: TestWorld, text: string) => await importFrom(world, { paths: [exportFile(text)] });

  it("the same entries arrive with an agent's own trust: no owner, no approval, no rule, nothing seen by others", async () => {
    const world = testWorld();
    const text = await exported(livedIn());
    const result = await arrive(world, text);
    expect(result.totals).toMatchObject({ found: 6, imported: 6 });
    expect(result.restored).toBeUndefined();
    const tree = await openStore(world);
    const all = (await tree.load(tree.heads.map(({ id }) => id))).map(({ entry }) => entry);
    expect(all.map(({ tier, review }) => [tier, review])).toEqual(all.map(() => ["self", undefined]));
    const of = (id: string) => all.find((entry) => entry.id.endsWith(id));
    expect(of("AAAA1")).toMatchObject({ source: "bridget", unknown: "kept", imported: { from: "export.jsonl:1" } });
    expect(of("BBBB2")).toMatchObject({ status: "superseded", superseded_by: "COR-20260105-AAAA1" });
    expect(of("DDDD4")).toMatchObject({ status: "forgotten", erased: { by: "bridget" } });
    expect(of("EEEE5")).toMatchObject({ status: "active", outcome: "validated", uses: [{ session: "s9" }] });
    expect(JSON.stringify(of("EEEE5"))).not.toMatch(/codex|promoted/);
    expect(Object.keys(recordFiles(world))).toContain("facts/business_facts.md");
    const again = await arrive(world, text);
    expect(again.changed).toEqual([]);
    expect(again.totals).toMatchObject({ found: 6, skipped: 6 });
  });

  it("what was closed where it comes from waits for a person here; in curated mode everything does", async () => {
    const from = testWorld();
    from.put(`${COR}/2026-01-05.md`, correction("COR-20260105-AAAA1", "\nreview: {state: rejected, by: bridget}"));
    const world = testWorld();
    await arrive(world, await exported(from));
    expect((await openStore(world)).head("COR-20260105-AAAA1")?.review?.state).toBe("needs_review");
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
    expect(recordFiles(world)["learning/corrections/2026-01-06.md"]).toBe(gone);
  });

  it("at a terminal, too, into a tree with entries; nothing is put back there, and nobody asked for a word", async () => {
    const world = person();
    world.put(`${COR}/2026-02-01.md`, correction("COR-20260201-AAAA1"));
    const text = await exported(livedIn());
    const restoring = importFrom(world, { paths: [exportFile(text)], confirmed: true });
    await expect(restoring).rejects.toMatchObject({ code: "not-empty" });
    await arrive(world, text);
    expect((await openStore(world)).head("COR-20260105-AAAA1")?.tier).toBe("self");
  });

  it("hostile lines are refused, by a person's restoring as well", { tags: "proof" }, async () => {
    const id = "COR-20260105-AAAA1";
    const token = `ghp_${"a1B2".repeat(9)}`;
    const good = { type: "correction", id, timestamp: "2026-01-05T10:00:00Z", agent: "sybil", tier: "owner" };
    const line = (fields: object) =>
      JSON.stringify({ ...good, corrected_to: "x y", stakes: "high", status: "active", ...fields });
    const files = ["learning/corrections/../../../x.md", "facts/..\\x.md", "facts/a/b/c.md", "facts/nul.md"];
    const lines = [
      line({ corrected_to: `Send ${token}` }),
      line({ id: "COR-20260105-BBBB2" }).replace('"x y"', '"x y","__proto__":{"polluted":1}'),
      line({ id: "COR-20260105-CCCC3", corrected_to: "y".repeat(33 * 1024 * 1024) }),
      line({ id: "../../escape" }),
      line({ id: "COR-20260105-DDDD4", status: "glorious" }),
      line({}),
      ...["SOUL.md", ...files.map((file) => `memory/${file}`)].map((file) => JSON.stringify({ file, text: "# x\n" })),
    ].join("\n");
    for (const world of [testWorld(), person()]) {
      const how = world.actor.atTerminal ? { confirmed: true } : {};
      const { unplaced, totals } = await importFrom(world, { paths: [exportFile(lines)], ...how });
      expect(unplaced.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
      expect(totals.imported).toBe(1);
      expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
      expect(Object.keys(recordFiles(world))).toEqual(["learning/corrections/2026-01-05.md"]);
      expect(JSON.stringify(recordFiles(world))).not.toContain(token);
    }
  });
});

describe("at a terminal", () => {
  it("a person sees what comes and types a word; no other answer brings anything in", { tags: "proof" }, async () => {
    const from = livedIn();
    const box = await sandbox();
    await box.write("export.jsonl", await exported(from));
    const refused = await atTerminal(box, ["import", "export.jsonl"], [["Type restore", "yes\r"]]);
    expect(refused.code).toBe(5);
    expect(refused.screen).toContain("Restored: 6 entries in 5 files come back as they were, among them 4 of tier");
    const done = await atTerminal(box, ["import", "export.jsonl"], [["Type restore", "restore\r"]]);
    expect(done.code).toBe(0);
    for (const [file, bytes] of Object.entries(recordFiles(from))) {
      expect(readFileSync(box.path("memory", file), "latin1")).toBe(bytes);
    }
  });

  it("instructions are asked about, with examples; no is no", { tags: "proof" }, async () => {
    const box = await sandbox();
    const file = box.path("CLAUDE.md");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "- Never sleep\n- The API lives in `apps/api`\n");
    const no = await atTerminal(box, ["import", "."], [["Take them over?", "\r"]]);
    expect(no.code).toBe(5);
    expect(no.screen).toContain("memory  Never sleep");
    expect(await box.run(["list"])).toMatchObject({ stdout: "" });
    expect((await atTerminal(box, ["import", "."], [["Take them over?", "yes\r"]])).code).toBe(0);
    expect((await box.run(["import", ".", "--json"])).json().data.totals).toMatchObject({ found: 2, skipped: 2 });
  });
});

it.each([
  ["restored by a person", true],
  ["arriving as an agent's own", false],
])("%s, an export is read and screened before the lock is taken", async (_, confirmed) => {
  const file = exportFile(await exported(livedIn()));
  const to = confirmed ? person() : testWorld();
  let isRead = () => {};
  const read = new Promise<void>((done) => {
    isRead = done;
  });
  to.progress = { start: () => ({ step: () => undefined, stop: () => isRead() }) };
  const { importing } = await withLock(to.workspace.lock, "another writer", 1_000, async () => {
    const importing = importFrom(to, { paths: [file], ...(confirmed ? { confirmed } : {}) });
    await read;
    expect(existsSync(to.workspace.memory)).toBe(false);
    return { importing };
  });
  expect((await importing).totals.imported).toBeGreaterThan(3);
});
