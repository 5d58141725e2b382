import { describe, expect, it } from "vitest";
import { offeredFor } from "../../src/command/pick-entry.js";
import { COR, INS, knownWorkspace, NO_MODEL } from "./known-workspace.js";
import { atKeyboard, CTRL_C, CTRL_D, ENTER } from "./terminal.js";

const known = () => knownWorkspace({ profile: NO_MODEL });

describe("what is offered for what was typed", () => {
  const entries = [
    { name: "k7q2x", id: COR, text: "Install from the lockfile" },
    { name: "m2xba", id: INS, text: "Retries hide the flaky test" },
  ];
  it.each([
    ["", [COR, INS]],
    ["k7", [COR]],
    ["the", [COR, INS]],
    ["FLAKY the", [INS]],
    ["lockfile flaky", []],
  ])("%j", (typed, ids) => expect(offeredFor(entries, typed).map(({ value }) => value)).toEqual(ids));
});

describe("an entry that nobody named", () => {
  it("is found by typing, at a terminal", { tags: "proof" }, async () => {
    const box = await known();
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
  });

  it("Enter, Ctrl-C and Ctrl-D leave, and nothing is done", async () => {
    const box = await known();
    for (const key of [ENTER, CTRL_C, CTRL_D]) {
      const left = await atKeyboard(box, ["forget"], [["Which entry?", key]]);
      expect(left.code).toBe(130);
      expect((await box.run(["list", "--status", "forgotten", "--json"])).json().data.total).toBe(0);
    }
  });

  it("whose name could be several is picked among those", async () => {
    const box = await known();
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

  it("is wrong usage off a terminal", async () => {
    for (const name of ["show", "edit", "why", "forget", "outcome"])
      expect(await (await known()).run([name]), name).toMatchObject({ code: 2, stdout: "" });
  });
});
