/** Files of commits in real repositories: what is there, and what is never followed, run or fetched. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { blobsByOid, contentsOf, filesAt } from "../../../src/store/git/commit-files.js";
import { type Place, place, type Repository } from "./repositories.js";

const everything = ({ top }: Repository, commit: string) => filesAt(top, commit, [""]);

/** An object made by hand, whatever git thinks of it. */
function made({ top }: Repository, type: string, content: Uint8Array): string {
  const args = ["-C", top, "hash-object", "-w", "--stdin", "--literally", "-t", type];
  return execFileSync("git", args, { input: content, encoding: "utf8" }).trim();
}

const row = (mode: string, name: string | Buffer, oid: string): Buffer =>
  Buffer.concat([Buffer.from(`${mode} `), Buffer.from(name), Buffer.from([0]), Buffer.from(oid, "hex")]);

it("lists files of a commit by path, and reads all of them at once", { tags: "proof" }, async () => {
  const here = place();
  const one = here.repository("one", "--object-format=sha256");
  for (const [file, text] of [
    ["a/b/c.md", "deep\n"],
    ["a.md", ""],
    ["run.sh", "#!/bin/sh\n"],
    [":(glob)*", "magic\n"],
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
  const files = await everything(one, commit);
  expect(files.map(({ file, mode }) => [file, mode])).toEqual([
    [":(glob)*", "100644"],
    ["a.md", "100644"],
    ["a/b/c.md", "100644"],
    ["link", "120000"],
    ["run.sh", "100755"],
    ["sub", "160000"],
    ["two\nlines \t.md", "100644"],
  ]);
  const contents = await contentsOf(one.top, files);
  expect(Object.fromEntries([...contents].map(([file, bytes]) => [file, `${bytes}`]))).toEqual({
    ":(glob)*": "magic\n",
    "a.md": "",
    "a/b/c.md": "deep\n",
    "run.sh": "#!/bin/sh\n",
    "two\nlines \t.md": "odd\n",
  });
  expect(started()).toBe(3);
  const names = async (...paths: string[]) => (await filesAt(one.top, commit, paths)).map(({ file }) => file);
  expect(await names("a", ":(glob)*")).toEqual([":(glob)*", "a/b/c.md"]);
  expect(await names("link/b/c.md", "sub/a.md", "a/b/c.md/d", "no", "no/c.md")).toEqual([]);
  await expect(names("../one")).rejects.toThrow("outside repository");
  expect((await filesAt(join(one.top, "a"), commit, ["b"])).map(({ file }) => file)).toEqual(["b/c.md"]);
  expect((await filesAt(one.top, commit, [""], "a/")).map(({ file }) => file)).toEqual(["b/c.md"]);
});

describe("what cannot be read is said", () => {
  it.each<[where: string, spoil: (one: Repository, here: Place) => unknown, says: RegExp]>([
    ["HEAD is gone", ({ top }) => rmSync(join(top, ".git", "HEAD")), /not a git repository/],
    ["there is no repository", ({ top }) => rmSync(join(top, ".git"), { recursive: true }), /not a git repository/],
    ["there is no git", (_, { folder }) => vi.stubEnv("PATH", folder), /could not be run/],
  ])("where %s", { tags: "proof" }, async (_, spoil, says) => {
    const here = place();
    const one = here.repository("one");
    one.put("a.md");
    const head = one.commit();
    spoil(one, here);
    await expect(everything(one, head)).rejects.toThrow(says);
    await expect(blobsByOid(one.top, [head])).rejects.toThrow(says);
  });

  it("a commit that is not there, a tree that is torn, or lacks a folder", {
    tags: "proof",
  }, async () => {
    const one = place().repository("one");
    const cases: [oid: string, says: RegExp][] = [
      ["1".repeat(40), /not a tree object/],
      [made(one, "tree", Buffer.from("100644 a")), /git ls-tree: /],
      [made(one, "tree", row("40000", "a", "1".repeat(40))), /1111111111/],
    ];
    for (const [oid, says] of cases) await expect(everything(one, oid)).rejects.toThrow(says);
  });

  it("blobs that are not there, of another kind, or too large, without losing what stands behind them", async () => {
    const one = place().repository("one");
    const commit = one.commit();
    const [large, most] = [10 * 1024 * 1024 + 1, 10 * 1024 * 1024].map((size) =>
      made(one, "blob", Buffer.alloc(size, "x")),
    );
    const small = made(one, "blob", Buffer.from("small"));
    const read = await blobsByOid(one.top, ["1".repeat(40), commit, large!, most!, small, small]);
    expect([...read].map(([oid, blob]) => [oid, blob.length])).toEqual([
      [most, 10_485_760],
      [small, 5],
    ]);
    expect(`${read.get(small)}`).toBe("small");
    const file = { file: "big.md", mode: "100644", oid: large! };
    await expect(contentsOf(one.top, [file])).rejects.toThrow("big.md");
  });
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
  const program = join(here.folder, "evil");
  writeFileSync(program, `#!/bin/sh\ntouch '${join(here.folder, "ran")}'\nexec git-upload-pack "$@"\n`);
  chmodSync(program, 0o755);
  clone.git("config", "remote.origin.uploadpack", program);
  const packs = () => readdirSync(join(clone.top, ".git", "objects", "pack"));
  const before = packs();
  expect((await everything(clone, commit)).map(({ file }) => file)).toEqual(["a.md"]);
  await expect(blobsByOid(clone.top, [oid])).rejects.toThrow(/^git cat-file: /);
  expect(packs()).toEqual(before);
  expect(existsSync(join(here.folder, "ran"))).toBe(false);
  // The same request by git itself would have fetched: the test can fail.
  clone.git("cat-file", "-p", oid);
  expect(existsSync(join(here.folder, "ran"))).toBe(true);
});
