import { describe, expect, it } from "vitest";
import { add } from "../../src/capture/add.js";
import { readDrafts } from "../../src/capture/drafts/stated-drafts.js";
import { capturing } from "./capturing.js";

const CORRECTION = {
  type: "correction",
  prior_belief: "npm install is fine",
  corrected_to: "Use npm ci in CI",
  stakes: "high",
  at_risk: "drift",
  behavioral_change: "Look first",
};

const YAML = Object.entries(CORRECTION)
  .map(([key, value]) => `${key}: ${value}`)
  .join("\n");

describe("the input", () => {
  it.each([
    ["a JSON list", JSON.stringify([CORRECTION])],
    ["pretty JSON with a BOM and CRLF", `\uFEFF${JSON.stringify(CORRECTION, null, 2).replaceAll("\n", "\r\n")}\r\n`],
    ["YAML", YAML],
    ["YAML in a fence", `\n\`\`\`yaml\n${YAML}\n\`\`\`\n`],
  ])("may be %s", (_name, text) => expect(readDrafts(text)).toEqual([CORRECTION]));

  it.each([
    ["nothing", " \n", /nothing to add/],
    ["an empty list", "[]", /an empty list/],
    ["a bare text", "hello", /entry 1 is not a map/],
    ["a list in a list", "- [a]", /entry 1 is not a map/],
    ["a tab", "type: insight\n\tinsight: x", /^input:2: /],
    ["a duplicate key", "type: insight\ninsight: a\ninsight: b\n", /^input:3: /],
    ["an alias", "a: &x 1\nb: *x\n", /^input:/],
    ["unclosed JSON", '{"type": "insight"', /^input:/],
  ])("%s is wrong usage with its line", (_name, text, says) => {
    expect(() => readDrafts(text)).toThrow(expect.objectContaining({ exit: 2, message: expect.stringMatching(says) }));
  });
});

describe("more than five captures in one call", () => {
  const DOCK = "The loading dock takes parcels until noon";
  const MOVED = "The loading dock takes parcels until two";
  const fact = (content: string) => ({ type: "memory", content, category: "fact" });
  const OTHERS = ["Fountains rest in winter", "Dogs may come in", "Paper is green", "Ferries wait", "Keys hang here"];

  it("open close pairs alone, and ask about the three nearest claims together", { tags: "proof" }, async () => {
    const world = capturing();
    const known = await world.draft(fact(DOCK));
    const text = JSON.stringify([...OTHERS, MOVED].map(fact));
    const { results, asks, opened } = await add(world, { text, keepGoing: false });
    expect(results.every((one) => one.ok && one.asks.length === 0)).toBe(true);
    expect(opened).toBe(1);
    expect(asks?.[0]).toMatchObject({ about: known.id, text: DOCK });
    expect(asks?.length).toBeLessThanOrEqual(3);
    expect((await world.entries()).filter(({ near }) => near !== undefined)).toHaveLength(1);
  });

  it("of five each asks for itself", async () => {
    const world = capturing();
    await world.draft(fact(DOCK));
    const text = JSON.stringify([...OTHERS.slice(1), MOVED].map(fact));
    const added = await add(world, { text, keepGoing: true });
    expect(added.asks).toBeUndefined();
    expect(added.results.at(-1)).toMatchObject({ ok: true, asks: [{ text: DOCK }] });
  });
});
