/** What a correction refutes is printed with that correction wherever entries are read; exceptions and near claims, too. */
import { expect, it } from "vitest";
import type { Entry, Near } from "../../src/entry/entry.js";
import { listOutline, memoriesOutline } from "../../src/recall/entries-outline.js";
import { list } from "../../src/recall/list.js";
import { memories } from "../../src/recall/memories.js";
import { recall } from "../../src/recall/recall.js";
import { recallOutline } from "../../src/recall/recall-outline.js";
import { screenText } from "../screen-text.js";
import { world } from "../search/world.js";
import { correction, memory } from "../store/entries.js";

const OLD = "MEM-20260210-P0RT1";
const FIX = "COR-20260215-K7Q2X";
const NEAR: Near = { with: OLD, score: 0.3, found: "prior" };
const refuted = (): Entry[] => [
  memory({ id: OLD, timestamp: "2026-02-10T08:00:00Z", content: "Clients are called on port 8080" }),
  correction({ id: FIX, corrected_to: "Clients are called on port 9090", near: [NEAR] }),
];
const BESIDE = /refuted by .*k7q2x \(relayed\): Clients are called on port 9090/i;
const WIDE = 100;

// Session recall/refuted has the pipes, show, and what else is said of a pair.
it("a refuted memory is drawn with its correction on a terminal: found, listed and among memories", async () => {
  const found = await recall(world(refuted()), { query: "clients port 8080", mode: "keyword", type: "memory" });
  expect(screenText(await recallOutline(found), WIDE)).toMatch(BESIDE);
  const listed = await list(world(refuted()), { limit: 10, type: "memory" });
  expect(screenText(listOutline(listed), WIDE)).toMatch(/\n {4}refuted by .*k7q2x \(relayed\): Clients/i);
  expect(screenText(memoriesOutline(await memories(world(refuted()))), WIDE)).toMatch(BESIDE);
});
