import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.js";
import { binary } from "../sandbox.js";
import { COR, knownWorkspace } from "./known-workspace.js";

const HOSTILE = [
  "../x",
  "../../etc/passwd",
  "/etc/passwd",
  "a/b",
  "a\\b",
  ".git/hooks/pre-commit",
  "-rf",
  "--",
  "x".repeat(300),
  "",
  "CON",
  "k7q2x; touch owned",
  "$(touch owned)",
  `${COR}/../../x`,
  "\u202ek7q2x",
];

/** How each command that takes an id or a name of its own making is handed one. */
const TAKES_ID: Readonly<Record<string, (id: string) => string[]>> = {
  show: (id) => ["show", id],
  edit: (id) => ["edit", id, "--domain", "x"],
  link: (id) => ["link", id, "k7q2x"],
  resolve: (id) => ["resolve", id, "k7q2x", "--unrelated"],
  learn: (id) => ["learn", "x", "--because", "y", "--risk", "low: z", "--link", id],
  correct: (id) => ["correct", "x", "--instead-of", "y", "--risk", "low: z", "--so", "w", "--supersedes", id],
  outcome: (id) => ["outcome", id, "--verdict", "validated", "--result", "x"],
  used: (id) => ["used", id],
  run: (id) => ["run", "start", id],
  diff: (id) => ["diff", id],
  rollback: (id) => ["rollback", id, "--dry-run"],
  why: (id) => ["why", id],
  propose: (id) => ["propose", id],
};

async function everything(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes("/.tenet/") && !path.includes("/home/.") && !path.includes("/home/"))
    .sort();
}

describe("row 21: ids cannot escape", () => {
  /** What the model's runtime leaves in the folder for temporary files. */
  const isOfRuntime = (path: string, root: string) =>
    dirname(path) === root && /^(?:\.ses|mat-debug-\d+\.log)$/.test(basename(path));

  for (const { name } of COMMANDS.filter((row) => row.name in TAKES_ID)) {
    it(`row 21: ${name} refuses every hostile id and creates nothing`, { tags: "sampled" }, async () => {
      const box = await knownWorkspace();
      const root = dirname(box.dir);
      const before = await everything(root);
      const contents = await Promise.all(before.map((path) => readFile(path, "utf8")));
      // A run's file has a prefix of its own, so that a reserved name does no harm there.
      for (const id of HOSTILE.filter((one) => name !== "run" || one !== "CON")) {
        const ran = await box.run(["--json", ...(TAKES_ID[name]?.(id) ?? [])]);
        // 5: a hidden character is refused as such.
        expect([2, 4, 5], `${JSON.stringify(id)}: ${ran.stdout}${ran.stderr}`).toContain(ran.code);
        expect(ran.json().ok).toBe(false);
      }
      const after = await everything(root);
      expect(after.filter((path) => !path.endsWith("/index.md") && !isOfRuntime(path, root))).toEqual(before);
      expect(await Promise.all(before.map((path) => readFile(path, "utf8")))).toEqual(contents);
    });
  }

  it("row 21: as --session, --run, --as and --user, a hostile name opens no file outside", async () => {
    const box = await knownWorkspace();
    const root = dirname(box.dir);
    const before = await everything(root);
    for (const flag of ["--session", "--run", "--as", "--user"]) {
      for (const id of ["../../x", "/tmp/tenet-escape", ".git/hooks/x", "a\nb: c"]) {
        const ran = await box.run(["list", flag, id]);
        expect([0, 2]).toContain(ran.code);
      }
    }
    const after = await everything(root);
    expect(after.filter((path) => !path.startsWith(`${box.dir}/`))).toEqual(
      before.filter((path) => !path.startsWith(`${box.dir}/`)),
    );
  });

  it("row 21: watched by strace where it is installed, nothing outside the root is opened for writing", {
    tags: "proof",
  }, async () => {
    const exec = promisify(execFile);
    const strace = await exec("sh", ["-c", "command -v strace"]).then(
      ({ stdout }) => stdout.trim(),
      () => undefined,
    );
    const box = await knownWorkspace();
    const root = dirname(box.dir);
    const log = join(root, "trace.txt");
    for (const id of ["../x", "/etc/passwd", ".git/hooks/x"]) {
      if (strace === undefined) {
        expect((await box.run(["show", id])).code).not.toBe(0);
        continue;
      }
      await exec(
        strace,
        [
          "-f",
          "-e",
          "trace=openat,open,creat,mkdir,mkdirat,rename,renameat2,link,linkat,unlink,symlink",
          "-o",
          log,
          process.execPath,
          binary(),
          "show",
          id,
        ],
        { cwd: box.dir, env: box.env },
      ).catch(() => undefined);
      const writing = (await readFile(log, "utf8"))
        .split("\n")
        .filter((line) => /O_WRONLY|O_RDWR|O_CREAT|^\d+ +(mkdir|rename|link|unlink|symlink|creat)/.test(line))
        .filter((line) => !/= -1 /.test(line))
        .map((line) => /"([^"]+)"/.exec(line)?.[1] ?? "")
        .filter((path) => path.startsWith("/") && !path.startsWith(`${box.dir}/`) && !/^\/(dev|proc)\//.test(path));
      expect(writing).toEqual([]);
    }
  });
});
