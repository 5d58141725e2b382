/** How often a command starts git: each start costs what a whole recall may take. */
import { dirname } from "node:path";
import { expect, it } from "vitest";
import { countedGit } from "../counted-git.js";
import { emptyRepository } from "../empty-repository.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { NO_MODEL } from "./known-workspace.js";
import { done, words } from "./typed.js";

const MOST: readonly [line: string, most: number][] = [
  ["recall pipelines", 1],
  ["correct 'Never deploy on Fridays: nobody is there to roll back'", 1],
  ["status", 1],
  ["list", 0],
  ["context", 0],
  ["doctor", 3],
  ["verify", 3],
];

/** A workspace with an entry, all of it committed; `base`: as its remote's branch has it. */
async function committed(base: boolean): Promise<Sandbox> {
  const box = await sandbox({ profile: `${NO_MODEL}${base ? "trust: {base: origin/main}\n" : ""}` });
  await box.write(".gitignore", ".tenet/\n");
  await done(box, "correct 'Use npm ci in pipelines'");
  emptyRepository(box.dir);
  await box.git("add", "-A");
  await box.git("commit", "-qm", "x");
  if (!base) return box;
  await box.git("clone", "-q", "--bare", ".", "../origin.git");
  await box.git("remote", "add", "origin", "../origin.git");
  await box.git("fetch", "-q", "origin");
  await box.git("remote", "set-head", "origin", "main");
  return box;
}

async function startsAtMost(base: boolean): Promise<void> {
  const box = await committed(base);
  const git = countedGit(dirname(box.dir), box.env["PATH"] ?? "");
  for (const [line, most] of MOST) {
    const { code, stderr } = await box.runProcess(words(line), { env: { PATH: git.path } });
    expect(code, stderr).toBe(0);
    const calls = git.calls();
    // One more reads the base: who asks first after a change, and who examines, for whom no cache counts.
    const readsBase = base && /^(?:status|doctor|verify)/.test(line) ? 1 : 0;
    expect(calls.length, `${line}: ${calls.join("; ")}`).toBeLessThanOrEqual(most + readsBase);
  }
}

it("with a base, which is read besides", () => startsAtMost(true));
it("without a base", { tags: "proof" }, () => startsAtMost(false));
