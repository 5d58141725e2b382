/** A new type of record is a row, a schema, a folder and a command: an example layer is built and used. */
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { atTerminal, ENTER } from "../cli/terminal.js";
import { done, tail, told } from "../cli/typed.js";
import { binary, type Sandbox, sandbox } from "../sandbox.js";
import { bundleHouse, checkHouse, compiledWithLayer, FILES, houseWithLayer, LINES } from "./example-layer.js";

describe("an example layer", () => {
  it("inserts a row and a schema into the kernel, its fields into the flags, and its command nowhere", () => {
    expect(Object.entries(LINES).map(([file, lines]) => [file, lines.length])).toEqual([
      ["src/entry/record-types.ts", 1],
      ["src/entry/entry-schema.ts", 1],
      ["src/command/entry-flags.ts", 2],
    ]);
    expect(Object.keys(FILES).filter((file) => !file.startsWith("src/notes/"))).toEqual([]);
  });

  it("is built like the rest of the house: types, imports, bundle", { tags: "proof" }, async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "tenet-layer-")));
    try {
      await houseWithLayer(folder);
      await checkHouse(folder);
      const box = await sandbox({ program: await bundleHouse(folder) });
      expect((await box.runProcess(["note", NOTE])).stdout).toMatch(/^Noted {2}\w{5} {2}memory\/notes\//);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

const NOTE = "The staging server is rebooted on Mondays";
const DAY = "memory/notes/2026-02-15.md";
const ID = /^NOTE-20260215-[0-9A-Z]{5}$/;

describe("the program with an example layer", () => {
  let program: string;
  beforeAll(async () => {
    program = await compiledWithLayer(join(dirname(dirname(binary())), `example-layer-${process.pid}`));
  });

  /** A workspace with one note, which is for everybody, and one from outside. */
  async function notes(): Promise<{ box: Sandbox; id: string; outside: string }> {
    const box = await sandbox({ program });
    const { id } = await told(box, `note "${NOTE}" --about staging`);
    const { id: outside } = await told(box, 'note "The api of acme moves" --about vendor:acme --tier external');
    return { box, id, outside };
  }

  it("stores a note once, in a file of its day", async () => {
    const box = await sandbox({ program });
    const line = `note "${NOTE}" --about staging`;
    expect((await done(box, line)).stdout).toMatch(/^Noted {2}\w{5} {2}memory\/notes\/2026-02-15\.md:8\n$/);
    expect((await done(box, line)).stdout).toMatch(/^Noted before {2}/);
    const head = "---\ntype: notes\ndate: 2026-02-15\n---\n\n# Notes · 2026-02-15\n\n## NOTE-20260215-";
    const file = await box.read(DAY);
    expect(file.startsWith(head)).toBe(true);
    expect(file).toContain(`note: "${NOTE}"\nabout:\n  - "staging"\nseen: 1\n`);
  });

  it("is asked for what it lacks, and taken from a list", async () => {
    const box = await sandbox({ program });
    const refused = await box.run(["add", "-"], { stdin: "type: note\nabout: [ci]\n" });
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("What does it say?  (--note)")]);
    const added = await box.run(["add", "-"], { stdin: "type: note\ntext: Nightly builds need the lock\n" });
    expect(added.stderr).toContain("text (did you mean note?)");
    expect((await box.run(["add", "-"], { stdin: "type: note\nnote: Builds need the lock\n" })).stdout).toMatch(
      /^Noted {2}\w{5} memory\/notes/,
    );
  });

  it("lists, shows, finds and counts notes, and verifies them", async () => {
    const { box, id, outside } = await notes();
    expect(id).toMatch(ID);
    const { entries } = await told(box, "list --type notes");
    expect(entries.map((entry: { id: string }) => entry.id).toSorted()).toEqual([id, outside].toSorted());
    expect((await done(box, `show ${id}`)).stdout).toMatch(/note · active · self\n.*\n\n {2}about +staging\n/);
    const { results } = await told(box, 'recall "which day is staging rebooted"');
    expect(results.map((result: { id: string }) => result.id)).toEqual([id]);
    expect((await done(box, "context")).stdout).toContain("Not shown: 1 note");
    const { counts, waiting } = await told(box, "status");
    expect(counts).toMatchObject({ note: 2, live: 2 });
    expect(waiting).toMatchObject([{ kind: "entry", count: 1, id: outside }]);
    expect((await done(box, "status")).stdout).toContain("0 outcomes, 2 notes\n");
    expect((await told(box, "verify")).errors).toBe(0);
  });

  it("waits for a person, whose approval lapses with the words", async () => {
    const { box, outside } = await notes();
    const { queue } = await told(box, "review");
    expect(queue).toMatchObject([{ id: outside, says: { about: "vendor:acme" } }]);
    const seen = await atTerminal(box, ["review", outside, "--approve"], [["Type", `${tail(outside)}${ENTER}`]]);
    expect(seen.code, seen.screen).toBe(0);
    expect((await told(box, `show ${outside}`)).entry.review.state).toBe("approved_for_reuse");
    await box.write(DAY, (await box.read(DAY)).replace("vendor:acme", "vendor:other"));
    expect((await told(box, "review")).queue).toMatchObject([{ id: outside, says: { about: "vendor:other" } }]);
  });

  it.each(["redact", "erase"] as const)("is edited, and taken out: %s", async (how) => {
    const { box, id } = await notes();
    await done(box, `edit ${id} --note "It is rebooted on Tuesdays"`);
    const seen = await atTerminal(box, ["forget", id, `--${how}`], [["Type", `${tail(id)}${ENTER}`]]);
    expect(seen.code, seen.screen).toBe(0);
    const file = await box.read(DAY);
    expect(file).not.toMatch(/Mondays|Tuesdays|staging/);
    expect(file).toContain(how === "redact" ? 'note: "[redacted]"' : 'note: "[erased]"');
    expect((await told(box, "verify")).errors).toBe(0);
    expect((await told(box, "status")).counts).toMatchObject({ note: 1, forgotten: 1 });
  });

  it("comes back from an export", async () => {
    const { box, id } = await notes();
    const there = await sandbox({ program });
    await there.write("../export.jsonl", (await done(box, "export")).stdout);
    await done(there, "import ../export.jsonl");
    expect((await told(there, `show ${id}`)).entry).toMatchObject({ type: "note", note: NOTE, about: ["staging"] });
    expect((await told(there, "status")).counts.note).toBe(2);
  });

  it("merges the notes of two branches", async () => {
    const { box } = await notes();
    const base = await box.read(DAY);
    const other = await sandbox({ program });
    other.env["TENET_SEED"] = "other";
    await other.write(DAY, base);
    await box.write("base.md", base);
    const { id: here } = await told(box, 'note "Builds need the lock"');
    const { id: there } = await told(other, 'note "The export needs the lock first"');
    await box.write("theirs.md", await other.read(DAY));
    await done(box, `merge --driver base.md ${DAY} theirs.md ${DAY}`);
    const merged = (await told(box, "list --type note")).entries.map((entry: { id: string }) => entry.id);
    expect(merged).toEqual(expect.arrayContaining([here, there]));
    expect(merged).toHaveLength(4);
  });
});
