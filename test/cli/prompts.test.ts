import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type Sandbox, sandbox } from "../sandbox.js";
import { knownWorkspace, NO_MODEL } from "./known-workspace.js";
import { atTerminal, CTRL_C, ENTER } from "./terminal.js";
import { done, told, words } from "./typed.js";

const known = (git = false) => knownWorkspace({ profile: NO_MODEL, git });
/** A line at a terminal, and what is typed there; it succeeds. */
async function typing(box: Sandbox, line: string, steps: Parameters<typeof atTerminal>[2], env = {}): Promise<string> {
  const { code, screen } = await atTerminal(box, words(line), steps, env);
  expect(code, screen).toBe(0);
  return screen;
}
const CORRECTIONS = "memory/learning/corrections/2026-02-15.md";
const INSIGHTS = "memory/learning/insights/2026-02-15.md";

describe("at a terminal, commands ask for what is missing", () => {
  it("correct of high stakes asks for every fact, in order, and stores the answers", { tags: "proof" }, async () => {
    const box = await known();
    const screen = await typing(box, "correct 'Use npm ci in CI' --instead-of 'npm install is fine everywhere'", [
      ["What goes wrong if this is forgotten?", `high: lockfile drift broke release 2.3${ENTER}`],
      ["What will you do differently?", `look for npm install before pushing${ENTER}`],
    ]);
    expect(screen).toMatch(/Learned\s+\w{5}\s+high\s+memory\/learning\/corrections\/2026-02-15\.md:\d+/);
    const text = await box.read(CORRECTIONS);
    expect(text).toContain('stakes: high\nat_risk: "lockfile drift broke release 2.3"');
    expect(text).toContain('behavioral_change: "look for npm install before pushing"');
  });

  it("without stated stakes there is one question, which Enter leaves open, and nothing is promised", {
    tags: "more",
  }, async () => {
    const box = await known();
    const screen = await typing(box, "correct", [
      ["What holds from now on?", `Use pnpm, never npm${ENTER}`],
      ["What goes wrong if this is forgotten? (Enter: left open)", ENTER],
    ]);
    expect(screen).toMatch(/Learned\s+\w{5}\s+medium/);
    expect(screen).not.toMatch(/open:|What held before|How bad|differently/);
    expect(await box.read(CORRECTIONS)).not.toMatch(/prior_belief|at_risk|behavioral_change/);
  });

  it("Enter where words are needed says so, and how to leave; the answer stands behind its question", async () => {
    const screen = await typing(await known(), "correct", [
      ["What holds from now on?", ENTER],
      ["A few words are enough. Ctrl-C leaves it", `Use pnpm, never npm${ENTER}`],
      ["(Enter: left open)", ENTER],
    ]);
    expect(screen).toContain("What holds from now on? Use pnpm, never npm");
  });

  it("asks nothing that was stated; a level in the answer about the risk is taken, and none needs no level", {
    tags: "more",
  }, async () => {
    const box = await known();
    const low = await typing(box, "learn 'Cold caches double the run' --because 'two timings'", [
      ["What goes wrong", `low: a slow morning${ENTER}`],
    ]);
    const none = await typing(box, "learn 'npm ci printed 3 warnings' --because 'the log'", [
      ["What goes wrong", `none${ENTER}`],
    ]);
    expect(low + none).not.toMatch(/What shows that it is true\?|How bad\?/);
    expect(await box.read(INSIGHTS)).toContain("stakes: low");
    expect(none).toContain("Not learned. Nothing goes wrong if this is wrong. Kept in the daily log");
  });

  it("outcome asks what happened and how it turned out: Enter leaves it, a word is marked by its beginning", async () => {
    const box = await known();
    const left = await atTerminal(
      box,
      ["outcome", "m2xba"],
      [
        ["What happened?", `fewer retries${ENTER}`],
        ["How did it turn out?", ENTER],
      ],
    );
    expect([left.code, (await told(box, "show m2xba")).entry.outcome]).toEqual([2, undefined]);
    await typing(box, "outcome m2xba", [
      ["What happened?", `fewer retries${ENTER}`],
      ["How did it turn out?", `inv${ENTER}`],
    ]);
    expect((await told(box, "show m2xba")).entry.outcome).toBe("invalidated");
  });

  it("init asks for the owner: Enter names nobody", { tags: "proof" }, async () => {
    const box = await sandbox({ empty: true, git: true });
    await typing(box, "init", [["Who owns this workspace? A name, such as sybil (Enter: nobody yet):", ENTER]]);
    expect(parse(await box.read("tenet.yaml")).people).toBeUndefined();
    await typing(box, "init", [["A name", `sybil${ENTER}`]]);
    expect(parse(await box.read("tenet.yaml")).people).toEqual([
      { name: "sybil", role: "owner", emails: ["sybil@example.invalid"] },
    ]);
    expect(await typing(box, "init", [])).toContain("Nothing was changed");
  });

  it("Ctrl-C at a question: 130, and nothing was stored", { tags: "more" }, async () => {
    const box = await known();
    const { code, screen } = await atTerminal(box, ["correct", "x"], [["What goes wrong", CTRL_C]]);
    expect(code).toBe(130);
    expect(screen).toContain("interrupted: nothing was stored");
    expect(screen).not.toContain(" at ");
    expect((await told(box, "list")).total).toBe(4);
  });

  it("asks nothing with --no-input, --json, in CI or for a known agent, though a terminal is there", {
    tags: "more",
  }, async () => {
    const box = await known();
    for (const [line, env] of [
      ["learn x --no-input", {}],
      ["learn x --json", {}],
      ["learn x", { CI: "1" }],
      ["learn x", { CLAUDECODE: "1" }],
    ] as const) {
      const { code, screen } = await atTerminal(box, words(line), [], env);
      expect([code, screen]).toEqual([0, expect.stringMatching(/(?:Not learned|"logged")[\s\S]*--risk/)]);
    }
  });
});

it("config set is for people: it shows the change, takes the typed name for a yes and anything else for a no, and changes that line alone", {
  tags: "more",
}, async () => {
  const profile = "schema: 1\nagent: main # ours\ntimezone: UTC\ncaps: {soul: 10}\n";
  const box = await knownWorkspace({ profile });
  const set = words("config set caps.soul 4");
  expect((await atTerminal(box, set, [["to confirm:", `yes${ENTER}`]])).code).toBe(5);
  for (const env of [{ CODEX_SANDBOX: "seatbelt" }, { CI: "true" }] as Record<string, string>[])
    expect((await atTerminal(box, set, [], env)).code).toBe(5);
  expect((await box.run(set, { stdin: "caps.soul\n" })).code).toBe(5);
  const wrong = await atTerminal(box, words("config set caps.soul lots"), []);
  expect([wrong.code, wrong.screen]).toEqual([2, expect.stringContaining("caps")]);
  expect(await box.read("tenet.yaml")).toBe(profile);
  const screen = await typing(box, "config set caps.soul 4", [["Type caps.soul to confirm:", `caps.soul${ENTER}`]]);
  expect(screen).toContain("caps.soul: 10 → 4");
  expect(await box.read("tenet.yaml")).toBe(profile.replace("soul: 10", "soul: 4"));
  expect((await done(box, "config get caps.soul")).stdout).toBe("4\n");
});

it("edit at a terminal opens the editor at the record, and says what changed; one that fails is named", {
  tags: "more",
}, async () => {
  const box = await known();
  const failing = await atTerminal(box, ["edit", "m9qrt"], [], { EDITOR: "false" });
  expect([failing.code, failing.screen]).toEqual([1, expect.stringContaining("corrections/2026-02-12.md:7")]);
  const editor = await box.write("editor.sh", '#!/bin/sh\nsed -i "s/Ask first\\./Ask twice./" "$1"\n');
  const screen = await typing(box, "edit m9qrt", [], { EDITOR: `sh ${editor}`, VISUAL: "" });
  expect(screen).toContain("behavioral_change");
});

it("digest at a terminal asks why an entry shall be a rule that no reason lets in", { tags: "more" }, async () => {
  const box = await known();
  const screen = await typing(box, "digest m2xba", [["Why shall it become a rule?", `it matters${ENTER}`]]);
  expect(screen).toContain("wants it: it matters");
  expect(await box.read("MEMORY.md")).toContain("INS-20260211-M2XBA");
  expect((await box.run(["digest", "m9qrt"])).code).toBe(5);
});
