/** Which settings a person has to let in: all of them but four, and of four code can tell that they are tighter. */
import { describe, expect, it } from "vitest";
import { DEFAULT_PROFILE, flatSettings } from "../../src/config.js";
import { settingsApart } from "../../src/trust/policy/setting-gate.js";

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
