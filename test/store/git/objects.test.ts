/** Objects of real repositories, by their ids: what is there, what is not, and what is never followed, run or fetched. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { GitObjects, isUnread, type TreeFile } from "../../../src/store/git/objects.js";
import { type Place, place, type Repository } from "./repositories.js";

const looseObject = ({ top }: Repository, oid: string): string =>
  join(top, ".git", "objects", oid.slice(0, 2), oid.slice(2));

const reading = <T>({ top }: Pick<Repository, "top">, body: (objects: GitObjects) => Promise<T>): Promise<T> =>
  body(new GitObjects(top));

async function listed(objects: GitObjects, commit: string): Promise<TreeFile[]> {
  const tree = await objects.treeOf(commit);
  const files = typeof tree === "string" ? await objects.filesBelow(tree) : tree;
  if (isUnread(files)) throw new Error(files.because);
  return files;
}

/** An object made by hand, whatever git thinks of it. */
function made({ top }: Repository, type: string, content: Uint8Array): string {
  const args = ["-C", top, "hash-object", "-w", "--stdin", "--literally", "-t", type];
  return execFileSync("git", args, { input: content, encoding: "utf8" }).trim();
}

const row = (mode: string, name: string | Buffer, oid: string): Buffer =>
  Buffer.concat([Buffer.from(`${mode} `), Buffer.from(name), Buffer.from([0]), Buffer.from(oid, "hex")]);

describe.each(["sha1", "sha256"])("a repository of %s", (format) => {
  it("lists a tree with what each row is, and reads files by id, with one process", async () => {
    const here = place();
    const one = here.repository("one", `--object-format=${format}`);
    one.put("a/b/c.md", "deep\n");
    one.put("a.md", "");
    one.put("run.sh", "#!/bin/sh\n");
    chmodSync(join(one.top, "run.sh"), 0o755);
    symlinkSync("a.md", join(one.top, "link"));
    one.put("two\nlines \t.md", "odd\n");
    one.commit();
    one.git("update-index", "--add", "--cacheinfo", `160000,${one.git("rev-parse", "HEAD")},sub`);
    one.git("commit", "-q", "-m", "x");
    const commit = one.git("rev-parse", "HEAD");
    const started = here.countGit();
    await reading(one, async (objects) => {
      const files = await listed(objects, commit);
      expect(files.map(({ file, mode, kind }) => [file, mode, kind])).toEqual([
        ["a.md", "100644", "file"],
        ["a/b/c.md", "100644", "file"],
        ["link", "120000", "link"],
        ["run.sh", "100755", "program"],
        ["sub", "160000", "submodule"],
        ["two\nlines \t.md", "100644", "file"],
      ]);
      const texts = await Promise.all(
        files.filter(({ kind }) => kind === "file").map(async ({ oid }) => await objects.object(oid)),
      );
      expect(texts.map((text) => (isUnread(text) ? text : `${text.oid.length} ${text.bytes}`))).toEqual(
        ["", "deep\n", "odd\n"].map((text) => `${commit.length} ${text}`),
      );
    });
    expect(started()).toBe(1);
  });
});

it("finds the row that a path leads to, and follows no link and no submodule", async () => {
  const one = place().repository("one");
  one.put("a/b/c.md", "deep\n");
  symlinkSync("a", join(one.top, "link"));
  const commit = one.commit();
  await reading(one, async (objects) => {
    const tree = (await objects.treeOf(commit)) as string;
    expect(await objects.rowAt(tree, "a/b/c.md")).toMatchObject({ name: "c.md", kind: "file" });
    expect(await objects.rowAt(tree, "a/b")).toMatchObject({ name: "b", kind: "folder" });
    expect(await objects.rowAt(tree, "link")).toMatchObject({ kind: "link" });
    for (const path of ["link/b/c.md", "a/b/c.md/d", "no", "no/c.md", "a//b", "", "../one"])
      expect(await objects.rowAt(tree, path)).toBeUndefined();
  });
});

it("keeps names apart that are no text, and does not lose rows that no checkout would have", async () => {
  const one = place().repository("one");
  const blob = made(one, "blob", Buffer.from("x"));
  const names = [Buffer.from([0x63, 0xe9]), Buffer.from([0x63, 0xe8]), "cé", "..", ".git", "a\\b"];
  const tree = made(one, "tree", Buffer.concat(names.map((name) => row("100644", name, blob))));
  await reading(one, async (objects) => {
    const files = await objects.filesBelow(tree);
    expect(isUnread(files) ? files : files.map(({ file }) => file)).toEqual(
      ["..", ".git", "a\\b", "cé", "\uFFFDcè", "\uFFFDcé"].sort(),
    );
  });
});

describe("what cannot be read is an answer", () => {
  const cases: [name: string, act: (one: Repository, here: Place) => string, state: string][] = [
    ["an object that is not there", () => "0".repeat(39).concat("1"), "missing"],
    ["a name in the place of an id", () => "HEAD", "malformed"],
    ["a line that holds two", () => `${"0".repeat(40)}\nHEAD`, "malformed"],
    ["a tag in the place of a commit", (one) => made(one, "tag", Buffer.from("object x\n")), "malformed"],
    ["a commit that names no tree", (one) => made(one, "commit", Buffer.from("parent x\n")), "malformed"],
    [
      "an object that is torn",
      (one) => {
        const oid = one.git("rev-parse", "HEAD");
        chmodSync(looseObject(one, oid), 0o644);
        writeFileSync(looseObject(one, oid), "torn");
        return oid;
      },
      "missing",
    ],
    [
      "a repository without HEAD",
      (one) => {
        const oid = one.git("rev-parse", "HEAD");
        rmSync(join(one.top, ".git", "HEAD"));
        return oid;
      },
      "failed",
    ],
    [
      "a machine without git",
      (one, { folder }) => {
        const oid = one.git("rev-parse", "HEAD");
        vi.stubEnv("PATH", folder);
        return oid;
      },
      "failed",
    ],
  ];
  it.each(cases)("%s", { tags: "sampled" }, async (_, act, state) => {
    const here = place();
    const one = here.repository("one");
    one.put("a.md");
    one.commit();
    const oid = act(one, here);
    await reading(one, async (objects) => expect(await objects.treeOf(oid)).toMatchObject({ state }));
  });

  it("a folder that is no repository", async () => {
    const { folder } = place();
    await reading({ top: folder }, async (objects) =>
      expect(await objects.treeOf("1".repeat(40))).toMatchObject({ state: "failed" }),
    );
  });

  it("a tree that is torn, one that holds itself over and over, one that lacks a folder", {
    tags: "proof",
  }, async () => {
    const one = place().repository("one");
    const blob = made(one, "blob", Buffer.from("x"));
    let bomb = made(one, "tree", row("100644", "a", blob));
    for (let level = 0; level < 12; level++)
      bomb = made(one, "tree", Buffer.concat([..."0123456789"].map((name) => row("40000", name, bomb))));
    const torn = made(one, "tree", Buffer.from("100644 a"));
    const holed = made(one, "tree", row("40000", "a", "1".repeat(40)));
    await reading(one, async (objects) => {
      expect(await objects.filesBelow(torn)).toMatchObject({ state: "malformed" });
      expect(await objects.filesBelow(holed)).toMatchObject({ state: "missing" });
      expect(await objects.filesBelow(bomb)).toMatchObject({ state: "too large" });
    });
  });

  it("a file that is too large, without losing what is asked for behind it", async () => {
    const one = place().repository("one");
    const large = made(one, "blob", Buffer.alloc(300_000, "x"));
    const small = made(one, "blob", Buffer.from("small"));
    await reading(one, async (objects) => {
      const [first, second, third] = await Promise.all([
        objects.object(large, 299_999),
        objects.object(small),
        objects.object(large, 300_000),
      ]);
      expect(first).toMatchObject({ state: "too large" });
      expect(second).toMatchObject({ state: "whole", bytes: Buffer.from("small") });
      expect(third).toMatchObject({ state: "whole", bytes: { length: 300_000 } });
    });
  });

  /** A file in the place of an object, whatever its id says of it. */
  const put = (one: Repository, oid: string, content: string): void => {
    mkdirSync(dirname(looseObject(one, oid)), { recursive: true });
    rmSync(looseObject(one, oid), { force: true });
    writeFileSync(looseObject(one, oid), deflateSync(Buffer.from(content)));
  };

  it.each([
    ["says less than it has, in the form of another answer", (small: string) => `blob 1\0x\n${small} blob 4\nevil\n`],
    ["says more than it has", () => "blob 9\0x"],
    ["is other content", () => "blob 4\0evil"],
    ["is no object", () => "evil"],
  ])("one that %s, without losing what is asked for behind it", async (_, content) => {
    const one = place().repository("one");
    const small = made(one, "blob", Buffer.from("small"));
    const torn = made(one, "blob", Buffer.from("torn"));
    put(one, torn, content(small));
    await reading(one, async (objects) => {
      const [first, second] = await Promise.all([objects.object(torn), objects.object(small)]);
      expect(isUnread(first)).toBe(true);
      expect(second).toMatchObject({ state: "whole", bytes: Buffer.from("small") });
    });
  });
});

describe("nothing of a clone has a say", () => {
  it("not replaced objects, attributes, programs, the index, or variables", async () => {
    const here = place();
    const one = here.repository("one");
    const other = here.repository("other");
    one.put("a.md", "as committed\n");
    const commit = one.commit();
    const [was, evil] = [one.git("rev-parse", "HEAD:a.md"), made(one, "blob", Buffer.from("evil\n"))];
    one.git("replace", was, evil);
    const program = join(here.folder, "evil");
    writeFileSync(program, `#!/bin/sh\ntouch '${join(here.folder, "ran")}'\ncat\n`);
    chmodSync(program, 0o755);
    mkdirSync(join(one.top, ".git", "info"), { recursive: true });
    writeFileSync(join(one.top, ".git", "info", "attributes"), "* diff=evil filter=evil -text\n");
    for (const key of [
      "diff.evil.textconv",
      "diff.external",
      "filter.evil.smudge",
      "filter.evil.clean",
      "core.fsmonitor",
    ])
      one.git("config", key, program);
    for (const [name, value] of Object.entries({
      GIT_DIR: join(other.top, ".git"),
      GIT_COMMON_DIR: join(other.top, ".git"),
      GIT_OBJECT_DIRECTORY: join(other.top, ".git", "objects"),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: join(other.top, ".git", "objects"),
      GIT_WORK_TREE: other.top,
      GIT_REPLACE_REF_BASE: "refs/replace/",
      GIT_NAMESPACE: "evil",
    }))
      vi.stubEnv(name, value);
    await reading(one, async (objects) => {
      const [file] = await listed(objects, commit);
      expect(file).toMatchObject({ file: "a.md", oid: was });
      expect(await objects.object(was)).toMatchObject({ oid: was, bytes: Buffer.from("as committed\n") });
    });
    expect(existsSync(join(here.folder, "ran"))).toBe(false);
  });

  it("a partial clone fetches nothing, by no program", { tags: "proof" }, async () => {
    const here = place();
    const origin = here.repository("origin");
    origin.put("a.md", "left out\n");
    origin.git("config", "uploadpack.allowFilter", "true");
    origin.git("config", "uploadpack.allowAnySHA1InWant", "true");
    const commit = origin.commit();
    const oid = origin.git("rev-parse", "HEAD:a.md");
    origin.git(
      "clone",
      "-q",
      "--no-checkout",
      "--filter=blob:none",
      `file://${origin.top}`,
      join(here.folder, "clone"),
    );
    const clone = here.at("clone");
    const program = join(here.folder, "evil");
    writeFileSync(program, `#!/bin/sh\ntouch '${join(here.folder, "ran")}'\nexec git-upload-pack "$@"\n`);
    chmodSync(program, 0o755);
    clone.git("config", "remote.origin.uploadpack", program);
    const packs = () => readdirSync(join(clone.top, ".git", "objects", "pack"));
    const before = packs();
    await reading(clone, async (objects) => {
      expect((await listed(objects, commit)).map(({ file }) => file)).toEqual(["a.md"]);
      const answer = await objects.object(oid);
      expect(isUnread(answer) && answer.state).toMatch(/missing|failed/);
    });
    expect(packs()).toEqual(before);
    expect(existsSync(join(here.folder, "ran"))).toBe(false);
    // The same request by git itself would have fetched: the test can fail.
    clone.git("cat-file", "-p", oid);
    expect(existsSync(join(here.folder, "ran"))).toBe(true);
  });
});
