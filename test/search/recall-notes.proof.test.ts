import { expect, it } from "vitest";
import { generateNotes, NOTE_KINDS } from "../../bench/notes.js";
import { type Asked, askNote, clearness, noteQuality, WAYS } from "../../bench/recall-notes.js";
import { look, world } from "./world.js";

it("words that hold little of a question do not hide what is near: better than half and half for every kind", async () => {
  const { entries, questions } = generateNotes(7, 400, 30);
  const ctx = world(entries);
  const { search } = await look(ctx);
  await search.build(ctx.progress);
  const asked: Asked[] = [];
  for (const question of questions) asked.push(await askNote(search, question));
  await search.close();
  const table: string[] = [];
  for (const kind of NOTE_KINDS) {
    const some = asked.filter((one) => one.kind === kind);
    const [before, now] = (["half and half", "this fusion"] as const).map((way) => noteQuality(some, WAYS[way]));
    table.push(`${kind} ${JSON.stringify(before)} ${JSON.stringify(now)}`);
    expect(now?.ndcgAt10, table.join("\n")).toBeGreaterThanOrEqual(before?.ndcgAt10 as number);
  }
  const answered = asked.filter(({ answer }) => answer !== undefined);
  const gained =
    noteQuality(answered, WAYS["this fusion"]).recallAt5 - noteQuality(answered, WAYS["half and half"]).recallAt5;
  expect(gained, table.join("\n")).toBeGreaterThanOrEqual(0.1);
  // What nothing answers is marked, and what has an answer is not.
  expect(clearness(answered).clear).toBeGreaterThanOrEqual(0.9);
  expect(clearness(asked.filter(({ kind }) => kind === "unanswered")).clear).toBeLessThanOrEqual(0.15);
}, 120_000);
