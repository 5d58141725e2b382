/**
 * The forms of other writers, by every door that takes entries: a list on stdin, a tool of MCP, the result of a run. Each
 * form is the same entry at each door, or is refused by name.
 */
import { describe, expect, it } from "vitest";
import { add } from "../../src/capture/add.js";
import { capture } from "../../src/capture/capture.js";
import type { Captured } from "../../src/capture/capture-schemas.js";
import { readDrafts, resultWrites } from "../../src/capture/drafts/stated-drafts.js";
import { finishRun, startRun } from "../../src/capture/runs/run.js";
import type { Serving } from "../../src/context.js";
import type { EntryType } from "../../src/entry/entry.js";
import { answerCall, toolsOf } from "../../src/mcp/tools.js";
import { edit } from "../../src/review/edit.js";
import { type Capturing, capturing } from "./capturing.js";

type Fields = Record<string, unknown>;
type Answer = { id?: string | undefined; code?: string; said: string };

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

const refused = async (work: Promise<Answer>): Promise<Answer> =>
  await work.catch((error: { code: string; message: string }) => ({ code: error.code, said: error.message }));

const TOOL: Record<string, string> = {
  correction: "record_correction",
  insight: "record_insight",
  memory: "save_memory",
};

/** Each door takes one entry. */
const DOORS: Record<string, (w: Capturing, given: Fields) => Promise<Answer>> = {
  "add, as JSON": (w, given) =>
    refused(
      add(w, { text: JSON.stringify(given), keepGoing: false }).then(({ results }) => {
        const [one] = results as unknown as Captured[];
        return { id: one?.id, said: w.warnings.join("\n") };
      }),
    ),
  "add, as Markdown": (w, given) =>
    refused(
      add(w, {
        text: `# Notes\n\nSome words.\n\n\`\`\`yaml\n${JSON.stringify(given)}\n\`\`\`\n`,
        keepGoing: false,
      }).then(({ results }) => ({ id: (results[0] as unknown as Captured).id, said: w.warnings.join("\n") })),
    ),
  MCP: async (w, { type, ...args }) => {
    const tool = toolsOf("full").find(({ name }) => name === TOOL[String(type)]);
    const serving = { context: async (warn: (m: string) => void) => ({ ...w, warn }) } as unknown as Serving;
    const answer = await answerCall(serving, tool as NonNullable<typeof tool>, args, new AbortController().signal);
    const data = answer.structuredContent as {
      id?: string;
      warnings?: string[];
      error?: { code: string; message: string };
    };
    if (data.error !== undefined) return { code: data.error.code, said: data.error.message };
    return { id: data.id, said: (data.warnings ?? []).join("\n") };
  },
  "run finish": (w, given) =>
    refused(
      (async () => {
        await startRun(w, "r1");
        const writes = resultWrites(JSON.stringify({ status: "ok", memory_writes: [given] }), "result.json");
        const { committed } = await finishRun(w, "r1", writes);
        return { id: committed[0]?.captured?.id, said: w.warnings.join("\n") };
      })(),
    ),
};

const NOT_COMPARED = ["id", "session", "run", "timestamp"];

const plain = (entry: Fields): Fields =>
  Object.fromEntries(Object.entries(entry).filter(([field]) => !NOT_COMPARED.includes(field)));

/** What is stated, what the entry then holds, and what is said of it. */
const READ: [name: string, given: Fields, held: Fields, said?: RegExp][] = [
  ["nulls", { ...COR, outcome: null, outcome_date: null, linked: null, tags: [], context: "", review: null }, COR],
  ["fields in another order", Object.fromEntries(Object.entries(COR).reverse()), COR],
  ["an id of its own", { ...COR, id: "COR-20260215-001" }, { ...COR, aliases: ["COR-20260215-001"] }],
  ["an id as tenet draws it", { ...COR, id: "COR-20260215-K7Q2X" }, { ...COR, aliases: ["COR-20260215-K7Q2X"] }],
  ["an offset", { ...COR, timestamp: "2026-02-14T11:00:00+0100" }, COR],
  ["an instant with a space", { ...COR, timestamp: "2026-02-14 11:00:00+01:00" }, COR],
  [
    "free text in stakes",
    { ...COR, stakes: "Every build decision. Wrong framing leads to rework.", at_risk: undefined },
    { stakes: "medium", at_risk: "Every build decision. Wrong framing leads to rework.", flags: ["stakes-not-rated"] },
    /stakes is no level/,
  ],
  [
    "free text in stakes beside what is at risk",
    { ...COR, stakes: "Every build" },
    { stakes: "medium", at_risk: "Every build. the lockfile drifts", flags: ["stakes-not-rated"] },
    /stakes is no level/,
  ],
  [
    "a level and a text in stakes",
    { ...COR, stakes: "High: builds", at_risk: null },
    { stakes: "high", at_risk: "builds" },
  ],
  [
    "a risk that begins like a level",
    { ...COR, stakes: "low-level drivers break", at_risk: null },
    { stakes: "medium" },
  ],
  [
    "an evolution as strings",
    {
      ...INS,
      evolution: ["2026-02-14 13:00 — Mirrors lag by two hours", "They lag at night"],
      timestamp: "2026-02-14T10:00:00Z",
    },
    {
      evolution: [
        { at: "2026-02-14T13:00:00Z", text: "Mirrors lag by two hours" },
        { at: "2026-02-14T10:00:00Z", text: "They lag at night" },
      ],
    },
  ],
  [
    "one line of evolution",
    { ...INS, evolution: "2026-02-14: two hours" },
    { evolution: [{ at: "2026-02-14T00:00:00Z", text: "two hours" }] },
  ],
  ["an outcome as text", { ...INS, outcome: "Held in three releases" }, { outcome_note: "Held in three releases" }],
  [
    "an outcome as text with its day",
    { ...COR, outcome: "Held in three releases", outcome_date: "2026-02-15" },
    { outcome_note: "Held in three releases", outcome_date: "2026-02-15T00:00:00Z" },
  ],
  ["an outcome that is not known yet", { ...COR, outcome: "pending" }, COR],
  ["the status that it would have", { ...COR, status: "active", seen: 0, uses: [] }, COR],
  ["the agent that writes", { ...COR, agent: "Sybil" }, { agent: "sybil", tier: "self" }],
  [
    "another agent",
    { ...COR, agent: "stranger" },
    { agent: "stranger", tier: "peer" },
    /stranger is not this workspace's own agent/,
  ],
  [
    "flags of its stakes",
    { ...COR, flags: ["stakes-not-rated"], novelty: "unchecked" },
    { flags: ["stakes-not-rated"] },
  ],
  ["a lower tier", { ...COR, tier: "peer" }, { tier: "peer" }],
  [
    "one value for a list",
    { ...INS, tags: "ci", applications: "nightly" },
    { tags: ["ci"], applications: ["nightly"] },
  ],
  ["a confidence", { ...MEM, confidence: 0.85, scope: "project" }, { content: MEM.content, confidence: 0.85 }],
  ["a confidence as text", { ...MEM, confidence: "0.85" }, { confidence: 0.85 }],
  ["a memory's id", { ...MEM, id: "MEM-20260215-001" }, { aliases: ["MEM-20260215-001"] }],
];

/** What is stated, and the word that names what is wrong. */
const NAMED: [name: string, given: Fields, said: RegExp][] = [
  ["an id that is none", { ...COR, id: "first" }, /id\b/],
  ["the id of another type", { ...COR, id: "INS-20260215-001" }, /id\b/],
  ["a verdict", { ...COR, outcome: "validated" }, /outcome/],
  ["a day of nothing", { ...COR, outcome_date: "2026-02-15" }, /outcome_date/],
  ["another status", { ...COR, status: "superseded" }, /status/],
  ["a count", { ...COR, seen: 3 }, /seen/],
  ["uses", { ...COR, uses: [{ at: "2026-02-14T10:00:00Z", session: "s", result: "worked" }] }, /uses/],
  ["a flag of another kind", { ...COR, flags: ["irrelevant"] }, /flags/],
  ["a review", { ...COR, review: { state: "approved_for_reuse" } }, /review/],
  ["that it held", { ...COR, stick: { verdict: "held", at: "2026-02-14T10:00:00Z" } }, /stick/],
  ["a promotion", { ...COR, promoted_to: "SOUL.md", promoted_in: "0001-ABCDE" }, /promoted_to/],
  ["a raised tier", { ...COR, tier: "owner" }, /tier owner/],
  ["an instant without its zone", { ...COR, timestamp: "2026-02-14 10:00" }, /timestamp/],
  ["a field that nobody knows", { ...COR, lesson_learned: "x" }, /lesson_learned/],
  ["an evolution of numbers", { ...INS, evolution: [5] }, /evolution/],
  ["a confidence of two", { ...MEM, confidence: 2 }, /confidence/],
  ["somebody else's memory", { ...MEM, user: "walt" }, /user/],
];

describe("is read alike by every door", () => {
  it.each(READ)("%s", { tags: "sampled" }, async (_name, given, held, said) => {
    const entries: Fields[] = [];
    for (const [door, through] of Object.entries(DOORS)) {
      const w = capturing();
      const answer = await through(w, JSON.parse(JSON.stringify(given)));
      expect([door, answer.code, answer.said]).toEqual([door, undefined, expect.anything()]);
      if (said !== undefined) expect(answer.said, door).toMatch(said);
      const entry = await w.entry(answer.id);
      expect(entry, door).toMatchObject(held);
      for (const field of ["outcome", "review", "evolution"])
        if (!(field in held)) expect(entry).not.toHaveProperty(field);
      if ("timestamp" in given && !("evolution" in given)) expect(entry.timestamp).toBe("2026-02-14T10:00:00Z");
      entries.push(plain(entry));
    }
    for (const entry of entries) expect(entry).toEqual(entries[0]);
  });
});

describe("is named by every door, and nothing is written", () => {
  it.each(NAMED)("%s", async (_name, given, said) => {
    for (const [door, through] of Object.entries(DOORS)) {
      const w = capturing();
      const answer = await through(w, JSON.parse(JSON.stringify(given)));
      expect([door, answer.code !== undefined], answer.said).toEqual([door, true]);
      expect(answer.said, door).toMatch(said);
      expect(await w.entries()).toEqual([]);
    }
  });
});

describe("what a host wants to remember", () => {
  const WRITES = [
    { scope: "project", source: "explicit", content: "The office is in Porto", confidence: 0.9 },
    { scope: "conversation", source: "inferred", content: "The draft is called Walnut", confidence: 0.4 },
    COR,
  ];
  const forms: [string, unknown][] = [
    ["__lf_memory_writes", { __lf_memory_writes: WRITES }],
    ["memory_writes", { status: "done", memory_writes: WRITES }],
    ["both", { memory_writes: WRITES.slice(0, 1), __lf_memory_writes: WRITES.slice(1) }],
    ["a list", WRITES],
  ];
  it.each(forms)("%s, by add and by the end of a run", { tags: "sampled" }, async (_name, value) => {
    const text = JSON.stringify(value);
    const expected = [
      { type: "memory", category: "fact", basis: "explicit", confidence: 0.9, scope: "project" },
      { type: "memory", category: "fact", basis: "inferred", confidence: 0.4, scope: "conversation" },
      { type: "correction", corrected_to: COR.corrected_to },
    ];
    const byType = (entries: Fields[]) =>
      [...entries].sort((a, b) => Number(b["confidence"] ?? 0) - Number(a["confidence"] ?? 0));
    const listed = capturing();
    await add(listed, { text, keepGoing: false });
    expect(byType(await listed.entries())).toMatchObject(expected);
    const run = capturing();
    await startRun(run, "r1");
    await finishRun(run, "r1", resultWrites(text, "result.json"));
    expect(byType(await run.entries())).toMatchObject(expected);
  });

  it("what the agent of a run says under the word agent is this agent's own", async () => {
    const w = capturing();
    await startRun(w, "r1");
    const said = { content: "The office is in Porto", source: "agent" };
    const found = {
      type: "insight",
      insight: "Retries hide the flaky test",
      risk: "low: a slow build",
      source: "agent",
    };
    await finishRun(w, "r1", resultWrites(JSON.stringify({ __lf_memory_writes: [said, found] }), "result.json"));
    expect(await w.entries()).toMatchObject([
      { type: "insight", tier: "self", source: "self" },
      { type: "memory", category: "fact", basis: "explicit", tier: "self", source: "self" },
    ]);
    expect(w.warnings).toEqual([]);
  });

  it("nothing of the kind is said, and no list is refused", async () => {
    const w = capturing();
    await startRun(w, "r1");
    const { because } = await finishRun(w, "r1", resultWrites('{"output":{"memory_writes":[]}}', "result.json"));
    expect(because.join(" ")).toContain("result.json has no memory_writes and no __lf_memory_writes");
    expect(() => resultWrites('{"__lf_memory_writes": {"a": 1}}', "x")).toThrow("__lf_memory_writes is not a list");
    expect(() => readDrafts('{"memory_writes": "none"}')).toThrow("memory_writes is not a list");
  });
});

const id = (n: number, type: EntryType = "correction") => `${type === "correction" ? "COR" : "INS"}-20260215-00${n}`;

describe("entries of one list that name each other", () => {
  const LIST = [
    { ...INS, id: id(1, "insight"), linked: [id(2), id(3, "insight")] },
    { ...COR, id: id(2), linked: [id(1, "insight")] },
    { ...INS, insight: "Paper is cheaper by the box", id: id(3, "insight"), derived_from: [id(1, "insight")] },
  ];
  const doors: [string, (w: Capturing, list: Fields[]) => Promise<unknown>][] = [
    ["add", (w, list) => add(w, { text: JSON.stringify(list), keepGoing: false })],
    [
      "the end of a run",
      async (w, list) => {
        await startRun(w, "r1");
        await finishRun(w, "r1", resultWrites(JSON.stringify({ memory_writes: list }), "result.json"));
      },
    ],
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
    const before = JSON.stringify(w.files());
    const again = await add(w, { text: JSON.stringify(LIST), keepGoing: false });
    expect(again.results.map((one) => one.ok && one.decision)).toEqual(["counted", "counted", "counted"]);
    expect(JSON.stringify(w.files())).toBe(before);
  });

  it("what goes into a known entry is linked there", async () => {
    const w = capturing();
    const known = await w.draft(INS);
    await add(w, {
      text: JSON.stringify([
        { ...COR, id: id(1), linked: [id(2, "insight")] },
        { ...INS, id: id(2, "insight") },
      ]),
      keepGoing: false,
    });
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
    await add(w, { text: JSON.stringify([{ ...MEM, id: name }, later]), keepGoing: false });
    const [first, second] = await w.entries();
    expect(first).toMatchObject({ content: MEM.content, status, aliases: [name] });
    expect(second).toMatchObject({ content: later.content, status: "active" });
  });

  const wrong: [string, Fields[], string][] = [
    [
      "an id twice",
      [
        { ...COR, id: id(1) },
        { ...COR, corrected_to: "x", id: id(1) },
      ],
      "stands twice",
    ],
    ["itself", [{ ...COR, id: id(1), linked: [id(1)] }], "cannot name itself"],
    [
      "a later one replaced",
      [
        { ...COR, supersedes: [id(1)] },
        { ...COR, id: id(1) },
      ],
      "comes later in this list",
    ],
    [
      "a later one as its source",
      [
        { ...INS, derived_from: [id(1)] },
        { ...COR, id: id(1) },
      ],
      "comes later in this list",
    ],
    [
      "what is only activity",
      [
        { ...COR, linked: [id(1, "insight")] },
        { ...INS, at_risk: "none", id: id(1, "insight") },
      ],
      "no entry INS-20260215-001",
    ],
    ["nobody", [{ ...COR, linked: [id(7)] }], "no entry COR-20260215-007"],
  ];
  it.each(wrong)("%s is refused, and nothing is written", async (_name, list, said) => {
    for (const [, through] of doors) {
      const w = capturing();
      await expect(through(w, list)).rejects.toThrow(said);
      expect(await w.entries()).toEqual([]);
    }
  });

  it("what is derived from an untrusted one of its list is trusted as little", async () => {
    for (const [, through] of doors) {
      const w = capturing();
      await through(w, [
        { ...INS, id: id(1, "insight"), origin: "https://example.invalid/page" },
        { ...COR, derived_from: [id(1, "insight")] },
      ]);
      expect((await w.entries()).map(({ tier }) => tier)).toEqual(["external", "external"]);
    }
  });

  it("a name that only a hidden entry bears is free: nothing is said of that one, and nothing shares its id", async () => {
    const w = capturing();
    w.as({ session: "walts-talk" });
    const hidden = await w.draft({
      ...MEM,
      content: "The plan is called sextant",
      scope: "conversation",
      id: "MEM-20260215-001",
    });
    w.as({ session: "bridgets-talk" });
    for (const name of ["MEM-20260215-001", hidden.id]) {
      const told = await w.draft({ ...MEM, content: `Lunch is at noon, says ${name}`, id: name });
      expect(JSON.stringify(told)).not.toContain("sextant");
      expect(told.decision).not.toBe("counted");
      expect(told.id).not.toBe(hidden.id);
    }
  });

  it("an id that says something else here is refused", async () => {
    const w = capturing();
    await w.draft({ ...COR, id: id(1) });
    await expect(w.draft({ ...COR, corrected_to: "Use pnpm", id: id(1) })).rejects.toMatchObject({
      code: "id-taken",
      exit: 2,
    });
    expect(await w.draft({ ...COR, id: id(1) })).toMatchObject({ decision: "counted" });
    const known = (await w.entries())[0]?.id;
    const { id: told } = await capture(w, { ...INS, type: "insight", linked: [id(1)] });
    expect(await w.entry(told)).toMatchObject({ linked: [known] });
  });
});

describe("the flag of stakes that nobody rated", () => {
  it("is named until somebody rates them", async () => {
    const w = capturing();
    const { id: stored = "" } = await w.draft({ ...COR, stakes: "Builds break" });
    await edit(w, { id: stored, fields: { stakes: "medium" } });
    expect(await w.entry(stored)).not.toHaveProperty("flags");
    await edit(w, { id: stored, fields: { stakes: "Everything" } });
    expect(await w.entry(stored)).toMatchObject({ flags: ["stakes-not-rated"], stakes: "medium" });
  });
});
