/** How often a command starts git: each start costs what a whole recall may take. */

import { dirname } from "node:path";
import { expect, it } from "vitest";
import { countedGit } from "../counted-git.js";
import { emptyRepository } from "../empty-repository.js";
import { type Sandbox, sandbox } from "../sandbox.js";

const MOST: readonly [args: string[], most: number][] = [
  [["recall", "pipelines"], 1],
  [["correct", "Never deploy on Fridays: nobody is there to roll back"], 1],
  [["recall", "deploy"], 1],
  [["status"], 1],
  [["list"], 0],
  [["context"], 0],
  [["doctor"], 3],
  [["verify"], 3],
];

/** A workspace with an entry, all of it committed; `base`: as its remote's branch has it. */
async function committed(base: boolean): Promise<Sandbox> {
  const trust = base ? "trust: {base: origin/main}\n" : "";
  const box = await sandbox({ profile: `schema: 1\nagent: main\ntimezone: UTC\n${trust}` });
  await box.write(".gitignore", ".tenet/\n");
  expect((await box.run(["correct", "Use npm ci in pipelines"])).code).toBe(0);
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

it.each([
  ["without a base", false],
  ["with a base", true],
])("%s", async (_, base) => {
  const box = await committed(base);
  const git = countedGit(dirname(box.dir), box.env["PATH"] ?? "");
  box.env["PATH"] = git.path;
  for (const [args, most] of MOST) {
    const { code, stderr } = await box.runProcess(args);
    expect(code, stderr).toBe(0);
    const calls = git.calls();
    // One more reads the base: who asks first after a change, and who examines, for whom no cache counts.
    const readsBase = base && ["status", "doctor", "verify"].includes(args[0] ?? "") ? 1 : 0;
    expect(calls.length, `${args.join(" ")}: ${calls.join("; ")}`).toBeLessThanOrEqual(most + readsBase);
  }
});
