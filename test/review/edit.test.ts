import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { edit } from "../../src/review/edit/edit.js";
import { afterEditor, placeToEdit } from "../../src/review/edit/edit-by-hand.js";
import { approvalOf } from "../approved.js";
import { AT_TERMINAL, type Capturing, capturing } from "../capture/capturing.js";
import { changed, patched } from "../store/workspace.js";

const approve = (w: Capturing, id: string) =>
  changed(w, async (change) => change.update(id, { review: approvalOf(await change.entry(id)) }));

async function known(w: Capturing): Promise<string> {
  return (await w.learn("Mirrors lag behind by an hour", { tags: ["ci"], context: "on Mondays" })).id ?? "";
}

describe("edit", () => {
  it("changes the stated fields, their lines alone, and the heading with the claim", async () => {
    const w = capturing();
    const id = await known(w);
    const [file = ""] = Object.keys(w.files());
    const before = w.files()[file]?.split("\n") ?? [];
    const edited = await edit(w, {
      id: id.slice(-5).toLowerCase(),
      fields: { insight: "Mirrors lag by two hours", tags: "mirror", context: "" },
    });
    expect(edited).toMatchObject({ id, file, line: 8, changed: ["insight", "tags", "context"], findings: [] });
    expect(await w.entry(id)).toMatchObject({ insight: "Mirrors lag by two hours", tags: ["mirror"] });
    expect(await w.entry(id)).not.toHaveProperty("context");
    const after = w.files()[file]?.split("\n") ?? [];
    expect(before.filter((line) => !after.includes(line))).toEqual([
      `## ${id} · Mirrors lag behind by an hour`,
      'insight: "Mirrors lag behind by an hour"',
      'context: "on Mondays"',
      "  - ci",
    ]);
    expect(after).toContain(`## ${id} · Mirrors lag by two hours`);
  });

  it("writes nothing of what says the same, and refuses what no author states, what is unknown, wrong, required or not there", async () => {
    const w = capturing();
    const id = await known(w);
    const before = w.files();
    expect((await edit(w, { id, fields: { tags: ["ci"] } })).changed).toEqual([]);
    for (const [fields, exit, code] of [
      [{ status: "forgotten" }, 2, "field-not-yours"],
      [{ tagz: "x" }, 2, "unknown-field"],
      [{ corrected_to: "x" }, 2, "unknown-field"],
      [{ score: 5 }, 2, "unknown-field"],
      [{ insight: " " }, 2, "missing-fields"],
      [{ replaces: "zzzzz" }, 2, "decided-by-resolve"],
      [{ linked: [id] }, 2, "wrong-relation"],
      [{ linked: ["zzzzz"] }, 4, "not-found"],
    ] as const) {
      await expect(edit(w, { id, fields })).rejects.toMatchObject({ exit, code });
    }
    await expect(edit(w, { id: "zzzzz", fields: { domain: "x" } })).rejects.toMatchObject({ exit: 4 });
    expect(w.files()).toEqual(before);
  });

  it("refuses what capturing it would refuse", async () => {
    const w = capturing();
    const memory = { type: "memory", category: "fact" };
    const fact = await w.draft({ ...memory, content: "The office is in Bern" });
    const example = { type: "edit", context: "Asked for Sunday", original: "We are closed.", final: "Monday is free." };
    const edited = await w.draft(example);
    const since = { scope: "contact:jane", valid_from: "2024-01-01" };
    const home = await w.draft({ ...memory, content: "Jane lives in Rome", ...since });
    w.as({ contact: "jane" });
    const before = w.files();
    for (const [{ id = "" }, fields, code] of [
      [fact, { sensitivity: "private" }, "wrong-field"],
      [fact, { content: "x".repeat(1_001) }, "too-long"],
      [home, { valid_to: "2023-01-01" }, "wrong-field"],
      [home, { valid_from: "2027-01-01" }, "wrong-field"],
      [edited, { final: "We are closed." }, "nothing-changed"],
      [edited, { kind: "rejected" }, "wrong-field"],
    ] as const) {
      await expect(edit(w, { id, fields }), JSON.stringify(fields)).rejects.toMatchObject({ code });
    }
    expect(w.files()).toEqual(before);
  });

  it("lets an approval lapse with the content, not with a link", async () => {
    const w = capturing({ apply_mode: "curated" });
    const [id, other] = [await known(w), (await w.correct("Use npm ci in CI", "npm install is fine")).id ?? ""];
    await approve(w, id);
    expect((await edit(w, { id, fields: { linked: [other] } })).waits).toBeUndefined();
    const edited = await edit(w, { id, fields: { evidence: "Somebody said so" } });
    expect(edited.waits).toMatch(/person looks at it again/);
    expect((await w.entry(id)).review).toMatchObject({ state: "needs_review" });
  });

  it("an owner's words: by an agent refused, by the owner at a terminal done", async () => {
    const w = capturing();
    w.as(AT_TERMINAL);
    const id = (await w.correct("Deploy on Mondays only", "Any day will do")).id ?? "";
    w.as({ atTerminal: false });
    await expect(edit(w, { id, fields: { domain: "deploy" } })).rejects.toMatchObject({
      exit: 5,
      code: "needs-person",
    });
    w.as(AT_TERMINAL);
    expect((await edit(w, { id, fields: { domain: "deploy" } })).changed).toEqual(["domain"]);
    expect((await w.entry(id)).tier).toBe("owner");
    // Another person's change leaves words that are no longer the owner's alone.
    w.as({ git: async () => ({ name: "guest", email: "guest@example.invalid" }) });
    expect((await edit(w, { id, fields: { corrected_to: "Deploy on Fridays only" } })).changed).toEqual([
      "corrected_to",
      "tier",
    ]);
    expect((await w.entry(id)).tier).toBe("relayed");
  });

  it("trust follows a stated origin, downwards only", async () => {
    const w = capturing();
    const id = await known(w);
    const edited = await edit(w, { id, fields: { origin: "https://example.invalid/post" } });
    expect(edited).toMatchObject({ changed: ["origin", "tier"], waits: expect.stringContaining("outside") });
    expect(await w.entry(id)).toMatchObject({ tier: "external", review: { state: "needs_review" } });
    await edit(w, { id, fields: { origin: "" } });
    expect((await w.entry(id)).tier).toBe("external");
  });

  it("an outcome that says otherwise tells what it judged", async () => {
    const w = capturing();
    const id = await known(w);
    const outcome = (await w.judge(id, "validated")).id ?? "";
    await edit(w, { id: outcome, fields: { verdict: "mixed" } });
    expect((await w.entry(id)).outcome).toBe("mixed");
    await expect(edit(w, { id: outcome, fields: { references: [id] } })).rejects.toMatchObject({ exit: 2 });
  });
});

it("an edit by hand that breaks the record is told with file and line, exit 8", async () => {
  const w = capturing();
  const place = await placeToEdit(w, await known(w));
  expect(place.line).toBe(8);
  w.put(w.workspace.relative(place.path), readFileSync(place.path, "utf8").replace("stakes: medium", "stakes: [x"));
  await expect(afterEditor(place)).rejects.toMatchObject({ exit: 8, message: expect.stringMatching(/\.md:\d+/) });
});

describe("links", () => {
  it("are added and stand on the newer one; again is no change; taken away wherever they stand", async () => {
    const w = capturing();
    const older = await known(w);
    w.clock = { now: () => new Date("2026-02-16T09:00:00Z") };
    const newer = (await w.correct("Use npm ci in CI", "npm install is fine")).id ?? "";
    const third = (await w.correct("Count retries before a build is green", "green is green")).id ?? "";
    const relinked = async (id: string, linked: string[], unlink: string[] = []) =>
      (await edit(w, { id, fields: { linked }, unlink })).changed;
    expect(await relinked(older, [newer])).toEqual(["linked"]);
    expect((await w.entry(newer)).linked).toEqual([older]);
    expect(await relinked(newer, [older])).toEqual([]);
    expect(await relinked(third, [newer])).toEqual(["linked"]);
    expect(await relinked(third, [older], [newer])).toEqual(["linked"]);
    expect((await w.entry(third)).linked).toEqual([older]);
    expect(await relinked(older, [], [newer, third])).toEqual(["linked"]);
    expect(await w.entry(newer)).not.toHaveProperty("linked");
    expect(await relinked(older, [], [newer])).toEqual([]);
    await patched(w, older, { linked: [newer] });
    expect(await relinked(newer, [older])).toEqual([]);
    expect(await relinked(newer, [], [older])).toEqual(["linked"]);
    expect(await w.entry(older)).not.toHaveProperty("linked");
    await expect(relinked(older, [older])).rejects.toMatchObject({ exit: 2 });
    await expect(relinked(older, [], ["zzzzz"])).rejects.toMatchObject({ exit: 4 });
  });

  it("are for an agent, too, on what an owner said; with words of its own all is refused", async () => {
    const w = capturing();
    const other = await known(w);
    w.as(AT_TERMINAL);
    const id = (await w.correct("Use npm ci in CI", "npm install is fine")).id ?? "";
    w.as({ atTerminal: false });
    const refused = edit(w, { id, claim: "Use npm install", fields: { linked: [other] } });
    await expect(refused).rejects.toMatchObject({ exit: 5 });
    expect(await w.entry(id)).not.toHaveProperty("linked");
    expect((await edit(w, { id, fields: { linked: [other] } })).changed).toEqual(["linked"]);
  });
});
