/** What one profile sets otherwise than another, and whether a person has to let it in. */

/** Settings by dotted name: `recall.limit`. */
export type FlatSettings = Readonly<Record<string, unknown>>;

/** `tighter`: less is allowed than before. `free`: decides nothing. Everything else counts as looser: code does not judge it. */
export type SettingStep = "looser" | "tighter" | "free";

export interface SettingApart {
  key: string;
  /** Undefined: that profile does not have the setting. */
  before: unknown;
  after: unknown;
  step: SettingStep;
}

/** The only settings that decide nothing about what is learned, by whom, and who reads it. */
const FREE: ReadonlySet<string> = new Set(["timezone", "layout", "git.commit", "ledger.keep_queries"]);

type Comparison = (before: unknown, after: unknown) => boolean;

const upThe =
  (...steps: readonly unknown[]): Comparison =>
  (before, after) =>
    steps.indexOf(after) > steps.indexOf(before);

/** The settings of which code can tell that a value allows less. */
const TIGHTER: Readonly<Record<string, Comparison>> = {
  apply_mode: upThe("auto", "approval", "curated"),
  secrets: upThe("redact", "refuse"),
  "learning.on": upThe(true, false),
  "sync.share": sharesLess,
};

/** Every field lets go what it let go before, or less of it. A list that is null lets everything go. */
function sharesLess(before: unknown, after: unknown): boolean {
  const [was, is] = [before as FlatSettings, after as FlatSettings];
  const stakes = upThe("low", "medium", "high");
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].every((field) => {
    const [a, b] = [was[field], is[field]];
    if (isSame(a, b) || a === null) return true;
    return field === "min_stakes"
      ? stakes(a, b)
      : Array.isArray(a) && Array.isArray(b) && b.every((one) => a.includes(one));
  });
}

const sorted = (_: string, value: unknown): unknown =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a, sorted) === JSON.stringify(b, sorted);

/** Every setting that differs, by name. */
export function settingsApart(before: FlatSettings, after: FlatSettings): SettingApart[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return keys.flatMap((key): SettingApart[] => {
    const [was, is] = [before[key], after[key]];
    if (isSame(was, is)) return [];
    const isTighter = was !== undefined && is !== undefined && TIGHTER[key]?.(was, is) === true;
    return [{ key, before: was, after: is, step: FREE.has(key) ? "free" : isTighter ? "tighter" : "looser" }];
  });
}
