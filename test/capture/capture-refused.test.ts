import { chmodSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { captureAll } from "../../src/capture/capture.js";
import { readDrafts } from "../../src/capture/drafts/stated-drafts.js";
import { WRITTEN_BY_TENET } from "../../src/entry/record-fields.js";
import { asSomeone } from "../health/examined-world.js";
import { capturing } from "./capturing.js";

const INSIGHT = {
  type: "insight" as const,
  insight: "Mirrors lag behind by an hour",
  evidence: "seen",
  stakes: "low",
  at_risk: "noise",
};

describe("fields", () => {
  // As texts these say something that is taken over: when, by which agent, how it turned out.
  const taken = ["timestamp", "agent", "outcome", "outcome_note"];
  for (const field of WRITTEN_BY_TENET.filter((name) => !taken.includes(name))) {
    it(`${field} is written by tenet`, async () => {
      const w = capturing();
      await expect(w.draft({ ...INSIGHT, [field]: "x" })).rejects.toMatchObject({
        exit: 2,
        code: "field-not-yours",
        message: expect.stringContaining(field),
        details: { fields: [field] },
      });
    });
  }

  const slips: [string, string][] = [
    ["evidnce", "evidence"],
    ["atRisk", "at_risk"],
    ["at-risk", "at_risk"],
    ["tag", "tags"],
    ["because", "evidence"],
    ["text", "insight"],
    ["severity", "risk"],
    ["trigger", "triggers"],
    ["Insight", "insight"],
  ];
  for (const [typed, meant] of slips) {
    it(`${typed} is unknown; ${meant} is near`, async () => {
      const w = capturing();
      await expect(w.draft({ ...INSIGHT, [typed]: "x" })).rejects.toMatchObject({
        exit: 2,
        code: "unknown-field",
        message: expect.stringContaining(`${typed} (did you mean ${meant}?)`),
        details: { fields: [typed], nearest: { [typed]: meant } },
      });
    });
  }

  it("a risk is none of what has no stakes", async () => {
    const fact = { type: "memory", content: "Lunch is at noon", category: "fact", risk: "high: hunger" };
    await expect(capturing().draft(fact)).rejects.toMatchObject({ exit: 2, code: "unknown-field" });
  });

  it("an unknown one that is near to nothing is named all the same", async () => {
    const w = capturing();
    const refused = w.draft({ ...INSIGHT, xyzzy: 1, corrected_to: "x", [`${"long".repeat(5000)}`]: 1 });
    await expect(refused).rejects.toMatchObject({ exit: 2, details: { nearest: {} } });
  });

  const wrong: [string, Record<string, unknown>, string][] = [
    ["stakes", { stakes: 3 }, "stakes: one of high, medium, low"],
    ["a number where text belongs", { evidence: 5 }, "evidence: "],
    ["tags", { tags: [1] }, "tags: "],
    ["scope", { scope: "galaxy" }, "scope: "],
    ["risk", { risk: ["high"] }, "risk: not a text"],
    ["risk against stakes", { risk: "high: noise" }, "risk and stakes say different things"],
    ["links", { linked: 5 }, "linked: ids of entries"],
  ];
  for (const [name, more, says] of wrong) {
    it(`${name} of the wrong kind`, async () => {
      const w = capturing();
      await expect(w.draft({ ...INSIGHT, ...more })).rejects.toMatchObject({
        exit: 2,
        code: "wrong-field",
        message: expect.stringContaining(says),
      });
    });
  }

  it("type: missing, unknown, nearly right", async () => {
    const w = capturing();
    for (const [type, says] of [
      [undefined, "type is missing"],
      ["rumour", "type is none of them"],
      ["insights", "did you mean insight?"],
    ]) {
      const refused = w.draft({ ...INSIGHT, type });
      await expect(refused).rejects.toMatchObject({
        exit: 2,
        code: "wrong-type",
        message: expect.stringContaining(says ?? ""),
      });
    }
  });

  it("are tidied: one value for a list, white space, empty texts, levels in capitals", { tags: "proof" }, async () => {
    const w = capturing();
    const { id } = await w.draft({
      ...INSIGHT,
      insight: "  Mirrors lag behind by an hour\n",
      stakes: "High",
      tags: ["ci", " ci ", ""],
      applications: "nightly",
      context: "  ",
      alternatives: [""],
      domain: null,
    });
    expect(await w.entry(id)).toMatchObject({
      insight: "Mirrors lag behind by an hour",
      stakes: "high",
      tags: ["ci"],
      applications: ["nightly"],
    });
    for (const field of ["context", "alternatives", "domain"]) expect(await w.entry(id)).not.toHaveProperty(field);
  });

  const instants = [
    "2026-02-15T14:00:01Z",
    "2027-01-01T00:00:00Z",
    "yesterday",
    "2026-02-14",
    "2026-02-14T10:00:00",
    "2026-02-30T10:00:00Z",
    5,
  ];
  for (const timestamp of instants) {
    it(`timestamp ${timestamp} is refused`, async () => {
      const w = capturing();
      await expect(w.draft({ ...INSIGHT, timestamp })).rejects.toMatchObject({
        exit: 2,
        message: expect.stringMatching(/^timestamp (lies in the future|is not an ISO 8601 instant)/),
      });
    });
  }
});

describe("what is missing", () => {
  it("is asked all at once, with a stub that holds what was said", async () => {
    const w = capturing();
    const refused = w.draft({
      type: "insight",
      evidence: 'Two builds with "npm i"',
      tags: ["ci"],
      timestamp: "2026-02-14T10:00:00Z",
    });
    const error = await refused.catch((thrown) => thrown);
    expect(error).toMatchObject({ exit: 2, code: "missing-fields" });
    expect(error.message).toMatch(/^2 answers are missing:/);
    expect(error.details.missing.map(({ field }: { field: string }) => field)).toEqual(["insight", "at_risk"]);
    const [stored] = await captureAll(w, readDrafts(error.details.stub));
    expect(await w.entry(stored?.id)).toMatchObject({
      evidence: 'Two builds with "npm i"',
      tags: ["ci"],
      timestamp: "2026-02-14T10:00:00Z",
    });
  });

  it("of a list is asked for every entry with its position; the stub holds the complete ones, too", async () => {
    const w = capturing();
    const list = [
      { type: "correction", prior_belief: "npm install is fine" },
      INSIGHT,
      { type: "insight", insight: "Caches lie" },
    ];
    const error = await captureAll(w, list as never).catch((thrown) => thrown);
    expect(error).toMatchObject({ exit: 2, code: "missing-fields" });
    expect(error.message).toMatch(/entry 1: One answer[\s\S]*entry 3: One answer/);
    expect(error.message).not.toContain("entry 2");
    expect(error.details.missing.map(({ entry }: { entry: number }) => entry)).toEqual([1, 3]);
    expect(readDrafts(error.details.stub).map(({ type }) => type)).toEqual(["correction", "insight", "insight"]);
    expect(readDrafts(error.details.stub)[1]).toEqual(INSIGHT);
  });

  it("and other faults of a list are told together", async () => {
    const w = capturing();
    const list = [INSIGHT, { ...INSIGHT, seen: 3 }, { ...INSIGHT, evidnce: "x" }, { type: "insight" }];
    const error = await captureAll(w, list as never).catch((thrown) => thrown);
    expect(error).toMatchObject({ exit: 2, code: "wrong-input" });
    expect(error.message).toMatch(
      /^3 of 4 entries are refused; nothing was stored:\n {2}entry 2: seen[\s\S]*entry 3: Unknown[\s\S]*entry 4/,
    );
    expect(error.details.entries.map(({ entry }: { entry: number }) => entry)).toEqual([2, 3, 4]);
    await expect(captureAll(w, [INSIGHT, { ...INSIGHT, seen: 3 }] as never)).rejects.toMatchObject({
      code: "field-not-yours",
      details: { entry: 2 },
    });
    expect(await w.entries()).toEqual([]);
  });
});

describe("row 25 and 26: what must not be written", () => {
  // Put together at run time, so that no scanner takes this file for a leak.
  const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8".slice(0, 36)}`;

  it("secrets are replaced in every field, tags and keys included", async () => {
    const w = capturing();
    const { id } = await w.draft({
      ...INSIGHT,
      insight: `The bot used ${token}`,
      evidence: `export TOKEN=${token}`,
      tags: [token],
      applications: [`curl -H "Authorization: ${token}"`],
    });
    expect(JSON.stringify(w.files())).not.toContain(token);
    expect(JSON.stringify(await w.entry(id))).toContain("[secret:");
    expect(w.warnings.join(" ")).toMatch(/evidence/);
    expect(w.warnings.join(" ")).not.toContain(token);
  });

  it("secrets in ids and unknown fields are not repeated in the refusal", async () => {
    const w = capturing();
    for (const more of [{ linked: [token] }, { [token]: "x" }, { references: token }]) {
      const error = await w.draft({ ...INSIGHT, ...more }).catch((thrown) => thrown);
      expect(error.exit).toBeGreaterThan(1);
      expect(JSON.stringify([error.message, error.hint, error.details])).not.toContain(token);
    }
  });

  it("are refused where the profile says so, and nothing is written", async () => {
    const w = capturing({ secrets: "refuse" });
    await expect(w.draft({ ...INSIGHT, context: token })).rejects.toMatchObject({ exit: 5, code: "secret" });
    expect(await w.entries()).toEqual([]);
  });

  it("bidirectional controls are refused, tag characters stripped", async () => {
    const w = capturing();
    await expect(w.draft({ ...INSIGHT, insight: "user\u202Enimda" })).rejects.toMatchObject({
      exit: 5,
      code: "hidden-characters",
    });
    const { id } = await w.draft({ ...INSIGHT, insight: "plain\u{E0041}\u{E0042} text" });
    expect((await w.entry(id)).insight).toBe("plain text");
  });
});

describe("a folder that takes nothing", () => {
  it("row 11: read-only is a failure that names the path, and nothing is half-written", async () => {
    const w = capturing();
    await w.draft(INSIGHT);
    const before = w.files();
    const folder = w.workspace.absolute("memory/learning/insights");
    chmodSync(folder, 0o555);
    try {
      await asSomeone(w.workspace.root, async () => {
        const error = await w.draft({ ...INSIGHT, insight: "Another one altogether" }).catch((thrown) => thrown);
        expect(error).toBeInstanceOf(Error);
        expect(String(error.path ?? error.message)).toContain(w.workspace.root);
      });
    } finally {
      chmodSync(folder, 0o755);
    }
    expect(w.files()).toEqual(before);
  });
});
