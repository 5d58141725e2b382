/** What holds for some files only becomes no rule for all of them, and leaves one when it is said. */
import { expect, it } from "vitest";
import type { Entry } from "../../src/entry/entry.js";
import { edit } from "../../src/review/edit/edit.js";
import { ins } from "../loop/loop-world.js";
import { outcome } from "../store/entries.js";
import { held, rulesWorld } from "./rules-world.js";
import { answered } from "./said.js";

const paths = ["packages/api/**"];

it("qualifies, and is left with the reason; a chain with one of them as well", async () => {
  const world = rulesWorld({ apply_mode: "auto" });
  await world.store(
    held("ALONE", { paths }),
    held("FIRST", { timestamp: "2026-02-01T08:00:00Z" }),
    held("AGAIN", { paths, ...answered("COR-20260201-FIRST", "same") }),
  );
  const { operations, left } = await world.digest();
  expect(operations).toEqual([]);
  expect(left?.map(({ because }) => because)).toEqual(Array(2).fill("It holds for packages/api/** only."));
});

it("leaves the rules once that is said of it", async () => {
  const world = rulesWorld({ apply_mode: "auto" });
  await world.store(held("ALONE"));
  expect((await world.digest()).operations).toMatchObject([{ op: "add" }]);
  await edit(world.ctx, { id: "COR-20260201-ALONE", fields: { paths } });
  expect((await world.digest()).operations).toMatchObject([
    { op: "delete", because: "COR-20260201-ALONE holds for packages/api/** only." },
  ]);
});

it.each<[what: string, more: object, text: string]>([
  ["all", {}, "Lesson of the API"],
  ["some", { paths }, "Thing PLAIN is so"],
])("a lesson of %s files words a rule only where it is one for all", async (_, more, text) => {
  const world = rulesWorld({ apply_mode: "auto" });
  const judged: Entry = ins("PLAIN", { insight: "Thing PLAIN is so", stakes: "high" });
  const judging = outcome({
    ...{ id: "OUT-20260205-T4ZW5", timestamp: "2026-02-05T09:00:00Z", agent: "main", session: "s5", tier: "relayed" },
    ...{ source: "bridget", references: [judged.id], verdict: "validated", score: 10, lesson: "Lesson of the API" },
    ...more,
  });
  await world.store(judged, judging);
  expect((await world.digest()).operations).toMatchObject([{ op: "add", text }]);
});
