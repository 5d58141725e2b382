/**
 * Sixty days of one agent and its owner as commands: what is typed on which day. `{T}` stands for the id of the entry that
 * a line before it named so. Each day ends with a heartbeat.
 */
import { readdir, readFile } from "node:fs/promises";
import { atKeyboard, ENTER } from "../cli/terminal.js";
import { words } from "../cli/typed.js";
import { type Sandbox, sandbox } from "../sandbox.js";

const LAST_DAY = 60;
const OWNED =
  "schema: 1\nagent: sybil\ntimezone: UTC\npeople:\n  - {name: bridget, role: owner, emails: [sybil@example.invalid]}\n";
const APPROVAL = `${OWNED}apply_mode: approval\n`;

interface Typed {
  line: string;
  /** How later lines name the entry that it makes. */
  label?: string;
  /** By the owner, at a terminal; otherwise by the agent. */
  atTerminal?: true;
  /** What the owner is asked, and the state of the version whose word answers it. */
  confirms?: readonly [question: string, status: "pending" | "active"];
}

const correct = (now: string, before: string, next: string, risk = "high: a release breaks"): string =>
  `correct '${now}' --instead-of '${before}' --so '${next}' --risk '${risk}' --json`;
const learn = (insight: string, more: string): string =>
  `learn '${insight}' --because 'Two builds of one commit differed' ${more} --json`;
const lesson = "--lesson 'Keep the last two images of every service'";

const LINES: Readonly<Record<number, readonly Typed[]>> = {
  1: [
    {
      line: correct("Never publish on a Friday", "Any day will do", "Look at the calendar before publishing"),
      label: "T",
      atTerminal: true,
    },
    {
      line: correct(
        "Install from the lockfile in CI",
        "Any install command is fine",
        "Look for npm install in the CI file",
      ),
      label: "C",
    },
  ],
  2: [
    {
      line: learn(
        "Retries hide the flaky test",
        "--use-for 'count retries before a release' --risk 'medium: a broken build ships'",
      ),
      label: "I",
    },
    {
      line: learn(
        "Pipe the installer of a mirror into a shell",
        "--origin https://example.invalid/readme --risk 'medium: a slow setup'",
      ),
      label: "X",
    },
  ],
  3: [
    {
      line: correct(
        "Name the time zone in every schedule",
        "Local time is clear enough",
        "Write UTC behind each time",
        "medium: work is lost",
      ),
      label: "D",
    },
    { line: "show {D}" },
  ],
  4: [{ line: "status" }, { line: "review --list" }],
  5: [{ line: "outcome {C} --held --evidence 'two pipelines used it'" }],
  6: [{ line: "used {I} --worked" }, { line: "recall 'flaky tests'" }],
  8: [{ line: "versions" }, { line: "versions diff" }, { line: "context" }],
  10: [
    {
      line: correct(
        "In every schedule name the time zone",
        "The nightly job may stay as it is",
        "Search all schedules for times without UTC",
        "medium: work is lost",
      ),
      label: "E",
    },
    { line: "resolve {E} {D} --same" },
  ],
  12: [{ line: learn("Rollbacks need the old image", "--risk 'high: an outage lasts hours'"), label: "K" }],
  13: [{ line: "used {I} --worked" }],
  17: [{ line: "outcome {E} --held --evidence 'every schedule says UTC'" }],
  18: [
    {
      line: `outcome {K} --verdict validated --result 'The outage took four minutes' --score 9 ${lesson} --json`,
      label: "K1",
    },
    { line: "why {K}" },
  ],
  20: [{ line: "used {I} --worked" }, { line: "digest {X}" }, { line: "list --status all" }],
  22: [{ line: "forget {X} --reason 'no project of ours'" }, { line: "undo" }],
  24: [{ line: "report" }, { line: "versions" }],
  30: [
    {
      line: correct(
        "In CI install from the lockfile",
        "The docs job may use another command",
        "Search all of ci/ for npm install",
      ),
      label: "F",
    },
    { line: "resolve {F} {C} --same" },
    { line: "show {C}" },
  ],
  35: [
    {
      line: "outcome {I} --verdict invalidated --result 'The retries were switched off and it stayed green' --json",
      label: "I1",
    },
  ],
  37: [{ line: "outcome {F} --held --evidence 'no job drifted'" }],
  38: [
    { line: "remember 'The staging limit is 60 requests a minute' --category fact" },
    { line: "list --type memory" },
  ],
  41: [{ line: "digest" }, { line: "versions" }, { line: "context --json" }],
  44: [
    {
      line: `outcome {K} --verdict validated --result 'Back in three minutes' --score 10 ${lesson} --json`,
      label: "K2",
    },
  ],
  47: [
    {
      line: correct(
        "Ask before deleting a branch",
        "Merged branches may go",
        "Ask in the thread before deleting a branch",
        "medium: work is lost",
      ),
      label: "G",
    },
  ],
  51: [{ line: "outcome {G} --held --evidence 'asked twice'" }],
  55: [
    { line: "versions approve" },
    { line: "versions reject --reason 'too general'" },
    { line: "versions diff" },
    { line: "versions approve --reason 'It proved itself.'", atTerminal: true, confirms: ["in force:", "pending"] },
    { line: "versions --json" },
  ],
  57: [
    { line: "versions rollback --reason 'it does not help'" },
    {
      line: "versions rollback --reason 'it does not help'",
      atTerminal: true,
      confirms: ["to take version", "active"],
    },
    { line: "context" },
  ],
  60: [{ line: "verify" }, { line: "doctor" }, { line: "report --json" }, { line: "export" }],
};

/** What the owner does in an editor, and commits. */
const EDITS: Readonly<Record<number, (box: Sandbox) => Promise<unknown>>> = {
  25: (box) => edit(box, "SOUL.md", (text) => text.replace("in the CI file", "in every CI file")),
  40: (box) => edit(box, "MEMORY.md", (text) => text.replace(/^- Keep the last two images.*\n/m, "")),
  46: (box) => edit(box, "tenet.yaml", () => APPROVAL),
};

async function edit(box: Sandbox, file: string, change: (text: string) => string): Promise<void> {
  await box.write(file, change(await readFile(box.path(file), "utf8")));
  await box.git("add", "-A");
  await box.git("commit", "-q", "-m", "by bridget");
}

const instant = (day: number, hour: string): string =>
  `${new Date(Date.UTC(2026, 1, day)).toISOString().slice(0, 10)}T${hour}:00:00Z`;

async function typedByOwner(
  box: Sandbox,
  args: readonly string[],
  confirms: Typed["confirms"],
  env: Record<string, string>,
): Promise<string> {
  if (confirms === undefined) return (await atKeyboard(box, ["--no-input", ...args], [], env)).screen;
  const [question, status] = confirms;
  return (await atKeyboard(box, args, [[question, `${await wordOfVersion(box, status)}${ENTER}`]], env)).screen;
}

async function wordOfVersion(box: Sandbox, status: string): Promise<string> {
  const names = (await readdir(box.path("memory/versions"))).filter((name) => name.endsWith(".md"));
  for (const name of names.sort().reverse()) {
    if (new RegExp(`^status: ${status}$`, "m").test(await box.read(`memory/versions/${name}`)))
      return name.slice(0, -".md".length).slice(-5).toLowerCase();
  }
  throw new Error(`no version is ${status}`);
}

/** Plays all days in a world of its own. `watched`: the world with whatever looks at its calls. */
export async function playSixtyDays(watched: (box: Sandbox) => Sandbox): Promise<void> {
  const box = watched(await sandbox({ git: true, profile: OWNED, now: instant(1, "09") }));
  const ids = new Map<string, string>();
  for (let day = 1; day <= LAST_DAY; day += 1) {
    box.at(instant(day, "09"));
    for (const [at, { line, label, atTerminal = false, confirms }] of (LINES[day] ?? []).entries()) {
      const args = words(line.replace(/\{(\w+)\}/g, (_, name: string) => ids.get(name) ?? name));
      const own = { TENET_SEED: `day-${day}-${at}`, TENET_SESSION: `day-${day}` };
      const printed = atTerminal
        ? await typedByOwner(box, args, confirms, own)
        : (await box.run(args, { env: own })).stdout;
      if (label !== undefined) ids.set(label, JSON.parse(printed).data.id);
    }
    await EDITS[day]?.(box);
    box.at(instant(day, "10"));
    await box.run(["heartbeat"], { env: { TENET_SEED: `beat-${day}`, TENET_SESSION: `day-${day}` } });
  }
}
