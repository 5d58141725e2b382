import { describe, expect, it } from "vitest";
import { sandbox } from "../sandbox.js";
import { NO_MODEL } from "./known-workspace.js";
import { atTerminal, ENTER } from "./terminal.js";
import { done, failed, tail, told, words } from "./typed.js";

const PEOPLE = "people:\n  - {name: sybil, role: owner, emails: [sybil@example.invalid]}\n";
const owned = (git = false) => sandbox({ git, profile: NO_MODEL + PEOPLE });
const LUNCH = "remember 'Lunch is at noon' --category fact";

describe("remember and memories at the command line", () => {
  it("forgetting all of it is typed by a person", { tags: "proof" }, async () => {
    const box = await owned();
    await done(box, LUNCH);
    const env = { TENET_USER: "sybil" };
    await done(box, "remember 'Answer in short sentences' --category preference --scope user", { env });
    const refused = await failed(box, "forget --type memory --all");
    expect(refused).toMatchObject({ exit: 5, code: "needs-person", hint: expect.not.stringContaining("--all") });
    for (const where of ["", " --scope user"]) {
      const line = words(`forget --type memory --all${where}`);
      const seen = await atTerminal(box, line, [["Type all 1 to confirm:", `all 1${ENTER}`]], env);
      expect(seen.code, seen.screen).toBe(0);
    }
    expect((await told(box, "list --type memory", { env })).total).toBe(0);
  });
});

it.each(["--redact", "--erase"])(
  "%s leaves no word of a memory, and its record can be read",
  {
    tags: "proof",
  },
  async (taking) => {
    const box = await owned();
    const { id } = await told(box, "remember 'The code is zinnober walrus nine' --category fact --key vault.code");
    const asked = [[`Type ${tail(id)} to confirm:`, `${tail(id)}${ENTER}`]] as const;
    const seen = await atTerminal(box, ["forget", id, taking], asked);
    expect(seen.code, seen.screen).toBe(0);
    expect(await box.read("memory/facts/facts.md")).not.toMatch(/zinnober|vault/);
    expect((await told(box, `show ${id}`)).entry).toMatchObject({ status: "forgotten", category: "fact" });
    expect((await told(box, "verify")).errors).toBe(0);
  },
);
