/** Five sessions of people who correct an agent that records nothing, as hosts show them: all of it waits. */
import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Ran, type Sandbox, sandbox } from "../sandbox.js";
import { NO_MODEL } from "./known-workspace.js";
import { atTerminal, ENTER } from "./terminal.js";
import { done, told } from "./typed.js";

const OWNED = `${NO_MODEL}people:\n  - {name: sybil, role: owner, emails: [sybil@example.invalid]}\n`;

/** What is said in a session, where its host shows it; what corrects begins with a mark. */
const SESSIONS: readonly { seenIn: "prompt" | "transcript"; says: readonly string[] }[] = [
  {
    seenIn: "prompt",
    says: [
      "Prepare the release",
      "!no, we deploy from the release branch, never from main",
      "!Actually, invoices are due after 14 days, not 30.",
      "!I told you before: don't touch the generated files.",
      "thanks, go on",
    ],
  },
  {
    seenIn: "prompt",
    says: [
      "!Nein, die Preise sind immer netto.",
      "Wie weit ist der Import?",
      "!Das stimmt so nicht, der Import läuft nachts um zwei.",
      "!please stop adding emojis to the commit messages",
    ],
  },
  {
    seenIn: "transcript",
    says: [
      "Write the summary of the meeting",
      "!That's not what I asked for. The summary goes to the customer, not to me.",
      "!Non, on utilise pnpm ici, pas npm.",
      "!you keep forgetting the changelog, every release needs an entry",
    ],
  },
  {
    seenIn: "prompt",
    says: ["!不对，测试环境的数据库是只读的。", "!No, el informe se envía los lunes, no los viernes."],
  },
  {
    seenIn: "transcript",
    says: [
      "Why is the job late?",
      "!違います、請求書の番号は連番です。",
      "!Wrong again: the timeout is in seconds, not in milliseconds",
    ],
  },
];
const CORRECTIONS = SESSIONS.flatMap(({ says }) => says.filter((text) => text.startsWith("!"))).map((text) =>
  text.slice(1),
);

const contextIn = ({ stdout }: Ran): string =>
  stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput.additionalContext;

/** An event of a host; answers what the agent reads. */
const event = async (box: Sandbox, name: string, session: string, fields: object): Promise<string> => {
  const stdin = JSON.stringify({ session_id: session, cwd: "/nowhere", ...fields });
  const ran = await done(box, `hook ${name}`, { stdin });
  expect(ran.stderr).toBe("");
  return contextIn(ran);
};
const prompted = (box: Sandbox, session: string, prompt: string) =>
  event(box, "user-prompt", session, { hook_event_name: "UserPromptSubmit", prompt });

/** Every session from start to end; the agent answers and records nothing. Answers what each of them was shown first. */
async function fiveSessions(box: Sandbox): Promise<string[]> {
  const began: string[] = [];
  for (const [at, { seenIn, says }] of SESSIONS.entries()) {
    const [session, day] = [`s${at + 1}`, `2026-02-1${at}`];
    box.at(`${day}T09:00:00Z`);
    began.push(await event(box, "session-start", session, { hook_event_name: "SessionStart", source: "startup" }));
    const path = join(box.dir, "..", `${session}.jsonl`);
    await writeFile(path, "");
    for (const [turn, marked] of says.entries()) {
      const text = marked.replace(/^!/, "");
      const timestamp = `${day}T10:0${turn}:00Z`;
      box.at(timestamp);
      if (seenIn === "prompt") await prompted(box, session, text);
      for (const [role, content] of [
        ["user", text],
        ["assistant", "Understood, I carry on."],
      ]) {
        const line = { type: role, sessionId: session, timestamp, message: { role, content } };
        await appendFile(path, `${JSON.stringify(line)}\n`);
      }
    }
    box.at(`${day}T11:00:00Z`);
    const end = { hook_event_name: "SessionEnd", reason: "other", transcript_path: path };
    await event(box, "session-end", session, end);
  }
  return began;
}

const waiting = async (box: Sandbox): Promise<{ ref: string; text: string; answers: string[] }[]> =>
  (await told(box, "review --list")).queue.filter(({ kind }: { kind: string }) => kind === "heard");
const texts = async (box: Sandbox) => (await waiting(box)).map(({ text }) => text);

describe("an agent that ignores every nudge", () => {
  it("loses none of thirteen corrections in five sessions (row 41)", { tags: "proof" }, async () => {
    const box = await sandbox({ profile: OWNED, git: true });
    expect(CORRECTIONS).toHaveLength(13);
    const began = await fiveSessions(box);
    expect(await texts(box)).toEqual(CORRECTIONS);
    expect((await told(box, "list")).entries).toEqual([]);
    expect((await done(box, "status")).stdout).toContain("13 heard sentences, oldest 4 days: tenet review");
    // The second, third and fourth session begin with the first three, the fifth with the next.
    for (const [at, text] of CORRECTIONS.slice(0, 6).entries()) {
      expect(began.map((context) => context.includes(text))).toEqual(
        at < 3 ? [false, true, true, true, false] : [false, false, false, false, true],
      );
    }
    box.at("2026-02-15T09:00:00Z");
    const [first] = await waiting(box);
    const command = `tenet correct '${CORRECTIONS[0]}' --said-by sybil --heard ${first?.ref}`;
    expect(first?.answers[0]).toBe(command);
    expect(began[1]).toContain(command);
    const corrected = await done(box, `correct 'Deploy from the release branch' --heard ${first?.ref}`);
    expect(corrected.stdout).toContain(`It records what was heard as ${first?.ref}.`);
    expect(await texts(box)).toEqual(CORRECTIONS.slice(1));
    const wrong = await done(box, "learn 'Deploys are slow' --risk 'low: x' --heard zzzz9");
    expect(wrong.stderr).toContain("Nothing that was heard has the name zzzz9.");
    expect(await texts(box)).toEqual(CORRECTIONS.slice(1));
  });

  it("leaves them to a person, who keeps, rewords or drops them", { tags: "proof" }, async () => {
    const box = await sandbox({ profile: OWNED, git: true });
    for (const [at, text] of CORRECTIONS.slice(0, 3).entries()) {
      box.at(`2026-02-15T14:0${at}:00Z`);
      await prompted(box, "s1", text);
    }
    const KEYS = "d drop";
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
        ["3 decided", ""],
      ],
    );
    expect(code, screen).toBe(0);
    expect(await waiting(box)).toEqual([]);
    expect((await told(box, "list")).entries).toMatchObject([{ tier: "owner" }, { tier: "owner" }]);
    await prompted(box, "s2", CORRECTIONS[2] ?? "");
    expect(await waiting(box)).toEqual([]);
  });
});
