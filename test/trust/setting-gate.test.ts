/** Which settings a person decides: with a base they are as it has them. */
import { describe, expect, it } from "vitest";
import { DEFAULT_PROFILE, type Profile, SETTINGS, settingAt } from "../../src/settings.js";
import { asOnBase, settingsApart } from "../../src/store/base/policy/setting-gate.js";

/** Another value of each setting, of its own kind. */
const other = (value: unknown): unknown => {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) return [...value, "one more"];
  return value !== null && typeof value === "object" ? { ...value, more: 1 } : `${String(value)} other`;
};

const withOther = (key: string): Profile => {
  const [first, inner] = key.split(".") as [keyof Profile, string?];
  const value = other(settingAt(DEFAULT_PROFILE, key));
  return {
    ...DEFAULT_PROFILE,
    [first]: inner === undefined ? value : { ...(DEFAULT_PROFILE[first] as object), [inner]: value },
  };
};

const FREE = ["timezone", "layout", "git.commit"];

describe("a setting that the working copy has otherwise", () => {
  it.each(Object.keys(SETTINGS).filter((key) => !FREE.includes(key)))("%s waits, whatever it becomes", (key) => {
    const wish = withOther(key);
    const waiting = [{ key, counts: settingAt(DEFAULT_PROFILE, key), waits: settingAt(wish, key) }];
    expect(asOnBase(DEFAULT_PROFILE, wish)).toEqual({ settings: DEFAULT_PROFILE, waiting });
  });

  it.each(FREE)("%s says where or how records are written, and counts", (key) => {
    const wish = withOther(key);
    expect(asOnBase(DEFAULT_PROFILE, wish)).toEqual({ settings: wish, waiting: [] });
  });

  it("is the same in another order of fields, and not in another order of a list", () => {
    const [one, same] = [
      { claim: 0.5, close: 0.7 },
      { close: 0.7, claim: 0.5 },
    ];
    expect(settingsApart({ ...DEFAULT_PROFILE, near: one }, { ...DEFAULT_PROFILE, near: same })).toEqual([]);
    const agents = [
      ["main", "other"],
      ["other", "main"],
    ].map((agent) => ({ ...DEFAULT_PROFILE, agent }));
    expect(settingsApart(agents[0] as Profile, agents[1] as Profile)).toMatchObject([{ key: "agent" }]);
  });
});
