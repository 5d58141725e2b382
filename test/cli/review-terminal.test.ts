/** The review queue as a person meets it: a real pseudo-terminal, one thing at a time. */
import { describe, expect, it } from "vitest";
import type { Sandbox } from "../sandbox.js";
import { decidingBox, SECOND, tail, truth } from "./deciding-box.js";
import { atTerminal, CTRL_C, ENTER } from "./terminal.js";

const stateOf = async (box: Sandbox, ref: string): Promise<string> =>
  (await box.run(["show", ref, "--json"])).json().data.entry.review?.state;

describe("a round of review", () => {
  it("goes through entries, pairs and versions, and writes each decision at once", async () => {
    const { box, pending } = await decidingBox();
    const { code, screen } = await atTerminal(
      box,
      ["review"],
      [
        ["1 of 3 · entry to review", ""],
        ["https://example.invalid/x", ""],
        ["[skip]", `a${ENTER}`],
        ["Type x0002 to confirm (approve):", `x0002${ENTER}`],
        ["x0002 is approved for reuse", ""],
        ["2 of 3 · contested pair", ""],
        ["Which is right?", `b${ENTER}`],
        ["Both stay", ""],
        ["3 of 3 · version of the rules", ""],
        [`+- ${SECOND}`, ""],
        ["What now?", `a${ENTER}`],
        ["in force:", `${tail(pending)}${ENTER}`],
        ["3 decided, 0 left.", ""],
      ],
    );
    expect(code, screen).toBe(0);
    expect(await stateOf(box, "x0002")).toBe("approved_for_reuse");
    expect(await box.read("memory/learning/insights/2026-02-01.md")).not.toContain("contests:");
    expect(await box.read("SOUL.md")).toContain(SECOND);
    expect((await box.run(["verify", "--json"])).json().data.errors).toBe(0);
  }, 60_000);

  it("quitting keeps what was decided, skipping decides nothing", async () => {
    const { box } = await decidingBox();
    const { code, screen } = await atTerminal(
      box,
      ["review"],
      [
        ["[skip]", `r${ENTER}`],
        ["Why is it not wanted?", `hearsay${ENTER}`],
        ["Type x0002 to confirm (reject):", `x0002${ENTER}`],
        ["2 of 3", ENTER],
        ["3 of 3", ""],
        ["What now?", `q${ENTER}`],
        ["1 decided, 2 left.", ""],
      ],
    );
    expect(code, screen).toBe(0);
    expect(await stateOf(box, "x0002")).toBe("rejected");
    expect(await box.read("memory/learning/insights/2026-02-01.md")).toContain('reason: "hearsay"');
    expect(await box.read("SOUL.md")).not.toContain(SECOND);
  }, 60_000);

  it("Ctrl-C keeps what was decided: 130, and it says so", async () => {
    const { box } = await decidingBox();
    const { code, screen } = await atTerminal(
      box,
      ["review"],
      [
        ["[skip]", `o${ENTER}`],
        ["Type x0002 to confirm (once):", `x0002${ENTER}`],
        ["2 of 3", ""],
        ["Which is right?", CTRL_C],
      ],
    );
    expect(code, screen).toBe(130);
    expect(screen).toContain("interrupted: 1 decided before, and that stays");
    expect(await stateOf(box, "x0002")).toBe("one_time_exception");
  }, 60_000);

  it("Ctrl-C before anything is decided changes nothing", async () => {
    const { box } = await decidingBox();
    const before = truth(box);
    const { code } = await atTerminal(box, ["review"], [["[skip]", CTRL_C]]);
    expect(code).toBe(130);
    expect(truth(box)).toEqual(before);
  }, 60_000);

  it("another word decides nothing, and the same thing is asked again", async () => {
    const { box } = await decidingBox();
    const before = truth(box);
    const { code, screen } = await atTerminal(
      box,
      ["review"],
      [
        ["[skip]", `ss${ENTER}`],
        ["2 of 3", ""],
        ["Which is right?", `q${ENTER}`],
      ],
    );
    expect(code, screen).toBe(0);
    const again = await atTerminal(
      box,
      ["review"],
      [
        ["[skip]", `a${ENTER}`],
        ["Type x0002 to confirm", `yes${ENTER}`],
        ["not confirmed", ""],
        ["[skip]", `q${ENTER}`],
      ],
    );
    expect(again.code, again.screen).toBe(0);
    expect(truth(box)).toEqual(before);
  }, 60_000);

  it("a less trusted entry cannot replace an owner's words: it says so and asks again", async () => {
    const { box } = await decidingBox();
    const { code, screen } = await atTerminal(
      box,
      ["review"],
      [
        ["[skip]", ENTER],
        ["Which is right?", `f${ENTER}`],
        ["is trusted more", ""],
        ["Which is right?", `q${ENTER}`],
      ],
    );
    expect(code, screen).toBe(0);
    expect(screen).toContain("INS-20260201-C0003 is trusted more");
  }, 60_000);

  it("an entry is edited in the person's editor and shown again", async () => {
    const { box } = await decidingBox();
    const editor = await box.write(
      "edit.sh",
      '#!/bin/sh\nfor f; do :; done\nsed -i "s/Pipe the installer into a shell/Read the installer first/" "$f"\n',
    );
    const { code, screen } = await atTerminal(
      box,
      ["review"],
      [
        ["Pipe the installer", ""],
        ["[skip]", `e${ENTER}`],
        ["Read the installer first", ""],
        ["[skip]", `a${ENTER}`],
        ["Type x0002", `x0002${ENTER}`],
        ["2 of 3", ""],
        ["Which is right?", `q${ENTER}`],
      ],
      { EDITOR: `sh ${editor}` },
    );
    expect(code, screen).toBe(0);
    expect(await stateOf(box, "x0002")).toBe("approved_for_reuse");
  }, 60_000);

  it("a line that nobody is proven to have written is taken by who types its word", async () => {
    const { box } = await decidingBox();
    await box.write("SOUL.md", (await box.read("SOUL.md")).replace("## Learned\n", "## Learned\n\n- Be brief\n"));
    await box.run(["digest"]);
    const { queue } = (await box.run(["review", "--list", "--json"])).json().data;
    const { ref } = queue.find(({ kind }: { kind: string }) => kind === "unproven");
    const { code, screen } = await atTerminal(
      box,
      ["review"],
      [
        ["[skip]", ENTER],
        ["Which is right?", ENTER],
        ["3 of 4", ""],
        ["What now?", ENTER],
        ["rule that somebody changed by hand", ""],
        ["What now?", `k${ENTER}`],
        [`Type ${ref} to take it as your own:`, `${ref}${ENTER}`],
        ["The line in SOUL.md is", ""],
        ["1 decided", ""],
      ],
    );
    expect(code, screen).toBe(0);
    expect((await box.run(["review", "--list"])).stdout).not.toContain("unproven");
    expect(await box.read("SOUL.md")).toContain("- Be brief\n");
  }, 60_000);

  it("with nothing that waits says so", async () => {
    const { box, pending } = await decidingBox();
    for (const [args, question, word] of [
      [["review", "x0002", "--reject", "--reason", "no"], "Type x0002", "x0002"],
      [["reject", "--reason", "no"], "to reject", tail(pending)],
    ] as const)
      expect((await atTerminal(box, args, [[question, `${word}${ENTER}`]])).code).toBe(0);
    expect((await box.run(["resolve", "c0004", "c0003", "--both"])).code).toBe(0);
    expect((await atTerminal(box, ["review"], [["Nothing waits for a person.", ""]])).code).toBe(0);
    expect((await box.run(["review"])).stdout).toBe("Nothing waits for a person.\n");
  }, 60_000);
});

describe("one entry", () => {
  it("is shown and decided with its word; what was rejected is opened again", async () => {
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
  }, 60_000);

  it("cannot go where the table does not lead: both ends are named", async () => {
    const { box } = await decidingBox();
    await atTerminal(box, ["review", "x0002", "--reject", "--reason", "x"], [["to confirm", `x0002${ENTER}`]]);
    const { code, screen } = await atTerminal(box, ["review", "x0002", "--approve"], [["to confirm", `x0002${ENTER}`]]);
    expect(code).toBe(5);
    expect(screen).toContain("cannot go from rejected to approved_for_reuse");
  }, 60_000);

  it("needs to be told what becomes of it, one way", async () => {
    const { box } = await decidingBox();
    expect((await box.run(["review", "x0002"])).code).toBe(2);
    expect((await box.run(["review", "--approve"])).code).toBe(2);
    expect((await box.run(["review", "x0002", "--approve", "--reject"])).code).toBe(2);
    expect((await atTerminal(box, ["review", "zzzzz", "--approve"], [])).code).toBe(4);
  }, 60_000);
});
