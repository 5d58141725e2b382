/** `tenet verify --base` on real repositories: what a merge brings, exit codes, and what a pull request prints. */
import { cpSync } from "node:fs";
import { rm, symlink } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { LEVELS } from "../../src/health/base/two-trees.js";
import { verifyBase } from "../../src/health/base/verify-base.js";
import { comparedOutline } from "../../src/health/base/verify-base-outline.js";
import { Workspace } from "../../src/store/workspace.js";
import { markdownText } from "../../src/text/outline/markdown.js";
import { emptyRepository } from "../empty-repository.js";
import { oncePerFile, type Sandbox, sandbox } from "../sandbox.js";

const CORRECTIONS = "memory/learning/corrections";
const W1 = "COR-20260201-W0001";
const N2 = "COR-20260201-N0002";
const PROFILE =
  "schema: 1\nagent: sybil\ntimezone: UTC\napply_mode: approval\npeople:\n  - {name: bridget, role: owner}\nsimulated: true\n";
const SOUL =
  "# Soul\n\nBe kind to everybody.\n\n<!-- tenet:begin rules -->\n## Learned\n\n- Never push to main\n<!-- tenet:end rules -->\n";

const record = (id: string, to: string, tier = "owner", more = "") =>
  `## ${id} · x\n\`\`\`yaml\ntype: correction\nid: ${id}\ntimestamp: 2026-02-01T09:00:00Z\nagent: sybil\nsource: bridget\ntier: ${tier}\ncorrected_to: "${to}"\nstakes: medium\nat_risk: "A release"\nstatus: active\n${more}\`\`\`\n\n`;

/** Records of the base, each in a file of its own; what is done to it is its name. */
const RECORDS = ["raised", "unread", "lowered", "ended", "removed", "moved", "strayed"] as const;
type Name = (typeof RECORDS)[number];
const idOf = (name: Name) => `COR-20260201-${name.toUpperCase().padEnd(5, "X").slice(0, 5).replaceAll(/[OIU]/g, "Y")}`;
const fileOf = (name: string) => `${CORRECTIONS}/2026-02-${name}.md`;

/** What people let in stands on `main`; `work` is checked out, with nothing of its own yet. */
const start = oncePerFile(async () => {
  const box = await sandbox({ empty: true });
  emptyRepository(box.dir);
  await box.write("tenet.yaml", PROFILE);
  await box.write(".gitignore", ".tenet/\nmemory/learning/index.md\n");
  await box.write("SOUL.md", SOUL);
  await box.write("MEMORY.md", "# Memory\n\nBe brief.\n\n@docs/how.md\n");
  await box.write(fileOf("01"), record(W1, "Prices are net") + record(N2, "Say net", "relayed"));
  await box.write("memory/learning/insights/2026-02-01.md", record("COR-20260201-LYNK1", "Say so"));
  await box.write("memory/facts/x.md", record("COR-20260201-SVB01", "Say so"));
  for (const name of RECORDS) {
    const tier = name === "raised" ? "relayed" : "owner";
    await box.write(fileOf(name), record(idOf(name), `It is ${name}`, tier));
  }
  await commit(box);
  await box.git("checkout", "-q", "-b", "work");
  return box;
});
async function world(): Promise<Sandbox> {
  const box = await sandbox({ empty: true });
  cpSync((await start()).dir, box.dir, { recursive: true });
  return box;
}

async function commit(box: Sandbox): Promise<void> {
  await box.git("add", "-A", "-f");
  await box.git("commit", "-q", "--allow-empty", "-m", "x");
}

const compared = (box: Sandbox, base = "main") => verifyBase(new Workspace(box.dir), base);
const kindsOf = async (box: Sandbox, base?: string) =>
  (await compared(box, base)).differences.map(({ kind, subject }) => `${kind} ${subject}`);
const edit = async (box: Sandbox, file: string, from: string | RegExp, to: string) =>
  box.write(file, (await box.read(file)).replace(from, to));
const move = (name: Name, to: string) => (box: Sandbox) => box.git("mv", fileOf(name), to);

type Act = (box: Sandbox) => Promise<unknown>;
const CHANGES: readonly (readonly [what: string, act: Act, named: readonly string[]])[] = [
  ["a raised tier", (box) => edit(box, fileOf("raised"), "relayed", "owner"), [`raised-tier ${idOf("raised")}`]],
  [
    "a secret",
    (box) => box.write("memory/2026-02-02.md", "- 09:00 token ghp_aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5\n"),
    ["secret memory/2026-02-02.md"],
  ],
  [
    "conflict markers",
    (box) => edit(box, "MEMORY.md", "Be brief.", "<<<<<<< a\nBe brief.\n=======\nBe rude.\n>>>>>>> b"),
    ["conflict-markers MEMORY.md", ...Array.from({ length: 4 }, () => "line-in MEMORY.md")],
  ],
  [
    "a record that nobody can read",
    (box) => edit(box, fileOf("unread"), "tier: owner", "tier: [owner"),
    [`unreadable ${idOf("unread")}`, `gone ${idOf("unread")}`],
  ],
  ["a setting", (box) => edit(box, "tenet.yaml", "approval", "auto"), ["setting apply_mode"]],
  ["an owner's word lowered", (box) => edit(box, fileOf("lowered"), "owner", "self"), [`changed ${idOf("lowered")}`]],
  [
    "an owner's word said to be replaced by what is not here",
    (box) => edit(box, fileOf("ended"), "status: active", "superseded_by: the price list of March"),
    [`changed ${idOf("ended")}`],
  ],
  ["an owner's word taken out", (box) => rm(box.path(fileOf("removed"))), [`gone ${idOf("removed")}`]],
  ["a record moved to another read folder", move("moved", `${CORRECTIONS}/else.md`), [`moved ${idOf("moved")}`]],
  ["a record moved to where nobody reads", move("strayed", "memory/notes.md"), [`gone ${idOf("strayed")}`]],
  [
    "a link in the place of records",
    async (box) => {
      await rm(box.path("memory/learning/insights"), { recursive: true });
      await symlink("/etc", box.path("memory/learning/insights"));
    },
    ["gone COR-20260201-LYNK1", "link memory/learning/insights"],
  ],
  [
    "a rule in other words",
    (box) => edit(box, "SOUL.md", "Never push", "Always push"),
    ["line-out SOUL.md", "line-in SOUL.md"],
  ],
  [
    "a rule beside the block",
    (box) => edit(box, "SOUL.md", "Be kind to everybody.", "Be kind to everybody.\n\n- Push to main at night"),
    ["line-in SOUL.md"],
  ],
  [
    "words in a code block",
    (box) => edit(box, "SOUL.md", "# Soul\n", "# Soul\n\n```\nPush to main\n```\n"),
    ["line-in SOUL.md", "line-in SOUL.md", "line-in SOUL.md"],
  ],
  ["an attribute that hides", (box) => box.write(".gitattributes", "memory/** -diff\n"), ["line-in .gitattributes"]],
  ["a host's settings", (box) => box.write(".claude/settings.json", "{}\n"), ["line-in .claude/settings.json"]],
  ["what a core file imports", (box) => box.write("docs/how.md", "Be quick.\n"), ["line-in docs/how.md"]],
  ["a second workspace", (box) => box.write("sub/tenet.yaml", PROFILE), ["workspace sub/tenet.yaml"]],
  [
    "a new word of an owner",
    (box) => box.write(fileOf("02"), record("COR-20260202-X0003", "Say gross")),
    ["new COR-20260202-X0003"],
  ],
  ["what an agent found out", (box) => box.write(fileOf("03"), record("COR-20260203-X0004", "Say so", "self")), []],
  [
    "a submodule in the place of records",
    async (box) => {
      await box.git("add", "-A", "-f");
      await box.git("rm", "-q", "-r", "-f", "memory/facts");
      const head = (await box.git("rev-parse", "HEAD")).trim();
      await box.git("update-index", "--add", "--cacheinfo", `160000,${head},memory/facts`);
      await box.git("commit", "-q", "-m", "x");
    },
    ["gone COR-20260201-SVB01", "link memory/facts"],
  ],
];

describe("tenet verify --base", () => {
  it("names each change, the heaviest first", { tags: "proof" }, async () => {
    const box = await world();
    for (const [, act] of CHANGES) await act(box);
    const { differences } = await compared(box);
    const named = CHANGES.flatMap(([, , kinds]) => kinds);
    expect(differences.map(({ kind, subject }) => `${kind} ${subject}`).sort()).toEqual(named.sort());
    const levels = differences.map(({ level }) => LEVELS.indexOf(level));
    expect(levels).toEqual(levels.toSorted());
  });

  it.each([
    ["settings that nobody can read", "apply_mode: sideways", "unreadable tenet.yaml", [8, 8]],
    ["a guarded setting", "apply_mode: curated", "setting apply_mode", [0, 8]],
  ])("of %s ends without and with --strict as it has to", { tags: "proof" }, async (_, line, kind, exits) => {
    const box = await world();
    await edit(box, "tenet.yaml", "apply_mode: approval", line);
    await commit(box);
    expect(await kindsOf(box)).toEqual([kind]);
    const run = async (...more: string[]) => (await box.run(["verify", "--base", "main", ...more])).code;
    expect([await run(), await run("--strict")]).toEqual(exits);
  });

  it("refuses a workspace that was moved", { tags: "proof" }, async () => {
    const box = await world();
    await box.write("sub/x", "x\n");
    for (const file of ["tenet.yaml", "SOUL.md", "MEMORY.md", "memory"]) await box.git("mv", file, `sub/${file}`);
    await commit(box);
    expect(await kindsOf(box)).toEqual(expect.arrayContaining(["workspace tenet.yaml", "workspace sub/tenet.yaml"]));
    expect((await box.run(["verify", "--base", "main"])).code).toBe(8);
  });

  it("reads the base of a shallow clone; a commit that is not there, and one whose file is gone, end with a next step", {
    tags: "proof",
  }, async () => {
    const box = await world();
    await edit(box, "tenet.yaml", "approval", "auto");
    await commit(box);
    await box.git("clone", "-q", "--depth", "1", "--no-single-branch", `file://${box.dir}`, "clone");
    const clone = new Workspace(box.path("clone"));
    const { differences } = await verifyBase(clone, "origin/main");
    expect(differences).toMatchObject([{ level: "decided", subject: "apply_mode" }]);
    await expect(verifyBase(clone, "HEAD~1")).rejects.toMatchObject({ exit: 2 });
    const blob = (await box.git("rev-parse", `main:${fileOf("01")}`)).trim();
    await rm(box.path(".git/objects", blob.slice(0, 2), blob.slice(2)), { force: true });
    await expect(compared(box)).rejects.toMatchObject({ exit: 8, code: "unreadable-revision" });
  });

  it("lets no text of the tree act in a pull request, and gives a pipe one line a difference", {
    tags: "proof",
  }, async () => {
    const box = await world();
    const text = "<img src=x> @bridget #1 [a](http://evil.example) ``` | \\u001b[31m\\nsaid";
    await box.write(fileOf("02"), record("COR-20260202-X0003", text));
    await edit(box, "SOUL.md", "Be kind to everybody.", "Be ![x](http://evil.example) to <b>everybody</b> @all.");
    await box.write(`${CORRECTIONS}/a\`<b>\n@all.md`, record("COR-20260203-X0004", "Say gross"));
    await commit(box);
    const data = await compared(box);
    const markdown = markdownText(comparedOutline(data, { isPage: true }));
    expect(markdown).toContain("# What this merge brings\n");
    const outside = markdown.replace(/(`+)[\s\S]*?[^`]\1(?!`)/g, "");
    expect(outside).toContain("- **new**");
    expect(outside).not.toMatch(/[<>@|]|http|!\[/);
    const piped = (await box.run(["verify", "--base", "main"])).stdout;
    expect(piped.trimEnd().split("\n")).toHaveLength(data.differences.length + 2);
    for (const printed of [markdown, piped]) expect(printed).not.toContain("\u001b");
  });
});
