/** What a capture refuses: fields by name, what is missing all at once, and what must not be written. */
import { chmodSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { captureAll } from "../../src/capture/capture.js";
import { WRITTEN_BY_TENET } from "../../src/entry/gates/redaction.js";
import { asSomeone } from "../health/examined-world.js";
import { capturing } from "./capturing.js";

const INSIGHT = {
  type: "insight" as const,
  insight: "Mirrors lag behind by an hour",
  evidence: "seen",
  stakes: "low",
  at_risk: "noise",
};

type Refusal = { exit: number; code: string; message: string; hint?: string; details: Record<string, unknown> };
const refusal = (work: Promise<unknown>): Promise<Refusal> =>
  work.then(
    () => expect.fail("it was stored"),
    (thrown) => thrown,
  );
const refused = (more: object) => refusal(capturing().draft({ ...INSIGHT, ...more }));

describe("fields", () => {
  it("tenet's own are left out, and said in one sentence", async () => {
    // These say something that is taken over: when, by which agent; or end it, or say whose it is.
    const others = ["timestamp", "agent", "forgotten", "user", "id"];
    const fields = WRITTEN_BY_TENET.filter((name) => !others.includes(name));
    const [plain, w] = [capturing(), capturing()];
    const keysOf = async (world: typeof w) => (await world.entries()).map((entry) => Object.entries(entry));
    await plain.draft(INSIGHT);
    await w.draft({ ...INSIGHT, ...Object.fromEntries(fields.map((field) => [field, "promoted"])) });
    expect(await keysOf(w)).toEqual(await keysOf(plain));
    expect(w.warnings).toEqual([`Left out, because only tenet writes it: ${fields.join(", ")}.`]);
  });

  it.each([{ forgotten: { at: "2026-02-14T10:00:00Z", by: "bridget" } }, { user: "walt" }, { id: "first" }])(
    "that end an entry, or name it or its owner wrongly, are refused: %o",
    async (more) => {
      const error = await refused(more);
      const [field = ""] = Object.keys(more);
      expect(error).toMatchObject({ exit: 2, code: "field-not-yours", details: { fields: [field] } });
      expect(error.message).toContain(field);
    },
  );

  it.each([
    ["evidnce", "evidence"],
    ["at-risk", "at_risk"],
    ["because", "evidence"],
    ["text", "insight"],
    ["Insight", "insight"],
  ])("%s is unknown; %s is near", async (typed, meant) => {
    const error = await refused({ [typed]: "x" });
    const details = { fields: [typed], nearest: { [typed]: meant } };
    expect(error).toMatchObject({ exit: 2, code: "unknown-field", details });
    expect(error.message).toContain(`${typed} (did you mean ${meant}?)`);
  });

  it.each<[string, object, string]>([
    ["stakes", { stakes: 3 }, "stakes: one of high, medium, low"],
    ["stakes", { stakes: "3" }, "stakes: one of high, medium, low"],
    ["a number where text belongs", { evidence: 5 }, "evidence: "],
    ["tags", { tags: [1] }, "tags: "],
    ["risk", { risk: ["high"] }, "risk: not a text"],
    ["risk against stakes", { risk: "high: noise" }, "risk and stakes say different things"],
    ["links", { linked: 5 }, "linked: ids of entries"],
    ["a future instant", { timestamp: "2026-02-15T14:00:01Z" }, "timestamp lies in the future"],
    ["a day for an instant", { timestamp: "2026-02-14" }, "timestamp is not an ISO 8601 instant"],
    ["an instant that is no text", { timestamp: 5 }, "timestamp is not an ISO 8601 instant"],
    ["a day that never was", { timestamp: "2026-02-30T10:00:00Z" }, "timestamp is not an ISO 8601 instant"],
  ])("%s of the wrong kind", async (_name, more, says) => {
    const error = await refused(more);
    expect(error).toMatchObject({ exit: 2, code: "wrong-field" });
    expect(error.message).toContain(says);
  });

  it.each([
    [undefined, "type is missing"],
    ["rumour", "type is none of them"],
    ["insights", "did you mean insight?"],
  ])("type %s: %s", async (type, says) => {
    const error = await refused({ type });
    expect(error).toMatchObject({ exit: 2, code: "wrong-type" });
    expect(error.message).toContain(says);
  });

  it("are tidied: one value for a list, white space, empty texts, levels in capitals", async () => {
    const w = capturing();
    const insight = "  Mirrors lag behind by an hour\n";
    const empty = { context: "  ", alternatives: [""], domain: null };
    const { id } = await w.draft({ ...INSIGHT, insight, stakes: "High", tags: ["ci", " ci ", ""], ...empty });
    expect(await w.entry(id)).toMatchObject({ insight: insight.trim(), stakes: "high", tags: ["ci"] });
    for (const field of Object.keys(empty)) expect(await w.entry(id)).not.toHaveProperty(field);
  });
});

describe("what is missing", () => {
  it("is asked all at once", async () => {
    const error = await refusal(capturing().draft({ type: "outcome", lesson: "Look twice" }));
    expect(error).toMatchObject({ exit: 2, code: "missing-fields" });
    expect(error.message).toMatch(/^3 answers are missing:/);
    expect(error.details).toMatchObject({
      missing: [{ field: "references" }, { field: "result" }, { field: "verdict" }],
    });
  });

  it("and other faults of a list are told together", async () => {
    const w = capturing();
    const list = [INSIGHT, { ...INSIGHT, user: "walt" }, { ...INSIGHT, evidnce: "x" }, { type: "insight" }];
    const error = await refusal(captureAll(w, list as never));
    const entries = [{ entry: 2 }, { entry: 3 }, { entry: 4 }];
    expect(error).toMatchObject({ exit: 2, code: "wrong-input", details: { entries } });
    expect(error.message).toMatch(
      /^3 of 4 entries are refused; nothing was stored:\n {2}entry 2: user[\s\S]*entry 3: Unknown[\s\S]*entry 4/,
    );
    const one = await refusal(captureAll(w, list.slice(0, 2) as never));
    expect(one).toMatchObject({ code: "field-not-yours", details: { entry: 2 } });
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
    for (const more of [{ linked: [token] }, { [token]: "x" }, { references: token }]) {
      const { exit, message, hint, details } = await refused(more);
      expect(exit).toBeGreaterThan(1);
      expect(JSON.stringify([message, hint, details])).not.toContain(token);
    }
  });

  it("bidirectional controls and tag characters are stripped", async () => {
    const w = capturing();
    const { id } = await w.draft({ ...INSIGHT, insight: "pla\u202Ein\u{E0041}\u{E0042} text" });
    expect((await w.entry(id)).insight).toBe("plain text");
  });
});

it("row 11: a read-only folder is a failure that names the path, and nothing is half-written", async () => {
  const w = capturing();
  await w.draft(INSIGHT);
  const before = w.files();
  const folder = w.workspace.absolute("memory/learning/insights");
  chmodSync(folder, 0o555);
  for (const name of readdirSync(w.workspace.local)) chmodSync(join(w.workspace.local, name), 0o666);
  try {
    await asSomeone(w.workspace.root, async () => {
      const error: unknown = await refusal(w.draft({ ...INSIGHT, insight: "Another one altogether" }));
      expect(error).toBeInstanceOf(Error);
      expect(String((error as { path?: string }).path ?? error)).toContain(w.workspace.root);
    });
  } finally {
    chmodSync(folder, 0o755);
  }
  expect(w.files()).toEqual(before);
});
