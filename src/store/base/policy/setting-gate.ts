/** Which settings are a person's to decide, what of a working copy counts before one decided, and what waits. */

import { STAKES } from "../../../entry/words.js";
import { flatSettings, type Profile, SETTING, type ShareSettings, withValue } from "../../../settings.js";

const isFree = (key: string): boolean => SETTING[key]?.free === true;

/** The settings that a person decides, as `tenet config` names them. */
export const GUARDED_KEYS: readonly string[] = Object.keys(SETTING).filter((key) => !isFree(key));

/** The part of a change of settings that counts at once: never looser than the current ones. */
type Tightening = (counts: unknown, wish: unknown) => unknown;

const tightening = <T>(inForce: (counts: T, wish: T) => T): Tightening => inForce as Tightening;

const MODES: readonly Profile["apply_mode"][] = ["auto", "approval", "curated"];

/** The settings of which code can tell that a value allows less. Any other one waits as a whole. */
const TIGHTENINGS: Readonly<Record<string, Tightening>> = {
  apply_mode: tightening<Profile["apply_mode"]>((counts, wish) =>
    MODES.indexOf(wish) > MODES.indexOf(counts) ? wish : counts,
  ),
  "secrets.personal": tightening<"keep" | "redact">((counts, wish) => (wish === "redact" ? wish : counts)),
  "learning.on": tightening<boolean>((counts, wish) => (wish === false ? wish : counts)),
  "sync.share": tightening(lessShared),
};

/** Restricts sharing to what both settings allow. */
function lessShared(counts: ShareSettings, wish: ShareSettings): ShareSettings {
  return {
    min_stakes: STAKES.find((one) => one === counts.min_stakes || one === wish.min_stakes) ?? counts.min_stakes,
    ids: wish.ids.filter((one) => counts.ids.includes(one)),
  };
}

/** The order of fields has no meaning, the order of a list has. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one, sorted) === JSON.stringify(other, sorted);

const sorted = (_: string, value: unknown): unknown =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Settings by dotted name: `outcome.per_day`. */
export type FlatSettings = Readonly<Record<string, unknown>>;

/** A setting that two profiles give different values; undefined: that profile does not know it. */
export interface SettingDifference {
  key: string;
  before: unknown;
  after: unknown;
  /** `tighter`: less is allowed than before. `free`: anybody may set it. Everything else counts as looser: code does not judge it. */
  step: "looser" | "tighter" | "free";
}

/** Every setting that differs, by name. */
export function settingsApart(before: FlatSettings, after: FlatSettings): SettingDifference[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return keys.flatMap((key): SettingDifference[] => {
    const [was, is] = [before[key], after[key]];
    if (isSame(was, is)) return [];
    const isTighter = was !== undefined && is !== undefined && isSame(TIGHTENINGS[key]?.(was, is), is);
    return [{ key, before: was, after: is, step: isFree(key) ? "free" : isTighter ? "tighter" : "looser" }];
  });
}

/** A value that stands in the working copy and does not count. */
export interface Waiting {
  key: string;
  counts: unknown;
  waits: unknown;
}

/** `wish` with its guarded settings as the base has them, and those that wait for a merge. */
export function asOnBase(counts: Profile, wish: Profile): { settings: Profile; waiting: Waiting[] } {
  const waiting = settingsApart(flatSettings(counts), flatSettings(wish))
    .filter(({ key }) => GUARDED_KEYS.includes(key))
    .map(({ key, before, after }) => ({ key, counts: before, waits: after }));
  return { settings: waiting.reduce((all, one) => withValue(all, one.key, one.counts), wish), waiting };
}
