/** The version that waits as a branch: with the real binary, in the repositories that people really have. */

import { execFile } from "node:child_process";
import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { bytesIn } from "../bytes.js";
import { emptyRepository } from "../empty-repository.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { NO_MODEL } from "./known-workspace.js";
import { done, failed, told } from "./typed.js";

const exec = promisify(execFile);

const PROFILE = `${NO_MODEL}apply_mode: approval\npeople:\n  - {name: bridget, role: owner, emails: [bridget@example.invalid]}\n`;

const NEXT = "look for npm install before pushing";
const RULE = `Use npm ci in CI; next time: ${NEXT}`;

interface Learned {
  box: Sandbox;
  id: string;
}

/** A correction that held, committed unless told otherwise; what it makes a rule of waits. */
async function learned(
  options: { commit?: boolean; init?: readonly string[] | false; box?: Sandbox; soul?: string } = {},
): Promise<Learned> {
  const box = options.box ?? (await sandbox({ profile: PROFILE }));
  if (options.init !== false) await box.git("init", "-q", ...(options.init ?? []));
  await box.write("SOUL.md", options.soul ?? "# Soul\n\nBe kind.\n");
  await box.write(".gitignore", ".tenet/\nmemory/learning/index.md\n");
  const id = await teach(box, "Use npm ci in CI", NEXT);
  if (options.commit !== false) await commitAll(box, "learned");
  return { box, id };
}

async function teach(box: Sandbox, claim: string, next: string): Promise<string> {
  box.at("2026-02-01T09:00:00Z");
  const said = `correct '${claim}' --instead-of 'Not: ${claim}' --risk 'high: it broke a release' --so '${next}'`;
  const { id } = await told(box, said);
  box.at("2026-02-09T09:00:00Z");
  await done(box, `outcome ${id} --held --evidence 'seen twice'`);
  await done(box, "digest");
  return id;
}

/** Everything but the versions, which stay untracked as they are on an agent's machine. */
async function commitAll(box: Sandbox, message: string): Promise<void> {
  await box.git("add", "-A", ".", ":!memory/versions");
  await box.git("commit", "-q", "-m", message);
}

const proposed = (box: Sandbox) => told(box, "versions propose");

const bytesOf = (box: Sandbox) =>
  bytesIn(box.dir, (name) => !/^\.tenet\/|^\.git\/(?:objects|refs|logs|config)/.test(name));

const branches = async (box: Sandbox): Promise<string[]> =>
  (await box.git("branch", "--format=%(refname:short)", "--list", "tenet/*")).split("\n").filter((name) => name !== "");

describe("tenet versions propose", () => {
  it("makes one commit on a branch that says what it changes and why, and touches nothing that is checked out", {
    tags: "proof",
  }, async () => {
    const { box, id } = await learned();
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
    expect(await branches(box)).toEqual(["tenet/v1"]);
    expect((await box.git("rev-list", "--count", "HEAD..tenet/v1")).trim()).toBe("1");
    const soul = await box.git("show", "tenet/v1:SOUL.md");
    expect(soul).toBe(
      `# Soul\n\nBe kind.\n\n<!-- tenet:begin rules -->\n## Learned\n\n- ${RULE} <!-- ${id} -->\n<!-- tenet:end rules -->\n`,
    );
    const names = (await box.git("diff", "--name-only", "HEAD", "tenet/v1")).trim().split("\n");
    expect(names).toEqual(["SOUL.md", `memory/versions/${data.version}.md`]);
    expect(names).toEqual(data.files);
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

  it("works with hooks that refuse everything: none of a commit's hooks is run", { tags: "proof" }, async () => {
    const { box } = await learned();
    await mkdir(box.path(".git", "hooks"), { recursive: true });
    for (const hook of ["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "pre-push"]) {
      const path = box.path(".git", "hooks", hook);
      await writeFile(path, `#!/bin/sh\ntouch ${box.path("hook-ran")}\nexit 1\n`);
      await chmod(path, 0o755);
    }
    await proposed(box);
    await expect(readFile(box.path("hook-ran"))).rejects.toThrow();
  });

  it("works in a repository with sha256", { tags: "proof" }, async () => {
    const { box } = await learned({ init: ["--object-format=sha256"] });
    const { commit } = await proposed(box);
    expect(commit).toMatch(/^[0-9a-f]{64}$/);
    expect(await box.git("show", "tenet/v1:SOUL.md")).toContain(RULE);
  });

  it("works in a linked worktree", { tags: "proof" }, async () => {
    const { box } = await learned();
    const tree = join(dirname(box.dir), "linked");
    await box.git("worktree", "add", "-q", "-b", "work", tree);
    await mkdir(join(tree, "memory", "versions"), { recursive: true });
    for (const name of await readdir(box.path("memory", "versions")))
      await writeFile(join(tree, "memory", "versions", name), await box.read(`memory/versions/${name}`));
    await done(box, "versions propose", { cwd: tree });
    expect(await box.git("show", "tenet/v1:SOUL.md")).toContain(RULE);
    const { stdout } = await exec("git", ["status", "--porcelain"], { cwd: tree });
    expect(stdout).toBe("?? memory/versions/\n");
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
    await learned({ box: there, init: false, commit: false });
    await box.git("add", "-A", ".", ":!*/memory/versions");
    await box.git("commit", "-q", "-m", "all");
    const data = await proposed(there);
    const names = (await box.git("-c", "core.quotePath=false", "diff", "--name-only", "-z", "HEAD", "tenet/v1"))
      .split("\0")
      .filter((name) => name !== "");
    expect(names).toEqual(data.files.map((file: string) => `${inner}/${file}`));
    expect(await box.git("show", `tenet/v1:${inner}/SOUL.md`)).toContain(RULE);
    expect(await box.git("show", "tenet/v1:README.md")).toBe("# The repository\n");
  });

  it("keeps line ends, a byte order mark and the mode of files as they are committed", { tags: "proof" }, async () => {
    const { box } = await learned({ soul: "\uFEFF# Soul\r\n\r\nBe kind.\r\n" });
    await box.git("update-index", "--chmod=+x", "SOUL.md");
    await box.git("commit", "-q", "-m", "mode");
    await proposed(box);
    const soul = await box.git("show", "tenet/v1:SOUL.md");
    expect(soul.startsWith("\uFEFF# Soul\r\n\r\nBe kind.\r\n")).toBe(true);
    expect(soul.replaceAll("\r\n", "")).not.toContain("\n");
    expect(await box.git("ls-tree", "tenet/v1", "SOUL.md")).toMatch(/^100755 /);
  });
});

it("row 37: where commits are signed and the signer fails; with one that works the commit is signed", {
  tags: "proof",
}, async () => {
  const { box } = await learned();
  const signer = join(dirname(box.dir), "signer");
  await writeFile(signer, "#!/bin/sh\necho 'no key here' >&2\nexit 2\n");
  await chmod(signer, 0o755);
  await box.git("config", "commit.gpgsign", "true");
  await box.git("config", "gpg.program", signer);
  const error = await failed(box, "versions propose");
  expect(await branches(box)).toEqual([]);
  expect(error).toMatchObject({ exit: 1, code: "git-failed" });
  await writeFile(
    signer,
    "#!/bin/sh\ncat >/dev/null\necho '[GNUPG:] SIG_CREATED D 1 8 00 0 x' >&2\nprintf -- '-----BEGIN PGP SIGNATURE-----\\n\\nfake\\n-----END PGP SIGNATURE-----\\n'\n",
  );
  await proposed(box);
  expect(await box.git("cat-file", "commit", "tenet/v1")).toContain("gpgsig -----BEGIN PGP SIGNATURE-----");
});
