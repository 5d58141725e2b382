/** Five sessions of people who correct an agent that records nothing, through the real program: all of it waits. */
import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Ran, type Sandbox, sandbox } from "../sandbox.js";
import { atTerminal, ENTER } from "./terminal.js";

const OWNED =
  "schema: 1\nagent: main\ntimezone: UTC\npeople:\n  - {name: sybil, role: owner, emails: [sybil@example.invalid]}\n";

/** What is said in a session, where its host shows it, and which of it corrects. */
const SESSIONS: readonly {
  seenIn: "prompt" | "transcript";
  says: readonly (readonly [text: string, corrects: boolean])[];
}[] = [
  {
    seenIn: "prompt",
    says: [
      ["Prepare the release", false],
      ["no, we deploy from the release branch, never from main", true],
      ["Actually, invoices are due after 14 days, not 30.", true],
      ["I told you before: don't touch the generated files.", true],
      ["thanks, go on", false],
    ],
  },
  {
    seenIn: "prompt",
    says: [
      ["Nein, die Preise sind immer netto.", true],
      ["Wie weit ist der Import?", false],
      ["Das stimmt so nicht, der Import läuft nachts um zwei.", true],
      ["please stop adding emojis to the commit messages", true],
    ],
  },
  {
    seenIn: "transcript",
    says: [
      ["Write the summary of the meeting", false],
      ["That's not what I asked for. The summary goes to the customer, not to me.", true],
      ["Non, on utilise pnpm ici, pas npm.", true],
      ["you keep forgetting the changelog, every release needs an entry", true],
    ],
  },
  {
    seenIn: "prompt",
    says: [
      ["不对，测试环境的数据库是只读的。", true],
      ["No, el informe se envía los lunes, no los viernes.", true],
    ],
  },
  {
    seenIn: "transcript",
    says: [
      ["Why is the job late?", false],
      ["違います、請求書の番号は連番です。", true],
      ["Wrong again: the timeout is in seconds, not in milliseconds", true],
    ],
  },
];

const hookInput = (session: string, fields: object): string =>
  JSON.stringify({ session_id: session, cwd: "/nowhere", ...fields });
const contextIn = ({ stdout }: Ran): string =>
  stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput.additionalContext;

const start = async (box: Sandbox, session: string) =>
  contextIn(
    await box.run(["hook", "session-start"], {
      stdin: hookInput(session, { hook_event_name: "SessionStart", source: "startup" }),
    }),
  );

/** Every session from start to end; the agent answers and records nothing. Answers what each of them was shown first. */
async function fiveSessions(box: Sandbox): Promise<string[]> {
  const began: string[] = [];
  for (const [at, { seenIn, says }] of SESSIONS.entries()) {
    const session = `s${at + 1}`;
    const day = `2026-02-1${at}`;
    box.at(`${day}T09:00:00Z`);
    began.push(await start(box, session));
    const path = join(box.dir, "..", `${session}.jsonl`);
    await writeFile(path, "");
    for (const [turn, [text]] of says.entries()) {
      const instant = `${day}T10:0${turn}:00Z`;
      box.at(instant);
      if (seenIn === "prompt") {
        const stdin = hookInput(session, { hook_event_name: "UserPromptSubmit", prompt: text });
        await box.run(["hook", "user-prompt"], { stdin });
      }
      for (const role of ["user", "assistant"]) {
        const content = role === "user" ? text : "Understood, I carry on.";
        const line = { type: role, sessionId: session, timestamp: instant, message: { role, content } };
        await appendFile(path, `${JSON.stringify(line)}\n`);
      }
    }
    box.at(`${day}T11:00:00Z`);
    const stdin = hookInput(session, { hook_event_name: "SessionEnd", reason: "other", transcript_path: path });
    expect(await box.run(["hook", "session-end"], { stdin })).toMatchObject({ code: 0, stderr: "" });
  }
  return began;
}

const CORRECTIONS = SESSIONS.flatMap(({ says }) => says.flatMap(([text, corrects]) => (corrects ? [text] : [])));

const waiting = async (box: Sandbox): Promise<{ ref: string; text: string; from: string; answers: string[] }[]> =>
  (await box.run(["review", "--list", "--json"]))
    .json()
    .data.queue.filter(({ kind }: { kind: string }) => kind === "heard");

describe("an agent that ignores every nudge", () => {
  it("loses none of thirteen corrections in five sessions (row 41)", { tags: "proof", timeout: 240_000 }, async () => {
    const box = await sandbox({ profile: OWNED, git: true });
    expect(CORRECTIONS).toHaveLength(13);
    const began = await fiveSessions(box);
    expect((await waiting(box)).map(({ text }) => text)).toEqual(CORRECTIONS);
    expect((await box.run(["list", "--json"])).json().data.entries).toEqual([]);
    const { stdout } = await box.run(["status"]);
    expect(stdout).toContain(
      "13 corrections heard and not recorded, the oldest since 2026-02-10 (4 days): tenet review",
    );
    // The second, third and fourth session begin with the first three, the fifth with the next.
    for (const [at, text] of CORRECTIONS.slice(0, 6).entries()) {
      expect(began.map((context) => context.includes(text))).toEqual(
        at < 3 ? [false, true, true, true, false] : [false, false, false, false, true],
      );
    }

    box.at("2026-02-15T09:00:00Z");
    const [first] = await waiting(box);
    const command = first?.answers[0] ?? "";
    expect(began[1]).toContain(command);
    expect(command).toBe(`tenet correct '${CORRECTIONS[0]}' --said-by 'sybil' --heard ${first?.ref}`);
    const corrected = await box.run(["correct", "Deploy from the release branch", "--heard", first?.ref ?? ""]);
    expect(corrected).toMatchObject({ code: 0 });
    expect(corrected.stdout).toContain(`It records what was heard as ${first?.ref}.`);
    expect((await waiting(box)).map(({ text }) => text)).toEqual(CORRECTIONS.slice(1));

    const wrong = await box.run([
      "learn",
      "Deploys are slow",
      "--risk",
      "low: x",
      "--heard",
      first?.ref ?? "",
      "--heard",
      "zzzz9",
    ]);
    expect(wrong.code).toBe(4);
    expect(wrong.stderr).toContain(CORRECTIONS[1]);
  });

  it("leaves them to a person, who keeps, rewords, drops or puts them off", {
    tags: "proof",
    timeout: 120_000,
  }, async () => {
    const box = await sandbox({ profile: OWNED, git: true });
    for (const [at, text] of CORRECTIONS.slice(0, 4).entries()) {
      box.at(`2026-02-15T14:0${at}:00Z`);
      const stdin = hookInput("s1", { hook_event_name: "UserPromptSubmit", prompt: text });
      await box.run(["hook", "user-prompt"], { stdin });
    }
    const KEYS = "l later";
    const { code, screen } = await atTerminal(
      box,
      ["review"],
      [
        ["heard and not recorded", ""],
        [KEYS, "k"],
        ["It records what was heard", ""],
        [KEYS, "r"],
        ["What holds now?", `Invoices are due after two weeks${ENTER}`],
        ["It records what was heard", ""],
        [KEYS, "d"],
        ["Nobody is asked about", ""],
        [KEYS, "l"],
        ["Ask again in how long?", `2d${ENTER}`],
        ["4 decided", ""],
      ],
    );
    expect(code, screen).toBe(0);
    expect(await waiting(box)).toEqual([]);
    const { entries } = (await box.run(["list", "--json"])).json().data;
    expect(entries.map(({ tier }: { tier: string }) => tier)).toEqual(["owner", "owner"]);
    const dropped = hookInput("s2", { hook_event_name: "UserPromptSubmit", prompt: CORRECTIONS[2] });
    await box.run(["hook", "user-prompt"], { stdin: dropped });
    box.at("2026-02-18T14:00:00Z");
    expect((await waiting(box)).map(({ text }) => text)).toEqual([CORRECTIONS[3]]);
  });

  it("is nudged with the name that its record closes", async () => {
    const box = await sandbox({ profile: OWNED });
    const stdin = hookInput("s1", { hook_event_name: "UserPromptSubmit", prompt: CORRECTIONS[0] });
    const nudge = contextIn(await box.run(["hook", "user-prompt"], { stdin }));
    const [, name = ""] = /^tenet correct '.*' --said-by '.*' --heard ([0-9a-z]{5})$/m.exec(nudge) ?? [];
    const answer = await box.run(["correct", "Deploy from a branch", "--heard", name]);
    expect(answer).toMatchObject({ code: 0 });
    expect(await waiting(box)).toEqual([]);
  });
});
