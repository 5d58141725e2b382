/** One workspace with branches on which rules change, merged by git in every way there is. */
import { expect, inject } from "vitest";
import { merge } from "../../src/health/merge.js";
import { gitAttributes } from "../../src/health/setup/setup-pieces.js";
import { verify } from "../../src/health/verify.js";
import { approve } from "../../src/rules/approve.js";
import { reject } from "../../src/rules/reject.js";
import { propose } from "../../src/rules/versions/propose.js";
import { rollback } from "../../src/rules/versions/rollback.js";
import { defaultProfile, type Profile } from "../../src/settings.js";
import { driverCommand } from "../../src/store/merge/merge-driver.js";
import { approved } from "../approved.js";
import { AT_TERMINAL } from "../capture/capturing.js";
import { PROOF } from "../effort.js";
import { held, type RulesWorld, rulesWorld } from "../rules/rules-world.js";

const GIT_ATTRIBUTES = gitAttributes(defaultProfile().files);

/** `driver`: in this clone. `lines`: git merges by line, then `tenet merge` for what is left. */
export const WAYS = ["driver", "lines"] as const;
type Way = (typeof WAYS)[number];

export const MODES = ["auto", "approval", "curated"] as const;

/** Ways of merging in modes, both in turn: every way in proof, otherwise one of them. */
export function waysIn<Mode>(modes: readonly Mode[], at: number): { way: Way; apply_mode: Mode }[] {
  const all = WAYS.map((way, n) => ({ way, apply_mode: modes[(at + n) % modes.length] as Mode }));
  return PROOF ? all : all.slice(at % all.length).slice(0, 1);
}

export interface Branches extends RulesWorld {
  /** A minute passes. */
  tick(): void;
  /** Does some work on a branch off another one, at a time of day, and commits it. Checks the start out again. */
  branch(name: string, work: () => Promise<unknown> | unknown, from?: string): Promise<void>;
  /** What is learned becomes a rule: by the mode, or by a person who approves. */
  learn(...entries: Parameters<RulesWorld["store"]>): Promise<void>;
  /** A person lets in what waits, where the mode asks for one. */
  letIn(): Promise<void>;
  approve(): Promise<void>;
  reject(): Promise<void>;
  rollback(ref?: string): Promise<void>;
  /** Merges a branch into what is checked out, and finishes it. */
  merge(branch: string): Promise<void>;
  /** Digests, commits, and looks whether everything is whole. Answers the rules by file. */
  settle(): Promise<Record<string, string[]>>;
  /** What `verify` finds, as `severity code`. */
  findings(): Promise<string[]>;
}

/** An entry that came up on 3 February and was not repeated, of a day of its own. */
export const entryOf = (name: string, more: Parameters<typeof held>[1] = {}) =>
  held(name, { timestamp: `2026-01-2${1 + (name.charCodeAt(0) % 7)}T09:00:00Z`, ...more });
export const idOf = (name: string) => entryOf(name).id;
export const lineOf = (name: string) => `Do ${name} before anything else`;
/** The whole line of a rule. */
export const lineFor = (text: string) => new RegExp(`- ${text}.*\\n`);

/** Somebody changes SOUL.md by hand, and commits it. */
export function edit(world: Branches, from: string | RegExp, to: string): void {
  world.edit("SOUL.md", (text) => text.replace(from, to));
  world.commit("by hand");
}

/** `A0001` and `B0001` are rules already; SOUL.md is a person's. */
export async function branches(way: Way, profile: Partial<Profile> = {}): Promise<Branches> {
  const world = rulesWorld(profile) as Branches;
  const mode = world.ctx.profile.apply_mode;
  const { store } = world;
  let minute = 0;
  const later = () => {
    minute += 1;
    world.day(9, `${String(10 + Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}:00`);
  };
  const terminal = () => ({ ...world.ctx, actor: { ...world.ctx.actor, ...AT_TERMINAL } });
  const unmerged = () => world.git("diff", "--name-only", "--diff-filter=U").trim();
  /** Runs git; what it leaves unmerged `tenet merge` finishes. */
  const finished = async (...args: string[]) => {
    later();
    try {
      world.git(...args);
      return;
    } catch (error) {
      if (unmerged() === "") throw error;
    }
    const done = await merge(world.ctx);
    expect(done.files.filter(({ state }) => state !== "merged")).toEqual([]);
    expect(unmerged()).toBe("");
    world.commit(`${args[0]} ${args.at(-1)}`);
  };
  Object.assign(world, {
    tick: later,
    // In `curated` a person looks at each entry first.
    store: (...entries: Parameters<RulesWorld["store"]>) =>
      store(...(mode === "curated" ? entries.map(approved) : entries)),
    async branch(name: string, work: () => unknown, from = "main") {
      const start = world.git("branch", "--show-current").trim();
      world.git("checkout", "-q", "-b", name, from);
      await work();
      later();
      if (world.git("status", "--porcelain") !== "") world.commit(name);
      world.git("checkout", "-q", start);
    },
    async learn(...entries: Parameters<RulesWorld["store"]>) {
      later();
      await world.store(...entries);
      await world.digest();
      await world.letIn();
    },
    async letIn() {
      if (mode !== "auto" && (await world.chain()).pending !== undefined) await world.approve();
    },
    async approve() {
      later();
      expect((await approve(terminal(), { confirmed: true })).decision).toBe("active");
    },
    async reject() {
      later();
      await reject(terminal(), { reason: "not wanted", confirmed: true });
    },
    async rollback(ref?: string) {
      later();
      await rollback(terminal(), { ...(ref === undefined ? {} : { ref }), confirmed: true });
    },
    async propose() {
      later();
      return (await propose(world.ctx)).branch as string;
    },
    merge: (branch: string) => finished("merge", "-q", "--no-ff", "--no-edit", branch),
    async settle() {
      later();
      await world.digest();
      if (world.git("status", "--porcelain") !== "") world.commit("digest");
      return await whole(world);
    },
    async findings() {
      const { findings } = await verify(world.ctx);
      return findings.map(({ severity, code, message }) => `${severity} ${code} ${message}`);
    },
  });
  world.world.put(".gitattributes", `${GIT_ATTRIBUTES.join("\n")}\n`);
  if (way === "driver") world.git("config", "merge.tenet.driver", driverCommand(inject("built").binary));
  world.world.put("tenet.yaml", `schema: 1\napply_mode: ${mode}\n`);
  world.world.put("SOUL.md", "# Soul\n\nBe kind.\n");
  await world.learn(entryOf("A0001"), entryOf("B0001"));
  world.commit("start");
  return world;
}

/** Everything that must hold after any merge: answers the rules by file, as the files have them. */
async function whole(world: Branches): Promise<Record<string, string[]>> {
  const chain = await world.chain();
  expect(chain.findings).toEqual([]);
  expect(chain.inForce).toHaveLength(1);
  const rules: Record<string, string[]> = {};
  const ids: string[] = [];
  for (const file of ["SOUL.md", "MEMORY.md", "memory/core/procedures.md"]) {
    if (!world.has(file)) continue;
    const text = world.read(file).replaceAll("\r\n", "\n");
    expect(text).not.toMatch(/^(?:<{7}|={7}|>{7})/m);
    const block = text.slice(text.indexOf("<!-- tenet:begin rules"), text.indexOf("<!-- tenet:end rules"));
    const lines = block.split("\n").filter((line) => line.startsWith("- "));
    ids.push(...lines.flatMap((line) => line.match(/(?:COR|INS|OUT)-\d{8}-\w{5}/g) ?? []));
    rules[file] = lines.map((line) => line.slice(2).replace(/ *<!--.*-->/, "")).sort();
  }
  expect(ids.sort()).toEqual([...new Set(ids)]);
  const inForce = chain.rules.flatMap((rule) => rule.ids).sort();
  expect(inForce).toEqual([...new Set(inForce)]);
  const again = await world.digest();
  expect(again.decision).toBe("unchanged");
  expect(world.git("status", "--porcelain")).toBe("");
  return rules;
}
