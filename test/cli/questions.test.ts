/** Asking and answering as they are typed: by an agent off a terminal, by a person at one, and by an agent that sits at one. */
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { served } from "../mcp/served.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { atTerminal, ENTER } from "./terminal.js";

const PEOPLE =
  "schema: 1\nagent: main\ntimezone: UTC\npeople:\n  - {name: sybil, role: owner, emails: [sybil@example.invalid]}\n";
const QUESTION = "Do you take weekend appointments?";

async function asked(): Promise<{ box: Sandbox; id: string; file: string }> {
  const box = await sandbox({ profile: PEOPLE });
  const ran = await box.run(["ask", QUESTION, "--because", "cannot book for Saturday", "--json"]);
  expect(ran.code, ran.stderr).toBe(0);
  return { box, ...ran.json().data };
}
const memories = async (box: Sandbox) => (await box.run(["memories", "--json"])).json().data.memories;

describe("an answer", () => {
  it("is asked for first in review, and is pinned", { tags: "proof" }, async () => {
    const { box } = await asked();
    const { code, screen } = await atTerminal(
      box,
      ["review"],
      [
        ["1 of 1 · an agent asks you", ""],
        [QUESTION, ""],
        ["cannot book for Saturday", ""],
        ["? keys", "a"],
        ["Your answer:", `Saturdays until noon${ENTER}`],
        ["It is pinned", ""],
        ["nothing waits any more", ""],
      ],
    );
    expect(code, screen).toBe(0);
    expect(await memories(box)).toMatchObject([
      { text: `${QUESTION} Saturdays until noon`, pinned: true, tier: "owner" },
    ]);
    const known = await box.run(["ask", QUESTION, "--because", "again"]);
    expect(known.stdout).toMatch(/^Not asked: .*\n {2}near {3}\w{5} .*Saturdays until noon/);
    expect(known.stdout).toContain("--anyway");
  });

  it("at a terminal by the command, without words: the question is shown and asked", { tags: "more" }, async () => {
    const { box, id } = await asked();
    const { code, screen } = await atTerminal(
      box,
      ["answer", id],
      [
        ["It blocks: cannot book for Saturday", ""],
        ["Your answer:", `Never${ENTER}`],
        ["it is pinned", ""],
      ],
    );
    expect(code, screen).toBe(0);
  });

  it.each(["answer", "review"])(
    "%s: a question that is changed while a person types is not answered",
    { tags: "more" },
    async (command) => {
      const { box, id, file } = await asked();
      const changed = (): string => {
        const path = box.path(file);
        writeFileSync(path, readFileSync(path, "utf8").replaceAll("weekend", "midnight"));
        return `Saturdays until noon${ENTER}`;
      };
      const typed = [["Your answer:", changed] as const, ["is no longer what was shown", ""] as const];
      if (command === "answer") await atTerminal(box, ["answer", id], typed);
      else await atTerminal(box, ["review"], [["? keys", "a"], ...typed, ["midnight", ""], ["? keys", "q"]]);
      expect(await memories(box)).toEqual([]);
    },
  );

  it("off a terminal, or with an agent at one, takes a person's name; MCP does not offer it", {
    tags: "proof",
  }, async () => {
    const { box, id } = await asked();
    const off = await box.run(["answer", id, "Always"]);
    expect([off.code, off.stderr]).toEqual([5, expect.stringContaining("answered by people")]);
    const agent = await atTerminal(box, ["answer", id, "Always"], [], { CLAUDECODE: "1" });
    expect(agent.code).toBe(5);
    const { client } = await served(box, ["--profile", "full"]);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain("ask");
    expect(names).not.toContain("answer");
    const relayed = await box.run(["answer", id, "Saturdays until noon", "--source", "sybil"]);
    expect([relayed.code, relayed.stdout]).toEqual([
      0,
      expect.stringContaining("Relayed from sybil: it is not pinned."),
    ]);
  });
});

describe("remember --pin", () => {
  const CALL = ["remember", "The shop closes at six", "--category", "fact", "--pin"];

  it("takes a typed word at a terminal, and is refused without one, off it, and where an agent runs it", {
    tags: "more",
  }, async () => {
    const box = await sandbox({ profile: PEOPLE });
    expect((await box.run(CALL)).code).toBe(5);
    expect((await atTerminal(box, CALL, [], { CLAUDECODE: "1" })).code).toBe(5);
    const wrong = await atTerminal(box, CALL, [["Type pin to confirm:", `no${ENTER}`]]);
    expect(wrong.code).toBe(5);
    expect(await memories(box)).toEqual([]);
    const right = await atTerminal(box, CALL, [["Type pin to confirm:", `pin${ENTER}`]]);
    expect(right.code, right.screen).toBe(0);
    expect(await memories(box)).toMatchObject([{ pinned: true }]);
    expect((await box.run(["memories", "--group", "facts"])).stdout).toMatch(/^# facts\n22 of 2000 characters\n/);
  });
});
