/** `tenet harvest` as it is typed: each host's folder, the list, a person who picks, and the second run. */
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { claudeCodeSession, type Line } from "../hosts/talk.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { NO_MODEL } from "./known-workspace.js";
import { atTerminal, CTRL_C, ENTER } from "./terminal.js";
import { done, failed, told } from "./typed.js";

const SPACE = " ";
const DOWN = "\u001b[B";
const OWNED = `${NO_MODEL}people:\n  - {name: sybil, role: owner, emails: [sybil@example.invalid]}\n`;
const plain = () => sandbox({ profile: NO_MODEL });
const owned = () => sandbox({ profile: OWNED });

async function put(box: Sandbox, path: string, content: string): Promise<string> {
  const whole = join(box.env["HOME"] as string, path);
  await mkdir(dirname(whole), { recursive: true });
  await writeFile(whole, content);
  return whole;
}

const slug = (folder: string) => folder.replace(/[^A-Za-z0-9]/g, "-");
const jsonl = (...lines: object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

const corrected = (text: string, before = "I changed it. All tests pass."): Line => ({
  label: "correction",
  text,
  before,
});

/** A session of Claude Code in a folder, the workspace unless another is named. */
const claude = (box: Sandbox, name: string, texts: readonly (string | Line)[], day: string, folder = box.dir) => {
  const lines = texts.map((text) => (typeof text === "string" ? corrected(text) : text));
  const path = `.claude/projects/${slug(folder)}/${name}.jsonl`;
  return put(box, path, claudeCodeSession(lines, name, folder, new Date(`${day}T10:00:00Z`)));
};

const PNPM = [
  "I already told you: install with pnpm here, not npm.",
  "I already told you, install with the pnpm here, not npm.",
  "I already told you: Install with pnpm here, not npm!",
] as const;
const UMLAUTS = "You're wrong, umlauts must survive the export.";
const SIGN = "That's wrong, sign every release tag.";

/** Three sessions with one repeated complaint, and one complaint of its own in the last. */
async function repeated(box: Sandbox): Promise<Sandbox> {
  for (const [at, text] of PNPM.entries()) await claude(box, `s${at}`, ["thanks, go on", text], `2026-02-0${at + 1}`);
  await claude(box, "s9", [UMLAUTS], "2026-02-09");
  return box;
}

const quotesOf = (list: { quote: string }[]) => list.map(({ quote }) => quote).sort();
const listed = async (box: Sandbox) =>
  (await told(box, "list")).entries as { id: string; type: string; text: string }[];

describe("what is read", () => {
  it("finds the transcripts of every host, of this project alone", { tags: "proof" }, async () => {
    const box = await plain();
    await claude(box, "s1", [SIGN], "2026-02-01");
    await claude(box, "agent-1", ["That's wrong, this is a sub-agent speaking."], "2026-02-01");
    await claude(box, "x", ["That's wrong, elsewhere."], "2026-02-01", `${box.dir}-sibling`);
    await claude(box, "p", ["That's wrong, lint the packages folder first."], "2026-02-01", box.path("packages"));
    const codex = (cwd: string, text: string) => {
      const item = (role: string, type: string, says: string) => ({
        timestamp: "2026-02-02T10:00:01Z",
        type: "response_item",
        payload: { type: "message", role, content: [{ type, text: says }] },
      });
      const meta = { timestamp: "2026-02-02T10:00:00Z", type: "session_meta", payload: { id: `c-${cwd}`, cwd } };
      return jsonl(meta, item("assistant", "output_text", "Done."), item("user", "input_text", text));
    };
    const sessions = ".codex/sessions/2026/02/02/rollout-";
    const misunderstood = "You misunderstood me, the changelog lists only what users see.";
    await put(box, `${sessions}a.jsonl`, codex(box.dir, misunderstood));
    await put(box, `${sessions}b.jsonl`, codex("/elsewhere", "You misunderstood me, elsewhere."));
    const talk = (role: string, text: string) => ({
      type: "message",
      timestamp: "2026-02-03T10:00:00Z",
      message: { role, content: [{ type: "text", text }] },
    });
    await put(
      box,
      ".openclaw/agents/main/sessions/o.jsonl",
      jsonl(
        { type: "session", id: "o1", cwd: "/x" },
        talk("assistant", "Done."),
        talk("user", "That's not right, mails go out in plain text."),
      ),
    );
    const cursor = (role: string, text: string) => ({ role, message: { content: [{ type: "text", text }] } });
    await put(
      box,
      `.cursor/projects/${slug(box.dir).slice(1)}/agent-transcripts/u/u.jsonl`,
      jsonl(
        cursor("assistant", "Done."),
        cursor("user", "<user_query>That's incorrect, the port is 8443.</user_query>"),
      ),
    );
    const data = await told(box, "harvest");
    expect(quotesOf(data.single)).toEqual([
      "That's incorrect, the port is 8443.",
      "That's not right, mails go out in plain text.",
      "That's wrong, lint the packages folder first.",
      SIGN,
      misunderstood,
    ]);
    const looked = data.looked.map(({ host, transcripts }: { host: string; transcripts: number }) => [
      host,
      transcripts,
    ]);
    expect(Object.fromEntries(looked)).toEqual({
      "claude-code": 2,
      codex: 1,
      cursor: 1,
      "gemini-cli": 0,
      openclaw: 1,
    });
    expect((await told(box, "harvest --all-projects --host codex")).read.transcripts).toBe(2);
    // Cursor tells no instants: its file is new.
    expect((await told(box, "harvest --since 2026-02-03")).single).toHaveLength(2);
  });

  it("reads named files and folders, and says what is left and why", async () => {
    const box = await plain();
    await box.write("chats/a.jsonl", claudeCodeSession([corrected(SIGN)], "a", "/x", new Date()));
    await box.write("chats/empty.jsonl", "");
    await box.write("chats/locked.jsonl", "{}\n");
    const linked = claudeCodeSession([corrected("That's wrong, this lies behind a link.")], "l", "/x", new Date());
    await box.write("secret.jsonl", linked);
    await symlink(box.path("secret.jsonl"), box.path("chats/link.jsonl"));
    await chmod(box.path("chats/locked.jsonl"), 0o000);
    const data = await told(box, "harvest chats");
    expect(quotesOf(data.single)).toEqual([SIGN]);
    const left = Object.fromEntries(
      data.left.map(({ file, because }: { file: string; because: string }) => [file.split("/").at(-1), because]),
    );
    expect(Object.keys(left).sort()).toEqual(["empty.jsonl", "locked.jsonl"]);
    if (process.getuid?.() !== 0) expect(left["locked.jsonl"]).toContain("permission denied");
    expect(await failed(box, "harvest nowhere")).toMatchObject({ exit: 2, code: "usage" });
  });
});

it("row 25: the list never shows or keeps a secret, in a quote or in what was answered", async () => {
  const box = await plain();
  const token = `ghp_${"A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8".slice(0, 36)}`;
  const said = `That's wrong, the token is ${token} and belongs into the vault.`;
  await claude(box, "s1", [corrected(said, `I wrote the token ${token} into the vault config.`)], "2026-02-01");
  const ran = await done(box, "harvest --all --json");
  const secret = expect.stringContaining("[secret:");
  expect(ran.json().data.single).toMatchObject([{ quote: secret, answers: secret }]);
  const texts = [ran.stdout, ran.stderr, (await done(box, "harvest")).stdout];
  for (const text of texts) expect(text).not.toContain(token.slice(4, 20));
});

describe("a person at a terminal", () => {
  type Steps = Parameters<typeof atTerminal>[2];
  /** Picks, and answers what is asked then; answers what stood on the screen. */
  async function picking(box: Sandbox, keys: string, steps: Steps, exit = 0): Promise<string> {
    const all = [["Which of these shall be kept?", keys] as const, ...steps];
    const { code, screen } = await atTerminal(box, ["harvest"], all);
    expect(code, screen).toBe(exit);
    return screen;
  }
  const ANSWERED: Steps = [
    ["What holds from now on?", `keep${ENTER}`],
    ["What goes wrong if this is forgotten?", `high: lockfile drift${ENTER}`],
    ["What held before?", `npm is fine${ENTER}`],
    ["What will you do differently?", `Look for the lockfile first.${ENTER}`],
  ];

  it("keeps exactly what was picked, in their words, with quotes, as their own; the next run offers less", {
    tags: "proof",
  }, async () => {
    const box = await repeated(await owned());
    expect(
      await picking(box, SPACE + ENTER, [
        ["What holds", ENTER],
        ["or never?", ENTER],
      ]),
    ).toContain("0 kept");
    const screen = await picking(box, SPACE + ENTER, [...ANSWERED, ["or never?", ENTER]]);
    expect(screen).toContain("1 kept, 1 left as they were.");
    const entries = await listed(box);
    expect(entries).toHaveLength(1);
    const { entry } = await told(box, `show ${entries[0]?.id}`);
    expect(entry).toMatchObject({ tier: "owner", source: "sybil", stakes: "high", prior_belief: "npm is fine" });
    expect(entry.corrected_to.toLowerCase()).toContain("install with pnpm here");
    expect(entry.context).toContain("Said 3 times in 3 sessions");
    expect(entry.context).toMatch(/2026-02-0\d, claude-code, session s\d/);
    const again = await told(box, "harvest");
    expect([again.repeated, again.single.length, again.settled.known]).toEqual([[], 1, 1]);
    // Said once more after that: it is back.
    await claude(box, "t1", [PNPM[0]], "2026-02-20");
    expect((await told(box, "harvest")).repeated[0]?.state).toBe("again");
  });

  it("keeps an insight, and what judges no entry as one, too", { tags: "proof" }, async () => {
    const box = await owned();
    const disk = "It turns out that the build hangs because the cache folder is on a network drive.";
    const since = "Since we switched the cache to a local disk the build time dropped by 40 percent.";
    await claude(box, "s1", [corrected(disk, "I looked into it.")], "2026-02-02");
    await claude(box, "s2", [corrected(since, "I looked into it.")], "2026-02-01");
    const rest: Steps = [["What goes wrong if this is wrong?", `medium: slow builds${ENTER}`]];
    const learned: Steps = [["What did you learn?", `keep${ENTER}`], ...rest];
    const happened: Steps = [["What happened?", `keep${ENTER}`], ["Which entry does it judge?", ENTER], ...rest];
    const groups = (await told(box, "harvest")).single as { type: string }[];
    const steps = groups.flatMap(({ type }) => (type === "insight" ? learned : happened));
    expect(await picking(box, SPACE + DOWN + SPACE + ENTER, steps)).toContain("2 kept.");
    const entries = await listed(box);
    expect(entries.map(({ type }) => type)).toEqual(["insight", "insight"]);
    expect(entries.map(({ text }) => text).join(" ")).toMatch(/network drive/);
    const again = await told(box, "harvest");
    expect([again.single, again.repeated]).toEqual([[], []]);
  });

  it("keeps what came of an entry as its outcome", { tags: "more" }, async () => {
    const box = await owned();
    box.at("2026-01-02T12:00:00Z");
    const { id } = await told(box, "learn 'A local cache is faster' --because 'one run' --risk 'low: slow builds'");
    box.at("2026-02-15T14:00:00Z");
    const text = "Since we switched the cache to a local disk the build time dropped by 40 percent.";
    await claude(box, "s1", [corrected(text, "I looked into it.")], "2026-02-01");
    const screen = await picking(box, SPACE + ENTER, [
      ["What happened?", `keep${ENTER}`],
      ["Which entry does it judge?", `${id}${ENTER}`],
      ["How did it turn out?", `v${ENTER}`],
    ]);
    expect(screen).toContain("1 kept.");
    expect((await told(box, `show ${id}`)).entry.outcome).toBe("validated");
  });

  it("Ctrl-C leaves what was kept, and the rest as it was; an agent's host lists, and stores nothing", {
    tags: "more",
  }, async () => {
    const box = await repeated(await owned());
    const listing = await atTerminal(box, ["harvest"], [], { CLAUDECODE: "1" });
    expect([listing.code, listing.screen]).toEqual([0, expect.stringContaining("Nothing was stored.")]);
    const steps: Steps = [...ANSWERED, ["What holds from now on?", CTRL_C]];
    expect(await picking(box, SPACE + DOWN + SPACE + ENTER, steps, 130)).toMatch(/1 kept before, and\s+that stays/);
    expect(await listed(box)).toHaveLength(1);
    expect((await told(box, "harvest")).single).toHaveLength(1);
  });
});
