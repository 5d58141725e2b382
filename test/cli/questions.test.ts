/** Asking and answering as they are typed: by an agent off a terminal, by a person at one, and by an agent that sits at one. */
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { served } from "../mcp/served.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { NO_MODEL } from "./known-workspace.js";
import { atTerminal, ENTER } from "./terminal.js";
import { done, failed, told, words } from "./typed.js";

const PEOPLE = `${NO_MODEL}people:\n  - {name: sybil, role: owner, emails: [sybil@example.invalid]}\n`;
const QUESTION = "Do you take weekend appointments?";
const ANSWER = ["Your answer", `Saturdays until noon${ENTER}`] as const;

async function asked(): Promise<{ box: Sandbox; id: string; file: string }> {
  const box = await sandbox({ profile: PEOPLE });
  return { box, ...(await told(box, `ask '${QUESTION}' --because 'cannot book for Saturday'`)) };
}
const memories = async (box: Sandbox) => (await told(box, "list --type memory")).memories;

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
        ["?: keys", "a"],
        ANSWER,
        ["It is pinned", ""],
        ["nothing else waits", ""],
      ],
    );
    expect(code, screen).toBe(0);
    const pinned = { text: `${QUESTION} Saturdays until noon`, pinned: true, tier: "owner" };
    expect(await memories(box)).toMatchObject([pinned]);
    const known = await done(box, `ask '${QUESTION}' --because again`);
    expect(known.stdout).toMatch(/^Asked .*\n {2}near {3}\w{5} .*Saturdays until noon/);
  });

  it.each(["answer", "review"])(
    "%s: a question that is changed while a person types is not answered",
    {
      tags: "more",
    },
    async (command) => {
      const { box, id, file } = await asked();
      const changed = (): string => {
        const path = box.path(file);
        writeFileSync(path, readFileSync(path, "utf8").replaceAll("weekend", "midnight"));
        return ANSWER[1];
      };
      const typed = [["Your answer", changed] as const, ["is no longer what was shown", ""] as const];
      if (command === "answer") await atTerminal(box, ["answer", id], typed);
      else await atTerminal(box, ["review"], [["?: keys", "a"], ...typed, ["midnight", ""], ["?: keys", "q"]]);
      expect(await memories(box)).toEqual([]);
    },
  );

  it("off a terminal, or with an agent at one, takes a person's name; MCP does not offer it", {
    tags: "proof",
  }, async () => {
    const { box, id } = await asked();
    const message = expect.stringContaining("answered by people");
    expect(await failed(box, `answer ${id} Always`)).toMatchObject({ exit: 5, message });
    expect((await atTerminal(box, ["answer", id, "Always"], [], { CLAUDECODE: "1" })).code).toBe(5);
    const { client } = await served(box, ["--profile", "full"]);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain("ask");
    expect(names).not.toContain("answer");
    const relayed = await done(box, `answer ${id} 'Saturdays until noon' --source sybil`);
    expect(relayed.stdout).toContain("Relayed from sybil: it is not pinned.");
  });
});

it("remember --pin takes a typed word at a terminal, and is refused without one, off it, and where an agent runs it", {
  tags: "more",
}, async () => {
  const box = await sandbox({ profile: PEOPLE });
  const call = words("remember 'The shop closes at six' --category fact --pin");
  const asking = "Type pin to confirm:";
  expect((await box.run(call)).code).toBe(5);
  expect((await atTerminal(box, call, [], { CLAUDECODE: "1" })).code).toBe(5);
  expect((await atTerminal(box, call, [[asking, `no${ENTER}`]])).code).toBe(5);
  expect(await memories(box)).toEqual([]);
  const right = await atTerminal(box, call, [[asking, `pin${ENTER}`]]);
  expect(right.code, right.screen).toBe(0);
  expect(await memories(box)).toMatchObject([{ pinned: true }]);
  expect((await done(box, "list --type memory --group facts")).stdout).toMatch(/^# facts\n22 of 2000 characters\n/);
});
