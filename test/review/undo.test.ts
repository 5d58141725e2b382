import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { capture } from "../../src/capture/capture.js";
import { logActivity } from "../../src/capture/log.js";
import type { Context } from "../../src/context.js";
import { forget } from "../../src/forget/forget.js";
import { recordOutcome } from "../../src/loop/outcome.js";
import { edit } from "../../src/review/edit/edit.js";
import { resolvePair } from "../../src/review/resolve.js";
import { decideReview } from "../../src/review/review.js";
import { undo } from "../../src/review/undo.js";
import { changeTree } from "../../src/store/change/change.js";
import { changeVerb } from "../../src/store/change/prepare-write.js";
import { State } from "../../src/store/state/state-db.js";
import { type DecidingWorld, decidingWorld } from "../rules/deciding-world.js";

/** Every byte of the tree; what is local or generated is not. */
function tree({ world }: DecidingWorld): Record<string, string> {
  const { root } = world.workspace;
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => relative(root, join(entry.parentPath, entry.name)));
  const kept = paths.filter((path) => !/^\.(?:git|tenet)\/|index\.md$/.test(path)).sort();
  return Object.fromEntries(kept.map((path) => [path, readFileSync(join(root, path), "latin1")]));
}

const correct = (ctx: Context, corrected_to: string, prior_belief = "Nothing of it was known") =>
  capture(ctx, { type: "correction", corrected_to, prior_belief, stakes: "medium", at_risk: "A release" });

const learn = (ctx: Context, insight: string) =>
  capture(ctx, { type: "insight", insight, evidence: "seen twice", stakes: "medium", at_risk: "A release" });

async function world() {
  const w = decidingWorld({ apply_mode: "auto" });
  const first = await correct(w.ctx, "Deploy on Tuesdays when the team is there", "Deploy on Fridays");
  return { w, id: first.id as string };
}

describe("undo gives every byte back that one change wrote", () => {
  const changes: [what: string, act: (w: DecidingWorld, id: string) => Promise<unknown>][] = [
    ["a correction", ({ ctx }) => correct(ctx, "Count retries before calling a build green")],
    [
      "a correction that overturned another",
      ({ ctx }) => correct(ctx, "Deploy on any day", "Deploy on Tuesdays when the team is there"),
    ],
    [
      "a correction that repeats another",
      ({ ctx }) => correct(ctx, "Deploy on Tuesdays when the team is there", "Deploy whenever"),
    ],
    ["an insight, in a file of its own", ({ ctx }) => learn(ctx, "Retries hide the flaky test")],
    ["a line in the log", ({ ctx }) => logActivity(ctx, { text: "telegram timeout 30s" })],
    [
      "an outcome",
      ({ ctx }, id) => recordOutcome(ctx, { refs: [id], verdict: "validated", result: "four calm releases" }),
    ],
    ["an answer", ({ ctx }, id) => recordOutcome(ctx, { refs: [id], failed: true, evidence: "deployed on Friday" })],
    ["an edit", ({ ctx }, id) => edit(ctx, { id, fields: { corrected_to: "Deploy on Wednesdays", tags: ["ci"] } })],
  ];
  it.each(changes)("%s", { tags: "sampled" }, async (_, act) => {
    const { w, id } = await world();
    const before = tree(w);
    await act(w, id);
    expect(tree(w)).not.toEqual(before);
    const dry = await undo(w.ctx, { dryRun: true });
    expect(dry).toMatchObject({ decision: "undone", dry_run: true });
    expect({ ...dry, dry_run: false }).toEqual(await undo(w.ctx, {}));
    expect(tree(w)).toEqual(before);
    expect(await w.errors()).toEqual([]);
  });

  it("twice takes the one before back too, then says that nothing is left", async () => {
    const w = decidingWorld({ apply_mode: "auto" });
    const before = tree(w);
    const a = await learn(w.ctx, "Retries hide the flaky test");
    const between = tree(w);
    const b = await learn(w.ctx, "A cold cache doubles the build");
    expect(await undo(w.ctx, {})).toMatchObject({ entries: [{ id: b.id, did: "taken out" }] });
    expect(tree(w)).toEqual(between);
    expect(await undo(w.ctx, {})).toMatchObject({ entries: [{ id: a.id, text: "Retries hide the flaky test" }] });
    expect(tree(w)).toEqual(before);
    await expect(undo(w.ctx, {})).rejects.toMatchObject({ exit: 4, code: "nothing-to-undo" });
  });

  it("a link and a decided pair", async () => {
    const { w, id } = await world();
    const other = (await correct(w.ctx, "Never deploy on Tuesdays when the team is there")).id as string;
    const before = tree(w);
    const linked = [(await learn(w.ctx, "Retries hide the flaky test")).id as string];
    await edit(w.ctx, { id, fields: { linked } });
    await undo(w.ctx, {});
    await undo(w.ctx, {});
    expect(tree(w)).toEqual(before);
    await resolvePair(w.ctx, { a: other, b: id, how: "replaces" });
    expect(await w.entry(id)).toMatchObject({ status: "superseded" });
    expect((await undo(w.ctx, {})).entries.map(({ did }) => did)).toEqual(["as before", "as before"]);
    expect(tree(w)).toEqual(before);
  });
});

it("leaves what others did to the records beside its own", async () => {
  const { w, id } = await world();
  const other = (await learn(w.ctx, "Retries hide the flaky test")).id as string;
  const theirs = { ...w.ctx, actor: { ...w.ctx.actor, session: "theirs" } };
  const fields = { domain: "release" };
  await edit(theirs, { id: other, fields });
  await edit(w.ctx, { id, fields });
  await undo(theirs, {});
  expect(await w.entry(other)).not.toHaveProperty("domain");
  expect(await w.entry(id)).toMatchObject(fields);
  const newer = (await correct(w.ctx, "Deploy whenever the tests are green")).id as string;
  await resolvePair(w.ctx, { a: newer, b: id, how: "replaces" });
  await edit(theirs, { id: other, fields });
  await undo(w.ctx, {});
  expect(await w.entry(id)).toMatchObject({ ...fields, status: "active" });
  expect(await w.entry(other)).toMatchObject(fields);
});

describe("what came on top stays, and then nothing is done", () => {
  it("another session's line of the log stays", async () => {
    const { w } = await world();
    const { file } = await logActivity(w.ctx, { text: "telegram timeout 30s" });
    await logActivity({ ...w.ctx, actor: { ...w.ctx.actor, session: "theirs" } }, { text: "deployed twice" });
    const before = tree(w)[file as string];
    await undo(w.ctx, {});
    expect(tree(w)[file as string]).toBe(before?.replace(/.*telegram.*\n/, ""));
  });

  it("another session's record in the same file stays; its change is not taken back from here", async () => {
    const { w, id } = await world();
    await correct(w.ctx, "Count retries before calling a build green");
    const mine = w.ctx;
    w.session("elsewhere");
    const theirs = (await correct(w.ctx, "Use pnpm, never npm")).id as string;
    w.ctx = mine;
    expect((await undo(w.ctx, {})).entries).toHaveLength(1);
    expect(await w.entry(theirs)).toMatchObject({ status: "active" });
    expect(await w.entry(id)).toMatchObject({ status: "active" });
    await undo(w.ctx, {});
    await expect(undo(w.ctx, {})).rejects.toMatchObject({ code: "nothing-to-undo" });
    expect(await w.entry(theirs)).toMatchObject({ status: "active" });
    expect(await w.errors()).toEqual([]);
  });

  it("exit 6 when a record was changed since, by whomever, and when another entry refers to it", async () => {
    const { w, id } = await world();
    const file = "memory/learning/corrections/2026-02-09.md";
    const path = join(w.world.workspace.root, file);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace("Tuesdays when", "Thursdays when"));
    const before = tree(w);
    await expect(undo(w.ctx, {})).rejects.toMatchObject({ exit: 6, code: "changed-since" });
    expect(tree(w)).toEqual(before);
    writeFileSync(path, text);
    const mine = w.ctx;
    w.session("elsewhere");
    await recordOutcome(w.ctx, { refs: [id], verdict: "mixed", result: "so-so" });
    w.ctx = mine;
    await expect(undo(w.ctx, {})).rejects.toMatchObject({ exit: 6, code: "changed-since" });
  });
});

describe("who may, and what is never given back", () => {
  it("what a person did is taken back by a person who confirms it, a decision too", async () => {
    const { w, id } = await world();
    w.person();
    await decideReview(w.ctx, { ref: id, action: "approve", confirmed: true });
    await decideReview(w.ctx, { ref: id, action: "reject", confirmed: true });
    const agent = { ...w.ctx, actor: { ...w.ctx.actor, atTerminal: false } };
    await expect(undo(agent, { confirmed: true })).rejects.toMatchObject({ exit: 5, code: "needs-person" });
    await expect(undo(w.ctx, {})).rejects.toMatchObject({ exit: 5, code: "needs-person" });
    expect(await undo(w.ctx, { confirmed: true })).toMatchObject({ entries: [{ id, did: "as before" }] });
    expect((await w.entry(id)).review).toMatchObject({ state: "approved_for_reuse" });
  });

  it("an edit by which an approval lapsed gives the words back, and with them the approval", async () => {
    const { w, id } = await world();
    w.person();
    await decideReview(w.ctx, { ref: id, action: "approve", confirmed: true });
    w.as({ atTerminal: false });
    await edit(w.ctx, { id, fields: { corrected_to: "Deploy whenever you like" } });
    await undo(w.ctx, {});
    expect(await w.entry(id)).toMatchObject({
      corrected_to: "Deploy on Tuesdays when the team is there",
      review: { state: "approved_for_reuse" },
    });
  });

  it("a forgetting, of whose ever, by a person alone; what was redacted never", async () => {
    const { w, id } = await world();
    await forget(w.ctx, { refs: [id], taking: "forget" });
    await expect(undo(w.ctx, {})).rejects.toMatchObject({ code: "needs-person" });
    w.person();
    await undo(w.ctx, { confirmed: true });
    expect(await w.entry(id)).toMatchObject({ status: "active" });
    await forget(w.ctx, { refs: [id], taking: "redact", confirmed: true });
    expect(State.of(w.world.workspace).facts("undo")).toEqual([]);
    await expect(undo(w.ctx, { confirmed: true })).rejects.toMatchObject({ code: "nothing-to-undo" });
  });

  it("nothing in a run, which holds its writes back; rules are taken back by version, and it says so", async () => {
    const { w } = await world();
    const inRun = { ...w.ctx, actor: { ...w.ctx.actor, run: "nightly" } };
    await expect(undo(inRun, {})).rejects.toMatchObject({ exit: 2 });
    await changeTree(w.ctx, { ...changeVerb("digest"), reason: "x" }, async (change) => {
      change.write(join(w.world.workspace.root, "memory/versions/0001-AAAAA.md"), "x");
    });
    await expect(undo(w.ctx, {})).rejects.toMatchObject({
      exit: 5,
      code: "not-undoable",
      hint: expect.stringContaining("tenet versions rollback --dry-run"),
    });
  });
});
