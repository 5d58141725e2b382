/** Which entries a text names, and what they say: for telling what tenet printed from what somebody says. */
import { namesIn } from "../entry/id-form.js";
import type { Store } from "./open-store.js";

/** All words of a record, whatever field they stand in. */
const says = (value: unknown): string =>
  typeof value === "object" && value !== null ? Object.values(value).map(says).join(" ") : String(value ?? "");

/** The entries that a text names by their ids or tails, and that exist. The store is only opened for a text with names. */
export async function entriesNamed(text: string, open: () => Promise<Store>): Promise<{ id: string; says: string }[]> {
  const names = namesIn(text);
  if (names.length === 0) return [];
  const tree = await open();
  const ids = names.flatMap((name) => {
    try {
      return [tree.resolve(name).id];
    } catch {
      return [];
    }
  });
  return (await tree.load(new Set(ids))).map(({ entry }) => ({ id: entry.id, says: says(entry) }));
}
