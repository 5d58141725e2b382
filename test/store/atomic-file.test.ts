import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TenetError } from "../../src/errors.js";
import { appendLine } from "../../src/store/append-log.js";
import { ChangedMeanwhile, sha256, writeFileAtomic } from "../../src/store/files/atomic-file.js";
import { nodeFs } from "../../src/store/files/atomic-fs.js";
import { faultyFs } from "./faulty-fs.js";
import { freshFolder, runChild } from "./run-child.js";
import { plant } from "./scenario.js";

const isRoot = process.getuid?.() === 0;

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

  it.each([0o600, 0o644, 0o664, 0o666, 0o755, 0o444])("keeps the mode %o of the file it replaces", async (mode) => {
    const path = join(freshFolder(), "a.md");
    writeFileSync(path, "old");
    chmodSync(path, mode);
    await writeFileAtomic(path, "new");
    expect(statSync(path).mode & 0o777).toBe(mode);
    expect(readFileSync(path, "utf8")).toBe("new");
  });

  it("gives a new file the mode that the umask leaves", async () => {
    const path = join(freshFolder(), "a.md");
    await writeFileAtomic(path, "new");
    expect(statSync(path).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  it.runIf(isRoot)("keeps the owner when it may", async () => {
    const path = join(freshFolder(), "a.md");
    writeFileSync(path, "old");
    await nodeFs.open(path, "r").then(async (handle) => {
      await handle.chown(65_534, 65_534);
      await handle.close();
    });
    await writeFileAtomic(path, "new");
    expect(statSync(path)).toMatchObject({ uid: 65_534, gid: 65_534 });
  });

  it.each([
    { there: "old", expected: sha256("old"), writes: true },
    { there: "old", expected: sha256("other"), writes: false },
    { there: "old", expected: null, writes: false },
    { there: "old", expected: undefined, writes: true },
    { there: undefined, expected: null, writes: true },
    { there: undefined, expected: sha256("old"), writes: false },
    { there: undefined, expected: undefined, writes: true },
    { there: "", expected: null, writes: false },
    { there: "", expected: sha256(""), writes: true },
  ])("lost-update guard: $there there, $expected expected → written: $writes", async ({ there, expected, writes }) => {
    const root = freshFolder();
    const path = join(root, "a.md");
    if (there !== undefined) writeFileSync(path, there);
    const attempt = writeFileAtomic(path, "new", expected === undefined ? {} : { expected });
    if (writes) await attempt;
    else await expect(attempt).rejects.toThrow(ChangedMeanwhile);
    expect(existsSync(path) ? readFileSync(path, "utf8") : undefined).toBe(writes ? "new" : there);
    expect(readdirSync(root)).toEqual(existsSync(path) ? ["a.md"] : []);
  });

  it("notices a change that comes while it writes, also a file that appears", async () => {
    for (const there of ["old", undefined]) {
      const path = join(freshFolder(), "a.md");
      if (there !== undefined) writeFileSync(path, there);
      const fs = {
        ...nodeFs,
        open: async (...args: Parameters<typeof nodeFs.open>) => {
          writeFileSync(path, "a person was faster");
          return await nodeFs.open(...args);
        },
      };
      const expected = there === undefined ? null : sha256(there);
      await expect(writeFileAtomic(path, "ours", { expected, fs })).rejects.toThrow(ChangedMeanwhile);
      expect(readFileSync(path, "utf8")).toBe("a person was faster");
    }
  });

  it("creates where hard links are unknown, and still refuses a file that is there", async () => {
    const root = freshFolder();
    const path = join(root, "a.md");
    const fs = faultyFs({ at: 1, code: "ENOTSUP", times: "from", only: ["link"] });
    await writeFileAtomic(path, "one", { expected: null, fs });
    expect(readFileSync(path, "utf8")).toBe("one");
    await expect(writeFileAtomic(path, "two", { expected: null, fs })).rejects.toThrow(ChangedMeanwhile);
    expect(readdirSync(root)).toEqual(["a.md"]);
  });

  it("goes on where folders cannot be synced, but not where that sync fails", async () => {
    const path = join(freshFolder(), "a.md");
    await writeFileAtomic(path, "one", { fs: faultyFs({ at: 2, code: "EINVAL", times: "once", only: ["sync"] }) });
    expect(readFileSync(path, "utf8")).toBe("one");
    const failing = faultyFs({ at: 2, code: "EIO", times: "once", only: ["sync"] });
    await expect(writeFileAtomic(path, "two", { fs: failing })).rejects.toThrow("did not confirm it");
  });

  it.each([
    ["ENOSPC", "no space left on the disk"],
    ["EDQUOT", "quota"],
    ["EIO", "input/output error"],
    ["EROFS", "read-only"],
    ["EACCES", "permission denied"],
    ["EFBIG", "larger than this process may write"],
  ])("row 2: %s names file and cause, keeps the old content and no temp file", async (code, words) => {
    for (const call of ["open", "write", "sync", "rename"]) {
      const root = freshFolder();
      const path = join(root, "a.md");
      writeFileSync(path, "old");
      const fs = faultyFs({ at: 1, code, times: "from", only: [call] });
      const failure = await writeFileAtomic(path, "new", { fs }).catch((cause: unknown) => cause);
      expect(failure).toBeInstanceOf(TenetError);
      expect(failure).toMatchObject({ failure: "failed", details: { path, cause: code } });
      expect((failure as TenetError).message).toContain(`Cannot write ${path}: `);
      expect((failure as TenetError).message).toContain(words);
      expect((failure as TenetError).hint).toBeTruthy();
      expect(readFileSync(path, "utf8")).toBe("old");
      expect(readdirSync(root)).toEqual(["a.md"]);
    }
  });

  it("takes a short count for a full disk", async () => {
    const root = freshFolder();
    const path = join(root, "a.md");
    writeFileSync(path, "old");
    const fs = {
      ...nodeFs,
      open: async (...args: Parameters<typeof nodeFs.open>) => {
        const handle = await nodeFs.open(...args);
        const writeFile = handle.writeFile.bind(handle);
        handle.writeFile = (data) => writeFile(data.subarray(0, 2));
        return handle;
      },
    };
    await expect(writeFileAtomic(path, "longer", { fs })).rejects.toThrow("no space left");
    expect(readdirSync(root).map((name) => readFileSync(join(root, name), "utf8"))).toEqual(["old"]);
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
      expect(run.said.message).toContain(`Cannot write ${path}: the file would be larger`);
    }
    expect(readdirSync(root)).toEqual(["existing.md"]);
    expect(readFileSync(existing, "utf8")).toBe("old");
    expect(await runChild(["write", existing, 200_000])).toMatchObject({ code: 0 });
    expect(statSync(existing).size).toBe(200_000);
  });

  it("row 5: a disk that fills up in mid-write says so and leaves the old content", async () => {
    const root = freshFolder();
    const path = join(root, "a.md");
    writeFileSync(path, "old");
    const fault = { ROOT: root, AT: 1, KIND: "ENOSPC", TIMES: "from", CALLS: "write" };
    const run = await runChild(["write", path, 200_000], { fault });
    expect(run.said.message).toBe(`Cannot write ${path}: no space left on the disk (ENOSPC). The file is as it was.`);
    expect(readdirSync(root).map((name) => readFileSync(join(root, name), "utf8"))).toEqual(["old"]);
  });

  it("row 11: in a tree that may not be written, reading works and every write names its path", async () => {
    const root = freshFolder();
    plant(root);
    writeFileSync(join(root, "AGENTS.md"), "secret");
    mkdirSync(join(root, ".tenet", "state"), { recursive: true });
    chmodSync(join(root, "AGENTS.md"), 0);
    for (const folder of ["memory", ".tenet/state", ".tenet", "."]) chmodSync(join(root, folder), 0o555);
    const { said } = await runChild(["readOnly", root]);
    expect(said.read).toContain("old soul");
    expect(said.replay).toBeUndefined();
    expect(said.denied).toMatchObject({ failure: "findings", code: "unreadable" });
    expect(said.denied.message).toContain("AGENTS.md: permission denied");
    for (const verb of ["write", "commit", "lock", "append"]) {
      expect(said[verb], verb).toMatchObject({ failure: "failed" });
      expect(said[verb].message, verb).toContain("permission denied (EACCES)");
      expect(said[verb].message, verb).toContain(root);
    }
    expect(readFileSync(join(root, "SOUL.md"), "utf8")).toContain("old soul");
    for (const folder of [".", ".tenet", ".tenet/state", "memory"]) chmodSync(join(root, folder), 0o755);
  });
});

describe("appendLine", () => {
  it("makes folder and file for this user alone, and adds line after line", async () => {
    const path = join(freshFolder(), "ledger", "a.jsonl");
    await appendLine(path, '{"a":1}');
    await appendLine(path, "");
    await appendLine(path, "é".repeat(100_000));
    expect(readFileSync(path, "utf8")).toBe(`{"a":1}\n\n${"é".repeat(100_000)}\n`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("ends a torn last line first, so that only that one is lost", async () => {
    const path = join(freshFolder(), "a.jsonl");
    writeFileSync(path, '{"a":1}\n{"b":');
    await appendLine(path, '{"c":3}');
    expect(readFileSync(path, "utf8")).toBe('{"a":1}\n{"b":\n{"c":3}\n');
  });

  it("refuses a line break in a line, and a link", async () => {
    const root = freshFolder();
    await expect(appendLine(join(root, "a"), "one\ntwo")).rejects.toThrow("line break");
    await expect(appendLine(join(root, "a"), "one\rtwo")).rejects.toThrow("line break");
    writeFileSync(join(root, "real"), "");
    symlinkSync(join(root, "real"), join(root, "link"));
    await expect(appendLine(join(root, "link"), "x")).rejects.toThrow("symbolic link");
    expect(readFileSync(join(root, "real"), "utf8")).toBe("");
  });

  it("keeps whole lines when several processes append", { tags: "proof" }, async () => {
    const path = join(freshFolder(), "a.jsonl");
    await Promise.all(["a", "b", "c"].map((mark) => runChild(["append", path, 40, mark])));
    const lines = readFileSync(path, "utf8").trimEnd().split("\n").filter(Boolean);
    expect(new Set(lines).size).toBe(120);
    expect(lines.every((line) => /^[abc] \d+$/.test(line))).toBe(true);
  });

  it("row 5: takes a write back that the disk cut short", async () => {
    const path = join(freshFolder(), "a.jsonl");
    writeFileSync(path, "first\n");
    const run = await runChild(["append", path, 20_000, "x".repeat(400)], { shell: "ulimit -f 2" });
    expect(run.code).toBe(1);
    expect(run.said.message).toContain(`Cannot append to ${path}`);
    const text = readFileSync(path, "utf8");
    expect(text.startsWith("first\n")).toBe(true);
    expect(text.endsWith("\n")).toBe(true);
  });
});
