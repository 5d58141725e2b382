/** Objects of real repositories, by their ids: what is there, and what is never followed, run or fetched. */
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

it("lists a tree, reads files by id and finds the row of a path, with one process", { tags: "proof" }, async () => {
  const here = place();
  const one = here.repository("one", "--object-format=sha256");
  for (const [file, text] of [
    ["a/b/c.md", "deep\n"],
    ["a.md", ""],
    ["run.sh", "#!/bin/sh\n"],
    ["two\nlines \t.md", "odd\n"],
  ])
    one.put(file!, text);
  chmodSync(join(one.top, "run.sh"), 0o755);
  symlinkSync("a", join(one.top, "link"));
  const first = one.commit();
  one.git("update-index", "--add", "--cacheinfo", `160000,${first},sub`);
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
      ["", "deep\n", "odd\n"].map((text) => `64 ${text}`),
    );
    const tree = (await objects.treeOf(commit)) as string;
    expect(await objects.rowAt(tree, "a/b/c.md")).toMatchObject({ name: "c.md", kind: "file" });
    expect(await objects.rowAt(tree, "a/b")).toMatchObject({ name: "b", kind: "folder" });
    expect(await objects.rowAt(tree, "link")).toMatchObject({ kind: "link" });
    for (const path of ["link/b/c.md", "sub/a.md", "a/b/c.md/d", "no", "no/c.md", "a//b", "", "../one"])
      expect(await objects.rowAt(tree, path), path).toBeUndefined();
  });
  expect(started()).toBe(1);
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
  it("objects that are not there, torn, or of another kind", async () => {
    const one = place().repository("one");
    const head = one.commit();
    chmodSync(looseObject(one, head), 0o644);
    writeFileSync(looseObject(one, head), "torn");
    const cases: [oid: string, state: string][] = [
      ["0".repeat(39).concat("1"), "missing"],
      ["HEAD", "malformed"],
      [`${"0".repeat(40)}\nHEAD`, "malformed"],
      [made(one, "tag", Buffer.from("object x\n")), "malformed"],
      [made(one, "commit", Buffer.from("parent x\n")), "malformed"],
      [head, "missing"],
    ];
    await reading(one, async (objects) => {
      for (const [oid, state] of cases) expect(await objects.treeOf(oid), oid).toMatchObject({ state });
    });
  });

  it.each<[where: string, spoil: (one: Repository, here: Place) => unknown]>([
    ["a repository without HEAD", ({ top }) => rmSync(join(top, ".git", "HEAD"))],
    ["a folder that is no repository", ({ top }) => rmSync(join(top, ".git"), { recursive: true })],
    ["a machine without git", (_, { folder }) => vi.stubEnv("PATH", folder)],
  ])("%s", { tags: "proof" }, async (_, spoil) => {
    const here = place();
    const one = here.repository("one");
    const head = one.commit();
    spoil(one, here);
    await reading(one, async (objects) => expect(await objects.treeOf(head)).toMatchObject({ state: "failed" }));
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

  it("one that is not what it says, without losing what is asked for behind it", async () => {
    const one = place().repository("one");
    const small = made(one, "blob", Buffer.from("small"));
    const torn = made(one, "blob", Buffer.from("torn"));
    const inFormOfAnother = `blob 1\0x\n${small} blob 4\nevil\n`;
    for (const content of [inFormOfAnother, "blob 9\0x", "blob 4\0evil", "evil"]) {
      put(one, torn, content);
      await reading(one, async (objects) => {
        const [first, second] = await Promise.all([objects.object(torn), objects.object(small)]);
        expect(isUnread(first), content).toBe(true);
        expect(second).toMatchObject({ state: "whole", bytes: Buffer.from("small") });
      });
    }
  });
});

describe("nothing of a clone has a say", () => {
  /** A program that says that it ran, and does something. */
  const evil = ({ folder }: Place, does: string): string => {
    const program = join(folder, "evil");
    writeFileSync(program, `#!/bin/sh\ntouch '${join(folder, "ran")}'\n${does}\n`);
    chmodSync(program, 0o755);
    return program;
  };

  it("not replaced objects, attributes, programs, the index, or variables", { tags: "proof" }, async () => {
    const here = place();
    const one = here.repository("one");
    const other = here.repository("other");
    one.put("a.md", "as committed\n");
    const commit = one.commit();
    const [was, forged] = [one.git("rev-parse", "HEAD:a.md"), made(one, "blob", Buffer.from("evil\n"))];
    one.git("replace", was, forged);
    const program = evil(here, "cat");
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
    const git = join(other.top, ".git");
    for (const name of ["GIT_DIR", "GIT_COMMON_DIR"]) vi.stubEnv(name, git);
    for (const name of ["GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES"])
      vi.stubEnv(name, join(git, "objects"));
    vi.stubEnv("GIT_WORK_TREE", other.top);
    vi.stubEnv("GIT_REPLACE_REF_BASE", "refs/replace/");
    vi.stubEnv("GIT_NAMESPACE", "evil");
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
    for (const key of ["allowFilter", "allowAnySHA1InWant"]) origin.git("config", `uploadpack.${key}`, "true");
    const commit = origin.commit();
    const oid = origin.git("rev-parse", "HEAD:a.md");
    const form = ["-q", "--no-checkout", "--filter=blob:none"];
    origin.git("clone", ...form, `file://${origin.top}`, join(here.folder, "clone"));
    const clone = here.at("clone");
    const program = evil(here, 'exec git-upload-pack "$@"');
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
