/** How an ending comes by time or by a merge. How one is taken back: sessions of contacts. */
import { describe, expect, it } from "vitest";
import { isTold } from "../../src/store/contacts/asked-facts.js";
import type { Row } from "../../src/store/open-store.js";
import { atTerminal } from "../cli/terminal.js";
import { type Sandbox, sandbox } from "../sandbox.js";

const JANE = ["--contact", "jane", "--category", "fact", "--json"];

async function told(box: Sandbox, fact: string, ...more: string[]) {
  const ran = await box.run(["remember", fact, ...JANE, ...more]);
  expect(ran.code, ran.stderr).toBe(0);
  return ran.json().data;
}

const held = async (box: Sandbox): Promise<string> =>
  (await box.run(["list", "--type", "memory", "--contact", "jane"])).stdout;

describe("a fact that nobody confirmed ends", () => {
  const PROFILE = "schema: 1\nagent: main\ntimezone: UTC\ncontacts: {ttl_days: 30}\n";
  const at = new Date("2026-03-17T14:00:00Z");
  const fact = { type: "memory", scope: "contact:jane" } as const;
  const said = (day: string) => ({ said: [{ at: day, tier: "self" as const }] });
  const used = (day: string) => ({ uses: [{ at: day, session: "s2", result: "cited" as const }] });

  it.each([
    ["2026-02-15T14:00:00Z", {}, true],
    ["2026-02-15T13:59:59Z", {}, false],
    ["2026-01-01T00:00:00Z", said("2026-02-15T14:00:00Z"), true],
    ["2026-01-01T00:00:00Z", used("2026-03-01T00:00:00Z"), true],
    ["2026-01-01T00:00:00Z", used("2026-02-01T00:00:00Z"), false],
  ])("said %s, %j: %s", (timestamp, more, told) => {
    expect(isTold({ ...fact, timestamp, ...more } as Row, { at, only: false, ttl: 30 })).toBe(told);
  });

  it("but not one that a person pinned, which stands first among what is known of the contact", {
    tags: "proof",
  }, async () => {
    const box = await sandbox({
      profile: `${PROFILE}people: [{name: bridget, role: owner}]\nembedding: {model: ./none}\n`,
    });
    const pin = ["remember", "Jane drives a red van", "--contact", "jane", "--category", "fact", "--pin"];
    const typed = await atTerminal(box, pin, [["Type pin", "pin\r"]]);
    expect(typed.code, typed.screen).toBe(0);
    box.at("2026-03-18T14:00:00Z");
    await box.run(["heartbeat"]);
    expect(await held(box)).toContain("van");
    const words = ["organ", "noon mail", "tea", "blue hat", "two dogs", "choir", "boots", "chess", "piano", "garden"];
    for (const word of words) await told(box, `Jane speaks of her ${word}`);
    const context = ["context", "--contact", "jane", "--query", "boots"];
    const lines = (await box.run(context)).stdout.split("\n").filter((line) => /^\S.*Jane (drives|speaks)/.test(line));
    expect(lines).toHaveLength(8);
    expect(new Set(lines).size).toBe(8);
    expect(lines[0]).toMatch(/pinned.*red van/);
    expect(lines[1]).toContain("boots");
  });
});
