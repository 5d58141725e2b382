/** What becomes of a correction and of an outcome: what it takes out, what it repeats, what it judges. */
import { describe, expect, it } from "vitest";
import { capture, captureAll } from "../../src/capture/capture.js";
import { show } from "../../src/recall/show.js";
import { showOutline } from "../../src/recall/show-outline.js";
import { pipeText } from "../../src/text/outline/render.js";
import { say } from "../operations.js";
import { AT_TERMINAL, type Capturing, capturing, NO_MODEL } from "./capturing.js";

const NPM_CI = "Use npm ci in CI";
const BEFORE = "npm install is fine everywhere";

const at = (w: Capturing, instant: string) => Object.assign(w, { clock: { now: () => new Date(instant) } });

describe("a correction", () => {
  it("is always stored, with nothing at risk as low, and says so", async () => {
    const w = capturing(NO_MODEL);
    const stored = await w.correct(NPM_CI, BEFORE, { risk: "none" });
    expect(stored).toMatchObject({ decision: "stored", type: "correction", stakes: "low" });
    expect(await say(stored.next)).toBe(`Say what was at risk: tenet edit ${stored.id} --risk 'high: why'`);
    const entry = await w.entry(stored.id);
    expect(entry).toMatchObject({ stakes: "low", flags: ["stakes-empty"] });
    expect(entry).not.toHaveProperty("at_risk");
    expect(stored).not.toHaveProperty("missing");
  });

  it("is stored with one fact; what nobody said is missing, counts as medium and is named", async () => {
    const w = capturing(NO_MODEL);
    const stored = await w.draft({ type: "correction", corrected_to: "Use pnpm, never npm" });
    const missing = ["prior_belief", "at_risk", "stakes", "behavioral_change"];
    expect(stored).toMatchObject({ decision: "stored", stakes: "medium", missing });
    const entry = await w.entry(stored.id);
    expect(entry).toMatchObject({ stakes: "medium", flags: ["stakes-not-stated"] });
    for (const field of ["prior_belief", "at_risk", "behavioral_change"]) expect(entry).not.toHaveProperty(field);
    const text = pipeText(showOutline(await say(await show(w, stored.id as string))));
    expect(text).toContain("not said      before, at risk, stakes, next time\n");
    expect(text).not.toMatch(/^ {2}(?:before|at risk|next time|flags) /m);
    // A retried call is no relapse.
    const again = await w.draft({ type: "correction", corrected_to: "use pnpm, never npm." });
    expect(again).toMatchObject({ decision: "counted", id: stored.id });
    expect(await w.entry(stored.id)).not.toHaveProperty("stick");
  });

  it("keeps what it has of the rest: a level without a reason, a reason without a level", async () => {
    const w = capturing(NO_MODEL);
    const rated = await w.draft({ type: "correction", corrected_to: "Use npm ci in CI", risk: "high" });
    expect(rated).toMatchObject({ stakes: "high", missing: ["prior_belief", "at_risk", "behavioral_change"] });
    const reasoned = await w.draft({ type: "correction", corrected_to: "Tag after the upload", at_risk: "a gap" });
    expect(reasoned).toMatchObject({ stakes: "medium", missing: ["prior_belief", "stakes", "behavioral_change"] });
    expect(await w.entry(reasoned.id)).toMatchObject({ at_risk: "a gap", flags: ["stakes-not-stated"] });
  });

  it("row 39: with a past timestamp is filed into its day, which is the profile's", async () => {
    const w = capturing(NO_MODEL);
    const utc = await w.correct(NPM_CI, BEFORE, { timestamp: "2026-02-01T23:30:00-02:00" });
    expect(utc.id).toMatch(/^COR-20260202-/);
    expect(utc.file).toContain("2026-02-02");
    expect((await w.entry(utc.id)).timestamp).toBe("2026-02-02T01:30:00Z");
    const east = capturing({ ...NO_MODEL, timezone: "Pacific/Kiritimati" });
    const { id } = await east.correct(NPM_CI, BEFORE, { timestamp: "2026-02-01T11:00:00Z" });
    expect(id).toMatch(/^COR-20260202-/);
  });
});

describe("what a correction refutes", () => {
  it("is replaced where it is named in equal words, of whatever type", async () => {
    const w = capturing(NO_MODEL);
    const first = await w.correct(NPM_CI, BEFORE);
    const next = await w.correct("Install packages with pnpm and a frozen lockfile", NPM_CI);
    expect(next).toMatchObject({ decision: "replaced", superseded: [first.id], asks: [] });
    expect(await w.entry(first.id)).toMatchObject({ status: "superseded", superseded_by: next.id });
    const said = "The staging database listens on port 5432";
    const fact = await w.draft({ type: "memory", content: said, category: "fact" });
    expect(await w.correct("Staging moved to 5435", `${said}.`)).toMatchObject({ superseded: [fact.id] });
  });

  it("is asked about where it is named in other words, and nothing is taken out", async () => {
    const w = capturing();
    const first = await w.correct(NPM_CI, BEFORE);
    const next = await w.correct("Install packages with pnpm and a frozen lockfile", `${NPM_CI} always`);
    expect(next).toMatchObject({ decision: "stored", asks: [{ about: first.id, by: "prior" }] });
    expect(await w.entry(next.id)).toMatchObject({ near: [{ with: first.id, by: "prior", state: "open" }] });
    expect(await w.entry(first.id)).toMatchObject({ status: "active" });
  });

  it("of somebody trusted more is asked about", async () => {
    const w = capturing();
    w.as(AT_TERMINAL);
    const owners = await w.correct("Deploy by hand", "Anything goes");
    w.as({ atTerminal: false });
    const next = await w.correct("Deploy by script", "Deploy by hand");
    expect(next).toMatchObject({ decision: "stored", asks: [{ about: owners.id, by: "prior", claim: 1 }] });
    expect(await w.entry(owners.id)).toMatchObject({ status: "active" });
  });

  it("one word for one word replaces, where the prior belief is that word alone", async () => {
    const w = capturing(NO_MODEL);
    const first = await w.correct("Use npm in every repository", "Anything goes");
    const next = await w.correct("Use pnpm in every repository", "npm");
    expect(next).toMatchObject({ decision: "replaced", superseded: [first.id] });
    expect(await w.entry(first.id)).toMatchObject({ status: "superseded", superseded_by: next.id });
    expect(await say(next.next)).toBe(`Not meant so? tenet resolve ${next.id} ${first.id} --open`);
  });

  it("one word of an owner's words by an agent is asked about, and a stated answer is a proposal", async () => {
    const w = capturing();
    w.as(AT_TERMINAL);
    const owners = await w.correct("Deploy on Mondays only", "Any day will do");
    w.as({ atTerminal: false });
    const agents = await w.correct("Deploy on Tuesdays only", "Mondays");
    expect(agents).toMatchObject({ decision: "stored", asks: [{ about: owners.id }] });
    expect(await w.entry(owners.id)).toMatchObject({ status: "active", tier: "owner" });
    const stated = await w.correct("Deploy whenever CI is green", "Deploy on Mondays only", { replaces: owners.id });
    expect(stated).toMatchObject({ decision: "stored", proposed: [owners.id] });
    const { near = [] } = await w.entry(stated.id);
    expect(near.find((row) => row.with === owners.id)).toMatchObject({ proposed: { answer: "replaces" } });
  });
});

describe("a repeat", () => {
  it("in equal words in another session: the newest earlier one did not stick, with this as evidence", async () => {
    const w = capturing(NO_MODEL);
    const first = await w.correct(NPM_CI, BEFORE);
    at(w, "2026-02-17T09:00:00Z");
    w.as({ session: "s2" });
    const again = await w.correct("use npm ci in CI.", "Plain npm install");
    expect(again).toMatchObject({ decision: "recurrence", recurrence_of: first.id, failed: [first.id] });
    expect(await say(again.next)).toBe(`Something else? tenet resolve ${again.id} ${first.id} --open`);
    expect(await w.entry(again.id)).toMatchObject({ recurrence_of: first.id, status: "active" });
    const stick = { verdict: "failed", at: "2026-02-17T09:00:00Z", evidence: `repeated as ${again.id}` };
    expect(await w.entry(first.id)).toMatchObject({ status: "active", stick });
    at(w, "2026-02-18T09:00:00Z");
    w.as({ session: "s3" });
    expect((await w.correct(NPM_CI, BEFORE)).recurrence_of).toBe(again.id);
  });

  it("in other words is asked about, and the answer makes it one", async () => {
    const w = capturing();
    const first = await w.correct("Use the formal address with customers", "First names are fine");
    w.as({ session: "s2" });
    const near = await w.correct("Customers are addressed formally", "They like it casual");
    expect(near).toMatchObject({ decision: "stored", asks: [{ about: first.id }] });
    expect(await w.entry(first.id)).not.toHaveProperty("stick");
    const stated = await w.correct("Address every customer formally", "They like it casual", { same: first.id });
    expect(await w.entry(stated.id)).toMatchObject({ recurrence_of: first.id });
    expect(await w.entry(first.id)).toMatchObject({ stick: { verdict: "failed" } });
  });

  it("by a peer proves nothing about an owner's; by an external nothing at all", async () => {
    const w = capturing(NO_MODEL);
    w.as(AT_TERMINAL);
    const owners = await w.correct(NPM_CI, BEFORE);
    w.as({ atTerminal: false, agent: "wanderer", session: "s2" });
    const peers = await w.correct(NPM_CI, "Plain npm install");
    expect(peers).toMatchObject({ decision: "recurrence", recurrence_of: owners.id });
    expect(peers.failed).toBeUndefined();
    expect(peers.because.join(" ")).toContain("less trusted source (peer)");
    w.as({ session: "s3" });
    const outside = await w.correct(NPM_CI, "Plain npm install", { origin: "https://example.invalid" });
    expect(outside.failed).toBeUndefined();
    expect(outside.waits).toBeDefined();
    for (const id of [owners.id, peers.id]) expect(await w.entry(id)).not.toHaveProperty("stick");
    w.as({ agent: "sybil", session: "s4" });
    expect((await w.correct(NPM_CI, "Plain npm install")).failed).toHaveLength(1);
  });

  it("stated by its author counts as a found one", async () => {
    const w = capturing(NO_MODEL);
    const first = await w.correct(NPM_CI, BEFORE);
    const again = await w.correct("Lockfiles are law", "They are a hint", { recurrence_of: first.id });
    expect(again).toMatchObject({ decision: "recurrence", recurrence_of: first.id, failed: [first.id] });
    expect(await w.entry(first.id)).toMatchObject({ stick: { verdict: "failed" } });
  });

  it("text that tenet printed is counted here, never dropped", async () => {
    const w = capturing(NO_MODEL);
    const line = "- Look for npm install before pushing. <!-- COR-20260215-K7Q2X -->";
    expect((await w.correct(line, BEFORE)).decision).toBe("stored");
    expect((await w.correct(line, BEFORE)).decision).toBe("counted");
  });
});

describe("an outcome", () => {
  const judging = async () => {
    const w = capturing(NO_MODEL);
    const { id = "" } = await w.learn("Mirrors lag behind by an hour");
    return { w, id };
  };

  it("sets the newest verdict on all it judges, and may replace another one", async () => {
    const { w, id } = await judging();
    const other = await w.correct(NPM_CI, BEFORE);
    const both = { type: "outcome" as const, references: [other.id, id.slice(-5)], result: "No drift for a week" };
    const judged = await capture(w, { ...both, verdict: "invalidated", score: 3 });
    expect(judged).toMatchObject({ decision: "stored", type: "outcome" });
    expect(await say(judged.next)).toContain("Say what is right instead");
    for (const one of [other.id, id]) {
      expect(await w.entry(one)).toMatchObject({ outcome: "invalidated", outcome_date: "2026-02-15T14:00:00Z" });
    }
    expect(await w.entry(judged.id)).toMatchObject({ references: [other.id, id], status: "resolved" });
    const two = await w.judge(id, "mixed", { supersedes: judged.id });
    expect(two).toMatchObject({ decision: "replaced", superseded: [judged.id] });
    expect(await w.entry(judged.id)).toMatchObject({ status: "superseded", superseded_by: two.id });
    expect(await w.entry(id)).toMatchObject({ outcome: "mixed" });
  });

  it("told late does not overwrite a newer one", async () => {
    const { w, id } = await judging();
    await w.judge(id, "validated");
    const late = await w.judge(id, "invalidated", { timestamp: "2026-02-14T10:00:00Z" });
    expect(late.because.join(" ")).toContain("newer outcome already (2026-02-15)");
    expect(await w.entry(id)).toMatchObject({ outcome: "validated" });
  });

  it("that waits for review sets nothing", async () => {
    const { w, id } = await judging();
    const outside = await w.judge(id, "invalidated", { origin: "https://example.invalid" });
    expect(outside.waits).toBeDefined();
    expect(outside.because.join(" ")).toContain("waits for review");
    expect(await w.entry(id)).not.toHaveProperty("outcome");
  });

  it("needs something to judge, and one of four verdicts", async () => {
    const w = capturing(NO_MODEL);
    const nothing = capture(w, { type: "outcome", result: "x", verdict: "mixed" });
    await expect(nothing).rejects.toMatchObject({ exit: 2, code: "missing-fields" });
    await expect(w.judge("zzzzz", "mixed")).rejects.toMatchObject({ exit: 4 });
    await expect(w.judge("zzzzz", "brilliant")).rejects.toMatchObject({ exit: 2, code: "wrong-field" });
  });
});

describe("entries of one input", () => {
  it("are held against each other, in their order", async () => {
    const w = capturing();
    const correction = (corrected_to: string, prior_belief: string) => ({
      ...{ type: "correction" as const, corrected_to, prior_belief },
      ...{ risk: "high: drift", behavioral_change: "Look first" },
    });
    const [one, two, three, four] = await captureAll(w, [
      correction(NPM_CI, BEFORE),
      correction("use npm ci in CI", "npm install is fine"),
      correction("Use pnpm ci in CI", "npm"),
      correction("Install with pnpm and a frozen lockfile in CI", "Use pnpm ci in CI"),
    ]);
    expect(two).toMatchObject({ decision: "counted", id: one?.id });
    expect(three).toMatchObject({ decision: "replaced", superseded: [one?.id] });
    expect(four).toMatchObject({ decision: "replaced", superseded: [three?.id] });
  });
});
