/**
 * What may not be shown is shown by no door: entries in every state in which their words stay within the house, a person's
 * own memories, what belongs to another conversation, and words that were redacted after a session had been given them.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { bytesIn, holding } from "../bytes.js";
import { served } from "../mcp/served.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { NO_MODEL } from "./known-workspace.js";
import { atTerminal } from "./terminal.js";
import { done, tail, told, words } from "./typed.js";

const PROFILE = `${NO_MODEL}people:
  - {name: sybil, role: owner, emails: [sybil@example.invalid]}
  - {name: bridget, role: member}
`;

const BY = "by: bridget, tier: owner, at: 2026-02-01T09:00:00Z";
const OUTSIDE = "tier: external\norigin: https://example.invalid/x";
/** By what keeps it within the house, in fields of its record: all are about the side door. */
const HIDDEN = {
  waits: OUTSIDE,
  expired: `${OUTSIDE}\nimported: {at: 2025-12-01T09:00:00Z, from: notes.md, hash: x}`,
  forgotten: `tier: self\nforgotten: {${BY}}`,
  rejected: `tier: self\nreview: {state: rejected, ${BY}}`,
  once: `tier: self\nreview: {state: one_time_exception, ${BY}}`,
  sensitive: `tier: self\nreview: {state: sensitive, ${BY}}`,
};
const SHOWN = "The side door opens inwards";
const HERS = "zitrone-hers";
const TALK = "zitrone-talk";
const UNSEEN = [...Object.keys(HIDDEN).map((state) => `zitrone-${state}`), HERS, TALK];
const ASKED = "how does the side door open";

const record = (id: string, word: string, more: string): string => `## ${id} · The side door

\`\`\`yaml
type: correction
id: ${id}
timestamp: 2026-02-01T09:00:00Z
agent: main
${more}
prior_belief: "The side door opens outwards ${word}"
corrected_to: "The side door opens with a key ${word}"
stakes: high
at_risk: "Nobody gets out ${word}"
behavioral_change: "Look at the side door ${word}"
triggers:
  - "side door"
\`\`\`

`;

/** What was said in the session `mine`: two learnings that contradict each other and one that may repeat. */
const SAID = [
  { type: "correction", corrected_to: `Always open the side door with ${TALK}`, triggers: [TALK] },
  { type: "correction", corrected_to: `Never open the side door with ${TALK}`, behavioral_change: `leave ${TALK}` },
  { type: "insight", insight: `The side door rolls open by ${TALK}`, evidence: `${TALK} did so twice`, tags: ["door"] },
].map((entry) => ({ ...entry, stakes: "high", at_risk: `${TALK} blocks the road`, scope: "conversation" }));

let box: Sandbox;
let ids: string[];
beforeAll(async () => {
  box = await sandbox({ profile: PROFILE, now: "2026-02-06T09:00:00Z" });
  const records = Object.entries(HIDDEN).map(([state, fields], at) =>
    record(`COR-20260201-A000${"BCDEFG"[at]}`, `zitrone-${state}`, fields),
  );
  await box.write("memory/learning/corrections/2026-02-01.md", `# Corrections\n\n${records.join("")}`);
  await done(box, `correct '${SHOWN}' --instead-of outwards --risk 'high: no way out' --so 'pull the side door'`);
  await done(box, `remember 'The side door code is ${HERS}' --category fact --scope user --user sybil`);
  const { results } = await told(box, "add - --session mine", { stdin: JSON.stringify(SAID) });
  ids = results.map(({ id }: { id: string }) => id);
  // Old enough for every question.
  box.at("2026-02-10T09:00:00Z");
});

const EVENTS = { "session-start": "SessionStart", "user-prompt": "UserPromptSubmit" };

/** What a line says to bridget, who is not sybil, in a session; what was asked for may be repeated. */
async function said(line: string, session: string | undefined = "s-1"): Promise<string> {
  const [, event] = /^hook (session-start|user-prompt)/.exec(line) ?? [];
  const hook_event_name = event === undefined ? undefined : EVENTS[event as keyof typeof EVENTS];
  const more = { source: "startup", transcript_path: "/none.jsonl", prompt: ASKED };
  const stdin = JSON.stringify({ session_id: session, hook_event_name, ...more });
  const args = words(line.replaceAll("<id>", ids[0] ?? "").replace("ASKED", `'${ASKED}'`));
  const as = ["--user", "bridget", ...(session === "" ? [] : ["--session", session])];
  const ran = await box.run([...args, ...as], { stdin });
  return `${ran.stdout}${ran.stderr}`;
}

/** What a client of the protocol gets to read when it asks for everything it can. */
async function overMcp(session: string): Promise<string> {
  const { call } = await served(box, ["--profile", "full", "--user", "bridget", "--session", session]);
  const read: unknown[] = [];
  for (const [name, args] of [
    ["recall_memories", { query: ASKED, limit: 50 }],
    ["manage_memory", { action: "list" }],
    ["context", { query: ASKED }],
    ["heartbeat", {}],
    ["answer_question", { id: ids[0], answer: "held", evidence: "seen" }],
  ] as const)
    read.push(await call(name, args));
  return JSON.stringify(read);
}

const DOORS = `hook user-prompt
recall ASKED --limit 50
recall ASKED --limit 50 --json
context --query ASKED
context --query ASKED --json
hook session-start
heartbeat --dry-run
list --type memory --json`.split("\n");

/** Commands that show what only its own conversation sees, beside those doors. */
const READING = `recall 'open the side door' --scope conversation
list
list --scope conversation --json
list --tag door
show <id>
why <id>
export`.split("\n");

/** Commands that say something of entries beside their own work, or ask about them. */
const BESIDE = `status
heartbeat --json
review --list
review --list --json
audit
verify
doctor
digest --dry-run
digest --brief
digest <id> --dry-run
used <id>
edit <id> --domain release
outcome <id> --held --evidence seen
edit <id> --link <id>
learn 'The yellow door rolls open by itself' --because seen --risk 'medium: damage'
correct 'Always open the side door with a yellow key' --risk 'high: a blocked road'
remember 'The side door opens with a yellow key' --category fact`.split("\n");

describe("what may not be shown", () => {
  it.each(DOORS)("row 27: is not shown by %s", { tags: "sampled" }, async (door) => {
    const shown = await said(door);
    for (const word of UNSEEN) expect(shown, word).not.toContain(word);
  });
  it("row 27: nor over MCP, beside what is shown there", { tags: "proof" }, async () => {
    const shown = await overMcp("s-1");
    expect(shown).toContain(SHOWN);
    for (const word of UNSEEN) expect(shown, word).not.toContain(word);
  });

  it("is really there, and stands beside what each of these doors does show", async () => {
    for (const door of DOORS.slice(1, -2)) expect(await said(door), door).toContain(SHOWN);
    expect((await done(box, "recall 'code of the side door' --user sybil")).stdout).toContain(HERS);
    for (const line of [...DOORS.slice(0, -2), ...READING]) expect(await said(line, "mine"), line).toContain(TALK);
  });

  it("of one conversation is told in no other, nor where no session is named", async () => {
    for (const line of READING) {
      expect(await said(line, "other"), line).not.toContain(TALK);
      expect(await said(line, ""), line).not.toContain(TALK);
    }
    expect(await box.read("memory/learning/index.md")).not.toContain(TALK);
  });
  it.each(BESIDE)("of one conversation is not told in another by %s", { tags: "sampled" }, async (line) => {
    expect(await said(line, "other")).not.toContain(TALK);
  });

  it("is in nothing that these doors left behind on this machine", async () => {
    for (const [path, text] of Object.entries(bytesIn(box.path(".tenet"), (file) => file.includes("state.db"))))
      for (const word of UNSEEN.slice(0, -1)) expect(text, path).not.toContain(word);
  });
});

it("what was redacted after a session had been given it is gone from every context, tool and file", {
  tags: "proof",
}, async () => {
  box = await sandbox({ git: true, profile: PROFILE, now: "2026-02-10T09:00:00Z" });
  const word = "zitrone-later";
  const ring = `correct 'Ring ${word} twice' --instead-of 'ring once' --risk 'high: nobody comes'`;
  const { id } = await told(box, `${ring} --so 'ring ${word} twice'`);
  await done(box, `outcome ${id} --held --evidence rang`);
  await done(box, "digest");
  const given = () => Promise.all([said("hook session-start"), said("context", "s-2")]);
  for (const text of await given()) expect(text).toContain(word);
  const asked = [[`Type ${tail(id)} to confirm:`, `${tail(id)}\r`]] as const;
  const seen = await atTerminal(box, ["forget", id, "--redact", "--reason", "private"], asked);
  expect(seen.code, seen.screen).toBe(0);
  for (const door of DOORS) expect(await said(door)).not.toContain(word);
  for (const text of [...(await given()), await overMcp("s-2")]) expect(text).not.toContain(word);
  expect(holding(box.path(".tenet"), word)).toEqual([]);
});
