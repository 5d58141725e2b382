/**
 * Plays a session: in a world of its own, under a clock that moves a minute a step, on vectors that were recorded. git's
 * dates are the clock's. Used by the sessions' own test, by their recorder and by the comparison of two programs.
 */
import { access, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { transportHere } from "../mcp/served.js";
import { NOW, type Sandbox, sandbox } from "../sandbox.js";
import type { Check, Session, Step } from "./session.js";
import { bornIn, type Change, changesOf, type Tree, treeOf } from "./tree.js";

/** What a step came to, in the words of no machine: the world's folders are `~` and `..`, ids are as they were given. */
export interface Played {
  step: Step;
  code: number | null;
  stdout: string;
  stderr: string;
  /** Ids of the records that are new, in the order of their files. */
  born: string[];
  changes: Change[];
  /** Afterwards. */
  tree: Tree;
  /** What a person says must hold of it, with the ids that `$NAME` stands for. */
  checks: Check[];
}

/** The program that plays. */
export interface Player {
  /** The file that starts it. */
  program: string;
  /** A file of vectors; where there is none, texts that were not recorded yet are embedded by the model. */
  vectors: string | undefined;
}

const MINUTE_MS = 60_000;
const LIMIT_MS = 120_000;
/** They print for a program that is no reader of JSON documents, or speak a protocol. */
const AS_TYPED = new Set(["hook", "mcp", "completion"]);

/** Runs the steps of one session. */
class World {
  readonly #box: Sandbox;
  readonly #player: Player;
  readonly #root: string;
  readonly #ids = new Set<string>();
  /** What `$NAME` stands for. */
  readonly #named: Map<string, string>;
  #now = Date.parse(NOW);
  #steps = 0;
  #cwd: string;
  #tree: Tree;
  #asTyped = false;

  constructor(box: Sandbox, player: Player) {
    this.#box = box;
    this.#player = player;
    this.#root = dirname(box.dir);
    this.#cwd = box.dir;
    this.#tree = treeOf(this.#root);
    this.#named = new Map([
      ["DIR", box.dir],
      ["HOME", join(this.#root, "home")],
      ["ROOT", this.#root],
    ]);
  }

  async play(step: Step): Promise<Played> {
    this.#now += MINUTE_MS;
    if (step.verb === "at") this.#now = Date.parse(step.args[0] ?? "");
    const now = new Date(this.#now).toISOString().replace(".000Z", "Z");
    this.#box.at(now);
    const seed = `${this.#steps++}`;
    Object.assign(this.#box.env, { TENET_SEED: seed, GIT_AUTHOR_DATE: now, GIT_COMMITTER_DATE: now });
    const answer = await this.#carryOut(step, step.args.map(this.#filled));
    const tree = treeOf(this.#root);
    const changes = changesOf(this.#tree, tree);
    this.#tree = tree;
    const born = bornIn(tree, this.#ids);
    for (const [at, name] of step.names.entries()) this.#named.set(name, born[at] ?? `no-${name.toLowerCase()}`);
    const checks = step.checks.map((check) => ({ ...check, text: this.#filled(check.text) }));
    const plain = new Map([...tree].map(([path, text]) => [path, this.#withoutFolders(text)]));
    return { step, ...answer, born, changes, tree: plain, checks };
  }

  readonly #filled = (text: string): string =>
    text.replace(/\$([A-Z]+)\b/g, (whole, name: string) => this.#named.get(name) ?? whole);

  #path(stated: string): string {
    return resolve(this.#box.dir, stated.replace(/^~(?=\/|$)/, join(this.#root, "home")));
  }

  async #carryOut({ verb, input }: Step, args: string[]): Promise<Pick<Played, "code" | "stdout" | "stderr">> {
    const done = { code: 0, stdout: "", stderr: "" };
    const [first = "", second = ""] = args;
    const stdin = input === undefined ? null : this.#filled(input);
    switch (verb) {
      case "write":
        await this.#box.write(this.#path(first), stdin ?? "");
        return done;
      case "bytes":
        await this.#box.write(this.#path(first), second);
        return done;
      case "remove":
        await rm(this.#path(first), { recursive: true });
        return done;
      case "cd":
        this.#cwd = this.#path(first);
        await access(this.#cwd);
        return done;
      case "env":
        this.#setVariable(first);
        return done;
      case "whole":
        this.#asTyped = true;
        return done;
      case "at":
        return done;
      case "git":
        return await this.#git(args);
      case "call":
        return await this.#call(first, JSON.parse(second));
      case "tenet":
        return await this.#tenet(args, stdin);
    }
  }

  #setVariable(stated: string): void {
    const [name = "", ...value] = stated.split("=");
    if (value.join("=") === "") delete this.#box.env[name];
    else this.#box.env[name] = value.join("=");
  }

  async #git(args: readonly string[]) {
    try {
      await this.#box.git("-C", this.#cwd, ...args);
      return { code: 0, stdout: "", stderr: "" };
    } catch (failure) {
      return { code: (failure as { code: number }).code, stdout: "", stderr: "" };
    }
  }

  async #tenet(args: readonly string[], stdin: string | null) {
    const isPlain = this.#asTyped || args.some((word) => AS_TYPED.has(word) || word === "--json");
    const { code, stdout, stderr } = await this.#box.run(isPlain ? args : ["--json", ...args], {
      stdin,
      cwd: this.#cwd,
      timeout: LIMIT_MS,
    });
    return { code, stdout: this.#plain(stdout), stderr: this.#plain(stderr) };
  }

  /** One call of a tool, by a client that leaves behind it. */
  async #call(tool: string, given: Record<string, unknown>) {
    const { env } = this.#box;
    const { program, vectors } = this.#player;
    const args = ["mcp", "--profile", "full"];
    const command = { binary: program, args, cwd: this.#cwd, env: { ...env }, timeout: LIMIT_MS, ranFor: 0, vectors };
    const { transport } = transportHere(command);
    const client = new Client({ name: "session", version: "1" }, { versionNegotiation: { mode: "legacy" } });
    await client.connect(transport);
    const answer = await client
      .callTool({ name: tool, arguments: given })
      .then(
        ({ isError, content, structuredContent }) => ({ isError, content, structuredContent }),
        (failure: unknown) => ({ isError: true, content: String(failure), structuredContent: undefined }),
      )
      .finally(() => client.close());
    const { isError, structuredContent, content } = answer;
    return {
      code: isError === true ? 1 : 0,
      stdout: this.#plain(JSON.stringify(structuredContent ?? content)),
      stderr: "",
    };
  }

  #withoutFolders(text: string): string {
    return text.includes(this.#root)
      ? text.replaceAll(join(this.#root, "home"), "~").replaceAll(this.#root, "..")
      : text;
  }

  /** Without what differs from run to run, and from machine to machine. */
  #plain(text: string): string {
    return this.#withoutFolders(text)
      .replace(/\bin \d+(\.\d+)? m?s\b/g, "in 0 s")
      .replace(/"seconds":[\d.]+/g, '"seconds":0')
      .replace(/\b(?:[0-9a-f]{40}|[0-9a-f]{10})\b/g, "a commit");
  }
}

/** Every step in turn; `seen` after each. Throws where a step cannot be carried out. */
export async function play({ steps }: Session, player: Player, seen: (played: Played) => void): Promise<void> {
  const box = await sandbox(player);
  const world = new World(box, player);
  for (const step of steps) seen(await world.play(step));
}
