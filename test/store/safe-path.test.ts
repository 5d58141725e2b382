import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { writeFileAtomic } from "../../src/store/files/atomic-file.js";
import { isInsideWorkspace, readBytes } from "../../src/store/files/safe-path.js";
import { commitFiles } from "../../src/store/files/transaction.js";
import { Workspace } from "../../src/store/workspace.js";
import { freshFolder } from "./run-child.js";

let outside: string;
let root: string;
let ws: Workspace;

beforeEach(() => {
  const top = freshFolder();
  outside = join(top, "outside");
  root = join(top, "workspace");
  mkdirSync(outside);
  mkdirSync(join(root, "memory", "learning"), { recursive: true });
  writeFileSync(join(outside, "secret.md"), "secret");
  writeFileSync(join(root, "SOUL.md"), "soul");
  writeFileSync(join(root, "memory", "day.md"), "day");
  ws = new Workspace(root);
});

const write = (path: string, options = {}) => writeFileAtomic(path, "ours", { ...options, within: ws });
const change = (path: string) => [{ path, before: null, after: Buffer.from("ours") }];
const OP = "learn-1";

/** Nothing outside the root was touched or added. */
function expectOutsideUntouched(): void {
  expect(readdirSync(outside)).toEqual(["secret.md"]);
  expect(readFileSync(join(outside, "secret.md"), "utf8")).toBe("secret");
}

/** Each way to plant a link beneath `memory`, and the path there that then leads through it. */
const LINKS: [kind: string, link: string, target: () => string, path: string][] = [
  ["a file link out of the tree", "link.md", () => join(outside, "secret.md"), "link.md"],
  ["a folder link out of the tree", "out", () => outside, "out/secret.md"],
  ["a folder link, and a new file behind it", "out", () => outside, "out/new.md"],
  ["a folder link, and a new folder behind it", "out", () => outside, "out/a/b/new.md"],
  ["a link to itself", "loop", () => "loop", "loop/x.md"],
  ["a folder that holds a link to its parent", "up", () => "..", "up/memory/day.md"],
  ["a link to SOUL.md", "soul.md", () => "../SOUL.md", "soul.md"],
  ["a dangling file link", "dangling.md", () => join(outside, "made.md"), "dangling.md"],
  ["a dangling folder link", "dangling", () => join(outside, "made"), "dangling/x.md"],
];

describe("row 22: links", () => {
  it.each(LINKS)("%s is neither read nor written", async (_, link, target, file) => {
    symlinkSync(target(), join(root, "memory", link));
    const path = join(root, "memory", file);
    const refused = { failure: "refused", code: "link" };
    await expect(readBytes(ws, path)).rejects.toMatchObject(refused);
    await expect(write(path)).rejects.toMatchObject(refused);
    await expect(commitFiles(ws, OP, change(path))).rejects.toMatchObject(refused);
    const two = [...change(path), ...change(join(root, "memory", "other.md"))];
    await expect(commitFiles(ws, OP, two)).rejects.toMatchObject(refused);
    expect(existsSync(join(root, "memory", "other.md"))).toBe(false);
    expectOutsideUntouched();
    expect(readFileSync(join(root, "SOUL.md"), "utf8")).toBe("soul");
    expect(readFileSync(join(root, "memory", "day.md"), "utf8")).toBe("day");
  });

  it("a folder swapped for a link since it was read from is noticed", async () => {
    const folder = join(root, "memory", "learning");
    const file = join(folder, "swapped.md");
    writeFileSync(file, "ours");
    expect(await readBytes(ws, file)).toEqual(Buffer.from("ours"));
    renameSync(folder, `${folder}-moved`);
    symlinkSync(`${folder}-moved`, folder);
    await expect(readBytes(ws, file)).rejects.toMatchObject({ code: "link" });
  });

  it("reaching the workspace itself through a link is fine", async () => {
    symlinkSync(root, join(root, "..", "alias"));
    const through = new Workspace(join(root, "..", "alias"));
    expect(Buffer.from((await readBytes(through, through.absolute("SOUL.md"))) ?? []).toString()).toBe("soul");
    await writeFileAtomic(through.dailyLog("2026-02-15"), "x", { within: through });
    expect(readFileSync(ws.dailyLog("2026-02-15"), "utf8")).toBe("x");
  });
});

describe("row 21: paths outside", () => {
  const OUTSIDE = { code: "outside" };

  it.each(["../outside/secret.md", "memory/../../outside/secret.md", "..", "../workspace-2/x.md"])(
    "row 21: %s is refused by name",
    async (name) => {
      for (const path of [`${root}/${name}`, join(root, name)]) {
        await expect(readBytes(ws, path)).rejects.toMatchObject(OUTSIDE);
        await expect(write(path)).rejects.toMatchObject(OUTSIDE);
      }
      expectOutsideUntouched();
    },
  );

  it("row 21: so are other roots, names that are not absolute, NUL and git's own folder", async () => {
    const named = ["memory/a\0.md", ".git/hooks/pre-commit", ".GIT/config", ".git"].map((name) => `${root}/${name}`);
    for (const path of ["/etc/passwd", "memory/day.md", "", "/", ...named])
      await expect(write(path), path).rejects.toMatchObject(OUTSIDE);
    for (const path of ["/etc/passwd", "memory/day.md", "", "/"])
      await expect(readBytes(ws, path), path).rejects.toMatchObject(OUTSIDE);
    expect(existsSync(join(root, ".git"))).toBe(false);
  });
});

describe("readBytes", () => {
  it("answers bytes, undefined for what is absent, and goes on after the file appears", async () => {
    const path = join(root, "memory", "new", "a.md");
    expect(await readBytes(ws, path)).toBeUndefined();
    mkdirSync(join(root, "memory", "new"));
    expect(await readBytes(ws, path)).toBeUndefined();
    writeFileSync(path, new Uint8Array([0xff, 0]));
    expect(await readBytes(ws, path)).toEqual(Buffer.from([0xff, 0]));
  });

  it("refuses a folder and a named pipe without hanging", async () => {
    execFileSync("mkfifo", [join(root, "memory", "pipe.md")]);
    for (const name of ["pipe.md", "learning"]) {
      const path = join(root, "memory", name);
      await expect(readBytes(ws, path)).rejects.toMatchObject({ code: "not-a-file" });
      await expect(write(path)).rejects.toMatchObject({ code: "not-a-file" });
    }
  });

  it("takes no address for a file, whatever folders a clone brings", () => {
    mkdirSync(join(root, "https:", "evil.example"), { recursive: true });
    writeFileSync(join(root, "https:", "evil.example", "x"), "x");
    expect(isInsideWorkspace(ws, "https://evil.example/x")).toBe(false);
    expect(isInsideWorkspace(ws, "memory/day.md:3")).toBe(true);
  });
});
