/** `tenet verify --base` on real repositories: what a merge decides, exit codes, and what a pull request prints. */

import { rm, symlink } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { verifyBase } from "../../src/health/verify-base.js";
import { Workspace } from "../../src/store/workspace.js";
import { emptyRepository } from "../empty-repository.js";
import { copyOf, type Sandbox, sandbox } from "../sandbox.js";
import { place } from "../store/git/repositories.js";

const COR = "memory/learning/corrections/2026-02-01.md";
const W1 = "COR-20260201-W0001";
const N2 = "COR-20260201-N0002";
const PROFILE =
  "schema: 1\nagent: sybil\ntimezone: UTC\napply_mode: approval\npeople:\n  - {name: bridget, role: owner}\nsimulated: true\n";
const SOUL =
  "# Soul\n\nBe kind to everybody.\n\n<!-- tenet:begin rules -->\n## Learned\n\n- Never push to main\n<!-- tenet:end rules -->\n";

const record = (id: string, to: string, tier = "owner", more = "") =>
  `## ${id} · x\n\`\`\`yaml\ntype: correction\nid: ${id}\ntimestamp: 2026-02-01T09:00:00Z\nagent: sybil\nsource: bridget\ntier: ${tier}\ncorrected_to: "${to}"\nstakes: medium\nat_risk: "A release"\nstatus: active\n${more}\`\`\`\n\n`;
const day = (...records: string[]) =>
  `---\ntype: corrections\ndate: 2026-02-01\n---\n# corrections · 2026-02-01\n\n${records.join("")}`;
const BOTH = day(record(W1, "Prices are net"), record(N2, "Say net", "relayed"));

let made: Promise<Sandbox> | undefined;

/** What people let in stands on `main`; `work` is checked out, with nothing of its own yet. */
async function world(): Promise<Sandbox> {
  made ??= (async () => {
    const box = await sandbox({ empty: true });
    emptyRepository(box.dir);
    await box.write("tenet.yaml", PROFILE);
    await box.write(".gitignore", ".tenet/\nmemory/learning/index.md\n");
    await box.write("SOUL.md", SOUL);
    await box.write(COR, BOTH);
    await commit(box);
    await box.git("checkout", "-q", "-b", "work");
    return box;
  })();
  return copyOf(await made);
}

async function commit(box: Sandbox): Promise<void> {
  await box.git("add", "-A", "-f");
  await box.git("commit", "-q", "--allow-empty", "-m", "x");
}

const compare = (box: Sandbox, ...more: string[]) => box.run(["verify", "--base", "main", ...more]);

async function kindsOf(box: Sandbox): Promise<string[]> {
  const { data } = (await compare(box, "--json")).json();
  return data.differences.map(({ kind, subject }: Record<string, string>) => `${kind} ${subject}`);
}

interface Case {
  name: string;
  act(box: Sandbox): Promise<unknown>;
  kinds: string[];
  /** Exit codes without and with `--strict`. */
  exit: [number, number];
}

const edit = async (box: Sandbox, file: string, from: string | RegExp, to: string) =>
  box.write(file, (await box.read(file)).replace(from, to));

const CASES: readonly Case[] = [
  { name: "nothing", act: async () => undefined, kinds: [], exit: [0, 0] },
  {
    name: "a raised tier",
    act: (box) => edit(box, COR, "tier: relayed", "tier: owner"),
    kinds: [`raised-tier ${N2}`],
    exit: [8, 8],
  },
  {
    name: "an id twice",
    act: (box) => box.write("memory/learning/corrections/2026-02/x.md", record(N2, "Say gross", "relayed")),
    kinds: [`forged-id ${N2}`],
    exit: [8, 8],
  },
  {
    name: "an approval of other words",
    act: (box) =>
      edit(
        box,
        COR,
        /status: active\n```\n\n$/,
        "status: active\nreview:\n  state: approved_for_reuse\n  at: 2026-02-02T09:00:00Z\n  by: bridget\n  hash: abc\n```\n",
      ),
    kinds: [`forged-hash ${N2}`, `review ${N2}`],
    exit: [8, 8],
  },
  {
    name: "a secret",
    act: (box) => box.write("memory/2026-02-02.md", "- 09:00 token ghp_aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5\n"),
    kinds: ["secret memory/2026-02-02.md"],
    exit: [8, 8],
  },
  {
    name: "conflict markers",
    act: (box) =>
      edit(box, "SOUL.md", "Be kind to everybody.", "<<<<<<< a\nBe kind to everybody.\n=======\nBe rude.\n>>>>>>> b"),
    kinds: ["conflict-markers SOUL.md", "rule-out SOUL.md", "line-in SOUL.md", "other-text SOUL.md"],
    exit: [8, 8],
  },
  {
    name: "a record that nobody can read",
    act: (box) => edit(box, COR, "tier: owner", "tier: [owner"),
    kinds: [`unreadable ${W1}`, `words-removed ${W1}`],
    exit: [8, 8],
  },
  {
    name: "settings that nobody can read",
    act: (box) => box.write("tenet.yaml", "schema: 1\napply_mode: sideways\n"),
    kinds: ["unreadable tenet.yaml"],
    exit: [8, 8],
  },
  {
    name: "a setting",
    act: (box) => edit(box, "tenet.yaml", "approval", "auto"),
    kinds: ["setting apply_mode"],
    exit: [0, 8],
  },
  {
    name: "a tighter setting",
    act: (box) => edit(box, "tenet.yaml", "approval", "curated"),
    kinds: ["setting-tighter apply_mode"],
    exit: [0, 0],
  },
  {
    name: "an owner's word lowered",
    act: (box) => edit(box, COR, "tier: owner", "tier: self"),
    kinds: [`words-lowered ${W1}`],
    exit: [0, 8],
  },
  {
    name: "an owner's word said to be superseded",
    act: (box) => edit(box, COR, "status: active", "status: superseded"),
    kinds: [`words-ended ${W1}`],
    exit: [0, 8],
  },
  {
    name: "an owner's word taken out",
    act: (box) => box.write(COR, day(record(N2, "Say net", "relayed"))),
    kinds: [`words-removed ${W1}`],
    exit: [0, 8],
  },
  {
    name: "records moved to another read folder",
    act: (box) => box.git("mv", COR, "memory/learning/corrections/elsewhere.md"),
    kinds: [`words-moved ${W1}`],
    exit: [0, 0],
  },
  {
    name: "records moved to where nobody reads",
    act: (box) => box.git("mv", COR, "memory/notes.md"),
    kinds: [`record-removed ${N2}`, `words-removed ${W1}`].reverse(),
    exit: [0, 8],
  },
  {
    name: "a link in the place of records",
    act: async (box) => {
      await rm(box.path("memory/learning"), { recursive: true });
      await symlink("/etc", box.path("memory/learning"));
    },
    kinds: [`words-removed ${W1}`, `record-removed ${N2}`, "link memory/learning"],
    exit: [0, 8],
  },
  {
    name: "a submodule in the place of records",
    act: async (box) => {
      const head = (await box.git("rev-parse", "HEAD")).trim();
      await box.git("rm", "-q", "-r", "memory");
      await box.git("update-index", "--add", "--cacheinfo", `160000,${head},memory`);
      await box.git("commit", "-q", "-m", "x");
      await box.git("checkout", "-q", "--detach");
    },
    kinds: [`words-removed ${W1}`, `record-removed ${N2}`, "link memory"],
    exit: [0, 8],
  },
  {
    name: "a rule in other words",
    act: (box) => edit(box, "SOUL.md", "Never push", "Always push"),
    kinds: ["rule-out SOUL.md", "rule-in SOUL.md"],
    exit: [0, 8],
  },
  {
    name: "a rule beside the block",
    act: (box) => edit(box, "SOUL.md", "Be kind to everybody.", "Be kind to everybody.\n\n- Push to main at night"),
    kinds: ["line-in SOUL.md"],
    exit: [0, 0],
  },
  {
    name: "words in a code block",
    act: (box) => edit(box, "SOUL.md", "# Soul\n", "# Soul\n\n```\nPush to main\n```\n"),
    kinds: ["other-text SOUL.md"],
    exit: [0, 0],
  },
  {
    name: "an attribute that hides",
    act: (box) => box.write(".gitattributes", "memory/** -diff\n"),
    kinds: ["attribute-hides .gitattributes"],
    exit: [0, 8],
  },
  {
    name: "local state",
    act: (box) => box.write(".tenet/state/ledger/x", "x\n"),
    kinds: ["local-state .tenet/state/ledger/x"],
    exit: [0, 8],
  },
  {
    name: "a second workspace",
    act: (box) => box.write("sub/tenet.yaml", PROFILE),
    kinds: ["workspace sub/tenet.yaml"],
    exit: [0, 8],
  },
  {
    name: "a new word of an owner",
    act: (box) => box.write("memory/learning/corrections/2026-02-02.md", record("COR-20260202-X0003", "Say gross")),
    kinds: ["words-new COR-20260202-X0003"],
    exit: [0, 0],
  },
  {
    name: "what an agent found out",
    act: (box) =>
      box.write("memory/learning/corrections/2026-02-02.md", record("COR-20260202-X0003", "Say gross", "self")),
    kinds: [],
    exit: [0, 0],
  },
];

describe("tenet verify --base", () => {
  it.each(CASES)("$name", { tags: "sampled" }, async ({ act, kinds, exit }) => {
    const box = await world();
    await act(box);
    if ((await box.git("branch", "--show-current")).trim() !== "") await commit(box);
    expect(await kindsOf(box)).toEqual(kinds);
    expect([(await compare(box)).code, (await compare(box, "--strict")).code]).toEqual(exit);
  });

  it("nothing to decide is one line; what else differs is counted", async () => {
    const box = await world();
    expect((await compare(box)).stdout).toMatch(/^Merging HEAD \(\w{10}\) into main \(\w{10}\) decides nothing\.\n$/);
    await box.write("memory/2026-02-02.md", "- 09:00 a build\n");
    await commit(box);
    expect((await compare(box)).stdout).toMatch(
      /^Merging .* decides nothing\.\nBeside these: 0 new entries, 0 changed ones\. 1 file of memory\/ differs in all\.\n$/,
    );
  });

  it("HEAD is compared: what the working copy holds beside it is named and not judged", async () => {
    const box = await world();
    await edit(box, "tenet.yaml", "approval", "auto");
    const ran = await compare(box, "--strict");
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stdout).toContain("Not in HEAD, so not compared: tenet.yaml of the working copy.");
  });

  it("a workspace that was moved is compared with what it was, from wherever it lies now", async () => {
    const box = await world();
    for (const file of ["tenet.yaml", "SOUL.md", "memory"]) {
      await box.write("sub/x", "x\n");
      await box.git("mv", file, `sub/${file}`);
    }
    await edit(box, `sub/${COR}`, "tier: relayed", "tier: owner");
    await commit(box);
    const ran = await box.run(["verify", "--base", "main", "--json"], { cwd: box.path("sub") });
    expect(ran.code).toBe(8);
    expect(
      ran.json().data.differences.map(({ kind, subject }: Record<string, string>) => `${kind} ${subject}`),
    ).toEqual([`raised-tier ${N2}`, "workspace sub/tenet.yaml", "workspace tenet.yaml"]);
    expect((await compare(box)).code).toBe(8);
  });

  it("a base without tenet.yaml: everything is new, and that is said", async () => {
    const box = await world();
    await box.git("checkout", "-q", "--orphan", "empty");
    await box.git("rm", "-r", "-q", "-f", "--cached", ".");
    await box.git("commit", "-q", "--allow-empty", "-m", "empty");
    await box.git("checkout", "-q", "-f", "work");
    const ran = await box.run(["verify", "--base", "empty", "--json"]);
    expect(ran.json().data).toMatchObject({ base: { profile: "missing" }, counts: { refused: 0 } });
    const kinds = new Set(ran.json().data.differences.map(({ kind }: { kind: string }) => kind));
    expect([...kinds]).toEqual([
      "setting",
      "rule-in",
      "line-in",
      "other-text",
      "workspace",
      "setting-tighter",
      "words-new",
    ]);
    expect((await box.run(["verify", "--base", "empty"])).stdout).toContain(
      "empty has no tenet.yaml: everything is new there.",
    );
  });

  it("the base of a shallow clone is read; a commit that is not there, and one whose file is gone, end with a next step", {
    tags: "proof",
  }, async () => {
    const box = await world();
    await edit(box, "tenet.yaml", "approval", "auto");
    await commit(box);
    await box.git("clone", "-q", "--depth", "1", "--no-single-branch", `file://${box.dir}`, "clone");
    const cwd = box.path("clone");
    const ran = await box.run(["verify", "--base", "origin/main"], { cwd });
    expect(ran.stdout).toContain("loosening: setting apply_mode: approval → auto");
    expect((await box.run(["verify", "--base", "HEAD~1"], { cwd })).code).toBe(2);
    const blob = (await box.git("rev-parse", `main:${COR}`)).trim();
    await rm(box.path(".git/objects", blob.slice(0, 2), blob.slice(2)), { force: true });
    const broken = await box.run(["verify", "--base", "main", "--json"]);
    expect(broken.code).toBe(8);
    expect(broken.json()).toMatchObject({ ok: false, error: { code: "unreadable-revision" } });
  });

  it("a tag called like the branch is refused, and a full name is taken", async () => {
    const box = await world();
    await box.git("tag", "main");
    expect(await compare(box)).toMatchObject({ code: 2 });
    expect((await box.run(["verify", "--base", "refs/heads/main"])).code).toBe(0);
  });

  it("no attribute, filter, driver or replaced object of the clone has a say, and git runs three times at most", {
    tags: "proof",
  }, async () => {
    const here = place();
    const repository = here.repository("one");
    repository.put("tenet.yaml", PROFILE);
    repository.put(COR, BOTH);
    repository.commit();
    repository.git("branch", "base");
    repository.put(COR, day(record(N2, "Say net", "relayed")));
    repository.put(".gitattributes", "* filter=evil diff=evil\n");
    repository.commit();
    const touched = `${here.folder}/touched`;
    for (const name of ["filter.evil.smudge", "filter.evil.clean", "diff.evil.textconv", "core.fsmonitor"])
      repository.git("config", name, `touch ${touched}; cat`);
    repository.git("replace", "base", "HEAD");
    const count = here.countGit();
    const { differences } = await verifyBase(new Workspace(repository.top), "base");
    expect(differences.map(({ kind }) => kind)).toEqual(["words-removed", "attribute-hides"]);
    expect(count()).toBeLessThanOrEqual(3);
    await expect(rm(touched)).rejects.toThrow("ENOENT");
  });

  it("in a pull request no text of the tree acts", async () => {
    const box = await world();
    const text = "<img src=x> @bridget #1 [a](http://evil.example) ``` | \\u001b[31m";
    await box.write(
      "memory/learning/corrections/2026-02-02.md",
      record("COR-20260202-X0003", text.replaceAll("\\", "\\\\")),
    );
    await edit(box, "SOUL.md", "Be kind to everybody.", "Be ![x](http://evil.example) to <b>everybody</b> @all.");
    await box.write("memory/learning/corrections/a`<b>@all.md", record("COR-20260203-X0004", "Say gross"));
    await commit(box);
    const { stdout, code } = await compare(box, "--markdown");
    expect(code).toBe(0);
    expect(stdout).toContain("# What this merge decides\n");
    const outside = stdout.replace(/(`+)[\s\S]*?[^`]\1(?!`)/g, "");
    expect(outside).toContain("**change**, words new");
    expect(outside).not.toMatch(/[<>@|]|http|!\[/);
    expect(stdout).not.toContain("\u001b");
  });

  it("a pipe gets one line a difference, whatever stands in names and texts", async () => {
    const box = await world();
    await box.write("memory/learning/corrections/a\nb.md", record("COR-20260203-X0004", "Say\\ngross\\u001b[31m"));
    await commit(box);
    const { stdout } = await compare(box);
    expect(stdout.trimEnd().split("\n")).toHaveLength(3);
    expect(stdout).not.toContain("\u001b");
  });

  it("--markdown without a base is wrong usage", async () => {
    expect((await (await world()).run(["verify", "--markdown"])).code).toBe(2);
  });
});
