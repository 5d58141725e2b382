/**
 * What may not be shown is shown by no door: entries in every state in which their words stay within the house, a person's
 * own memories, and words that were redacted after a session had been given them.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { beforeAll, describe, expect, it } from "vitest";
import { binary, type Ran, type Sandbox, sandbox } from "../sandbox.js";
import { atTerminal } from "./terminal.js";

const PROFILE = `schema: 1
agent: main
timezone: UTC
embedding: {model: ./none, dtype: q8}
people:
  - {name: sybil, role: owner, emails: [sybil@example.invalid]}
  - {name: bridget, role: member}
ledger: {keep_queries: true}
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

function record(id: string, word: string, more: string): string {
  return `## ${id} · The side door

\`\`\`yaml
type: correction
id: ${id}
timestamp: 2026-02-01T09:00:00Z
agent: main
tier: self
prior_belief: "The side door opens outwards ${word}"
corrected_to: "The side door opens with a key ${word}"
stakes: high
at_risk: "Nobody gets out ${word}"
behavioral_change: "Look at the side door ${word}"
triggers:
  - "side door"
${more}
\`\`\`

`;
}

async function world(): Promise<Sandbox> {
  const box = await sandbox({ git: true, profile: PROFILE, now: "2026-02-10T09:00:00Z" });
  const records = Object.entries(HIDDEN).map(([state, word], at) => {
    const ended = state === "forgotten";
    const more = ended ? "status: forgotten" : `review:\n  state: ${state}\n  at: 2026-02-01T09:00:00Z\nstatus: active`;
    return record(`COR-20260201-A000${"BCDEFG"[at]}`, word, more);
  });
  const head = "---\ntype: corrections\ndate: 2026-02-01\n---\n\n# Corrections · 2026-02-01\n\n";
  await box.write("memory/learning/corrections/2026-02-01.md", `${head}${records.join("")}`);
  const seen = await box.run(
    ["correct", SHOWN, "--instead-of", "outwards", "--risk", "high: no way out", "--so", "pull the side door"],
    {},
  );
  expect(seen.code, seen.stderr).toBe(0);
  await remembered(box, "sybil", `The side door code is ${HER_OWN}`);
  return box;
}

async function remembered(box: Sandbox, user: string, content: string): Promise<void> {
  const ran = await box.run(["remember", content, "--category", "fact", "--scope", "user", "--user", user]);
  expect(ran.code, ran.stderr).toBe(0);
}

const words = (): string[] => [...Object.values(HIDDEN), HER_OWN];

/** What a client of the protocol gets to read when it asks for everything it can. */
async function overMcp(box: Sandbox, user: string): Promise<string> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [binary(), "mcp", "--profile", "full", "--user", user],
    cwd: box.dir,
    env: box.env,
    stderr: "ignore",
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  try {
    const calls: [string, Record<string, unknown>][] = [
      ["recall_memories", { query: ASKED, limit: 50 }],
      ["manage_memory", { action: "list" }],
      ["context", { query: ASKED }],
      ["heartbeat", {}],
    ];
    const read: unknown[] = [];
    for (const [name, args] of calls) read.push(await client.callTool({ name, arguments: args }));
    const { resources } = await client.listResources();
    for (const { uri } of resources) read.push(await client.readResource({ uri }));
    return JSON.stringify(read);
  } finally {
    await client.close();
  }
}

const hook = (event: string, more: object) => ({
  stdin: JSON.stringify({ session_id: "s-1", hook_event_name: event, transcript_path: "/nowhere", ...more }),
});

/** Each door by what it is asked; all of them as bridget, who is not sybil. */
const DOORS: Readonly<Record<string, (box: Sandbox) => Promise<string>>> = {
  recall: (box) => said(box.run(["recall", ASKED, "--limit", "50", "--explain", "--user", "bridget"])),
  "recall --json": (box) => said(box.run(["recall", ASKED, "--limit", "50", "--json", "--user", "bridget"])),
  memories: (box) => said(box.run(["memories", "--json", "--user", "bridget"])),
  context: (box) => said(box.run(["context", "--query", ASKED, "--user", "bridget"])),
  "context --json": (box) => said(box.run(["context", "--query", ASKED, "--json", "--user", "bridget"])),
  heartbeat: (box) => said(box.run(["heartbeat", "--dry-run", "--user", "bridget"])),
  "hook session-start": (box) =>
    said(box.run(["hook", "session-start", "--user", "bridget"], hook("SessionStart", { source: "startup" }))),
  "hook user-prompt": (box) =>
    said(box.run(["hook", "user-prompt", "--user", "bridget"], hook("UserPromptSubmit", { prompt: ASKED }))),
  mcp: (box) => overMcp(box, "bridget"),
};

async function said(running: Promise<Ran>): Promise<string> {
  const ran = await running;
  expect(ran.code, ran.stderr).toBe(0);
  return ran.stdout + ran.stderr;
}

describe("what may not be shown", () => {
  let box: Sandbox;
  beforeAll(async () => {
    box = await world();
  });

  it("is really there, and findable but for its state", async () => {
    const shown = await said(box.run(["recall", ASKED, "--json"]));
    expect(shown).toContain(SHOWN);
    expect(await said(box.run(["recall", "code of the side door", "--user", "sybil"]))).toContain(HER_OWN);
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
    for (const path of filesIn(join(box.dir, ".tenet", "state"))) {
      const text = readFileSync(path, "latin1");
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
    const told = [`Ring ${word} twice`, "--instead-of", "ring once", "--risk", "high: nobody comes"];
    const id = (await box.run(["correct", ...told, "--so", `ring ${word} twice`, "--json"])).json().data.id as string;
    expect((await box.run(["outcome", id, "--held", "--evidence", "rang"])).code).toBe(0);
    expect((await box.run(["digest"])).code).toBe(0);
    const start = hook("SessionStart", { source: "startup" });
    expect(await said(box.run(["hook", "session-start"], start))).toContain(word);
    expect(await said(box.run(["context", "--session", "s-2"]))).toContain(word);
    const first = id.slice(-5).toLowerCase();
    const args = ["forget", id, "--redact", "--reason", "private"];
    const seen = await atTerminal(box, args, [[`Type ${first} to confirm:`, `${first}\r`]]);
    expect(seen.code, seen.screen).toBe(0);
    for (const [door, ask] of Object.entries(DOORS)) expect(await ask(box), door).not.toContain(word);
    expect(await said(box.run(["hook", "session-start"], start))).not.toContain(word);
    expect(await said(box.run(["context", "--session", "s-2"]))).not.toContain(word);
    for (const path of filesIn(box.path(".tenet"))) expect(readFileSync(path, "latin1"), path).not.toContain(word);
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name));
}
