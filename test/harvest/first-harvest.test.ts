/** A harvest where no workspace is: what is told, whose sessions they are, and that nothing at all is written. */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { HarvestData } from "../../src/harvest/harvest-schemas.js";
import { harvestText } from "../../src/harvest/harvest-text.js";
import { PLAIN } from "../../src/text/paint.js";
import { emptyRepository } from "../empty-repository.js";
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

describe("without a workspace", () => {
  let box: Sandbox;
  beforeAll(async () => {
    box = await sandbox({ empty: true });
    told(box, box.dir);
    session(box, `${box.dir}-elsewhere`, "e1", "That's wrong, sign every release tag.", "2026-02-09");
    openClaw(box);
  });

  it("tells what is said again and again in this project, and what to do next", async () => {
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

  it("says the same to programs", async () => {
    const { data, ok } = (await box.run(["harvest", "--json"])).json();
    expect(ok).toBe(true);
    expect(data).toMatchObject({ workspace: false, of: { project: box.dir, found: true }, read: { transcripts: 3 } });
    expect(data.repeated[0]).toMatchObject({ times: 3, sessions: 3, last: "2026-02-03T10:02:00Z", complained: true });
    expect(data.next).toMatch(/tenet init/);
  });

  it("takes the project that -C names, and everything with --all-projects", async () => {
    const there = join(dirname(box.dir), "workspace-elsewhere");
    mkdirSync(there);
    const { data } = (await box.run(["-C", there, "harvest", "--json"], { cwd: "/" })).json();
    expect([data.of, data.single[0].quote]).toEqual([
      { project: there, found: true },
      "That's wrong, sign every release tag.",
    ]);
    const all = (await box.run(["harvest", "--all-projects", "--json"])).json().data;
    expect([all.of, all.read.transcripts]).toEqual([undefined, 5]);
    expect((await box.run(["-C", join(there, "none"), "harvest"])).code).toBe(2);
  });

  it("reads files that are named", async () => {
    const folder = join(home(box), ".claude", "projects");
    const { stdout } = await box.run(["harvest", folder]);
    expect(stdout).toContain("From 4 sessions on this machine: ~/.claude/projects.");
  });

  it("looks at every project where this one has no session, and says so", async () => {
    const other = join(dirname(box.dir), "other");
    mkdirSync(other);
    const { stdout } = await box.run(["harvest"], { cwd: other });
    expect(stdout).toContain(`on this machine (${other} has none of its own): 4 of claude-code, 1 of openclaw.`);
    expect(stdout).toMatch(/pnpm[\s\S]*Mondays/);
  });

  it("refuses a workspace that TENET_WORKSPACE names and that is none", async () => {
    const { code, stderr } = await box.run(["harvest"], { env: { TENET_WORKSPACE: box.dir } });
    expect([code, stderr]).toEqual([10, expect.stringContaining("TENET_WORKSPACE")]);
  });

  it("takes a folder within a work tree of git for the project, but not a home folder that is one", async () => {
    const inner = join(box.dir, "packages", "web");
    mkdirSync(inner, { recursive: true });
    const of = async () => (await box.run(["harvest", "--json"], { cwd: inner })).json().data.of;
    expect(await of()).toEqual({ project: inner, found: false });
    emptyRepository(box.dir);
    expect(await of()).toEqual({ project: box.dir, found: true });
    box.env["HOME"] = box.dir;
    expect((await of()).project).toBe(inner);
  });
});

it("finds the sessions of Gemini CLI by the hash of the folder in their heads", async () => {
  const box = await sandbox({ empty: true });
  for (const [name, folder, text] of [
    ["own", box.dir, "That's wrong, sign every release tag."],
    ["other", "/elsewhere", "That's wrong, elsewhere."],
  ] as const) {
    const projectHash = createHash("sha256").update(folder).digest("hex");
    const turn = (type: string, content: unknown) => ({
      id: "m",
      timestamp: "2026-02-01T10:00:00.000Z",
      type,
      content,
    });
    const lines = [{ sessionId: name, projectHash }, turn("gemini", "I tagged it."), turn("user", [{ text }])];
    const path = `.gemini/tmp/${name}/chats/session-2026-02-01T10-00-${name}.jsonl`;
    put(box, path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }
  const { stdout } = await box.run(["harvest"]);
  expect(stdout).toContain(`From 1 session of ${box.dir}: 1 of gemini-cli.`);
  expect(stdout).toContain('"That\'s wrong, sign every release tag."');
});

it("says where it looked when there is nothing, and what can be done", async () => {
  const box = await sandbox({ empty: true });
  const { code, stdout } = await box.run(["harvest"]);
  expect(code).toBe(0);
  for (const folder of ["~/.claude/projects", "~/.codex/sessions", "~/.cursor/projects", "~/.openclaw/agents"]) {
    expect(stdout).toContain(folder);
  }
  expect(stdout).toMatch(/tenet harvest PATH\. .*tenet init/);
});

it("says that nothing was found in sessions without a correction", async () => {
  const box = await sandbox({ empty: true });
  session(box, box.dir, "s1", "thanks, go on", "2026-02-01");
  const { stdout } = await box.run(["harvest"]);
  expect(stdout).toMatch(/From 1 session of [\s\S]*No correction was found in them\.[\s\S]*tenet init/);
});

it("never says none where one is less sure, but how many and how they are listed", async () => {
  const box = await sandbox({ empty: true });
  for (const day of [1, 2]) session(box, box.dir, `s${day}`, "No, use tabs, never spaces.", `2026-02-0${day}`);
  for (const ready of [async () => undefined, async () => void (await box.run(["init", "--no-input"]))]) {
    await ready();
    const { stdout } = await box.run(["harvest"]);
    expect(stdout).toContain("Nothing in them is surely a correction.");
    expect(stdout).toContain("1 less sure one is not listed: tenet harvest --all");
    expect(stdout).not.toContain("No correction was found");
    expect((await box.run(["harvest", "--all"])).stdout).toMatch(/Less sure:\n +2× {2}"No, use tabs, never spaces\."/);
  }
});

it("joins what was said in other words by nearness, and shows every wording in full", async () => {
  const box = await sandbox({ empty: true });
  const said = [
    "I already told you: sign every release tag before you push it.",
    "I told you already that each release tag is signed before you push it.",
    "I already told you, umlauts must survive the export.",
  ];
  for (const [at, text] of said.entries()) session(box, box.dir, `s${at}`, text, `2026-02-0${at + 1}`);
  const { data, warnings } = (await box.run(["harvest", "--json"])).json();
  expect(warnings).toEqual([]);
  expect(data.single).toMatchObject([
    { times: 2, sessions: 2, quote: said[1], quotes: [{ text: said[1] }, { text: said[0] }] },
    { times: 1, quote: said[2] },
  ]);
  expect((await box.run(["harvest"])).stdout).toContain(`also "${said[0]}" (2026-02-01)`);
});

it("keeps within the screen, whole words, whatever was said", () => {
  const group = {
    id: "0",
    type: "correction",
    strength: "strong",
    quote: `${"no, ".repeat(40)}use pnpm`,
    times: 12,
    sessions: 12,
    first: "2026-01-01T10:00:00Z",
    last: "2026-02-01T10:00:00Z",
    complained: true,
    quotes: ["no", "use pnpm ".repeat(40)].map((text) => ({ text, host: "codex", session: "c1" })),
    wordings: ["0"],
    state: "open",
    because: "",
  } as const;
  const data = {
    looked: [{ host: "codex", folder: "/home/sybil/.codex/sessions", transcripts: 12 }],
    of: { project: "/home/sybil/shop", found: true },
    workspace: false,
    read: { transcripts: 12, unchanged: 0, sessions: 12, turns: 90, bytes: 9, broken_lines: 0, long_lines: 1 },
    left: [
      { file: "/a", because: "it cannot be read: permission denied" },
      { file: "/b", because: "it cannot be read: permission denied" },
      { file: "/c", because: "it is a copy of one that was read" },
    ],
    corrections: { times: 12, sessions: 12 },
    repeated: Array.from({ length: 14 }, () => group),
    single: [],
    more: 2,
    unsure: { count: 0, groups: [] },
    settled: { known: 0, kept: 0, later: 0, never: 0, closed: 0 },
  } as unknown as HarvestData;
  for (const width of [80, 120]) {
    const text = harvestText(data, { ...PLAIN, width, terminal: true }, "/home/sybil");
    const lines = text.split("\n");
    expect(lines.filter((line) => line.length > width)).toEqual([]);
    expect(text).toContain("~/shop");
    expect(lines.filter((line) => line.startsWith("  12×"))).toHaveLength(10);
    expect(text).toContain("4 more are in");
    expect(text).toContain("1 line of more than 32 MB passed over.");
    expect(text).toContain("left /b: it cannot be read: permission denied");
    expect(text).not.toContain("copy");
    expect(text.replace(/\s+/g, " ")).toContain(`also "${"use pnpm ".repeat(39)}use pnpm`);
  }
});
