import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TenetError } from "../../src/errors.js";
import { ChangedMeanwhile, sha256, writeFileAtomic } from "../../src/store/files/atomic-file.js";
import { nodeFs } from "../../src/store/files/atomic-fs.js";
import { faultyFs } from "./faulty-fs.js";
import { freshFolder, runChild } from "./run-child.js";
import { plant } from "./scenario.js";

/** A file in a folder of its own; `there` is what it holds already. */
function fileIn(there?: string): { root: string; path: string } {
  const root = freshFolder();
  const path = join(root, "a.md");
  if (there !== undefined) writeFileSync(path, there);
  return { root, path };
}

/** All that a folder holds. */
const textsIn = (root: string) => readdirSync(root).map((name) => readFileSync(join(root, name), "utf8"));
const refusing = (expected: string | null, fs = nodeFs) => ({ expected, fs });

describe("writeFileAtomic", () => {
  it("creates a file and its folders, replaces it, and leaves nothing else", async () => {
    const root = freshFolder();
    const path = join(root, "a", "b", "c.md");
    await writeFileAtomic(path, "one é\n");
    await writeFileAtomic(path, new Uint8Array([0xff, 0x00, 0x0a]));
    expect(readFileSync(path)).toEqual(Buffer.from([0xff, 0x00, 0x0a]));
    await writeFileAtomic(path, "");
    expect(readFileSync(path, "utf8")).toBe("");
    expect(readdirSync(join(root, "a", "b"))).toEqual(["c.md"]);
  });

  it("gives a new file the mode that the umask leaves, and keeps that of the file it replaces", async () => {
    const { path } = fileIn();
    await writeFileAtomic(path, "new");
    expect(statSync(path).mode & 0o777).toBe(0o666 & ~process.umask());
    for (const mode of [0o600, 0o666, 0o755, 0o444]) {
      chmodSync(path, mode);
      await writeFileAtomic(path, `with ${mode}`);
      expect([statSync(path).mode & 0o777, readFileSync(path, "utf8")]).toEqual([mode, `with ${mode}`]);
    }
  });

  it.each([
    { there: "old", expected: sha256("old"), writes: true },
    { there: "old", expected: sha256("other"), writes: false },
    { there: "old", expected: null, writes: false },
    { there: undefined, expected: null, writes: true },
    { there: undefined, expected: sha256("old"), writes: false },
    { there: "", expected: null, writes: false },
    { there: "", expected: sha256(""), writes: true },
  ])("lost-update guard: $there there, $expected expected → written: $writes", async ({ there, expected, writes }) => {
    const { root, path } = fileIn(there);
    const attempt = writeFileAtomic(path, "new", { expected });
    if (writes) await attempt;
    else await expect(attempt).rejects.toThrow(ChangedMeanwhile);
    expect(textsIn(root)).toEqual(writes ? ["new"] : there === undefined ? [] : [there]);
  });

  it("notices a change that comes while it writes, also a file that appears", async () => {
    for (const there of ["old", undefined]) {
      const { path } = fileIn(there);
      const open: typeof nodeFs.open = async (...args) => {
        writeFileSync(path, "a person was faster");
        return await nodeFs.open(...args);
      };
      const meanwhile = refusing(there === undefined ? null : sha256(there), { ...nodeFs, open });
      await expect(writeFileAtomic(path, "ours", meanwhile)).rejects.toThrow(ChangedMeanwhile);
      expect(readFileSync(path, "utf8")).toBe("a person was faster");
    }
  });

  it("goes on where folders cannot be synced, but not where that sync fails", async () => {
    const { path } = fileIn();
    const fails = (code: string) => ({ fs: faultyFs({ at: 2, code, times: "once", only: ["sync"] }) });
    await writeFileAtomic(path, "one", fails("EINVAL"));
    expect(readFileSync(path, "utf8")).toBe("one");
    await expect(writeFileAtomic(path, "two", fails("EIO"))).rejects.toThrow("did not confirm it");
  });

  it.each([
    ["ENOSPC", "no space left on device"],
    ["EDQUOT", "quota"],
    ["EIO", "i/o error"],
    ["EROFS", "read-only"],
    ["EACCES", "permission denied"],
    ["EFBIG", "file too large"],
  ])("row 2: %s names file and cause, keeps the old content and no temp file", async (code, words) => {
    for (const call of ["open", "write", "sync", "rename"]) {
      const { root, path } = fileIn("old");
      const fs = faultyFs({ at: 1, code, times: "from", only: [call] });
      const failure = await writeFileAtomic(path, "new", { fs }).catch((cause: unknown) => cause);
      expect(failure).toBeInstanceOf(TenetError);
      const { message, hint } = failure as TenetError;
      expect(failure).toMatchObject({ failure: "failed", details: { path, cause: code } });
      expect([message, hint]).toEqual([expect.stringContaining(`Cannot write ${path}: `), expect.any(String)]);
      expect(message).toContain(words);
      expect(textsIn(root)).toEqual(["old"]);
    }
  });

  it("takes a short count for a full disk", async () => {
    const { root, path } = fileIn("old");
    const open: typeof nodeFs.open = async (...args) => {
      const handle = await nodeFs.open(...args);
      const writeFile = handle.writeFile.bind(handle);
      return Object.assign(handle, { writeFile: (data: Uint8Array) => writeFile(data.subarray(0, 2)) });
    };
    await expect(writeFileAtomic(path, "longer", { fs: { ...nodeFs, open } })).rejects.toThrow("no space left");
    expect(textsIn(root)).toEqual(["old"]);
  });

  it("row 5: over a size limit the old content stays, nothing partial is left, and it works once freed", {
    tags: "proof",
  }, async () => {
    const root = freshFolder();
    const [existing, created] = [join(root, "existing.md"), join(root, "created.md")];
    writeFileSync(existing, "old");
    for (const path of [existing, created]) {
      const run = await runChild(["write", path, 200_000], { shell: "ulimit -f 64" });
      expect(run.code).toBe(1);
      expect(run.said.message).toContain(`Cannot write ${path}: file too large`);
    }
    expect(readdirSync(root)).toEqual(["existing.md"]);
    expect(readFileSync(existing, "utf8")).toBe("old");
    expect(await runChild(["write", existing, 200_000])).toMatchObject({ code: 0 });
    expect(statSync(existing).size).toBe(200_000);
  });

  it("row 5: a disk that fills up in mid-write says so and leaves the old content", async () => {
    const { root, path } = fileIn("old");
    const fault = { ROOT: root, AT: 1, KIND: "ENOSPC", TIMES: "from", CALLS: "write" };
    const run = await runChild(["write", path, 200_000], { fault });
    expect(run.said.message).toBe(`Cannot write ${path}: no space left on device (ENOSPC). The file is as it was.`);
    expect(textsIn(root)).toEqual(["old"]);
  });

  it("row 11: in a tree that may not be written, reading works and every write names its path", async () => {
    const root = freshFolder();
    plant(root);
    writeFileSync(join(root, "AGENTS.md"), "secret");
    mkdirSync(join(root, ".tenet"));
    chmodSync(join(root, "AGENTS.md"), 0);
    for (const folder of ["memory", ".tenet", "."]) chmodSync(join(root, folder), 0o555);
    const { said } = await runChild(["readOnly", root]);
    expect(said.read).toContain("old soul");
    expect([said.complete, said.note]).toEqual([[], false]);
    expect(said.denied).toMatchObject({ failure: "findings", code: "unreadable" });
    expect(said.denied.message).toContain("AGENTS.md cannot be read (EACCES)");
    for (const verb of ["write", "commit", "lock"]) {
      expect(said[verb], verb).toMatchObject({ failure: "failed", message: expect.stringContaining(root) });
      expect(said[verb].message, verb).toContain("permission denied (EACCES)");
    }
    expect(readFileSync(join(root, "SOUL.md"), "utf8")).toContain("old soul");
    for (const folder of [".", ".tenet", "memory"]) chmodSync(join(root, folder), 0o755);
  });
});
