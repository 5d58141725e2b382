/** `tenet harvest` through the real binary: each host's folder, the list, a person who picks, and the second run. */

import { chmod, mkdir, symlink, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { emptyRepository } from "../empty-repository.js";
import { claudeCodeSession, type Line, sessionsOf } from "../hosts/talk.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { atTerminal, CTRL_C, ENTER } from "./terminal.js";

const SPACE = " ";
const DOWN = "\u001b[B";

const OWNED =
  "schema: 1\nagent: main\ntimezone: UTC\npeople:\n  - {name: sybil, role: owner, emails: [sybil@example.invalid]}\n";

async function put(box: Sandbox, path: string, content: string): Promise<string> {
  const whole = join(box.env["HOME"] as string, path);
  await mkdir(dirname(whole), { recursive: true });
  await writeFile(whole, content);
  return whole;
}

const slug = (folder: string) => folder.replace(/[^A-Za-z0-9]/g, "-");

const corrected = (text: string, before = "I changed it. All tests pass."): Line => ({
  label: "correction",
  text,
  before,
});

const claude = (box: Sandbox, name: string, texts: readonly (string | Line)[], from: string): Promise<string> =>
  put(
    box,
    `.claude/projects/${slug(box.dir)}/${name}.jsonl`,
    claudeCodeSession(
      texts.map((text) => (typeof text === "string" ? corrected(text) : text)),
      name,
      box.dir,
      new Date(from),
    ),
  );

const PNPM = [
  "I already told you: install with pnpm here, not npm.",
  "I already told you, install with the pnpm here, not npm.",
  "I already told you: Install with pnpm here, not npm!",
];

/** Three sessions with one repeated complaint, and one complaint of its own in the last. */
async function repeated(box: Sandbox): Promise<void> {
  for (const [at, text] of PNPM.entries()) {
    await claude(box, `s${at}`, ["thanks, go on", text], `2026-02-0${at + 1}T10:00:00Z`);
  }
  await claude(box, "s9", ["You're wrong, umlauts must survive the export."], "2026-02-09T10:00:00Z");
}

describe("what is read", () => {
  it("finds the transcripts of every host, of this project alone", { tags: "proof" }, async () => {
    const box = await sandbox();
    await claude(box, "s1", ["That's wrong, sign every release tag."], "2026-02-01T10:00:00Z");
    await claude(box, "agent-1", ["That's wrong, this is a sub-agent speaking."], "2026-02-01T10:00:00Z");
    await put(
      box,
      `.claude/projects/${slug(box.dir)}-sibling/x.jsonl`,
      claudeCodeSession([corrected("That's wrong, elsewhere.")], "x", `${box.dir}-sibling`, new Date("2026-02-01")),
    );
    await put(
      box,
      `.claude/projects/${slug(join(box.dir, "packages"))}/p.jsonl`,
      claudeCodeSession(
        [corrected("That's wrong, lint the packages folder first.")],
        "p",
        join(box.dir, "packages"),
        new Date("2026-02-01"),
      ),
    );
    const codex = (cwd: string, text: string) =>
      [
        { timestamp: "2026-02-02T10:00:00Z", type: "session_meta", payload: { id: `c-${cwd}`, cwd } },
        {
          timestamp: "2026-02-02T10:00:01Z",
          type: "response_item",
          payload: { type: "message", role: "assistant", content: [{ type: "output_text", text: "Done." }] },
        },
        {
          timestamp: "2026-02-02T10:01:00Z",
          type: "response_item",
          payload: { type: "message", role: "user", content: [{ type: "input_text", text }] },
        },
      ]
        .map((line) => `${JSON.stringify(line)}\n`)
        .join("");
    await put(
      box,
      ".codex/sessions/2026/02/02/rollout-a.jsonl",
      codex(box.dir, "You misunderstood me, the changelog lists only what users see."),
    );
    await put(
      box,
      ".codex/sessions/2026/02/02/rollout-b.jsonl",
      codex("/elsewhere", "You misunderstood me, elsewhere."),
    );
    const talk = (role: string, text: string) => ({
      type: "message",
      timestamp: "2026-02-03T10:00:00Z",
      message: { role, content: [{ type: "text", text }] },
    });
    await put(
      box,
      ".openclaw/agents/main/sessions/o.jsonl",
      [
        { type: "session", id: "o1", cwd: "/x" },
        talk("assistant", "Done."),
        talk("user", "That's not right, mails go out in plain text."),
      ]
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(""),
    );
    const cursor = (role: string, text: string) => ({ role, message: { content: [{ type: "text", text }] } });
    await put(
      box,
      `.cursor/projects/${slug(box.dir).slice(1)}/agent-transcripts/u/u.jsonl`,
      [cursor("assistant", "Done."), cursor("user", "<user_query>That's incorrect, the port is 8443.</user_query>")]
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(""),
    );
    const ran = await box.run(["harvest", "--json"]);
    const { data } = ran.json();
    expect(ran.code, ran.stderr).toBe(0);
    expect(data.single.map(({ quote }: { quote: string }) => quote).sort()).toEqual([
      "That's incorrect, the port is 8443.",
      "That's not right, mails go out in plain text.",
      "That's wrong, lint the packages folder first.",
      "That's wrong, sign every release tag.",
      "You misunderstood me, the changelog lists only what users see.",
    ]);
    expect(
      data.looked.map(({ host, transcripts }: { host: string; transcripts: number }) => [host, transcripts]),
    ).toEqual([
      ["claude-code", 2],
      ["codex", 1],
      ["cursor", 1],
      ["gemini-cli", 0],
      ["openclaw", 1],
    ]);
    const all = (await box.run(["harvest", "--all-projects", "--host", "codex", "--json"])).json().data;
    expect(all.read.transcripts).toBe(2);
    const lately = (await box.run(["harvest", "--since", "2026-02-03", "--json"])).json().data;
    // Cursor tells no instants: its file is new
    expect(
      lately.single
        .map(({ host, quotes }: { host: string; quotes: { host: string }[] }) => host ?? quotes[0]?.host)
        .sort(),
    ).toEqual(["cursor", "openclaw"]);
  });

  it("says where it looked when there is nothing, and how a path is named", async () => {
    const box = await sandbox();
    const ran = await box.run(["harvest"]);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain("No transcripts were found. Looked at, on this machine:");
    expect(ran.stdout).toContain("\n  codex ~/.codex/sessions: none\n");
    expect(ran.stdout).toContain("tenet harvest PATH");
  });

  it("reads named files and folders, plain text too, and says what is left and why", async () => {
    const box = await sandbox();
    await box.write(
      "chats/a.md",
      "## User\n\nuse npm\n\n## Assistant\n\nDone.\n\n## User\n\nThat's wrong, sign every release tag.\n",
    );
    await box.write("chats/notes.md", "# Notes\n\nThat's wrong.\n");
    await box.write("chats/empty.jsonl", "");
    await box.write("chats/locked.jsonl", "{}\n");
    await box.write(
      "secret.jsonl",
      claudeCodeSession([corrected("That's wrong, this lies behind a link.")], "l", "/x", new Date()),
    );
    await symlink(box.path("secret.jsonl"), box.path("chats/link.jsonl"));
    await chmod(box.path("chats/locked.jsonl"), 0o000);
    const { data } = (await box.run(["harvest", "chats", "--json"])).json();
    expect(data.single.map(({ quote }: { quote: string }) => quote)).toEqual(["That's wrong, sign every release tag."]);
    const left = Object.fromEntries(
      data.left.map(({ file, because }: { file: string; because: string }) => [file.split("/").at(-1), because]),
    );
    expect(Object.keys(left).sort()).toEqual(["empty.jsonl", "locked.jsonl", "notes.md"]);
    if (process.getuid?.() !== 0) expect(left["locked.jsonl"]).toContain("permission denied");
    const missing = await box.run(["harvest", "nowhere", "--json"]);
    expect([missing.code, missing.json().error.code]).toEqual([2, "usage"]);
  });

  it("takes broken, torn and huge lines for what they are", { tags: "proof" }, async () => {
    const box = await sandbox();
    const good = claudeCodeSession(
      [corrected("That's wrong, sign every release tag.")],
      "s",
      box.dir,
      new Date("2026-02-01"),
    );
    const huge = JSON.stringify({
      type: "user",
      sessionId: "s",
      message: { role: "user", content: "x".repeat(34_000_000) },
    });
    await put(
      box,
      `.claude/projects/${slug(box.dir)}/s.jsonl`,
      `${good}{"type":"user","mess\n${huge}\n\u0000\u0001\n{"type":"us`,
    );
    const { data } = (await box.run(["harvest", "--json"])).json();
    expect(data.single).toHaveLength(1);
    expect(data.read).toMatchObject({ broken_lines: 3, long_lines: 1, transcripts: 1 });
  });

  it("reads what a session wrote since, and nothing twice", async () => {
    const box = await sandbox();
    await repeated(box);
    const first = (await box.run(["harvest", "--json"])).json().data;
    const second = (await box.run(["harvest", "--json"])).json().data;
    expect([first.read.unchanged, second.read.unchanged]).toEqual([0, 4]);
    expect({ ...second, read: { ...second.read, unchanged: 0, bytes: 0 } }).toEqual({
      ...first,
      read: { ...first.read, bytes: 0 },
    });
    const path = await claude(
      box,
      "s9",
      ["You're wrong about the export, umlauts must survive it.", "That's wrong, sign every release tag."],
      "2026-02-09T10:00:00Z",
    );
    const third = (await box.run(["harvest", "--json"])).json().data;
    expect([third.read.unchanged, third.single.length, third.read.turns]).toEqual([3, 2, first.read.turns + 1]);
    // written anew, as short as before
    await writeFile(
      path,
      claudeCodeSession([corrected("That's wrong, use tabs in the Makefile.")], "s9", box.dir, new Date("2026-02-09")),
    );
    await utimes(path, new Date(), new Date());
    const fourth = (await box.run(["harvest", "--json"])).json().data;
    expect(fourth.single.map(({ quote }: { quote: string }) => quote)).toEqual([
      "That's wrong, use tabs in the Makefile.",
    ]);
    expect(await box.read(".tenet/state/harvest.json")).not.toMatch(/pnpm|umlauts|tabs/);
  });
});

describe("the list", () => {
  it("says how often, and what was said three times or more, with quotes and dates", async () => {
    const box = await sandbox({ git: true });
    await box.write(".gitignore", ".tenet/\nmemory/learning/index.md\n");
    await repeated(box);
    const ran = await box.run(["harvest"]);
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stdout).toContain(
      "You corrected your agent 4 times in 4 of 4 sessions; this one you said in three sessions or more:",
    );
    expect(ran.stdout).toContain("3 sessions, 2026-02-01 to 2026-02-03");
    expect(ran.stdout).toContain("Nothing leaves this machine.");
    expect(ran.stdout).toContain("Nothing was stored. At a terminal a person picks");
    expect(await box.git("status", "--porcelain")).toBe("?? .gitignore\n");
  });

  it("row 25: never shows or keeps a secret, in a quote or in what was answered", async () => {
    const box = await sandbox();
    const token = `ghp_${"A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8".slice(0, 36)}`;
    await claude(
      box,
      "s1",
      [
        corrected(
          `That's wrong, the token is ${token} and belongs into the vault.`,
          `I wrote the token ${token} into the vault config.`,
        ),
      ],
      "2026-02-01T10:00:00Z",
    );
    const ran = await box.run(["harvest", "--all", "--json"]);
    expect(ran.json().data.single[0].quote).toContain("[secret:");
    expect(ran.json().data.single[0].answers).toContain("[secret:");
    for (const text of [
      ran.stdout,
      ran.stderr,
      await box.read(".tenet/state/harvest.json"),
      (await box.run(["harvest"])).stdout,
    ]) {
      expect(text).not.toContain(token.slice(4, 20));
    }
  });

  it("never offers what was forgotten, and says that a known one did not stick", { tags: "proof" }, async () => {
    const box = await sandbox({ profile: OWNED });
    await repeated(box);
    box.at("2026-02-02T12:00:00Z");
    await box.run([
      "correct",
      PNPM[0] as string,
      "--instead-of",
      "npm",
      "--risk",
      "high: drift",
      "--so",
      "Run pnpm install.",
    ]);
    await box.run([
      "correct",
      "You're wrong, umlauts must survive the export",
      "--instead-of",
      "ASCII is enough",
      "--risk",
      "low: names",
      "--so",
      "Test with umlauts.",
    ]);
    const list = (await box.run(["list", "--json"])).json().data.entries as { id: string; text: string }[];
    const idOf = (word: string) => list.find(({ text }) => text.includes(word))?.id as string;
    expect((await box.run(["forget", idOf("umlauts"), "--reason", "about another project"])).code).toBe(0);
    box.at("2026-02-15T14:00:00Z");
    const { data } = (await box.run(["harvest", "--json"])).json();
    expect(data.repeated).toMatchObject([
      { state: "again", known: idOf("pnpm"), because: expect.stringContaining("said again once since") },
    ]);
    expect([data.single, data.settled.closed]).toEqual([[], 1]);
  });
});

describe("a person at a terminal", () => {
  it("keeps exactly what was picked, in their words, with quotes, as their own; the next run offers less", {
    tags: "proof",
  }, async () => {
    const box = await sandbox({ profile: OWNED });
    await repeated(box);
    const seen = await atTerminal(
      box,
      ["harvest"],
      [
        ["Which of these shall be kept?", SPACE + ENTER],
        ["What holds from now on?", ENTER],
        ["What held before?", `npm is fine${ENTER}`],
        ["What goes wrong if this is forgotten?", `lockfile drift${ENTER}`],
        ["How bad?", `h${ENTER}`],
        ["What will you do differently?", `Look for the lockfile first.${ENTER}`],
        ["or never?", ENTER],
      ],
    );
    expect(seen.code, seen.screen).toBe(0);
    expect(seen.screen).toContain("1 kept, 1 put off until you say it again.");
    const entries = (await box.run(["list", "--json"])).json().data.entries as { id: string }[];
    expect(entries).toHaveLength(1);
    const { entry } = (await box.run(["show", entries[0]?.id as string, "--json"])).json().data;
    expect(entry).toMatchObject({ tier: "owner", source: "sybil", stakes: "high", prior_belief: "npm is fine" });
    expect(entry.corrected_to.toLowerCase()).toContain("install with pnpm here");
    expect(entry.context).toContain("Said 3 times in 3 sessions");
    expect(entry.context).toMatch(/2026-02-0\d, claude-code, session s\d/);
    const again = (await box.run(["harvest", "--json"])).json().data;
    expect([again.repeated, again.single]).toEqual([[], []]);
    expect(again.settled).toMatchObject({ known: 1, later: 1 });
    // said once more after that: both are back
    await claude(
      box,
      "t1",
      ["You're wrong, umlauts must survive the export.", PNPM[0] as string],
      "2026-02-20T10:00:00Z",
    );
    const later = (await box.run(["harvest", "--json"])).json().data;
    expect([later.repeated[0]?.state, later.single.length]).toEqual(["again", 1]);
  });

  it("keeps an insight, and what judges no entry as one, too", { tags: "proof" }, async () => {
    const box = await sandbox({ profile: OWNED });
    const said = (name: string, text: string, at: string) =>
      claude(box, name, [corrected(text, "I looked into it.")], `2026-02-0${at}T10:00:00Z`);
    await said("s1", "It turns out that the build hangs because the cache folder is on a network drive.", "2");
    await said("s2", "Since we switched the cache to a local disk the build time dropped by 40 percent.", "1");
    const rest: [string, string][] = [
      ["What goes wrong if this is wrong?", `slow builds${ENTER}`],
      ["How bad?", `m${ENTER}`],
    ];
    const learned: [string, string][] = [
      ["What did you learn?", ENTER],
      ["What shows that it is true?", `the mount table${ENTER}`],
      ...rest,
    ];
    const happened: [string, string][] = [["What happened?", ENTER], ["Which entry does it judge?", ENTER], ...rest];
    const groups = (await box.run(["harvest", "--json"])).json().data.single as { type: string }[];
    const seen = await atTerminal(
      box,
      ["harvest"],
      [
        ["Which of these shall be kept?", SPACE + DOWN + SPACE + ENTER],
        ...groups.flatMap(({ type }) => (type === "insight" ? learned : happened)),
      ],
    );
    expect(seen.code, seen.screen).toBe(0);
    expect(seen.screen).toContain("2 kept.");
    const entries = (await box.run(["list", "--json"])).json().data.entries as { type: string; text: string }[];
    expect(entries.map(({ type }) => type)).toEqual(["insight", "insight"]);
    expect(entries.map(({ text }) => text).join(" ")).toMatch(/network drive/);
    const again = (await box.run(["harvest", "--json"])).json().data;
    expect([again.single, again.repeated]).toEqual([[], []]);
  });

  it("keeps an edit of what the agent wrote, with the reason they type", { tags: "proof" }, async () => {
    const box = await sandbox({ profile: OWNED });
    const row = (type: string, content: unknown, at: string) =>
      `${JSON.stringify({ cwd: box.dir, sessionId: "s1", type, message: { role: type, content }, timestamp: at })}\n`;
    const input = { file_path: join(box.dir, "hours.md"), content: "We are closed on Sunday.\n" };
    await put(
      box,
      `.claude/projects/${slug(box.dir)}/s1.jsonl`,
      [
        row("user", "Write the page about opening hours", "2026-02-01T10:00:00Z"),
        row("assistant", [{ type: "tool_use", id: "t1", name: "Write", input }], "2026-02-01T10:01:00Z"),
        row("user", [{ type: "tool_result", tool_use_id: "t1", content: "done" }], "2026-02-01T10:01:01Z"),
      ].join(""),
    );
    emptyRepository(box.dir);
    await box.write("hours.md", "Sundays we are closed, Monday 9:00 is free.\n");
    await box.git("add", "hours.md");
    const sybil = ["-c", "user.name=sybil", "-c", "user.email=sybil@example.invalid"];
    await box.git(...sybil, "commit", "-q", "-m", "hours", "--date", "2026-02-02T10:00:00Z");
    const offered = await box.run(["harvest", "--json"]);
    const { edits, next } = offered.json().data;
    expect(edits).toMatchObject([
      { file: "hours.md", by: "sybil", final: "Sundays we are closed, Monday 9:00 is free." },
    ]);
    expect(next).toContain("Nothing was stored.");
    const seen = await atTerminal(
      box,
      ["harvest"],
      [
        ["Which of these shall be kept?", SPACE + ENTER],
        ["Why was it changed?", `offer the next slot${ENTER}`],
      ],
    );
    expect(seen.code, seen.screen).toBe(0);
    expect(seen.screen).toContain("hours.md: Sundays we are");
    expect(seen.screen).toContain("1 kept.");
    const kept = (await box.run(["list", "--type", "edit", "--json"])).json().data.entries as { id: string }[];
    const { entry } = (await box.run(["show", kept[0]?.id as string, "--json"])).json().data;
    expect(entry).toMatchObject({
      tier: "owner",
      context: "Write the page about opening hours",
      why: "offer the next slot",
    });
    expect((await box.run(["harvest", "--json"])).json().data.edits).toEqual([]);
  });

  it("keeps what came of an entry as its outcome", { tags: "more" }, async () => {
    const box = await sandbox({ profile: OWNED });
    box.at("2026-01-02T12:00:00Z");
    await box.run(["learn", "A local cache is faster", "--because", "one run", "--risk", "low: slow builds"]);
    const [entry] = (await box.run(["list", "--json"])).json().data.entries as { id: string }[];
    box.at("2026-02-15T14:00:00Z");
    const text = "Since we switched the cache to a local disk the build time dropped by 40 percent.";
    await claude(box, "s1", [corrected(text, "I looked into it.")], "2026-02-01T10:00:00Z");
    const seen = await atTerminal(
      box,
      ["harvest"],
      [
        ["Which of these shall be kept?", SPACE + ENTER],
        ["What happened?", ENTER],
        ["Which entry does it judge?", `${entry?.id}${ENTER}`],
        ["How did it turn out?", `v${ENTER}`],
      ],
    );
    expect(seen.code, seen.screen).toBe(0);
    expect(seen.screen).toContain("1 kept.");
    const shown = (await box.run(["show", entry?.id as string, "--json"])).json().data.entry;
    expect(shown.outcome).toBe("validated");
  });

  it("Ctrl-C leaves what was kept, and the rest as it was", { tags: "more" }, async () => {
    const box = await sandbox({ profile: OWNED });
    await repeated(box);
    const seen = await atTerminal(
      box,
      ["harvest"],
      [
        ["Which of these shall be kept?", SPACE + DOWN + SPACE + ENTER],
        ["What holds from now on?", ENTER],
        ["What held before?", `npm${ENTER}`],
        ["What goes wrong if this is forgotten?", `drift${ENTER}`],
        ["How bad?", `h${ENTER}`],
        ["What will you do differently?", `Look first.${ENTER}`],
        ["What holds from now on?", CTRL_C],
      ],
    );
    expect(seen.code).toBe(130);
    expect(seen.screen).toMatch(/1 kept before, and\s+that stays/);
    expect((await box.run(["list", "--json"])).json().data.total).toBe(1);
    expect((await box.run(["harvest", "--json"])).json().data.single).toHaveLength(1);
  });

  it("never again means never", { tags: "more" }, async () => {
    const box = await sandbox({ profile: OWNED });
    await repeated(box);
    const seen = await atTerminal(
      box,
      ["harvest"],
      [
        ["Which of these shall be kept?", ENTER],
        ["or never?", `n${ENTER}`],
      ],
    );
    expect(seen.screen).toContain("0 kept, 2 never offered again.");
    await claude(box, "t1", [PNPM[0] as string], "2026-02-20T10:00:00Z");
    const { data } = (await box.run(["harvest", "--json"])).json();
    expect([data.repeated, data.single, data.settled.never]).toEqual([[], [], 2]);
  });

  it("is nobody where an agent's host runs it: it lists, and stores nothing", { tags: "more" }, async () => {
    const box = await sandbox({ profile: OWNED });
    await repeated(box);
    const seen = await atTerminal(box, ["harvest"], [], { CLAUDECODE: "1" });
    expect(seen.code).toBe(0);
    expect(seen.screen).toContain("Nothing was stored.");
  });
});

it("init says that there is something to harvest, and only then", async () => {
  const box = await sandbox({ empty: true });
  expect((await box.run(["init"])).stdout).not.toContain("harvest");
  await repeated(box);
  const told = await box.run(["init"]);
  expect(told.stdout).toContain("4 transcripts of past sessions here: tenet harvest");
  expect((await box.run(["init", "--json"])).json().data.transcripts).toBe(4);
});

it("finds every planted repeat in generated sessions", { tags: "proof" }, async () => {
  const box = await sandbox();
  for (const [at, lines] of sessionsOf(7, 40).entries()) {
    await put(
      box,
      `.claude/projects/${slug(box.dir)}/g${at}.jsonl`,
      claudeCodeSession(lines, `g${at}`, box.dir, new Date(Date.UTC(2026, 0, 1 + at))),
    );
  }
  const { data } = (await box.run(["harvest", "--json", "--limit", "500"])).json();
  const quotes = (data.repeated as { quote: string; sessions: number }[])
    .map(({ quote, sessions }) => `${sessions} ${quote}`)
    .join("\n");
  expect(quotes).toMatch(/4 .*imperative mood/);
  expect(quotes).toMatch(/4 .*generated files/);
  expect(quotes).toMatch(/3 .*[Uu]mlauts/);
});
