/** Lines that people wrote are near claims like entries: asked about, printed beside, answered, and never written by tenet. */
import { readFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { fixedClock } from "../../src/clock.js";
import type { Near } from "../../src/entry/entry.js";
import { finishRun, startRun } from "../../src/loop/run.js";
import { recall } from "../../src/recall/recall.js";
import { reviewQueue } from "../../src/review/queue/review-queue.js";
import { resolve, resolvePair } from "../../src/review/resolve.js";
import { undo } from "../../src/review/undo.js";
import { coreLines } from "../../src/store/records/core-lines.js";
import { AT_TERMINAL, type Capturing, capturing } from "../capture/capturing.js";
import { atKeyboard } from "../cli/terminal.js";
import { context, heartbeat } from "../operations.js";
import { sandbox } from "../sandbox.js";
import { memory } from "../store/entries.js";
import { stored } from "../store/workspace.js";

const FILE = "CLAUDE.md";
const LINE = "Postgres runs on host port 5435";
const PRINTED = `Project › ${LINE}`;
const CLAIM = "Postgres runs on host port 5432";
const TEXT = `# Project\n\n- ${LINE}\n- Deploys go out on Tuesdays\n`;
const NAMES = ["soul", "memory", "procedures", "boot", "heartbeat"] as const;
const FILES = { soul: FILE, memory: FILE, procedures: FILE, boot: FILE, heartbeat: FILE };

function world(): Capturing {
  const w = capturing({ files: FILES });
  w.put(FILE, TEXT);
  return w;
}

const claimed = (w: Capturing, content = CLAIM, more = {}) =>
  w.draft({ type: "memory", category: "fact", content, ...more });
const near = async (w: Capturing, id: string) => (await w.entry(id)).near;

/** The claim in an open pair with the line, as capturing it leaves it. */
async function paired(more = {}, score = 0.8) {
  const w = world();
  const [line] = await coreLines(w);
  const ref = line?.ref ?? "";
  const row: Near = { with: ref, score, by: "claim", state: "open", at: "2026-02-15T14:00:00Z" };
  const entry = memory({ timestamp: "2026-02-15T14:00:00Z", content: CLAIM, near: [row], ...more });
  await stored(w, entry);
  return { w, ref, id: entry.id };
}

describe("a claim near a line that people wrote", () => {
  it("is stored, asked about with the file and its line, and again by a heartbeat a day later", async () => {
    const w = world();
    const { id = "", asks, opened } = await claimed(w);
    expect(opened).toBe(1);
    const about = asks[0]?.about ?? "";
    expect(asks).toMatchObject([{ id, text: PRINTED, where: "CLAUDE.md:3", by: "claim" }]);
    expect(about).toMatch(/^CLAUDE\.md#[0-9a-f]{12}$/);
    expect(await near(w, id)).toMatchObject([{ with: about, state: "open" }]);
    const { queue } = await reviewQueue(w);
    expect(queue).toMatchObject([{ kind: "line", id, written: { ref: about, file: FILE, line: 3, text: PRINTED } }]);
    expect((await heartbeat(w)).due).toEqual([]);
    expect((await context(w)).text).toMatch(new RegExp(`undecided beside CLAUDE.md:3 \\w+ \\| ${PRINTED}`));
    w.clock = fixedClock("2026-02-17T09:00:00Z");
    expect((await context(w)).text).toContain("What is the first to the second?");
    const other = { id: about, ref: "CLAUDE.md:3", type: "line" };
    expect((await heartbeat(w)).due).toMatchObject([{ kind: "pair", other }]);
    w.clock = fixedClock("2026-02-17T12:00:00Z");
    expect((await heartbeat(w)).due).toEqual([]);
  });

  it("in equal words is told, and not asked about", async () => {
    const { asks, because, opened } = await claimed(world(), PRINTED);
    expect([asks, opened]).toEqual([[], undefined]);
    expect(because).toContain("CLAUDE.md:3 says the same already, written by people: tenet adds no rule beside it.");
  });

  it("that a lead-in makes another one is asked about, in equal words of the item too", async () => {
    const w = world();
    w.put(FILE, "Never:\n\n- push to main\n");
    const { asks, because } = await claimed(w, "Push to main");
    expect(asks).toMatchObject([{ text: "Never › push to main", where: "CLAUDE.md:3", claim: 1 }]);
    expect(because.join(" ")).not.toContain("says the same");
    const equal = await claimed(w, "Never push to main");
    expect(equal.because).toContain(
      "CLAUDE.md:3 says the same already, written by people: tenet adds no rule beside it.",
    );
  });

  it("is no pair any more once a person has changed the line", async () => {
    const { w, id, ref } = await paired();
    w.put(FILE, `# Project\n\n- ${CLAIM} by now\n`);
    expect((await reviewQueue(w)).queue).toEqual([]);
    await expect(resolvePair(w, { a: id, b: ref, how: "same" })).rejects.toMatchObject({ code: "no-such-line" });
  });
});

describe("an answer about a line", () => {
  const ANSWERS = [
    ["same", "entry", { decision: "same" }, { state: "unrelated", answered: "same" }],
    ["unrelated", "line", { decision: "proposed" }, { state: "open" }],
    ["replaces", "entry", { decision: "proposed" }, { state: "open", proposed: { answer: "replaces" } }],
    ["replaces", "line", { decision: "replaced" }, { answered: "replaced" }],
    ["exception", "entry", { decision: "proposed" }, { state: "open", proposed: { answer: "exception" } }],
    ["exception", "line", { decision: "proposed" }, { state: "open", proposed: { answer: "exception" } }],
  ] as const;

  it.each(ANSWERS)(
    "%s of the %s, by an agent: what becomes of it, and back",
    { tags: "sampled" },
    async (how, first, says, row) => {
      const { w, id, ref } = await paired();
      const [a, b] = first === "line" ? [ref, id] : [id, ref];
      const done = await resolvePair(w, { a, b, how });
      expect(done).toMatchObject({ ...says, id, other: ref, next: { why: "To take it back:", args: { open: true } } });
      expect(await w.entry(id)).toMatchObject({
        near: [row],
        status: says.decision === "replaced" ? "superseded" : "active",
      });
      await resolvePair(w, { a: id, b: ref, how: "open" });
      const back = await w.entry(id);
      expect(back).toMatchObject({ status: "active", near: [{ state: "open" }] });
      for (const field of ["proposed", "answered"]) expect(back.near?.[0]).not.toHaveProperty(field);
      expect(readFileSync(w.workspace.absolute(FILE), "utf8")).toBe(TEXT);
    },
  );

  it("is taken back by undo, too, and takes a line by its number, or either side alone", async () => {
    const { w, id, ref } = await paired();
    for (const one of [{ a: id, b: "CLAUDE.md:3" }, { a: id }, { a: "CLAUDE.md:3" }]) {
      expect((await resolve(w, { ...one, how: "same" })).results).toMatchObject([{ decision: "same", id }]);
      if (one.b === undefined) await expect(resolve(w, { ...one, how: "same" })).rejects.toMatchObject({ exit: 2 });
      expect((await undo(w, {})).op).toBe("resolve");
      expect(await near(w, id)).toMatchObject([{ with: ref, state: "open" }]);
    }
    await expect(resolvePair(w, { a: id, b: "CLAUDE.md:9", how: "same" })).rejects.toMatchObject({ exit: 4 });
    await expect(resolvePair(w, { a: "CLAUDE.md:3", b: ref, how: "same" })).rejects.toMatchObject({ exit: 2 });
  });

  it("by an agent does not set free what says the same already; by a person it takes that answer's place", async () => {
    // So far from the line that nothing but the answer holds it back.
    const { w, id, ref } = await paired({}, 0.6);
    await resolvePair(w, { a: id, b: ref, how: "same" });
    expect(await resolvePair(w, { a: id, b: ref, how: "unrelated" })).toMatchObject({ decision: "proposed" });
    expect(await near(w, id)).toMatchObject([{ answered: "same", proposed: { answer: "unrelated" } }]);
    w.as(AT_TERMINAL);
    await resolvePair(w, { a: id, b: ref, how: "unrelated" });
    const rows = await near(w, id);
    expect(rows).toMatchObject([{ state: "unrelated" }]);
    expect(rows?.[0]).not.toHaveProperty("answered");
  });

  it("tells nothing of what its reader may not see", async () => {
    const { w } = await paired({ scope: "conversation", session: "s1" });
    w.as({ session: "s2" });
    const none = resolve(w, { a: "CLAUDE.md:3", how: "same" });
    await expect(none).rejects.toMatchObject({
      exit: 2,
      message: expect.stringMatching(/^(?!.*5432).*in no open pair/),
    });
    w.as({ session: "s1" });
    expect((await resolve(w, { a: "CLAUDE.md:3", how: "same" })).results).toHaveLength(1);
  });
});

describe("an answer given with the capture", () => {
  it.each([
    ["same", { state: "unrelated", answered: "same" }, "CLAUDE.md:3 says the same"],
    ["replaces", { state: "open", proposed: { answer: "replaces" } }, "CLAUDE.md:3 is a person's to change"],
    ["exception_to", { state: "open", proposed: { answer: "exception" } }, "both stay until a person"],
    ["unrelated", { state: "open", proposed: { answer: "unrelated" } }, "both stay until a person"],
  ])("%s acts as the answer would, and nothing is asked", { tags: "proof" }, async (field, row, says) => {
    const w = world();
    const { id = "", asks, because } = await claimed(w, CLAIM, { [field]: ["CLAUDE.md:3"] });
    expect(asks).toEqual([]);
    expect(because.join(" ")).toContain(says);
    expect(await near(w, id)).toMatchObject([{ with: expect.stringMatching(/^CLAUDE\.md#[0-9a-f]{12}$/), ...row }]);
  });

  it("names a line that is there, or nothing is stored", async () => {
    const w = world();
    const missing = claimed(w, CLAIM, { same: ["CLAUDE.md:9"] });
    await expect(missing).rejects.toMatchObject({ exit: 4, code: "no-such-line" });
    expect(await w.entries()).toEqual([]);
  });

  it.each([
    ["stays as it is", TEXT, { state: "unrelated", answered: "same" }],
    ["was changed meanwhile, at the cost of the answer, not the words", `- ${LINE} by now\n`, { state: "open" }],
  ])("is kept in a run until it finishes, where the line %s", async (_, written, row) => {
    const w = world();
    await startRun(w, "build");
    const outside = w.actor;
    w.as({ run: "build" });
    await claimed(w, CLAIM, { same: ["CLAUDE.md:3"] });
    w.actor = outside;
    w.put(FILE, written);
    await finishRun(w, "build");
    expect(await w.entries()).toMatchObject([{ near: [row] }]);
  });
});

it("a review at a terminal shows both texts, and opens the person's editor at the line that no longer holds", {
  tags: "proof",
}, async () => {
  const files = NAMES.map((name) => `${name}: ${FILE}`).join(", ");
  const profile = `schema: 1\nagent: main\ntimezone: UTC\nfiles: {${files}}\n`;
  const box = await sandbox({ git: true, profile });
  await box.write(FILE, TEXT);
  await box.run(["remember", CLAIM, "--category", "fact"]);
  const script = '#!/bin/sh\necho "$@" > "$(dirname "$0")/opened"\nsed -i s/5435/5432/ "$2"\n';
  const editor = await box.write("../vi", script);
  await chmod(editor, 0o700);
  const steps = [
    ["near a line of yours", ""],
    [CLAIM, ""],
    ["CLAUDE.md:3", ""],
    [LINE, ""],
    ["?: keys", "c"],
    ["nothing else waits", ""],
  ] as const;
  const { code, screen } = await atKeyboard(box, ["review"], steps, { EDITOR: editor, VISUAL: "" });
  expect(code, screen).toBe(0);
  expect(await box.read("../opened")).toBe(`+3 ${box.path(FILE)}\n`);
  expect(await box.read(FILE)).toContain(`- ${CLAIM}\n`);
  expect((await box.run(["review", "--list", "--json"])).json().data.queue).toEqual([]);
});

it("recall prints lines of core files that answer, with file and number", async () => {
  const w = world();
  const { lines, results } = await recall(w, { query: "which port does Postgres use" });
  expect(results).toEqual([]);
  expect(lines).toMatchObject([{ file: FILE, line: 3, text: PRINTED }]);
  const asked = { query: "port of Postgres", mode: "keyword" } as const;
  expect((await recall(w, asked)).lines).toMatchObject([{ line: 3 }]);
  expect((await recall(w, { query: "when are invoices paid" })).lines).toBeUndefined();
});
