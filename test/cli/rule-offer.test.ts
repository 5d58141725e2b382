/** At a terminal a person's reason is asked for. */
import { describe, expect, it } from "vitest";
import { knownWorkspace, NO_MODEL } from "./known-workspace.js";
import { atTerminal, ENTER } from "./terminal.js";

describe("a person at a terminal", () => {
  it("says why an entry shall be a rule that no reason lets in", { tags: "more" }, async () => {
    const box = await knownWorkspace({ profile: NO_MODEL });
    const { code, screen } = await atTerminal(
      box,
      ["digest", "m2xba"],
      [["Why shall it become a rule?", `it matters${ENTER}`]],
    );
    expect(code).toBe(0);
    expect(screen).toContain("wants it: it matters");
    expect(await box.read("MEMORY.md")).toContain("INS-20260211-M2XBA");
    expect((await box.run(["digest", "m9qrt"])).code).toBe(5);
  });
});
