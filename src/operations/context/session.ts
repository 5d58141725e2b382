/** The core that a session keeps: which sessions have one, and when it may not be served again. */
import { idsOf } from "../../memory/context/layer.js";
import { goneBecause, isSensitive, SENSITIVE } from "../../memory/context/standing.js";
import { isFor } from "../../memory/visible.js";
import type { SessionCore } from "../../tree/session-core.js";
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
