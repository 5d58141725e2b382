import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { DEFAULT_PROFILE } from "../../src/config.js";
import { withSetting } from "../../src/store/profile/profile-edit.js";
import { profilePage } from "../../src/store/profile/profile-page.js";

const PAGE = `# mine
schema: 1
agent: main      # the agent
recall: {limit: 10, mode: hybrid}   # flow
capture:
  # a comment of its own
  low_share: 0.5   # why

  max_links: 5
people:
  - {name: bridget, role: owner}
  - name: sybil
    role: agent
bands: {}
digest:
`;

describe("profilePage", () => {
  it("says the defaults, every key with a comment, and reads back as them", () => {
    const page = profilePage(DEFAULT_PROFILE);
    expect(parse(page)).toEqual(DEFAULT_PROFILE);
    const settings = page.split("\n").filter((line) => /^\s*\w+: ./.test(line));
    const lines = page.split("\n");
    for (const line of settings) {
      const at = lines.indexOf(line);
      expect(line.includes(" # ") || lines[at - 1]?.trim().startsWith("# "), line).toBe(true);
    }
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120);
  });

  it("reads back any person, agent list and odd text", () => {
    const profile = {
      ...DEFAULT_PROFILE,
      agent: ["main", "no", "1.10", "a: b", "#x"],
      people: [{ name: "yes", role: "owner" as const, emails: ["a@example.invalid", "b+c@example.invalid"] }],
    };
    expect(parse(profilePage(profile))).toEqual(profile);
  });
});

describe("withSetting", () => {
  it.each<[key: string, value: unknown, written: string]>([
    ["agent", "sybil", "agent: sybil      # the agent"],
    ["recall.limit", 25, "recall: {limit: 25, mode: hybrid}   # flow"],
    ["recall.extra", true, "recall: {limit: 10, mode: hybrid, extra: true}   # flow"],
    ["capture.low_share", 0.25, "  low_share: 0.25   # why"],
    ["capture.low_window", 30, "  low_window: 30"],
    ["bands.m", { link: 0.4 }, "bands: {m: {link: 0.4}}"],
    ["digest.corrections", 3, "digest: {corrections: 3}"],
    ["outcome.days", [3, 7], "outcome:\n  days: [3, 7]"],
    ["apply_mode", "curated", "apply_mode: curated"],
    ["people", [], "people: []"],
  ])("sets %s and leaves every other line alone", (key, value, written) => {
    const edited = withSetting(PAGE, key, value);
    expect(`\n${edited}`).toContain(`\n${written}\n`);
    const [first = "", second] = key.split(".");
    const [before, after] = [parse(PAGE), parse(edited)];
    expect(second === undefined ? after[first] : after[first][second]).toEqual(value);
    expect({ ...after, [first]: 0 }).toEqual({ ...before, [first]: 0 });
    const lines = PAGE.split("\n");
    const kept = lines.filter((line) => edited.split("\n").includes(line)).length;
    expect(kept).toBeGreaterThanOrEqual(lines.length - (key === "people" ? 4 : 1));
  });

  it("starts an empty file and keeps CRLF", () => {
    expect(withSetting("", "agent", "main")).toBe("agent: main\n");
    expect(withSetting("schema: 1\r\nagent: main\r\n", "agent", "b")).toBe("schema: 1\r\nagent: b\r\n");
  });

  it("refuses text it cannot parse", () => {
    expect(() => withSetting("agent: [", "agent", "x")).toThrow(/cannot be changed/);
    expect(() => withSetting("- a\n", "agent", "x")).toThrow(/not a list of settings/);
  });
});
