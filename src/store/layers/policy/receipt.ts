/** The receipt of a context that was printed: enough to print it again or to say what changed, and no word of it. */
import { createHash } from "node:crypto";
import type { Receipt, ReceiptItem } from "../receipt-schema.js";
import { itemLines } from "./assemble.js";
import { CORE_LAYERS, type ContextItem, idsOf, type Layer, type LayerName, TAIL_LAYERS } from "./layer.js";

export const RECEIPT_ID = /^R-[0-9a-f]{8}$/;

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** A receipt's id follows from what it is a receipt of: the same text at the same moment is the same receipt. */
export function receiptId(...parts: readonly string[]): string {
  return `R-${hashOf(parts.join("\0")).slice(0, 8)}`;
}

/** Digits of the mark of an item: it tells apart, and is too short to prove a guess. */
const MARK_DIGITS = 8;

export function receiptItem(item: ContextItem, nonce: string): ReceiptItem {
  return { ids: idsOf(item), mark: hashOf(`${nonce}\0${itemLines(item).join("\n")}`).slice(0, MARK_DIGITS) };
}

/** How a layer differs from its receipt. Lines without ids are only counted. */
export interface LayerChange {
  name: LayerName;
  added: string[];
  gone: string[];
  changed: string[];
  /** One plain sentence. */
  says: string;
}

/** Every layer that differs from its receipt, in order. */
export function changesSince(receipt: Pick<Receipt, "layers" | "nonce">, now: readonly Layer[]): LayerChange[] {
  return [...CORE_LAYERS, ...TAIL_LAYERS].flatMap((name) => {
    const before = receipt.layers.find((layer) => layer.name === name)?.items ?? [];
    const items = now.find((layer) => layer.name === name)?.items ?? [];
    const after = items.map((item) => receiptItem(item, receipt.nonce));
    if (sameItems(before, after)) return [];
    const [was, is] = [byKey(before), byKey(after)];
    const ids = (keys: readonly string[]) =>
      [...new Set(keys.flatMap((key) => key.split(" ")))].filter((id) => id !== "");
    const added = ids([...is.keys()].filter((key) => !was.has(key)));
    const missingIds = ids([...was.keys()].filter((key) => !is.has(key)));
    const changed = ids([...is].filter(([key, mark]) => was.has(key) && was.get(key) !== mark).map(([key]) => key));
    return [{ name, added, gone: missingIds, changed, says: changeText(name, { added, gone: missingIds, changed }) }];
  });
}

function sameItems(a: readonly ReceiptItem[], b: readonly ReceiptItem[]): boolean {
  return a.length === b.length && a.every(({ mark }, at) => mark === b[at]?.mark);
}

function byKey(items: readonly ReceiptItem[]): Map<string, string> {
  const marks = new Map<string, string>();
  for (const { ids, mark } of items) {
    const key = ids.join(" ");
    marks.set(key, `${marks.get(key) ?? ""}${mark}`);
  }
  return marks;
}

function changeText(name: LayerName, parts: { added: string[]; gone: string[]; changed: string[] }): string {
  const partTexts = Object.entries(parts)
    .filter(([, ids]) => ids.length > 0)
    .map(([what, ids]) => `${what}: ${ids.join(", ")}`);
  return `${name}: ${partTexts.length === 0 ? "other lines, or another order" : partTexts.join("; ")}.`;
}
