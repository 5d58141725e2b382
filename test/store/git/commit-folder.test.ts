/** A commit laid out as a workspace: real repositories, and nothing in them that is touched. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { TenetError } from "../../../src/errors.js";
import { type CommitFolder, withCommitFolder } from "../../../src/store/git/commit-folder.js";
import { headCommit } from "../../../src/store/git/git-head.js";
import { unfinishedMerge } from "../../../src/store/git/git-state.js";
import { Workspace } from "../../../src/store/workspace.js";

const AT = "2026-02-15T14:00:00Z";
const RULES = "# Insights\n";

/** Where temporary folders are made in these tests, so that what is left over is seen. */
let temporary: string;

beforeEach(() => {
  temporary = mkdtempSync(join(realpathSync(tmpdir()), "tenet-folder-"));
  vi.stubEnv("TMPDIR", join(temporary, "made"));
  vi.stubEnv("GIT_CONFIG_GLOBAL", join(temporary, "gitconfig"));
  vi.stubEnv("GIT_CONFIG_NOSYSTEM", "1");
  mkdirSync(join(temporary, "made"));
  writeFileSync(
    join(temporary, "gitconfig"),
    '[user]\n\tname = x\n\temail = x@example.invalid\n[init]\n\tdefaultBranch = main\n[protocol "file"]\n\tallow = always\n',
  );
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(temporary, { recursive: true, force: true });
  });
});

const leftOver = (): string[] => readdirSync(join(temporary, "made"));

function gitIn(folder: string, args: readonly string[], input: string | Buffer = ""): string {
  const env = { ...process.env, GIT_COMMITTER_DATE: AT, GIT_AUTHOR_DATE: "2026-01-01T00:00:00Z" };
  return execFileSync("git", ["-C", folder, ...args], { env, input, encoding: "utf8", stdio: "pipe" }).trim();
}

interface Repository {
  top: string;
  git(...args: string[]): string;
  put(file: string, content?: string): void;
  /** Everything that is there; answers its id. */
  commit(): string;
}

function repository(name = "repository", ...options: string[]): Repository {
  const top = join(temporary, name);
  mkdirSync(top);
  const git = (...args: string[]) => gitIn(top, args);
  git("init", "-q", ...options);
  return {
    top,
    git,
    put(file, content = `${file}\n`) {
      mkdirSync(dirname(join(top, file)), { recursive: true });
      writeFileSync(join(top, file), content);
    },
    commit() {
      git("add", "-A");
      git("commit", "-q", "--allow-empty", "-m", "x");
      return git("rev-parse", "HEAD");
    },
  };
}

/** With a workspace at the top. */
function filled(name?: string, ...options: string[]): Repository {
  const made = repository(name, ...options);
  made.put("tenet.yaml", "schema: 1\n");
  made.put("memory/learning/insights/2026-02-15.md", RULES);
  return made;
}

/** Every file beneath a folder with its bytes or the target of its link, but the repository's own. */
function filesBeneath(folder: string, within = ""): Record<string, string> {
  return Object.fromEntries(
    readdirSync(join(folder, within), { withFileTypes: true }).flatMap((entry) => {
      const file = within === "" ? entry.name : `${within}/${entry.name}`;
      if (file === ".git") return [];
      if (entry.isDirectory()) return Object.entries(filesBeneath(folder, file));
      return [
        [file, entry.isSymbolicLink() ? readlinkSync(join(folder, file)) : readFileSync(join(folder, file), "utf8")],
      ];
    }),
  );
}

/** Of everything beneath a folder: names, kinds, modes and bytes. */
function hashOf(folder: string): string {
  const hash = createHash("sha256");
  for (const name of (readdirSync(folder, { recursive: true }) as string[]).sort()) {
    const stats = lstatSync(join(folder, name));
    hash.update(`${name}\0${stats.mode}\0${stats.mtimeMs}\0`);
    if (stats.isFile()) hash.update(readFileSync(join(folder, name)));
  }
  return hash.digest("hex");
}

const laidOut = <T>(root: string, revision: string, body: (at: CommitFolder) => Promise<T> | T): Promise<T> =>
  withCommitFolder(new Workspace(root), revision, async (at) => await body(at));

const filesAt = (root: string, revision: string) => laidOut(root, revision, (at) => filesBeneath(at.root));

async function refusalOf(root: string, revision: string): Promise<TenetError> {
  const thrown: unknown = await laidOut(root, revision, () => undefined).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(TenetError);
  expect(leftOver()).toEqual([]);
  return thrown as TenetError;
}

describe("what is there", () => {
  it("profile, memory and core files as the commit has them, and nothing else of it", { tags: "proof" }, async () => {
    const { top, put, commit } = repository();
    put("tenet.yaml", "schema: 1\nfiles: {soul: docs/Soul.mdc}\n");
    put("memory/learning/insights/2026-02-15.md", RULES);
    put("memory/eval/runs.jsonl", "{}\n");
    put("memory/picture.png");
    put("docs/Soul.mdc", "one\n");
    put("MEMORY.md", "two\n");
    put("AGENTS.md", "three\n");
    put("README.md");
    put("src/a.ts");
    put(".tenet/state/ledger/2026.jsonl");
    const then = commit();
    put("memory/learning/insights/2026-02-16.md");
    put("docs/Soul.mdc", "changed\n");
    commit();
    put("AGENTS.md", "dirty\n");
    put("memory/learning/insights/2026-02-15.md", "dirty\n");
    rmSync(join(top, "MEMORY.md"));
    expect(await filesAt(top, then)).toEqual({
      "tenet.yaml": "schema: 1\nfiles: {soul: docs/Soul.mdc}\n",
      "memory/learning/insights/2026-02-15.md": RULES,
      "memory/eval/runs.jsonl": "{}\n",
      "docs/Soul.mdc": "one\n",
      "MEMORY.md": "two\n",
      "AGENTS.md": "three\n",
    });
    expect((await filesAt(top, "HEAD"))["AGENTS.md"]).toBe("three\n");
    expect((await filesAt(top, "HEAD~1"))["docs/Soul.mdc"]).toBe("one\n");
  });

  it("a private folder with a history that ends at the commit, gone afterwards", async () => {
    const { top, git, put, commit } = filled();
    const first = commit();
    const then = commit();
    put("memory/2026-02-16.md");
    commit();
    const path = await laidOut(top, then.slice(0, 12), async ({ root, commit: id, time, leftOut }) => {
      expect([id, time.toISOString(), leftOut]).toEqual([then, "2026-02-15T14:00:00.000Z", []]);
      expect(statSync(root).mode & 0o777).toBe(0o700);
      expect(statSync(join(root, "tenet.yaml")).mode & 0o077).toBe(0);
      expect(await headCommit(root)).toBe(then);
      expect(gitIn(root, ["rev-list", "HEAD"]).split("\n")).toEqual([then, first]);
      expect(gitIn(root, ["for-each-ref"])).toBe("");
      return root;
    });
    expect(existsSync(path)).toBe(false);
    expect(leftOver()).toEqual([]);
    expect(git("status", "--porcelain")).toBe("");
  });

  it("of a file that an entry names as its origin the name alone", async () => {
    const { top, put, commit } = filled();
    put("docs/guide.md", "long\n");
    put("docs/with space.md");
    put("tools/a.ts");
    put("other.md");
    const origins = ["docs/guide.md:12", '"docs/with space.md"', "./tools", "../outside.md", "/etc/passwd", "none.md"];
    put("memory/learning/insights/2026-02-14.md", origins.map((one) => `origin: ${one}\r\n`).join(""));
    const files = await filesAt(top, commit());
    const named = Object.entries(files).filter(([file]) => !/^(?:memory|tenet)/.test(file));
    expect(named).toEqual([
      ["docs/guide.md", ""],
      ["docs/with space.md", ""],
      ["tools/a.ts", ""],
    ]);
  });

  it("gone as well where the body throws", async () => {
    const { top, commit } = filled();
    commit();
    const failed = laidOut(top, "HEAD", () => {
      expect(leftOver()).toHaveLength(1);
      throw new Error("of the body");
    });
    await expect(failed).rejects.toThrow("of the body");
    expect(leftOver()).toEqual([]);
  });

  it("two at once have a folder each", async () => {
    const { top, put, commit } = filled();
    const one = commit();
    put("memory/a.md");
    const other = commit();
    const both = await Promise.all(
      [one, other].map((revision) =>
        laidOut(top, revision, async ({ root }) => {
          await new Promise((resolve) => setTimeout(resolve, 50));
          return [root, existsSync(join(root, "memory/a.md"))];
        }),
      ),
    );
    expect(both.map(([, there]) => there)).toEqual([false, true]);
    expect(both[0]?.[0]).not.toBe(both[1]?.[0]);
    expect(leftOver()).toEqual([]);
  });
});

describe("where a repository lies, and how it was made", () => {
  it("in a folder of the repository", async () => {
    const { top, put, git } = repository();
    put("teams/red/tenet.yaml", "schema: 1\n");
    put("teams/red/memory/a.md");
    put("teams/red/AGENTS.md");
    put("teams/blue/memory/b.md");
    put("memory/top.md");
    put("AGENTS.md");
    git("add", "-A");
    git("commit", "-q", "-m", "x");
    await laidOut(join(top, "teams/red"), "HEAD", async ({ root }) => {
      expect(Object.keys(filesBeneath(root)).sort()).toEqual(["AGENTS.md", "memory/a.md", "tenet.yaml"]);
      expect(root.endsWith("/teams/red")).toBe(true);
      expect(gitIn(root, ["rev-parse", "--show-prefix"])).toBe("teams/red/");
    });
    expect((await refusalOf(join(top, "teams"), "HEAD")).message).toMatch(/has no tenet\.yaml in teams\//);
  });

  it("in a linked worktree, on a commit of another branch", async () => {
    const { git, put, commit } = filled();
    const base = commit();
    put("memory/main.md");
    commit();
    git("worktree", "add", "-q", "-b", "side", join(temporary, "linked"), base);
    const files = await filesAt(join(temporary, "linked"), "main");
    expect(files["memory/main.md"]).toBe("memory/main.md\n");
    expect(await filesAt(join(temporary, "linked"), "HEAD")).not.toHaveProperty("memory/main.md");
  });

  it("in a shallow clone, whose end is kept", async () => {
    const { top, commit } = filled();
    const [first, second] = [commit(), commit()];
    const clone = join(temporary, "clone");
    gitIn(temporary, ["clone", "-q", "--depth=1", `file://${top}`, clone]);
    await laidOut(clone, "HEAD", ({ root }) => {
      expect(gitIn(root, ["rev-list", "HEAD"])).toBe(second);
    });
    expect((await refusalOf(clone, first)).code).toBe("unknown-revision");
  });

  it("with objects of sha256", async () => {
    const { top, commit } = filled("new", "--object-format=sha256");
    const then = commit();
    expect(then).toHaveLength(64);
    expect(Object.keys(await filesAt(top, then))).toHaveLength(2);
  });

  it("in a clone that borrows its objects from one that does as well", async () => {
    filled("a").commit();
    gitIn(temporary, ["clone", "-q", "--shared", join(temporary, "a"), join(temporary, "b")]);
    gitIn(temporary, ["clone", "-q", "--shared", join(temporary, "b"), join(temporary, "c")]);
    writeFileSync(join(temporary, "c/.git/objects/info/alternates"), "../../../b/.git/objects\n");
    expect(Object.keys(await filesAt(join(temporary, "c"), "HEAD"))).toHaveLength(2);
  });

  it.each(["a\nb", 'a"b', "ä b", "-c", "a\\b"])("in a folder of the name %j", { tags: "sampled" }, async (name) => {
    const { top, commit } = filled(name);
    commit();
    expect(Object.keys(await filesAt(top, "HEAD"))).toHaveLength(2);
  });

  it("a clone without the files says so, and fetches nothing", { tags: "proof" }, async () => {
    const { top, git, put, commit } = filled();
    git("config", "uploadpack.allowFilter", "true");
    put("memory/old.md");
    commit();
    rmSync(join(top, "memory/old.md"));
    commit();
    const clone = join(temporary, "clone");
    gitIn(temporary, ["clone", "-q", "--filter=blob:none", `file://${top}`, clone]);
    const before = hashOf(join(clone, ".git/objects"));
    expect(Object.keys(await filesAt(clone, "HEAD"))).toHaveLength(2);
    expect(await refusalOf(clone, "HEAD~1")).toMatchObject({
      code: "partial-clone",
      failure: "failed",
      message: expect.stringContaining("does not hold memory/old.md"),
    });
    expect(hashOf(join(clone, ".git/objects"))).toBe(before);
  });

  it("while a merge is unfinished", { tags: "proof" }, async () => {
    const { top, git, put, commit } = filled();
    put("memory/a.md", "base\n");
    commit();
    git("checkout", "-q", "-b", "side");
    put("memory/a.md", "side\n");
    commit();
    git("checkout", "-q", "main");
    put("memory/a.md", "main\n");
    commit();
    expect(() => git("merge", "-q", "side")).toThrow();
    await laidOut(top, "HEAD", async ({ root }) => {
      expect(readFileSync(join(root, "memory/a.md"), "utf8")).toBe("main\n");
      expect(await unfinishedMerge(root)).toBeUndefined();
    });
    expect((await filesAt(top, "MERGE_HEAD"))["memory/a.md"]).toBe("side\n");
  });
});

describe("what a commit could do", () => {
  it("writes nothing into the repository, starts no hook and no filter", async () => {
    const { top, git, put, commit } = filled();
    const ran = join(temporary, "ran");
    put(".gitattributes", "*.md filter=evil diff=evil text eol=crlf\n");
    commit();
    git("config", "filter.evil.smudge", `touch ${ran}`);
    git("config", "filter.evil.process", `touch ${ran}`);
    git("config", "diff.evil.textconv", `touch ${ran}`);
    git("config", "core.fsmonitor", `touch ${ran}`);
    const template = join(temporary, "template/hooks");
    for (const folder of [join(top, ".git/hooks"), template]) {
      mkdirSync(folder, { recursive: true });
      for (const hook of ["post-checkout", "reference-transaction", "post-index-change"]) {
        writeFileSync(join(folder, hook), `#!/bin/sh\ntouch ${ran}\n`);
        chmodSync(join(folder, hook), 0o755);
      }
    }
    writeFileSync(
      join(temporary, "gitconfig"),
      `[init]\n\ttemplateDir = ${join(temporary, "template")}\n[core]\n\thooksPath = ${template}\n`,
    );
    put("memory/learning/insights/2026-02-15.md", "dirty\n");
    const before = hashOf(top);
    await laidOut(top, "HEAD", async ({ root }) => {
      expect(readFileSync(join(root, "memory/learning/insights/2026-02-15.md"), "utf8")).toBe(RULES);
      expect(existsSync(join(root, ".git/hooks"))).toBe(false);
      expect(gitIn(root, ["log", "-p", "--no-textconv", "--format=%H"])).toContain("# Insights");
    });
    expect(hashOf(top)).toBe(before);
    expect(existsSync(ran)).toBe(false);
  });

  it("follows no link and makes none: memory itself, one file, a core file, a submodule", {
    tags: "proof",
  }, async () => {
    const { top, git, put, commit } = filled();
    mkdirSync(join(temporary, "outside"));
    writeFileSync(join(temporary, "outside/secret.md"), "secret\n");
    symlinkSync(join(temporary, "outside/secret.md"), join(top, "memory/linked.md"));
    symlinkSync(join(temporary, "outside"), join(top, "memory/folder"));
    symlinkSync(join(temporary, "outside/secret.md"), join(top, "AGENTS.md"));
    put("memory/b.md");
    const then = commit();
    git("update-index", "--add", "--cacheinfo", `160000,${then},memory/module`);
    git("commit", "-q", "-m", "module");
    await laidOut(top, "HEAD", ({ root, leftOut }) => {
      expect(Object.keys(filesBeneath(root)).sort()).toEqual([
        "memory/b.md",
        "memory/learning/insights/2026-02-15.md",
        "tenet.yaml",
      ]);
      expect([...leftOut].sort()).toEqual(["AGENTS.md", "memory/folder", "memory/linked.md", "memory/module"]);
    });
    rmSync(join(top, "memory"), { recursive: true });
    symlinkSync(join(temporary, "outside"), join(top, "memory"));
    commit();
    await laidOut(top, "HEAD", ({ root, leftOut }) => {
      expect(Object.keys(filesBeneath(root))).toEqual(["tenet.yaml"]);
      expect([...leftOut].sort()).toEqual(["AGENTS.md", "memory"]);
    });
    rmSync(join(top, "tenet.yaml"));
    symlinkSync("/etc/hostname", join(top, "tenet.yaml"));
    commit();
    expect((await refusalOf(top, "HEAD")).code).toBe("no-profile");
  });

  it("leads no name out of the folder, nor into a repository", async () => {
    const { top, git } = repository();
    const blob = (text: string) => gitIn(top, ["hash-object", "-w", "--stdin"], text);
    const tree = (...entries: [mode: string, name: string, oid: string][]) => {
      const rows = entries.map(([mode, name, oid]) =>
        Buffer.concat([Buffer.from(`${mode} ${name}\0`, "latin1"), Buffer.from(oid, "hex")]),
      );
      return gitIn(top, ["hash-object", "-t", "tree", "-w", "--literally", "--stdin"], Buffer.concat(rows));
    };
    const text = blob("hostile\n");
    const files = [
      "a\nb.md",
      "a\u0007b.md",
      "\xff\xfe.md",
      "back\\slash.md",
      ".git",
      "..",
      "x".repeat(300),
      "-ok.md",
      "ok.md",
    ];
    const memory = tree(
      ...files.map((name): [string, string, string] => ["100644", name, text]),
      ["40000", "..", tree(["100644", "up.md", text])],
      ["40000", ".GIT", tree(["100644", "config.md", text])],
      ["40000", "ok.md", tree(["100644", "within.md", text])],
    );
    const profile = blob("schema: 1\nfiles: {soul: -l.md}\n");
    const root = tree(["100644", "-l.md", text], ["40000", "memory", memory], ["100644", "tenet.yaml", profile]);
    const commit = git("commit-tree", root, "-m", "hostile");
    await laidOut(top, commit, ({ root: folder, leftOut }) => {
      expect(Object.keys(filesBeneath(folder)).sort()).toEqual([
        "-l.md",
        "memory/-ok.md",
        "memory/ok.md",
        "tenet.yaml",
      ]);
      expect(leftOut).toContain("memory/../up.md");
      expect(leftOut).toContain("memory/ok.md/within.md");
      expect(readdirSync(dirname(folder))).toHaveLength(1);
    });
  });

  it("leaves out a file that is too large", { tags: "proof" }, async () => {
    const { top, put, commit } = filled();
    put("memory/large.md", "x".repeat(10 * 1024 * 1024 + 1));
    put("memory/just.md", "x".repeat(10 * 1024 * 1024));
    commit();
    await laidOut(top, "HEAD", ({ root, leftOut }) => {
      expect(leftOut).toEqual(["memory/large.md"]);
      expect(statSync(join(root, "memory/just.md")).size).toBe(10 * 1024 * 1024);
    });
  });
});

describe("what cannot be", () => {
  it.each(["none", "HEAD~7", "--all", "", "a\0b", "0".repeat(40), "a b", "HEAD:tenet.yaml"])(
    "no commit of that name: %j",
    { tags: "sampled" },
    async (revision) => {
      const { top, commit } = filled();
      commit();
      const { failure, code, hint } = await refusalOf(top, revision);
      expect([failure, code, typeof hint]).toEqual(["usage", "unknown-revision", "string"]);
    },
  );

  it("a name that means two things", async () => {
    const { top, git, put, commit } = filled();
    commit();
    git("tag", "twice");
    put("memory/a.md");
    commit();
    git("branch", "twice");
    expect((await refusalOf(top, "twice")).code).toBe("ambiguous-revision");
  });

  it("no repository, and one without a commit", async () => {
    const bare = join(temporary, "plain");
    mkdirSync(bare);
    expect((await refusalOf(bare, "HEAD")).message).toMatch(/no git repository/);
    expect((await refusalOf(repository().top, "HEAD")).code).toBe("unknown-revision");
  });

  it("a commit from before the workspace", async () => {
    const { top, put, commit } = repository();
    put("README.md");
    const then = commit();
    put("tenet.yaml", "schema: 1\n");
    commit();
    expect(await refusalOf(top, then)).toMatchObject({ failure: "usage", code: "no-profile" });
  });

  it("a profile that cannot be read is there all the same, without core files", async () => {
    const { top, put, commit } = filled();
    put("tenet.yaml", "schema: [\n");
    put("AGENTS.md");
    commit();
    expect(await filesAt(top, "HEAD")).toMatchObject({ "tenet.yaml": "schema: [\n" });
    expect(await filesAt(top, "HEAD")).not.toHaveProperty("AGENTS.md");
  });

  it("a repository with lost objects is told as such", async () => {
    const { top, git, commit } = filled();
    commit();
    const tree = git("rev-parse", "HEAD:memory");
    rmSync(join(top, ".git/objects", tree.slice(0, 2), tree.slice(2)));
    expect((await refusalOf(top, "HEAD")).code).toBe("unreadable-commit");
  });
});
