/** Lines about what the gate kept out: they are read as they are written. */
import { expect, it } from "vitest";
import { type GateText, gateText, gateTextOf } from "../../../src/store/change/gate-lines.js";

const INS = "INS-20260215-K7Q2X";

it.each<GateText>([
  { kind: "logged", words: "npm ci printed 3 warnings" },
  { kind: "logged", words: `said again: nothing (${INS})` },
  { kind: "skipped", words: "not learned: nothing", id: INS },
  { kind: "skipped", words: "caches (cold) (", id: INS },
])("$kind $words", (said) => {
  expect(gateTextOf(gateText(said))).toEqual(said);
});
