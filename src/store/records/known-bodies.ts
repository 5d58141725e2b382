import type { Entry } from "../../entry/entry.js";
import { isYaml } from "./fences.js";
import { bodyOf, idWithin, type KnownBodies, layoutOf } from "./record-parse.js";

/** The records of a text that was read before without any finding, by their own text. */
export function knownBodies(text: string, entries: readonly Entry[]): KnownBodies {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  // An id that stands twice does not say which record is meant.
  if (byId.size < entries.length) return new Map();
  const { lines, skeleton } = layoutOf(text);
  const bodies = new Map<string, Entry>();
  for (const fence of skeleton.fences) {
    if (!fence.closed || !isYaml(fence)) continue;
    const body = bodyOf(lines, fence);
    const entry = byId.get(idWithin(body) ?? "");
    if (entry !== undefined) bodies.set(body, entry);
  }
  return bodies;
}
