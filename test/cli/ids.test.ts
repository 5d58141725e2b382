import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { bytesIn } from "../bytes.js";
import { binary } from "../sandbox.js";
import { COR, knownWorkspace, NO_MODEL } from "./known-workspace.js";
import { words } from "./typed.js";

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
];

/** How each command that takes an id or a name of its own making is handed one. */
const TAKING = [
  "show <id>",
  "edit <id> --domain x",
  "link <id> k7q2x",
  "resolve <id> k7q2x --unrelated",
  "learn x --because y --risk 'low: z' --link <id>",
  "correct x --instead-of y --risk 'low: z' --so w --replaces <id>",
  "outcome <id> --verdict validated --result x",
  "used <id>",
  "run start <id>",
  "versions diff <id>",
  "versions rollback <id> --dry-run",
  "why <id>",
  "versions propose <id>",
];

/** Every file with its content, but what is local or generated, and what the model's runtime leaves for a while. */
const everything = (folder: string) =>
  bytesIn(folder, (name) => !/(?:^|\/)\.tenet\/|^home\/|\/index\.md$|^(?:\.ses|mat-debug-\d+\.log)$/.test(name));

describe("row 21: ids cannot escape", () => {
  it.each(TAKING)("row 21: %s refuses every hostile id and creates nothing", { tags: "sampled" }, async (line) => {
    const box = await knownWorkspace({ profile: NO_MODEL });
    const before = everything(dirname(box.dir));
    // A run's file has a prefix of its own, so that a reserved name does no harm there.
    for (const id of HOSTILE.filter((one) => !line.startsWith("run") || one !== "CON")) {
      const ran = await box.run(["--json", ...words(line).map((word) => (word === "<id>" ? id : word))]);
      expect([2, 4], `${JSON.stringify(id)}: ${ran.stdout}${ran.stderr}`).toContain(ran.code);
      expect(ran.json().ok).toBe(false);
    }
    expect(everything(dirname(box.dir))).toEqual(before);
  });

  it("row 21: watched by strace where it is installed, nothing outside the root is opened for writing", {
    tags: "proof",
  }, async (test) => {
    const exec = promisify(execFile);
    if (!(await exec("sh", ["-c", "command -v strace"]).catch(() => false))) test.skip("strace is not installed");
    const box = await knownWorkspace();
    const log = join(dirname(box.dir), "trace.txt");
    const calls = "openat,open,creat,mkdir,mkdirat,rename,renameat2,link,linkat,unlink,symlink";
    for (const id of ["../x", "/etc/passwd", ".git/hooks/x"]) {
      const args = ["-f", "-e", `trace=${calls}`, "-o", log, process.execPath, binary(), "show", id];
      await exec("strace", args, { cwd: box.dir, env: box.env }).catch(() => undefined);
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
