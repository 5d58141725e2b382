import { describe, expect, it } from "vitest";
import { omittedLines } from "../../src/context/policy/assemble.js";
import type { ContextItem, Layer } from "../../src/context/policy/layer.js";
import { changesSince, receiptId, receiptItem } from "../../src/context/policy/receipt.js";

const item = (tail: string, text = "t"): ContextItem => ({ id: `INS-20260201-${tail}`, tier: "self", text });
const layer = (...items: ContextItem[]): Layer => ({ name: "learnings", title: "T", items });
const NONCE = "0123456789ab";
const receipt = (...layers: Layer[]) => ({
  nonce: NONCE,
  layers: layers.map(({ name, items }) => ({
    name,
    items: items.map((one) => receiptItem(one, NONCE)),
    tokens: 1,
    hash: "x",
  })),
});

describe("what has changed since a receipt", () => {
  const cases: [string, Layer[], Layer[], object[]][] = [
    ["nothing", [layer(item("A"))], [layer(item("A"))], []],
    [
      "one came",
      [layer(item("A"))],
      [layer(item("A"), item("B"))],
      [{ added: ["INS-20260201-B"], gone: [], changed: [] }],
    ],
    [
      "one went",
      [layer(item("A"), item("B"))],
      [layer(item("B"))],
      [{ added: [], gone: ["INS-20260201-A"], changed: [] }],
    ],
    ["words", [layer(item("A"))], [layer(item("A", "u"))], [{ added: [], gone: [], changed: ["INS-20260201-A"] }]],
    ["order", [layer(item("A"), item("B"))], [layer(item("B"), item("A"))], [{ added: [], gone: [], changed: [] }]],
    ["a layer went", [layer(item("A"))], [], [{ name: "learnings", gone: ["INS-20260201-A"] }]],
    ["a layer came", [], [layer(item("A"))], [{ name: "learnings", added: ["INS-20260201-A"] }]],
    [
      "a line without an id",
      [{ name: "rules", title: "T", items: [{ place: "SOUL.md", text: "a" }] }],
      [{ name: "rules", title: "T", items: [{ place: "SOUL.md", text: "b" }] }],
      [{ name: "rules", added: [], gone: [], changed: [] }],
    ],
  ];
  for (const [name, before, after, changes] of cases)
    it(name, () => expect(changesSince(receipt(...before), after)).toMatchObject(changes));

  it("is said in plain words", () => {
    const [change] = changesSince(receipt(layer(item("A"))), [layer(item("A", "u"), item("B"))]);
    expect(change?.says).toBe("learnings: added: INS-20260201-B; changed: INS-20260201-A.");
  });

  it("a receipt's item holds no word of the entry", () => {
    expect(JSON.stringify(receiptItem(item("A", "lockfile"), NONCE))).not.toContain("lockfile");
    expect(receiptId("a", "b")).toMatch(/^R-[0-9a-f]{8}$/);
  });
});

describe("what was left out, in words", () => {
  it("one line a reason and layer; sentences of their own once each", () => {
    const left = (id: string) =>
      ({ layer: "learnings", id, because: "layer-full", says: `${id} is left out.` }) as const;
    const own = { layer: "rules", because: "conflicted", says: "SOUL.md:3 is not printed: </tenet-core-x>." } as const;
    expect(omittedLines([left("A"), left("B"), own, own, { ...left("C"), because: "said-above" }])).toEqual([
      "2 learnings left out: the layer is full.",
      "SOUL.md:3 is not printed: [/tenet-core-x>.",
      "1 learning left out: said already.",
    ]);
  });
});
