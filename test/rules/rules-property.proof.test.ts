/** Whatever people, a formatter and the commands do in turn: no line that a person wrote is lost, and the tree stays sound. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { format } from "prettier";
import { beforeAll, expect, it } from "vitest";
import type { Context } from "../../src/context.js";
import { TenetError } from "../../src/errors.js";
import { verify } from "../../src/health/verify.js";
import { approve } from "../../src/rules/approve.js";
import { digest } from "../../src/rules/digest.js";
import { rulesIn } from "../../src/rules/policy/block.js";
import { ROLES, type Target, usualFiles } from "../../src/rules/policy/rule.js";
import { reject } from "../../src/rules/reject.js";
import { readChain } from "../../src/rules/versions/chain.js";
import { rollback } from "../../src/rules/versions/rollback.js";
import { blockIn, withLinesOf } from "../../src/store/records/marked-blocks.js";
import { rounds } from "../effort.js";
import { ins, type LoopWorld, loopWorld } from "../loop/loop-world.js";
import { heartbeat } from "../operations.js";
import fc from "../properties.js";
import { outcome } from "../store/entries.js";
import { changed } from "../store/workspace.js";
import { held, worked } from "./rules-world.js";
import { answered } from "./said.js";

const TARGETS = ROLES.map((role) => usualFiles()[role]);

const SEQUENCES = rounds(20, 300);

beforeAll(() => {
  // Some ten thousand durable writes: in memory, where there is such a folder.
  if (existsSync("/dev/shm")) process.env["TMPDIR"] = "/dev/shm";
});

type Step =
  | { does: "learn"; what: "correction" | "insight" | "reworded" | "superseded" | "invalidated"; pick: number }
  | { does: "digest" | "heartbeat" | "approve" | "reject" | "rollback" | "mode" | "propose" }
  | { does: "change" | "remove" | "unmark" | "move"; pick: number; to: number }
  | { does: "add" | "prose" | "detail"; pick: number; to: number }
  | {
      does: "format";
      pick: number;
      wrap: "always" | "never" | "preserve";
      mark: "-" | "*" | "+" | "1.";
      windows: boolean;
    };

const pick = fc.nat(7);
const one = <T extends string>(...of: T[]) => fc.constantFrom(...of);
const record = <T>(weight: number, of: { [K in keyof T]: fc.Arbitrary<T[K]> }) => ({
  weight,
  arbitrary: fc.record(of) as fc.Arbitrary<T> as fc.Arbitrary<Step>,
});
const step: fc.Arbitrary<Step> = fc.oneof(
  record(4, {
    does: one("learn"),
    what: one("correction", "correction", "insight", "reworded", "superseded", "invalidated"),
    pick,
  }),
  record(5, {
    does: one("digest", "propose", "propose", "heartbeat", "approve", "approve", "reject", "rollback", "mode"),
  }),
  record(4, { does: one("change", "remove", "unmark", "move"), pick, to: fc.nat(2) }),
  record(3, { does: one("add", "prose", "detail"), pick, to: fc.nat(2) }),
  record(1, {
    ...{ does: one("format"), pick: fc.nat(2), windows: fc.boolean() },
    ...{ wrap: one("always", "never", "preserve"), mark: one("-", "*", "+", "1.") },
  }),
);

/** What a text says, however it is laid out. */
const said = (text: string): string => text.replace(/\s+/g, " ");

/** A file with its block of rules. */
interface Found {
  text: string;
  block: Extract<ReturnType<typeof blockIn>, { state: "found" }>;
}

class Play {
  readonly loop: LoopWorld;
  /** Lines that people wrote and nobody took out since. */
  readonly human = new Set<string>();
  readonly entries: string[] = [];
  #count = 0;
  #minutes = 0;

  constructor() {
    this.loop = loopWorld({
      people: [{ name: "bridget", role: "owner", emails: ["bridget@example.invalid"] }],
      caps: { soul: 3, memory: 3, procedures: 3 },
    });
    this.loop.world.put("SOUL.md", "# Soul\n\nBe kind.\n");
    this.human.add("Be kind.");
  }

  get #ctx(): Context {
    return this.loop.ctx;
  }

  #path = (target: Target) => this.loop.world.workspace.absolute(target);

  #text(target: Target): string {
    return existsSync(this.#path(target)) ? readFileSync(this.#path(target), "utf8") : "";
  }

  #blockOf(target: Target) {
    const text = this.#text(target);
    const block = blockIn(text, "rules");
    return block.state === "found" ? { target, text, block } : undefined;
  }

  /** Rules as they stand, with the lines they take. */
  #standing() {
    return TARGETS.flatMap((target) => {
      const found = this.#blockOf(target);
      return found === undefined ? [] : rulesIn(found.block.lines).map((rule) => ({ ...found, rule }));
    });
  }

  #write(target: Target, { text, block }: Found, lines: string[]) {
    this.loop.world.put(target, withLinesOf(text, block, lines));
  }

  #name(what: string): string {
    return `${what}${String(this.#count++).padStart(3, "0")}`;
  }

  async #learn(one: Extract<Step, { does: "learn" }>): Promise<void> {
    const { loop } = this;
    const name = `X${String(this.#count++).padStart(4, "0")}`;
    if (one.what === "correction") await loop.store(held(name));
    else if (one.what === "insight") await loop.store(worked(name));
    else {
      const known = this.entries[one.pick % Math.max(1, this.entries.length)];
      if (known === undefined) return;
      await changed(this.#ctx, async (change) => {
        if (one.what === "reworded") return void (await change.update(known, { rule: `Reworded ${name} as one line` }));
        const wrong = { timestamp: "2026-02-09T10:00:00Z", verdict: "invalidated" as const, agent: "main" };
        if (one.what === "invalidated")
          return void change.append(outcome({ ...wrong, id: `OUT-20260209-${name}`, references: [known] }));
        change.append(ins(name, answered(known, "replaces")));
      });
      return;
    }
    this.entries.push(one.what === "correction" ? `COR-20260201-${name}` : `INS-20260201-${name}`);
  }

  async #asPerson(act: (ctx: Context) => Promise<unknown>): Promise<void> {
    const actor = {
      ...this.#ctx.actor,
      atTerminal: true,
      git: async () => ({ name: "bridget", email: "bridget@example.invalid" }),
    };
    await this.#try(() => act({ ...this.#ctx, actor }));
  }

  /** Refusals are answers; anything else is a bug. */
  async #try(act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof TenetError) || error.failure === "failed") throw error;
    }
  }

  /** The person takes a rule's line out: what they wrote before in it is theirs to take. */
  #taken(text: string): void {
    for (const line of this.human) if (said(text).includes(line)) this.human.delete(line);
  }

  #edit(one: Extract<Step, { does: "change" | "remove" | "unmark" | "move" }>) {
    const rules = this.#standing();
    const found = rules[one.pick % Math.max(1, rules.length)];
    if (found === undefined) return;
    const { target, block, rule } = found;
    const end = block.newline === "\r\n" ? "\r" : "";
    const raw = block.lines.slice(rule.from, rule.to);
    const replaced = (...lines: string[]) => [
      ...block.lines.slice(0, rule.from),
      ...lines,
      ...block.lines.slice(rule.to),
    ];
    if (one.does === "unmark") return this.#write(target, found, replaced(`- ${rule.text}${end}`));
    if (one.does === "move") {
      const there = this.#blockOf(TARGETS[one.to] ?? "SOUL.md");
      if (there === undefined || there.target === target)
        return this.#write(target, found, [...replaced(), "", ...raw]);
      this.#write(target, found, replaced());
      return this.#write(there.target, there, [...there.block.lines, "", ...raw]);
    }
    this.#taken(rule.text);
    if (one.does === "remove") return this.#write(target, found, replaced());
    const line = this.#name("Human words ");
    this.human.add(line);
    const ids = rule.ids.length === 0 ? "" : ` <!-- ${rule.ids.join(" ")} -->`;
    this.#write(target, found, replaced(`- ${line}${ids}${end}`));
  }

  #put(one: Extract<Step, { does: "add" | "prose" | "detail" }>) {
    const target = TARGETS[one.to] ?? "SOUL.md";
    const line = this.#name(one.does === "add" ? "Human rule " : "Human prose ");
    this.human.add(line);
    const found = this.#blockOf(target);
    if (found === undefined) return void this.loop.world.put(target, `${this.#text(target)}\n${line}\n`);
    const { block } = found;
    const rules = rulesIn(block.lines);
    const at = rules[one.pick % Math.max(1, rules.length)]?.to ?? block.lines.length;
    const end = block.newline === "\r\n" ? "\r" : "";
    const sign = { add: "- ", detail: "  - ", prose: "" }[one.does];
    const around = one.does === "prose" ? [end] : [];
    const lines = [...around, `${sign}${line}${end}`, ...around];
    this.#write(target, found, [...block.lines.slice(0, at), ...lines, ...block.lines.slice(at)]);
  }

  async #format({ pick: which, wrap, mark, windows }: Extract<Step, { does: "format" }>): Promise<void> {
    const target = TARGETS[which] ?? "SOUL.md";
    const text = this.#text(target);
    if (text === "") return;
    const marked = text.replace(/^(?:[-*+]|\d+[.)]) /gm, `${mark} `);
    this.loop.world.put(
      target,
      await format(marked, { parser: "markdown", proseWrap: wrap, printWidth: 40, endOfLine: windows ? "crlf" : "lf" }),
    );
  }

  /** Something learned that has to wait for a person. */
  async #propose(): Promise<void> {
    const { profile } = this.#ctx;
    await this.#learn({ does: "learn", what: "correction", pick: 0 });
    this.loop.ctx = { ...this.#ctx, profile: { ...profile, apply_mode: "approval" } };
    await this.#try(() => digest(this.#ctx));
    this.loop.ctx = { ...this.#ctx, profile };
  }

  async take(one: Step): Promise<void> {
    this.#minutes += 7;
    this.loop.at(new Date(Date.UTC(2026, 1, 20, 9, this.#minutes)).toISOString().replace(".000", ""));
    if (one.does === "learn") await this.#learn(one);
    else if (one.does === "digest") await this.#try(() => digest(this.#ctx));
    else if (one.does === "propose") await this.#propose();
    else if (one.does === "heartbeat") await heartbeat(this.#ctx, {});
    else if (one.does === "approve") await this.#asPerson((ctx) => approve(ctx, { confirmed: true }));
    else if (one.does === "reject") await this.#asPerson((ctx) => reject(ctx, { confirmed: true, reason: "no" }));
    else if (one.does === "rollback") await this.#asPerson((ctx) => rollback(ctx, { confirmed: true, dryRun: false }));
    else if (one.does === "mode") {
      const { profile } = this.#ctx;
      this.loop.ctx = {
        ...this.#ctx,
        profile: { ...profile, apply_mode: profile.apply_mode === "auto" ? "approval" : "auto" },
      };
    } else if (one.does === "format") await this.#format(one);
    else if (one.does === "add" || one.does === "prose" || one.does === "detail") this.#put(one);
    else if (one.does === "change" || one.does === "remove" || one.does === "unmark" || one.does === "move")
      this.#edit(one);
  }

  /** Human lines that are nowhere any more, though no version says why: nobody is proven to have written them. */
  async lost(): Promise<string[]> {
    const { versions } = await readChain(this.#ctx.workspace);
    const told = versions
      .flatMap(({ operations }) => operations)
      .filter(({ op, reason }) => reason !== "edited" && (op === "delete" || op === "update"))
      .map((op) => said(op.before ?? op.text));
    const all = TARGETS.map((target) => said(this.#text(target))).join("\n");
    return [...this.human].filter((line) => !all.includes(line) && !told.some((text) => text.includes(line)));
  }

  /** After a last digest: errors of `verify`, and whether another digest would change anything. */
  async settled(): Promise<{ errors: string[]; again: string; files: boolean; rules: boolean }> {
    this.loop.ctx = { ...this.#ctx, profile: { ...this.#ctx.profile, apply_mode: "auto" } };
    await this.#try(() => digest(this.#ctx));
    const before = TARGETS.map((target) => this.#text(target));
    const { decision } = await digest(this.#ctx);
    const after = TARGETS.map((target) => this.#text(target));
    const { findings } = await verify({ ...this.#ctx });
    const errors = findings
      .filter(({ severity }) => severity === "error")
      .map(({ file, message }) => `${file}: ${message}`);
    const chain = await readChain(this.#ctx.workspace);
    const standing = this.#standing().length;
    return {
      errors,
      again: decision,
      files: before.join("\0") === after.join("\0"),
      rules: standing >= chain.rules.length,
    };
  }

  end(): void {
    rmSync(this.loop.world.workspace.root, { recursive: true, force: true });
  }
}

it(`keeps every human line, or says why it left, and leaves nothing for verify to find, in ${SEQUENCES} sequences of all there is`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const play = new Play();
      await play.take({ does: "learn", what: "correction", pick: 0 });
      await play.take({ does: "digest" });
      for (const one of steps) {
        await play.take(one);
        expect(await play.lost()).toEqual([]);
      }
      const settled = await play.settled();
      expect(await play.lost()).toEqual([]);
      expect(settled).toEqual({ errors: [], again: "unchanged", files: true, rules: true });
      play.end();
    }),
    {
      numRuns: SEQUENCES,
      endOnFailure: false,
      examples: [
        // A rule that a person brought back and took out again, while its entry is superseded: no digest deletes it.
        [
          [
            { does: "learn", what: "superseded", pick: 0 },
            { does: "digest" },
            { does: "rollback" },
            { does: "remove", pick: 0, to: 0 },
          ],
        ],
      ],
    },
  );
}, 900_000);
