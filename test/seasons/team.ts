/**
 * Two weeks of two people and two agents in two clones that git merges every evening; hooks alone, no timer. The plan is a
 * list of sentences.
 */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { installMergeDriver } from "../../src/store/merge/merge-driver.js";
import { atKeyboard } from "../cli/terminal.js";
import { binary, type Ran, type Sandbox, sandbox } from "../sandbox.js";

const exec = promisify(execFile);
export const DAYS = 14;
const PROFILE = `schema: 1
agent: [main, sybil]
timezone: UTC
people:
  - {name: bridget, role: owner, emails: [bridget@example.invalid]}
  - {name: tom, role: member, emails: [tom@example.invalid]}
files: {soul: CLAUDE.md, memory: CLAUDE.md, procedures: CLAUDE.md, boot: CLAUDE.md, heartbeat: CLAUDE.md}
`;
/** Line 3 of CLAUDE.md. */
export const WRITTEN = "Postgres runs on host port 5435";

type Desk = "bridget" | "tom";
type Answer = "same" | "replaces" | "exception" | "unrelated";

interface Event {
  day: number;
  desk: Desk;
  /** `typed`: by the person, at a terminal. `prompt`: said to the agent, which may record it. `agent`: its own. */
  how: "typed" | "prompt" | "agent";
  say: string;
  /** The capture's words and flags: as typed, or as an agent that listens makes of them. */
  capture: readonly string[];
  /** What an agent that answers says of what is near, by words that the near one holds. */
  answers?: Readonly<Record<string, Answer>>;
}

const event = (
  day: number,
  desk: Desk,
  how: Event["how"],
  capture: readonly string[],
  more: Partial<Event> = {},
): Event => ({ day, desk, how, say: "", capture, ...more });
const risk = (what: string) => ["--risk", what];
const correct = (text: string, by: Desk, what: string) => ["correct", text, "--said-by", by, ...risk(what)];
const learn = (text: string, because: string) => {
  return ["learn", text, "--because", because, ...risk("medium: trust in CI")];
};
const remember = (text: string) => ["remember", text, "--category", "fact"];

export const EVENTS: readonly Event[] = [
  event(1, "bridget", "typed", ["correct", "Deploys go out from the release branch", ...risk("high: production")]),
  event(1, "tom", "agent", remember("The staging database is reset every night")),
  event(2, "tom", "prompt", correct("Use pnpm here, never npm", "tom", "medium: every install"), {
    say: "No, use pnpm here, never npm.",
  }),
  event(3, "bridget", "agent", learn("Retries hide flaky tests", "3 of 5 reruns")),
  event(4, "tom", "agent", learn("Retrying a test hides that it is flaky", "the log"), {
    answers: { "Retries hide": "same" },
  }),
  event(4, "bridget", "typed", ["correct", "Never push to main", ...risk("high: everybody pulls it")]),
  event(5, "bridget", "prompt", correct("Documentation changes may be pushed to main", "bridget", "medium: waiting"), {
    say: "That's wrong, documentation changes may be pushed to main.",
    answers: { "Never push to main": "exception" },
  }),
  event(5, "tom", "prompt", correct("In the docs folder use npm", "tom", "medium: the docs build"), {
    say: "No, in the docs folder use npm.",
    answers: { "Use pnpm here": "exception" },
  }),
  event(6, "tom", "agent", remember("The staging database is reset every Sunday"), {
    answers: { "every night": "replaces" },
  }),
  event(7, "bridget", "prompt", correct("Invoices go out on Thursday", "bridget", "medium: cash flow"), {
    say: "No, I meant the invoices go out on Thursday, not on Friday.",
  }),
  event(8, "tom", "agent", remember("Postgres runs on host port 5432"), { answers: { [WRITTEN]: "replaces" } }),
];

/** One person with one agent at one clone. */
class Clone {
  readonly desk: Desk;
  readonly #box: Sandbox;
  readonly #dir: string;
  #session = "";
  #said: string[] = [];
  #calls = 0;

  constructor(box: Sandbox, dir: string, desk: Desk) {
    this.#box = box;
    this.#dir = dir;
    this.desk = desk;
  }

  async git(...args: string[]): Promise<string> {
    try {
      return (await exec("git", args, { cwd: this.#dir, env: this.#person })).stdout;
    } catch (error) {
      const left = await exec("git", ["diff"], { cwd: this.#dir, env: this.#person });
      throw new Error(`${(error as Error).message}\n${left.stdout}`);
    }
  }

  async begins(): Promise<void> {
    await this.git("config", "user.name", this.desk);
    await this.git("config", "user.email", `${this.desk}@example.invalid`);
    await installMergeDriver(this.#dir, binary());
  }

  get #person(): Record<string, string> {
    this.#calls += 1;
    return { ...this.#box.env, TENET_SEED: `${this.desk}-${this.#calls}` };
  }

  get #here(): string[] {
    return ["-C", this.#dir, "--session", this.#session, "--as", this.desk === "bridget" ? "main" : "sybil"];
  }

  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by its assertions.
  async data(...args: string[]): Promise<any> {
    const ran = await this.#box.run([...this.#here, ...args, "--json"], { env: this.#person });
    expect(ran.code, `${args.join(" ")}\n${ran.stdout}`).toBe(0);
    return ran.json().data;
  }

  async print(...args: string[]): Promise<string> {
    return (await this.#box.run([...this.#here, ...args], { env: this.#person })).stdout;
  }

  async typed(args: readonly string[]): Promise<void> {
    const { code, screen } = await atKeyboard(this.#box, [...this.#here, "--no-input", ...args], [], this.#person);
    expect(code, screen).toBe(0);
  }

  read(file: string): Promise<string> {
    return readFile(join(this.#dir, file), "utf8");
  }

  async begin(day: number): Promise<void> {
    this.#session = `${this.desk}-${day}`;
    this.#said = [];
    await this.#hook("session-start", { source: "startup" });
  }

  async prompt(text: string): Promise<string> {
    this.#said.push(text);
    return (await this.#hook("user-prompt", { prompt: text })).stdout;
  }

  async end(): Promise<void> {
    const turns = this.#said.map((text) => ({ type: "user", message: { role: "user", content: text } }));
    await writeFile(this.#transcript, turns.map((turn) => `${JSON.stringify(turn)}\n`).join(""));
    await this.#hook("session-end", { reason: "exit" });
  }

  get #transcript(): string {
    return join(dirname(this.#dir), `${this.#session}.jsonl`);
  }

  async #hook(event: string, more: object): Promise<Ran> {
    const input = { session_id: this.#session, transcript_path: this.#transcript, cwd: this.#dir, ...more };
    const ran = await this.#box.run(["hook", event], { stdin: JSON.stringify(input), env: this.#person });
    expect(ran.code, ran.stderr).toBe(0);
    return ran;
  }
}

/** Both clones, and what an agent does with what it is told and asked. */
export class Play {
  readonly #box: Sandbox;
  readonly #listens: boolean;
  readonly clones: readonly [Clone, Clone];

  private constructor(box: Sandbox, listens: boolean, clones: readonly [Clone, Clone]) {
    this.#box = box;
    this.#listens = listens;
    this.clones = clones;
  }

  /** `watched`: the world with whatever looks at its calls; told the folders of both clones. */
  static async begin(
    listens: boolean,
    watched: (box: Sandbox, trees: readonly string[]) => Sandbox = (box) => box,
  ): Promise<Play> {
    const plain = await sandbox({ git: true, profile: PROFILE, now: at(1, "08") });
    const other = join(dirname(plain.dir), "tom");
    const box = watched(plain, [plain.dir, other]);
    await box.write("CLAUDE.md", `# Shop\n\n- ${WRITTEN}\n`);
    const made = await box.run(["init"]);
    expect(made.code, made.stderr).toBe(0);
    await box.git("add", ".");
    await box.git("commit", "-q", "-m", "the shop");
    const origin = join(dirname(box.dir), "origin.git");
    await box.git("clone", "-q", "--bare", box.dir, origin);
    await box.git("remote", "add", "origin", origin);
    await box.git("fetch", "-q");
    await box.git("branch", "-q", "-u", "origin/main");
    await box.git("clone", "-q", origin, other);
    const clones = [new Clone(box, box.dir, "bridget"), new Clone(box, other, "tom")] as const;
    for (const clone of clones) await clone.begins();
    return new Play(box, listens, clones);
  }

  async day(day: number): Promise<void> {
    for (const clone of this.clones) {
      this.#box.at(at(day, clone.desk === "bridget" ? "09" : "11"));
      await clone.begin(day);
      for (const event of EVENTS) if (event.day === day && event.desk === clone.desk) await this.#happen(clone, event);
      await clone.end();
    }
    this.#box.at(at(day, "18"));
    await this.#merge();
  }

  async #happen(clone: Clone, { how, say, capture, answers = {} }: Event): Promise<void> {
    if (how === "typed") return await clone.typed(capture);
    if (how === "prompt") {
      const nudge = await clone.prompt(say);
      expect(nudge, say).toContain("sounds like a correction");
      if (!this.#listens) return;
    }
    const heard = how === "prompt" ? (await clone.data("review", "--list")).queue.filter(isHeard) : [];
    const named = heard.flatMap(({ id }: { id: string }) => ["--heard", id]);
    const { id, asks } = await clone.data(...capture, ...named);
    if (!this.#listens) return;
    for (const { about, text } of asks as { about: string; text: string }[]) {
      const words = Object.keys(answers).find((part) => text.includes(part));
      const answer = words === undefined ? "unrelated" : (answers[words] as Answer);
      await clone.data("resolve", id, about, `--${answer}`);
    }
  }

  /** One after the other commits, merges what the other pushed, and pushes; the first then has both. */
  async #merge(): Promise<void> {
    for (const clone of [...this.clones, this.clones[0]]) {
      await clone.git("add", "-A");
      await clone.git("commit", "-q", "--allow-empty", "-m", `the day of ${clone.desk}`);
      await clone.git("pull", "-q", "--no-rebase", "--no-edit");
      await clone.git("push", "-q");
    }
  }
}

const at = (day: number, hour: string): string => `2026-03-${String(day).padStart(2, "0")}T${hour}:00:00Z`;
export const isHeard = ({ kind }: { kind: string }): boolean => kind === "heard";
