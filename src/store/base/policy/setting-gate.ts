/** Which settings a person decides, and what of a working copy waits until one did. */
import { isDeepStrictEqual } from "node:util";
import { type Profile, sentences, settingAt } from "../../../settings.js";

/** They say where and how records are written: anybody may change them. */
const FREE: readonly string[] = ["timezone", "layout", "git.commit"];
export const isGuarded = (key: string): boolean => !FREE.includes(key);

/** Every key that differs, by name. The order of fields has no meaning, the order of a list has. */
export function settingsApart(before: Profile, after: Profile) {
  const keys = Object.keys(sentences()).sort();
  return keys
    .map((key) => ({ key, before: settingAt(before, key), after: settingAt(after, key) }))
    .filter((one) => !isDeepStrictEqual(one.before, one.after))
    .map((one) => ({ ...one, isGuarded: isGuarded(one.key) }));
}

/** A value that stands in the working copy and does not count. */
interface Waiting {
  key: string;
  counts: unknown;
  waits: unknown;
}

/** The settings of the base with the free ones of `wish`, and what of `wish` waits for a merge. */
export function asOnBase(counts: Profile, wish: Profile): { settings: Profile; waiting: Waiting[] } {
  const waiting = settingsApart(counts, wish)
    .filter(({ isGuarded }) => isGuarded)
    .map(({ key, before, after }) => ({ key, counts: before, waits: after }));
  return { settings: { ...counts, timezone: wish.timezone, layout: wish.layout, git: wish.git }, waiting };
}
