import { describe, expect, it } from "vitest";
import { offeredFor } from "../../src/cli/pick-entry.js";
import { COR, INS, knownWorkspace } from "./known-workspace.js";
import { atKeyboard, CTRL_C, ENTER } from "./terminal.js";

const ESC = "\u001b";

describe("what is offered for what was typed", () => {
  const entries = [
    { name: "k7q2x", id: COR, text: "Install from the lockfile" },
    { name: "m2xba", id: INS, text: "Retries hide the flaky test" },
  ];
  const cases: [string, string[]][] = [
    ["", [COR, INS]],
    ["k7", [COR]],
    ["the", [COR, INS]],
    ["FLAKY the", [INS]],
    ["lockfile flaky", []],
  ];
  for (const [typed, ids] of cases) {
    it(JSON.stringify(typed), () => expect(offeredFor(entries, typed).map(({ value }) => value)).toEqual(ids));
  }
});

describe("an entry that nobody named", () => {
  it("is found by typing, at a terminal", { tags: "proof" }, async () => {
    const box = await knownWorkspace();
    const shown = await atKeyboard(
      box,
      ["show"],
      [
        ["Which entry?", "lockfile"],
        ["lockfile in", ENTER],
      ],
    );
    expect(shown.code).toBe(0);
    expect(shown.screen).toContain("A drifting dependency broke a release.");
    const why = await atKeyboard(box, ["why"], [["Which entry?", ENTER]]);
    expect(why.code).toBe(0);
  });

  it("Esc and Ctrl-C leave, and nothing is done", async () => {
    const box = await knownWorkspace();
    for (const key of [ESC, CTRL_C]) {
      const left = await atKeyboard(box, ["forget"], [["Which entry?", key]]);
      expect(left.code).toBe(130);
      expect((await box.run(["list", "--status", "forgotten", "--json"])).json().data.total).toBe(0);
    }
  });

  it("whose name could be several is picked among those", async () => {
    const box = await knownWorkspace();
    const shown = await atKeyboard(
      box,
      ["show", "cor-2026"],
      [
        ["could be several", "lockfile"],
        ["lockfile in", ENTER],
      ],
    );
    expect(shown.code).toBe(0);
    expect(shown.screen).toContain("A drifting dependency broke a release.");
    expect(shown.screen.split("Install from")[0]).not.toContain("m2xba");
  });

  it.each([["show"], ["edit"], ["why"], ["forget"], ["outcome"]])(
    "tenet %s: off a terminal it is wrong usage",
    async (name) => {
      const box = await knownWorkspace();
      const ran = await box.run([name]);
      expect(ran).toMatchObject({ code: 2, stdout: "" });
    },
  );
});
