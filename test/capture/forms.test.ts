/** The forms of other writers: read as the same entry by every door that takes entries, or refused by name. */
import { describe, expect, it } from "vitest";
import { add } from "../../src/capture/add.js";
import { resultWrites } from "../../src/capture/drafts/stated-drafts.js";
import { finishRun, startRun } from "../../src/loop/run.js";
import { type Capturing, callTool, capturing } from "./capturing.js";

type Fields = Record<string, unknown>;

const COR = {
  type: "correction",
  prior_belief: "npm install is fine",
  corrected_to: "Use npm ci in CI",
  stakes: "high",
  at_risk: "the lockfile drifts",
  behavioral_change: "Look for npm install in the CI file",
};
const INS = {
  type: "insight",
  insight: "Mirrors lag behind by an hour",
  evidence: "seen on two days",
  stakes: "medium",
  at_risk: "an old package ships",
};
const MEM = { type: "memory", content: "The office is in Porto", category: "fact" };
const NO_LEVEL = /stakes is no level/;
const AT_TEN = "2026-02-14T10:00:00Z";

/** What is stated, what the entry then holds, and what is said of it. */
const READ: [name: string, given: Fields, held: Fields, said?: RegExp][] = [
  ["nulls", { ...COR, outcome: null, outcome_date: null, linked: null, tags: [], context: "", review: null }, COR],
  ["fields in another order", Object.fromEntries(Object.entries(COR).reverse()), COR],
  ["an id of its own", { ...COR, id: "COR-20260215-001" }, { ...COR, aliases: ["COR-20260215-001"] }],
  ["an id as tenet draws it", { ...COR, id: "COR-20260215-K7Q2X" }, { ...COR, aliases: ["COR-20260215-K7Q2X"] }],
  ["an offset", { ...COR, timestamp: "2026-02-14T11:00:00+0100" }, { timestamp: AT_TEN }],
  ["an instant with a space", { ...COR, timestamp: "2026-02-14 11:00:00+01:00" }, { timestamp: AT_TEN }],
  [
    "free text in stakes",
    { ...COR, stakes: "Every build. It fails.", at_risk: undefined },
    { stakes: "medium", at_risk: "Every build. It fails." },
    NO_LEVEL,
  ],
  [
    "free text in stakes beside what is at risk",
    { ...COR, stakes: "Every build" },
    { stakes: "medium", at_risk: "Every build. the lockfile drifts" },
    NO_LEVEL,
  ],
  ["a level and a text", { ...COR, stakes: "High: builds", at_risk: null }, { stakes: "high", at_risk: "builds" }],
  [
    "a risk that begins like a level",
    { ...COR, stakes: "low-level drivers", at_risk: null },
    { stakes: "medium" },
    NO_LEVEL,
  ],
  [
    "an evolution as strings",
    { ...INS, evolution: ["2026-02-14 13:00 — Two hours", "They lag at night"], timestamp: AT_TEN },
    {
      evolution: [
        { at: "2026-02-14T13:00:00Z", text: "Two hours" },
        { at: AT_TEN, text: "They lag at night" },
      ],
    },
  ],
  [
    "one line of evolution",
    { ...INS, evolution: "2026-02-14: two hours" },
    { evolution: [{ at: "2026-02-14T00:00:00Z", text: "two hours" }] },
  ],
  ["an outcome in words", { ...INS, outcome: "Held twice" }, { own: { outcome: "Held twice" } }],
  [
    "an outcome in words with its day",
    { ...COR, outcome: "Held twice", outcome_date: "2026-02-15" },
    { own: { outcome: "Held twice", outcome_date: "2026-02-15T00:00:00Z" } },
  ],
  ["that it was replaced", { ...COR, status: "superseded" }, { status: "superseded", superseded_by: "its source" }],
  ["an outcome that is not known yet", { ...COR, outcome: "pending" }, COR],
  ["a status", { ...COR, status: "active", uses: [] }, COR, /only tenet writes it: status\.$/],
  [
    "another status, a day without an outcome",
    { ...COR, status: "promoted", promoted_to: "SOUL.md", outcome_date: "2026-02-15" },
    { ...COR, status: "active" },
    /only tenet writes it: status, promoted_to\.$/,
  ],
  [
    "links to what is not here yet",
    { ...COR, linked: ["cor-20260214-003"] },
    { linked: ["COR-20260214-003"] },
    /No entry here is COR-20260214-003/,
  ],
  [
    "lines of an evolution that YAML reads as maps",
    { ...INS, evolution: [{ "2026-02-14 13:00": "two hours" }, { Later: "at night" }], timestamp: AT_TEN },
    {
      evolution: [
        { at: "2026-02-14T13:00:00Z", text: "two hours" },
        { at: AT_TEN, text: "Later: at night" },
      ],
    },
  ],
  ["the agent that writes", { ...COR, agent: "Sybil" }, { agent: "sybil", tier: "self" }],
  ["another agent", { ...COR, agent: "stranger" }, { agent: "stranger", tier: "peer" }, /is not this workspace's own/],
  ["a tier", { ...COR, tier: "peer" }, { tier: "self" }, /only tenet writes it: tier\.$/],
  [
    "one value for a list",
    { ...INS, tags: "ci", applications: "at night" },
    { tags: ["ci"], applications: ["at night"] },
  ],
  ["a confidence", { ...MEM, confidence: 0.85, scope: "project" }, { content: MEM.content, confidence: 0.85 }],
  ["a confidence as text", { ...MEM, confidence: "0.85" }, { confidence: 0.85 }],
];

/** What is stated, and the word that names what is wrong. */
const NAMED: [name: string, given: Fields, said: RegExp][] = [
  ["the id of another type", { ...COR, id: "INS-20260215-001" }, /id\b/],
  ["an instant without its zone", { ...COR, timestamp: "2026-02-14 10:00" }, /timestamp/],
  ["an evolution of numbers", { ...INS, evolution: [5] }, /evolution/],
];

describe("an entry in the form of another writer", () => {
  it.each(READ)("is read: %s", { tags: "sampled" }, async (_name, given, held, said) => {
    const w = capturing();
    const entry = await w.entry((await w.draft(given)).id);
    expect(entry).toMatchObject(held);
    for (const field of ["outcome", "review", "evolution"])
      if (!(field in held)) expect(entry).not.toHaveProperty(field);
    expect(w.warnings.join("\n")).toMatch(said ?? /^$/);
  });

  it.each(NAMED)("is refused by name, and nothing is written: %s", async (_name, given, said) => {
    const w = capturing();
    await expect(w.draft(given)).rejects.toThrow(said);
    expect(await w.entries()).toEqual([]);
  });
});

const atEndOfRun = async (w: Capturing, result: unknown) => {
  await startRun(w, "r1");
  return await finishRun(w, "r1", resultWrites(JSON.stringify(result), "result.json"));
};
const addText = (w: Capturing, text: string) => add(w, { text, keepGoing: false });
const addJson = (w: Capturing, value: unknown) => addText(w, JSON.stringify(value));

/** Each door takes one correction, and throws where it is refused. */
const DOORS: [string, (w: Capturing, given: Fields) => Promise<unknown>][] = [
  ["add, as JSON", addJson],
  ["add, as Markdown", (w, given) => addText(w, `# Notes\n\nWords.\n\n\`\`\`yaml\n${JSON.stringify(given)}\n\`\`\`\n`)],
  ["run finish", (w, given) => atEndOfRun(w, { status: "ok", memory_writes: [given] })],
  ["MCP", (w, { type: _, ...args }) => callTool(w, "record_correction", args)],
];

it.each(DOORS)("%s reads and refuses the forms of other writers", async (_name, through) => {
  const w = capturing();
  await expect(through(w, { ...COR, forgotten: { at: AT_TEN, by: "sybil" } })).rejects.toThrow(/forgotten/);
  expect(await w.entries()).toEqual([]);
  const id = "COR-20260215-001";
  await through(w, { ...COR, id, stakes: "Every build", linked: null, timestamp: "2026-02-14T11:00:00+0100" });
  const at_risk = "Every build. the lockfile drifts";
  expect(await w.entries()).toMatchObject([{ timestamp: AT_TEN, aliases: [id], stakes: "medium", at_risk }]);
});
