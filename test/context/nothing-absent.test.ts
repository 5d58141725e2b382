/** By states of a tree: what stands in a context, what is named as left out and why; and that nothing taught is silently absent. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ContextData } from "../../src/context/context-schemas.js";
import type { Entry } from "../../src/entry/entry.js";
import { isApproved, isFor, isLive } from "../../src/entry/gates/visible.js";

import type { Profile } from "../../src/settings.js";
import { READ_BY } from "../../src/store/host.js";
import { openStore, type Row } from "../../src/store/open-store.js";
import { writeRun } from "../../src/store/state/runs.js";
import { State as LocalState } from "../../src/store/state/state-db.js";
import { grouped } from "../../src/text/grouped.js";
import { cor, ins, kept, type LoopWorld, loopWorld } from "../loop/loop-world.js";
import type { ContextInput } from "../operations.js";
import { context } from "../operations.js";
import { held, type RulesWorld, rulesWorld } from "../rules/rules-world.js";
import { memory, outcome } from "../store/entries.js";

const PROFILE: Partial<Profile> = { embedding: { model: "./none" } };
const [FAILED, HELD] = ["2026-02-02T09:00:00Z", "2026-02-08T09:00:00Z"];
const OWNER = { name: "bridget", role: "owner" as const, emails: ["bridget@example.invalid"] };

/** A correction that says what holds and nothing else. */
function fact(name: string, more: Parameters<typeof cor>[1] = {}): Entry {
  const { prior_belief: _b, at_risk: _r, behavioral_change: _c, ...entry } = cor(name, more) as Record<string, unknown>;
  return { ...entry, stakes: "medium" } as unknown as Entry;
}

const block = (...lines: string[]) =>
  ["# Soul", "", "<!-- tenet:begin rules -->", "## Learned", "", ...lines, "<!-- tenet:end rules -->", ""].join("\n");
const line = (text: string, id: string) => `- ${text} <!-- ${id} -->`;
const rule = (name: string) => line(`Rule ${name} holds`, `COR-20260201-${name}`);

const CONFLICT = (text: string) => `<<<<<<< ours\n${text}=======\n${text}>>>>>>> theirs\n`;
const DAY = "memory/learning/corrections/2026-02-01.md";

interface State {
  name: string;
  profile?: Partial<Profile>;
  /** In a git repository, with a digest's rules. */
  rules?: true;
  entries?: readonly Entry[];
  /** What else makes the state, before the context is asked for. */
  make?(world: LoopWorld & Partial<RulesWorld>): Promise<unknown> | unknown;
  input?: ContextInput;
  /** Tails of the entries that are printed, by layer; layers that are not named are not looked at. */
  printed?: { [layer: string]: string };
  /** What a person turned down is counted apart, without its id. */
  left?: readonly string[];
  text?: RegExp;
  absent?: RegExp;
}

const minute = (at: number) => new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString().replace(".000", "");
const many = (count: number, make: (name: string, timestamp: string) => Entry) =>
  Array.from({ length: count }, (_, at) => make(`A${String(at).padStart(4, "0")}`, minute(at)));
/** One of many that are older than their id says. */
const older = (name: string, more: Parameters<typeof cor>[1] = {}) =>
  cor(name, { timestamp: minute(0), ...more, id: `COR-20260201-${name}` });
const inSoul =
  (...lines: string[]) =>
  ({ world }: LoopWorld) =>
    world.put("SOUL.md", block(...lines));

const STATES: readonly State[] = [
  { name: "empty", text: /remembers nothing of this workspace yet/ },
  { name: "one correction with one fact", entries: [fact("A0001")], printed: { taught: "A0001" } },
  {
    name: "said by a peer, and nothing at risk",
    entries: [cor("A0001", { tier: "peer", stakes: "low" })],
    printed: { taught: "A0001" },
  },
  {
    name: "external, waiting for review",
    entries: [cor("A0001", { tier: "external" })],
    printed: { taught: "", waiting: "" },
    text: /1 entry/,
  },
  {
    name: "curated: the agent's own waits, an owner's does not",
    profile: { apply_mode: "curated" },
    entries: [cor("A0001"), cor("A0002", { tier: "owner" })],
    printed: { taught: "A0002", waiting: "" },
  },
  {
    name: "promoted: its rule speaks for it",
    rules: true,
    entries: [held("ALPHA")],
    make: (world) => world.digest?.(),
    printed: { rules: "ALPHA", taught: "" },
  },
  {
    name: "promoted, and its rule taken out by hand",
    rules: true,
    entries: [held("ALPHA")],
    make: async (world) => {
      await world.digest?.();
      world.edit?.("SOUL.md", (text) => text.replace(/^- Do ALPHA.*\n/m, ""));
    },
    printed: { taught: "" },
    left: ["correction: 0 counted", "COR-20260201-ALPHA"],
  },
  {
    name: "promoted, in a file with conflict markers",
    entries: [cor("A0001")],
    make: ({ world }) => world.put("SOUL.md", CONFLICT(block(rule("A0001")))),
    printed: { taught: "A0001" },
  },
  {
    name: "promoted, in a file that the host loads itself",
    entries: [cor("A0001"), cor("A0002")],
    make: inSoul(rule("A0001")),
    input: { host: "openclaw" },
    printed: { taught: "A0002" },
  },
  {
    name: "a rule beyond the ten",
    entries: many(12, (name, timestamp) => cor(name, { timestamp, id: `COR-20260201-${name}` })),
    make: inSoul(...many(12, (name) => cor(name)).map(({ id }) => rule(id.slice(-5)))),
    printed: { taught: "" },
    text: /Not shown: 2 corrections: tenet list/,
  },
  {
    name: "lines of people are not counted among the ten",
    profile: { people: [OWNER] },
    rules: true,
    entries: many(10, (name) => held(name)),
    make: async (world) => {
      await world.digest?.();
      world.commit?.();
      world.edit?.("SOUL.md", (text) => text.replace("## Learned\n", "## Learned\n\n- Ask before a release"));
      world.merged?.();
      await world.digest?.();
    },
    text: /Ask before a release/,
  },
  {
    name: "five that failed: three to keep in mind, the others taught",
    entries: [
      ...many(5, (name, timestamp) => older(name, { timestamp })),
      ...many(5, (name) => kept(`COR-20260201-${name}`, "failed", FAILED)),
    ],
    printed: { reinforce: "A0000 A0001 A0002", taught: "A0004 A0003" },
  },
  {
    name: "a chain of repeats is one lesson",
    entries: [
      older("A0001"),
      cor("A0002", { near: [{ with: "COR-20260201-A0001", answer: "same", tier: "owner" }] }),
      kept("COR-20260201-A0002", "held", HELD),
    ],
    printed: { taught: "A0002" },
  },
  {
    name: "a chain whose newest says one fact alone: what to do next time is the earlier one's",
    entries: [
      older("A0001", { behavioral_change: "Look first" }),
      fact("A0002", { near: [{ with: "COR-20260201-A0001", answer: "same", tier: "owner" }] }),
      kept("COR-20260201-A0002", "held", HELD),
      older("B0001", { behavioral_change: "Ask first" }),
      fact("B0002", { near: [{ with: "COR-20260201-B0001", answer: "same", tier: "owner" }] }),
      kept("COR-20260201-B0002", "failed", FAILED),
    ],
    printed: { reinforce: "B0002", taught: "A0002" },
    text: /B0002 holds; next time: Ask first[\s\S]*A0002 holds; next time: Look first/,
  },
  {
    name: "a chain whose newest waits for review",
    entries: [
      older("A0001"),
      cor("A0002", { near: [{ with: "COR-20260201-A0001", answer: "same", tier: "owner" }], tier: "external" }),
    ],
    printed: { taught: "A0001" },
  },
  {
    name: "a correction that a less trusted outcome contests",
    entries: [cor("A0001", { tier: "owner" }), outcome({ references: ["COR-20260201-A0001"], verdict: "invalidated" })],
    printed: { taught: "A0001" },
    text: /A0001 owner, invalidated/,
  },
  {
    name: "200 corrections at a session start of 8,300 characters: what does not fit is counted",
    entries: many(200, (name, timestamp) => fact(name, { timestamp })),
    input: { host: "claude-code", characters: 8_300 },
    text: /Not shown: \d+ corrections: tenet list/,
  },
  {
    name: "30 insights: ten are printed, the others counted",
    entries: many(30, (name, timestamp) => ins(name, { timestamp })),
    // Three of them are asked about.
    text: /Not shown: 17 insights: tenet list/,
  },
  {
    name: "outcomes alone",
    entries: [outcome({ references: ["INS-20260201-N0NE0"] })],
    text: /Not shown: 1 outcome: tenet list/,
    absent: /remembers nothing/,
  },
  {
    name: "of scope user: a correction is for everybody, a memory for its person",
    entries: [cor("A0001", { scope: "user" }), memory({ scope: "user", user: "bridget" })],
    printed: { taught: "A0001", memories: "" },
  },
  {
    name: "captures that wait for the run of who reads",
    make: async (world) => {
      const { workspace: ws } = world.world;
      const by = { at: "2026-02-01T09:00:00Z", agent: "main", session: "s1" };
      const write = { kind: "capture", type: "correction", fields: { corrected_to: "x" }, tier: "self" } as const;
      const writes = [{ ...write, ...by, timestamp: by.at }];
      writeRun(LocalState.of(ws), { id: "r1", state: "open", opened: by.at, writes });
      world.ctx = { ...world.ctx, actor: { ...world.ctx.actor, run: "r1" } };
    },
    text: /1 capture is not printed until run r1 is finished\./,
    absent: /remembers nothing/,
  },
  {
    name: "a merge that is not finished: a record file with conflict markers",
    entries: [cor("A0001"), ins("B0001")],
    make: ({ world }) => world.put(DAY, CONFLICT(readFileSync(world.workspace.absolute(DAY), "utf8"))),
    text: /holds conflict markers/,
  },
  {
    name: "a broken record beside a whole one",
    entries: [cor("A0001"), cor("A0002")],
    make: ({ world }) => {
      const text = readFileSync(world.workspace.absolute(DAY), "utf8");
      world.put(DAY, text.replace(/corrected_to: "Rule A0001/, 'corrected_to: ["Rule A0001'));
    },
    printed: { taught: "A0002" },
    text: /corrections\/2026-02-01\.md:\d+ cannot be read: what it says may be missing here\./,
  },
  {
    name: "with a query: what fits is added, what was taught stays",
    entries: [
      cor("A0001"),
      ...many(14, (name, timestamp) => ins(name, { timestamp, insight: `The lockfile drifts ${name}` })),
    ],
    input: { query: "lockfile" },
    printed: { taught: "A0001", learnings: "A0013 A0012 A0011 A0010 A0009 A0008 A0007 A0006 A0005 A0004" },
  },
  {
    name: "Cursor, which shows nothing at a prompt",
    entries: [fact("A0001")],
    input: { host: "cursor", characters: 8_300 },
    printed: { taught: "A0001" },
    text: /Nothing of tenet reaches you at a prompt here\. Corrected: tenet correct\. Before a task: tenet recall /,
  },
];

const TYPE_OF: Readonly<Record<string, string>> = { COR: "correction", INS: "insight", OUT: "outcome", MEM: "memory" };

/**
 * Live approved entries that their reader may see and that no line prints, no file that the host loads holds, and no count covers. Nothing of the program's own reckoning is used.
 */
async function silentlyAbsent({ ctx, world }: LoopWorld, input: ContextInput, data: ContextData): Promise<string[]> {
  const tree = await openStore(ctx);
  const { user, session } = ctx.actor;
  const seen = tree.heads.filter((head) => isLive(head) && isApproved(head) && isFor(head, { user, session }));
  const elsewhere = input.host === undefined ? [] : READ_BY[input.host].files;
  const said = [
    JSON.stringify(data.layers),
    ...elsewhere.flatMap((file) => {
      const path = world.workspace.absolute(file);
      return existsSync(path) ? readFileSync(path, "utf8") : [];
    }),
  ].join("\n");
  const chains = [...grouped(seen, ({ chain }) => chain).values()].filter(([one]) => one?.type === "correction");
  const isSaid = ({ id }: { id: string }) => said.includes(id);
  const isTold = (head: Row) =>
    chains.some(
      (members) =>
        members.includes(head) &&
        said.includes((members.toSorted((a, b) => (a.voice ?? 99) - (b.voice ?? 99))[0] as Row).id),
    );
  const left = seen.filter((head) => !isSaid(head) && !isTold(head));
  const [, counts = ""] = /^Not shown: (.*): /m.exec(data.text) ?? [];
  const countOf = (type: string) => Number(new RegExp(`(\\d+) ${type.slice(0, 5)}`).exec(counts)?.[1] ?? 0);
  return Object.values(TYPE_OF).flatMap((type) => {
    const absent = left.filter((head) => head.type === type).map(({ id }) => id);
    return absent.length === countOf(type) ? [] : [`${type}: ${countOf(type)} counted`, ...absent];
  });
}

describe("what stands in a context", () => {
  it.each(STATES)("$name", { tags: "sampled" }, async (state) => {
    const profile = { ...PROFILE, ...state.profile };
    const world: LoopWorld & Partial<RulesWorld> = state.rules === true ? rulesWorld(profile) : loopWorld(profile);
    if (state.entries !== undefined) await world.store(...state.entries);
    await state.make?.(world);
    const input = state.input ?? {};
    const data = await context(world.ctx, input);
    expect(await silentlyAbsent(world, input, data), data.text).toEqual(state.left ?? []);
    const tailsIn = (name: string) =>
      (data.layers.find((one) => one.name === name)?.items ?? []).map(({ id = "" }) => id.slice(-5)).join(" ");
    for (const [name, tails] of Object.entries(state.printed ?? {})) expect(tailsIn(name), data.text).toBe(tails);
    if (state.text !== undefined) expect(data.text).toMatch(state.text);
    if (state.absent !== undefined) expect(data.text).not.toMatch(state.absent);
    if (input.characters !== undefined) expect(data.text.length).toBeLessThanOrEqual(input.characters);
    // What a person keeps from agents is not to be told from what is not there.
    const isKept = ({ review }: Row) => review?.state === "sensitive" || review?.state === "one_time_exception";
    const isEmpty = (await openStore(world.ctx)).heads.every((head) => !isLive(head) || isKept(head));
    if (!isEmpty) expect(data.text).not.toContain("remembers nothing");
  });
});
