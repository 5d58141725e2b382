/** Which settings a person decides: with a base they are as it has them. */
import { describe, expect, it } from "vitest";
import { defaultProfile, type Profile, sentences, settingAt } from "../../src/settings.js";
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
  const value = other(settingAt(defaultProfile(), key));
  return {
    ...defaultProfile(),
    [first]: inner === undefined ? value : { ...(defaultProfile()[first] as object), [inner]: value },
  };
};

const FREE = ["timezone", "layout", "git.commit"];

describe("a setting that the working copy has otherwise", () => {
  it.each(Object.keys(sentences()).filter((key) => !FREE.includes(key)))("%s waits, whatever it becomes", (key) => {
    const wish = withOther(key);
    const waiting = [{ key, counts: settingAt(defaultProfile(), key), waits: settingAt(wish, key) }];
    expect(asOnBase(defaultProfile(), wish)).toEqual({ settings: defaultProfile(), waiting });
  });

  it.each(FREE)("%s says where or how records are written, and counts", (key) => {
    const wish = withOther(key);
    expect(asOnBase(defaultProfile(), wish)).toEqual({ settings: wish, waiting: [] });
  });

  it("is the same in another order of fields, and not in another order of a list", () => {
    const [one, same] = [
      { claim: 0.5, close: 0.7 },
      { close: 0.7, claim: 0.5 },
    ];
    expect(settingsApart({ ...defaultProfile(), near: one }, { ...defaultProfile(), near: same })).toEqual([]);
    const agents = [
      ["main", "other"],
      ["other", "main"],
    ].map((agent) => ({ ...defaultProfile(), agent }));
    expect(settingsApart(agents[0] as Profile, agents[1] as Profile)).toMatchObject([{ key: "agent" }]);
  });
});
