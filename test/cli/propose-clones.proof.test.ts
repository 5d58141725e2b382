/** An agent's clone proposes, a person merges in theirs: row 16 for rules that come by a branch. */
import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { type Ran, type Sandbox, sandbox } from "../sandbox.js";
import { NO_MODEL } from "./known-workspace.js";
import { words } from "./typed.js";

const exec = promisify(execFile);

const PROFILE = `${NO_MODEL}apply_mode: approval\npeople:\n  - {name: bridget, role: owner, emails: [bridget@example.invalid]}\ntrust: {base: origin/main}\n`;
const RULE = "Use npm ci in CI; next time: Look for npm install before pushing";

interface Clone {
  git(...args: string[]): Promise<string>;
  tenet(line: string): Promise<Ran>;
  read(file: string): Promise<string>;
  write(file: string, text: string): Promise<void>;
}

interface Scene {
  box: Sandbox;
  /** Where the agent learns; its commits are the agent's. */
  agent: Clone;
  /** Where a person merges; their commits are bridget's. */
  person: Clone;
  /** A clone made now. */
  fresh(name: string): Promise<Clone>;
  id: string;
}

function cloneAt(box: Sandbox, dir: string): Clone {
  const at = (file: string) => join(dir, file).slice(dirname(box.dir).length + 1);
  return {
    git: async (...args) => (await exec("git", args, { cwd: dir, env: { ...box.env } })).stdout,
    tenet: (line) => box.run(words(line), { cwd: dir, env: { TENET_SEED: dir } }),
    read: (file) => box.read(`../${at(file)}`),
    write: async (file, text) => {
      await box.write(`../${at(file)}`, text);
    },
  };
}

/** The agent's clone has learned something that waits, and has pushed the entry. */
async function scene(): Promise<Scene> {
  const box = await sandbox({ profile: PROFILE });
  const root = dirname(box.dir);
  const origin = join(root, "origin.git");
  await exec("git", ["init", "-q", "--bare", "-b", "main", origin]);
  const agent = cloneAt(box, box.dir);
  await agent.git("init", "-q", "-b", "main");
  await agent.git("remote", "add", "origin", origin);
  await agent.write("SOUL.md", "# Soul\n\nBe kind.\n");
  await agent.write(".gitignore", ".tenet/\nmemory/learning/index.md\n");
  box.at("2026-02-01T09:00:00Z");
  const said = "correct 'Use npm ci in CI' --instead-of 'npm install' --risk 'high: it broke'";
  const { id } = await ok(agent, `${said} --so 'Look for npm install before pushing'`);
  box.at("2026-02-09T09:00:00Z");
  await ok(agent, `outcome ${id} --held --evidence 'seen twice'`);
  await ok(agent, "digest");
  await agent.git("add", "-A", ".", ":!memory/versions");
  await agent.git("commit", "-q", "-m", "learned");
  await agent.git("push", "-q", "-u", "origin", "main");
  await agent.git("remote", "set-head", "origin", "main");
  const fresh = async (name: string): Promise<Clone> => {
    const dir = join(root, name);
    await exec("git", ["clone", "-q", origin, dir], { env: { ...box.env } });
    return cloneAt(box, dir);
  };
  const person = await fresh("bridget");
  await person.git("config", "user.name", "bridget");
  await person.git("config", "user.email", "bridget@example.invalid");
  return { box, agent, person, fresh, id };
}

async function ok(clone: Clone, line: string) {
  const ran = await clone.tenet(`${line} --json`);
  expect(ran.code, ran.stdout).toBe(0);
  return ran.json().data;
}

async function codes(clone: Clone): Promise<string[]> {
  const { findings } = (await clone.tenet("verify --json")).json().data;
  return findings.map(({ severity, code }: { severity: string; code: string }) => `${severity} ${code}`);
}

async function states(clone: Clone): Promise<Record<string, string>> {
  const { versions } = await ok(clone, "versions");
  return Object.fromEntries(versions.map(({ id, status }: { id: string; status: string }) => [id, status]));
}

async function propose(clone: Clone) {
  const data = await ok(clone, "versions propose");
  await clone.git("push", "-q", "origin", data.branch);
  return data as { version: string; replaces: string; branch: string };
}

async function merge(clone: Clone, branch: string): Promise<void> {
  await clone.git("pull", "-q");
  await clone.git("merge", "-q", "--no-ff", "-m", `Merge ${branch}`, `origin/${branch}`);
  await clone.git("push", "-q");
}

describe("row 16: a proposal that a person merges in another clone", () => {
  it("row 16: is in force in both, the version that waited is done with, and verify finds nothing", async () => {
    const { agent, person, id } = await scene();
    const { version, replaces, branch } = await propose(agent);
    await merge(person, branch);
    expect(await codes(person)).toEqual([]);
    const told = await ok(person, "why SOUL.md:8");
    expect(told.rule.decided).toMatchObject({ how: "merge", commit: { name: "sybil" } });
    // The untracked file of the version that waits is no obstacle.
    expect(await agent.git("status", "--porcelain")).toBe("?? memory/versions/\n");
    await agent.git("pull", "-q");
    expect(await agent.read("SOUL.md")).toContain(`- ${RULE} <!-- ${id} -->`);
    expect(await codes(agent)).toEqual([]);
    expect((await ok(agent, "digest")).decision).toBe("unchanged");
    expect(await states(agent)).toEqual({ [version]: "active", [replaces]: "superseded" });
    expect((await ok(agent, `show ${id}`)).entry).toMatchObject({ status: "promoted", promoted_to: "SOUL.md" });
    expect(await codes(agent)).toEqual([]);
    expect(await ok(agent, "versions propose").catch(() => "nothing")).toBe("nothing");
  });

  it("row 16: the comparison with the base names it, and merged by nobody but an agent it is in force nowhere", async () => {
    const { agent, fresh, id } = await scene();
    const { branch } = await propose(agent);
    const other = await fresh("other");
    await other.git("merge", "-q", "--no-ff", "-m", "in", `origin/${branch}`);
    const { differences } = await ok(other, "verify --base origin/main");
    expect(differences).toContainEqual(
      expect.objectContaining({ kind: "line-in", after: expect.stringContaining(id) }),
    );
    const { layers } = await ok(other, "context");
    expect(layers.find(({ name }: { name: string }) => name === "rules")?.items ?? []).toEqual([]);
    expect((await ok(other, "versions")).versions[0]).toMatchObject({ status: "active", not_merged: true });
  });
});
