/** The branch that people protect: how it is found and read, on real repositories with a bare remote and clones. */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { isUnread } from "../../src/store/git/objects.js";
import { Workspace } from "../../src/store/workspace.js";
import { type Base, withBase } from "../../src/trust/base.js";
import { type BaseState, baseSentence, branchNamed } from "../../src/trust/policy/base-state.js";
import { type Place, place, type Repository } from "../store/git/repositories.js";

const DAY = "memory/learning/insights/2026-02-15.md";
const profile = (base?: string): string =>
  `schema: 1\nagent: main\n${base === undefined ? "" : `trust: {base: ${base}}\n`}`;
const record = (id: string, claim: string): string => `\`\`\`yaml\nid: ${id}\nclaim: ${claim}\n\`\`\`\n`;

interface World extends Place {
  /** A person's repository beside the bare remote, pushed to its main. */
  person: Repository;
  /** What a person lets in: everything of their folder, pushed. */
  merge(branch?: string): string;
  clone(name: string, ...options: string[]): Repository;
}

function world(base?: string): World {
  const here = place();
  here.repository("remote.git", "--bare");
  const person = here.repository("person");
  const url = `file://${here.folder}/remote.git`;
  person.git("remote", "add", "origin", url);
  person.put("tenet.yaml", profile(base));
  person.put(DAY, record("INS-20260215-AAAAA", "one"));
  const merge = (branch = "main") => {
    const commit = person.commit();
    person.git("push", "-q", "origin", `HEAD:refs/heads/${branch}`);
    return commit;
  };
  merge();
  const clone = (name: string, ...options: string[]) => {
    person.git("clone", "-q", ...options, url, join(here.folder, name));
    return here.at(name);
  };
  return { ...here, person, merge, clone };
}

/** Takes an object out of a clone. */
function without({ top, git }: Repository, revision: string): void {
  const oid = git("rev-parse", revision);
  const packs = join(top, ".git", "objects", "pack");
  // git unpacks nothing that it has already.
  renameSync(packs, join(top, ".git", "packs"));
  mkdirSync(packs);
  for (const pack of readdirSync(join(top, ".git", "packs")).filter((name) => name.endsWith(".pack")))
    execFileSync("git", ["-C", top, "unpack-objects", "-q"], { input: readFileSync(join(top, ".git", "packs", pack)) });
  rmSync(join(top, ".git", "objects", oid.slice(0, 2), oid.slice(2)));
}

interface Case {
  name: string;
  /** `trust.base` of the tree that the remote begins with. */
  base?: string;
  /** Answers the folder of the workspace that is looked at. */
  act(world: World): string;
  /** `trust.base` of the working copy. */
  named?: string;
  state: BaseState["state"];
  /** Within the sentence that is said. */
  says: string;
}

const CASES: readonly Case[] = [
  { name: "nobody names one", act: ({ clone }) => clone("a").top, state: "none", says: "No base is named" },
  {
    name: "no remote, as one person has it",
    act: ({ repository }) => {
      const alone = repository("alone");
      alone.put("tenet.yaml", profile());
      alone.commit();
      return alone.top;
    },
    state: "none",
    says: "No base is named",
  },
  {
    name: "no git",
    act: ({ folder }) => {
      mkdirSync(join(folder, "plain"));
      return join(folder, "plain");
    },
    state: "none",
    says: "No base is named",
  },
  {
    name: "no git any more, where the working copy names one",
    base: "origin/main",
    act: ({ clone }) => {
      const { top } = clone("a");
      rmSync(join(top, ".git"), { recursive: true });
      return top;
    },
    named: "origin/main",
    state: "unreadable",
    says: "no remote says here",
  },
  {
    name: "named and merged",
    base: "origin/main",
    act: ({ clone }) => clone("a").top,
    named: "origin/main",
    state: "readable",
    says: "What stands on origin/main is decided",
  },
  {
    name: "named without the remote",
    base: "main",
    act: ({ clone }) => clone("a").top,
    state: "readable",
    says: "origin/main",
  },
  {
    name: "merged, and taken out of the working copy",
    base: "origin/main",
    act: ({ clone }) => {
      const one = clone("a");
      one.put("tenet.yaml", profile());
      one.commit();
      return one.top;
    },
    state: "readable",
    says: "origin/main",
  },
  {
    name: "named only in the working copy",
    act: ({ clone }) => clone("a").top,
    named: "origin/main",
    state: "proposed",
    says: "Base named, not merged yet: the working copy names origin/main",
  },
  {
    name: "named by another branch",
    act: ({ person, merge, clone }) => {
      person.put("tenet.yaml", profile("origin/side"));
      merge("side");
      return clone("a").top;
    },
    state: "none",
    says: "No base is named",
  },
  {
    name: "the branch names another one that names itself",
    base: "origin/release",
    act: ({ person, merge, clone }) => {
      merge("release");
      person.put("tenet.yaml", profile("origin/release"));
      merge("release");
      return clone("a").top;
    },
    state: "readable",
    says: "What stands on origin/release",
  },
  {
    name: "the branch names another one that does not name itself",
    base: "origin/release",
    act: ({ person, merge, clone }) => {
      person.put("tenet.yaml", profile("origin/main"));
      merge("release");
      return clone("a").top;
    },
    named: "origin/release",
    state: "proposed",
    says: "tenet.yaml on origin/main names origin/release",
  },
  {
    name: "the branch names another one that has no tenet.yaml",
    base: "origin/release",
    act: ({ person, merge, clone }) => {
      rmSync(join(person.top, "tenet.yaml"));
      merge("release");
      return clone("a").top;
    },
    state: "proposed",
    says: "names origin/release",
  },
  {
    name: "the branch names one that is not here",
    base: "origin/release",
    act: ({ clone }) => clone("a").top,
    state: "unreadable",
    says: "there is no branch origin/release here",
  },
  {
    name: "the remote's HEAD is missing, and the working copy names none",
    base: "origin/main",
    act: ({ clone }) => {
      const one = clone("a");
      one.git("remote", "set-head", "origin", "--delete");
      return one.top;
    },
    state: "none",
    says: "No base is named",
  },
  {
    name: "the remote's HEAD is missing, and the working copy names one",
    base: "origin/main",
    act: ({ clone }) => {
      const one = clone("a");
      one.git("remote", "set-head", "origin", "--delete");
      return one.top;
    },
    named: "origin/main",
    state: "unreadable",
    says: "no remote says here which branch is its first one",
  },
  {
    name: "the ref is deleted",
    base: "origin/main",
    act: ({ clone }) => {
      const one = clone("a");
      one.git("update-ref", "-d", "refs/remotes/origin/main");
      return one.top;
    },
    named: "origin/main",
    state: "unreadable",
    says: "there is no branch origin/main here",
  },
  ...["HEAD", "HEAD^{tree}", "HEAD:tenet.yaml"].map(
    (revision): Case => ({
      name: `the object of ${revision} is deleted`,
      base: "origin/main",
      act: ({ clone }) => {
        const one = clone("a");
        without(one, revision);
        return one.top;
      },
      state: "unreadable",
      says: "is not in this clone",
    }),
  ),
  ...["", "no head at all\n"].map(
    (head): Case => ({
      name: `HEAD holds ${JSON.stringify(head)}`,
      base: "origin/main",
      act: ({ clone }) => {
        const { top } = clone("a");
        writeFileSync(join(top, ".git", "HEAD"), head);
        return top;
      },
      state: "unreadable",
      says: "not a git repository",
    }),
  ),
  {
    name: "HEAD is gone",
    base: "origin/main",
    act: ({ clone }) => {
      const { top } = clone("a");
      rmSync(join(top, ".git", "HEAD"));
      return top;
    },
    state: "unreadable",
    says: "git has no HEAD here",
  },
  {
    name: "a shallow clone",
    base: "origin/main",
    act: ({ person, merge, clone }) => {
      person.put("more.md");
      merge();
      return clone("a", "--depth=1").top;
    },
    state: "readable",
    says: "origin/main",
  },
  {
    name: "a single-branch clone of another branch, which knows no HEAD of the remote",
    base: "origin/main",
    act: ({ merge, clone }) => {
      merge("side");
      return clone("a", "--single-branch", "--branch=side").top;
    },
    named: "origin/main",
    state: "unreadable",
    says: "no remote says here",
  },
  {
    name: "a single-branch clone of the base",
    base: "origin/main",
    act: ({ merge, clone }) => {
      merge("side");
      return clone("a", "--single-branch").top;
    },
    state: "readable",
    says: "origin/main",
  },
  {
    name: "the remote's branch was renamed, and this clone does not know yet",
    base: "origin/main",
    act: ({ clone, at }) => {
      const one = clone("a");
      at("remote.git").git("branch", "-m", "main", "trunk");
      one.git("fetch", "-q");
      return one.top;
    },
    named: "origin/main",
    state: "readable",
    says: "origin/main",
  },
  {
    name: "the remote's branch was renamed, and the old one pruned here",
    base: "origin/main",
    act: ({ clone, at }) => {
      const one = clone("a");
      at("remote.git").git("branch", "-m", "main", "trunk");
      one.git("fetch", "-q", "--prune");
      return one.top;
    },
    named: "origin/main",
    state: "unreadable",
    says: "there is no branch origin/main here",
  },
  {
    name: "the remote's branch was renamed, and its tenet.yaml still names the old one",
    base: "origin/main",
    act: ({ clone, at }) => {
      at("remote.git").git("branch", "-m", "main", "trunk");
      return clone("a").top;
    },
    state: "unreadable",
    says: "there is no branch origin/main here",
  },
  {
    name: "the remote has another name here",
    base: "origin/main",
    act: ({ clone }) => clone("a", "--origin=upstream").top,
    state: "readable",
    says: "upstream/main",
  },
  {
    name: "a second remote whose HEAD names itself",
    act: ({ clone, repository }) => {
      const fork = repository("fork");
      fork.put("tenet.yaml", profile("aaa/main"));
      fork.commit();
      const one = clone("a");
      one.git("remote", "add", "-f", "aaa", fork.top);
      one.git("remote", "set-head", "aaa", "main");
      return one.top;
    },
    state: "none",
    says: "No base is named",
  },
  {
    name: "a detached HEAD",
    base: "origin/main",
    act: ({ clone }) => {
      const one = clone("a");
      one.git("checkout", "-q", "--detach");
      return one.top;
    },
    state: "readable",
    says: "origin/main",
  },
  {
    name: "a branch without a commit",
    base: "origin/main",
    act: ({ clone }) => {
      const one = clone("a");
      one.git("checkout", "-q", "--orphan", "new");
      return one.top;
    },
    state: "readable",
    says: "origin/main",
  },
  {
    name: "a linked worktree, branches packed",
    base: "origin/main",
    act: ({ clone, folder }) => {
      const one = clone("a");
      one.git("pack-refs", "--all");
      one.git("worktree", "add", "-q", "-b", "side", join(folder, "tree"));
      return join(folder, "tree");
    },
    state: "readable",
    says: "origin/main",
  },
  {
    name: "a base without tenet.yaml",
    act: ({ person, merge, clone }) => {
      rmSync(join(person.top, "tenet.yaml"));
      merge();
      return clone("a").top;
    },
    named: "origin/main",
    state: "proposed",
    says: "the working copy names origin/main",
  },
  {
    name: "a base whose tenet.yaml is a link",
    act: ({ person, merge, clone }) => {
      rmSync(join(person.top, "tenet.yaml"));
      person.put("elsewhere.yaml", profile("origin/main"));
      symlinkSync("elsewhere.yaml", join(person.top, "tenet.yaml"));
      merge();
      return clone("a").top;
    },
    state: "none",
    says: "No base is named",
  },
  {
    name: "a base whose tenet.yaml nobody can read",
    act: ({ person, merge, clone }) => {
      person.put("tenet.yaml", "schema: [\n");
      merge();
      return clone("a").top;
    },
    state: "unreadable",
    says: "origin/main: tenet.yaml:",
  },
  {
    name: "a workspace in a folder of the repository",
    act: ({ person, merge, clone }) => {
      person.put("agents/a/tenet.yaml", profile("origin/main"));
      merge();
      return join(clone("a").top, "agents", "a");
    },
    state: "readable",
    says: "origin/main",
  },
  {
    name: "a workspace in a folder that the base does not have",
    base: "origin/main",
    act: ({ clone }) => {
      const { top } = clone("a");
      mkdirSync(join(top, "other"));
      return join(top, "other");
    },
    named: "origin/main",
    state: "proposed",
    says: "the working copy names origin/main",
  },
  {
    name: "variables that name another repository",
    base: "origin/main",
    act: ({ clone, repository }) => {
      const evil = join(repository("evil").top, ".git");
      const { top } = clone("a");
      for (const name of ["GIT_DIR", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_WORK_TREE"]) vi.stubEnv(name, evil);
      return top;
    },
    state: "readable",
    says: "origin/main",
  },
];

const at = <T>(root: string, named: string | undefined, body: (base: Base) => Promise<T>): Promise<T> =>
  withBase(new Workspace(root), named ?? null, body);

describe("a base", () => {
  it.each(CASES.map((one) => [one.name, one] as const))(
    "%s",
    { tags: "sampled" },
    async (_, { base, act, named, state, says }) => {
      const here = world(base);
      const folder = act(here);
      const started = here.countGit();
      await at(folder, named, async (found) => {
        expect(baseSentence(found)).toContain(says);
        expect(found.state).toBe(state);
      });
      expect(started()).toBeLessThanOrEqual(1);
    },
  );
});

/** Where the clone reads the base, whatever else is asserted. */
async function readable<T>(root: string, body: (base: Base & { state: "readable" }) => Promise<T>): Promise<T> {
  return await at(root, undefined, async (base) => {
    if (base.state !== "readable") throw new Error(baseSentence(base));
    return await body(base);
  });
}

describe("what stands on the base", () => {
  it("is the remote's tree, whatever was committed on the same branch here; a fetch moves it", {
    tags: "proof",
  }, async () => {
    const { clone, person, merge } = world("origin/main");
    const one = clone("a");
    one.put("tenet.yaml", `${profile()}apply_mode: auto\n`);
    one.commit();
    const first = person.git("rev-parse", "HEAD");
    await readable(one.top, async ({ commit, profile: text, tree }) => {
      expect(commit).toBe(first);
      expect(text).toBe(profile("origin/main"));
      expect(await tree.bytesOf("tenet.yaml")).toEqual(Buffer.from(text));
      expect(await tree.bytesOf("memory/never.md")).toBeUndefined();
    });
    person.put("SOUL.md", "rules\n");
    const next = merge();
    one.git("fetch", "-q");
    await readable(one.top, async ({ commit, tree }) => {
      expect(commit).toBe(next);
      expect(await tree.bytesOf("SOUL.md")).toEqual(Buffer.from("rules\n"));
    });
  });

  it("is listed beneath a folder of the workspace, by names relative to it, with one process", {
    tags: "proof",
  }, async () => {
    const here = world();
    here.person.put("agents/a/tenet.yaml", profile("origin/main"));
    here.person.put("agents/a/memory/facts/b.md");
    symlinkSync("b.md", join(here.person.top, "agents/a/memory/facts/link.md"));
    here.merge();
    const root = join(here.clone("a").top, "agents", "a");
    const started = here.countGit();
    await readable(root, async ({ tree }) => {
      const files = await tree.filesAt(["memory"]);
      expect(isUnread(files) ? files : files.map(({ file, kind }) => `${file} ${kind}`)).toEqual([
        "memory/facts/b.md file",
        "memory/facts/link.md link",
      ]);
      expect(await tree.filesAt(["never"])).toEqual([]);
      expect(await tree.bytesOf("memory/facts/link.md")).toBeUndefined();
    });
    expect(started()).toBe(1);
  });

  it("lacks a file that is not in this clone, and says which", { tags: "proof" }, async () => {
    const { clone } = world("origin/main");
    const one = clone("a");
    without(one, `HEAD:${DAY}`);
    appendFileSync(join(one.top, DAY), "more\n");
    await readable(one.top, async ({ tree }) => {
      expect(await tree.bytesOf(DAY)).toMatchObject({ state: "missing", because: expect.stringContaining(DAY) });
    });
  });
});

it("is found where git keeps branches in a table, by asking git", { tags: "proof" }, async () => {
  const one = world("origin/main").clone("a");
  const commit = one.git("rev-parse", "origin/main");
  // What stands in the place of HEAD there.
  writeFileSync(join(one.top, ".git", "HEAD"), "ref: refs/heads/.invalid\n");
  await readable(one.top, async (base) => expect(base).toMatchObject({ branch: "origin/main", commit }));
});

describe("nothing of a clone has a say in what stands there", () => {
  it("not replaced objects, attributes, filters, hooks, fsmonitor or a partial clone's remote", {
    tags: "proof",
  }, async () => {
    const here = world("origin/main");
    here.at("remote.git").git("config", "uploadpack.allowFilter", "true");
    const one = here.clone("a", "--filter=blob:none", "--no-checkout");
    one.git("fetch", "-q", "origin", "main");
    const ran = join(here.folder, "ran");
    const evil = join(here.folder, "evil");
    writeFileSync(evil, `#!/bin/sh\ntouch '${ran}'\nexec git-upload-pack "$@"\n`);
    chmodSync(evil, 0o755);
    mkdirSync(join(one.top, ".git", "info"), { recursive: true });
    writeFileSync(join(one.top, ".git", "info", "attributes"), "* diff=evil filter=evil\n");
    for (const key of ["diff.evil.textconv", "filter.evil.smudge", "core.fsmonitor", "remote.origin.uploadpack"])
      one.git("config", key, evil);
    await at(one.top, "origin/main", async (base) => expect(base.state).toBe("unreadable"));
    expect(existsSync(ran)).toBe(false);
    one.git("config", "--unset", "remote.origin.uploadpack");
    const was = one.git("rev-parse", "origin/main:tenet.yaml");
    one.git("cat-file", "-p", was);
    one.put("evil.yaml", profile());
    one.git("replace", was, one.git("hash-object", "-w", "evil.yaml"));
    await readable(one.top, async (base) => expect(base.profile).toBe(profile("origin/main")));
    expect(existsSync(ran)).toBe(false);
  });
});

it.each([
  ["origin/main", "origin", "main"],
  ["main", "origin", "main"],
  ["origin/main", "upstream", "main"],
  ["upstream/main", "upstream", "main"],
  ["upstream/main", "origin", "upstream/main"],
  ["release/1.0", "origin", "release/1.0"],
  ["origin/release/1.0", "origin", "release/1.0"],
  ["upstream/origin/main", "upstream", "origin/main"],
])("trust.base %s at the remote %s is the branch %s", (base, remote, branch) => {
  expect(branchNamed(base, remote)).toBe(branch);
});
