/** The stage of the demo: a fresh git repository, the real binary under a fixed clock, and a narrator. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const binary = join(root, "bin", "tenet.js");
const colour = process.stdout.isTTY === true && process.env.NO_COLOR === undefined && process.env.TERM !== "dumb";
const paint = (code) => (text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
export const bold = paint("1");
export const dim = paint("2");
const accent = paint("36");

const START = Date.UTC(2026, 2, 2, 9, 0);
const DAY = 86_400_000;
const WIDTH = 96;

/** One play: where it happens and what day it is. */
export class Stage {
  constructor(fixture) {
    this.folder = mkdtempSync(join(tmpdir(), "tenet-demo-"));
    cpSync(join(root, "fixtures", fixture), this.folder, { recursive: true });
    this.now = START;
    this.started = performance.now();
    this.commands = 0;
    this.git("init", "-q", "-b", "main");
    this.git("config", "user.name", "bridget");
    this.git("config", "user.email", "bridget@example.org");
    // The demo shows what was committed, not how this machine signs or hooks.
    this.git("config", "commit.gpgsign", "false");
    this.git("config", "core.hooksPath", "/dev/null");
  }

  /** Moves the clock to the morning of a day, counted from 1, plus some minutes. */
  day(number, minutes = 0) {
    this.now = START + (number - 1) * DAY + minutes * 60_000;
    this.today = number;
  }

  get environment() {
    return {
      ...process.env,
      TENET_NOW: new Date(this.now).toISOString(),
      TENET_SEED: `demo-${this.commands}`,
      TENET_WORKSPACE: this.folder,
      TENET_AGENT: "",
      TENET_SESSION: `day-${this.today}`,
      TENET_RUN: "",
      TENET_USER: "",
      ...(colour ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" }),
    };
  }

  git(...args) {
    const ran = spawnSync("git", args, { cwd: this.folder, encoding: "utf8", env: this.environment });
    if (ran.status !== 0) throw new Error(`git ${args.join(" ")} failed:\n${ran.stderr}`);
    return ran.stdout;
  }

  commit(message) {
    this.git("add", "-A");
    this.git("commit", "-q", "-m", message);
  }

  /** Runs tenet; answers stdout. Any exit code but 0 ends the demo. */
  tenet(args, input) {
    this.commands++;
    const ran = spawnSync(process.execPath, [binary, ...args], {
      cwd: this.folder,
      encoding: "utf8",
      env: this.environment,
      input: input ?? "",
    });
    if (ran.status !== 0) throw new Error(`tenet ${args.join(" ")} ended with ${ran.status}:\n${ran.stderr}${ran.stdout}`);
    return ran;
  }

  /** Shows a command as it would be typed, and what it answers; long answers are cut at `lines`. Answers stdout. */
  play(args, { lines = 14, input } = {}) {
    const typed = args.map((arg) => (/^[\w./:=@-]+$/.test(arg) ? arg : JSON.stringify(arg))).join(" ");
    print(wrap(`${accent("$")} tenet ${bold(typed)}`, "    "));
    const { stdout } = this.tenet(args, input);
    const shown = stdout.trimEnd().split("\n");
    for (const line of shown.slice(0, lines)) print(`  ${line}`);
    if (shown.length > lines) print(dim(`  … ${shown.length - lines} more lines`));
    print("");
    return stdout;
  }
}

export function print(text) {
  process.stdout.write(`${text}\n`);
}

/** A heading between two scenes. */
export function scene(day, title) {
  print(bold(`── day ${day} ── ${title} ${"─".repeat(Math.max(0, 70 - title.length - String(day).length))}`));
}

/** What the narrator says. */
export function say(text) {
  print(dim(wrap(text, "")));
  print("");
}

function wrap(text, indent) {
  const lines = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + word.length + 1 > WIDTH) {
      lines.push(line);
      line = indent + word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n");
}
