/** What an entry is about, as far as it can be told without a model: its domain, or without one its tags. */
import type { Entry } from "../../entry/entry.js";

/** Marks of a subject; two entries with one in common are about the same. None: it does not say. */
export function subjectsOf({ domain, tags = [] }: Pick<Entry, "domain" | "tags">): string[] {
  return domain === undefined ? tags.map((tag) => `tag ${tag}`) : [`domain ${domain}`];
}
