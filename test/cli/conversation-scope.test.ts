/** A canary in learnings that belong to one conversation, and every command that reads: another conversation never sees it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { CLAUDE } from "../hosts/hook-fixtures.js";
import { served } from "../mcp/served.js";
import { type Sandbox, sandbox } from "../sandbox.js";

const CANARY = "zitrone";
const ASKED = `How do we park the ${CANARY} cart in front of the warehouse gate?`;

/** What was said in the session `mine`: two learnings that contradict each other and one that may repeat. */
const SAID = [
  {
    type: "correction",
    corrected_to: `Always park the ${CANARY} cart in front of the warehouse gate`,
    prior_belief: `Any place will do for the ${CANARY} cart`,
    behavioral_change: `look where the ${CANARY} cart stands`,
    triggers: [CANARY],
    stakes: "high",
    at_risk: `the ${CANARY} cart blocks the road`,
  },
  {
    type: "correction",
    corrected_to: `Never park the ${CANARY} cart in front of the warehouse gate`,
    prior_belief: `The ${CANARY} cart is small`,
    behavioral_change: `leave the ${CANARY} cart at the dock`,
    stakes: "high",
    at_risk: "the gate stays shut",
  },
  {
    type: "insight",
    insight: `The ${CANARY} cart rolls downhill at the warehouse gate`,
    evidence: `the ${CANARY} cart did so twice`,
    stakes: "medium",
    at_risk: `the ${CANARY} cart is damaged`,
    tags: ["cart"],
  },
].map((entry) => ({ ...entry, scope: "conversation" }));

const DOCK = ["learn", "The dock is locked at night", "--because", "tried twice", "--risk", "medium: a lost delivery"];

let box: Sandbox;
let ids: string[];

beforeAll(async () => {
  box = await sandbox({ git: true, now: "2026-02-01T09:00:00Z" });
  const added = await box.run(["add", "-", "--session", "mine", "--json"], { stdin: JSON.stringify(SAID) });
  expect(added.code, added.stdout).toBe(0);
  ids = added.json().data.results.map(({ id }: { id: string }) => id);
  await box.run(DOCK);
  await box.git("add", "-A");
  await box.git("commit", "-q", "-m", "start");
  // Old enough for every question.
  box.at("2026-02-05T09:00:00Z");
}, 60_000);

const hooked = (event: "session-start" | "user-prompt", session: string) =>
  JSON.stringify({ ...CLAUDE[event], session_id: session, transcript_path: "/none.jsonl", prompt: ASKED });

/** Stands for the id of the first. */
const ID = "<id>";
const named = (args: readonly string[]) => args.map((arg) => (arg === ID ? (ids[0] as string) : arg));

/** Every command that prints what entries say; `stdin` by the session that asks. */
const READING: { args: readonly string[]; stdin?: (session: string) => string }[] = [
  // First: a session is told of an entry once.
  { args: ["hook", "user-prompt"], stdin: (session) => hooked("user-prompt", session) },
  { args: ["recall", CANARY, "--mode", "keyword"] },
  { args: ["recall", ASKED] },
  { args: ["recall", ASKED, "--mode", "semantic", "--explain", "--json"] },
  { args: ["recall", "warehouse gate", "--scope", "conversation"] },
  { args: ["list"] },
  { args: ["list", "--scope", "conversation", "--json"] },
  { args: ["list", "--tag", "cart"] },
  { args: ["show", ID] },
  { args: ["why", ID] },
  { args: ["export"] },
  { args: ["context"] },
  { args: ["context", "--query", ASKED] },
  { args: ["hook", "session-start"], stdin: (session) => hooked("session-start", session) },
];

/** Commands that say something of entries beside their own work, or ask about them. */
const BESIDE: readonly (readonly string[])[] = [
  ["memories"],
  ["status"],
  ["heartbeat"],
  ["heartbeat", "--json"],
  ["review", "--list"],
  ["review", "--list", "--json"],
  ["audit"],
  ["verify"],
  ["doctor"],
  ["digest", "--dry-run"],
  ["digest", "--brief"],
  ["promote", "--dry-run"],
  ["promote", ID, "--dry-run"],
  ["used", ID],
  ["edit", ID, "--domain", "release"],
  ["outcome", ID, "--held", "--evidence", "seen"],
  ["link", ID, ID],
  ["learn", "The yellow cart rolls downhill at the warehouse gate", "--because", "seen", "--risk", "medium: damage"],
  ["correct", "Always park the yellow cart in front of the warehouse gate", "--risk", "high: a blocked road"],
  ["remember", "The yellow cart stands in front of the warehouse gate", "--category", "fact"],
];

const said = async (args: readonly string[], session: string, stdin?: string) => {
  const ran = await box.run([...named(args), "--session", session], stdin === undefined ? {} : { stdin });
  // What was asked for may be repeated.
  return `${ran.stdout}${ran.stderr}`.replaceAll(ASKED, "").replaceAll(`"${CANARY}"`, "");
};

describe("another conversation does not see it", () => {
  it.each(READING)("$args", async ({ args, stdin }) => {
    expect(await said(args, "other", stdin?.("other"))).not.toContain(CANARY);
  });
  it.each(BESIDE.map((args) => [args]))("%j", { tags: "sampled" }, async (args) => {
    expect(await said(args, "other")).not.toContain(CANARY);
  });
  it("nor whoever names no session", async () => {
    for (const { args } of READING.filter(({ stdin }) => stdin === undefined)) {
      const ran = await box.run(named(args));
      expect(`${ran.stdout}${ran.stderr}`.replaceAll(ASKED, ""), args.join(" ")).not.toContain(`${CANARY} cart`);
    }
  });
  it("nor a reader of the page of all learnings", async () => {
    const page = await readFile(join(box.dir, "memory/learning/index.md"), "utf8");
    expect(page).toContain("The dock is locked at night");
    expect(page).not.toContain(CANARY);
  });
  it("over MCP", async () => {
    const there = await served(box, ["--session", "other", "--profile", "full"]);
    const answers = [
      await there.call("recall_memories", { query: ASKED }),
      await there.call("context", {}),
      await there.call("manage_memory", { action: "list" }),
      await there.call("heartbeat", {}),
      await there.call("answer_question", { id: ids[0], answer: "held", evidence: "seen" }),
    ];
    for (const answer of answers) expect(JSON.stringify(answer).replaceAll(ASKED, "")).not.toContain(CANARY);
  });
});

describe("its own conversation does", () => {
  it.each(READING)("$args", async ({ args, stdin }) => {
    expect(await said(args, "mine", stdin?.("mine"))).toContain(CANARY);
  });
  it("over MCP", async () => {
    const there = await served(box, ["--session", "mine"]);
    const { results } = await there.call("recall_memories", { query: ASKED });
    expect(results.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(ids));
    expect(JSON.stringify(await there.call("context", {}))).toContain(CANARY);
  });
});

it("a session that nobody named is written down with what belongs to it alone", async () => {
  const fresh = await sandbox({ git: false });
  const { id } = (await fresh.run([...DOCK, "--scope", "conversation", "--json"])).json().data;
  expect((await fresh.run(["list"])).stdout).toContain(id);
  expect((await fresh.run(["list", "--session", "other"])).stdout).toBe("");
  expect((await fresh.run(["show", id, "--json"])).json().data.entry.session).toMatch(/^adhoc-/);
});
