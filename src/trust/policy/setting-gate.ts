/** Which settings are a person's to decide, what of a working copy counts before one decided, and what waits. */
import { isDeepStrictEqual } from "node:util";
import { DEFAULT_PROFILE, flatSettings, type Profile, type ShareSettings, withValue } from "../../config.js";
import { STAKES } from "../../entry/words.js";

/** They say where and how records are written, and nothing of what they come to. */
const FREE: ReadonlySet<string> = new Set(["schema", "timezone", "layout", "git.commit", "ledger.keep_queries"]);

/** Every other setting, as `tenet config` names it. */
export const GUARDED_KEYS: readonly string[] = Object.keys(flatSettings(DEFAULT_PROFILE)).filter(
  (key) => !FREE.has(key),
);

/** What of a wish counts at once: never more than what counts already. */
type Tightening = (counts: Profile, wish: Profile) => unknown;

const MODES: readonly Profile["apply_mode"][] = ["auto", "approval", "curated"];

/** A setting that is not among them waits as a whole. */
const TIGHTENINGS: Readonly<Record<string, Tightening>> = {
  apply_mode: ({ apply_mode: counts }, { apply_mode: wish }) =>
    MODES.indexOf(wish) > MODES.indexOf(counts) ? wish : counts,
  secrets: ({ secrets: counts }, { secrets: wish }) => (wish === "refuse" ? wish : counts),
  "learning.on": ({ learning: counts }, { learning: wish }) => counts.on && wish.on,
  "sync.share": ({ sync: counts }, { sync: wish }) => lessShared(counts.share, wish.share),
};

/** Of two lists what is in both; null has everything in it. */
const inBoth = (counts: string[] | null, wish: string[] | null): string[] | null =>
  counts === null ? wish : wish === null ? counts : wish.filter((one) => counts.includes(one));

/** What both let go. */
function lessShared(counts: ShareSettings, wish: ShareSettings): ShareSettings {
  return {
    domains: inBoth(counts.domains, wish.domains),
    tags: inBoth(counts.tags, wish.tags),
    min_stakes: STAKES.find((one) => one === counts.min_stakes || one === wish.min_stakes) ?? counts.min_stakes,
    ids: wish.ids.filter((one) => counts.ids.includes(one)),
  };
}

/** A guarded setting that two profiles give different values. */
export interface SettingDifference {
  key: string;
  before: unknown;
  after: unknown;
}

/** What differs from one profile to another, in the settings that are guarded. */
export function guardedDifferences(before: Profile, after: Profile): SettingDifference[] {
  const [were, are] = [flatSettings(before), flatSettings(after)];
  return GUARDED_KEYS.flatMap((key) => {
    const pair = { before: were[key], after: are[key] };
    return isDeepStrictEqual(pair.before, pair.after) ? [] : [{ key, ...pair }];
  });
}

/** Whether a difference only tightens: it counts before anybody decided. */
export function isTightening(before: Profile, after: Profile, key: string): boolean {
  const value = TIGHTENINGS[key]?.(before, after);
  return value !== undefined && isDeepStrictEqual(value, flatSettings(after)[key]);
}

/** A value that stands in the working copy and does not count. */
export interface Waiting {
  key: string;
  counts: unknown;
  waits: unknown;
}

/** Settings of which only what tightens was taken over, and what was not. */
export interface Tightened {
  settings: Profile;
  waiting: Waiting[];
}

/** `wish` with its guarded settings no looser than `counts`. */
export function tightened(counts: Profile, wish: Profile): Tightened {
  const differing = guardedDifferences(counts, wish).map(({ key, before, after }) => ({
    key,
    counts: TIGHTENINGS[key]?.(counts, wish) ?? before,
    waits: after,
  }));
  return {
    settings: differing.reduce((all, one) => withValue(all, one.key, one.counts), wish),
    waiting: differing.filter((one) => !isDeepStrictEqual(one.counts, one.waits)),
  };
}

/** The guarded settings that are not as they are without a `tenet.yaml`, as one would state them. */
export function guardedIn(profile: Profile): Partial<Profile> {
  return guardedDifferences(DEFAULT_PROFILE, profile).reduce<Partial<Profile>>(
    (all, { key, after }) => withValue(all, key, after),
    {},
  );
}

/**
 * As much as settings may do where the base cannot be read: `known` with nothing that runs a program, or decides without
 * a person. What is found stays found, and what was shared is not taken back.
 */
export function withoutDeciding(known: Profile): Profile {
  const { learning, review } = known;
  return {
    ...known,
    learning: { ...learning, instructions: "" },
    approval: { non_interactive: false },
    commands: { digest: null, eval: null, wiki: null },
    review: { ...review, auto: [] },
  };
}
