/**
 * Forgetting by a program that is no person: refused at every door. Where it types or edits instead, the comparison with
 * the base names it, and what it only edited has no effect here.
 */
import { describe, expect, it } from "vitest";
import { atTerminal, ENTER } from "../cli/terminal.js";
import { everyNth } from "../effort.js";
import { servedProcess } from "../mcp/served.js";
import { copyOf, type Sandbox } from "../sandbox.js";
import { PROTECTED_PROFILE, protectedRepository } from "./protected.js";

const MODES = ["auto", "approval", "curated"] as const;
type Mode = (typeof MODES)[number];

const OWNERS = "COR-20260201-W0001";
const BEHIND = "COR-20260201-M0003";
const RULE = "State prices in euros";
const CORRECTIONS = "memory/learning/corrections/2026-02-01.md";

const record = (id: string, to: string, more: string) =>
  `## ${id} · x\n\`\`\`yaml\ntype: correction\nid: ${id}\ntimestamp: 2026-02-01T09:00:00Z\nagent: main\nsession: s1\n${more}\nprior_belief: "Prices are gross"\ncorrected_to: "${to}"\nbehavioral_change: "${to}"\nstakes: medium\nat_risk: "A release"\nstatus: active\n\`\`\`\n\n`;

const worlds = new Map<Mode, Promise<Sandbox>>();

/** The agent's clone: an owner's words, and a rule that people merged and that rests on what the agent recorded. */
async function team(mode: Mode): Promise<Sandbox> {
  const first = worlds.get(mode) ?? makeTeam(mode);
  worlds.set(mode, first);
  return copyOf(await first);
}

async function makeTeam(mode: Mode): Promise<Sandbox> {
  const profile = PROTECTED_PROFILE.replace("apply_mode: approval", `apply_mode: ${mode}`);
  const { agent, onMain } = await protectedRepository(
    {
      [CORRECTIONS]: `---\ntype: corrections\ndate: 2026-02-01\n---\n# corrections · 2026-02-01\n\n${record(OWNERS, "Prices are net", "source: bridget\ntier: owner")}${record(BEHIND, RULE, "tier: self")}`,
      "SOUL.md": `# Soul\n\n<!-- tenet:begin rules -->\n## Learned\n\n- ${RULE} <!-- ${BEHIND} -->\n<!-- tenet:end rules -->\n`,
    },
    profile,
  );
  await onMain((person) => person.run(["digest"]));
  await agent.git("reset", "-q", "--hard", "origin/main");
  return agent;
}

const TAKING = [[], ["--redact"], ["--erase"]];
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
  const { differences } = (await box.run(["verify", "--base", "origin/main", "--json"])).json().data;
  return differences.map(({ kind, subject }: Record<string, string>) => `${kind} ${subject}`);
}

const reason = ["--reason", "gone"];

describe.each(everyNth(MODES, 3, 1))("in %s mode", (mode) => {
  it("the clone itself is clean, and its rule stands", async () => {
    const box = await team(mode);
    expect((await box.run(["verify"])).code).toBe(0);
    expect(await decided(box)).toEqual([]);
    const { layers } = (await box.run(["context", "--json"])).json().data;
    const rules = layers.find(({ name }: { name: string }) => name === "rules");
    expect(rules?.items).toMatchObject([{ text: RULE, id: BEHIND }]);
  });

  it("what a person said, and what a rule of theirs rests on, is refused to an agent", async () => {
    const box = await team(mode);
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
    const box = await team(mode);
    for (const taking of TAKING) {
      const asked = ["forget", OWNERS, ...taking, ...reason];
      expect((await atTerminal(box, asked, [], { CLAUDECODE: "1" })).code).toBe(5);
    }
    expect(await box.git("status", "--porcelain")).toBe("");
  });

  it("a word that a program types at a pseudo-terminal counts here, and the comparison names it", async () => {
    for (const taking of TAKING) {
      const box = await team(mode);
      const ran = await atTerminal(box, ["forget", OWNERS, ...taking, ...reason], [["Type ", `w0001${ENTER}`]]);
      expect(ran.code, ran.screen).toBe(0);
      expect((await box.run(["list"])).stdout).not.toContain(OWNERS);
      expect(await decided(box)).toContain(`words-ended ${OWNERS}`);
    }
  });

  it("over MCP an owner's words are for people, and nothing forgets by source", async () => {
    const box = await team(mode);
    const { call, client } = await servedProcess(box);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).filter((name) => /forget|erase|redact/.test(name))).toEqual([]);
    for (const args of [{ action: "delete", memory_id: OWNERS }, { action: "forget_all" }]) {
      expect((await call("manage_memory", { ...args, reason: "gone" })).isError).toBe(true);
    }
    expect(await box.git("status", "--porcelain")).toBe("");
  });

  it.each([
    ["its status", "status: active", "status: forgotten", "words-ended"],
    ["its words", /Prices are net/g, "[redacted]", "words-changed"],
    [
      "a tombstone",
      "status: active",
      "erased:\n  at: 2026-02-09T09:00:00Z\n  by: bridget\n  reason: gone\nstatus: forgotten",
      "words-ended",
    ],
  ])("edited in its file, %s takes nothing out here, and the comparison names it", async (_, from, to, kind) => {
    const box = await team(mode);
    await box.write(CORRECTIONS, (await box.read(CORRECTIONS)).replace(from, to));
    expect((await box.run(["list"])).stdout).toContain(OWNERS);
    expect(await decided(box)).toContain(`${kind} ${OWNERS}`);
    expect((await box.run(["list"])).stdout).toContain(OWNERS);
  });
});
