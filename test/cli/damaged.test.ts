/** A workspace or a git that is damaged: whatever is called answers with a code of the contract and names what is wrong. */
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { everyNth } from "../effort.js";
import { copyOf, type Sandbox, sandbox } from "../sandbox.js";

const COR = "COR-20260215-AAAAA";
const DRAFT = JSON.stringify({
  type: "correction",
  corrected_to: "Use npm ci in CI",
  stakes: "high",
  at_risk: "a broken release",
});

/** Every command that reads or writes a workspace, called so that it gets to its work. */
const COMMANDS: readonly (readonly string[])[] = [
  ["list"],
  ["recall", "npm"],
  ["show", COR],
  ["status"],
  ["doctor"],
  ["doctor", "--fix"],
  ["verify"],
  ["context", "--query", "npm"],
  ["heartbeat"],
  ["insight", "Retries hide the flaky test", "--risk", "a broken build ships"],
  ["correct", "Use npm ci", "--risk", "a broken release"],
  ["remember", "The office is in Bern"],
  ["outcome", COR, "--held"],
  ["log", "telegram timeout"],
  ["review"],
  ["report"],
  ["versions"],
  ["versions", "diff"],
  ["digest"],
  ["digest", "--dry-run"],
  ["why", COR],
  ["why", "SOUL.md:1"],
  ["sync", "status"],
  ["sync"],
  ["index"],
  ["index", "--wiki"],
  ["config"],
  ["init"],
  ["hooks", "check"],
  ["hooks", "install", "claude-code"],
  ["export"],
  ["import", "notes.md", "--dry-run"],
  ["audit"],
  ["merge"],
  ["check"],
  ["eval"],
  ["decide", "Which CI?"],
  ["reflect", "Sync failed"],
  ["ask", "Who owns CI?"],
  ["forget", COR],
  ["undo"],
  ["harvest", "--dry-run"],
  ["completion", "--list", "show", ""],
  ["hook", "session-start"],
  ["draft"],
];

interface Damage {
  /** What the answer of `doctor` and `verify` names. */
  named: RegExp;
  make(box: Sandbox): void;
  /** Taken back before the folder is removed. */
  mend?(box: Sandbox): void;
}

const program = (box: Sandbox, script: string) => {
  const folder = join(box.dir, "..", "bin");
  mkdirSync(folder);
  writeFileSync(join(folder, "git"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, "git"), 0o755);
  box.env["PATH"] = `${folder}:${box.env["PATH"]}`;
};
const instead = (box: Sandbox, name: string, put: (path: string) => void) => {
  renameSync(box.path(name), join(box.dir, "..", "aside"));
  put(box.path(name));
};

const DAMAGES: Readonly<Record<string, Damage>> = {
  "an index of git cut short": {
    named: /git [\w-]+: .*index file/,
    make: (box) => writeFileSync(box.path(".git/index"), "DIRC"),
  },
  "an index of git of random bytes": {
    named: /git [\w-]+: .*index file/,
    make: (box) =>
      writeFileSync(box.path(".git/index"), Buffer.from([...Array(512).keys()].map((n) => (n * 97) % 251))),
  },
  "memory is a file": { named: /memory/, make: (box) => instead(box, "memory", (path) => writeFileSync(path, "x")) },
  "memory is a dangling link": {
    named: /memory/,
    make: (box) => instead(box, "memory", (path) => symlinkSync(join(box.dir, "nowhere"), path)),
  },
  "a git that fails": { named: /git is not found|git [\w-]+: exit 1/, make: (box) => program(box, "exit 1") },
  "a git that ends by a signal": {
    named: /git is not found|git [\w-]+: ended by SIGKILL/,
    make: (box) => program(box, "kill -9 $$"),
  },
  "a git that prints garbage": {
    named: /git is not found|git [\w-]+: it printed/,
    make: (box) => program(box, String.raw`printf '\377\001\nM\000\011|q\300\n\000/\t7\000'; exit 0`),
  },
  "no git": {
    named: /git is not found|git [\w-]+: it could not be run/,
    make: (box) => {
      box.env["PATH"] = join(box.dir, "..", "none");
    },
  },
  ".git is a file that leads nowhere": {
    named: /not a git repository: \/nowhere/,
    make: (box) => instead(box, ".git", (path) => writeFileSync(path, "gitdir: /nowhere/at/all\n")),
  },
  "a HEAD of garbage": {
    named: /git [\w-]+: fatal: not a git repository/,
    make: (box) => writeFileSync(box.path(".git/HEAD"), "\u0001garbage\n"),
  },
  ".tenet is a file": {
    named: /\.tenet/,
    make: (box) => {
      rmSync(box.path(".tenet"), { recursive: true, force: true });
      writeFileSync(box.path(".tenet"), "x");
    },
  },
  "tenet.yaml is a folder": {
    named: /tenet\.yaml/,
    make: (box) => instead(box, "tenet.yaml", (path) => mkdirSync(path)),
  },
  "no right to read memory": {
    named: /memory/,
    make: (box) => chmodSync(box.path("memory"), 0o000),
    mend: (box) => chmodSync(box.path("memory"), 0o755),
  },
};

let first: Promise<Sandbox> | undefined;
async function world(): Promise<Sandbox> {
  first ??= (async () => {
    const box = await sandbox({
      git: true,
      profile: "schema: 1\nagent: main\ntimezone: UTC\nembedding: {model: ./none, dtype: q8}\n",
    });
    await box.run(["add", "-"], { stdin: DRAFT });
    await box.write("SOUL.md", "# Soul\n");
    await box.write("notes.md", "- Pin every dependency\n");
    await box.git("add", "-A");
    await box.git("commit", "-qm", "x");
    return box;
  })();
  return copyOf(await first);
}

/** Examined in every damage; of the others each damage has its share in `npm test`. */
const EXAMINING = ["doctor", "verify"];
const OTHERS = COMMANDS.filter((args) => !EXAMINING.includes(args.join(" ")));

describe.each(Object.entries(DAMAGES))("%s", (name, damage) => {
  // A user for whom no right is missing cannot be kept from reading.
  const skip = damage.mend !== undefined && process.getuid?.() === 0;
  it.skipIf(skip)(
    "row 37: is named by whatever is called, and is no bug",
    { tags: "more", timeout: 600_000 },
    async () => {
      const first = Object.keys(DAMAGES).indexOf(name);
      for (const args of [...EXAMINING.map((verb) => [verb]), ...everyNth(OTHERS, 9, first % 9)]) {
        const box = await world();
        damage.make(box);
        const { code, stdout, stderr } = await box.run(args);
        damage.mend?.(box);
        const said = `${args.join(" ")}: ${code}\n${stdout}\n${stderr}`;
        expect(code, said).not.toBe(70);
        expect(said).not.toMatch(/^\s+at .*:\d+/m);
        if (EXAMINING.includes(args.join(" "))) expect(said).toMatch(damage.named);
      }
    },
  );
});
