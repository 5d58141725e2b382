/** The review queue as a person meets it: a real pseudo-terminal, one thing at a time. */
import { describe, expect, it } from "vitest";
import type { Sandbox } from "../sandbox.js";
import { decidingBox, SECOND, tail, truth } from "./deciding-box.js";
import { atTerminal, CTRL_C, CTRL_D, ENTER } from "./terminal.js";
import { told } from "./typed.js";

/** A round of review that ends well. */
async function review(box: Sandbox, steps: Parameters<typeof atTerminal>[2], env = {}): Promise<void> {
  const { code, screen } = await atTerminal(box, ["review"], steps, env);
  expect(code, screen).toBe(0);
}

const stateOf = async (box: Sandbox, ref: string): Promise<string> =>
  (await told(box, `show ${ref}`)).entry.review?.state;

/** Where the pair, the version, the entry and the first question of a deciding box stand, in the order of a review. */
const PAIR = "1 of 5 · near pair";
const VERSION = "2 of 5 · version of the rules";
const ENTRY = "3 of 5 · entry to review";
const QUESTION = "4 of 5 · how it turned out";
const KEYS = "?: keys";

describe("a round of review", () => {
  it("goes through pairs, versions, entries and questions by keys, and writes each decision at once", async () => {
    const { box, pending } = await decidingBox();
    await review(box, [
      [PAIR, ""],
      ["What is the first to the second?", ""],
      [KEYS, "u"],
      ["both stay", ""],
      [VERSION, ""],
      [`+- ${SECOND}`, ""],
      [KEYS, "a"],
      ["in force:", `${tail(pending)}${ENTER}`],
      [ENTRY, ""],
      ["https://example.invalid/x", ""],
      [KEYS, "a"],
      ["Type x0002 to approve what is external:", `x0002${ENTER}`],
      ["x0002 is approved for reuse", ""],
      [QUESTION, ""],
      ["The build fails with an old cache", ""],
      [KEYS, "w"],
      ["What happened?", `three clean builds${ENTER}`],
      ["turned out validated", ""],
      ["5 of 5", ""],
      [KEYS, "q"],
      ["4 decided, 1 still waits.", ""],
    ]);
    expect(await stateOf(box, "x0002")).toBe("approved_for_reuse");
    const insights = await box.read("memory/learning/insights/2026-02-01.md");
    expect(insights).toContain("answer: unrelated");
    expect(insights).toMatch(/outcome: "validated \(OUT-/);
    expect(await box.read("SOUL.md")).toContain(SECOND);
    expect((await told(box, "verify")).errors).toBe(0);
  });

  it("quitting keeps what was decided and says how much waits; skipping changes nothing, other keys do nothing", async () => {
    const { box } = await decidingBox();
    await review(box, [
      [PAIR, ""],
      [KEYS, `zx\u0001\u001b[C${ENTER}`],
      [VERSION, ""],
      [KEYS, ENTER],
      ["Nothing changed.", ""],
      [ENTRY, ""],
      [KEYS, "?"],
      ["this list", ""],
      [KEYS, "r"],
      ["Why is it not wanted?", `hearsay${ENTER}`],
      ["x0002 is rejected", ""],
      [QUESTION, ""],
      [KEYS, "q"],
      ["1 decided, 4 still wait.", ""],
    ]);
    expect(await stateOf(box, "x0002")).toBe("rejected");
    expect(await box.read("memory/learning/insights/2026-02-01.md")).toContain('reason: "hearsay"');
    expect(await box.read("SOUL.md")).not.toContain(SECOND);
  });

  it("Ctrl-C keeps what was decided: 130, and it says so; Ctrl-D as well", async () => {
    const { box } = await decidingBox();
    const { code, screen } = await atTerminal(
      box,
      ["review"],
      [
        [PAIR, ""],
        [KEYS, "u"],
        [VERSION, ""],
        [KEYS, ENTER],
        [ENTRY, ""],
        [KEYS, CTRL_C],
      ],
    );
    expect(code, screen).toBe(130);
    expect(screen).toContain("interrupted: 1 decided, and that stays; 4 still wait");
    const before = truth(box);
    expect(before["memory/learning/insights/2026-02-01.md"]).toContain("answer: unrelated");
    const steps = [["1 of 4", ""] as const, [KEYS, CTRL_D] as const];
    const quit = await atTerminal(box, ["review"], steps);
    expect([quit.code, quit.screen]).toEqual([130, expect.stringContaining("nothing was decided; 4 still wait")]);
    const typing = await atTerminal(
      box,
      ["review"],
      [
        ["1 of 4", ""],
        [KEYS, "r"],
        ["Why is it not wanted?", CTRL_D],
      ],
    );
    expect(typing.code, typing.screen).toBe(130);
    expect(typing.screen).toContain("interrupted: nothing was decided; 4 still wait");
    expect(truth(box)).toEqual(before);
  });

  it("an entry is edited in the person's editor and shown again", async () => {
    const { box } = await decidingBox();
    const editor = await box.write(
      "edit.sh",
      '#!/bin/sh\nfor f; do :; done\nsed -i "s/Pipe the installer into a shell/Read the installer first/" "$f"\n',
    );
    await review(
      box,
      [
        [KEYS, ENTER],
        [KEYS, ENTER],
        ["Pipe the installer", ""],
        [KEYS, "e"],
        ["Read the installer first", ""],
        [KEYS, "a"],
        ["Type x0002", `x0002${ENTER}`],
        [QUESTION, ""],
        [KEYS, "q"],
      ],
      { EDITOR: `sh ${editor}` },
    );
    expect(await stateOf(box, "x0002")).toBe("approved_for_reuse");
  });

  it("with nothing that waits says so", async () => {
    const { box, pending } = await decidingBox();
    for (const [args, question, word] of [
      [["review", "x0002", "--reject", "--reason", "no"], "Type x0002", "x0002"],
      [["versions", "reject", "--reason", "no"], "to reject", tail(pending)],
    ] as const)
      expect((await atTerminal(box, args, [[question, `${word}${ENTER}`]])).code).toBe(0);
    expect((await atTerminal(box, ["resolve", "c0004", "c0003", "--unrelated"], [])).code).toBe(0);
    for (const ref of ["c0003", "c0004"])
      expect((await box.run(["outcome", ref, "--verdict", "mixed", "--result", "so-so"])).code).toBe(0);
    expect((await atTerminal(box, ["review"], [["Nothing waits for a person.", ""]])).code).toBe(0);
    expect((await box.run(["review"])).stdout).toBe("Nothing waits for a person.\n");
  });
});

it("one entry is shown and decided with its word; what was rejected is opened again", async () => {
  const { box } = await decidingBox();
  for (const [flags, state] of [
    [["--reject", "--reason", "hearsay"], "rejected"],
    [["--reopen"], "needs_review"],
    [["--sensitive"], "sensitive"],
    [["--approve"], "approved_for_reuse"],
  ] as const) {
    const { code, screen } = await atTerminal(box, ["review", "x0002", ...flags], [["to confirm", `x0002${ENTER}`]]);
    expect(code, screen).toBe(0);
    if (state === "sensitive") expect((await box.run(["show", "x0002"])).stdout).toContain("[sensitive]");
    expect(await stateOf(box, "x0002")).toBe(state);
  }
});
