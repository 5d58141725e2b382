import { describe, expect, it } from "vitest";
import { contentHash } from "../../src/entry/status.js";
import { resolvePair } from "../../src/review/resolve.js";
import { changeTree } from "../../src/store/change.js";
import { approvalOf } from "../approved.js";
import { AT_TERMINAL, type Capturing, capturing } from "../capture/capturing.js";

const FAILS = "The nightly build fails when the cache directory is older than the lockfile";

/** Two insights at odds; the newer one contests the older. */
async function atOdds(w: Capturing): Promise<[older: string, newer: string]> {
  const older = (await w.learn(FAILS)).id ?? "";
  w.clock = { now: () => new Date("2026-02-16T09:00:00Z") };
  const newer = (await w.learn(FAILS.replace("fails", "never fails"))).id ?? "";
  return [older, newer];
}

describe("--supersedes", () => {
  it("A replaces B, whichever is newer, and the question is gone", async () => {
    for (const order of ["newer wins", "older wins"]) {
      const w = capturing();
      const pair = await atOdds(w);
      const [loser, winner] = order === "newer wins" ? pair : ([...pair].reverse() as [string, string]);
      const resolved = await resolvePair(w, { a: winner.slice(-5), b: loser, how: "supersedes" });
      expect(resolved).toMatchObject({ how: "supersedes", id: winner, other: loser });
      expect(await w.entry(winner)).toMatchObject({ status: "active", supersedes: [loser] });
      expect(await w.entry(winner)).not.toHaveProperty("contests");
      expect(await w.entry(loser)).toMatchObject({ status: "superseded", superseded_by: winner });
      expect(await w.entry(loser)).not.toHaveProperty("contests");
      await expect(resolvePair(w, { a: winner, b: loser, how: "supersedes" })).rejects.toMatchObject({ exit: 2 });
    }
  });

  it("never over what is trusted more", async () => {
    const w = capturing();
    const owns = (await w.learn(FAILS)).id ?? "";
    w.as({ agent: "wanderer" });
    const peers = (await w.learn(FAILS.replace("fails", "never fails"))).id ?? "";
    await expect(resolvePair(w, { a: peers, b: owns, how: "supersedes" })).rejects.toMatchObject({
      exit: 5,
      code: "less-trusted",
    });
    expect(await resolvePair(w, { a: owns, b: peers, how: "supersedes" })).toMatchObject({ id: owns });
  });

  it("against an owner's words: a person at a terminal, with a typed word", async () => {
    const w = capturing();
    w.as(AT_TERMINAL);
    const [older, newer] = await atOdds(w);
    const ask = { a: newer, b: older, how: "supersedes" as const };
    await expect(resolvePair(w, ask)).rejects.toMatchObject({ exit: 5, code: "needs-person" });
    w.as({ atTerminal: false });
    await expect(resolvePair(w, { ...ask, confirmed: true })).rejects.toMatchObject({ exit: 5, code: "needs-person" });
    expect((await w.entry(older)).status).toBe("active");
    w.as(AT_TERMINAL);
    expect(await resolvePair(w, { ...ask, confirmed: true })).toMatchObject({ id: newer });
  });

  it("what waits for review takes nothing approved away", async () => {
    const w = capturing();
    const [older, newer] = await atOdds(w);
    await changeTree(w, { op: "test", reason: "review" }, (change) =>
      change.update(newer, { review: { state: "needs_review" } }),
    );
    await expect(resolvePair(w, { a: newer, b: older, how: "supersedes" })).rejects.toMatchObject({
      exit: 5,
      code: "waits-for-review",
    });
  });
});

describe("--both", () => {
  it("keeps both, linked and no longer in question, also against an owner", async () => {
    const w = capturing();
    w.as(AT_TERMINAL);
    const older = (await w.learn(FAILS)).id ?? "";
    w.as({ atTerminal: false });
    const newer = (await w.learn(FAILS.replace("fails", "never fails"))).id ?? "";
    expect((await w.entry(newer)).contests).toEqual([older]);
    await resolvePair(w, { a: older, b: newer, how: "both" });
    expect(await w.entry(newer)).toMatchObject({ linked: [older], status: "active" });
    expect(await w.entry(newer)).not.toHaveProperty("contests");
    expect((await w.entry(older)).status).toBe("active");
  });

  it("answers a possible repeat with no", async () => {
    const w = capturing();
    const first = (await w.correct("Run migrations before the restart", "The order is free")).id ?? "";
    const maybe = await w.correct("Look at the clock twice", "Once will do", { maybe_recurrence_of: first });
    expect((await w.entry(maybe.id)).maybe_recurrence_of).toBe(first);
    await resolvePair(w, { a: first, b: maybe.id ?? "", how: "both" });
    expect(await w.entry(maybe.id)).not.toHaveProperty("maybe_recurrence_of");
    expect(await w.entry(first)).not.toHaveProperty("stick");
  });
});

describe("what was superseded is given back", () => {
  /** Two corrections of which the newer superseded the older, as a judgement or its author says. */
  async function overturned(more: Record<string, unknown> = {}): Promise<[w: Capturing, older: string, newer: string]> {
    const w = capturing();
    const older = (await w.correct("Never push to main directly", "Push wherever you like")).id ?? "";
    await changeTree(w, { op: "test", reason: "what it was" }, (change) => change.update(older, more));
    w.clock = { now: () => new Date("2026-02-16T09:00:00Z") };
    const stated = { supersedes: [older] };
    const newer = (await w.correct("Log out users after 30 minutes", "Users are never logged out", stated)).id ?? "";
    expect(await w.entry(older)).toMatchObject({ status: "superseded", superseded_by: newer });
    return [w, older, newer];
  }

  it.each([
    ["an entry", {}, "active"],
    ["an inconclusive one", { status: "inconclusive" }, "active"],
    ["a rule", { status: "promoted", promoted_to: "SOUL.md", promoted_in: "0001-AAAAA" }, "promoted"],
  ])("--both: %s is what it was; both stay, linked", async (_what, more, status) => {
    const [w, older, newer] = await overturned(more);
    const resolved = await resolvePair(w, { a: newer, b: older, how: "both" });
    expect(resolved).toMatchObject({ how: "both", id: newer, other: older });
    expect(resolved.says).toContain(`${older} counts again`);
    const known = await w.entry(older);
    expect(known.status).toBe(status);
    expect(known).not.toHaveProperty("superseded_by");
    expect(await w.entry(newer)).toMatchObject({ status: "active", linked: [older] });
    expect(await w.entry(newer)).not.toHaveProperty("supersedes");
    // Either order, and no second time.
    await resolvePair(w, { a: older, b: newer, how: "both" });
    expect((await w.entry(newer)).linked).toEqual([older]);
  });

  it("--unrelated: both stay, and no link is left between them", async () => {
    const [w, older, newer] = await overturned();
    await resolvePair(w, { a: newer, b: older, how: "unrelated" });
    expect((await w.entry(older)).status).toBe("active");
    expect(await w.entry(newer)).not.toHaveProperty("linked");
    expect(await w.entry(newer)).not.toHaveProperty("supersedes");
  });

  it("another one that took its place as well keeps it", async () => {
    const [w, older, newer] = await overturned();
    const third = (await w.correct("Push to main after a review alone", "Any push will do")).id ?? "";
    await changeTree(w, { op: "test", reason: "as well" }, (change) => change.update(third, { supersedes: [older] }));
    const { says } = await resolvePair(w, { a: newer, b: older, how: "both" });
    expect(says).toContain(`superseded by ${third} alone`);
    expect(await w.entry(older)).toMatchObject({ status: "superseded", superseded_by: third });
    expect(await w.entry(newer)).not.toHaveProperty("supersedes");
  });

  it("two insights that were merged are two again, with a history each", async () => {
    const w = capturing();
    const [older, newer] = await atOdds(w);
    await changeTree(w, { op: "test", reason: "seen" }, (change) => change.update(newer, { seen: 2 }));
    await resolvePair(w, { a: newer, b: older, how: "same" });
    expect(await w.entry(older)).toMatchObject({
      seen: 2,
      evolution: [{ text: FAILS.replace("fails", "never fails") }],
    });
    await resolvePair(w, { a: newer, b: older, how: "both" });
    expect(await w.entry(older)).not.toHaveProperty("evolution");
    expect(await w.entry(older)).not.toHaveProperty("seen");
    expect(await w.entry(newer)).toMatchObject({ status: "active", seen: 2, linked: [older] });
  });

  it("what is over for another reason stays over", async () => {
    const w = capturing();
    const [older, newer] = await atOdds(w);
    await changeTree(w, { op: "test", reason: "gone" }, (change) => change.update(older, { status: "forgotten" }));
    for (const how of ["both", "unrelated"] as const) {
      await expect(resolvePair(w, { a: newer, b: older, how })).rejects.toMatchObject({ exit: 2 });
    }
  });
});

describe("--unrelated and --later", () => {
  it("--unrelated takes the pair off the list and the link with it", async () => {
    const w = capturing();
    const [older, newer] = await atOdds(w);
    expect(await w.entry(newer)).toMatchObject({ contests: [older], linked: [older] });
    await resolvePair(w, { a: older, b: newer, how: "unrelated" });
    for (const field of ["contests", "linked"]) expect(await w.entry(newer)).not.toHaveProperty(field);
    expect((await w.entry(older)).status).toBe("active");
  });

  it("--unrelated leaves other links and other pairs alone", async () => {
    const w = capturing();
    const [older, newer] = await atOdds(w);
    const third = (await w.learn("Mirrors lag by an hour")).id ?? "";
    await changeTree(w, { op: "test", reason: "more" }, (change) =>
      change.update(newer, { linked: [third, older], contests: [third, older], novelty: "partial" }),
    );
    await resolvePair(w, { a: newer, b: older, how: "unrelated" });
    expect(await w.entry(newer)).toMatchObject({ linked: [third], contests: [third] });
    // What somebody decided is not looked at again.
    expect(await w.entry(newer)).not.toHaveProperty("novelty");
  });

  it("--later changes nothing in the tree, and is for open pairs alone", async () => {
    const w = capturing();
    const [older, newer] = await atOdds(w);
    const before = await w.entry(newer);
    const said = await resolvePair(w, { a: older, b: newer, how: "later", later: "5d" });
    expect(said).toMatchObject({ how: "later", id: newer, other: older });
    expect(said.says).toContain("2026-02-21T09:00:00Z");
    expect(await w.entry(newer)).toEqual(before);
    await resolvePair(w, { a: newer, b: older, how: "both" });
    await expect(resolvePair(w, { a: newer, b: older, how: "later", later: "5d" })).rejects.toMatchObject({ exit: 2 });
  });

  it("--supersedes answers whether one takes the other back", async () => {
    const w = capturing();
    const older = (await w.correct("Never push to main directly", "Push wherever you like")).id ?? "";
    w.clock = { now: () => new Date("2026-02-16T09:00:00Z") };
    const newer = (await w.correct("Look at the clock twice", "Once will do")).id ?? "";
    await changeTree(w, { op: "test", reason: "maybe" }, (change) => change.update(newer, { maybe_supersedes: older }));
    await resolvePair(w, { a: newer, b: older, how: "supersedes" });
    expect(await w.entry(older)).toMatchObject({ status: "superseded", superseded_by: newer });
    expect(await w.entry(newer)).not.toHaveProperty("maybe_supersedes");
  });
});

describe("--same", () => {
  it("merges the newer insight into the older one, with all its history, seen and uses", async () => {
    const w = capturing();
    const [older, newer] = await atOdds(w);
    await changeTree(w, { op: "test", reason: "uses" }, async (change) => {
      const use = (session: string) => ({ at: "2026-02-16T10:00:00Z", session, result: "worked" });
      await change.update(older, { seen: 2, uses: [use("a")], review: approvalOf(await change.entry(older)) });
      await change.update(newer, {
        seen: 1,
        uses: [use("b")],
        evolution: [{ at: "2026-02-16T11:00:00Z", text: "later" }],
      });
    });
    const resolved = await resolvePair(w, { a: newer, b: older, how: "same" });
    expect(resolved).toMatchObject({ how: "same", id: older, other: newer });
    const merged = await w.entry(older);
    expect(merged).toMatchObject({
      insight: FAILS,
      seen: 3,
      uses: [{ session: "a" }, { session: "b" }],
      evolution: [
        { at: "2026-02-16T09:00:00Z", text: FAILS.replace("fails", "never fails"), agent: "sybil" },
        { text: "later" },
      ],
      review: { state: "approved_for_reuse", hash: contentHash(merged) },
    });
    expect(await w.entry(newer)).toMatchObject({ status: "superseded", superseded_by: older });
    expect((await w.learn(FAILS.replace("fails", "never fails"))).id).toBe(older);
  });

  it("is for two insights of one tier", async () => {
    const w = capturing();
    const one = (await w.learn(FAILS)).id ?? "";
    const correction = (await w.correct("Use npm ci in CI", "npm install is fine")).id ?? "";
    await expect(resolvePair(w, { a: one, b: correction, how: "same" })).rejects.toMatchObject({ exit: 2 });
    w.as({ agent: "wanderer" });
    const peers = (await w.learn("Mirrors lag by an hour")).id ?? "";
    await expect(resolvePair(w, { a: one, b: peers, how: "same" })).rejects.toMatchObject({
      exit: 5,
      code: "less-trusted",
    });
  });
});

describe("--recurrence", () => {
  it("the newer correction repeats the older, which did not stick", async () => {
    const w = capturing();
    const older = (await w.correct("Run migrations before the restart", "The order is free")).id ?? "";
    w.clock = { now: () => new Date("2026-02-17T09:00:00Z") };
    const newer = (await w.correct("Look at the clock twice", "Once will do", { maybe_recurrence_of: older })).id ?? "";
    const resolved = await resolvePair(w, { a: older, b: newer, how: "recurrence" });
    expect(resolved).toMatchObject({
      how: "recurrence",
      id: newer,
      other: older,
      says: expect.stringContaining("did not stick"),
    });
    expect(await w.entry(newer)).toMatchObject({ recurrence_of: older });
    expect(await w.entry(newer)).not.toHaveProperty("maybe_recurrence_of");
    expect(await w.entry(older)).toMatchObject({
      stick: { verdict: "failed", at: "2026-02-17T09:00:00Z", evidence: `repeated as ${newer}` },
    });
  });

  it("by a peer does not prove that an owner's failed", async () => {
    const w = capturing();
    w.as(AT_TERMINAL);
    const owners = (await w.correct("Run migrations before the restart", "The order is free")).id ?? "";
    w.as({ atTerminal: false, agent: "wanderer" });
    const peers = (await w.correct("Look at the clock twice", "Once will do")).id ?? "";
    const resolved = await resolvePair(w, { a: owners, b: peers, how: "recurrence" });
    expect(resolved.says).toContain("does not prove");
    expect(await w.entry(owners)).not.toHaveProperty("stick");
  });

  it("is for two corrections", async () => {
    const w = capturing();
    const [older, newer] = await atOdds(w);
    await expect(resolvePair(w, { a: older, b: newer, how: "recurrence" })).rejects.toMatchObject({ exit: 2 });
  });
});

describe("a pair", () => {
  it("is two live entries, and no outcome with what it judges", async () => {
    const w = capturing();
    const [older] = await atOdds(w);
    const outcome = (await w.judge(older, "validated")).id ?? "";
    await expect(resolvePair(w, { a: older, b: older, how: "both" })).rejects.toMatchObject({ exit: 2 });
    await expect(resolvePair(w, { a: older, b: "zzzzz", how: "both" })).rejects.toMatchObject({ exit: 4 });
    await expect(resolvePair(w, { a: outcome, b: older, how: "supersedes" })).rejects.toMatchObject({ exit: 2 });
    w.as({ run: "nightly" });
    await expect(resolvePair(w, { a: older, b: outcome, how: "both" })).rejects.toMatchObject({ code: "not-in-a-run" });
  });
});
