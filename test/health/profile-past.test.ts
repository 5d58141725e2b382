/** `tenet config log | diff | restore`: the past of the profile and of what people wrote in the core files. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { changedSettings, ownPart, profileChanges } from "../../src/health/past/profile-changes.js";
import { MOST_COPIES } from "../../src/store/profile/profile-copies.js";
import { withPresentBlocks } from "../../src/store/records/marked-blocks.js";
import { atTerminal, ENTER } from "../cli/terminal.js";
import { type Sandbox, sandbox } from "../sandbox.js";

const OWNER = "people:\n  - {name: bridget, role: owner, emails: [bridget@example.invalid]}\n";
const PROFILE = `schema: 1\nagent: main\ntimezone: UTC\nembedding: {model: ./none, dtype: q8}\n${OWNER}`;
const block = (...lines: string[]) =>
  ["<!-- tenet:begin rules -->", ...lines, "<!-- tenet:end rules -->", ""].join("\n");

async function commit(box: Sandbox, name: string, subject: string): Promise<string> {
  await box.git("add", "-A");
  const who = ["-c", `user.name=${name}`, "-c", `user.email=${name}@example.invalid`];
  await box.git(...who, "commit", "-q", "-m", subject);
  return (await box.git("rev-parse", "HEAD")).trim().slice(0, 10);
}

/** Four commits: the beginning, one by its owner, one by somebody unknown, one of tenet's block alone. */
async function history() {
  const box = await sandbox({ git: true, profile: PROFILE });
  const profile = await box.read("tenet.yaml");
  await box.write("SOUL.md", `# Soul\n\nBe kind.\n\n${block("- Use npm ci (COR-20260201-A0001)")}`);
  const start = await commit(box, "bridget", "the beginning");
  await box.write("tenet.yaml", `${profile}apply_mode: approval\n`);
  await box.write("SOUL.md", `# Soul\n\nBe brief.\n\n${block("- Use npm ci (COR-20260201-A0001)")}`);
  const owners = await commit(box, "bridget", "stricter");
  await box.write("tenet.yaml", `${profile}apply_mode: auto\n`);
  const unknown = await commit(box, "mallory", "looser again");
  await box.write("SOUL.md", `# Soul\n\nBe brief.\n\n${block("- Ask first (COR-20260201-A0002)")}`);
  const rules = await commit(box, "bridget", "a version");
  return { box, profile, start, owners, unknown, rules };
}

const logOf = async (box: Sandbox) => (await box.run(["config", "log", "--json"])).json().data;

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
      ["agent: main\n", "agent: main\nrecall: {limit: 10}\n", []],
      ["agent: main\n", "agent: main\nrecall: {limit: 9}\n", [{ key: "recall.limit", before: 10, after: 9 }]],
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
  it("lists who changed what as git has them, newest first", { tags: "proof" }, async () => {
    const { box, start, owners, unknown } = await history();
    const { log, total, uncommitted } = await logOf(box);
    expect(total).toBe(log.length);
    expect(uncommitted).toBeUndefined();
    expect(log).toMatchObject([
      {
        rev: unknown,
        by: "mallory",
        files: ["tenet.yaml"],
        settings: [{ key: "apply_mode", before: "approval", after: "auto" }],
      },
      {
        rev: owners,
        by: "bridget",
        files: ["tenet.yaml", "SOUL.md"],
        settings: [{ key: "apply_mode", before: "auto", after: "approval" }],
      },
      { rev: start, kind: "commit", files: ["SOUL.md"], settings: [] },
      { by: "sybil", email: "sybil@example.invalid", files: ["tenet.yaml"] },
    ]);
    expect(JSON.stringify(log)).not.toMatch(/prove|proof/);
    const { stdout } = await box.run(["config", "log", "--limit", "1"]);
    expect(stdout).toMatch(/mallory {2}looser again\n {2}apply_mode: approval → auto\n/);
    expect(stdout).toContain(`${total - 1} more: tenet config log --limit ${total}`);
  });

  it("names what is not committed", { tags: "proof" }, async () => {
    const { box } = await history();
    await box.write("tenet.yaml", `${await box.read("tenet.yaml")}recall: {limit: 7}\n`);
    expect((await logOf(box)).uncommitted).toEqual({
      files: ["tenet.yaml"],
      settings: [{ key: "recall.limit", before: 10, after: 7 }],
    });
  });

  it("writes nothing, and costs nobody a file who has git", { tags: "proof" }, async () => {
    const { box, start } = await history();
    const state = () => readdirSync(box.path(), { recursive: true }).filter((name) => /state/.test(String(name)));
    await box.run(["list"]);
    await box.write("tenet.yaml", `${await box.read("tenet.yaml")}recall: {limit: 7}\n`);
    const before = state();
    for (const args of [
      ["config", "get"],
      ["config", "log"],
      ["config", "diff", start],
    ])
      await box.run(args);
    expect(state()).toEqual(before);
  });
});

describe("config diff", () => {
  it("shows what changed since, of a core file only what people wrote", { tags: "proof" }, async () => {
    const { box, start } = await history();
    const { stdout, code } = await box.run(["config", "diff", start]);
    expect(code).toBe(0);
    expect(stdout).toContain("-Be kind.\n+Be brief.");
    expect(stdout).not.toMatch(/Use npm ci|Ask first|tenet:begin/);
    expect((await box.run(["config", "diff", "HEAD", "--json"])).json().data).toMatchObject({ changed: [] });
  });

  it.each(["nope", "copy-1", "HEAD~99", "-x"])(
    "%s is none: exit 4 or 2 with what exists",
    { tags: "sampled" },
    async (rev) => {
      const { box } = await history();
      const ran = await box.run(["config", "diff", rev, "--json"]);
      expect(ran.code).toBe(rev === "-x" ? 2 : 4);
      if (rev !== "-x") expect(ran.json().error).toMatchObject({ code: "unknown-revision" });
      if (rev !== "-x") expect(ran.json().error.hint).toContain("tenet config log");
    },
  );

  it("names a commit that had no profile", async () => {
    const box = await sandbox({ git: true, profile: PROFILE });
    await box.git("checkout", "-q", "--orphan", "bare");
    await box.git("rm", "-q", "--cached", "-r", ".");
    await box.git("commit", "-q", "--allow-empty", "-m", "without");
    const ran = await box.run(["config", "diff", "HEAD", "--json"]);
    expect(ran.code).toBe(4);
    expect(ran.json().error.message).toContain("there was no tenet.yaml at");
  });
});

describe("config restore", () => {
  it("shows the change, asks for the revision, leaves tenet's block, keeps what was there", {
    tags: "proof",
  }, async () => {
    const { box, profile, start } = await history();
    const before = await box.read("tenet.yaml");
    const { code, screen } = await atTerminal(
      box,
      ["config", "restore", start],
      [["to restore this:", `${start}${ENTER}`]],
    );
    expect(code, screen).toBe(0);
    expect(screen.indexOf("+Be kind.")).toBeLessThan(screen.indexOf("to restore this:"));
    expect(await box.read("tenet.yaml")).toBe(profile);
    expect(await box.read("SOUL.md")).toBe(`# Soul\n\nBe kind.\n\n${block("- Ask first (COR-20260201-A0002)")}`);
    expect(screen).toContain("copy-1");
    const back = (await box.run(["config", "diff", "copy-1", "--json"])).json().data;
    expect(back.changed.map(({ file }: { file: string }) => file)).toEqual(["tenet.yaml", "SOUL.md"]);
    const again = await atTerminal(box, ["config", "restore", "copy-1"], [["to restore this:", `copy-1${ENTER}`]]);
    expect(again.code, again.screen).toBe(0);
    expect(await box.read("tenet.yaml")).toBe(before);
    const rows = (await box.run(["audit", "--json"])).json().data.rows as { op: string; reason?: string }[];
    expect(rows.filter(({ op }) => op === "config restore").map(({ reason }) => reason)).toContain(`restored ${start}`);
  });

  it("what is no UTF-8 is overwritten by nothing, as no copy of it could be kept, and is not made into other text", {
    tags: "proof",
  }, async () => {
    const { box, start } = await history();
    const latin = Buffer.from("Fa\u00e7ade\n", "latin1");
    writeFileSync(box.path("SOUL.md"), latin);
    const then = await commit(box, "bridget", "in another encoding");
    const args = ["config", "restore", start];
    const { code, screen } = await atTerminal(box, args, [["to restore this:", `${start}${ENTER}`]]);
    expect([code, screen]).toEqual([0, expect.stringContaining("no copy could be kept")]);
    expect(readFileSync(box.path("SOUL.md"))).toEqual(latin);
    await box.write("SOUL.md", "Be kind.\n");
    expect((await box.run(["config", "diff", then])).stdout).not.toContain("\ufffd");
  });

  it("settings count from where a person restored them at a terminal", { tags: "proof" }, async () => {
    const { box, start } = await history();
    await atTerminal(box, ["config", "restore", start], [["to restore this:", `${start}${ENTER}`]]);
    expect((await box.run(["config", "get", "apply_mode"])).stdout).toBe("auto\n");
    await box.write("tenet.yaml", (await box.read("tenet.yaml")).replace("apply_mode: auto", "recall: {limit: 50}"));
    expect((await box.run(["config", "get", "recall.limit"])).stdout).toBe("10\n");
  });

  it("another word changes nothing", { tags: "proof" }, async () => {
    const { box, start } = await history();
    const before = await box.read("tenet.yaml");
    const { code } = await atTerminal(box, ["config", "restore", start], [["to restore this:", `yes${ENTER}`]]);
    expect(code).toBe(5);
    expect(await box.read("tenet.yaml")).toBe(before);
  });

  it("an agent is refused, with the way for a person, and nothing changes", { tags: "proof" }, async () => {
    const { box, start } = await history();
    const before = await box.read("tenet.yaml");
    for (const env of [{}, { CLAUDECODE: "1" }, { TENET_USER: "bridget" }]) {
      const ran = await box.run(["config", "restore", start, "--json"], { env, stdin: `${start}\n` });
      expect(ran.code).toBe(5);
      expect(ran.json().error).toMatchObject({ code: "needs-person" });
    }
    expect(await box.read("tenet.yaml")).toBe(before);
  });

  it("a profile that cannot be read today is refused", async () => {
    const box = await sandbox({ git: true, profile: PROFILE });
    const profile = await box.read("tenet.yaml");
    await box.write("tenet.yaml", "recall: {limit: many}\n");
    const broken = await commit(box, "bridget", "broken");
    await box.write("tenet.yaml", profile);
    const ran = await box.run(["config", "restore", broken, "--json"]);
    expect(ran.json().error).toMatchObject({ code: "broken-profile" });
    expect(ran.code).toBe(5);
  });
});

describe("without git", () => {
  const world = () => sandbox({ profile: PROFILE });

  it("what a person sets and what was edited by hand is kept, and can be told and put back", async () => {
    const box = await world();
    await box.write("SOUL.md", "Be kind.\n");
    await atTerminal(box, ["config", "set", "recall.limit", "7"], [["to confirm:", `recall.limit${ENTER}`]]);
    const typed = await box.read("tenet.yaml");
    await box.write("tenet.yaml", typed.replace("limit: 7", "limit: 6"));
    await box.run(["list"]);
    const { log } = await logOf(box);
    expect(log).toMatchObject([
      { rev: "copy-2", kind: "copy", subject: "by hand", settings: [{ key: "recall.limit", before: 7, after: 6 }] },
      { rev: "copy-1", by: "sybil", subject: "config set", settings: [{ key: "recall.limit", before: 10, after: 7 }] },
    ]);
    const { code, screen } = await atTerminal(
      box,
      ["config", "restore", "copy-2"],
      [["to restore this:", `copy-2${ENTER}`]],
    );
    expect(code, screen).toBe(0);
    expect(await box.read("tenet.yaml")).toBe(typed);
    expect(await box.read("SOUL.md")).toBe("Be kind.\n");
    expect((await logOf(box)).log.map(({ rev }: { rev: string }) => rev)).toEqual(["copy-3", "copy-2", "copy-1"]);
  });

  it("of whom we trust it says who typed it", async () => {
    const box = await world();
    await atTerminal(box, ["config", "set", "apply_mode", "approval"], [["to confirm:", `apply_mode${ENTER}`]]);
    expect((await logOf(box)).log[0]).toMatchObject({
      ...{ by: "sybil", settings: [{ key: "apply_mode" }] },
    });
  });

  it(`keeps the last ${MOST_COPIES}`, async () => {
    const box = await world();
    const profile = await box.read("tenet.yaml");
    for (let limit = 1; limit <= MOST_COPIES + 3; limit++) {
      await box.write("tenet.yaml", `${profile}recall: {limit: ${limit}}\n`);
      await box.run(["config", "get", "agent"]);
    }
    const kept = readdirSync(box.path(".tenet/state/config")).sort();
    expect(kept).toHaveLength(MOST_COPIES);
    expect(kept.at(-1)).toBe("0022.json");
  });

  it("a damaged or foreign file among the copies is passed over", async () => {
    const box = await world();
    await box.write(".tenet/state/config/0004.json", "{");
    await box.write(".tenet/state/config/0005.json", '{"at":1,"op":"x","files":{"tenet.yaml":["a"]}}');
    await box.write(".tenet/state/config/notes.txt", "x");
    expect((await logOf(box)).log).toEqual([]);
    await box.run(["config", "get"]);
    await box.write("tenet.yaml", `${await box.read("tenet.yaml")}recall: {limit: 3}\n`);
    await box.run(["config", "get"]);
    expect((await logOf(box)).log).toMatchObject([{ rev: "copy-6" }]);
  });

  it("an erasing takes words out of copies, line by line", { tags: "proof" }, async () => {
    const box = await world();
    await box.write("SOUL.md", "Be kind.\nThe zanzibar ledger is kept in the cellar.\n");
    await atTerminal(box, ["config", "set", "recall.limit", "7"], [["to confirm:", `recall.limit${ENTER}`]]);
    const claim = "The zanzibar ledger is kept in the cellar.";
    const told = (await box.run(["remember", claim, "--category", "fact", "--json"])).json();
    expect(told, JSON.stringify(told)).toMatchObject({ ok: true });
    const id = told.data.id as string;
    const { code, screen } = await atTerminal(
      box,
      ["forget", id, "--erase"],
      [["Type", `${id.slice(-5).toLowerCase()}${ENTER}`]],
    );
    expect(code, screen).toBe(0);
    const copy = await box.read(".tenet/state/config/0001.json");
    expect(copy).not.toContain("zanzibar");
    expect(copy).toContain("Be kind.");
  });
});
