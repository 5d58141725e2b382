import { readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { DEFAULT_PROFILE } from "../../src/config.js";
import { BLOCK_BODY, beginMark, endMark, withBlock, withLines } from "../../src/store/records/marked-blocks.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { atTerminal, ENTER } from "./terminal.js";

async function filesOf(box: Sandbox): Promise<string[]> {
  const entries = await readdir(box.dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(box.dir.length + 1))
    .filter((file) => !file.startsWith(".git/") && !file.startsWith(".tenet/"))
    .sort();
}

const contents = async (box: Sandbox) =>
  Object.fromEntries(
    await Promise.all((await filesOf(box)).map(async (file) => [file, await box.read(file)] as const)),
  );

describe("init in an empty folder", () => {
  it("makes the profile, git's files and the two files a session starts from, and says each", {
    tags: "proof",
  }, async () => {
    const box = await sandbox({ empty: true, git: true });
    const ran = await box.run(["init", "--owner", "bridget"], { env: { TENET_AGENT: "sybil" } });
    expect(ran.code, ran.stderr).toBe(0);
    const made = [".gitattributes", ".gitignore", "AGENTS.md", "HEARTBEAT.md", "tenet.yaml"];
    expect(await filesOf(box)).toEqual(made);
    for (const file of made) expect(ran.stdout).toContain(file);
    expect(parse(await box.read("tenet.yaml"))).toEqual({
      ...DEFAULT_PROFILE,
      agent: "sybil",
      people: [{ name: "bridget", role: "owner", emails: ["sybil@example.invalid"] }],
    });
    expect(await box.read("AGENTS.md")).toContain(
      "At session start run `tenet context`, unless what it prints stands above already; answer the questions it lists.",
    );
    expect(await box.read("HEARTBEAT.md")).toContain("## Outcome check");
    expect(await box.read("HEARTBEAT.md")).toContain("`tenet heartbeat`");
    expect((await box.read(".gitignore")).split("\n")).toContain(".tenet/");
    expect(await box.read(".gitattributes")).toMatch(/^\*\.md diff=markdown$/m);
  });

  it("works at once: every reading command answers, and the merge driver stands in git's config", {
    tags: "proof",
  }, async () => {
    const box = await sandbox({ empty: true, git: true });
    await box.run(["init"]);
    for (const args of [["status"], ["list"], ["heartbeat"], ["config", "get"], ["export"]]) {
      expect((await box.run(args)).code, args[0]).toBe(0);
    }
    expect(await box.git("config", "--local", "merge.tenet.driver")).toContain("git merge-file");
  });

  it("names the folder with -C, and TENET_WORKSPACE", async () => {
    const box = await sandbox({ empty: true });
    await box.write("a/keep", "");
    await box.write("b/keep", "");
    expect((await box.run(["-C", "a", "init", "--json"])).json().data.root).toBe(box.path("a"));
    expect((await box.run(["init", "--json"], { env: { TENET_WORKSPACE: "b" } })).json().data.root).toBe(box.path("b"));
    expect((await box.run(["-C", "nowhere", "init"])).code).toBe(2);
  });

  it("outside a repository it works and says so", async () => {
    const box = await sandbox({ empty: true });
    const ran = await box.run(["init"]);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain("git init");
  });
});

describe("init where a host reads a file of instructions", () => {
  it("uses it, makes no file that no host reads, and twice changes nothing", { tags: "proof" }, async () => {
    const box = await sandbox({ empty: true, git: true });
    await box.write("CLAUDE.md", "# Project\n\n- Be kind");
    const ran = await box.run(["init", "--owner", "bridget"]);
    expect(ran.code, ran.stderr).toBe(0);
    expect(await filesOf(box)).toEqual([".gitattributes", ".gitignore", "CLAUDE.md", "tenet.yaml"]);
    expect(parse(await box.read("tenet.yaml")).files.soul).toBe("CLAUDE.md");
    const text = await box.read("CLAUDE.md");
    expect(text.startsWith("# Project\n\n- Be kind\n\n<!-- tenet:begin boot -->")).toBe(true);
    expect(await box.read(".gitattributes")).toContain("/CLAUDE.md merge=tenet");
    expect(ran.stdout).toMatch(/Next: tenet correct ".*"\n +tenet hooks install claude-code\n$/);
    const before = await contents(box);
    expect((await box.run(["init", "--json"])).json().data).toMatchObject({ already: true, into: "CLAUDE.md" });
    expect(await contents(box)).toEqual(before);
    const other = await box.run(["init", "--into", "AGENTS.md"]);
    expect([other.code, await contents(box)]).toEqual([5, before]);
    expect((await box.run(["doctor", "--json"])).json().data).toMatchObject({ errors: 0, warnings: 0 });
  });

  it("names notes that no agent reads, and not what one does", async () => {
    const box = await sandbox({ empty: true, git: true });
    await box.write("CLAUDE.md", "# Project\n\n- Be kind\n");
    await box.write("api/CLAUDE.md", "- Answer with problem details\n");
    await box.write(".learnings/LEARNINGS.md", "# Learnings\n");
    await box.git("add", "-A");
    const ran = await box.run(["init", "--json"]);
    expect(ran.json().data.importable).toEqual([".learnings/LEARNINGS.md"]);
    const { left, totals } = (await box.run(["import", ".", "--dry-run", "--json"])).json().data;
    expect(totals.imported).toBe(0);
    expect(left).toEqual([
      { file: "CLAUDE.md", because: expect.stringContaining("Agents read it here") },
      { file: "api/CLAUDE.md", because: expect.stringContaining("Agents read it here") },
    ]);
  });

  it("takes another one where that is said", async () => {
    const box = await sandbox({ empty: true });
    await box.write("CLAUDE.md", "# Project\n");
    expect((await box.run(["init", "--into", "SOUL.md"])).code).toBe(0);
    expect(await filesOf(box)).toContain("AGENTS.md");
    expect(await box.read("CLAUDE.md")).toBe("# Project\n");
  });

  it("makes nothing in the home folder or inside another workspace, unless that is said", async () => {
    const box = await sandbox({});
    await box.write("inner/keep", "");
    for (const [folder, env] of [
      ["inner", {}],
      ["../alone", { HOME: box.path("../alone") }],
    ] as const) {
      await box.write(`${folder}/keep`, "");
      const ran = await box.run(["-C", folder, "init"], { env });
      expect(ran.code).toBe(5);
      expect(ran.stderr).toContain("--here");
      expect((await box.run(["-C", folder, "init", "--here"], { env })).code).toBe(0);
    }
  });
});

describe("init in an existing agent workspace", () => {
  const SOUL = "\uFEFF# Soul\r\n\r\nBe kind.\r\n";
  const AGENTS = "# Agents\n\nRead SOUL.md first.";

  async function existing(): Promise<Sandbox> {
    const box = await sandbox({ empty: true, git: true });
    await box.write("SOUL.md", SOUL);
    await box.write("AGENTS.md", AGENTS);
    await box.write("memory/core/procedures.md", "# Procedures\n");
    await box.write("memory/2026-02-14.md", "- 10:00 started\n");
    await box.write(".gitignore", "node_modules\n/.tenet/\n");
    return box;
  }

  it("only adds: what was there stays byte for byte, line ends and BOM included", async () => {
    const box = await existing();
    const before = await contents(box);
    const { data } = (await box.run(["init", "--json"])).json();
    const after = await contents(box);
    for (const [file, text] of Object.entries(before)) expect(after[file]?.startsWith(text), file).toBe(true);
    expect(after["SOUL.md"]).toBe(`${SOUL}\r\n${beginMark("rules")}\r\n## Learned\r\n${endMark("rules")}\r\n`);
    expect(after["memory/2026-02-14.md"]).toBe(before["memory/2026-02-14.md"]);
    expect(after[".gitignore"]).toBe("node_modules\n/.tenet/\n\n# tenet\n.tenet-*.tmp\nmemory/learning/index.md\n");
    expect(after["MEMORY.md"]).toBeUndefined();
    const touched = data.files.map(({ file }: { file: string }) => file).sort();
    const changed = Object.keys(after).filter((file) => after[file] !== before[file]);
    expect(touched).toEqual([".git/config", ...changed].sort());
  });

  it("twice changes nothing, also after a formatter has put blank lines into the blocks", {
    tags: "proof",
  }, async () => {
    const box = await existing();
    await box.run(["init", "--owner", "bridget"]);
    await box.write("AGENTS.md", (await box.read("AGENTS.md")).replace("boot -->\n", "boot -->\n\n"));
    const before = await contents(box);
    const again = await box.run(["init", "--owner", "bridget", "--json"]);
    expect(again.json().data).toMatchObject({ already: true, files: [] });
    expect(await contents(box)).toEqual(before);
    expect((await box.run(["init"])).stdout).toContain("Nothing was changed");
  });

  it("brings an older block up to date and leaves the lines around it", async () => {
    const box = await existing();
    await box.write("AGENTS.md", `one\n${beginMark("boot")}\nsomething older\n${endMark("boot")}\ntwo\n`);
    const { data } = (await box.run(["init", "--json"])).json();
    expect(data.files).toContainEqual(expect.objectContaining({ file: "AGENTS.md", change: "updated" }));
    expect(await box.read("AGENTS.md")).toBe(
      `one\n${beginMark("boot")}\n${BLOCK_BODY.boot}\n${endMark("boot")}\ntwo\n`,
    );
  });

  it("leaves what it cannot change safely, and says why", async () => {
    const box = await existing();
    await box.write("AGENTS.md", `${beginMark("boot")}\nno end\n`);
    await box.write("SOUL.md", "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n");
    await writeFile(box.path("HEARTBEAT.md"), Buffer.from([0x23, 0x20, 0xff, 0xfe, 0x0a]));
    await box.write("elsewhere.md", "# Memory\n");
    await symlink("elsewhere.md", box.path("MEMORY.md"));
    const before = await contents(box);
    const ran = await box.run(["init", "--json"]);
    expect(ran.code).toBe(0);
    const left = Object.fromEntries(
      ran.json().data.left.map(({ file, because }: { file: string; because: string }) => [file, because]),
    );
    expect(left["AGENTS.md"]).toMatch(/line 1.*missing, doubled or out of order/);
    expect(left["SOUL.md"]).toMatch(/conflict marker/);
    expect(left["HEARTBEAT.md"]).toMatch(/UTF-8/);
    expect(left["MEMORY.md"]).toMatch(/link/);
    const after = await contents(box);
    for (const file of ["AGENTS.md", "SOUL.md", "elsewhere.md"]) expect(after[file]).toBe(before[file]);
  });

  it("adds an owner to a profile without one, keeps its comments, and does not replace one", async () => {
    const box = await sandbox({
      profile: "# ours\nschema: 1\nagent: main   # the one\ntimezone: UTC\npeople:\n  - {name: sybil, role: agent}\n",
    });
    expect((await box.run(["init", "--owner", "bridget"])).code).toBe(0);
    const text = await box.read("tenet.yaml");
    expect(text).toContain("# ours\nschema: 1\nagent: main   # the one\n");
    expect(parse(text).people).toEqual([
      { name: "sybil", role: "agent" },
      { name: "bridget", role: "owner", emails: ["sybil@example.invalid"] },
    ]);
    const refused = await box.run(["init", "--owner", "mallory"]);
    expect(refused.code).toBe(5);
    expect(await box.read("tenet.yaml")).toBe(text);
  });

  it("a broken profile stops it before anything is written", async () => {
    const box = await sandbox({ profile: "schema: [\n" });
    expect((await box.run(["init"])).code).toBe(2);
    expect(await filesOf(box)).toEqual(["tenet.yaml"]);
  });
});

describe("withBlock", () => {
  const block = `${beginMark("boot")}\nx\n${endMark("boot")}`;
  const damaged: [string, string][] = [
    ["no end", beginMark("boot")],
    ["no beginning", endMark("boot")],
    ["doubled", `${block}\n${block}`],
    ["nested", `${beginMark("boot")}\n${block}\n${endMark("boot")}`],
    ["turned round", `${endMark("boot")}\n${beginMark("boot")}`],
  ];
  for (const [name, text] of damaged) {
    it(`${name}: damaged`, () => expect(withBlock(text, "boot", "x").state).toBe("damaged"));
  }

  const added: [string, string, string][] = [
    ["an empty file", "", `${block}\n`],
    ["no final line end", "a", `a\n\n${block}\n`],
    ["a final line end", "a\n", `a\n\n${block}\n`],
    ["marks quoted in a fence", `\`\`\`\n${block}\n\`\`\`\n`, `\`\`\`\n${block}\n\`\`\`\n\n${block}\n`],
    ["another block", "<!-- tenet:begin rules -->\n", `<!-- tenet:begin rules -->\n\n${block}\n`],
  ];
  for (const [name, text, after] of added) {
    it(`${name}: added at the end`, () =>
      expect(withBlock(text, "boot", "x")).toEqual({ state: "added", text: after }));
  }

  it("said the same: unchanged", () => expect(withBlock(`a\n${block}\nb`, "boot", "x").state).toBe("unchanged"));
});

describe("withLines", () => {
  it("adds what is missing under one comment, and nothing twice", () => {
    const once = withLines("a\n", ["a", "b", "c"], "# tenet");
    expect(once).toEqual({ state: "added", text: "a\n\n# tenet\nb\nc\n" });
    expect(withLines("a\n\n# tenet\nb\nc\n", ["a", "b", "c"], "# tenet").state).toBe("unchanged");
    expect(withLines("/a", ["a"], "# tenet").state).toBe("unchanged");
    expect(withLines("# tenet\nb\n", ["b", "c"], "# tenet")).toEqual({ state: "added", text: "# tenet\nb\n\nc\n" });
    expect(withLines("x\r\n", ["b"], "#")).toEqual({ state: "added", text: "x\r\n\r\n#\r\nb\r\n" });
  });
});

describe("the branch that people protect", () => {
  const asked = "Can your agents push to origin/main?";

  /** A clone of a repository that has a file of its own. */
  async function cloned(): Promise<Sandbox> {
    const far = await sandbox({ empty: true, git: true });
    await far.write("README.md", "# a project\n");
    await far.git("add", "-A");
    await far.git("commit", "-q", "-m", "start");
    const box = await sandbox({ empty: true });
    await box.git("clone", "-q", far.dir, ".");
    return box;
  }
  const init = (box: Sandbox, answer: string) => atTerminal(box, ["init", "--owner", "bridget"], [[asked, answer]]);
  const baseIn = async (box: Sandbox) => parse(await box.read("tenet.yaml")).trust.base;

  it("is named by a no, which says when it begins to decide", { tags: "proof" }, async () => {
    const box = await cloned();
    const { code, screen } = await init(box, `no${ENTER}`);
    expect(code).toBe(0);
    expect(await baseIn(box)).toBe("origin/main");
    expect(screen.replace(/\s+/g, " ")).toContain("origin/main decides from the merge of tenet.yaml on");
    expect((await box.run(["status"])).stdout).toContain("Base named, not merged yet");
  });

  it("is not named by a yes, by Enter, and where nobody sits", { tags: "proof" }, async () => {
    const box = await cloned();
    await init(box, ENTER);
    expect(await baseIn(box)).toBeNull();
    const other = await cloned();
    await other.run(["init", "--owner", "bridget"]);
    expect(await baseIn(other)).toBeNull();
  });

  it("is added to a profile that is there, and not asked about again", { tags: "proof" }, async () => {
    const box = await cloned();
    await init(box, ENTER);
    await init(box, `no${ENTER}`);
    expect(await baseIn(box)).toBe("origin/main");
    const { screen } = await atTerminal(box, ["init"], []);
    expect(screen).not.toContain(asked);
  });
});
