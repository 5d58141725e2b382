/**
 * Forgetting by a program that is no person: refused at every door. Where it types or edits instead, the comparison with
 * the base names it, and what it only edited has no effect here.
 */
import { describe, expect, it } from "vitest";
import type { Correction } from "../../src/entry/entry.js";
import { verifyBase } from "../../src/health/base/verify-base.js";
import { digest } from "../../src/rules/digest.js";
import { appendRecord } from "../../src/store/records/record-edit.js";
import { Workspace } from "../../src/store/workspace.js";
import { atTerminal, ENTER } from "../cli/terminal.js";
import { everyNth } from "../effort.js";
import { servedProcess } from "../mcp/served.js";
import { copyOf, oncePerFile, type Sandbox } from "../sandbox.js";
import { correction } from "../store/entries.js";
import { based, contextAt, letIn, PROTECTED_PROFILE, rulesTold } from "./protected.js";

const MODES = ["auto", "approval", "curated"] as const;
type Mode = (typeof MODES)[number];

const OWNERS = "COR-20260201-W0001";
const BEHIND = "COR-20260201-M0003";
const RULE = "State prices in euros";
const CORRECTIONS = "memory/learning/corrections/2026-02-01.md";

const recorded = (id: string, corrected_to: string, more: Partial<Correction>): Correction => ({
  ...correction({
    id,
    timestamp: "2026-02-01T09:00:00Z",
    agent: "main",
    corrected_to,
    behavioral_change: corrected_to,
  }),
  ...{ session: "s1", ...more },
});
const entries = [
  recorded(OWNERS, "Prices are net", { source: "bridget", tier: "owner" }),
  recorded(BEHIND, RULE, { source: "self", tier: "self" }),
];

/** The agent's clone: an owner's words, and a rule that people merged and that rests on what the agent recorded. */
const team = oncePerFile(async () => {
  const records = entries.reduce<string | undefined>((text, entry) => appendRecord(text, entry), undefined) as string;
  const soul = `# Soul\n\n<!-- tenet:begin rules -->\n## Learned\n\n- ${RULE} <!-- ${BEHIND} -->\n<!-- tenet:end rules -->\n`;
  const box = await based({ [CORRECTIONS]: records, "SOUL.md": soul });
  await digest(await contextAt(box));
  await letIn(box);
  await box.git("checkout", "-q", "-b", "work");
  return box;
});
const clone = async (mode: Mode): Promise<Sandbox> => {
  const box = await copyOf(await team());
  if (mode === "approval") return box;
  await box.write("tenet.yaml", PROTECTED_PROFILE.replace("apply_mode: approval", `apply_mode: ${mode}`));
  await letIn(box);
  return box;
};

/** Each with the field that says so afterwards. */
const FIELDS = [
  [[], "forgotten"],
  [["--redact"], "redacted"],
  [["--erase"], "erased"],
] as const;
const TAKING = FIELDS.map(([taking]) => taking);
const MEANT = [[OWNERS], [BEHIND], ["--source", "bridget"], ["--session", "s1"]];
/** Without a word more, what the agent recorded itself may go: the person's rule stays. */
const OWN = [BEHIND];
const ATTEMPTS = MEANT.flatMap((meant) => TAKING.map((taking) => [...meant, ...taking])).filter(
  (attempt) => attempt.join() !== OWN.join(),
);

/** What merging would decide, once everything here is committed. */
async function decided(box: Sandbox): Promise<string[]> {
  await box.git("add", "-A");
  await box.git("commit", "-q", "--allow-empty", "-m", "gone");
  const { differences } = await verifyBase(new Workspace(box.dir), "origin/main");
  return differences.map(({ kind, subject, field = "" }) => `${kind} ${subject} ${field}`.trim());
}

const reason = ["--reason", "gone"];
const STONE = "\n  at: 2026-02-09T09:00:00Z\n  by: bridget\n  reason: gone";

describe.each(everyNth(MODES, 3, 1))("in %s mode", (mode) => {
  it("the clone itself is clean, and its rule stands", async () => {
    const box = await clone(mode);
    expect((await box.run(["verify"])).code).toBe(0);
    expect(await decided(box)).toEqual([]);
    expect(await rulesTold(box)).toEqual({ rules: [RULE], unmerged: 0 });
  });

  it("what a person said, and what a rule of theirs rests on, is refused to an agent", async () => {
    const box = await clone(mode);
    for (const attempt of ATTEMPTS) {
      expect([attempt, (await box.run(["forget", ...attempt, ...reason])).code]).toEqual([attempt, 5]);
    }
    expect(await box.git("status", "--porcelain")).toBe("");
    expect((await box.run(["forget", ...OWN, ...reason])).code).toBe(0);
    await box.run(["digest"]);
    await box.run(["heartbeat"]);
    expect(await box.read("SOUL.md")).toContain(`- ${RULE} <!-- ${BEHIND} -->`);
  });

  it("at a pseudo-terminal it is refused where a host of agents is known", async () => {
    const box = await clone(mode);
    for (const taking of TAKING) {
      const asked = ["forget", OWNERS, ...taking, ...reason];
      expect((await atTerminal(box, asked, [], { CLAUDECODE: "1" })).code).toBe(5);
    }
    expect(await box.git("status", "--porcelain")).toBe("");
  });

  it("a word that a program types at a pseudo-terminal counts here, and the comparison names it", async () => {
    for (const [taking, field] of FIELDS) {
      const box = await clone(mode);
      const ran = await atTerminal(box, ["forget", OWNERS, ...taking, ...reason], [["Type ", `w0001${ENTER}`]]);
      expect(ran.code, ran.screen).toBe(0);
      expect((await box.run(["list"])).stdout).not.toContain(OWNERS);
      expect(await decided(box)).toContain(`changed ${OWNERS} ${field}`);
    }
  });

  it("over MCP an owner's words are for people, and nothing forgets by source", async () => {
    const box = await clone(mode);
    const { call, client } = await servedProcess(box);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).filter((name) => /forget|erase|redact/.test(name))).toEqual([]);
    for (const args of [{ action: "delete", memory_id: OWNERS }, { action: "forget_all" }]) {
      expect((await call("manage_memory", { ...args, reason: "gone" })).isError).toBe(true);
    }
    expect(await box.git("status", "--porcelain")).toBe("");
  });

  it.each([
    ["a forgetting", "session: s1", `session: s1\nforgotten:${STONE}`, "forgotten"],
    ["its words", /Prices are net/g, "[redacted]", "corrected_to"],
    ["a tombstone", "session: s1", `session: s1\nerased:${STONE}`, "erased"],
  ])("edited in its file, %s is named by the comparison", async (_, from, to, field) => {
    const box = await clone(mode);
    await box.write(CORRECTIONS, (await box.read(CORRECTIONS)).replace(from, to));
    expect(await decided(box)).toContain(`changed ${OWNERS} ${field}`);
  });
});
