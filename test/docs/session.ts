/**
 * A session written in a page: its commands are run as they stand there, under the clock that the page names and, where
 * it names one, by a person or an agent with an address of its own: `# 2026-02-15T14:00:00Z, bridget`.
 */

import { execFile } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { words } from "../cli/typed.js";
import { triesMore } from "../effort.js";
import { binary, type Sandbox } from "../sandbox.js";

/** What must have been typed before, and is of no interest there, stands in the mark. */
const BLOCK = /<!-- session(?: after `([^`]+)`)? -->\n```console\n([\s\S]*?)```\n<!-- \/session -->/g;

interface Step {
  /** As a shell reads it: several lines where it goes on, with what it reads from stdin. */
  typed: string;
  now: string;
  /** Who types it; git knows them by that name. */
  by: string;
  /** What stands before it: a blank line and the new time. */
  before: string;
}

/** The commands of a block, without what they printed; time and person go on from the one before until others are named. */
function stepsOf(block: string, last: Pick<Step, "now" | "by"> = { now: "", by: "sybil" }): Step[] {
  const lines = block.split("\n");
  const steps: Step[] = [];
  let { now, by } = last;
  let before = "";
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const [, clock, name = "sybil"] = /^# (\d{4}-\d\d-\d\dT\S+Z)(?:, (\w+))?$/.exec(line) ?? [];
    if (clock !== undefined) {
      now = clock;
      by = name;
      before = `${steps.length === 0 ? "" : "\n"}${line}\n`;
    }
    if (!line.startsWith("$ ")) continue;
    let typed = line.slice(2);
    while (typed.endsWith("\\")) typed += `\n${lines[++at]}`;
    if (typed.includes("<<'EOF'")) {
      do typed += `\n${lines[++at]}`;
      while (lines[at] !== "EOF" && at < lines.length);
    }
    steps.push({ typed, now, by, before });
    before = "";
  }
  return steps;
}

/** One call of tenet and nothing else: words, quotes without anything to expand, and what it reads from stdin. */
const CALL = /^tenet((?:\s+(?:\\\n\s*)?(?:"[^"$`\\]*"|'[^']*'|(?!<)[\w@./:,=-]+))*)(?: <<'EOF'\n([\s\S]*)EOF)?$/;

/** What a shell would hand to the program; undefined where only a shell knows. */
function callOf(typed: string): { args: string[]; stdin: string | null } | undefined {
  const [whole, line = "", stdin = null] = CALL.exec(typed) ?? [];
  if (whole === undefined) return;
  return { args: words(line.replaceAll("\\\n", "")), stdin };
}

const gitIdentity = (name: string, now: string): Record<string, string> =>
  Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((role) => [
      [`GIT_${role}_NAME`, name],
      [`GIT_${role}_EMAIL`, `${name}@example.invalid`],
      [`GIT_${role}_DATE`, now],
    ]),
  );

/** Rows with tabs, set in columns as `column -t` does: a page has no tab stops of its own. */
function inColumns(stdout: string): string {
  const lines = stdout.split("\n");
  const laid: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const end = lines.findIndex((line, n) => n >= at && !line.includes("\t"));
    const rows = lines.slice(at, Math.max(at + 1, end === -1 ? lines.length : end)).map((line) => line.split("\t"));
    const widths: number[] = [];
    for (const row of rows) {
      for (const [n, cell] of row.entries()) widths[n] = Math.max(widths[n] ?? 0, cell.length);
    }
    laid.push(
      ...rows.map((row) => row.map((cell, n) => (n < row.length - 1 ? cell.padEnd(widths[n] ?? 0) : cell)).join("  ")),
    );
    at += rows.length;
  }
  return laid.join("\n");
}

/**
 * The page with every session played anew in the sandbox; only the path of the workspace is shortened. Proof types each
 * line into a shell; `npm test` calls tenet in its own process where a line is no more than that call.
 */
export async function replayed(page: string, world: Sandbox): Promise<string> {
  const bin = join(dirname(world.dir), "bin");
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, "tenet"), `#!/bin/sh\nexec "${process.execPath}" "${binary()}" "$@"\n`);
  await chmod(join(bin, "tenet"), 0o755);
  const env = { ...world.env, PATH: `${bin}:${world.env["PATH"]}`, TENET_SEED: "session" };
  let played = page;
  let last: Step | undefined;
  const run = async ({ typed, now, by }: Pick<Step, "typed" | "now" | "by">): Promise<string> => {
    // Another clone draws ids of its own.
    const [, clone] = / -C \.\.\/(\w+) /.exec(typed) ?? [];
    const seed = clone === undefined ? {} : { TENET_SEED: `session ${clone}` };
    const own = { ...env, TENET_NOW: now, ...seed, ...gitIdentity(by, now) };
    const call = triesMore() ? undefined : callOf(typed);
    if (call === undefined)
      return (await promisify(execFile)("sh", ["-c", `${typed}\n`], { cwd: world.dir, env: own })).stdout;
    const { code, stdout, stderr } = await world.run(call.args, { stdin: call.stdin, env: own });
    if (code !== 0) throw new Error(`${typed}: ${code}\n${stderr}`);
    return stdout;
  };
  for (const [whole, first, block = ""] of page.matchAll(BLOCK)) {
    let text = "";
    const steps = stepsOf(block, last);
    last = steps.at(-1) ?? last;
    if (first !== undefined && steps[0] !== undefined) await run({ ...steps[0], typed: first });
    for (const step of steps) {
      const { typed, before } = step;
      const stdout = await run(step);
      text += `${before}$ ${typed}\n${inColumns(stdout.replaceAll(world.dir, "~/agents/sybil"))}`;
    }
    played = played.replace(whole, () => whole.replace(block, () => text));
  }
  return played;
}
