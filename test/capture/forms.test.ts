/** The forms of other writers: read as the same entry by every door that takes entries, or refused by name. */
import { describe, expect, it } from "vitest";
import { add } from "../../src/capture/add.js";
import { readDrafts, resultWrites } from "../../src/capture/drafts/stated-drafts.js";
import type { EntryType } from "../../src/entry/entry.js";
import { finishRun, startRun } from "../../src/loop/run.js";
import { edit } from "../../src/review/edit/edit.js";
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
    { stakes: "medium", at_risk: "Every build. It fails.", flags: ["stakes-not-rated"] },
    NO_LEVEL,
  ],
  [
    "free text in stakes beside what is at risk",
    { ...COR, stakes: "Every build" },
    { stakes: "medium", at_risk: "Every build. the lockfile drifts", flags: ["stakes-not-rated"] },
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
  ["an outcome as text", { ...INS, outcome: "Held twice" }, { outcome_note: "Held twice" }],
  [
    "an outcome as text with its day",
    { ...COR, outcome: "Held twice", outcome_date: "2026-02-15" },
    { outcome_note: "Held twice", outcome_date: "2026-02-15T00:00:00Z" },
  ],
  ["an outcome that is not known yet", { ...COR, outcome: "pending" }, COR],
  ["a status", { ...COR, status: "active", uses: [] }, COR, /only tenet writes it: status\.$/],
  [
    "another status, a count, a day without an outcome",
    { ...COR, status: "promoted", promoted_to: "SOUL.md", seen: 3, outcome_date: "2026-02-15" },
    { ...COR, status: "active" },
    /only tenet writes it: status, promoted_to, /,
  ],
  ["a flag of another kind", { ...COR, flags: ["irrelevant"] }, COR, /only tenet writes it: flags\.$/],
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
  ["a flag of stakes", { ...COR, flags: ["stakes-not-rated"] }, { flags: ["stakes-not-rated"] }],
  ["a lower tier", { ...COR, tier: "peer" }, { tier: "peer" }],
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
  ["an id that is none", { ...COR, id: "first" }, /id\b/],
  ["the id of another type", { ...COR, id: "INS-20260215-001" }, /id\b/],
  ["a verdict", { ...COR, outcome: "validated" }, /outcome/],
  ["another status", { ...COR, status: "superseded" }, /status/],
  ["a raised tier", { ...COR, tier: "owner" }, /tier owner/],
  ["no tier", { ...COR, tier: "boss" }, /tier is none of/],
  ["an instant without its zone", { ...COR, timestamp: "2026-02-14 10:00" }, /timestamp/],
  ["an evolution of numbers", { ...INS, evolution: [5] }, /evolution/],
  ["a confidence of two", { ...MEM, confidence: 2 }, /confidence/],
  ["somebody else's memory", { ...MEM, user: "walt" }, /user/],
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
  await expect(through(w, { ...COR, status: "superseded" })).rejects.toThrow(/status/);
  expect(await w.entries()).toEqual([]);
  const id = "COR-20260215-001";
  await through(w, { ...COR, id, stakes: "Every build", linked: null, timestamp: "2026-02-14T11:00:00+0100" });
  const at_risk = "Every build. the lockfile drifts";
  expect(await w.entries()).toMatchObject([{ timestamp: AT_TEN, aliases: [id], stakes: "medium", at_risk }]);
});

describe("what a host wants to remember", () => {
  const WRITES = [
    { scope: "project", source: "explicit", content: "The office is in Porto", confidence: 0.9 },
    { scope: "conversation", source: "inferred", content: "The draft is called Walnut", confidence: 0.4 },
    COR,
  ];

  it("stands under either key, under both, or is the list, for add and for the end of a run alike", async () => {
    const [first, ...rest] = WRITES;
    for (const value of [
      { __lf_memory_writes: WRITES },
      { status: "done", memory_writes: WRITES },
      { memory_writes: [first], __lf_memory_writes: rest },
      WRITES,
    ]) {
      const text = JSON.stringify(value);
      for (const drafts of [readDrafts(text), resultWrites(text, "x").drafts])
        expect(drafts).toMatchObject([{ type: "memory" }, { type: "memory" }, COR]);
    }
    const w = capturing();
    await addJson(w, { __lf_memory_writes: WRITES });
    const memories = (await w.entries()).filter(({ type }) => type === "memory");
    expect(memories.map(({ basis, confidence, scope }) => [basis, confidence, scope]).sort()).toEqual([
      ["explicit", 0.9, "project"],
      ["inferred", 0.4, "conversation"],
    ]);
  });

  it("what the agent of a run says under the word agent is this agent's own", async () => {
    const w = capturing();
    const found = { type: "insight", insight: "Retries hide the flaky test", risk: "low: a slow build" };
    await atEndOfRun(
      w,
      [MEM, found].map((one) => ({ ...one, source: "agent" })),
    );
    expect(await w.entries()).toMatchObject([
      { type: "insight", tier: "self", source: "self" },
      { type: "memory", basis: "explicit", tier: "self", source: "self" },
    ]);
    expect(w.warnings).toEqual([]);
  });

  it("nothing of the kind is said, and no list is refused", async () => {
    const { because } = await atEndOfRun(capturing(), { output: { memory_writes: [] } });
    expect(because.join(" ")).toContain("result.json has no memory_writes and no __lf_memory_writes");
    expect(() => resultWrites('{"__lf_memory_writes": {"a": 1}}', "x")).toThrow("__lf_memory_writes is not a list");
    expect(() => readDrafts('{"memory_writes": "none"}')).toThrow("memory_writes is not a list");
  });
});

describe("entries of one list that name each other", () => {
  const id = (n: number, type: EntryType = "correction") => `${type === "correction" ? "COR" : "INS"}-20260215-00${n}`;
  const cor = (n: number, more: Fields = {}): Fields => ({ ...COR, id: id(n), ...more });
  const ins = (n: number, more: Fields = {}): Fields => ({ ...INS, id: id(n, "insight"), ...more });
  const LIST = [
    ins(1, { linked: [id(2), id(3, "insight")] }),
    cor(2, { linked: [id(1, "insight")] }),
    ins(3, { insight: "Paper is cheaper by the box", derived_from: [id(1, "insight")] }),
  ];
  const doors: [string, (w: Capturing, list: Fields[]) => Promise<unknown>][] = [
    ["add", addJson],
    ["the end of a run", atEndOfRun],
  ];

  it.each(doors)("by %s: links to what comes later hold, under the ids that tenet drew", async (_name, through) => {
    const w = capturing();
    await through(w, LIST);
    const entries = await w.entries();
    const bearing = (name: string) => entries.find(({ aliases }) => (aliases as string[] | undefined)?.includes(name));
    const [a, b, c] = [bearing(id(1, "insight")), bearing(id(2)), bearing(id(3, "insight"))];
    expect(a?.["linked"]).toEqual(expect.arrayContaining([b?.id, c?.id]));
    expect(b?.["linked"]).toEqual(expect.arrayContaining([a?.id]));
    expect(c?.["derived_from"]).toEqual([a?.id]);
    expect(JSON.stringify(entries.map(({ aliases: _, ...rest }) => rest))).not.toContain("20260215-00");
    // The same list once more changes nothing.
    const before = w.files();
    const again = await addJson(w, LIST);
    expect(again.results.map((one) => one.ok && one.decision)).toEqual(["counted", "counted", "counted"]);
    expect(w.files()).toEqual(before);
  });

  it("what goes into a known entry is linked there", async () => {
    const w = capturing();
    const known = await w.draft(INS);
    await addJson(w, [cor(1, { linked: [id(2, "insight")] }), ins(2)]);
    const correction = (await w.entries()).find(({ type }) => type === "correction");
    expect(correction?.["linked"]).toEqual([known.id]);
    expect(await w.entry(known.id)).toMatchObject({ aliases: [id(2, "insight")], seen: 1 });
  });

  it.each([
    ["replaces", "superseded"],
    ["supersedes", "superseded"],
    ["unrelated", "active"],
  ])("may be named in an answer: %s", async (field, status) => {
    const w = capturing();
    const name = "MEM-20260215-001";
    const later = { ...MEM, content: "The office is in Lisbon", [field]: [name] };
    await addJson(w, [{ ...MEM, id: name }, later]);
    const [first, second] = await w.entries();
    expect(first).toMatchObject({ content: MEM.content, status, aliases: [name] });
    expect(second).toMatchObject({ content: later.content, status: "active" });
  });

  it.each<[string, Fields[], string]>([
    ["an id twice", [cor(1), cor(1, { corrected_to: "x" })], "stands twice"],
    ["itself", [cor(1, { linked: [id(1)] })], "cannot name itself"],
    ["a later one replaced", [{ ...COR, supersedes: [id(1)] }, cor(1)], "comes later in this list"],
    ["a later one as its source", [{ ...INS, derived_from: [id(1)] }, cor(1)], "comes later in this list"],
    ["nobody", [{ ...INS, derived_from: [id(7)] }], "no entry COR-20260215-007"],
  ])("%s is refused, and nothing is written", async (_name, list, said) => {
    for (const [, through] of doors) {
      const w = capturing();
      await expect(through(w, list)).rejects.toThrow(said);
      expect(await w.entries()).toEqual([]);
    }
  });

  it("an outcome may judge what is not here yet", async () => {
    const w = capturing();
    const judged = id(7, "insight");
    await addJson(w, { type: "outcome", references: [judged], result: "worked", verdict: "validated" });
    expect(await w.entries()).toMatchObject([{ references: [judged], verdict: "validated" }]);
    expect(w.warnings.join("\n")).toContain(judged);
  });

  it("what is derived from an untrusted one of its list is trusted as little", async () => {
    for (const [, through] of doors) {
      const w = capturing();
      const outside = ins(1, { origin: "https://example.invalid/page" });
      await through(w, [outside, { ...COR, derived_from: [id(1, "insight")] }]);
      expect((await w.entries()).map(({ tier }) => tier)).toEqual(["external", "external"]);
    }
  });

  it("a name that only a hidden entry bears is free: nothing is said of that one, nothing shares its id", async () => {
    const w = capturing();
    w.as({ session: "walts-talk" });
    const named = { scope: "conversation", id: "MEM-20260215-001" };
    const hidden = await w.draft({ ...MEM, content: "The plan is called sextant", ...named });
    w.as({ session: "bridgets-talk" });
    for (const name of [named.id, hidden.id]) {
      const told = await w.draft({ ...MEM, content: `Lunch is at noon, says ${name}`, id: name });
      expect(JSON.stringify(told)).not.toContain("sextant");
      expect(told.decision).not.toBe("counted");
      expect(told.id).not.toBe(hidden.id);
    }
  });

  it("an id that says something else here is refused", async () => {
    const w = capturing();
    const known = await w.draft(cor(1));
    await expect(w.draft(cor(1, { corrected_to: "Use pnpm" }))).rejects.toMatchObject({ code: "id-taken", exit: 2 });
    expect(await w.draft(cor(1))).toMatchObject({ decision: "counted" });
    const { id: told } = await w.draft({ ...INS, linked: [id(1)] });
    expect(await w.entry(told)).toMatchObject({ linked: [known.id] });
  });
});

it("the flag of stakes that nobody rated stays until somebody rates them", async () => {
  const w = capturing();
  const { id = "" } = await w.draft({ ...COR, stakes: "Builds break" });
  await edit(w, { id, fields: { stakes: "medium" } });
  expect(await w.entry(id)).not.toHaveProperty("flags");
  await edit(w, { id, fields: { stakes: "Everything" } });
  expect(await w.entry(id)).toMatchObject({ flags: ["stakes-not-rated"], stakes: "medium" });
});
