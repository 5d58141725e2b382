/**
 * What is for people stays with people: an agent that tries everything, over a pipe and over a pseudo-terminal, changes
 * no approval, no rejection, no review, no rollback and no setting.
 */
import { describe, expect, it } from "vitest";
import { everyNth } from "../effort.js";
import type { Sandbox } from "../sandbox.js";
import { type DecidingBox, decidingBox, SECOND, tail, truth } from "./deciding-box.js";
import { together } from "./fault-sweep.js";
import { atTerminal, CTRL_C, ENTER } from "./terminal.js";
import { told, words } from "./typed.js";

const HOSTS = `CLAUDECODE CLAUDE_CODE_ENTRYPOINT CURSOR_AGENT CODEX_SANDBOX CODEX_THREAD_ID GEMINI_CLI COPILOT_CLI
  AIDER_MODEL CLINE_ACTIVE OPENCODE OPENCLAW_AGENT REPLIT_AGENT AMP_THREAD_ID AI_AGENT`.split(/\s+/);

/** Everything an agent could try, with what it would have to type. */
const attempts = ({ pending, active }: DecidingBox): [line: string, word: string][] => [
  ["versions approve", tail(pending)],
  [`versions approve ${tail(pending)} --reason 'the owner said so'`, tail(pending)],
  ["versions approve --edit", tail(pending)],
  ["versions approve --user bridget", tail(pending)],
  ["versions reject --reason no", tail(pending)],
  ["versions rollback", tail(active)],
  [`versions rollback ${active} --reason no --user bridget`, tail(active)],
  ["review x0002 --approve", "x0002"],
  ["review x0002 --exception --user bridget", "x0002"],
  ["review x0002 --reject --reason no", "x0002"],
  ["review c0004 --sensitive", "c0004"],
  ["forget c0004 --erase --reason no", "c0004"],
  ["digest x0002 --to SOUL.md", "because"],
  ["config set apply_mode auto", "apply_mode"],
  ["config restore HEAD", "HEAD"],
];

const AROUND = /non_interactive|--user|unset|environment|variable|env -u/i;

/** Types at once and blindly, as a program at a pseudo-terminal would. */
const blind = (box: Sandbox, line: string, word: string, env: Record<string, string>) =>
  atTerminal(box, words(line), [["", `${word}${ENTER}`]], env);

describe("an agent that tries everything", () => {
  it("over a pipe changes nothing, and is told nothing about a way around", { tags: "proof" }, async () => {
    const world = await decidingBox();
    const { box } = world;
    const before = truth(box);
    await together(attempts(world), async ([line, word]) => {
      for (const env of [{}, { CLAUDECODE: "1" }, { TENET_USER: "bridget" }]) {
        const ran = await box.run([...words(line), "--json"], { stdin: `${word}\n`, env });
        expect(ran.code, line).toBe(5);
        const { error } = ran.json();
        expect(error.code, line).toMatch(/needs-person|waits-for-review|less-trusted/);
        expect(`${error.message} ${error.hint}`, line).not.toMatch(AROUND);
      }
    });
    expect(truth(box)).toEqual(before);
  });

  it("over a pseudo-terminal with its host's variable changes nothing", { tags: "proof" }, async () => {
    const world = await decidingBox();
    const before = truth(world.box);
    await together(attempts(world), async ([line, word]) => {
      const { code, screen } = await blind(world.box, line, word, { CLAUDECODE: "1" });
      expect([2, 5], `tenet ${line}: ${screen}`).toContain(code);
    });
    expect(truth(world.box)).toEqual(before);
  });

  it("whatever its host is called; `review` lists what waits for it, and decides nothing", {
    tags: "more",
  }, async () => {
    const { box, pending } = await decidingBox();
    const before = truth(box);
    await together(everyNth(HOSTS, 5), async (name) => {
      const { code, screen } = await blind(box, "versions approve", tail(pending), { [name]: "1" });
      expect(code, `${name}: ${screen}`).toBe(5);
      expect(screen).not.toMatch(AROUND);
    });
    expect((await told(box, "review", { env: { CLAUDECODE: "1" } })).queue).toHaveLength(5);
    const { code, screen } = await blind(box, "review", "a", { CURSOR_AGENT: "1" });
    expect(code).toBe(0);
    expect(screen).toContain("At a terminal: tenet review");
    expect(truth(box)).toEqual(before);
  });
});

describe("a person at a real terminal", () => {
  it("approves by the word alone, in any case, and is shown first what happens", { tags: "more" }, async () => {
    const { box, pending, active } = await decidingBox();
    const before = truth(box);
    const asked = [
      ["versions approve", "in force:"],
      ["versions reject --reason no", `Type ${tail(pending)} to reject`],
      ["versions rollback", `Type ${tail(active)} to take`],
      ["review x0002 --approve", "Type x0002 to confirm"],
    ] as const;
    const otherWords = [
      [`yes${ENTER}`, 5],
      [ENTER, 5],
      [CTRL_C, 130],
    ] as const;
    const rows = asked.flatMap((ask) => otherWords.map((typed) => [...ask, ...typed] as const));
    await together(everyNth(rows, 4), async ([line, question, keys, exit]) => {
      const { code, screen } = await atTerminal(box, words(line), [[question, keys]]);
      expect(code, `tenet ${line}: ${screen}`).toBe(exit);
    });
    const unasked = [
      ["versions approve --json", {}],
      ["versions reject --reason x --no-input", {}],
      ["versions rollback", { CI: "1" }],
      ["review x0002 --approve --json", {}],
    ] as const;
    for (const [line, env] of everyNth(unasked, 2, 1))
      expect((await atTerminal(box, words(line), [], env)).code, line).toBe(5);
    expect(truth(box)).toEqual(before);

    const { code, screen } = await atTerminal(
      box,
      ["versions", "approve", "--reason", "tried for a month"],
      [
        [`+- ${SECOND}`, ""],
        ["in force:", `${tail(pending).toUpperCase()}${ENTER}`],
      ],
    );
    expect(code, screen).toBe(0);
    expect(await box.read("SOUL.md")).toContain(SECOND);
    expect((await told(box, "versions")).versions).toContainEqual(
      expect.objectContaining({
        id: pending,
        decided: expect.objectContaining({ by: "bridget", how: "typed", reason: "tried for a month" }),
      }),
    );
  });

  it("under the e-mail of an agent is none", { tags: "more" }, async () => {
    const { box, pending } = await decidingBox();
    await box.git("config", "user.email", "bot@example.invalid");
    const profile = await box.read("tenet.yaml");
    await box.write("tenet.yaml", profile.replace("role: agent}", "role: agent, emails: [bot@example.invalid]}"));
    const { code, screen } = await atTerminal(
      box,
      ["versions", "approve"],
      [["in force:", `${tail(pending)}${ENTER}`]],
    );
    expect(code, screen).toBe(5);
    expect(await box.read("SOUL.md")).not.toContain(SECOND);
  });

  it("words the proposed lines in their own editor, and again when what came back is no rule", {
    tags: "more",
  }, async () => {
    const { box, pending } = await decidingBox();
    const script = `#!/bin/sh
if [ -e edited ]; then sed -i 's/^# Rules/Ask twice/;s/+ # Rules/+ Ask twice/' "$1"
else touch edited; sed -i 's/${SECOND}/# Rules/' "$1"; fi\n`;
    const editor = await box.write("edit.sh", script);
    const { code, screen } = await atTerminal(
      box,
      ["versions", "approve", "--edit"],
      [
        ["begins or holds a structure", ""],
        ["Open it again?", ENTER],
        ["in force:", `${tail(pending)}${ENTER}`],
      ],
      { EDITOR: `sh ${editor}` },
    );
    expect(code, screen).toBe(0);
    expect(await box.read("SOUL.md")).toContain("- Ask twice <!-- COR-20260201-B0005 -->");
    expect(await box.read(`memory/versions/${pending}.md`)).toMatch(/^ +how: edited$/m);
  });
});
