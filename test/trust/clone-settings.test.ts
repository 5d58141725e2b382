/** What a clone has set for itself is nobody's word: it changes nothing that `verify` and `why` say, and starts no program. */
import { cpSync, existsSync } from "node:fs";
import { chmod, rm, symlink } from "node:fs/promises";
import { describe, expect, it, vi } from "vitest";
import { verifyBase } from "../../src/health/base/verify-base.js";
import { verify } from "../../src/health/verify.js";
import { digest } from "../../src/rules/digest.js";
import { why } from "../../src/rules/why.js";
import { appendRecord } from "../../src/store/records/record-edit.js";
import { oncePerFile, type Sandbox, sandbox } from "../sandbox.js";
import { correction } from "../store/entries.js";
import { based, contextAt, letIn } from "./protected.js";

const OWNERS = "COR-20260201-W0001";
const CORRECTIONS = "memory/learning/corrections/2026-02-01.md";
const PROFILE =
  "schema: 1\nagent: sybil\ntimezone: UTC\nembedding: {model: ./none}\napply_mode: approval\npeople:\n  - {name: bridget, role: owner, emails: [bridget@example.invalid]}\n";
const LISTED = `${PROFILE}  - {name: sybil, role: owner, emails: [sybil@example.invalid]}\n`;
const SOUL = "# Soul\n\n<!-- tenet:begin rules -->\n## Learned\n\n- Never push to main\n<!-- tenet:end rules -->\n";

const record = (id: string, corrected_to: string, tier: "owner" | "self" = "owner") =>
  correction({ id, timestamp: "2026-02-01T09:00:00Z", tier, corrected_to });
const day = (...entries: ReturnType<typeof record>[]) =>
  entries.reduce<string | undefined>((text, entry) => appendRecord(text, entry), undefined) as string;

const as = (name: string, email = `${name}@example.invalid`) => [
  ...["-c", `user.name=${name}`],
  ...["-c", `user.email=${email}`],
];

/** An owner's words and settings; then an agent that changes both, takes a record, and edits once more uncommitted. */
const team = oncePerFile(async () => {
  const own = record("COR-20260201-M0003", "Prices are in euros", "self");
  const second = record("COR-20260201-N0002", "Say net");
  const box = await based(
    { "SOUL.md": SOUL, [CORRECTIONS]: day(record(OWNERS, "Prices are net"), second, own) },
    PROFILE,
  );
  await digest(await contextAt(box));
  await letIn(box);
  await box.write("tenet.yaml", LISTED);
  await box.write(CORRECTIONS, day(record(OWNERS, "Prices are gross"), second));
  await box.git("add", "-A");
  await box.git(...as("sybil"), "commit", "-q", "-m", "mine");
  await box.write(CORRECTIONS, day(record(OWNERS, "Prices are gross"), { ...second, corrected_to: "Say gross" }));
  return box;
});

async function world(): Promise<Sandbox> {
  const box = await sandbox({ empty: true });
  cpSync((await team()).dir, box.dir, { recursive: true });
  return box;
}

/** What is said of this repository. */
async function told(box: Sandbox, base = "origin/main") {
  const ctx = await contextAt(box);
  return {
    verified: await verify(ctx),
    compared: { ...(await verifyBase(ctx.workspace, base)), base: undefined },
    rule: await why(ctx, "SOUL.md:6"),
    words: await why(ctx, OWNERS),
  };
}
const expected = oncePerFile(async () => await told(await world()));

/** What the agent committed. */
const SEEN = ["setting people", "changed COR-20260201-W0001", "gone COR-20260201-M0003"];

const CANARY = "ran";

/** A program that leaves a trace of having run, and says that everything is good. */
async function program(box: Sandbox): Promise<string> {
  const path = await box.write(".git/evil", `#!/bin/sh\ntouch '${box.path(".git", CANARY)}'\ncat\n`);
  await chmod(path, 0o755);
  return path;
}

interface Setting {
  name: string;
  act?(box: Sandbox, program: string): Promise<unknown>;
  /** What to run under. */
  variables?(box: Sandbox, program: string): Promise<Record<string, string>>;
}

/** `settings`: `section.key value; ...`; `$evil` stands for the program. */
const config = (name: string, settings: string): Setting => ({
  name: `sets ${name}`,
  async act(box, evil) {
    const lines = settings.split(/;\s*/).map((pair) => {
      const [, section, sub, key, value = ""] = /^(\w+)(?:\.(\S+))?\.(\S+) (.+)$/.exec(pair) ?? [];
      const named = sub === undefined ? section : `${section} "${sub}"`;
      return `[${named}]\n\t${key} = "${value.replace("$evil", evil)}"\n`;
    });
    await box.write(".git/config", [await box.read(".git/config"), ...lines].join(""));
  },
});

const SETTINGS: readonly Setting[] = [
  config(
    "how things are shown, named and encoded",
    `log.showSignature true; log.follow true; log.showRoot false; log.diffMerges off; log.mailmap true;
    log.date relative; log.decorate full; log.abbrevCommit true; format.pretty fuller; core.abbrev 4;
    diff.external $evil; diff.noprefix true; diff.mnemonicPrefix true; diff.renames copies;
    diff.relative true; diff.orderFile /nowhere; diff.ignoreSubmodules all; diff.wsErrorHighlight all;
    diff.statGraphWidth 1; i18n.logOutputEncoding UTF-16; i18n.commitEncoding UTF-7; core.quotePath true;
    color.ui always; color.diff always; color.grep always; color.status always; color.branch always; color.interactive always;
    column.ui always; grep.fullName true; grep.patternType perl; grep.lineNumber true;
    submodule.recurse true; status.showUntrackedFiles no; core.commentChar T; commit.cleanup strip`,
  ),
  config(
    "programs",
    `core.fsmonitor $evil; core.pager $evil; core.editor $evil; core.sshCommand $evil; core.askPass $evil;
    core.alternateRefsCommand $evil; gpg.program $evil; gpg.ssh.program $evil; gpg.x509.program $evil;
    credential.helper $evil; pager.log true; trailer.x.command $evil; alias.log !$evil; alias.rev-list !$evil;
    alias.cat-file !$evil; alias.diff-tree !$evil; alias.ls-tree !$evil; alias.rev-parse !$evil`,
  ),
  config(
    "which files count as changed",
    `core.trustctime false; core.checkStat minimal; core.ignoreStat true; core.fileMode false;
    core.ignoreCase true; core.sparseCheckout true; core.untrackedCache true; core.splitIndex true`,
  ),
  {
    name: "puts programs where git has its hooks",
    async act(box, evil) {
      await box.git("config", "core.hooksPath", ".git/elsewhere");
      for (const hook of [
        "post-index-change",
        "reference-transaction",
        "fsmonitor-watchman",
        "pre-commit",
        "post-checkout",
      ]) {
        await box.write(`.git/elsewhere/${hook}`, "");
        await rm(box.path(".git", "elsewhere", hook));
        await symlink(evil, box.path(".git", "elsewhere", hook));
      }
    },
  },
  {
    name: "sets variables",
    variables: async (box, evil) => ({
      GIT_DIR: "/nowhere",
      GIT_WORK_TREE: "/",
      GIT_INDEX_FILE: "/nowhere",
      GIT_OBJECT_DIRECTORY: "/nowhere",
      GIT_CEILING_DIRECTORIES: box.path(".."),
      GIT_EXTERNAL_DIFF: evil,
      GIT_PAGER: evil,
      GIT_NAMESPACE: "x",
      GIT_TRACE: "1",
      GIT_CONFIG: "/nowhere",
    }),
  },
];

describe("what a clone has set for itself", () => {
  it("is judged against what is so: the agent's settings, words and removals are named", {
    tags: "proof",
  }, async () => {
    const { compared, rule } = await expected();
    expect(compared.differences.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual(SEEN);
    expect(JSON.stringify(rule)).toContain("bridget");
  });

  it.each(SETTINGS)(
    "changes nothing and starts nothing where a program $name",
    { tags: "sampled" },
    async ({ act, variables }) => {
      const known = await expected();
      const box = await world();
      const evil = await program(box);
      await act?.(box, evil);
      for (const [name, value] of Object.entries((await variables?.(box, evil)) ?? {})) vi.stubEnv(name, value);
      expect(await told(box).finally(() => vi.unstubAllEnvs())).toEqual(known);
      expect(existsSync(box.path(".git", CANARY))).toBe(false);
    },
  );
});
