/**
 * A bare remote whose `main` only a person may move: its `pre-receive` refuses everybody else. An agent works in a clone of
 * it on branches of its own; a person merges in another clone; further clones show what holds for everybody.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import type { Context } from "../../src/context.js";
import { list } from "../../src/recall/list.js";
import { settingsWithWarnings } from "../../src/store/base/settings-in-force.js";
import { Workspace } from "../../src/store/workspace.js";
import { emptyRepository } from "../empty-repository.js";
import { context } from "../operations.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { testWorld } from "../store/workspace.js";

const HOOK = `#!/bin/sh
while read -r old new ref; do
  if [ "$ref" = refs/heads/main ] && [ "$WHO" != person ]; then
    echo "main is protected" >&2
    exit 1
  fi
done
`;

/** A workspace whose base names itself. */
export const PROTECTED_PROFILE =
  "schema: 1\nagent: main\ntimezone: UTC\nembedding: {model: ./none}\napply_mode: approval\npeople:\n  - {name: bridget, role: owner}\ntrust:\n  base: origin/main\n";

export interface Protected {
  /** The agent's clone, on its branch `work`. Its pushes to `main` are refused. */
  agent: Sandbox;
  /** The bare remote. */
  remote: string;
  /** Commits everything in the agent's clone and pushes its branch. Answers the commit. */
  push(message?: string): Promise<string>;
  /** A person merges the agent's branch in a clone of their own, and the agent fetches. `how`: `--no-ff` unless stated. */
  merge(...how: string[]): Promise<void>;
  /** A person does something on `main` in that clone, and pushes it; the agent fetches. */
  onMain(work: (person: Sandbox) => Promise<unknown> | unknown): Promise<void>;
  /** Another clone of the remote as it is now, on `main` unless another branch is named. */
  clone(branch?: string): Promise<Sandbox>;
}

/** `files`: further files of the first commit. */
export async function protectedRepository(
  files: Readonly<Record<string, string>> = {},
  profile = PROTECTED_PROFILE,
): Promise<Protected> {
  const person = await sandbox({ empty: true });
  const remote = join(dirname(person.dir), "remote.git");
  const put = (name: string, content: string) => {
    mkdirSync(dirname(person.path(name)), { recursive: true });
    writeFileSync(person.path(name), content);
  };
  const mayPush = { ...person.env, WHO: "person" };
  const asPerson = (...args: string[]) =>
    execFileSync("git", args, { cwd: person.dir, env: mayPush, encoding: "utf8", stdio: "pipe" }).trim();
  execFileSync("git", ["init", "-q", "--bare", remote], { env: person.env });
  put("tenet.yaml", profile);
  put(".gitignore", ".tenet/\nmemory/learning/index.md\n");
  for (const [name, content] of Object.entries(files)) put(name, content);
  asPerson("init", "-q");
  asPerson("config", "user.name", "bridget");
  asPerson("config", "user.email", "bridget@example.invalid");
  asPerson("remote", "add", "origin", remote);
  asPerson("add", "-A");
  asPerson("commit", "-q", "-m", "start");
  asPerson("push", "-q", "-u", "origin", "main");
  asPerson("remote", "set-head", "origin", "main");
  mkdirSync(join(remote, "hooks"), { recursive: true });
  writeFileSync(join(remote, "hooks", "pre-receive"), HOOK);
  chmodSync(join(remote, "hooks", "pre-receive"), 0o755);
  const clone = async (branch?: string): Promise<Sandbox> => {
    const box = await sandbox({ empty: true });
    await box.git("clone", "-q", ...(branch === undefined ? [] : ["-b", branch]), remote, ".");
    return box;
  };
  const agent = await clone();
  await agent.git("checkout", "-q", "-b", "work");
  const back = async () => await agent.git("fetch", "-q", "origin");
  return {
    agent,
    remote,
    clone,
    async push(message = "work") {
      await agent.git("add", "-A");
      await agent.git("commit", "-q", "--allow-empty", "-m", message);
      await agent.git("push", "-q", "--force", "origin", "HEAD:work");
      return (await agent.git("rev-parse", "HEAD")).trim();
    },
    async merge(...how) {
      asPerson("fetch", "-q", "origin");
      asPerson("reset", "-q", "--hard", "origin/main");
      asPerson("merge", "-q", ...(how.length === 0 ? ["--no-ff"] : how), "-m", "merge", "origin/work");
      if (how.includes("--squash")) asPerson("commit", "-q", "-m", "squashed");
      asPerson("push", "-q", "origin", "HEAD:main");
      await back();
    },
    async onMain(work) {
      asPerson("fetch", "-q", "origin");
      asPerson("reset", "-q", "--hard", "origin/main");
      await work(person);
      asPerson("add", "-A");
      asPerson("commit", "-q", "--allow-empty", "-m", "by a person");
      asPerson("push", "-q", "origin", "HEAD:main");
      await back();
    },
  };
}

/** A repository whose remote's `main` is where its own is: what people merged, with no remote behind it. */
export async function based(
  files: Readonly<Record<string, string>> = {},
  profile = PROTECTED_PROFILE,
): Promise<Sandbox> {
  const box = await sandbox({ empty: true });
  emptyRepository(box.dir);
  const ignored = ".tenet/\nmemory/learning/index.md\n";
  for (const [name, text] of Object.entries({ "tenet.yaml": profile, ".gitignore": ignored, ...files }))
    await box.write(name, text);
  await letIn(box);
  return box;
}

/** People merge everything that is there. */
export async function letIn(box: Sandbox): Promise<void> {
  await box.git("add", "-A");
  const bridget = ["-c", "user.name=bridget", "-c", "user.email=bridget@example.invalid"];
  await box.git(...bridget, "commit", "-q", "--allow-empty", "-m", "by a person");
  const branch = (await box.read(".git/HEAD")).slice("ref: ".length).trim();
  await box.write(".git/refs/remotes/origin/main", await box.read(`.git/${branch}`));
  await box.write(".git/refs/remotes/origin/HEAD", "ref: refs/remotes/origin/main\n");
}

/** What operations get in a folder: its settings in force, and what was warned of. */
export async function contextAt({ dir }: Pick<Sandbox, "dir">): Promise<Context & { warnings: string[] }> {
  const world = testWorld();
  const workspace = new Workspace(dir);
  const actor = { ...world.actor, session: "adhoc-main-2026-02-15" };
  return { ...world, workspace, actor, ...(await settingsWithWarnings(workspace, world.warn)) };
}

/** An entry as `list` has it; undefined where it has none. */
export async function listed(box: Sandbox, id: string) {
  const { entries } = await list(await contextAt(box), { status: "all", limit: 50 });
  return entries.find((one) => one.id === id);
}

/** Rules as a session is told them, and how many more are said not to be merged. */
export async function rulesTold(box: Sandbox): Promise<{ rules: string[]; unmerged: number }> {
  const { layers, says } = await context(await contextAt(box));
  const rules = layers.find(({ name }) => name === "rules")?.items ?? [];
  const waiting = says.find((one) => one.includes("not printed: not merged"));
  return { rules: rules.map(({ text }) => text), unmerged: Number.parseInt(waiting ?? "0", 10) };
}

/** Replaces a text that a file holds. */
export async function change(box: Sandbox, file: string, from: string | RegExp, to: string): Promise<void> {
  const text = await box.read(file);
  expect(text).toMatch(from);
  await box.write(file, text.replace(from, to));
}

/** A correction of `bridget`'s in a day's file of its own. `id` such as `COR-20260201-W0001`. */
export function ownersRecord(id: string, claim: string, more = ""): readonly [file: string, text: string] {
  const day = `${id.slice(4, 8)}-${id.slice(8, 10)}-${id.slice(10, 12)}`;
  const record = `## ${id} · x\n\`\`\`yaml\ntype: correction\nid: ${id}\ntimestamp: ${day}T09:00:00Z\nagent: main\nsource: bridget\ntier: owner\nprior_belief: "It was otherwise"\ncorrected_to: "${claim}"\nbehavioral_change: "${claim}"\nstakes: medium\nat_risk: "A release"\nstatus: active\n${more}\`\`\`\n\n`;
  return [
    `memory/learning/corrections/${day}.md`,
    `---\ntype: corrections\ndate: ${day}\n---\n# corrections · ${day}\n\n${record}`,
  ];
}
