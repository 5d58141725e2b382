/** A session written in a page: its commands are run as they stand there, under the clock that the page names. */

import { execFile } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { binary, type Sandbox } from "../sandbox.js";

const BLOCK = /<!-- session -->\n```console\n([\s\S]*?)```\n<!-- \/session -->/g;

interface Step {
  /** As a shell reads it: several lines where it goes on, with what it reads from stdin. */
  typed: string;
  now: string;
  /** What stands before it: a blank line and the new time. */
  before: string;
}

/** The commands of a block, without what they printed. */
function stepsOf(block: string): Step[] {
  const lines = block.split("\n");
  const steps: Step[] = [];
  let now = "";
  let before = "";
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const clock = /^# (\d{4}-\d\d-\d\dT\S+Z)$/.exec(line)?.[1];
    if (clock !== undefined) {
      now = clock;
      before = `${steps.length === 0 ? "" : "\n"}${line}\n`;
    }
    if (!line.startsWith("$ ")) continue;
    let typed = line.slice(2);
    while (typed.endsWith("\\")) typed += `\n${lines[++at]}`;
    if (typed.includes("<<'EOF'")) {
      do typed += `\n${lines[++at]}`;
      while (lines[at] !== "EOF" && at < lines.length);
    }
    steps.push({ typed, now, before });
    before = "";
  }
  return steps;
}

/** The page with every session played anew in the sandbox; only the path of the workspace is shortened. */
export async function replayed(page: string, world: Sandbox): Promise<string> {
  const bin = join(dirname(world.dir), "bin");
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, "tenet"), `#!/bin/sh\nexec "${process.execPath}" "${binary()}" "$@"\n`);
  await chmod(join(bin, "tenet"), 0o755);
  const env = { ...world.env, PATH: `${bin}:${world.env["PATH"]}`, TENET_SEED: "session" };
  let played = page;
  for (const [whole, block = ""] of page.matchAll(BLOCK)) {
    let text = "";
    for (const { typed, now, before } of stepsOf(block)) {
      const { stdout } = await promisify(execFile)("sh", ["-c", `${typed}\n`], {
        cwd: world.dir,
        env: { ...env, TENET_NOW: now },
      });
      text += `${before}$ ${typed}\n${stdout.replaceAll(world.dir, "~/agents/sybil")}`;
    }
    played = played.replace(whole, () => whole.replace(block, () => text));
  }
  return played;
}
