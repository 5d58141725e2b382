/** A line that was edited since its file was imported, and what it was: both stand, and somebody is asked. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { importFrom } from "../../src/import/import.js";
import { editedLines } from "../../src/import/policy/edited-lines.js";
import type { Pending } from "../../src/import/policy/plan.js";
import { sandbox } from "../sandbox.js";
import { testWorld } from "../store/workspace.js";
import { exported } from "./restored.js";

const line = (content: string): Pending =>
  ({ draft: { fields: { content } }, aliases: [], folded: [], again: 0 }) as unknown as Pending;
const LINES = [
  { id: "a", text: "Deploy on Mondays" },
  { id: "b", text: "Redis listens on port 6380" },
  { id: "c", text: "Tests run with vitest" },
  { id: "d", text: "Releases are tagged" },
];

describe("a line stands where another one stood", () => {
  const [edited, added, other] = [line("Redis listens on port 6390"), line("Ask before a force push"), line("Go")];
  it.each([
    ["edited", ["a", edited, "c", "d"], [[edited, "b"]]],
    ["edited, beside a new one", ["a", added, edited, "c", "d"], [[edited, "b"]]],
    ["added only", ["a", "b", added, "c", "d"], []],
    ["removed only", ["a", "c", "d"], []],
    ["edited, at the end", ["a", "b", "c", other], [[other, "d"]]],
    ["moved", ["b", "a", "c", "d"], []],
  ])("%s", (_, now, pairs) => {
    expect([...editedLines(LINES, now as (string | Pending)[])]).toEqual(pairs);
  });

  it("in another file of the same name none does", () => {
    const many = Array.from({ length: 9 }, (_, at) => ({ id: `x${at}`, text: `Line ${at}` }));
    expect(editedLines(many, ["x0", ...many.map(({ text }) => line(`Another ${text}`))])).toEqual(new Map());
  });
});

describe("a file that is imported again", () => {
  const NOTES = "# Ports\n\n- Redis listens on 6380\n- Postgres listens on 5432\n- The tunnel uses 9000\n";

  it("asks about the line that was edited, however it reads now, and answers open nothing twice", {
    tags: "proof",
  }, async () => {
    const box = await sandbox();
    await box.write("notes.md", NOTES);
    await box.run(["import", "notes.md"]);
    box.at("2026-07-01T09:00:00Z");
    const now = NOTES.replace("The tunnel uses 9000", "Nobody needs a VPN any more");
    await box.write("notes.md", now);
    const { data } = (await box.run(["import", "notes.md", "--json"])).json();
    expect(data.totals).toMatchObject({ imported: 1, skipped: 2 });
    expect(data).toMatchObject({ opened: 1, asks: [{ text: "Ports › The tunnel uses 9000" }] });
    const [{ about, id, answers }] = data.asks;
    expect(answers.replaces).toContain("tenet resolve");
    const known = (await box.run(["show", id, "--json"])).json().data.entry;
    expect(known.near).toEqual([expect.objectContaining({ with: about, state: "open" })]);
    expect((await box.run(["resolve", id, about, "--replaces"])).code).toBe(0);
    expect((await box.run(["import", "notes.md", "--json"])).json().data).not.toHaveProperty("opened");
    // As it was at first: that entry no longer counts, and is not asked about.
    await box.write("notes.md", NOTES);
    expect((await box.run(["import", "notes.md", "--json"])).json().data.totals).toMatchObject({ skipped: 3 });
  });

  it("a dry run opens nothing", async () => {
    const world = testWorld();
    const run = (dryRun: boolean) => importFrom(world, { paths: [join(world.workspace.root, "notes.md")], dryRun });
    world.put("notes.md", NOTES);
    await run(false);
    world.put("notes.md", NOTES.replace("9000", "9001"));
    const before = await exported(world);
    expect(await run(true)).not.toHaveProperty("opened");
    expect(await exported(world)).toEqual(before);
  });
});
