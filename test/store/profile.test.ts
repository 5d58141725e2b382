import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { defaultProfile, sentences, settingAt } from "../../src/settings.js";
import { CacheDatabase } from "../../src/store/cache/database.js";
import { readProfile } from "../../src/store/profile/profile.js";
import { parseProfile } from "../../src/store/profile/profile-text.js";
import { testWorld } from "./workspace.js";

async function read(text: string | Uint8Array) {
  const world = testWorld();
  writeFileSync(world.workspace.profile, text);
  const first = await readProfile(world.workspace);
  expect(await readProfile(world.workspace)).toEqual(first);
  return first;
}

/** The text of settings by dotted name, each on a line of its own. */
const stated = (key: string, value: unknown): string => {
  const [section = "", inner] = key.split(".");
  return `${section}: ${JSON.stringify(inner === undefined ? value : { [inner]: value })}\n`;
};

describe("the profile", () => {
  it.each([
    ["an empty file", ""],
    ["comments alone", "# nothing said\n"],
    ["nulls", "agent:\ncaps:\noutcome: {days: null}\n"],
  ])("of %s is the defaults", async (_, text) => {
    expect(await read(text)).toEqual({ profile: defaultProfile(), warnings: [] });
  });

  it("knows 24 keys, each with a default that its own type takes, and one sentence", () => {
    expect(Object.keys(sentences()).join(" ")).toBe(
      "schema agent timezone people apply_mode trust.base files layout near embedding.model context.total_tokens outcome.days outcome.per_heartbeat caps knowledge learning.on learning.instructions secrets.personal git.commit review.auto ask contacts.ttl_days sync.share sync.names",
    );
    for (const [key, says] of Object.entries(sentences())) {
      const read = parseProfile(stated(key, settingAt(defaultProfile(), key)));
      expect(read, key).toEqual({ profile: defaultProfile(), warnings: [] });
      expect(says).toMatch(/^[A-Z].*\.$/);
    }
  });

  it("takes the defaults of missing keys, within sections too; reads CRLF and a BOM", async () => {
    const { profile } = await read("\ufeffschema: 1\r\nagent: sybil\r\ncaps: {soul: 3}\r\n");
    expect(profile).toEqual({ ...defaultProfile(), agent: "sybil", caps: { ...defaultProfile().caps, soul: 3 } });
  });

  it("unknown keys are kept and warned about, with their line", async () => {
    const { warnings } = await read("schema: 1\nshiny: true\ngit:\n  commit: true\n  push: true\n");
    expect(warnings).toEqual([
      "tenet.yaml:2: unknown setting shiny; it is kept and does nothing",
      "tenet.yaml:5: unknown setting git.push; it is kept and does nothing",
    ]);
  });

  it.each<[what: string, text: string, line: number, message: RegExp]>([
    ["a wrong type", "schema: 1\ncaps:\n  soul: many\n", 3, /caps\.soul/],
    ["a word that is none of the known", "apply_mode: yolo\n", 1, /apply_mode/],
    ["a list for one thing", "schema: 1\n\noutcome: {days: [3, 7]}\n", 3, /outcome\.days/],
    ["a text for a section", "schema: 1\ngit: yes please\n", 2, /git/],
    ["a person without role", "people:\n  - {name: a, role: owner}\n  - {name: b}\n", 3, /people\.1\.role/],
    ["an unknown time zone", "timezone: Mars/Olympus\n", 1, /not a time zone/],
    ["a misspelt part of a standing rule", "review:\n  auto:\n    - {type: decision, tga: x}\n", 3, /review\.auto\.0/],
    ["a core file outside", "files:\n  soul: ../SOUL.md\n", 2, /files\.soul: not a Markdown file/],
    ["a glob outside", "knowledge: [/etc/**]\n", 1, /knowledge: .*absolute/],
    ["a newer format", "# mine\nschema: 2\ncaps: anything\n", 2, /schema: this tenet reads format 1 alone/],
    ["an id that names nothing", "sync:\n  share:\n    ids: [k7q2x]\n", 3, /sync\.share\.ids\.0: .*whole id/],
    ["a duplicate key", "agent: a\nagent: b\n", 2, /stands twice/],
    ["a tab", "caps:\n\tsoul: 3\n", 2, /tab/i],
    ["an alias", "agent: &a main\ntimezone: *a\n", 2, /alias/],
    ["row 20: a function", "agent: !!js/function 'return 1'\n", 1, /tag/],
    ["row 20: __proto__", "schema: 1\n__proto__: {polluted: 1}\n", 2, /__proto__/],
    ["a list", "- schema: 1\n", 1, /not a list of/],
    ["row 15: conflict markers", "schema: 1\n<<<<<<< HEAD\nagent: a\n=======\nagent: b\n>>>>>>> x\n", 2, /conflict/],
  ])("%s is wrong usage at its line", async (_, text, line, says) => {
    const message = expect.stringMatching(says);
    await expect(read(text)).rejects.toMatchObject({ failure: "usage", details: { line }, message });
  });

  it("that cannot be read says why: row 24: bad bytes, row 22: a link, none at all", async () => {
    await expect(read(Buffer.from("agent: caf\xe9\n", "latin1"))).rejects.toMatchObject({ failure: "usage" });
    const { workspace } = testWorld();
    rmSync(workspace.profile);
    await expect(readProfile(workspace)).rejects.toMatchObject({ failure: "no-workspace" });
    symlinkSync("/etc/hostname", workspace.profile);
    await expect(readProfile(workspace)).rejects.toMatchObject({ failure: "refused" });
  });

  it("is cached by content; a damaged cache is made anew", async () => {
    const world = testWorld();
    writeFileSync(world.workspace.profile, "agent: one\n");
    await readProfile(world.workspace);
    expect(CacheDatabase.of(world.workspace).fact("settings")).toMatchObject({ value: { profile: { agent: "one" } } });
    writeFileSync(world.workspace.cache, "{");
    expect((await readProfile(world.workspace)).profile.agent).toBe("one");
    writeFileSync(world.workspace.profile, "agent: two\n");
    expect((await readProfile(world.workspace)).profile.agent).toBe("two");
  });
});
