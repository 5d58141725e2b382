/**
 * `tenet check --staged` on 50 files with 100 checks, beside bare Node and beside `tenet list`, in turn:
 *   node bench/check.mjs [rounds]
 * The environment holds PATH and HOME alone.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROUNDS = Number(process.argv[2] ?? 15);
const FILES = 50;
const CHECKS = 100;
const tenet = fileURLToPath(new URL("../bin/tenet.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "tenet-bench-"));
const env = { PATH: process.env["PATH"], HOME: folder };

function run(command, args, input = "") {
  const began = process.hrtime.bigint();
  const ran = spawnSync(command, args, { cwd: folder, env, encoding: "utf8", input });
  if (ran.status !== 0)
    throw new Error(`${command} ${args.join(" ")} ended with ${ran.status}:\n${ran.stdout}${ran.stderr}`);
  return Number(process.hrtime.bigint() - began) / 1e6;
}

function write(file, text) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

/** Every check is about half of the files: words alone, words in any case, a choice, a start of a line. */
const PATTERNS = [
  (n) => `use of name${n}`,
  (n) => `(?i)todo${n}`,
  (n) => `\\b(get|set)Value${n}\\(`,
  (n) => `^\\s*import .* from "old${n}"`,
];
const checkOf = (n) => ({
  in: [n % 2 === 0 ? "src/**/*.ts" : "src/{a,b}*/**"],
  forbid: PATTERNS[n % 4](n),
  unless: "nolint",
});

const text = (n) =>
  Array.from({ length: 120 }, (_, line) => `export const value${line} = read("${n}", ${line}); // line ${line}\n`).join(
    "",
  );

try {
  write("tenet.yaml", "schema: 1\nagent: main\ntimezone: UTC\nembedding: {model: ./none}\n");
  write(".gitignore", ".tenet/\n");
  run("git", ["init", "-q"]);
  const entries = Array.from({ length: CHECKS }, (_, n) => ({
    type: "correction",
    corrected_to: `Name ${n} goes by its new name`,
    stakes: "low",
    check: checkOf(n),
  }));
  run(process.execPath, [tenet, "add", "-"], JSON.stringify(entries));
  for (let n = 0; n < FILES; n++) write(`src/${"abc"[n % 3]}${n}/file${n}.ts`, text(n));
  run("git", ["add", "-A"]);
  write("empty.cjs", "");
  const timed = { bare: ["empty.cjs"], list: [tenet, "list"], check: [tenet, "check", "--staged"] };
  const times = Object.fromEntries(Object.keys(timed).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS + 2; round++) {
    for (const [name, args] of Object.entries(timed)) {
      const took = run(process.execPath, args);
      if (round >= 2) times[name].push(took);
    }
  }
  const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
  const [bare, list, check] = [median(times.bare), median(times.list), median(times.check)];
  const ms = (value) => `${value.toFixed(0)} ms`;
  process.stdout.write(
    `bare Node ${ms(bare)}, list ${ms(list)}, check --staged on ${FILES} files with ${CHECKS} checks ${ms(check)}: ` +
      `${(check / bare).toFixed(2)} × bare; may take ${ms(2 * bare + 150)}\n`,
  );
} finally {
  if (process.env["KEEP"] === undefined) rmSync(folder, { recursive: true, force: true });
}
