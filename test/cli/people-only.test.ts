/**
 * What is for people stays with people: an agent that tries everything, over a pipe and over a pseudo-terminal, changes
 * no approval, no rejection, no review, no rollback and no setting.
 */
import { describe, expect, it } from "vitest";
import type { Sandbox } from "../sandbox.js";
import { type DecidingBox, decidingBox, FIRST, SECOND, tail, truth } from "./deciding-box.js";
import { atTerminal, CTRL_C, ENTER } from "./terminal.js";

const HOSTS: readonly Record<string, string>[] = [
  { CLAUDECODE: "1" },
  { CLAUDE_CODE_ENTRYPOINT: "cli" },
  { CURSOR_AGENT: "1" },
  { CODEX_SANDBOX: "seatbelt" },
  { CODEX_THREAD_ID: "x" },
  { GEMINI_CLI: "1" },
  { COPILOT_CLI: "1" },
  { AIDER_MODEL: "x" },
  { CLINE_ACTIVE: "true" },
  { OPENCODE: "1" },
  { OPENCLAW_AGENT: "x" },
  { REPLIT_AGENT: "1" },
  { AMP_THREAD_ID: "x" },
  { AI_AGENT: "1" },
];

/** Everything an agent could try, with what it would have to type. */
const attempts = ({ pending, active }: DecidingBox): [args: string[], word: string][] => [
  [["approve"], tail(pending)],
  [["approve", tail(pending), "--reason", "the owner said so"], tail(pending)],
  [["approve", "--edit"], tail(pending)],
  [["approve", "--user", "bridget"], tail(pending)],
  [["reject", "--reason", "no"], tail(pending)],
  [["rollback"], tail(active)],
  [["rollback", active, "--reason", "no", "--user", "bridget"], tail(active)],
  [["review", "x0002", "--approve"], "x0002"],
  [["review", "x0002", "--exception", "--user", "bridget"], "x0002"],
  [["review", "x0002", "--reject", "--reason", "no"], "x0002"],
  [["review", "c0004", "--sensitive"], "c0004"],
  [["promote", "x0002", "--to", "SOUL.md"], "because"],
  [["config", "set", "approval.non_interactive", "true"], "approval.non_interactive"],
  [["config", "set", "apply_mode", "auto"], "apply_mode"],
  [["config", "restore", "HEAD"], "HEAD"],
];

const AROUND = /non_interactive|--user|unset|environment|variable|env -u/i;

async function together<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await act(item);
  };
  await Promise.all([worker(), worker(), worker()]);
}

/** Types at once and blindly, as a program at a pseudo-terminal would. */
const blind = (box: Sandbox, args: readonly string[], word: string, env: Record<string, string>) =>
  atTerminal(box, args, [["", `${word}${ENTER}`]], env);

describe("an agent that tries everything", () => {
  it("over a pipe changes nothing, and is told nothing about a way around", {
    tags: "proof",
    timeout: 240_000,
  }, async () => {
    const world = await decidingBox();
    const { box } = world;
    const before = truth(box);
    await together(attempts(world), async ([args, word]) => {
      for (const env of [{}, { CLAUDECODE: "1" }, { TENET_USER: "bridget" }]) {
        const ran = await box.run([...args, "--json"], { stdin: `${word}\n`, env });
        const says = `tenet ${args.join(" ")}`;
        expect(ran.code, says).toBe(5);
        const { error } = ran.json();
        expect(error, says).toMatchObject({
          code: expect.stringMatching(/needs-person|waits-for-review|less-trusted/),
        });
        expect(`${error.message} ${error.hint}`, says).not.toMatch(AROUND);
      }
    });
    expect(truth(box)).toEqual(before);
  });

  it("over a pseudo-terminal with its host's variable changes nothing", {
    tags: "proof",
    timeout: 240_000,
  }, async () => {
    const world = await decidingBox();
    const { box } = world;
    const before = truth(box);
    await together(attempts(world), async ([args, word]) => {
      const { code, screen } = await blind(box, args, word, { CLAUDECODE: "1" });
      expect([2, 5], `tenet ${args.join(" ")}: ${screen}`).toContain(code);
    });
    expect(truth(box)).toEqual(before);
  });

  it("whatever its host is called", { tags: "more", timeout: 240_000 }, async () => {
    const world = await decidingBox();
    const { box, pending } = world;
    const before = truth(box);
    await together(HOSTS, async (env) => {
      const { code, screen } = await blind(box, ["approve"], tail(pending), env);
      expect(code, `${JSON.stringify(env)}: ${screen}`).toBe(5);
      expect(screen).not.toMatch(AROUND);
    });
    expect(truth(box)).toEqual(before);
  });

  it("`review` lists what waits for it, and decides nothing", { tags: "more", timeout: 60_000 }, async () => {
    const { box } = await decidingBox();
    const before = truth(box);
    for (const args of [["review"], ["review", "--list"]]) {
      const ran = await box.run([...args, "--json"], { env: { CLAUDECODE: "1" } });
      expect(ran.json().data.queue).toHaveLength(5);
    }
    const { code, screen } = await blind(box, ["review"], "a", { CURSOR_AGENT: "1" });
    expect(code).toBe(0);
    expect(screen).toContain("A person goes through all of it");
    expect(truth(box)).toEqual(before);
  });
});

describe("a person at a real terminal", () => {
  it("approves with the word, in any case, and is shown first what happens", {
    tags: "more",
    timeout: 60_000,
  }, async () => {
    const { box, pending } = await decidingBox();
    const { code, screen } = await atTerminal(
      box,
      ["approve", "--reason", "tried for a month"],
      [
        [`+- ${SECOND}`, ""],
        ["in force:", `${tail(pending).toUpperCase()}${ENTER}`],
      ],
    );
    expect(code, screen).toBe(0);
    expect(await box.read("SOUL.md")).toContain(SECOND);
    const [{ decided }] = (await box.run(["versions", "--json"]))
      .json()
      .data.versions.filter(({ id }: { id: string }) => id === pending);
    expect(decided).toMatchObject({ by: "bridget", how: "typed", reason: "tried for a month" });
  });

  it("another word, Enter alone or Ctrl-C change nothing", { tags: "more", timeout: 120_000 }, async () => {
    const { box, pending, active } = await decidingBox();
    const before = truth(box);
    const asked = [
      [["approve"], "in force:"],
      [["reject", "--reason", "no"], `Type ${tail(pending)} to reject`],
      [["rollback"], `Type ${tail(active)} to take`],
      [["review", "x0002", "--approve"], "Type x0002 to confirm"],
    ] as const;
    await together(asked, async ([args, question]) => {
      for (const [keys, exit] of [
        [`yes${ENTER}`, 5],
        [ENTER, 5],
        [CTRL_C, 130],
      ] as const) {
        const { code, screen } = await atTerminal(box, args, [[question, keys]]);
        expect(code, `tenet ${args.join(" ")}: ${screen}`).toBe(exit);
      }
    });
    expect(truth(box)).toEqual(before);
  });

  it("is not asked with --json, --no-input or CI, and nothing is done then", {
    tags: "more",
    timeout: 60_000,
  }, async () => {
    const { box } = await decidingBox();
    const before = truth(box);
    for (const [args, env] of [
      [["approve", "--json"], {}],
      [["reject", "--reason", "x", "--no-input"], {}],
      [["rollback"], { CI: "1" }],
      [["review", "x0002", "--approve", "--json"], {}],
    ] as const) {
      const { code, screen } = await atTerminal(box, args, [], env);
      expect(code, screen).toBe(5);
    }
    expect(truth(box)).toEqual(before);
  });

  it("rejects, with the reason that is asked for", { tags: "more", timeout: 60_000 }, async () => {
    const { box, pending } = await decidingBox();
    const { code, screen } = await atTerminal(
      box,
      ["reject"],
      [
        ["Why is it not wanted?", `too general${ENTER}`],
        [`Type ${tail(pending)} to reject`, `${tail(pending)}${ENTER}`],
      ],
    );
    expect(code, screen).toBe(0);
    expect(await box.read(`memory/versions/${pending}.md`)).toContain('reason: "too general"');
    expect((await box.run(["digest", "--json"])).json().data.operations).toEqual([]);
  });

  it("takes a version back that a person let in", { tags: "more", timeout: 60_000 }, async () => {
    const { box, active } = await decidingBox();
    const { code, screen } = await atTerminal(box, ["rollback"], [["to take version", `${tail(active)}${ENTER}`]]);
    expect(code, screen).toBe(0);
    expect(await box.read("SOUL.md")).not.toContain(FIRST);
    expect((await box.run(["verify", "--json"])).json().data.errors).toBe(0);
  });

  it("under the e-mail of an agent is none", { tags: "more", timeout: 60_000 }, async () => {
    const { box, pending } = await decidingBox();
    await box.git("config", "user.email", "bot@example.invalid");
    await box.write(
      "tenet.yaml",
      (await box.read("tenet.yaml")).replace("role: agent}", "role: agent, emails: [bot@example.invalid]}"),
    );
    const { code, screen } = await atTerminal(box, ["approve"], [["in force:", `${tail(pending)}${ENTER}`]]);
    expect(code, screen).toBe(5);
    expect(await box.read("SOUL.md")).not.toContain(SECOND);
  });

  it("words the proposed lines in their own editor", { tags: "more", timeout: 60_000 }, async () => {
    const { box, pending } = await decidingBox();
    const editor = await box.write("edit.sh", `#!/bin/sh\nsed -i 's/${SECOND}/Ask twice before a branch goes/' "$1"\n`);
    const { code, screen } = await atTerminal(box, ["approve", "--edit"], [["in force:", `${tail(pending)}${ENTER}`]], {
      EDITOR: `sh ${editor}`,
    });
    expect(code, screen).toBe(0);
    expect(await box.read("SOUL.md")).toContain("- Ask twice before a branch goes <!-- COR-20260201-B0005 -->");
    expect(await box.read(`memory/versions/${pending}.md`)).toContain('how: "edited"');
  });

  it("may try again when what came back from the editor is no rule", { tags: "more", timeout: 60_000 }, async () => {
    const { box, pending } = await decidingBox();
    const editor = await box.write(
      "edit.sh",
      `#!/bin/sh\nif [ -e edited ]; then sed -i 's/^# Rules/Ask twice/;s/+ # Rules/+ Ask twice/' "$1"; else touch edited; sed -i 's/${SECOND}/# Rules/' "$1"; fi\n`,
    );
    const { code, screen } = await atTerminal(
      box,
      ["approve", "--edit"],
      [
        ["Open it again?", ENTER],
        ["in force:", `${tail(pending)}${ENTER}`],
      ],
      { EDITOR: `sh ${editor}` },
    );
    expect(code, screen).toBe(0);
    expect(screen).toContain("begins or holds a structure");
    expect(await box.read("SOUL.md")).toContain("- Ask twice <!--");
  });
});

describe("a team's own scripts, where a person allowed them", () => {
  const ALLOWED = "apply_mode: approval\napproval: {non_interactive: true}\n";

  it("approve, reject and review for somebody who is listed, and it is written down that a script did", {
    tags: "proof",
    timeout: 60_000,
  }, async () => {
    const { box, pending } = await decidingBox(ALLOWED);
    expect((await box.run(["review", "x0002", "--approve", "--user", "bridget"])).code).toBe(0);
    expect(await box.read("memory/learning/insights/2026-02-01.md")).toContain("by: bridget");
    expect((await box.run(["approve", "--user", "bridget", "--json"])).json().data).toMatchObject({
      decision: "active",
      by: "bridget",
    });
    expect(await box.read(`memory/versions/${pending}.md`)).toContain('how: "script"');
  });

  it("not for nobody, a stranger, an agent, in an agent's process, or by an agent's name", async () => {
    const world = await decidingBox(ALLOWED);
    const { box } = world;
    const before = truth(box);
    const tries: [string[], Record<string, string>][] = [
      [[], {}],
      [["--user", "mallory"], {}],
      [["--user", "bot"], {}],
      [["--user", "bridget"], { CLAUDECODE: "1" }],
      [["--user", "bridget"], { CODEX_SANDBOX: "x" }],
      [["--user", "bridget", "--as", "main"], {}],
      [["--user", "bridget"], { TENET_AGENT: "main" }],
    ];
    await together(tries, async ([flags, env]) => {
      for (const args of [["approve"], ["reject", "--reason", "x"], ["review", "x0002", "--approve"]]) {
        const ran = await box.run([...args, ...flags, "--json"], { env });
        expect(ran.json().error, `${args} ${flags}`).toMatchObject({ code: "needs-person" });
        expect(ran.json().error.message + ran.json().error.hint).not.toMatch(AROUND);
      }
    });
    expect(truth(box)).toEqual(before);
  }, 120_000);

  it("and nothing else that is for people: no setting, no rollback, no edited wording", async () => {
    const { box } = await decidingBox(ALLOWED);
    const before = truth(box);
    for (const args of [["config", "set", "apply_mode", "auto"], ["rollback"]])
      expect((await box.run([...args, "--user", "bridget"])).code, args.join(" ")).toBe(5);
    expect((await box.run(["approve", "--edit", "--user", "bridget"])).code).toBe(2);
    expect(truth(box)).toEqual(before);
  }, 60_000);
});
