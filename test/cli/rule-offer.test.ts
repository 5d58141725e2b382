/** At a terminal: an owner's correction offers its rule, a program is let run, a person's reason is asked for. */
import { describe, expect, it } from "vitest";
import { sandbox } from "../sandbox.js";
import { knownWorkspace, NO_MODEL } from "./known-workspace.js";
import { atTerminal, CTRL_C, ENTER } from "./terminal.js";
import { done, words } from "./typed.js";

const PROFILE = `${NO_MODEL}people:\n  - {name: sybil, role: owner, emails: [sybil@example.invalid]}\n`;
const CORRECT = words(
  "correct 'Use npm ci in CI' --instead-of 'npm install is fine' --risk 'high: drift' --so 'Look for npm install in the CI file'",
);
const soul = async (box: Awaited<ReturnType<typeof sandbox>>) => box.read("SOUL.md").catch(() => undefined);

describe("an owner's high-stakes correction at a terminal", () => {
  it("shows the line and its file, and a yes makes it a rule", { tags: "proof" }, async () => {
    const box = await sandbox({ profile: PROFILE });
    const { code, screen } = await atTerminal(box, CORRECT, [
      ['SOUL.md would say "Use npm ci in CI; next time', "y"],
      ["[yes]", ENTER],
    ]);
    expect(code).toBe(0);
    expect(screen).toMatch(/It is a rule in SOUL\.md now \(version 0001-/);
    expect(await soul(box)).toContain("- Use npm ci in CI; next time: Look for npm install in the CI file <!-- COR-");
  });

  it("is no rule after a no, and Ctrl-C leaves it open; the correction is kept either way", {
    tags: "proof",
  }, async () => {
    for (const steps of [
      [
        ["[later]", "n"],
        ["[no]", ENTER],
      ],
      [["[later]", CTRL_C]],
    ] as const) {
      const box = await sandbox({ profile: PROFILE });
      const { code, screen } = await atTerminal(box, CORRECT, steps);
      expect(code).toBe(0);
      expect(screen).toMatch(/Learned\s+\w{5}/);
      expect(await soul(box)).toBeUndefined();
    }
  });

  it("asks nothing for a lower stake, with a known agent, or off a terminal", { tags: "more" }, async () => {
    const box = await sandbox({ profile: PROFILE });
    const low = CORRECT.map((one) => one.replace("high: drift", "low: drift"));
    expect((await atTerminal(box, low, [])).screen).not.toContain("Make it a rule?");
    expect((await atTerminal(box, CORRECT, [], { CLAUDECODE: "1" })).screen).not.toContain("Make it a rule?");
    expect((await box.run(CORRECT)).stdout).not.toContain("Make it a rule?");
    expect(await soul(box)).toBeUndefined();
  });
});

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

it("digest is of one entry or of all, and promote is understood as it", async () => {
  const box = await knownWorkspace({ profile: NO_MODEL });
  for (const line of [
    ["digest", "k7q2x", "--brief"],
    ["digest", "k7q2x", "--apply", "-"],
    ["digest", "--to", "SOUL.md"],
  ])
    expect((await box.run(line)).code, line.join(" ")).toBe(2);
  const { code, stderr } = await box.run(["promote", "--dry-run"]);
  expect([code, stderr]).toEqual([0, "note: `tenet promote` is `tenet digest` now.\n"]);
});
