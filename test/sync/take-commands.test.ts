/** What commands make of entries that came from a hub: shown, verified, forgotten by where they came from, moved, merged. */
import { describe, expect, it } from "vitest";
import { mergeEntries } from "../../src/store/merge/merge-fields.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { ANN, BOB, HUB } from "./taking.js";

const DAY = "memory/learning/insights/2026-02-15.md";

const record = (id: string, agent: string, claim: string) => `## ${id} · ${claim}

\`\`\`yaml
type: insight
id: ${id}
timestamp: 2026-02-15T09:00:00Z
agent: ${agent}
tier: peer
origin: "hub://${HUB}/${agent}/INS-20260120-A0001"
insight: "${claim}"
evidence: "It was seen in the release logs"
stakes: high
at_risk: "A release breaks"
hub:
  at: 2026-01-20T08:00:00Z
  hash: "${"a1".repeat(32)}"
  verdict: validated
  score: 8
status: active
\`\`\`
`;
const ANNS = "INS-20260215-K7Q2X";
const BOBS = "INS-20260215-M8R3Y";

async function world(): Promise<Sandbox> {
  const box = await sandbox({ profile: "schema: 1\nagent: main\ntimezone: UTC\n" });
  const both = [record(ANNS, ANN, "The lockfile drifts"), record(BOBS, BOB, "Backups are only real after a restore")];
  await box.write(DAY, `---\ntype: insights\ndate: 2026-02-15\n---\n\n# Insights · 2026-02-15\n\n${both.join("\n")}`);
  return box;
}

const statuses = async (box: Sandbox): Promise<Record<string, string>> => {
  const shown = await Promise.all([ANNS, BOBS].map(async (id) => (await box.run(["show", id, "--json"])).json().data));
  return Object.fromEntries(shown.map(({ entry }) => [entry.id, entry.status]));
};

describe("an entry from a hub", () => {
  it("is shown with what its writer says of it, and is nothing that verify objects to", async () => {
    const box = await world();
    expect((await box.run(["show", ANNS])).stdout).toContain("said 2026-01-20; validated, 8 of 10 there");
    const { data } = (await box.run(["verify", "--json"])).json();
    expect(data.findings.filter(({ file }: { file?: string }) => file === DAY)).toEqual([]);
  });

  it.each([
    ["an agent of the hub", `hub://${HUB}/${ANN}`, { [ANNS]: "forgotten", [BOBS]: "active" }],
    ["the hub", `hub://${HUB}`, { [ANNS]: "forgotten", [BOBS]: "forgotten" }],
  ])("is forgotten by %s", async (_, origin, expected) => {
    const box = await world();
    const ran = await box.run(["forget", "--origin", origin, "--json"]);
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    expect(await statuses(box)).toEqual(expected);
  });

  it("is the same after an export and an import", { tags: "proof" }, async () => {
    const box = await world();
    const exported = await box.run(["export", "entries", "--json"]);
    const out = await box.run(["export"]);
    const text = exported.code === 0 ? exported.stdout : out.stdout;
    const other = await sandbox({ profile: "schema: 1\nagent: main\ntimezone: UTC\n" });
    await other.write("export.jsonl", out.stdout === "" ? text : out.stdout);
    const ran = await other.run(["import", "export.jsonl", "--json"]);
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    const { entry } = (await other.run(["show", ANNS, "--json"])).json().data;
    expect(entry).toMatchObject({ hub: { verdict: "validated", score: 8, hash: "a1".repeat(32) }, tier: "peer" });
  });

  it("keeps what its writer said last where two branches took it", () => {
    const base = { type: "insight", id: ANNS, insight: "x" };
    const [old, now] = [
      { at: "2026-01-20T08:00:00Z", hash: "a" },
      { at: "2026-01-21T08:00:00Z", hash: "b", verdict: "mixed" },
    ];
    for (const [ours, theirs] of [
      [old, now],
      [now, old],
    ]) {
      const { fields, conflicts } = mergeEntries(
        { ...base, hub: { at: "2026-01-01T00:00:00Z", hash: "0" } },
        { ...base, hub: ours },
        { ...base, hub: theirs },
      );
      expect(conflicts).toEqual([]);
      expect(fields["hub"]).toEqual(now);
    }
  });
});
