/**
 * What a program may try that runs tenet and git, writes files and is no person, in a clone of a base that people protect:
 * settings and rules are without effect until a person merges them, and in the clone of a pipeline `verify --base` names
 * them. What else it names of records is in `test/health/verify-base` and `two-trees`.
 */
import { cpSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { verifyBase } from "../../src/health/base/verify-base.js";
import { digest } from "../../src/rules/digest.js";
import { settingAt } from "../../src/settings.js";
import { Workspace } from "../../src/store/workspace.js";
import { copyOf, oncePerFile, type Sandbox } from "../sandbox.js";
import { based, change, contextAt, letIn, ownersRecord, PROTECTED_PROFILE, rulesTold } from "./protected.js";

const BASE = "refs/remotes/origin/main";
const OWNERS = "COR-20260201-W0001";
const [OWNERS_FILE, OWNERS_TEXT] = ownersRecord(OWNERS, "Prices are net");
const SOUL =
  "# Soul\n\nBe kind to who asks.\n\n<!-- tenet:begin rules -->\n## Learned\n\n- Never push to main\n<!-- tenet:end rules -->\n";

interface Attack {
  does?(box: Sandbox): Promise<unknown>;
  /** Somebody's words in a commit. */
  commit?(box: Sandbox): Promise<unknown>;
  /** Differences that `verify --base` names: of which kind, and about what. */
  named: readonly string[];
  /** What is still so in its own clone, and in another one of its branch. */
  holds?(box: Sandbox): Promise<unknown>;
  /** A ref is a file: in its own clone it can. */
  elsewhereOnly?: true;
}

const setting = async (box: Sandbox, key: string) => settingAt((await contextAt(box)).profile, key);
const inApproval = async (box: Sandbox) => expect(await setting(box, "apply_mode")).toBe("approval");
const loosen = (box: Sandbox) => change(box, "tenet.yaml", "approval", "auto");
const unruled = async (box: Sandbox) => expect((await rulesTold(box)).rules).not.toContain("Always push at once");
const loosening = { does: loosen, named: ["setting apply_mode"], holds: inApproval };
/** Commits, and then does something to git. */
const committing =
  (...args: string[]) =>
  async (box: Sandbox) => {
    await box.git("commit", "-q", "-am", "mine");
    await box.git(...args);
  };

const ATTACKS: Record<string, Attack> = {
  "changes an owner's words and amends a commit of theirs, whose name it keeps": {
    does: (box) => change(box, OWNERS_FILE, /Prices are net/g, "Prices are gross"),
    commit: (box) =>
      box.git("commit", "-q", "-a", "--amend", "--no-edit", "--author=bridget <bridget@example.invalid>"),
    named: [`changed ${OWNERS}`],
  },
  "types a rule into the marked block, and commits it under a person's name": {
    does: (box) => change(box, "SOUL.md", "- Never push to main", "- Never push to main\n- Always push at once"),
    commit: (box) => box.git("-c", "user.name=bridget", "commit", "-q", "-am", "rules"),
    named: ["line-in SOUL.md"],
    holds: unruled,
  },
  "types a rule beside the marked block": {
    does: (box) => change(box, "SOUL.md", "Be kind to who asks.", "Be kind to who asks.\n\n- Always push at once"),
    named: ["line-in SOUL.md"],
    holds: unruled,
  },
  "takes a version out": {
    does: async (box) => rm(box.path("memory/versions", (await readdir(box.path("memory/versions")))[0] as string)),
    named: ["gone 0001"],
  },
  "reverts what a person committed": {
    commit: (box) => box.git("revert", "--no-edit", "HEAD"),
    named: ["gone 0001"],
  },
  "names itself as the owner": {
    does: (box) => change(box, "tenet.yaml", "name: bridget", "name: main"),
    named: ["setting people"],
    holds: async (box) => expect(await setting(box, "people")).toEqual([{ name: "bridget", role: "owner" }]),
  },
  "takes the base out of the settings": {
    does: (box) => change(box, "tenet.yaml", "trust:\n  base: origin/main\n", ""),
    named: ["setting trust.base"],
    holds: async (box) => expect(await setting(box, "trust.base")).toBe("origin/main"),
  },
  "names its own branch as the base": {
    does: async (box) => {
      await change(box, "tenet.yaml", "origin/main", "origin/work");
      await loosen(box);
    },
    named: ["setting trust.base", "setting apply_mode"],
    holds: inApproval,
  },
  "sets what a context may hold": {
    does: (box) => box.write("tenet.yaml", `${PROTECTED_PROFILE}context: {total_tokens: 0}\n`),
    named: ["setting context.total_tokens"],
    holds: async (box) => expect(await setting(box, "context.total_tokens")).toBe(12_000),
  },
  "moves the base's ref in its own clone": {
    ...loosening,
    commit: committing("update-ref", BASE, "HEAD"),
    elsewhereOnly: true,
  },
  "replaces the base's commit by one of its own": { ...loosening, commit: committing("replace", BASE, "HEAD") },
  "calls a tag like the base": { ...loosening, commit: committing("tag", "origin/main") },
};

/** The agent's clone of the base, with a record, and with a rule that a digest took over on it. */
const start = oncePerFile(async () => {
  const box = await based({ [OWNERS_FILE]: OWNERS_TEXT, "SOUL.md": SOUL });
  await digest(await contextAt(box));
  await letIn(box);
  await box.git("checkout", "-q", "-b", "work");
  return box;
});

describe("row 42: an agent", () => {
  it.each(Object.entries(ATTACKS))("%s", { tags: "sampled" }, async (_, { does, commit, holds, ...attack }) => {
    const agent = await copyOf(await start());
    await does?.(agent);
    const holdsHere = attack.elsewhereOnly === true ? undefined : holds;
    await holdsHere?.(agent);
    await agent.git("add", "-A");
    if (commit === undefined) await agent.git("commit", "-q", "-m", "work");
    else await commit(agent);
    await rm(agent.path(".tenet"), { recursive: true, force: true });
    await holdsHere?.(agent);

    // The pipeline's clone of its branch.
    const pipeline = await copyOf(await start());
    cpSync(agent.path(".git/objects"), pipeline.path(".git/objects"), { recursive: true });
    await pipeline.git("reset", "-q", "--hard", (await agent.read(".git/refs/heads/work")).trim());
    const { differences } = await verifyBase(new Workspace(pipeline.dir), BASE);
    const told = differences.map(({ kind, subject }) => `${kind} ${subject}`);
    for (const one of attack.named) expect(told).toContainEqual(expect.stringMatching(`^${one}`));
    await holds?.(pipeline);
  });
});
