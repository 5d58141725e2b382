/** A harvest where no workspace is: what is told, whose sessions they are, and that nothing at all is written. */

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { claudeCodeSession } from "../hosts/talk.js";
import { type Sandbox, sandbox } from "../sandbox.js";

/** Equal words, whatever their case, marks and articles. */
const PNPM = [
  "I already told you: install with pnpm here, not npm.",
  "I already told you, install with the pnpm here, not npm.",
  "I already told you: Install with pnpm here, not npm!",
];

/** Every file beneath a folder with its bytes and its instant. */
function bytesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, `${statSync(path).mtimeMs} ${readFileSync(path, "latin1")}`];
    }),
  );
}

const home = (box: Sandbox) => box.env["HOME"] as string;

function put(box: Sandbox, path: string, content: string): void {
  const whole = join(home(box), path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, content);
}

function session(box: Sandbox, folder: string, name: string, text: string, day: string): void {
  const turns = [{ label: "correction" as const, text, before: "I changed it." }];
  const slug = folder.replace(/[^A-Za-z0-9]/g, "-");
  put(
    box,
    `.claude/projects/${slug}/${name}.jsonl`,
    claudeCodeSession(turns, name, folder, new Date(`${day}T10:00:00Z`)),
  );
}

function told(box: Sandbox, folder: string): void {
  for (const [at, text] of PNPM.entries()) session(box, folder, `s${at}`, text, `2026-02-0${at + 1}`);
}

const openClaw = (box: Sandbox): void => {
  const lines = [
    { type: "session", id: "o1", cwd: "/" },
    { type: "message", timestamp: "2026-02-01T10:00:00Z", message: { role: "assistant", content: "I mailed it." } },
    {
      type: "message",
      timestamp: "2026-02-01T10:01:00Z",
      message: { role: "user", content: "You're wrong, invoices go out on Mondays." },
    },
  ];
  put(box, ".openclaw/agents/main/sessions/o1.jsonl", lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
};

const last = (text: string) => expect.stringMatching(text);
const json = async (box: Sandbox, args: string[], more = {}) => (await box.run([...args, "--json"], more)).json().data;

describe("without a workspace", () => {
  let box: Sandbox;
  beforeAll(async () => {
    box = await sandbox({ empty: true });
    told(box, box.dir);
    session(box, `${box.dir}-elsewhere`, "e1", "That's wrong, sign every release tag.", "2026-02-09");
    openClaw(box);
  });

  it("tells what is said again and again in this project, and what to do next; the same to programs", {
    tags: "proof",
  }, async () => {
    const { code, stdout, stderr } = await box.run(["harvest"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^This is what you keep telling your agents\n/);
    expect(stdout).toContain(`From 3 sessions of ${box.dir}: 3 of claude-code`);
    expect(stdout).toMatch(
      /3× {2}"[^"]*pnpm[^"]*"\n {7}3 sessions, 2026-02-01 to 2026-02-03 · not for the first time\n/,
    );
    expect(stdout).toContain(
      "You corrected your agent 3 times in 3 of 3 sessions; this one you said in three sessions or more:",
    );
    expect(stdout).toMatch(/\nNothing was written: .* tenet init makes one; then tenet harvest offers these\.\n$/);
    expect(stdout).not.toMatch(/release tag|Mondays/);
    expect(await json(box, ["harvest"])).toMatchObject({
      ...{
        workspace: false,
        of: { project: box.dir, found: true },
        read: { transcripts: 3 },
        next: last("tenet init"),
      },
      repeated: [{ times: 3, sessions: 3, last: "2026-02-03T10:02:00Z", complained: true }],
    });
  });

  it("writes nothing anywhere: home, project and folder for temporary files keep every byte", {
    tags: "proof",
  }, async () => {
    const root = dirname(box.dir);
    const before = bytesOf(root);
    for (const args of [["harvest"], ["harvest", "--json"], ["harvest", "--all", "--all-projects"]])
      await box.run(args);
    await box.runTyped(["harvest"], () => undefined);
    expect(bytesOf(root)).toEqual(before);
    expect(existsSync(join(box.dir, ".tenet"))).toBe(false);
  });

  it("takes the project that -C names, files that are named, or everything, also where this project has no session", {
    tags: "proof",
  }, async () => {
    const [there, other] = ["workspace-elsewhere", "other"].map((name) => join(dirname(box.dir), name)) as [
      string,
      string,
    ];
    for (const folder of [there, other]) mkdirSync(folder);
    const { of, single } = await json(box, ["-C", there, "harvest"], { cwd: "/" });
    expect([of, single[0].quote]).toEqual([{ project: there, found: true }, "That's wrong, sign every release tag."]);
    const all = await json(box, ["harvest", "--all-projects"]);
    expect([all.of, all.read.transcripts]).toEqual([undefined, 5]);
    expect((await box.run(["-C", join(there, "none"), "harvest"])).code).toBe(2);
    const named = await box.run(["harvest", join(home(box), ".claude", "projects")]);
    expect(named.stdout).toContain("From 4 sessions on this machine: ~/.claude/projects.");
    const { stdout } = await box.run(["harvest"], { cwd: other });
    expect(stdout).toContain(`on this machine (${other} has none of its own): 4 of claude-code, 1 of openclaw.`);
    expect(stdout).toMatch(/pnpm[\s\S]*Mondays/);
    const refused = await box.run(["harvest"], { env: { TENET_WORKSPACE: box.dir } });
    expect(refused).toMatchObject({ code: 10, stderr: last("TENET_WORKSPACE") });
  });
});

it("says where it looked when there is nothing, that no correction was found, or how many less sure ones there are", async () => {
  const box = await sandbox({ empty: true });
  const harvested = async (...args: string[]) => (await box.run(["harvest", ...args])).stdout;
  const nothing = await harvested();
  for (const folder of ["~/.claude/projects", "~/.codex/sessions", "~/.cursor/projects", "~/.openclaw/agents"])
    expect(nothing).toContain(folder);
  expect(nothing).toMatch(/tenet harvest PATH\. .*tenet init/);
  session(box, box.dir, "s0", "thanks, go on", "2026-02-01");
  expect(await harvested()).toMatch(/From 1 session of [\s\S]*No correction was found in them\.[\s\S]*tenet init/);
  for (const day of [1, 2]) session(box, box.dir, `s${day}`, "No, use tabs, never spaces.", `2026-02-0${day}`);
  for (const ready of [async () => undefined, async () => void (await box.run(["init", "--no-input"]))]) {
    await ready();
    const stdout = await harvested();
    expect(stdout).toContain("Nothing in them is surely a correction.");
    expect(stdout).toContain("1 less sure one is not listed: tenet harvest --all");
    expect(stdout).not.toContain("No correction was found");
    expect(await harvested("--all")).toMatch(/Less sure:\n +2× {2}"No, use tabs, never spaces\."/);
  }
});
