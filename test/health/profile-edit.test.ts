import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { withSetting } from "../../src/health/profile-edit.js";
import { defaultProfile, type Profile } from "../../src/settings.js";
import { profilePage } from "../../src/store/profile/profile-page.js";
import { parseProfile } from "../../src/store/profile/profile-text.js";

const PAGE = `# mine
schema: 1
agent: main # the agent
context: {layer_tokens: 10, core: auto} # flow
capture:
  # a comment of its own
  low_share: 0.5 # why

  max_links: 5
people:
  - {name: bridget, role: owner}
  - name: sybil
    role: agent
bands: {}
digest:
`;

const FILES = {
  soul: "CLAUDE.md",
  memory: "CLAUDE.md",
  procedures: "CLAUDE.md",
  boot: "CLAUDE.md",
  heartbeat: "CLAUDE.md",
};

describe("profilePage", () => {
  it.each<[what: string, differs: Partial<Profile>]>([
    ["the defaults", {}],
    ["files of another name and a base", { files: FILES, trust: { base: "origin/main" } }],
    [
      "any person, agent list and odd text",
      {
        agent: ["main", "no", "1.10", "a: b", "#x"],
        people: [{ name: "yes", role: "owner", emails: ["a@example.invalid", "b+c@example.invalid"] }],
      },
    ],
  ])("of %s reads back as them, in ten lines at most beside the people", (_, differs) => {
    const profile = { ...defaultProfile(), ...differs };
    const page = profilePage(profile);
    expect(parseProfile(page)).toEqual({ profile, warnings: [] });
    const lines = page.trimEnd().split("\n");
    expect(lines.filter((line) => !/^(?:people:| {2}- )/.test(line)).length).toBeLessThanOrEqual(10);
    expect(lines[0]).toMatch(/^# .*`tenet config`/);
  });
});

describe("withSetting", () => {
  it.each<[key: string, value: unknown, written: string]>([
    ["agent", "sybil", "agent: sybil # the agent"],
    ["context.layer_tokens", 25, "context: {layer_tokens: 25, core: auto} # flow"],
    ["context.extra", true, "context: {layer_tokens: 10, core: auto, extra: true} # flow"],
    ["capture.low_share", 0.25, "  low_share: 0.25 # why"],
    ["capture.low_window", 30, "  low_window: 30"],
    ["bands.m", { link: 0.4 }, "bands: {m: {link: 0.4}}"],
    ["digest.corrections", 3, "digest:\n  corrections: 3"],
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
    expect(withSetting("\ufeff# mine", "agent", "main")).toBe("\ufeff# mine\n\nagent: main\n");
    expect(withSetting("a: 1", "agent", "main")).toBe("a: 1\nagent: main\n");
    expect(withSetting("schema: 1\r\nagent: main\r\n", "agent", "b")).toBe("schema: 1\r\nagent: b\r\n");
  });

  it("refuses text it cannot parse", () => {
    expect(() => withSetting("agent: [", "agent", "x")).toThrow(/cannot be changed/);
    expect(() => withSetting("- a\n", "agent", "x")).toThrow(/not a list of settings/);
  });
});
