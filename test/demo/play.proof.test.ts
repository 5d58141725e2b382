import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { binary, type Sandbox, sandbox } from "../sandbox.js";

const HOUSE = fileURLToPath(new URL("../..", import.meta.url));
const FIXTURE = join(HOUSE, "fixtures", "demo-workspace");

async function bytesOf(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    found.push(
      `${path} ${createHash("sha256")
        .update(await readFile(path))
        .digest("hex")}`,
    );
  }
  return found.sort();
}

/** Everything that could reach into the play from outside: an agent's host, a hook of git, settings of tenet. */
const FOREIGN = {
  CI: "1",
  CLAUDECODE: "1",
  GIT_DIR: "/nowhere",
  GIT_INDEX_FILE: "/nowhere/index",
  TENET_WORKSPACE: "/nowhere",
  TENET_RUN: "nightly-12",
  TENET_AGENT: "somebody",
  TZ: "Pacific/Kiritimati",
  FORCE_COLOR: "3",
};

let world: Sandbox;
let shown: { stdout: string; stderr: string };
let before: string[];

// The promise is well under a minute; the limit only says that it ends on a busy machine, too.
beforeAll(async () => {
  world = await sandbox({ empty: true });
  before = await bytesOf(FIXTURE);
  shown = await promisify(execFile)(process.execPath, [join(HOUSE, "demo", "play.mjs"), "--binary", binary()], {
    cwd: world.dir,
    env: { ...world.env, NO_COLOR: "", ...FOREIGN },
    timeout: 400_000,
  });
}, 420_000);

/** What is shown of a day; some have several scenes. */
const scene = (day: number): string =>
  shown.stdout
    .split(/^── (?=Day )/m)
    .filter((text) => text.startsWith(`Day ${day}:`))
    .join("");

describe("the demo", () => {
  it("plays to its end in a pipe, inside an agent and CI, without a word on stderr", () => {
    expect(shown.stderr).toBe("");
    expect(shown.stdout).toMatch(/^40 days in \d+ seconds?, and nothing left this machine\.$/m);
  });

  it("shows no control sequences in a pipe, even where colour is forced", () => {
    expect(shown.stdout).not.toContain("\u001b");
  });

  it.each([
    [1, /tenet harvest [\s\S]*Nothing leaves this machine[\s\S]*three sessions or more[\s\S]*3 sessions/],
    [1, /In all: 20 found = \d+ imported \([^)]+\) \+ \d+ logged \+ \d+ folded/],
    [2, /Not learned. Nothing goes wrong if this is wrong\. Kept in the daily log/],
    [3, /tenet add - <<'EOF'[\s\S]*^Learned/m],
    [4, /^Learned {2}\w{5}/m],
    [5, /^Known already: \w{5} \("Uploads fail [^"]*"\) says the same; it is counted/m],
    [8, /^ {2}near +\w{5} [\s\S]*only there[\s\S]*--same \| --replaces[\s\S]*are one, shown once/m],
    [9, /Did it hold\?[\s\S]*It is asked again[\s\S]*It held/],
    [14, /Mirror eu-1 is fast[\s\S]*^ {2}near +\w{5} [\s\S]*--exception[\s\S]*Both hold/m],
    [11, /^ {2}near +\w{5} [\s\S]*no longer/m],
    [12, /--replaces[\s\S]*holds instead of/],
    [13, /Mirror eu-2[\s\S]*^ {2}near +\w{5} [\s\S]*--unrelated[\s\S]*nothing to do with each other/m],
    [15, /--same \w{5}[\s\S]*did\s+not\s+stick/m],
    [16, /^Keep in mind:[\s\S]*said 2\s+times/m],
    [23, /It held[\s\S]*--verdict validated[\s\S]*^Learned/m],
    [28, /no longer fail/],
    [24, /In force as version 0002-\w{5}[\s\S]*^SOUL\.md$[\s\S]*next time: no tag without the full run[\s\S]*It held/m],
    [29, /In force as version 0003-\w{5}[\s\S]*^memory\/core\/procedures\.md$[\s\S]*It worked in 3 sessions/m],
    [30, /tenet hook session-start[\s\S]*tenet-core-[\s\S]*→ recall_memories[\s\S]*→ save_memory[\s\S]*in 3 sessions/],
    [31, /tenet hook session-start[\s\S]*^Heard and not recorded[\s\S]*hardware key/m],
    [31, /hotfix, weekend or not[\s\S]*People changed it by hand/],
    [33, /^Taken back {2}version 0002-\w{5}[\s\S]*^-- Search all of[\s\S]*a person's line/m],
    [34, /People changed it by hand[\s\S]*written {6}by bridget/],
    [37, /Waits for a person as version 0006-\w{5}[\s\S]*branch {2}tenet\/v6/],
  ])("day %i shows what its narrator says", (day, decision) => {
    expect(scene(day)).toMatch(decision);
  });

  it("ends with the diff a reviewer sees: the new rule, a person's line untouched", () => {
    const diff = scene(37).slice(scene(37).indexOf("$ git diff"));
    expect(diff).toMatch(/^\+- Use `npm ci` in every job that builds something for others\. <!-- COR-\S+ -->$/m);
    expect(diff).toMatch(
      /^ - The whole test suite runs [^;]*; next time: no tag without the full run, hotfix, weekend or not /m,
    );
    expect(diff.split("\n").length).toBeLessThan(60);
  });

  it("keeps its folder, names it, and every command it ends with works there", async () => {
    const folder = /TENET_WORKSPACE=(\S+)/.exec(shown.stdout)?.[1];
    expect(folder).toBeDefined();
    const calls = [...shown.stdout.matchAll(/^ {2}npx tenet (\S+(?: \S+)*) {2,}/gm)].map((match) => match[1] as string);
    expect(calls.length).toBeGreaterThanOrEqual(4);
    for (const call of calls) {
      const ran = await world.run(call.split(" "), { env: { TENET_WORKSPACE: folder, TENET_NOW: undefined } });
      expect({ call, code: ran.code, stderr: ran.stderr }).toMatchObject({ code: 0 });
    }
    const verified = await world.run(["verify", "--json"], { env: { TENET_WORKSPACE: folder } });
    expect(verified.json().data.findings).toEqual([]);
  });

  it("leaves the fixture as it was", async () => {
    expect(await bytesOf(FIXTURE)).toEqual(before);
  });
});
