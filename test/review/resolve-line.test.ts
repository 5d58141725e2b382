/** Lines that people wrote are near claims like entries: asked about, printed beside, answered, and never written by tenet. */
import { readFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { fixedClock } from "../../src/clock.js";
import type { Near } from "../../src/entry/entry.js";
import { finishRun, startRun } from "../../src/loop/run.js";
import { reviewQueue } from "../../src/review/queue/review-queue.js";
import { resolve, resolvePair } from "../../src/review/resolve.js";
import { undo } from "../../src/review/undo.js";
import { coreLines } from "../../src/store/records/peoples-lines.js";
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
  const row: Near = { with: ref, score, found: "claim", at: "2026-02-15T14:00:00Z" };
  const entry = memory({ timestamp: "2026-02-15T14:00:00Z", content: CLAIM, near: [row], ...more });
  await stored(w, entry);
  return { w, ref, id: entry.id };
}

describe("a claim near a line that people wrote", () => {
  it("is stored, asked about with the file and its line, and again by a heartbeat three days later", async () => {
    const w = world();
    const { id = "", asks, opened } = await claimed(w);
    expect(opened).toBe(1);
    const about = asks[0]?.about ?? "";
    expect(asks).toMatchObject([{ id, text: PRINTED, where: "CLAUDE.md:3", found: "claim" }]);
    expect(about).toMatch(/^#[0-9a-f]{12}$/);
    expect(await near(w, id)).toMatchObject([{ with: about, found: "claim" }]);
    const { queue } = await reviewQueue(w);
    expect(queue).toMatchObject([{ kind: "line", id, written: { ref: about, file: FILE, line: 3, text: PRINTED } }]);
    expect((await heartbeat(w)).due).toEqual([]);
    expect((await context(w)).text).toMatch(new RegExp(`undecided beside CLAUDE.md:3 \\w+ \\| ${PRINTED}`));
    w.clock = fixedClock("2026-02-18T14:00:00Z");
    expect((await context(w)).text).toContain("What is the first to the second?");
    const other = { id: about, ref: "CLAUDE.md:3", type: "line" };
    expect((await heartbeat(w)).due).toMatchObject([{ kind: "pair", other }]);
    w.clock = fixedClock("2026-02-18T17:00:00Z");
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
    expect(asks).toMatchObject([{ text: "Never › push to main", where: "CLAUDE.md:3", score: 1 }]);
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
  const SAME = { answer: "same", by: "sybil", tier: "self" } as const;
  it.each([
    ["same", "entry", "same", SAME],
    ["unrelated", "line", "proposed", { answer: "unrelated" }],
    ["replaces", "entry", "proposed", { answer: "replaces" }],
    ["replaces", "line", "replaced", { answer: "replaced_by" }],
    ["exception", "entry", "proposed", { answer: "exception" }],
    ["exception", "line", "proposed", { answer: "has_exception" }],
  ] as const)("%s of the %s, by an agent: %s, and back", { tags: "sampled" }, async (how, first, decision, row) => {
    const { w, id, ref } = await paired();
    const [a, b] = first === "line" ? [ref, id] : [id, ref];
    const done = await resolvePair(w, { a, b, how });
    expect(done).toMatchObject({ decision, id, other: ref, next: { args: { open: true } } });
    const open = decision === "proposed" ? [{ with: ref, proposed: row.answer }] : [];
    const status = decision === "replaced" ? "superseded" : "active";
    expect(await w.entry(id)).toMatchObject({ near: [row], open, status });
    await resolvePair(w, { a: id, b: ref, how: "open" });
    const back = await w.entry(id);
    expect(back).toMatchObject({ status: "active", open: [{ with: ref }] });
    expect(back.near?.[0]).not.toHaveProperty("answer");
    expect(readFileSync(w.workspace.absolute(FILE), "utf8")).toBe(TEXT);
  });

  it("is taken back by undo, too, and takes a line by its number, or either side alone", async () => {
    const { w, id, ref } = await paired();
    for (const one of [{ a: id, b: "CLAUDE.md:3" }, { a: id }, { a: "CLAUDE.md:3" }]) {
      expect((await resolve(w, { ...one, how: "same" })).results).toMatchObject([{ decision: "same", id }]);
      if (one.b === undefined) await expect(resolve(w, { ...one, how: "same" })).rejects.toMatchObject({ exit: 2 });
      expect((await undo(w, {})).op).toBe("resolve");
      expect((await w.entry(id)).open).toMatchObject([{ with: ref }]);
    }
    await expect(resolvePair(w, { a: id, b: "CLAUDE.md:9", how: "same" })).rejects.toMatchObject({ exit: 4 });
    await expect(resolvePair(w, { a: "CLAUDE.md:3", b: ref, how: "same" })).rejects.toMatchObject({ exit: 2 });
  });

  it("by an agent does not set free what says the same already; by a person it takes that answer's place", async () => {
    // So far from the line that nothing but the answer holds it back.
    const { w, id, ref } = await paired({}, 0.6);
    await resolvePair(w, { a: id, b: ref, how: "same" });
    expect(await resolvePair(w, { a: id, b: ref, how: "unrelated" })).toMatchObject({ decision: "proposed" });
    expect((await w.entry(id)).open).toMatchObject([{ with: ref, proposed: "unrelated" }]);
    w.as(AT_TERMINAL);
    await resolvePair(w, { a: id, b: ref, how: "unrelated" });
    expect(await w.entry(id)).toMatchObject({
      near: [{ answer: "unrelated", by: "bridget", tier: "owner" }],
      open: [],
    });
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
    ["same", { near: [{ answer: "same" }], open: [] }, "CLAUDE.md:3 says the same"],
    ["replaces", { open: [{ proposed: "replaces" }] }, "CLAUDE.md:3 is a person's to change"],
    ["exception_to", { open: [{ proposed: "exception" }] }, "both stay until a person"],
    ["unrelated", { open: [{ proposed: "unrelated" }] }, "both stay until a person"],
  ])("%s acts as the answer would, and nothing is asked", { tags: "proof" }, async (field, row, says) => {
    const w = world();
    const { id = "", asks, because } = await claimed(w, CLAIM, { [field]: ["CLAUDE.md:3"] });
    expect(asks).toEqual([]);
    expect(because.join(" ")).toContain(says);
    expect(await w.entry(id)).toMatchObject({ near: [{ with: expect.stringMatching(/^#[0-9a-f]{12}$/) }], ...row });
  });

  it("names a line that is there, or nothing is stored", async () => {
    const w = world();
    const missing = claimed(w, CLAIM, { same: ["CLAUDE.md:9"] });
    await expect(missing).rejects.toMatchObject({ exit: 4, code: "no-such-line" });
    expect(await w.entries()).toEqual([]);
  });

  it.each([
    ["stays as it is", TEXT, { near: [{ answer: "same" }], open: [] }],
    [
      "was changed meanwhile, at the cost of the answer, not the words",
      `- ${LINE} by now\n`,
      { open: [{ found: "claim" }] },
    ],
  ])("is kept in a run until it finishes, where the line %s", async (_, written, row) => {
    const w = world();
    await startRun(w, "build");
    const outside = w.actor;
    w.as({ run: "build" });
    await claimed(w, CLAIM, { same: ["CLAUDE.md:3"] });
    w.actor = outside;
    w.put(FILE, written);
    await finishRun(w, "build");
    expect(await w.entries()).toMatchObject([row]);
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
