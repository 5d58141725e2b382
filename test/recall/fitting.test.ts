/** What a layer prints for a query: the likest first, none below the cut, and of words alone no weak one. */
import { expect, it } from "vitest";
import { fittingIds } from "../../src/recall/fitting.js";
import type { Recalled } from "../../src/recall/recall-schemas.js";
import { defaultProfile } from "../../src/settings.js";

const found = (id: string, cosine?: number, weak?: true) =>
  ({ id, weak, why: { cosine } }) as unknown as Recalled["results"][number];

it.each<[string, Recalled["results"], string[]]>([
  ["nothing", [], []],
  ["the likest first, whatever words say", [found("A", 0.6), found("B", 0.8)], ["B", "A"]],
  ["on the cut and below it", [found("A", 0.5), found("B", 0.49)], ["A"]],
  ["weak by its words, near by its meaning", [found("A", 0.7, true)], ["A"]],
  ["by words alone, in their order", [found("A"), found("B", undefined, true), found("C")], ["A", "C"]],
])("%s", (_, results, expected) => {
  expect(fittingIds({ profile: defaultProfile() }, { results })).toEqual(expected);
});
