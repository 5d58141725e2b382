/** Which settings a person decides: with a base they are as it has them. */
import { describe, expect, it } from "vitest";
import { DEFAULT_PROFILE, flatSettings, type Profile, withValue } from "../../src/settings.js";
import { asOnBase, GUARDED_KEYS, settingsApart } from "../../src/store/base/policy/setting-gate.js";

type Row = readonly [key: string, value: unknown];
const settings = (...rows: readonly Row[]): Profile =>
  rows.reduce((all, [key, value]) => withValue(all, key, value), DEFAULT_PROFILE);

describe("the list", () => {
  it("has every setting but where and how records are written", () => {
    const free = Object.keys(flatSettings(DEFAULT_PROFILE)).filter((key) => !GUARDED_KEYS.includes(key));
    expect(free.sort()).toEqual(["git.commit", "layout", "ledger.keep_queries", "schema", "timezone"]);
    const wish = settings(["timezone", "Europe/Berlin"], ["layout", "entry"], ["git.commit", true]);
    expect(asOnBase(DEFAULT_PROFILE, wish)).toEqual({ settings: wish, waiting: [] });
  });

  /** Another value of each setting, of its own kind. */
  const other = (value: unknown): unknown => {
    if (typeof value === "number") return value + 1;
    if (typeof value === "boolean") return !value;
    if (Array.isArray(value)) return [...value, "one more"];
    return value !== null && typeof value === "object" ? { ...value, more: 1 } : `${String(value)} other`;
  };
  it.each(GUARDED_KEYS)("%s waits, whatever it becomes", (key) => {
    const waits = other(flatSettings(DEFAULT_PROFILE)[key]);
    const made = asOnBase(DEFAULT_PROFILE, settings([key, waits]));
    expect(made.settings).toEqual(DEFAULT_PROFILE);
    expect(made.waiting).toEqual([{ key, counts: flatSettings(DEFAULT_PROFILE)[key], waits }]);
  });
});

const share = (more: Partial<Profile["sync"]["share"]>): Row => [
  "sync.share",
  { min_stakes: "medium", ids: [], ...more },
];
const A = "MEM-20260711-A4Q7Z";

type Step = "tighter" | "looser" | "free";
const STEPS: readonly (readonly [what: string, counts: Row, wish: Row, step: Step])[] = [
  ["auto to curated", ["apply_mode", "auto"], ["apply_mode", "curated"], "tighter"],
  ["auto to approval", ["apply_mode", "auto"], ["apply_mode", "approval"], "tighter"],
  ["curated to approval", ["apply_mode", "curated"], ["apply_mode", "approval"], "looser"],
  ["approval to auto", ["apply_mode", "approval"], ["apply_mode", "auto"], "looser"],
  ["personal data: replaced", ["secrets.personal", "keep"], ["secrets.personal", "redact"], "tighter"],
  ["personal data: kept again", ["secrets.personal", "redact"], ["secrets.personal", "keep"], "looser"],
  ["learning: off", ["learning.on", true], ["learning.on", false], "tighter"],
  ["learning: on again", ["learning.on", false], ["learning.on", true], "looser"],
  ["a cap, either way", ["caps.soul", 10], ["caps.soul", 5], "looser"],
  ["an agent in a list", ["people", []], ["people", [{ name: "x", role: "agent" }]], "looser"],
  ["shared: no ids", share({ ids: [A] }), share({}), "tighter"],
  ["shared: higher stakes", share({}), share({ min_stakes: "high" }), "tighter"],
  ["shared: lower stakes", share({}), share({ min_stakes: "low" }), "looser"],
  ["shared: an entry by name", share({}), share({ ids: [A] }), "looser"],
  ["shared: less and more", share({}), share({ min_stakes: "high", ids: [A] }), "looser"],
];

describe("what is tighter and what is looser", () => {
  const rows = STEPS.map(([what, counts, wish, step]) => ({ what, counts, wish, step }));
  it.each(rows)("$what", ({ counts, wish, step }) => {
    const apart = settingsApart({ [counts[0]]: counts[1] }, { [wish[0]]: wish[1] });
    expect(apart).toEqual([{ key: wish[0], before: counts[1], after: wish[1], step }]);
  });
});

const DEFAULTS = flatSettings(DEFAULT_PROFILE);
const stepOf = (key: string, before: unknown, after: unknown) =>
  settingsApart({ ...DEFAULTS, [key]: before }, { ...DEFAULTS, [key]: after }).map(({ step }) => step);

describe("settings of two profiles", () => {
  it("every setting that the profile knows is a person's, but four, and the format of the file", () => {
    const wider = { ...DEFAULT_PROFILE.sync.share, min_stakes: "low" };
    const others = {
      ...Object.fromEntries(Object.keys(DEFAULTS).map((key) => [key, "another value"])),
      "sync.share": wider,
    };
    const apart = settingsApart(DEFAULTS, others);
    expect(apart.map(({ key }) => key)).toEqual(Object.keys(DEFAULTS).sort());
    expect(apart.filter(({ step }) => step !== "looser").map(({ key, step }) => [key, step])).toEqual([
      ["git.commit", "free"],
      ["layout", "free"],
      ["ledger.keep_queries", "free"],
      ["schema", "free"],
      ["timezone", "free"],
    ]);
  });

  it("the order of fields says nothing, the order of a list does", () => {
    expect(stepOf("near", { claim: 0.5, close: 0.7 }, { close: 0.7, claim: 0.5 })).toEqual([]);
    expect(stepOf("agent", ["main", "other"], ["other", "main"])).toEqual(["looser"]);
  });

  it("a setting that only one profile has is named as well", () => {
    expect(settingsApart({}, { sparkle: 1 })).toEqual([
      { key: "sparkle", before: undefined, after: 1, step: "looser" },
    ]);
  });
});
