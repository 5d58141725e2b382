import { describe, expect, it } from "vitest";
import { capture, captureAll } from "../../src/capture/capture.js";
import { show } from "../../src/recall/show.js";
import { showText } from "../../src/recall/show-text.js";
import { resolvePair } from "../../src/review/resolve.js";
import { PLAIN } from "../../src/text/paint.js";
import { AT_TERMINAL, type Capturing, capturing } from "./capturing.js";

const NPM_CI = "Use npm ci in CI";
const BEFORE = "npm install is fine everywhere";

const at = (w: Capturing, instant: string) => Object.assign(w, { clock: { now: () => new Date(instant) } });

describe("a correction", () => {
  it("is always stored, with nothing at risk as low, and says so", async () => {
    const w = capturing();
    const stored = await w.correct(NPM_CI, BEFORE, { risk: "none" });
    expect(stored).toMatchObject({ decision: "stored", type: "correction", stakes: "low" });
    expect(stored.next).toBe(`Say what was at risk: tenet edit ${stored.id} --risk "high: why"`);
    const entry = await w.entry(stored.id);
    expect(entry).toMatchObject({ stakes: "low", flags: ["stakes-empty"] });
    expect(entry).not.toHaveProperty("at_risk");
    expect(stored).not.toHaveProperty("missing");
  });

  it("is stored with one fact; what nobody said is missing, counts as medium and is named", async () => {
    const w = capturing();
    const stored = await w.draft({ type: "correction", corrected_to: "Use pnpm, never npm" });
    const missing = ["prior_belief", "at_risk", "stakes", "behavioral_change"];
    expect(stored).toMatchObject({ decision: "stored", stakes: "medium", missing });
    const entry = await w.entry(stored.id);
    expect(entry).toMatchObject({ stakes: "medium", flags: ["stakes-not-stated"] });
    for (const field of ["prior_belief", "at_risk", "behavioral_change"]) expect(entry).not.toHaveProperty(field);
    const text = await showText(await show(w, stored.id as string), PLAIN);
    expect(text).toContain("open          before, at risk, stakes, next time. People are asked in tenet review.");
    expect(text).not.toMatch(/^ {2}(?:before|at risk|next time|flags) /m);
  });

  it("with one fact says the same again, takes nothing back, and is taken back by what names it", async () => {
    const w = capturing();
    const first = await w.draft({ type: "correction", corrected_to: "Use pnpm, never npm" });
    const again = await w.draft({ type: "correction", corrected_to: "use pnpm, never npm." });
    expect(again).toMatchObject({ decision: "recurrence", recurrence_of: first.id, failed: [first.id] });
    const other = await w.draft({ type: "correction", corrected_to: "Deploy from the main branch" });
    expect(other.superseded).toBeUndefined();
    const back = await w.correct("Use bun in every repository", "Use pnpm, never npm");
    expect(back.superseded).toContain(again.id);
  });

  it("keeps what it has of the rest: a level without a reason, a reason without a level", async () => {
    const w = capturing();
    const rated = await w.draft({ type: "correction", corrected_to: "Use npm ci in CI", risk: "high" });
    expect(rated).toMatchObject({ stakes: "high", missing: ["prior_belief", "at_risk", "behavioral_change"] });
    const reasoned = await w.draft({ type: "correction", corrected_to: "Tag after the upload", at_risk: "a gap" });
    expect(reasoned).toMatchObject({ stakes: "medium", missing: ["prior_belief", "stakes", "behavioral_change"] });
    expect(await w.entry(reasoned.id)).toMatchObject({ at_risk: "a gap", flags: ["stakes-not-stated"] });
  });

  it("with a past timestamp is filed into its own day", async () => {
    const w = capturing();
    const stored = await w.correct(NPM_CI, BEFORE, { timestamp: "2026-02-01T23:30:00-02:00" });
    expect(stored).toMatchObject({
      id: expect.stringMatching(/^COR-20260202-/),
      file: expect.stringContaining("2026-02-02"),
    });
    expect((await w.entry(stored.id)).timestamp).toBe("2026-02-02T01:30:00Z");
  });

  it("row 39: the day is the profile's", async () => {
    const w = capturing({ timezone: "Pacific/Kiritimati" });
    const stored = await w.correct(NPM_CI, BEFORE, { timestamp: "2026-02-01T11:00:00Z" });
    expect(stored.id).toMatch(/^COR-20260202-/);
  });
});

describe("overturning", () => {
  it("supersedes what it takes back, and is no repeat", async () => {
    const w = capturing();
    const first = await w.correct(NPM_CI, BEFORE);
    const next = await w.correct("Use pnpm install with a frozen lockfile in CI", NPM_CI);
    expect(next).toMatchObject({ decision: "superseded", superseded: [first.id] });
    expect(next.recurrence_of).toBeUndefined();
    expect(await w.entry(next.id)).toMatchObject({ supersedes: [first.id] });
    const known = await w.entry(first.id);
    expect(known).toMatchObject({ status: "superseded", superseded_by: next.id });
    expect(known).not.toHaveProperty("stick");
  });

  it("of an owner's words by an agent: both stay, contested or linked", async () => {
    const w = capturing();
    w.as(AT_TERMINAL);
    const owners = await w.correct("Deploy on Mondays only", "Any day will do");
    w.as({ atTerminal: false });
    const agents = await w.correct("Do not deploy on Mondays", "Deploy on Mondays only");
    expect(agents.superseded).toBeUndefined();
    expect(agents).toMatchObject({ decision: "linked", linked: [owners.id], contests: [owners.id] });
    expect(await w.entry(owners.id)).toMatchObject({ status: "active", tier: "owner" });
  });

  it("by what waits for review takes nothing approved away", async () => {
    const w = capturing({ apply_mode: "curated" });
    w.as(AT_TERMINAL);
    const first = await w.correct(NPM_CI, BEFORE);
    await expect(w.correct("Use pnpm in CI", NPM_CI, { supersedes: [first.id], source: "self" })).rejects.toMatchObject(
      {
        exit: 5,
      },
    );
    w.as({ atTerminal: false });
    const agents = await w.correct("Use pnpm install with a frozen lockfile in CI", NPM_CI);
    expect(agents.waits).toBeDefined();
    expect(agents.superseded).toBeUndefined();
    expect((await w.entry(first.id)).status).toBe("active");
  });
});

describe("a repeat", () => {
  it("in the same words: the earlier one did not stick, with this as evidence", async () => {
    const w = capturing();
    const first = await w.correct(NPM_CI, BEFORE);
    at(w, "2026-02-17T09:00:00Z");
    const again = await w.correct("use npm ci in CI.", "Plain npm install");
    expect(again).toMatchObject({ decision: "recurrence", recurrence_of: first.id, failed: [first.id] });
    expect(await w.entry(again.id)).toMatchObject({ recurrence_of: first.id, status: "active" });
    expect(await w.entry(first.id)).toMatchObject({
      status: "active",
      stick: { verdict: "failed", at: "2026-02-17T09:00:00Z", evidence: `repeated as ${again.id}` },
    });
  });

  it("in other words is as likely; a third time the newest of the chain failed", async () => {
    const w = capturing();
    const one = await w.correct(NPM_CI, BEFORE);
    at(w, "2026-02-17T09:00:00Z");
    const two = await w.correct("Always use npm ci in CI", "npm install is fine");
    expect(two).toMatchObject({ decision: "recurrence", recurrence_of: one.id });
    at(w, "2026-02-18T09:00:00Z");
    const three = await w.correct(NPM_CI, BEFORE);
    expect(three).toMatchObject({ decision: "recurrence", recurrence_of: two.id, failed: [two.id] });
  });

  it("that is only possible is asked about", async () => {
    const w = capturing();
    const first = await w.correct("Use the formal address with customers", "First names are fine");
    const maybe = await w.correct("Customers are addressed formally", "They like it casual", {
      behavioral_change: "Look at the salutation first",
    });
    expect(maybe).toMatchObject({ decision: "linked", maybe_recurrence_of: first.id });
    expect(maybe.next).toBe(
      `Is it the same again? tenet resolve ${maybe.id} ${first.id} --recurrence | --both | --unrelated`,
    );
    expect(await w.entry(maybe.id)).toMatchObject({ maybe_recurrence_of: first.id });
    expect(await w.entry(first.id)).not.toHaveProperty("stick");
  });

  it("is taken back as said: no repeat, and the earlier one has not failed", async () => {
    const w = capturing();
    const first = await w.correct(NPM_CI, BEFORE);
    const again = await w.correct(NPM_CI, "npm install is faster");
    expect(again).toMatchObject({
      recurrence_of: first.id,
      next: `Something else? tenet resolve ${again.id} ${first.id} --both`,
    });
    await resolvePair(w, { a: again.id as string, b: first.id as string, how: "both" });
    expect(await w.entry(first.id)).not.toHaveProperty("stick");
    expect(await w.entry(again.id)).toMatchObject({ linked: [first.id] });
    expect(await w.entry(again.id)).not.toHaveProperty("recurrence_of");
  });

  it("that the guard denies is linked and contested, never superseded", async () => {
    const w = capturing();
    const first = await w.correct("Retry the upload 3 times before giving up", "One attempt is enough");
    const other = await w.correct("Retry the upload 30 times before giving up", "A few attempts are enough");
    expect(other).toMatchObject({ decision: "linked", linked: [first.id], contests: [first.id] });
    expect(other.superseded).toBeUndefined();
    expect(await w.entry(first.id)).toMatchObject({ status: "active" });
    expect(other.next).toContain(`tenet resolve ${other.id} ${first.id} --supersedes | --both`);
  });

  it("by a peer proves nothing about an owner's; by an external nothing at all", async () => {
    const w = capturing();
    w.as(AT_TERMINAL);
    const owners = await w.correct(NPM_CI, BEFORE);
    w.as({ atTerminal: false, agent: "wanderer" });
    const peers = await w.correct(NPM_CI, "Plain npm install");
    expect(peers).toMatchObject({ decision: "recurrence", recurrence_of: owners.id });
    expect(peers.failed).toBeUndefined();
    expect(peers.because.join(" ")).toContain("less trusted source (peer)");
    const outside = await w.correct(NPM_CI, "Plain npm install", { origin: "https://example.invalid" });
    expect(outside.failed).toBeUndefined();
    expect(outside.waits).toBeDefined();
    for (const id of [owners.id, peers.id]) expect(await w.entry(id)).not.toHaveProperty("stick");
    w.as({ agent: "sybil" });
    expect((await w.correct(NPM_CI, "Plain npm install")).failed).toHaveLength(1);
  });

  it("stated by its author counts as a found one", async () => {
    const w = capturing();
    const first = await w.correct(NPM_CI, BEFORE);
    const again = await w.correct("Lockfiles are law", "They are a hint", { recurrence_of: first.id });
    expect(again).toMatchObject({ decision: "recurrence", recurrence_of: first.id, failed: [first.id] });
    expect(await w.entry(first.id)).toMatchObject({ stick: { verdict: "failed" } });
    await expect(
      w.correct("x y z", "a b c", { recurrence_of: first.id, supersedes: [first.id] }),
    ).rejects.toMatchObject({
      exit: 2,
      code: "wrong-relation",
    });
  });

  it("text that tenet printed is a repeat here, never dropped", async () => {
    const w = capturing();
    const line = "- Look for npm install before pushing. <!-- COR-20260215-K7Q2X -->";
    expect((await w.correct(line, BEFORE)).decision).toBe("stored");
    expect((await w.correct(line, BEFORE)).decision).toBe("recurrence");
  });
});

describe("an outcome", () => {
  it("sets the newest verdict on all it judges, and takes inconclusive back", async () => {
    const w = capturing();
    const first = await w.correct(NPM_CI, BEFORE);
    const second = await w.learn("Mirrors lag behind by an hour");
    const judged = await capture(w, {
      type: "outcome",
      references: [first.id, second.id?.slice(-5)],
      result: "No drift for a week",
      verdict: "invalidated",
      score: 3,
    });
    expect(judged).toMatchObject({ decision: "stored", type: "outcome" });
    expect(judged.next).toContain("Say what is right instead");
    for (const id of [first.id, second.id]) {
      expect(await w.entry(id)).toMatchObject({ outcome: "invalidated", outcome_date: "2026-02-15T14:00:00Z" });
    }
    expect(await w.entry(judged.id)).toMatchObject({ references: [first.id, second.id], status: "resolved" });
  });

  it("told late does not overwrite a newer one", async () => {
    const w = capturing();
    const first = await w.learn("Mirrors lag behind by an hour");
    await w.judge(first.id ?? "", "validated");
    const late = await w.judge(first.id ?? "", "invalidated", { timestamp: "2026-02-14T10:00:00Z" });
    expect(late.because.join(" ")).toContain("newer outcome already (2026-02-15)");
    expect(await w.entry(first.id)).toMatchObject({ outcome: "validated" });
  });

  it("that waits for review sets nothing", async () => {
    const w = capturing();
    const first = await w.learn("Mirrors lag behind by an hour");
    const outside = await w.judge(first.id ?? "", "invalidated", { origin: "https://example.invalid" });
    expect(outside.waits).toBeDefined();
    expect(outside.because.join(" ")).toContain("waits for review");
    expect(await w.entry(first.id)).not.toHaveProperty("outcome");
  });

  it("that replaces another one", async () => {
    const w = capturing();
    const first = await w.learn("Mirrors lag behind by an hour");
    const one = await w.judge(first.id ?? "", "validated");
    const two = await w.judge(first.id ?? "", "mixed", { supersedes: one.id });
    expect(two).toMatchObject({ decision: "superseded", superseded: [one.id] });
    expect(await w.entry(one.id)).toMatchObject({ status: "superseded", superseded_by: two.id });
    expect(await w.entry(first.id)).toMatchObject({ outcome: "mixed" });
  });

  it("needs something to judge", async () => {
    const w = capturing();
    await expect(capture(w, { type: "outcome", result: "x", verdict: "mixed" })).rejects.toMatchObject({
      exit: 2,
      code: "missing-fields",
    });
    await expect(w.judge("zzzzz", "mixed")).rejects.toMatchObject({ exit: 4 });
    await expect(w.judge("zzzzz", "brilliant")).rejects.toMatchObject({ exit: 2, code: "wrong-field" });
  });
});

describe("entries of one input", () => {
  it("are judged against each other, in their order", async () => {
    const w = capturing();
    const correction = (corrected_to: string, prior_belief: string) => ({
      type: "correction" as const,
      corrected_to,
      prior_belief,
      risk: "high: drift",
      behavioral_change: "Look first",
    });
    const [one, two, three] = await captureAll(w, [
      correction(NPM_CI, BEFORE),
      correction("Always use npm ci in CI", "npm install is fine"),
      correction("Use pnpm install with a frozen lockfile in CI", "Always use npm ci in CI"),
    ]);
    expect(two).toMatchObject({ decision: "recurrence", recurrence_of: one?.id });
    expect(three?.decision).toBe("superseded");
    expect(three?.superseded).toContain(two?.id);
    expect(await w.entry(one?.id)).toMatchObject({ stick: { verdict: "failed" } });
  });
});
