/** How often a command starts git: each start costs what a whole recall may take. */

import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { emptyRepository } from "../repositories.js";
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

/** A git that writes down each start. Answers each since it was asked last. */
function countedGit(box: Sandbox): () => string[] {
  const [log, folder] = [join(dirname(box.dir), "started"), join(dirname(box.dir), "bin")];
  mkdirSync(folder);
  const real = (box.env["PATH"] ?? "").split(":").map((one) => join(one, "git"));
  writeFileSync(join(folder, "git"), `#!/bin/sh\necho "$*" >> '${log}'\nexec '${real.find(existsSync)}' "$@"\n`);
  chmodSync(join(folder, "git"), 0o755);
  box.env["PATH"] = `${folder}:${box.env["PATH"]}`;
  return () => {
    const lines = existsSync(log) ? readFileSync(log, "utf8").split("\n").slice(0, -1) : [];
    writeFileSync(log, "");
    return lines;
  };
}

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
  const started = countedGit(box);
  for (const [args, most] of MOST) {
    const { code, stderr } = await box.runProcess(args);
    expect(code, stderr).toBe(0);
    const calls = started();
    // One more reads the base: who asks first after a change, and who examines, for whom no cache counts.
    const readsBase = base && ["status", "doctor", "verify"].includes(args[0] ?? "") ? 1 : 0;
    expect(calls.length, `${args.join(" ")}: ${calls.join("; ")}`).toBeLessThanOrEqual(most + readsBase);
  }
});
