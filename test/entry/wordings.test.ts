import { expect, it } from "vitest";
import { claimOf, type EvolutionItem, grownTexts, templateOf } from "../../src/entry/entry.js";
import { insight } from "../store/entries.js";

it("an insight stands for what was first said; what came later with it is found and is no claim", () => {
  const evolution: EvolutionItem[] = [
    { at: "2026-02-11T10:00:00Z", evidence: "5 traces" },
    { at: "2026-02-12T10:00:00Z", text: "Initial insight from a conversation" },
  ];
  const grown = insight({ insight: "Retries hide DNS", evidence: "3 traces", applications: ["in CI"], evolution });
  expect(claimOf(grown)).toBe("Retries hide DNS");
  expect(templateOf(grown)).toBe("Retries hide DNS\n3 traces\nin CI");
  expect(grownTexts(grown)).toEqual(["5 traces", "Initial insight from a conversation"]);
});
