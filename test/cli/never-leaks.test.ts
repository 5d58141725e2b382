/**
 * What may not be shown is shown by no door: entries in every state in which their words stay within the house, a person's
 * own memories, and words that were redacted after a session had been given them.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { bytesIn, holding } from "../bytes.js";
import { served } from "../mcp/served.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { NO_MODEL } from "./known-workspace.js";
import { atTerminal } from "./terminal.js";
import { done, tail, told } from "./typed.js";

const PROFILE = `${NO_MODEL}people:
  - {name: sybil, role: owner, emails: [sybil@example.invalid]}
  - {name: bridget, role: member}
`;

/** By what keeps it within the house: the words that nobody may read. All are about the side door. */
const HIDDEN = {
  needs_review: "zitrone-waits",
  rejected: "zitrone-rejected",
  expired: "zitrone-expired",
  one_time_exception: "zitrone-once",
  sensitive: "zitrone-sensitive",
  forgotten: "zitrone-forgotten",
} as const;
const SHOWN = "The side door opens inwards";
const HER_OWN = "zitrone-hers";
const ASKED = "how does the side door open";

const record = (id: string, word: string, more: string): string => `## ${id} · The side door

\`\`\`yaml
type: correction
id: ${id}
timestamp: 2026-02-01T09:00:00Z
agent: main
${more.includes("tier: external") ? more : `tier: self\n${more}`}
prior_belief: "The side door opens outwards ${word}"
corrected_to: "The side door opens with a key ${word}"
stakes: high
at_risk: "Nobody gets out ${word}"
behavioral_change: "Look at the side door ${word}"
triggers:
  - "side door"
\`\`\`

`;

const BY = "by: bridget, tier: owner, at: 2026-02-01T09:00:00Z";
const OUTSIDE = "tier: external\norigin: https://example.invalid/x";
/** Of those that no review says. */
const STATES: Readonly<Record<string, string>> = {
  needs_review: OUTSIDE,
  expired: `${OUTSIDE}\nimported: {at: 2025-12-01T09:00:00Z, from: notes.md, hash: x}`,
  forgotten: `forgotten: {${BY}}`,
};

async function world(): Promise<Sandbox> {
  const box = await sandbox({ profile: PROFILE, now: "2026-02-10T09:00:00Z" });
  const records = Object.entries(HIDDEN).map(([state, word], at) => {
    return record(`COR-20260201-A000${"BCDEFG"[at]}`, word, STATES[state] ?? `review: {state: ${state}, ${BY}}`);
  });
  const head = "---\ntype: corrections\ndate: 2026-02-01\n---\n\n# Corrections · 2026-02-01\n\n";
  await box.write("memory/learning/corrections/2026-02-01.md", `${head}${records.join("")}`);
  await done(box, `correct '${SHOWN}' --instead-of outwards --risk 'high: no way out' --so 'pull the side door'`);
  await done(box, `remember 'The side door code is ${HER_OWN}' --category fact --scope user --user sybil`);
  return box;
}

const words = (): string[] => [...Object.values(HIDDEN), HER_OWN];

/** What a client of the protocol gets to read when it asks for everything it can. */
async function overMcp(box: Sandbox): Promise<string> {
  const { client } = await served(box, ["--profile", "full", "--user", "bridget"]);
  const calls: [string, Record<string, unknown>][] = [
    ["recall_memories", { query: ASKED, limit: 50 }],
    ["manage_memory", { action: "list" }],
    ["context", { query: ASKED }],
    ["heartbeat", {}],
  ];
  const read: unknown[] = [];
  for (const [name, args] of calls) read.push(await client.callTool({ name, arguments: args }));
  return JSON.stringify(read);
}

const hook = (event: string, more: object) => ({
  stdin: JSON.stringify({ session_id: "s-1", hook_event_name: event, transcript_path: "/nowhere", ...more }),
});

/** Each door by what it is asked, and what it says; all of them as bridget, who is not sybil. */
const line = (text: string, input?: ReturnType<typeof hook>) => async (box: Sandbox) => {
  const ran = await done(box, `${text.replace("ASKED", `'${ASKED}'`)} --user bridget`, input);
  return ran.stdout + ran.stderr;
};
const START = hook("SessionStart", { source: "startup" });
const DOORS: Readonly<Record<string, (box: Sandbox) => Promise<string>>> = {
  recall: line("recall ASKED --limit 50"),
  "recall --json": line("recall ASKED --limit 50 --json"),
  "list --type memory": line("list --type memory --json"),
  context: line("context --query ASKED"),
  "context --json": line("context --query ASKED --json"),
  heartbeat: line("heartbeat --dry-run"),
  "hook session-start": line("hook session-start", START),
  "hook user-prompt": line("hook user-prompt", hook("UserPromptSubmit", { prompt: ASKED })),
  mcp: overMcp,
};

describe("what may not be shown", () => {
  let box: Sandbox;
  beforeAll(async () => {
    box = await world();
  });

  it("is really there, and findable but for its state", async () => {
    expect(JSON.stringify(await told(box, `recall '${ASKED}'`))).toContain(SHOWN);
    expect((await done(box, "recall 'code of the side door' --user sybil")).stdout).toContain(HER_OWN);
  });

  it("stands beside what each of these doors does show", { tags: "proof" }, async () => {
    for (const door of ["recall", "context", "context --json", "hook session-start", "mcp"]) {
      expect(await DOORS[door]?.(box), door).toContain(SHOWN);
    }
  });

  for (const [door, ask] of Object.entries(DOORS)) {
    it(`row 27: is not shown by ${door}`, { tags: "sampled" }, async () => {
      const shown = await ask(box);
      for (const word of words()) expect(shown, word).not.toContain(word);
    });
  }

  it("is in nothing that these doors left behind on this machine", async () => {
    for (const [path, text] of Object.entries(bytesIn(box.path(".tenet"), (file) => file.includes("state.db")))) {
      for (const word of words()) expect(text, path).not.toContain(word);
    }
  });
});

describe("what was redacted after a session had been given it", () => {
  it("is gone from that session's context, from the next, from tools and files, and from what this machine keeps", {
    tags: "proof",
  }, async () => {
    const box = await sandbox({ git: true, profile: PROFILE, now: "2026-02-10T09:00:00Z" });
    const word = "zitrone-later";
    const ring = `correct 'Ring ${word} twice' --instead-of 'ring once' --risk 'high: nobody comes'`;
    const { id } = await told(box, `${ring} --so 'ring ${word} twice'`);
    await done(box, `outcome ${id} --held --evidence rang`);
    await done(box, "digest");
    const kept = [line("hook session-start", START), line("context --session s-2")];
    for (const door of kept) expect(await door(box)).toContain(word);
    const asked = [[`Type ${tail(id)} to confirm:`, `${tail(id)}\r`]] as const;
    const seen = await atTerminal(box, ["forget", id, "--redact", "--reason", "private"], asked);
    expect(seen.code, seen.screen).toBe(0);
    for (const door of [...Object.values(DOORS), ...kept]) expect(await door(box)).not.toContain(word);
    expect(holding(box.path(".tenet"), word)).toEqual([]);
  });
});
