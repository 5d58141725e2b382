/** A commit laid out as a workspace: real repositories, and nothing in them that is touched. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { TenetError } from "../../../src/errors.js";
import { type CommitFolder, withCommitFolder } from "../../../src/store/git/commit-folder.js";
import { headCommit } from "../../../src/store/git/git-head.js";
import { unfinishedMerge } from "../../../src/store/git/git-state.js";
import { Workspace } from "../../../src/store/workspace.js";
import { type Place, place, type Repository } from "./repositories.js";

const PROFILE = "schema: 1\n";
const RULES = "# Insights\n";
const INSIGHTS = "memory/learning/insights/2026-02-15.md";

let here: Place;
/** Where temporary folders are made in these tests, so that what is left over is seen. */
let made: string;

beforeEach(() => {
  vi.stubEnv("GIT_COMMITTER_DATE", "2026-02-15T14:00:00Z");
  here = place();
  made = join(here.folder, "made");
  mkdirSync(made);
  vi.stubEnv("TMPDIR", made);
});

const gitIn = (folder: string, args: readonly string[], input: string | Buffer = "") =>
  execFileSync("git", ["-C", folder, ...args], { input, encoding: "utf8", stdio: "pipe" }).trim();

/** With a workspace at the top. */
function filled(name = "repository", ...options: string[]): Repository {
  const one = here.repository(name, ...options);
  one.put("tenet.yaml", PROFILE);
  one.put(INSIGHTS, RULES);
  return one;
}

/** Every file beneath a folder with its bytes or the target of its link, but the repository's own. */
function filesBeneath(folder: string, within = ""): Record<string, string> {
  return Object.fromEntries(
    readdirSync(join(folder, within), { withFileTypes: true }).flatMap((entry) => {
      const file = join(within, entry.name);
      if (file === ".git") return [];
      if (entry.isDirectory()) return Object.entries(filesBeneath(folder, file));
      const path = join(folder, file);
      return [[file, entry.isSymbolicLink() ? readlinkSync(path) : readFileSync(path, "utf8")]];
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
const namesAt = (root: string, revision: string) =>
  laidOut(root, revision, ({ root: folder, leftOut }) => ({
    there: Object.keys(filesBeneath(folder)).sort(),
    leftOut: [...leftOut].sort(),
  }));

async function refusalOf(root: string, revision: string): Promise<TenetError> {
  const thrown: unknown = await laidOut(root, revision, () => undefined).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(TenetError);
  expect(readdirSync(made)).toEqual([]);
  return thrown as TenetError;
}

describe("what is there", () => {
  it("profile, memory and core files as the commit has them, and nothing else of it", { tags: "proof" }, async () => {
    const { top, put, commit } = here.repository("repository");
    const files = {
      "tenet.yaml": "schema: 1\nfiles: {soul: docs/Soul.mdc}\n",
      [INSIGHTS]: RULES,
      "memory/eval/runs.jsonl": "{}\n",
      "docs/Soul.mdc": "one\n",
      "MEMORY.md": "two\n",
      "AGENTS.md": "three\n",
    };
    for (const [file, text] of Object.entries(files)) put(file, text);
    for (const file of ["memory/picture.png", "README.md", "src/a.ts", ".tenet/state/ledger/2026.jsonl"]) put(file);
    const then = commit();
    put("memory/learning/insights/2026-02-16.md");
    put("docs/Soul.mdc", "changed\n");
    commit();
    put("AGENTS.md", "dirty\n");
    put(INSIGHTS, "dirty\n");
    rmSync(join(top, "MEMORY.md"));
    expect(await filesAt(top, then)).toEqual(files);
    expect((await filesAt(top, "HEAD"))["AGENTS.md"]).toBe("three\n");
    expect((await filesAt(top, "HEAD~1"))["docs/Soul.mdc"]).toBe("one\n");
  });

  it("a private folder each, with a history that ends at the commit, gone afterwards", { tags: "proof" }, async () => {
    const { top, git, put, commit } = filled();
    const first = commit();
    const then = commit();
    put("memory/2026-02-16.md");
    const last = commit();
    const roots = await laidOut(top, then.slice(0, 12), async ({ root, commit: id, time, leftOut }) => {
      expect([id, time.toISOString(), leftOut]).toEqual([then, "2026-02-15T14:00:00.000Z", []]);
      expect(statSync(root).mode & 0o777).toBe(0o700);
      expect(statSync(join(root, "tenet.yaml")).mode & 0o077).toBe(0);
      expect(await headCommit(root)).toBe(then);
      expect(gitIn(root, ["rev-list", "HEAD"]).split("\n")).toEqual([then, first]);
      expect(gitIn(root, ["for-each-ref"])).toBe("");
      // Another one at the same time, which ends by an error.
      const failed = laidOut(top, last, (other) => {
        expect(existsSync(join(other.root, "memory/2026-02-16.md"))).toBe(true);
        expect(readdirSync(made)).toHaveLength(2);
        throw new Error("of the body");
      });
      await expect(failed).rejects.toThrow("of the body");
      return Object.keys(filesBeneath(root));
    });
    expect(roots).not.toContain("memory/2026-02-16.md");
    expect(readdirSync(made)).toEqual([]);
    expect(git("status", "--porcelain")).toBe("");
  });

  it("of the origin of an entry the name alone; of a profile that cannot be read its text", async () => {
    const { top, put, commit } = filled();
    for (const file of ["docs/guide.md", "docs/with space.md", "tools/a.ts", "other.md", "AGENTS.md"]) put(file);
    const origins = ["docs/guide.md:12", '"docs/with space.md"', "./tools", "../outside.md", "/etc/passwd", "none.md"];
    put("memory/learning/insights/2026-02-14.md", origins.map((one) => `origin: ${one}\r\n`).join(""));
    put("tenet.yaml", "schema: [\n");
    const { "tenet.yaml": profile, ...files } = await filesAt(top, commit());
    expect(profile).toBe("schema: [\n");
    const beside = Object.entries(files).filter(([file]) => !file.startsWith("memory"));
    expect(Object.fromEntries(beside)).toEqual({ "docs/guide.md": "", "docs/with space.md": "", "tools/a.ts": "" });
  });
});

describe("where a repository lies, and how it was made", () => {
  it("in a folder of the repository", async () => {
    const { top, put, commit } = here.repository("repository");
    put("teams/red/tenet.yaml", PROFILE);
    for (const file of ["red/memory/a.md", "red/AGENTS.md", "blue/memory/b.md"]) put(`teams/${file}`);
    for (const file of ["memory/top.md", "AGENTS.md"]) put(file);
    commit();
    await laidOut(join(top, "teams/red"), "HEAD", async ({ root }) => {
      expect(Object.keys(filesBeneath(root)).sort()).toEqual(["AGENTS.md", "memory/a.md", "tenet.yaml"]);
      expect(root.endsWith("/teams/red")).toBe(true);
      expect(gitIn(root, ["rev-parse", "--show-prefix"])).toBe("teams/red/");
    });
    expect((await refusalOf(join(top, "teams"), "HEAD")).message).toMatch(/has no tenet\.yaml in teams\//);
  });

  it("in a linked worktree, on a commit of another branch; in a shallow clone, whose end is kept", {
    tags: "proof",
  }, async () => {
    const { top, git, put, commit } = filled();
    const [linked, clone] = [join(here.folder, "linked"), join(here.folder, "clone")];
    const base = commit();
    put("memory/main.md");
    const last = commit();
    git("worktree", "add", "-q", "-b", "side", linked, base);
    expect(await filesAt(linked, "main")).toHaveProperty(["memory/main.md"]);
    expect(await filesAt(linked, "HEAD")).not.toHaveProperty(["memory/main.md"]);
    git("clone", "-q", "--depth=1", `file://${top}`, clone);
    await laidOut(clone, "HEAD", ({ root }) => expect(gitIn(root, ["rev-list", "HEAD"])).toBe(last));
    expect((await refusalOf(clone, base)).code).toBe("unknown-revision");
  });

  it("in a clone that borrows its objects from one that does as well", async () => {
    const { git, commit } = filled("a");
    commit();
    const [a, b, c] = ["a", "b", "c"].map((name) => join(here.folder, name)) as [string, string, string];
    git("clone", "-q", "--shared", a, b);
    git("clone", "-q", "--shared", b, c);
    writeFileSync(join(c, ".git/objects/info/alternates"), "../../../b/.git/objects\n");
    expect(Object.keys(await filesAt(c, "HEAD"))).toHaveLength(2);
  });

  it.each(["a\nb", 'a"b', "ä b", "-c", "a\\b"])(
    "in a folder of the name %j, with objects of sha256",
    { tags: "sampled" },
    async (name) => {
      const { top, commit } = filled(name, "--object-format=sha256");
      const then = commit();
      expect(then).toHaveLength(64);
      expect(Object.keys(await filesAt(top, then))).toHaveLength(2);
    },
  );

  it("a clone without the files says so, and fetches nothing", { tags: "proof" }, async () => {
    const { top, git, put, commit } = filled();
    git("config", "uploadpack.allowFilter", "true");
    put("memory/old.md");
    commit();
    rmSync(join(top, "memory/old.md"));
    commit();
    const clone = join(here.folder, "clone");
    git("clone", "-q", "--filter=blob:none", `file://${top}`, clone);
    const before = hashOf(join(clone, ".git/objects"));
    expect(Object.keys(await filesAt(clone, "HEAD"))).toHaveLength(2);
    const { code, failure, message } = await refusalOf(clone, "HEAD~1");
    expect([code, failure]).toEqual(["partial-clone", "failed"]);
    expect(message).toContain("does not hold memory/old.md");
    expect(hashOf(join(clone, ".git/objects"))).toBe(before);
  });

  it("while a merge is unfinished", { tags: "proof" }, async () => {
    const { top, git, put, commit } = filled();
    put("memory/a.md", "base\n");
    commit();
    for (const [branch, from] of [
      ["side", "main"],
      ["other", "main"],
    ] as const) {
      git("checkout", "-q", "-b", branch, from);
      put("memory/a.md", `${branch}\n`);
      commit();
    }
    expect(() => git("merge", "-q", "side")).toThrow();
    await laidOut(top, "HEAD", async ({ root }) => {
      expect(readFileSync(join(root, "memory/a.md"), "utf8")).toBe("other\n");
      expect(await unfinishedMerge(root)).toBeUndefined();
    });
    expect((await filesAt(top, "MERGE_HEAD"))["memory/a.md"]).toBe("side\n");
  });
});

describe("what a commit could do", () => {
  it("writes nothing into the repository, starts no hook and no filter", { tags: "proof" }, async () => {
    const { top, git, put, commit } = filled();
    const ran = join(here.folder, "ran");
    put(".gitattributes", "*.md filter=evil diff=evil text eol=crlf\n");
    commit();
    for (const key of ["filter.evil.smudge", "filter.evil.process", "diff.evil.textconv", "core.fsmonitor"])
      git("config", key, `touch ${ran}`);
    const template = join(here.folder, "template");
    for (const folder of [join(top, ".git/hooks"), join(template, "hooks")]) {
      mkdirSync(folder, { recursive: true });
      for (const hook of ["post-checkout", "reference-transaction", "post-index-change"]) {
        writeFileSync(join(folder, hook), `#!/bin/sh\ntouch ${ran}\n`);
        chmodSync(join(folder, hook), 0o755);
      }
    }
    const config = `[init]\n\ttemplateDir = ${template}\n[core]\n\thooksPath = ${template}/hooks\n`;
    writeFileSync(join(here.folder, "gitconfig"), config);
    put(INSIGHTS, "dirty\n");
    const before = hashOf(top);
    await laidOut(top, "HEAD", async ({ root }) => {
      expect(readFileSync(join(root, INSIGHTS), "utf8")).toBe(RULES);
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
    const outside = join(here.folder, "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "secret.md"), "secret\n");
    for (const [name, target] of [
      ["memory/linked.md", "secret.md"],
      ["memory/folder", ""],
      ["AGENTS.md", "secret.md"],
    ])
      symlinkSync(join(outside, target!), join(top, name!));
    put("memory/b.md");
    const then = commit();
    git("update-index", "--add", "--cacheinfo", `160000,${then},memory/module`);
    git("commit", "-q", "-m", "module");
    expect(await namesAt(top, "HEAD")).toEqual({
      there: ["memory/b.md", INSIGHTS, "tenet.yaml"],
      leftOut: ["AGENTS.md", "memory/folder", "memory/linked.md", "memory/module"],
    });
    rmSync(join(top, "memory"), { recursive: true });
    symlinkSync(outside, join(top, "memory"));
    commit();
    expect(await namesAt(top, "HEAD")).toEqual({ there: ["tenet.yaml"], leftOut: ["AGENTS.md", "memory"] });
    rmSync(join(top, "tenet.yaml"));
    symlinkSync("/etc/hostname", join(top, "tenet.yaml"));
    commit();
    expect((await refusalOf(top, "HEAD")).code).toBe("no-profile");
  });

  it("leads no name out of the folder, nor into a repository", { tags: "proof" }, async () => {
    const { top, git } = here.repository("repository");
    const blob = (text: string) => gitIn(top, ["hash-object", "-w", "--stdin"], text);
    const tree = (...entries: [mode: string, name: string, oid: string][]) => {
      const rows = entries.map(([mode, name, oid]) =>
        Buffer.concat([Buffer.from(`${mode} ${name}\0`, "latin1"), Buffer.from(oid, "hex")]),
      );
      return gitIn(top, ["hash-object", "-t", "tree", "-w", "--literally", "--stdin"], Buffer.concat(rows));
    };
    const text = blob("hostile\n");
    const odd = ["a\nb.md", "a\u0007b.md", "\xff\xfe.md", "back\\slash.md", ".git", "..", "x".repeat(300)];
    const memory = tree(
      ...[...odd, "-ok.md", "ok.md"].map((name): [string, string, string] => ["100644", name, text]),
      ["40000", "..", tree(["100644", "up.md", text])],
      ["40000", ".GIT", tree(["100644", "config.md", text])],
      ["40000", "ok.md", tree(["100644", "within.md", text])],
    );
    const profile = blob("schema: 1\nfiles: {soul: -l.md}\n");
    const root = tree(["100644", "-l.md", text], ["40000", "memory", memory], ["100644", "tenet.yaml", profile]);
    await laidOut(top, git("commit-tree", root, "-m", "hostile"), ({ root: folder, leftOut }) => {
      const there = ["-l.md", "memory/-ok.md", "memory/ok.md", "tenet.yaml"];
      expect(Object.keys(filesBeneath(folder)).sort()).toEqual(there);
      expect(leftOut).toEqual(expect.arrayContaining(["memory/../up.md", "memory/ok.md/within.md"]));
      expect(readdirSync(dirname(folder))).toHaveLength(1);
    });
  });

  it("leaves out a file that is too large", { tags: "proof" }, async () => {
    const { top, put, commit } = filled();
    put("memory/large.md", "x".repeat(10 * 1024 * 1024 + 1));
    put("memory/just.md", "x".repeat(10 * 1024 * 1024));
    commit();
    const { there, leftOut } = await namesAt(top, "HEAD");
    expect([there.includes("memory/just.md"), leftOut]).toEqual([true, ["memory/large.md"]]);
  });
});

describe("what cannot be", () => {
  it("a revision that names no commit, two of them, or one from before the workspace", { tags: "proof" }, async () => {
    const { top, git, put, commit } = here.repository("repository");
    expect((await refusalOf(top, "HEAD")).code).toBe("unknown-revision");
    put("README.md");
    const before = commit();
    git("tag", "twice");
    put("tenet.yaml", PROFILE);
    put(INSIGHTS, RULES);
    commit();
    git("branch", "twice");
    for (const revision of ["none", "HEAD~7", "--all", "", "a\0b", "0".repeat(40), "a b", "HEAD:tenet.yaml"]) {
      const { failure, code, hint } = await refusalOf(top, revision);
      expect([failure, code, typeof hint], revision).toEqual(["usage", "unknown-revision", "string"]);
    }
    expect((await refusalOf(top, "twice")).code).toBe("ambiguous-revision");
    expect(await refusalOf(top, before)).toMatchObject({ failure: "usage", code: "no-profile" });
    const lost = git("rev-parse", "HEAD:memory");
    rmSync(join(top, ".git/objects", lost.slice(0, 2), lost.slice(2)));
    expect((await refusalOf(top, "HEAD")).code).toBe("unreadable-commit");
  });

  it("a folder that is in no repository", async () => {
    expect((await refusalOf(here.folder, "HEAD")).message).toMatch(/no git repository/);
  });
});
