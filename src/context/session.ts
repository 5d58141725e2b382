/** The core that a session keeps: which sessions have one, and when it may not be served again. */

import { isFor } from "../entry/visible.js";
import { type ContextItem, idsOf, type Layer } from "./policy/layer.js";
import { goneBecause, isSensitive, SENSITIVE } from "./policy/standing.js";
import { screened } from "./screened.js";
import type { SessionCore } from "./session-core.js";
import type { Sources } from "./sources.js";

/** What a session is called that nobody named: a day's work, without a beginning or an end. */
const UNNAMED = /^adhoc-.*-\d{4}-\d{2}-\d{2}$/;

/** Somebody named it (`--session`, `TENET_SESSION`, a host), so that it begins and ends. */
export function isNamedSession(session: string): boolean {
  return !UNNAMED.test(session);
}

/** Entries in a kept core that may no longer be shown as they are there: what was taken back never comes back. */
export async function goneFromCore(core: SessionCore, { head, viewer }: Sources): Promise<string[]> {
  const missing = new Set(core.missing);
  const gone = new Set<string>();
  for (const { items } of core.layers) {
    for (const item of items) {
      for (const id of idsOf(item)) {
        const entry = head(id);
        if (entry === undefined) {
          if (!missing.has(id)) gone.add(id);
          continue;
        }
        const hidden = isSensitive(entry) && item.text !== SENSITIVE;
        const theirs = item.who === "people";
        if (hidden || goneBecause(entry, theirs) !== undefined || !isFor(entry, viewer)) gone.add(id);
      }
    }
  }
  return [...gone];
}

/**
 * Layers as they are kept: words out of the person's own tree are left there. What is erased there is found by nobody
 * who looks through this workspace.
 */
export async function withoutOwnWords(layers: readonly Layer[], sources: Sources): Promise<Layer[]> {
  const own = await sources.ownClaims(layers.flatMap(({ items }) => items.flatMap(idsOf)));
  if (own.size === 0) return [...layers];
  const emptied = (item: ContextItem) => (own.has(item.id ?? "") ? { ...item, text: "" } : item);
  return layers.map((layer) => ({ ...layer, items: layer.items.map(emptied) }));
}

/** Kept layers with these words in their places again. */
export async function withOwnWords(layers: readonly Layer[], sources: Sources): Promise<Layer[]> {
  const lent = layers.flatMap(({ items }) => items.filter(({ text }) => text === "").flatMap(idsOf));
  const own = await sources.ownClaims(lent);
  if (own.size === 0) return [...layers];
  const given = (item: ContextItem) => ({
    ...item,
    text: item.text === "" ? (own.get(item.id ?? "") ?? "") : item.text,
  });
  const filled = layers.map((layer) => ({ ...layer, items: layer.items.map(given) }));
  return (await screened(sources.ctx, filled, { layer_tokens: Number.POSITIVE_INFINITY, total_tokens: 0 })).layers;
}
