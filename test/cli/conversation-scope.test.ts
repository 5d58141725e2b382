/** A canary in learnings that belong to one conversation, and every command that reads: another conversation never sees it. */
import { beforeAll, describe, expect, it } from "vitest";
import { CLAUDE } from "../hosts/hook-fixtures.js";
import { served } from "../mcp/served.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { done, told, words } from "./typed.js";

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

const DOCK = "learn 'The dock is locked at night' --because 'tried twice' --risk 'medium: a lost delivery'";

let box: Sandbox;
let ids: string[];

beforeAll(async () => {
  box = await sandbox({ now: "2026-02-01T09:00:00Z" });
  const { results } = await told(box, "add - --session mine", { stdin: JSON.stringify(SAID) });
  ids = results.map(({ id }: { id: string }) => id);
  await done(box, DOCK);
  // Old enough for every question.
  box.at("2026-02-05T09:00:00Z");
});

/** Every command that prints what entries say. First: a session is told of an entry once. */
const READING = `hook user-prompt
recall ${CANARY} --keyword
recall '${ASKED}'
recall '${ASKED}' --json
recall 'warehouse gate' --scope conversation
list
list --scope conversation --json
list --tag cart
show <id>
why <id>
export
context
context --query '${ASKED}'
hook session-start`.split("\n");

/** Commands that say something of entries beside their own work, or ask about them. */
const BESIDE = `memories
status
heartbeat
heartbeat --json
review --list
review --list --json
audit
verify
doctor
digest --dry-run
digest --brief
promote --dry-run
promote <id> --dry-run
used <id>
edit <id> --domain release
outcome <id> --held --evidence seen
link <id> <id>
learn 'The yellow cart rolls downhill at the warehouse gate' --because seen --risk 'medium: damage'
correct 'Always park the yellow cart in front of the warehouse gate' --risk 'high: a blocked road'
remember 'The yellow cart stands in front of the warehouse gate' --category fact`.split("\n");

/** What a line says to a session; what was asked for may be repeated. */
async function said(line: string, session: string | undefined): Promise<string> {
  const [, event] = /^hook (session-start|user-prompt)/.exec(line) ?? [];
  const fixture = event === undefined ? {} : CLAUDE[event as "session-start"];
  const stdin = JSON.stringify({ ...fixture, session_id: session, transcript_path: "/none.jsonl", prompt: ASKED });
  const args = words(line.replaceAll("<id>", ids[0] ?? ""));
  const ran = await box.run([...args, ...(session === undefined ? [] : ["--session", session])], { stdin });
  return `${ran.stdout}${ran.stderr}`.replaceAll(ASKED, "").replaceAll(`"${CANARY}"`, "");
}

describe("another conversation does not see it", () => {
  it("by any command that reads", async () => {
    for (const line of READING) expect(await said(line, "other"), line).not.toContain(CANARY);
  });
  it.each(BESIDE)("%s", { tags: "sampled" }, async (line) => {
    expect(await said(line, "other")).not.toContain(CANARY);
  });
  it("nor whoever names no session, nor a reader of the page of all learnings", async () => {
    for (const line of READING.filter((one) => !one.startsWith("hook")))
      expect(await said(line, undefined), line).not.toContain(`${CANARY} cart`);
    const page = await box.read("memory/learning/index.md");
    expect(page).toContain("The dock is locked at night");
    expect(page).not.toContain(CANARY);
  });
  it("over MCP", { tags: "proof" }, async () => {
    const there = await served(box, ["--session", "other", "--profile", "full"]);
    for (const [tool, args] of [
      ["recall_memories", { query: ASKED }],
      ["context", {}],
      ["manage_memory", { action: "list" }],
      ["heartbeat", {}],
      ["answer_question", { id: ids[0], answer: "held", evidence: "seen" }],
    ] as const)
      expect(JSON.stringify(await there.call(tool, args)).replaceAll(ASKED, ""), tool).not.toContain(CANARY);
  });
});

describe("its own conversation does", () => {
  it("by every command that reads", { tags: "proof" }, async () => {
    for (const line of READING) expect(await said(line, "mine"), line).toContain(CANARY);
  });
  it("over MCP", { tags: "proof" }, async () => {
    const there = await served(box, ["--session", "mine"]);
    const { results } = await there.call("recall_memories", { query: ASKED });
    expect(results.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(ids));
    expect(JSON.stringify(await there.call("context", {}))).toContain(CANARY);
  });
});
