/** Which settings a person decides: a wish that nobody let in counts as far as it tightens one of four. */
import { describe, expect, it } from "vitest";
import { DEFAULT_PROFILE, flatSettings, type Profile, withValue } from "../../src/config.js";
import {
  GUARDED_KEYS,
  guardedIn,
  settingsApart,
  tightened,
  withoutDeciding,
} from "../../src/trust/policy/setting-gate.js";

type Row = readonly [key: string, value: unknown];
const settings = (...rows: readonly Row[]): Profile =>
  rows.reduce((all, [key, value]) => withValue(all, key, value), DEFAULT_PROFILE);

describe("the list", () => {
  it("has every setting but where and how records are written", () => {
    const free = Object.keys(flatSettings(DEFAULT_PROFILE)).filter((key) => !GUARDED_KEYS.includes(key));
    expect(free.sort()).toEqual(["git.commit", "layout", "ledger.keep_queries", "schema", "timezone"]);
  });

  it.each([
    ["timezone", "Europe/Berlin"],
    ["layout", "entry"],
    ["git.commit", true],
    ["ledger.keep_queries", true],
  ])("%s counts as it is written", (key, value) => {
    const wish = settings([key, value]);
    expect(tightened(DEFAULT_PROFILE, wish)).toEqual({ settings: wish, waiting: [] });
  });

  /** Another value of each setting, of its own kind. */
  const other = (value: unknown): unknown => {
    if (typeof value === "number") return value + 1;
    if (typeof value === "boolean") return !value;
    if (Array.isArray(value)) return [...value, "one more"];
    return value !== null && typeof value === "object" ? { ...value, more: 1 } : `${String(value)} other`;
  };
  const TIGHTER = new Set(["apply_mode", "secrets", "learning.on", "sync.share"]);

  it.each(GUARDED_KEYS.filter((key) => !TIGHTER.has(key)))("%s waits, whatever it becomes", (key) => {
    const waits = other(flatSettings(DEFAULT_PROFILE)[key]);
    const made = tightened(DEFAULT_PROFILE, settings([key, waits]));
    expect(made.settings).toEqual(DEFAULT_PROFILE);
    expect(made.waiting).toEqual([{ key, counts: flatSettings(DEFAULT_PROFILE)[key], waits }]);
  });
});

const share = (more: Partial<Profile["sync"]["share"]>): Row => [
  "sync.share",
  { domains: null, tags: null, min_stakes: "medium", ids: [], ...more },
];
const A = "MEM-20260711-A4Q7Z";

describe("what tightens counts at once, what loosens waits", () => {
  it.each<[what: string, counts: Row, wish: Row, inForce: Row]>([
    ["auto to curated", ["apply_mode", "auto"], ["apply_mode", "curated"], ["apply_mode", "curated"]],
    ["auto to approval", ["apply_mode", "auto"], ["apply_mode", "approval"], ["apply_mode", "approval"]],
    ["curated to approval", ["apply_mode", "curated"], ["apply_mode", "approval"], ["apply_mode", "curated"]],
    ["approval to auto", ["apply_mode", "approval"], ["apply_mode", "auto"], ["apply_mode", "approval"]],
    ["secrets: refused", ["secrets", "redact"], ["secrets", "refuse"], ["secrets", "refuse"]],
    ["secrets: no longer refused", ["secrets", "refuse"], ["secrets", "redact"], ["secrets", "refuse"]],
    ["learning: off", ["learning.on", true], ["learning.on", false], ["learning.on", false]],
    ["learning: on again", ["learning.on", false], ["learning.on", true], ["learning.on", false]],
    ["shared: one domain", share({}), share({ domains: ["coding"] }), share({ domains: ["coding"] })],
    ["shared: every domain", share({ domains: ["coding"] }), share({}), share({ domains: ["coding"] })],
    [
      "shared: another domain",
      share({ domains: ["coding"] }),
      share({ domains: ["coding", "sales"] }),
      share({ domains: ["coding"] }),
    ],
    ["shared: higher stakes", share({}), share({ min_stakes: "high" }), share({ min_stakes: "high" })],
    ["shared: lower stakes", share({}), share({ min_stakes: "low" }), share({})],
    ["shared: an entry by name", share({}), share({ ids: [A] }), share({})],
    ["shared: less and more", share({}), share({ domains: [], ids: [A] }), share({ domains: [] })],
  ])("%s", (_, counts, wish, inForce) => {
    const made = tightened(settings(counts), settings(wish));
    const isTaken = JSON.stringify(wish) === JSON.stringify(inForce);
    expect(made.settings).toEqual(settings(inForce));
    expect(made.waiting.map(({ key }) => key)).toEqual(isTaken ? [] : [wish[0]]);
  });

  it("what is tighter and what is looser in one file are told apart", () => {
    const counts = settings(["apply_mode", "approval"]);
    const made = tightened(counts, settings(["apply_mode", "curated"], ["commands.digest", "sh -c x"]));
    expect(made.settings).toEqual(settings(["apply_mode", "curated"]));
    expect(made.waiting).toEqual([{ key: "commands.digest", counts: null, waits: "sh -c x" }]);
  });
});

describe("differences", () => {
  it("are kept as one states them", () => {
    const made = guardedIn(
      settings(["caps.soul", 4], ["people", [{ name: "Anna", role: "owner" }]], ["layout", "entry"]),
    );
    expect(made).toEqual({ caps: { soul: 4 }, people: [{ name: "Anna", role: "owner" }] });
  });
});

it("a base that cannot be read runs no program and lets nobody decide but people, and hides nothing", () => {
  const known = settings(
    ["apply_mode", "auto"],
    ["commands.digest", "sh -c x"],
    ["approval.non_interactive", true],
    ["learning.instructions", "follow"],
    ["review.auto", [{ type: "reflexion", tag: "sync", state: "approved_for_reuse" }]],
  );
  expect(withoutDeciding(known)).toEqual(settings(["apply_mode", "auto"]));
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

  it.each([
    ["apply_mode", "auto", "approval", "tighter"],
    ["apply_mode", "approval", "curated", "tighter"],
    ["apply_mode", "curated", "approval", "looser"],
    ["secrets", "redact", "refuse", "tighter"],
    ["secrets", "refuse", "redact", "looser"],
    ["learning.on", true, false, "tighter"],
    ["learning.on", false, true, "looser"],
    ["caps.soul", 10, 5, "looser"],
    ["people", [], [{ name: "x", role: "agent" }], "looser"],
  ])("%s from %j to %j is %s", (key, before, after, step) => expect(stepOf(key, before, after)).toEqual([step]));

  const share = { domains: ["build"], tags: null, min_stakes: "medium", ids: ["INS-20260214-M2XBA"] };
  it.each([
    ["another least stakes", { ...share, min_stakes: "high" }, "tighter"],
    ["no ids", { ...share, ids: [] }, "tighter"],
    ["tags named", { ...share, tags: ["ci"] }, "tighter"],
    ["lower stakes", { ...share, min_stakes: "low" }, "looser"],
    ["every domain", { ...share, domains: null }, "looser"],
    ["less of one and more of another", { ...share, ids: [], domains: ["build", "shop"] }, "looser"],
  ])("sync.share with %s is %s", (_, after, step) => expect(stepOf("sync.share", share, after)).toEqual([step]));

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
