/** The version that waits as a branch: with the real binary, in the repositories that people really have. */

import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { bytesIn } from "../bytes.js";
import { emptyRepository } from "../empty-repository.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { NO_MODEL } from "./known-workspace.js";
import { done, told } from "./typed.js";

const exec = promisify(execFile);

const PROFILE = `${NO_MODEL}apply_mode: approval\npeople:\n  - {name: bridget, role: owner, emails: [bridget@example.invalid]}\n`;

const NEXT = "look for npm install before pushing";
const RULE = `Use npm ci in CI; next time: ${NEXT}`;

/** A correction that held; what it makes a rule of waits. Answers its id. */
async function learned(box: Sandbox, soul = "# Soul\n\nBe kind.\n"): Promise<string> {
  await box.write("SOUL.md", soul);
  await box.write(".gitignore", ".tenet/\nmemory/learning/index.md\n");
  box.at("2026-02-01T09:00:00Z");
  const said = `--instead-of 'npm install' --risk 'high: it broke a release' --so '${NEXT}'`;
  const { id } = await told(box, `correct 'Use npm ci in CI' ${said}`);
  box.at("2026-02-09T09:00:00Z");
  await done(box, `outcome ${id} --held --evidence 'seen twice'`);
  await done(box, "digest");
  // The versions stay untracked as they are on an agent's machine.
  await box.git("add", "-A", ".", ":!memory/versions");
  await box.git("commit", "-q", "-m", "learned");
  return id;
}

const proposed = (box: Sandbox) => told(box, "versions propose");

const bytesOf = (box: Sandbox) =>
  bytesIn(box.dir, (name) => !/^\.tenet\/|^\.git\/(?:objects|refs|logs|config)/.test(name));

describe("tenet versions propose", () => {
  it("makes one commit on a branch that says what it changes and why, and touches nothing that is checked out", {
    tags: "proof",
  }, async () => {
    const box = await sandbox({ git: true, profile: PROFILE });
    const id = await learned(box);
    await box.write("SOUL.md", "# Soul\n\nBe kind. Be brave, too: not committed.\n");
    await box.write("staged.txt", "staged\n");
    await box.git("add", "staged.txt");
    await box.write("staged.txt", "changed since\n");
    const before = bytesOf(box);
    const data = await proposed(box);
    expect(bytesOf(box)).toEqual(before);
    expect(data).toMatchObject({
      decision: "proposed",
      branch: "tenet/v1",
      base: (await box.git("rev-parse", "HEAD")).trim(),
    });
    expect(data.version).not.toBe(data.replaces);
    expect((await box.git("branch", "--format=%(refname:short)", "--list", "tenet/*")).trim()).toBe("tenet/v1");
    expect((await box.git("rev-list", "--count", "HEAD..tenet/v1")).trim()).toBe("1");
    const soul = await box.git("show", "tenet/v1:SOUL.md");
    expect(soul).toBe(
      `# Soul\n\nBe kind.\n\n<!-- tenet:begin rules -->\n## Learned\n\n- ${RULE} <!-- ${id} -->\n<!-- tenet:end rules -->\n`,
    );
    const names = (await box.git("diff", "--name-only", "HEAD", "tenet/v1")).trim().split("\n");
    expect(names).toEqual(["SOUL.md", `memory/versions/${data.version}.md`]);
    const version = await box.git("show", `tenet/v1:memory/versions/${data.version}.md`);
    expect(version).toMatch(/^status: active$/m);
    expect(version).toContain(`replaces: "${data.replaces}"`);
    const message = await box.git("log", "-1", "--format=%B", "tenet/v1");
    expect(message.trim()).toBe(
      [
        "rules: 1 rule added to SOUL.md",
        "",
        `+ SOUL.md: ${RULE}`,
        `  It held (2026-02-09), by the agent's own word alone. (${id})`,
        "",
        "Merging this commit lets these rules in; reverting it takes them back.",
        "",
        `Tenet-Version: ${data.version}`,
        `Tenet-Replaces: ${data.replaces}`,
      ].join("\n"),
    );
  });

  it("works in a workspace that is a subfolder of the repository, also for names that git would quote", {
    tags: "proof",
  }, async () => {
    const box = await sandbox({ empty: true });
    const inner = 'agents/sybil é "x"';
    const home = await box.write(`${inner}/tenet.yaml`, PROFILE);
    await box.write("README.md", "# The repository\n");
    const there: Sandbox = {
      ...box,
      dir: dirname(home),
      run: (args, options = {}) => box.run(args, { cwd: dirname(home), ...options }),
      git: async (...args) => (await exec("git", args, { cwd: dirname(home), env: { ...box.env } })).stdout,
      path: (...segments) => join(dirname(home), ...segments),
      read: (file) => box.read(`${inner}/${file}`),
      write: (file, content) => box.write(`${inner}/${file}`, content),
    };
    emptyRepository(box.dir);
    await box.git("add", "README.md");
    await learned(there);
    const data = await proposed(there);
    const names = (await box.git("-c", "core.quotePath=false", "diff", "--name-only", "-z", "HEAD", "tenet/v1"))
      .split("\0")
      .filter((name) => name !== "");
    expect(names).toEqual(data.files.map((file: string) => `${inner}/${file}`));
    expect(await box.git("show", `tenet/v1:${inner}/SOUL.md`)).toContain(RULE);
    expect(await box.git("show", "tenet/v1:README.md")).toBe("# The repository\n");
  });

  it("keeps line ends, a byte order mark and the mode of files as they are committed", { tags: "proof" }, async () => {
    const box = await sandbox({ git: true, profile: PROFILE });
    await learned(box, "\uFEFF# Soul\r\n\r\nBe kind.\r\n");
    await box.git("update-index", "--chmod=+x", "SOUL.md");
    await box.git("commit", "-q", "-m", "mode");
    await proposed(box);
    const soul = await box.git("show", "tenet/v1:SOUL.md");
    expect(soul.startsWith("\uFEFF# Soul\r\n\r\nBe kind.\r\n")).toBe(true);
    expect(soul.replaceAll("\r\n", "")).not.toContain("\n");
    expect(await box.git("ls-tree", "tenet/v1", "SOUL.md")).toMatch(/^100755 /);
  });
});
