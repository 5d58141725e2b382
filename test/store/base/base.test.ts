/** The branch that people protect: how it is found and read, on real repositories with a bare remote and clones. */
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Base, findBase } from "../../../src/store/base/base.js";
import { type BaseState, baseSentence } from "../../../src/store/base/policy/base-state.js";
import { Workspace } from "../../../src/store/workspace.js";
import { oncePerFile, sandbox } from "../../sandbox.js";
import { type Place, place, type Repository } from "../git/repositories.js";

const DAY = "memory/learning/insights/2026-02-15.md";
const MAIN = "origin/main";
const profile = (base?: string): string =>
  `schema: 1\nagent: main\n${base === undefined ? "" : `trust: {base: ${base}}\n`}`;

interface World extends Place {
  /** A person's repository beside the bare remote, pushed to its `main`, which names itself as the base. */
  person: Repository;
  /** A clone of the remote. */
  one: Repository;
  /** A person lets in everything of their folder, and the clone fetches. Answers the commit. */
  merge(branch?: string): string;
  /** The same with another base in `tenet.yaml`, or with none. */
  names(base: string | undefined, branch?: string): void;
  /** Another clone. */
  clone(...options: string[]): Repository;
}

const first = oncePerFile(async () => {
  const here = place();
  const kept = await sandbox({ empty: true });
  here.repository("remote.git", "--bare");
  const person = here.repository("person");
  person.git("remote", "add", "origin", `file://${here.folder}/remote.git`);
  person.put("tenet.yaml", profile(MAIN));
  person.put(DAY, "```yaml\nid: INS-20260215-AAAAA\nclaim: one\n```\n");
  person.commit();
  person.git("push", "-q", "origin", "HEAD:refs/heads/main");
  person.git("clone", "-q", `file://${here.folder}/remote.git`, join(here.folder, "one"));
  fs.cpSync(here.folder, kept.dir, { recursive: true });
  return { kept: kept.dir, madeIn: here.folder };
});

async function world(): Promise<World> {
  const { kept, madeIn } = await first();
  const here = place();
  for (const name of ["remote.git", "person", "one"])
    fs.cpSync(join(kept, name), join(here.folder, name), { recursive: true });
  const [person, one] = [here.at("person"), here.at("one")];
  for (const { top } of [person, one]) {
    const config = join(top, ".git", "config");
    fs.writeFileSync(config, fs.readFileSync(config, "utf8").replaceAll(madeIn, here.folder));
  }
  const merge = (branch = "main") => {
    const commit = person.commit();
    person.git("push", "-q", "origin", `HEAD:refs/heads/${branch}`);
    one.git("fetch", "-q");
    return commit;
  };
  const names = (base: string | undefined, branch?: string) => {
    person.put("tenet.yaml", profile(base));
    merge(branch);
  };
  const clone = (...options: string[]) => {
    person.git("clone", "-q", ...options, `file://${here.folder}/remote.git`, join(here.folder, "other"));
    return here.at("other");
  };
  return { ...here, person, one, merge, names, clone };
}

/** Takes an object out of a clone. */
function without({ top, git }: Repository, revision: string): void {
  const oid = git("rev-parse", revision);
  const [packs, aside] = [join(top, ".git", "objects", "pack"), join(top, ".git", "packs")];
  // git unpacks nothing that it has already.
  fs.renameSync(packs, aside);
  fs.mkdirSync(packs);
  for (const pack of fs.readdirSync(aside).filter((name) => name.endsWith(".pack")))
    execFileSync("git", ["-C", top, "unpack-objects", "-q"], { input: fs.readFileSync(join(aside, pack)) });
  fs.rmSync(join(top, ".git", "objects", oid.slice(0, 2), oid.slice(2)));
}

const takeOut = ({ top }: Repository, ...path: string[]) => fs.rmSync(join(top, ...path), { recursive: true });
/** What happens; the path it answers is looked at, else the clone. */
type Act = (world: World) => unknown;
/** `named`: `trust.base` of the working copy. `says`: within the sentence that is said. */
type Row = readonly [name: string, act: Act, more?: { named?: string; says?: string }];

const CASES: Readonly<Record<BaseState["state"], readonly Row[]>> = {
  none: [
    ["nobody names one", ({ names }) => names(undefined)],
    ["there is no remote, as one person has it", ({ repository }) => repository("alone").top],
    ["there is no git", ({ one }) => takeOut(one, ".git")],
    ["the remote's HEAD is missing", ({ one }) => takeOut(one, ".git/refs/remotes/origin/HEAD")],
    ["the working copy alone names it", ({ names }) => names(undefined), { named: MAIN }],
    [
      "the remote's HEAD has no tenet.yaml",
      ({ person, merge }) => {
        takeOut(person, "tenet.yaml");
        merge();
      },
      { named: MAIN },
    ],
  ],
  unreadable: [
    ["there is no git any more", ({ one }) => takeOut(one, ".git"), { named: MAIN }],
    [
      "it names one that is not here",
      ({ names }) => names("origin/release"),
      { says: "no branch origin/release here" },
    ],
    ["the ref is deleted", ({ one }) => void one.git("update-ref", "-d", "refs/remotes/origin/main"), { named: MAIN }],
    ...["HEAD", "HEAD^{tree}"].map(
      (of): Row => [
        `the object of ${of} is deleted`,
        ({ one }) => without(one, of),
        { named: MAIN, says: "cannot be read" },
      ],
    ),
    [
      "the object of its tenet.yaml is deleted",
      ({ one }) => without(one, "HEAD:tenet.yaml"),
      { says: "is not in this clone" },
    ],
    [
      "nobody can read its tenet.yaml",
      ({ person, merge }) => {
        person.put("tenet.yaml", "schema: [\n");
        merge();
      },
      { says: "origin/main: tenet.yaml:" },
    ],
  ],
  readable: [
    [
      "it is named and merged",
      () => undefined,
      { named: MAIN, says: "Settings and rules count as they stand on origin/main" },
    ],
    [
      "the remote's HEAD is missing, and the working copy names it",
      ({ one }) => takeOut(one, ".git/refs/remotes/origin/HEAD"),
      { named: MAIN },
    ],
    ["it is named without the remote", ({ names }) => names("main")],
    ["it is merged, and taken out of the working copy", ({ one }) => one.put("tenet.yaml", profile())],
    [
      "it names another one",
      ({ names }) => {
        names("origin/release");
        names(MAIN, "release");
      },
      { says: "Settings and rules count as they stand on origin/release" },
    ],
    [
      "the clone is shallow",
      ({ person, merge, clone }) => {
        person.put("more.md");
        merge();
        return clone("--depth=1").top;
      },
    ],
    [
      "the remote has another name here, and the working copy says so",
      ({ clone }) => clone("--origin=upstream").top,
      { named: "upstream/main", says: "upstream/main" },
    ],
    [
      "the workspace lies in a folder of the repository",
      ({ person, names, one }) => {
        person.put("agents/a/tenet.yaml", profile(MAIN));
        names(undefined);
        one.git("merge", "-q", MAIN);
        return join(one.top, "agents", "a");
      },
    ],
  ],
};
const SAYS: Readonly<Record<BaseState["state"], string>> = {
  none: "No base",
  unreadable: "there is no branch origin/main here",
  readable: MAIN,
};

const at = async <T>(root: string, named: string | undefined, body: (base: Base) => Promise<T>): Promise<T> =>
  await body(await findBase(new Workspace(root), named ?? null));

describe.each(["none", "unreadable", "readable"] as const)("a base is %s where", (state) => {
  const cases = CASES[state].map(([name, act, more]) => [name, { act, says: SAYS[state], ...more }] as const);
  it.each(cases)("%s", { tags: "sampled" }, async (_, { act, says, named }) => {
    const here = await world();
    const folder = act(here);
    await at(typeof folder === "string" ? folder : here.one.top, named, async (found) => {
      expect(baseSentence(found.base)).toContain(says);
      expect(found.base.state).toBe(state);
    });
  });
});

it("is the remote's tree, whatever was committed on the same branch here; a fetch moves it", {
  tags: "proof",
}, async () => {
  const { one, person, merge } = await world();
  one.put("tenet.yaml", `${profile()}apply_mode: auto\n`);
  one.commit();
  const found = async () => await at(one.top, undefined, async (base) => base);
  const base = (commit: string) => ({ base: { state: "readable", commit }, counts: { trust: { base: MAIN } } });
  expect(await found()).toMatchObject(base(person.git("rev-parse", "HEAD")));
  person.put("SOUL.md", "rules\n");
  const next = merge();
  expect(await found()).toMatchObject(base(next));
});
