/** What failed, was rejected or ran out says so on its line, wherever it is printed. */
import { beforeAll, describe, expect, it } from "vitest";
import { doubtsOf } from "../../src/entry/states.js";
import { type Sandbox, sandbox } from "../sandbox.js";

const record = (fields: Record<string, string>): string => {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return `## ${fields["id"]}\n\`\`\`yaml\n${lines.join("\n")}\n\`\`\`\n`;
};
const file = (type: string, ...records: string[]): string =>
  `---\ntype: ${type}\ndate: 2026-02-01\n---\n# Records\n\n${records.join("\n")}`;
const born = { timestamp: "2026-02-01T09:00:00Z", agent: "main", tier: "self", status: "active" };
const FAILED = { verdict: "failed", at: "2026-02-03T09:00:00Z" };
const stick = `{verdict: ${FAILED.verdict}, at: ${FAILED.at}, evidence: "again"}`;
const near = "[{with: COR-20260201-FAA1S, score: 0.9, by: claim, state: open}]";

describe("the program", () => {
  let box: Sandbox;
  beforeAll(async () => {
    box = await sandbox({ git: true, now: "2026-02-10T09:00:00Z" });
    const correction = { ...born, type: "correction", stakes: "high", at_risk: "the release" };
    await box.write(
      "memory/learning/corrections/2026-02-01.md",
      file(
        "corrections",
        record({ ...correction, id: "COR-20260201-FAA1S", corrected_to: '"Deploy with the script"', stick }),
        record({ ...correction, id: "COR-20260201-NEAR2", corrected_to: '"Deploy with the new script"', near }),
      ),
    );
    const insight = { ...born, type: "insight", stakes: "high", at_risk: "the release" };
    const review = (state: string) => `{state: ${state}, at: "2026-02-02T09:00:00Z", by: bridget}`;
    await box.write(
      "memory/learning/insights/2026-02-01.md",
      file(
        "insights",
        record({ ...insight, id: "INS-20260201-REJ3C", insight: '"Deploy on Friday"', review: review("rejected") }),
        record({ ...insight, id: "INS-20260201-EXP4R", insight: '"Deploy at night"', review: review("expired") }),
        record({ ...insight, id: "INS-20260201-LNK5D", insight: '"Look at logs"', linked: "[INS-20260201-REJ3C]" }),
      ),
    );
    const memory = { ...born, type: "memory", category: "fact", tier: "relayed" };
    await box.write(
      "memory/facts/facts.md",
      file(
        "memories",
        record({ ...memory, id: "MEM-20260201-MEM6R", content: '"The shop is blue"', review: review("expired") }),
      ),
    );
  });

  it.each<[args: string[], says: RegExp]>([
    [["list"], /COR-20260201-FAA1S\t.*\bfailed\b/],
    [["list", "--status", "failed"], /^COR-20260201-FAA1S.*\n$/],
    [["list", "--status", "all"], /INS-20260201-REJ3C\t.*\brejected\b/],
    [["list", "--status", "all"], /INS-20260201-EXP4R\t.*\bexpired\b/],
    [["recall", "deploy script", "--keyword"], /COR-20260201-FAA1S\t\d\.\d\d\tfailed\t/],
    [["recall", "deploy script", "--keyword"], /undecided beside COR-20260201-FAA1S \(self, failed\)/],
    [["recall", "deploy script", "--keyword", "--json"], /"doubts":\["failed"\]/],
    [["show", "FAA1S"], /correction · high · active · self · failed\n/],
    [["show", "REJ3C"], /insight · high · active · self · rejected\n/],
    [["show", "LNK5D"], /rej3c {2}Deploy on Friday \(rejected\)/],
    [["why", "FAA1S"], /failed +2026-02-03/],
    [["why", "EXP4R"], /active · high · self · expired/],
    [["context"], /COR-20260201-FAA1S self, failed[,\w ]* \| Deploy/],
    [["heartbeat", "--dry-run"], /faa1s \(correction, high, failed\) "Deploy with the script"/],
    [["review", "--list"], /faa1s.*\(failed\) "Deploy with the script"/],
  ])("%j", { tags: "sampled" }, async (args, says) => {
    const { stdout, stderr } = await box.run(args);
    expect(stdout, stderr).toMatch(says);
  });

  it("the page of the learnings", async () => {
    expect(await box.read("memory/learning/index.md")).toMatch(/COR-20260201-FAA1S\]\(.*\) \(high, failed\) Deploy/);
  });
});

describe("what is to be known before trusting an entry", () => {
  const entry = { status: "active" } as const;
  it.each([
    [entry, undefined],
    [{ ...entry, outcome: "validated", stick: { verdict: "held" } } as const, undefined],
    [{ status: "promoted", stick: { verdict: "failed" } } as const, ["failed"]],
    [{ ...entry, review: { state: "rejected" } } as const, ["rejected"]],
    [{ ...entry, review: { state: "expired" } } as const, ["expired"]],
    [{ status: "superseded", outcome: "invalidated" } as const, ["superseded", "invalidated"]],
    [{ status: "inconclusive" } as const, ["inconclusive"]],
  ])("of %j: %j", (one, doubts) => expect(doubtsOf(one)).toEqual(doubts));
});
