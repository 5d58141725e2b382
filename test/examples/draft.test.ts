/** `tenet draft`: what is kept, what is refused, and whose words it is. */
import { describe, expect, it } from "vitest";
import { draft } from "../../src/examples/draft.js";
import { finishRun, startRun } from "../../src/loop/run.js";
import { AT_TERMINAL, type Capturing, capturing } from "../capture/capturing.js";
import { atTerminal } from "../cli/terminal.js";
import { sandbox } from "../sandbox.js";

const FILE = "memory/edits/2026-02-15.md";
const SUNDAY = `context: "Customer asks for a Sunday appointment"
original: "We are closed on Sunday."
final: "Sundays we're closed, Monday 9:00 is free."
why: "offer the next slot"
kind: approach
`;

async function drafted(w: Capturing, text = SUNDAY, stated: Record<string, unknown> = {}) {
  const { results } = await draft(w, { text, stated });
  return results.flatMap((one) => (one.ok ? [{ decision: one.decision, id: one.id ?? "" }] : []));
}

async function kept(w: Capturing, text = SUNDAY, stated: Record<string, unknown> = {}) {
  const [one] = await drafted(w, text, stated);
  return await w.entry(one?.id);
}

describe("an edit that is kept", () => {
  it("holds both texts, how far they are apart, and what it was an answer to", async () => {
    const w = capturing();
    expect(await kept(w)).toMatchObject({
      type: "edit",
      context: "Customer asks for a Sunday appointment",
      original: "We are closed on Sunday.",
      final: "Sundays we're closed, Monday 9:00 is free.",
      why: "offer the next slot",
      kind: "approach",
      tier: "self",
      session: "s1",
    });
    expect(w.files()[FILE]).not.toContain("scope:");
  });

  it("comes as a list or JSON as well, and flags hold for what a map leaves open", async () => {
    const w = capturing();
    const both = JSON.stringify([
      { context: "asks by mail", original: "No.", final: "Not today." },
      { context: "asks by phone", original: "No.", final: "Maybe.", kind: "tone" },
    ]);
    const ids = (await drafted(w, both, { kind: "fact" })).map(({ id }) => id);
    expect([(await w.entry(ids[0])).kind, (await w.entry(ids[1])).kind]).toEqual(["fact", "tone"]);
  });

  it("is counted where it is known: the same request, the same two texts, of the same contact", async () => {
    const w = capturing();
    const [first] = await drafted(w);
    const [again] = await drafted(w, SUNDAY.replace("offer the next slot", "other words"));
    expect(again).toMatchObject({ decision: "counted", id: first?.id });
    const { type, id, context, original, final, why, kind, said } = await w.entry(first?.id);
    expect(said).toHaveLength(1);
    const record = await w.draft({ type, id, context, original, final, why, kind });
    expect(record).toMatchObject({ decision: "counted", id });
    const [comma] = await drafted(w, SUNDAY.replace("is free.", "is free!"));
    const [jane] = await drafted(w, SUNDAY, { contact: "jane" });
    expect(new Set([first?.id, comma?.id, jane?.id]).size).toBe(3);
    expect(w.files()[FILE]).toContain('scope: "contact:jane"');
    expect(await drafted(w, `${SUNDAY}contact: jane\n`)).toMatchObject([{ decision: "counted", id: jane?.id }]);
  });

  it("waits in a run", async () => {
    const w = capturing();
    await startRun(w, "r1");
    const outside = w.actor;
    w.as({ run: "r1" });
    expect(await drafted(w)).toMatchObject([{ decision: "buffered" }]);
    expect(await w.entries()).toEqual([]);
    w.actor = outside;
    await finishRun(w, "r1");
    expect(await w.entries()).toMatchObject([{ kind: "approach" }]);
  });

  it("is asked for at a terminal, and is the owner's own there", { tags: "proof" }, async () => {
    const people = "people:\n  - {name: bridget, role: owner, emails: [bridget@example.invalid]}\n";
    const box = await sandbox({ profile: `schema: 1\nagent: main\ntimezone: UTC\n${people}`, git: true });
    await box.git("config", "user.email", "bridget@example.invalid");
    const typed = await atTerminal(
      box,
      ["draft"],
      [
        ["What was it an answer to?", "asks for Sunday\r"],
        ["What did the agent write?", "We are closed.\r"],
        ["What was sent instead?", "Monday is free.\r"],
        ["Why?", "\r"],
      ],
    );
    expect(typed.code, typed.screen).toBe(0);
    const text = await box.read(FILE);
    expect(text).toContain("tier: owner");
    expect(text).toContain('final: "Monday is free."');
  });
});

describe("an edit that is refused", () => {
  it("what nobody but tenet, or a person, may say is left out, and said", async () => {
    const w = capturing();
    const stated = "author: bridget\ntarget: SOUL.md\n";
    await draft(w, { text: `${SUNDAY}${stated}review: {state: approved_for_reuse}\n`, stated: {} });
    const [entry] = await w.entries();
    for (const field of ["author", "target", "review"]) expect(entry).not.toHaveProperty(field);
    expect(w.warnings.join("\n")).toMatch(/^Left out, because only tenet writes it: review, target/);
  });

  it("more than 20,000 characters, before anybody looks through them", async () => {
    const w = capturing();
    const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
    const long = (original: string) => JSON.stringify({ context: "asks", original, final: "b" });
    const message = "original has 20041 characters (20000 at most)";
    const refused = drafted(w, long(`${token} ${"a".repeat(20_000)}`));
    await expect(refused).rejects.toMatchObject({ code: "too-long", message: expect.stringContaining(message) });
    expect(await drafted(w, long("a".repeat(20_000)))).toHaveLength(1);
  });
});

describe("whose words an edit is", () => {
  it("an owner's that it tells of are relayed, those of a stranger a peer's, those from outside wait", async () => {
    const w = capturing();
    expect(await kept(w, SUNDAY, { source: "bridget" })).toMatchObject({ source: "bridget", tier: "relayed" });
    expect(await kept(w, SUNDAY.replace("Sunday.", "Sundays."), { source: "mallory" })).toMatchObject({ tier: "peer" });
    const outside = await kept(w, SUNDAY.replace("Sunday.", "sundays."), { origin: "https://example.invalid/x" });
    expect(outside).toMatchObject({ tier: "external" });
    w.as(AT_TERMINAL);
    expect(await kept(w, SUNDAY.replace("Sunday.", "SUNDAY."))).toMatchObject({ tier: "owner" });
  });
});
