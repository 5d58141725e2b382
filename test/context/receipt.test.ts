import { describe, expect, it } from "vitest";
import { omittedLines } from "../../src/store/layers/policy/assemble.js";
import type { ContextItem, Layer } from "../../src/store/layers/policy/layer.js";
import { changesSince, receiptId, receiptItem } from "../../src/store/layers/policy/receipt.js";

const item = (tail: string, text = "t"): ContextItem => ({ id: `INS-20260201-${tail}`, tier: "self", text });
const layer = (...items: ContextItem[]): Layer => ({ name: "learnings", title: "T", items });
const [A, B] = [item("A"), item("B")];
const [idA, idB] = ["INS-20260201-A", "INS-20260201-B"];
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
  const rules = (text: string): Layer => ({ name: "rules", title: "T", items: [{ place: "SOUL.md", text }] });
  const none = { added: [], gone: [], changed: [] };
  it.each<[string, Layer[], Layer[], object[]]>([
    ["nothing", [layer(A)], [layer(A)], []],
    ["one came", [layer(A)], [layer(A, B)], [{ ...none, added: [idB] }]],
    ["one went", [layer(A, B)], [layer(B)], [{ ...none, gone: [idA] }]],
    ["words", [layer(A)], [layer(item("A", "u"))], [{ ...none, changed: [idA] }]],
    ["order", [layer(A, B)], [layer(B, A)], [none]],
    ["a layer went", [layer(A)], [], [{ name: "learnings", gone: [idA] }]],
    ["a layer came", [], [layer(A)], [{ name: "learnings", added: [idA] }]],
    ["a line without an id", [rules("a")], [rules("b")], [{ name: "rules", ...none }]],
  ])("%s", (_name, before, after, changes) => {
    expect(changesSince(receipt(...before), after)).toMatchObject(changes);
  });

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
