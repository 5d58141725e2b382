import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { freshFolder } from "./run-child.js";

const SHIM = fileURLToPath(new URL("../fault-shim.mjs", import.meta.url));

/** Runs a script in a process whose file system is broken as told. */
function broken(root: string, script: string, fault: Record<string, string | number> = {}) {
  const env = Object.fromEntries(
    Object.entries({ ROOT: root, ...fault }).map(([k, v]) => [`TEST_FAULT_${k}`, String(v)]),
  );
  return spawnSync(process.execPath, ["--import", SHIM, "--input-type=module", "-e", script], {
    cwd: root,
    env: { PATH: process.env["PATH"], ...env },
    encoding: "utf8",
  });
}

/** Every form of a changing call, and the name it counts under. */
const FORMS: [string, string][] = [
  ['const h = await open("a", "w"); await h.close()', "open"],
  ['const h = await open("a", "w"); await h.write("x"); await h.close()', "open write"],
  [
    'const h = await open("a", "w"); await h.writeFile("x"); await h.sync(); await h.datasync()',
    "open write sync sync",
  ],
  ['await writeFile("a", "x")', "open write"],
  ['await appendFile("a", "x")', "open write"],
  [
    'await writeFile("a", "x"); await rename("a", "b"); await link("b", "c"); await unlink("b")',
    "open write rename link unlink",
  ],
  ['await mkdir("d"); await rm("d", { recursive: true })', "mkdir unlink"],
  ['fs.writeFileSync("a", "x"); fs.renameSync("a", "b"); fs.unlinkSync("b")', "open write rename unlink"],
  ['const f = fs.openSync("a", "w"); fs.writeSync(f, "x"); fs.fsyncSync(f); fs.closeSync(f)', "open write sync"],
  ['fs.mkdirSync("d"); fs.linkSync(process.execPath, "d/x")', "mkdir link"],
  ['const h = await open(".", "r"); await h.sync(); await h.close()', "sync"],
  ['fs.readdirSync("."); fs.existsSync("a"); await readFile("tenet.yaml")', ""],
];

describe("the fault shim", () => {
  it.each(FORMS)("counts %s", { tags: "sampled" }, (script, counted) => {
    const root = freshFolder();
    writeFileSync(join(root, "tenet.yaml"), "");
    const trace = join(freshFolder(), "trace");
    const head =
      'import fs from "node:fs"; import { appendFile, link, mkdir, open, readFile, rename, rm, unlink, writeFile } from "node:fs/promises";';
    const linkable = script.replace("process.execPath", JSON.stringify(join(root, "tenet.yaml")));
    const run = broken(root, `${head}${linkable}`, { TRACE: trace });
    expect(run.stderr).toBe("");
    const lines = existsSync(trace) ? readFileSync(trace, "utf8").trimEnd().split("\n") : [];
    expect(lines.map((line) => line.split(" ")[1]).join(" ")).toBe(counted);
  });

  const write =
    'import { writeFile } from "node:fs/promises"; await writeFile("a", "0123456789"); await writeFile("b", "x");';

  it("kills at the chosen call, half of the bytes written", () => {
    const root = freshFolder();
    expect(broken(root, write, { AT: 2 }).signal).toBe("SIGKILL");
    expect(statSync(join(root, "a")).size).toBe(5);
    expect(existsSync(join(root, "b"))).toBe(false);
  });

  it("fails once or from a call on, with the code asked for", () => {
    const script = `import { writeFile } from "node:fs/promises";
      for (const name of ["a", "b", "c"]) await writeFile(name, "x").catch((cause) => console.log(name, cause.code));`;
    expect(broken(freshFolder(), script, { AT: 3, KIND: "EIO" }).stdout).toBe("b EIO\n");
    expect(broken(freshFolder(), script, { AT: 3, KIND: "ENOSPC", TIMES: "from" }).stdout).toBe("b ENOSPC\nc ENOSPC\n");
    expect(broken(freshFolder(), script, { AT: 2, KIND: "EIO", CALLS: "write" }).stdout).toBe("b EIO\n");
  });

  it("leaves everything outside the root alone, and everything when no root is named", () => {
    const root = freshFolder();
    expect(broken(root, write, { AT: 1, ROOT: join(root, "elsewhere") }).status).toBe(0);
    expect(broken(root, write, { AT: 1, ROOT: "" }).status).toBe(0);
  });
});
