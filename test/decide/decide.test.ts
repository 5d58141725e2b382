/** `tenet decide`: what is recorded, and whether a person looks at it first. As whose decision: sessions of decide. */
import { describe, expect, it } from "vitest";
import { isSameRecord } from "../../src/capture/policy/repeats.js";
import type { Decision, Edit, Entry, Reflexion } from "../../src/entry/entry.js";
import { atTerminal } from "../cli/terminal.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { decision, reflexion } from "./records.js";

const PROFILE = `schema: 1
agent: main
timezone: UTC
people:
  - {name: sybil, role: owner, emails: [sybil@example.invalid]}
  - {name: jane, role: member, emails: [jane@example.invalid]}
embedding: {model: ./none}
`;
const WORDS = ["--in", "CI red by a known flake", "--because", "the flake is in the test alone"];

async function entryOf(box: Sandbox, id: string) {
  return (await box.run(["show", id, "--json"])).json().data.entry;
}

describe("a decision", () => {
  it("typed by the owner counts at once", { tags: "more" }, async () => {
    const box = await sandbox({ profile: PROFILE });
    const typed = await atTerminal(box, ["decide", "Ship without the retry", ...WORDS], []);
    expect(typed.code, typed.screen).toBe(0);
    expect(typed.screen).toContain("Decided");
    const { entries } = (await box.run(["list", "--type", "decision", "--json"])).json().data;
    const entry = await entryOf(box, entries[0].id);
    expect(entry).toMatchObject({ by: "sybil", tier: "owner" });
    expect(entry.review).toBeUndefined();
  });

  it("asks a person for what is missing, and lists it for an agent", { tags: "more" }, async () => {
    const box = await sandbox({ profile: PROFILE });
    const steps = [["What was the situation?", "CI red\r"] as const, ["Why?", "it is a flake\r"] as const];
    const typed = await atTerminal(box, ["decide", "Ship without the retry"], steps);
    expect(typed.code, typed.screen).toBe(0);
    const ran = await box.run(["decide", "Ship without the retry"]);
    expect(ran.code).toBe(2);
    for (const part of ["--in", "--because"]) expect(ran.stderr).toContain(part);
  });

  const SHIPPED = decision("AAAA1", "CI red", { action: "Ship", rationale: "a flake", tier: "self" });
  const LESSON = reflexion("BBBB2", {}, false);
  const ANSWER = { type: "edit", context: "Open on Sunday?", original: "No.", final: "Monday." };
  const SENT = { ...SHIPPED, ...ANSWER } as unknown as Edit;
  it.each<[string, Entry, Partial<Decision | Reflexion | Edit>, boolean]>([
    ["in the same words", SHIPPED, { situation: "CI red." } as Partial<Decision>, true],
    ["in another situation", SHIPPED, { situation: "a hotfix" } as Partial<Decision>, false],
    ["for another reason", SHIPPED, { rationale: "no time" } as Partial<Decision>, false],
    ["of the same entities and tags", LESSON, { tags: ["sync", "sync"] }, true],
    ["of another entity", LESSON, { entities: ["vendor:other"] } as Partial<Reflexion>, false],
    ["with another tag", LESSON, { tags: ["invoice"] }, false],
    ["as the same answer", SENT, {}, true],
    ["as the answer to something else", SENT, { context: "Open on Saturday?" }, false],
  ])("is the same record where it is said %s: %#", (_, known, more, isSame) => {
    expect(isSameRecord(known, { ...known, ...more, id: "" } as Entry)).toBe(isSame);
  });
});
