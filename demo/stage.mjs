/** The stage of the demo: a fresh git repository, and the real binary under a clock that the play moves. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { answered, colour, print, title, typed } from "./narrator.mjs";

const house = fileURLToPath(new URL("..", import.meta.url));
const START = Date.UTC(2026, 2, 1, 9, 0);
const DAY_MS = 86_400_000;
const SCENE_MS = 1_700;

/** Neither settings of the caller nor of this machine's git change what the demo shows. */
function ownEnvironment() {
  const foreign = /^(?:TENET_|XDG_|CLAUDE|CODEX|OPENCLAW|GIT_|FORCE_COLOR$|NO_COLOR$|CI$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

const ENVIRONMENT = {
  ...ownEnvironment(),
  TZ: "UTC",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  ...(colour ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" }),
};

export class Stage {
  /** @param {string} fixture a folder of `fixtures/`: copied, never touched
   *  @param {{ binary?: string, pauses: boolean }} how */
  constructor(fixture, { binary = join(house, "bin", "tenet.js"), pauses }) {
    this.binary = resolve(binary);
    this.pauses = pauses;
    this.commands = 0;
    this.began = performance.now();
    this.sceneBegan = this.began;
    this.day(1);
    const world = mkdtempSync(join(tmpdir(), "tenet-demo-"));
    this.home = join(world, "home");
    this.folder = join(world, "sybil");
    cpSync(join(house, "fixtures", fixture), this.folder, { recursive: true });
    this.hasGit = spawnSync("git", ["--version"]).status === 0;
    if (!this.hasGit) return;
    this.git("init", "-q", "-b", "main");
    this.git("config", "user.name", "bridget");
    this.git("config", "user.email", "bridget@example.org");
  }

  /** Moves the clock to nine in the morning of a day, counted from 1. */
  day(number) {
    this.today = number;
    this.now = new Date(START + (number - 1) * DAY_MS);
  }

  /** Opens a scene. On a terminal the one before it stays long enough to be read. */
  async scene(number, text) {
    const left = SCENE_MS - (performance.now() - this.sceneBegan);
    if (this.pauses && left > 0) await setTimeout(left);
    this.sceneBegan = performance.now();
    this.day(number);
    title(`Day ${number}`, text);
  }

  get environment() {
    return {
      ...ENVIRONMENT,
      TENET_NOW: this.now.toISOString(),
      GIT_AUTHOR_DATE: this.now.toISOString(),
      GIT_COMMITTER_DATE: this.now.toISOString(),
      TENET_SEED: `demo-${this.commands}`,
      HOME: this.home,
      TENET_WORKSPACE: this.folder,
      TENET_AGENT: "sybil",
      TENET_SESSION: this.session ?? `day-${this.today}`,
    };
  }

  /** Runs git without showing it. */
  git(...args) {
    const ran = spawnSync("git", args, { cwd: this.folder, encoding: "utf8", env: this.environment });
    if (ran.status !== 0) throw new Error(`git ${args.join(" ")} ended with ${ran.status}:\n${ran.stderr}`);
    return ran.stdout;
  }

  commit(message) {
    if (!this.hasGit) return;
    this.git("add", "-A");
    this.git("commit", "-q", "-m", message);
  }

  /**
   * Shows a command, runs it and shows its answer. `expect` must be in the answer: a demo that no longer shows what it
   * says fails. Answers what was printed, without colour.
   */
  tenet(words, { input, expect, table = false, status = 0, ...excerpt } = {}) {
    this.commands++;
    typed(["tenet", ...words], input);
    // Tables look at the terminal themselves: columns, widths and short ids.
    const direct = table && process.stdout.isTTY === true;
    const ran = spawnSync(process.execPath, [this.binary, ...words], {
      cwd: this.folder,
      encoding: "utf8",
      env: this.environment,
      input: input ?? "",
      stdio: ["pipe", direct ? "inherit" : "pipe", "pipe"],
    });
    const said = stripVTControlCharacters(ran.stdout ?? "");
    if (ran.status !== status || (!direct && expect !== undefined && !expect.test(said))) {
      throw new Error(`tenet ${words.join(" ")} ended with ${ran.status}, expected ${expect}:\n${said}${ran.stderr}`);
    }
    if (direct) print();
    else answered(ran.stdout, excerpt);
    return said;
  }

  /** Runs a command without showing it, as a host does. Answers what it printed; `complaint` is what it said on stderr. */
  quietly(words, input) {
    this.commands++;
    const ran = spawnSync(process.execPath, [this.binary, ...words], {
      cwd: this.folder,
      encoding: "utf8",
      env: this.environment,
      input,
    });
    if (ran.status !== 0) throw new Error(`tenet ${words.join(" ")} ended with ${ran.status}:\n${ran.stderr}`);
    this.complaint = ran.stderr;
    return ran.stdout;
  }

  /** How another program starts the binary in this world. */
  get process() {
    return { binary: this.binary, folder: this.folder, environment: this.environment };
  }

  /** What a person does in their editor. */
  edit(file, change) {
    const before = this.read(file);
    const after = change(before);
    if (after === before) throw new Error(`nothing to change in ${file}:\n${before}`);
    writeFileSync(join(this.folder, file), after);
  }

  /** A new file, as a person writes it. */
  write(file, text) {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    writeFileSync(join(this.folder, file), text);
  }

  read(file) {
    return readFileSync(join(this.folder, file), "utf8");
  }

  /** Seconds since the curtain rose. */
  get seconds() {
    return Math.round((performance.now() - this.began) / 1000);
  }
}

/** The short id with which an answer begins. */
export function idOf(answer) {
  const id = /^(?:Learned|Evolved) +([0-9a-z]{5})/.exec(answer)?.[1];
  if (id === undefined) throw new Error(`no id in:\n${answer}`);
  return id;
}
