/** At a terminal: a program is let run, a person's reason is asked for. */
import { describe, expect, it } from "vitest";
import { knownWorkspace, NO_MODEL } from "./known-workspace.js";
import { atTerminal, ENTER } from "./terminal.js";
import { done } from "./typed.js";

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

  it("lets the profile's program run by typing its name, and is not asked again", { tags: "more" }, async () => {
    const profile = `${NO_MODEL}commands:\n  digest: "cat > brief.json; exit 4"\n`;
    const box = await knownWorkspace({ profile });
    for (const day of ["16", "17", "18"]) {
      box.at(`2026-02-${day}T14:00:00Z`);
      await done(box, `used m2xba --worked --session s${day}`);
    }
    await done(box, "digest --dry-run");
    const { code, screen } = await atTerminal(box, ["digest"], [["Type cat to let it run", `cat${ENTER}`]]);
    expect(code).toBe(1);
    expect(screen).toContain("commands.digest (cat) ended with 4; nothing was written");
    expect(JSON.parse(await box.read("brief.json"))).toMatchObject({ list: [{ op: "add" }, { op: "add" }] });
    expect((await box.run(["digest"])).code).toBe(1);
    expect(await box.read("MEMORY.md").catch(() => undefined)).toBeUndefined();
  });
});

it("digest is of one entry or of all", async () => {
  const box = await knownWorkspace({ profile: NO_MODEL });
  for (const line of [
    ["digest", "k7q2x", "--brief"],
    ["digest", "k7q2x", "--apply", "-"],
    ["digest", "--to", "SOUL.md"],
  ])
    expect((await box.run(line)).code, line.join(" ")).toBe(2);
});
