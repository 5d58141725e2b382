/** `tenet config log | diff | restore`: the past of the profile and of what people wrote in the core files. */
import { readdirSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { capture } from "../../src/capture/capture.js";
import { forget } from "../../src/forget/forget.js";
import { audit } from "../../src/health/audit.js";
import { profileDiffOutline, profileLogOutline } from "../../src/health/past/past-outline.js";
import { changedSettings, ownPart, profileChanges } from "../../src/health/past/profile-changes.js";
import { profileDiff } from "../../src/health/past/profile-diff.js";
import { profileLog } from "../../src/health/past/profile-log.js";
import { planRestore, restoreProfile } from "../../src/health/past/profile-restore.js";
import { SETTING } from "../../src/settings.js";
import { MOST_COPIES } from "../../src/store/profile/profile-copies.js";
import { flowOf } from "../../src/store/profile/profile-page.js";
import { configSet, planSetting } from "../../src/store/profile/profile-settings.js";
import { withPresentBlocks } from "../../src/store/records/marked-blocks.js";
import { pipeText } from "../../src/text/outline/pipe.js";
import { AT_TERMINAL } from "../capture/capturing.js";
import { atTerminal, ENTER } from "../cli/terminal.js";
import { done, told } from "../cli/typed.js";
import { copyOf, oncePerFile, type Sandbox, sandbox } from "../sandbox.js";
import { contextAt } from "../trust/protected.js";

const OWNER = "people:\n  - {name: bridget, role: owner, emails: [bridget@example.invalid]}\n";
const PROFILE = `schema: 1\nagent: main\ntimezone: UTC\nembedding: {model: ./none}\n${OWNER}`;
const block = (...lines: string[]) =>
  ["<!-- tenet:begin rules -->", ...lines, "<!-- tenet:end rules -->", ""].join("\n");

async function commit(box: Sandbox, name: string, subject: string): Promise<string> {
  await box.git("add", "-A");
  const who = ["-c", `user.name=${name}`, "-c", `user.email=${name}@example.invalid`];
  await box.git(...who, "commit", "-q", "-m", subject);
  return (await box.git("rev-parse", "HEAD")).trim().slice(0, 10);
}

/** Four commits: the beginning, one by its owner, one by somebody unknown, one of tenet's block alone. */
const made = oncePerFile(async () => {
  const box = await sandbox({ git: true, profile: PROFILE });
  await box.write("SOUL.md", `# Soul\n\nBe kind.\n\n${block("- Use npm ci (COR-20260201-A0001)")}`);
  const start = await commit(box, "bridget", "the beginning");
  await box.write("tenet.yaml", `${PROFILE}apply_mode: approval\n`);
  await box.write("SOUL.md", `# Soul\n\nBe brief.\n\n${block("- Use npm ci (COR-20260201-A0001)")}`);
  const owners = await commit(box, "bridget", "stricter");
  await box.write("tenet.yaml", `${PROFILE}apply_mode: auto\n`);
  const unknown = await commit(box, "mallory", "looser again");
  await box.write("SOUL.md", `# Soul\n\nBe brief.\n\n${block("- Ask first (COR-20260201-A0002)")}`);
  await commit(box, "bridget", "a version");
  return { box, start, owners, unknown };
});
const history = async () => {
  const { box, ...revs } = await made();
  return { ...revs, box: await copyOf(box) };
};
const logOf = async (box: Sandbox) => profileLog(await contextAt(box));
const person = async (box: Sandbox) => {
  const ctx = await contextAt(box);
  return { ...ctx, actor: { ...ctx.actor, ...AT_TERMINAL } };
};
const restore = async (box: Sandbox, rev: string) => {
  const ctx = await person(box);
  return await restoreProfile(ctx, await planRestore(ctx, rev), true);
};
const set = async (box: Sandbox, key: string, value: string) => {
  const ctx = await person(box);
  await configSet(ctx, await planSetting(ctx, key, value), true);
};

describe("what people own of a file", () => {
  const told = [
    ["tenet.yaml", "agent: main\n", "agent: main\n"],
    ["SOUL.md", `# Soul\n\n${block("- x")}`, "# Soul\n"],
    ["SOUL.md", `a\n\n${block("- x")}\nb\n`, "a\n\nb\n"],
    ["SOUL.md", block("- x"), undefined],
    ["SOUL.md", "", undefined],
    ["SOUL.md", undefined, undefined],
    // Damaged marks are nobody's block.
    ["SOUL.md", "a\n<!-- tenet:begin rules -->\nb\n", "a\n<!-- tenet:begin rules -->\nb\n"],
    // Quoted in a fence they are no marks.
    ["SOUL.md", `\`\`\`\n${block("- x")}\`\`\`\n`, `\`\`\`\n${block("- x")}\`\`\`\n`],
  ] as const;
  it.each(told)("%s %j", (file, text, own) => {
    expect(ownPart(file, text)?.replace(/\n+$/, "\n")).toBe(own?.replace(/\n+$/, "\n"));
  });

  it("a change of tenet's block alone is no change, nor one of line ends", () => {
    const of = (soul: string, profile = "agent: main\n") =>
      new Map([
        ["tenet.yaml", profile],
        ["SOUL.md", soul],
      ]);
    const before = of(`a\n\n${block("- x")}`);
    expect(profileChanges(before, of(`a\n\n${block("- y", "- z")}`)).files).toEqual([]);
    expect(profileChanges(before, of(`a\r\n\r\n${block("- x")}`)).files).toEqual([]);
    expect(profileChanges(before, of(`b\n\n${block("- x")}`)).files).toEqual(["SOUL.md"]);
    expect(profileChanges(before, of(`a\n\n${block("- x")}`, "agent: main # x\n"))).toMatchObject({
      files: ["tenet.yaml"],
      settings: [],
    });
  });

  it("settings are told with their defaults", () => {
    const rows = [
      ["agent: main\n", "agent: main\ncaps: {soul: 10}\n", []],
      ["agent: main\n", "agent: main\ncaps: {soul: 9}\n", [{ key: "caps.soul", before: 10, after: 9 }]],
      ["apply_mode: approval\n", "", [{ key: "apply_mode", before: "approval", after: "auto" }]],
      [undefined, "trust: {base: origin/main}\n", [{ key: "trust.base", before: null, after: "origin/main" }]],
    ] as const;
    for (const [before, after, settings] of rows) expect(changedSettings(before, after)).toEqual({ settings });
    expect(changedSettings("agent: [\n", "agent: main\n")).toEqual({ settings: [], unreadable: true });
  });
});

describe("an earlier text with tenet's blocks as they are now", () => {
  const told = [
    ["in its place", `a\n${block("- old")}b\n`, `x\n${block("- new", "- two")}`, `a\n${block("- new", "- two")}b\n`],
    ["at the end where there was none", "a\n", `x\n${block("- new")}`, `a\n\n${block("- new")}`],
    ["none where there is none now", `a\n\n${block("- old")}`, "x\n", "a\n"],
    ["with the line ends of its file", `a\r\n${block("- old").replaceAll("\n", "\r\n")}`, block("- new"), undefined],
    ["damaged now", "a\n", "<!-- tenet:begin rules -->\n", "none"],
    ["damaged then", "<!-- tenet:end rules -->\n", block("- new"), "none"],
  ] as const;
  it.each(told)("%s", (_, earlier, now, text) => {
    const got = withPresentBlocks(earlier, now);
    if (text === "none") expect(got).toBeUndefined();
    else expect(got).toBe(text ?? `a\r\n${block("- new").replaceAll("\n", "\r\n")}`);
  });
});

describe("config log", () => {
  it("lists who changed what as git has them, newest first, and what is not committed; it writes nothing", {
    tags: "proof",
  }, async () => {
    const { box, start, owners, unknown } = await history();
    const data = await logOf(box);
    expect(data.total).toBe(4);
    expect(data.uncommitted).toBeUndefined();
    const mode = (before: string, after: string) => [{ key: "apply_mode", before, after }];
    expect(data.log).toMatchObject([
      { rev: unknown, by: "mallory", files: ["tenet.yaml"], settings: mode("approval", "auto") },
      { rev: owners, by: "bridget", files: ["tenet.yaml", "SOUL.md"], settings: mode("auto", "approval") },
      { rev: start, kind: "commit", files: ["SOUL.md"], settings: [] },
      { by: "sybil", email: "sybil@example.invalid", files: ["tenet.yaml"] },
    ]);
    expect(JSON.stringify(data.log)).not.toMatch(/prove|proof/);
    const text = pipeText(profileLogOutline(await profileLog(await contextAt(box), { limit: 1 })));
    expect(text).toMatch(/mallory {2}looser again\n {2}apply_mode: approval → auto\n/);
    expect(text).toContain("3 more: tenet config log --limit 4");
    const state = () => readdirSync(box.path(), { recursive: true }).filter((name) => /state/.test(String(name)));
    const before = state();
    await box.write("tenet.yaml", `${await box.read("tenet.yaml")}caps: {soul: 7}\n`);
    const settings = [{ key: "caps.soul", before: 10, after: 7 }];
    expect((await logOf(box)).uncommitted).toEqual({ files: ["tenet.yaml"], settings });
    await profileDiff(await contextAt(box), start);
    expect(state()).toEqual(before);
  });
});

describe("config diff", () => {
  it("shows what changed since, of a core file only what people wrote; what is no earlier profile is refused", {
    tags: "proof",
  }, async () => {
    const { box, start } = await history();
    const ctx = await contextAt(box);
    const text = pipeText(profileDiffOutline(await profileDiff(ctx, start)));
    expect(text).toContain("-Be kind.\n+Be brief.");
    expect(text).not.toMatch(/Use npm ci|Ask first|tenet:begin/);
    expect(await profileDiff(ctx, "HEAD")).toMatchObject({ changed: [] });
    for (const rev of ["nope", "copy-1", "HEAD~99"]) {
      const hint = expect.stringContaining("tenet config log");
      await expect(profileDiff(ctx, rev)).rejects.toMatchObject({ exit: 4, code: "unknown-revision", hint });
    }
    const tree = (await box.git("hash-object", "-t", "tree", "-w", "/dev/null")).trim();
    const bare = (await box.git("commit-tree", tree, "-m", "without")).trim();
    await expect(profileDiff(ctx, bare)).rejects.toThrow("there was no tenet.yaml at");
  });
});

it("config alone prints every setting with what it means and, where it differs, its default", async () => {
  const { box } = await history();
  await box.write("tenet.yaml", `${PROFILE}apply_mode: curated\ndigest: {corrections: 3}\n`);
  const { stdout } = await done(box, "config");
  const { settings } = await told(box, "config get");
  expect(Object.keys(settings)).toEqual(Object.keys(SETTING));
  // A line of its own for each setting; the sentence, which may take several, is indented beneath.
  const pages = `\n${stdout}`.split(/\n(?=\S)/).slice(1);
  expect(pages.map((page) => page.slice(0, page.indexOf(": ")))).toEqual(Object.keys(SETTING));
  for (const page of pages) {
    const [first = "", ...rest] = page.trimEnd().split("\n");
    const key = first.slice(0, first.indexOf(": "));
    const { initial, says } = SETTING[key] as { initial: unknown; says: string };
    const usual = isDeepStrictEqual(settings[key], initial) ? "" : `  (default: ${flowOf(initial)})`;
    expect(first).toBe(`${key}: ${flowOf(settings[key])}${usual}`);
    expect(rest.map((line) => line.trim()).join(" ")).toBe(says);
  }
  expect(stdout).toContain("apply_mode: curated  (default: auto)\n");
  expect(stdout).toContain("digest.corrections: 3  (default: 5)\n");
  const { about, ...page } = await told(box, "config");
  expect(page).toEqual(await told(box, "config get"));
  expect(about["digest.corrections"]).toEqual({ default: 5, says: SETTING["digest.corrections"]?.says, free: false });
});

describe("config restore", () => {
  it("shows the change, asks for the revision, leaves tenet's block, keeps what was there", {
    tags: "proof",
  }, async () => {
    const { box, start } = await history();
    const before = await box.read("tenet.yaml");
    const typing = (word: string) =>
      atTerminal(box, ["config", "restore", start], [["to restore this:", `${word}${ENTER}`]]);
    expect((await typing("yes")).code).toBe(5);
    expect(await box.read("tenet.yaml")).toBe(before);
    const { code, screen } = await typing(start);
    expect(code, screen).toBe(0);
    expect(screen.indexOf("+Be kind.")).toBeLessThan(screen.indexOf("to restore this:"));
    expect(screen).toContain("copy-1");
  });

  it("leaves tenet's block, keeps what was there, and counts from there", { tags: "proof" }, async () => {
    const { box, start, owners } = await history();
    const before = await box.read("tenet.yaml");
    expect(await restore(box, start)).toMatchObject({ written: true, copy: "copy-1" });
    expect(await box.read("tenet.yaml")).toBe(PROFILE);
    expect(await box.read("SOUL.md")).toBe(`# Soul\n\nBe kind.\n\n${block("- Ask first (COR-20260201-A0002)")}`);
    const back = await profileDiff(await contextAt(box), "copy-1");
    expect(back.changed.map(({ file }) => file)).toEqual(["tenet.yaml", "SOUL.md"]);
    await restore(box, owners);
    await box.write("tenet.yaml", `${PROFILE}apply_mode: auto\n`);
    expect((await contextAt(box)).profile.apply_mode).toBe("approval");
    await restore(box, "copy-1");
    expect(await box.read("tenet.yaml")).toBe(before);
    const { rows } = await audit(await contextAt(box));
    expect(rows.filter(({ op }) => op === "config restore").map(({ reason }) => reason)).toContain(`restored ${start}`);
  });

  it("is for people: an agent is refused with the way for them, and nothing changes", async () => {
    const { box, start } = await history();
    const before = await box.read("tenet.yaml");
    const ctx = await contextAt(box);
    const plan = await planRestore(ctx, start);
    const host = { ...ctx.actor, ...AT_TERMINAL, host: "claude-code" };
    for (const [actor, confirmed] of [
      [ctx.actor, true],
      [{ ...ctx.actor, user: "bridget" }, true],
      [host, false],
    ] as const)
      await expect(restoreProfile({ ...ctx, actor }, plan, confirmed)).rejects.toMatchObject({
        ...{ exit: 5, code: "needs-person" },
      });
    expect(await box.read("tenet.yaml")).toBe(before);
  });

  it("overwrites by nothing what is no UTF-8, of which no copy could be kept, and makes no other text of it", {
    tags: "proof",
  }, async () => {
    const { box, start } = await history();
    const latin = Buffer.from("Fa\u00e7ade\n", "latin1");
    await box.write("SOUL.md", latin);
    const then = await commit(box, "bridget", "in another encoding");
    const { left } = await restore(box, start);
    expect(JSON.stringify(left)).toContain("no copy could be kept");
    expect(readFileSync(box.path("SOUL.md"))).toEqual(latin);
    await box.write("SOUL.md", "Be kind.\n");
    expect(JSON.stringify(await profileDiff(await contextAt(box), then))).not.toContain("\ufffd");
  });

  it("refuses a profile that cannot be read today", { tags: "proof" }, async () => {
    const { box } = await history();
    await box.write("tenet.yaml", "caps: {soul: many}\n");
    const broken = await commit(box, "bridget", "broken");
    await box.write("tenet.yaml", PROFILE);
    await expect(restore(box, broken)).rejects.toMatchObject({ exit: 5, code: "broken-profile" });
  });
});

describe("without git", () => {
  const world = () => sandbox({ profile: PROFILE });

  it("what a person sets and what was edited by hand is kept, with who did it, and can be put back", async () => {
    const box = await world();
    await box.write("SOUL.md", "Be kind.\n");
    await set(box, "caps.soul", "7");
    const typed = await box.read("tenet.yaml");
    await box.write("tenet.yaml", typed.replace("soul: 7", "soul: 6"));
    const { log } = await logOf(box);
    expect(log).toMatchObject([
      { rev: "copy-2", kind: "copy", subject: "by hand", settings: [{ key: "caps.soul", before: 7, after: 6 }] },
      { rev: "copy-1", by: "bridget", subject: "config set", settings: [{ before: 10, after: 7 }] },
    ]);
    await restore(box, "copy-2");
    expect([await box.read("tenet.yaml"), await box.read("SOUL.md")]).toEqual([typed, "Be kind.\n"]);
    expect((await logOf(box)).log.map(({ rev }) => rev)).toEqual(["copy-3", "copy-2", "copy-1"]);
  });

  it(`keeps the last ${MOST_COPIES}, and passes over a damaged or foreign file among them`, async () => {
    const box = await world();
    await box.write(".tenet/state/config/0004.json", "{");
    await box.write(".tenet/state/config/0005.json", '{"at":1,"op":"x","files":{"tenet.yaml":["a"]}}');
    await box.write(".tenet/state/config/notes.txt", "x");
    expect((await logOf(box)).log).toEqual([]);
    for (let limit = 1; limit <= MOST_COPIES + 3; limit++) {
      await box.write("tenet.yaml", `${PROFILE}caps: {soul: ${limit}}\n`);
      await contextAt(box);
      if (limit === 1) expect((await logOf(box)).log).toMatchObject([{ rev: "copy-6" }]);
    }
    const { log, total } = await logOf(box);
    expect([total, log[0]?.rev]).toEqual([MOST_COPIES, `copy-${MOST_COPIES + 8}`]);
  });

  it("an erasing takes words out of copies, line by line", { tags: "proof" }, async () => {
    const box = await world();
    const claim = "The zanzibar ledger is kept in the cellar.";
    await box.write("SOUL.md", `Be kind.\n${claim}\n`);
    await set(box, "caps.soul", "7");
    const { id = "" } = await capture(await contextAt(box), { type: "memory", content: claim, category: "fact" });
    await forget(await person(box), { refs: [id], taking: "erase", confirmed: true });
    const copy = await box.read(".tenet/state/config/0001.json");
    expect(copy).not.toContain("zanzibar");
    expect(copy).toContain("Be kind.");
  });
});
