/** A workspace or a git that is damaged: whatever is called answers with a code of the contract and names what is wrong. */
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { State } from "../../src/store/state/state-db.js";
import { Workspace } from "../../src/store/workspace.js";
import { everyNth, PROOF } from "../effort.js";
import { copyOf, oncePerFile, type Sandbox } from "../sandbox.js";
import { INVOCATIONS, knownWorkspace, NO_MODEL } from "./known-workspace.js";
import { words } from "./typed.js";

/** Every command, called so that it gets to its work. */
const LINES = Object.values(INVOCATIONS).map((one) => (typeof one === "string" ? one : one.line));

interface Damage {
  /** What the answer of `doctor` and `verify` names. */
  named: RegExp;
  make(box: Sandbox): void;
  /** The damage is of git. */
  git?: true;
  /** The damage is of local state, which is nothing that `verify` looks at. */
  local?: true;
  /** Taken back before the folder is removed. */
  mend?(box: Sandbox): void;
}

const ofGit = (named: RegExp, make: Damage["make"]): Damage => ({ named, make, git: true });
/** A program in the place of git. */
const program = (named: RegExp, script: string): Damage =>
  ofGit(named, (box) => {
    const folder = join(box.dir, "..", "bin");
    mkdirSync(folder);
    writeFileSync(join(folder, "git"), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, "git"), 0o755);
    box.env["PATH"] = `${folder}:${box.env["PATH"]}`;
  });
const instead = (box: Sandbox, name: string, put: (path: string) => void) => {
  if (name === ".tenet") rmSync(box.path(name), { recursive: true, force: true });
  else renameSync(box.path(name), join(box.dir, "..", "aside"));
  put(box.path(name));
};
const aFile = (path: string) => writeFileSync(path, "x");
const RANDOM = Buffer.from([...Array(512).keys()].map((n) => (n * 97) % 251));

/** Local state from a place of its file on: its head of 100 bytes says what it is, and its pages of 4,096 hold the rows. */
const ofState = (from: number): Damage => ({
  named: /state-[0-9a-f]{8}\.damaged\.db/,
  make(box) {
    const { stateDb } = new Workspace(box.dir);
    // What its log holds goes into the file.
    State.of({ stateDb }).vacuum();
    State.closeAll();
    writeFileSync(stateDb, readFileSync(stateDb).fill("x", from));
  },
  local: true,
});

const DAMAGES: Readonly<Record<string, Damage>> = {
  "an index of git cut short": ofGit(/git [\w-]+: .*index file/, (box) =>
    writeFileSync(box.path(".git/index"), "DIRC"),
  ),
  "an index of git of random bytes": ofGit(/git [\w-]+: .*index file/, (box) =>
    writeFileSync(box.path(".git/index"), RANDOM),
  ),
  "memory is a file": { named: /memory/, make: (box) => instead(box, "memory", aFile) },
  "memory is a dangling link": {
    named: /memory/,
    make: (box) => instead(box, "memory", (path) => symlinkSync(join(box.dir, "nowhere"), path)),
  },
  "a git that fails": program(/git is not found|git [\w-]+: exit 1/, "exit 1"),
  "a git that ends by a signal": program(/git is not found|git [\w-]+: ended by SIGKILL/, "kill -9 $$"),
  "no git": ofGit(/git is not found|git [\w-]+: it could not be run/, (box) => {
    box.env["PATH"] = join(box.dir, "..", "none");
  }),
  ".git is a file that leads nowhere": ofGit(/not a git repository: \/nowhere/, (box) =>
    instead(box, ".git", (path) => writeFileSync(path, "gitdir: /nowhere/at/all\n")),
  ),
  "a HEAD of garbage": ofGit(/git [\w-]+: fatal: not a git repository/, (box) =>
    writeFileSync(box.path(".git/HEAD"), "\u0001garbage\n"),
  ),
  "local state that is no database": ofState(0),
  "local state with damaged pages": ofState(4096),
  ".tenet is a file": { named: /\.tenet/, make: (box) => instead(box, ".tenet", aFile) },
  "tenet.yaml is a folder": { named: /tenet\.yaml/, make: (box) => instead(box, "tenet.yaml", mkdirSync) },
  "no right to read memory": {
    named: /memory/,
    make: (box) => chmodSync(box.path("memory"), 0o000),
    mend: (box) => chmodSync(box.path("memory"), 0o755),
  },
};

async function made(git: boolean): Promise<Sandbox> {
  const box = await knownWorkspace({ git, profile: NO_MODEL });
  await box.write("SOUL.md", "# Soul\n");
  return box;
}
const inGit = oncePerFile(() => made(true));
const alone = oncePerFile(() => made(false));

describe.each(Object.entries(DAMAGES))("%s", (name, damage) => {
  // A user for whom no right is missing cannot be kept from reading.
  const skip = damage.mend !== undefined && process.getuid?.() === 0;
  it.skipIf(skip)("row 37: is named by whatever is called, and is no bug", { tags: "more" }, async () => {
    const at = Object.keys(DAMAGES).indexOf(name);
    const examining = damage.local === true ? ["doctor"] : ["doctor", "verify"];
    // Each damage has its share of the others in `npm test`, and no repository unless it is of git.
    for (const line of [...examining, ...everyNth(LINES, 42, (at * 3) % 42)]) {
      const box = await copyOf(await (damage.git === true || PROOF ? inGit : alone)());
      damage.make(box);
      const { code, stdout, stderr } = await box.run(words(line));
      damage.mend?.(box);
      const said = `${line}: ${code}\n${stdout}\n${stderr}`;
      expect(code, said).not.toBe(70);
      expect(said).not.toMatch(/^\s+at .*:\d+/m);
      if (examining.includes(line)) expect(said).toMatch(damage.named);
    }
  });
});
