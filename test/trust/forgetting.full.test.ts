/** Forgetting by a program that is no person: refused at every door, and seen where it edits the files instead. */
import { describe, expect, it } from "vitest";
import { atTerminal, ENTER } from "../cli/terminal.js";
import { everyNth } from "../effort.js";
import { served } from "../mcp/served.js";
import { copyOf, type Sandbox, sandbox } from "../sandbox.js";
import { CORRECTIONS, commit } from "./agents-history.js";

const MODES = ["auto", "approval", "curated"] as const;
type Mode = (typeof MODES)[number];

const OWNERS = "COR-20260201-W0001";
const BEHIND = "COR-20260201-M0003";
const RULE = "State prices in euros";

const record = (id: string, to: string, more: string) =>
  `## ${id} · x\n\`\`\`yaml\ntype: correction\nid: ${id}\ntimestamp: 2026-02-01T09:00:00Z\nagent: sybil\nsession: s1\n${more}\nprior_belief: "Prices are gross"\ncorrected_to: "${to}"\nbehavioral_change: "${to}"\nstakes: medium\nat_risk: "A release"\nstatus: active\n\`\`\`\n\n`;

const worlds = new Map<Mode, Promise<Sandbox>>();

/** An owner's words, and a rule of hers that rests on what the agent recorded. */
async function team(mode: Mode): Promise<Sandbox> {
  const first = worlds.get(mode) ?? makeTeam(mode);
  worlds.set(mode, first);
  return copyOf(await first);
}

async function makeTeam(mode: Mode): Promise<Sandbox> {
  const box = await sandbox({ empty: true, now: "2026-02-09T09:00:00Z" });
  await box.git("init", "-q");
  await box.write(".gitignore", ".tenet/\nmemory/learning/index.md\n");
  await box.write(
    "tenet.yaml",
    `schema: 1\nagent: sybil\ntimezone: UTC\nembedding: {model: ./none, dtype: q8}\napply_mode: ${mode}\npeople:\n  - {name: bridget, role: owner, emails: [bridget@example.invalid]}\n`,
  );
  await box.write(
    CORRECTIONS,
    `---\ntype: corrections\ndate: 2026-02-01\n---\n# corrections · 2026-02-01\n\n${record(OWNERS, "Prices are net", "source: bridget\ntier: owner")}${record(BEHIND, RULE, "tier: self")}`,
  );
  await box.write(
    "SOUL.md",
    `# Soul\n\n<!-- tenet:begin rules -->\n## Learned\n\n- ${RULE} <!-- ${BEHIND} -->\n<!-- tenet:end rules -->\n`,
  );
  await commit(box, "bridget", "start");
  await box.run(["digest"]);
  await commit(box, "bridget", "adopted");
  return box;
}

const TAKING = [[], ["--redact"], ["--erase"]];
const MEANT = [[OWNERS], [BEHIND], ["--source", "bridget"], ["--session", "s1"]];
/** Without a word more, what the agent recorded itself may go: the person's rule stays. */
const OWN = [BEHIND];
const ATTEMPTS = MEANT.flatMap((meant) => TAKING.map((taking) => [...meant, ...taking])).filter(
  (attempt) => attempt.join() !== OWN.join(),
);

/** What `verify` finds, notes apart. */
async function found(box: Sandbox, ...more: string[]): Promise<string[]> {
  const { data } = (await box.run(["verify", "--json", ...more])).json();
  return data.findings
    .filter(({ severity, code }: Record<string, string>) => severity !== "info" && code !== "rule-waits")
    .map(({ code, id, file }: Record<string, string>) => `${code} ${id ?? file}`);
}

const reason = ["--reason", "gone"];

describe.each(everyNth(MODES, 3, 1))("in %s mode", (mode) => {
  it("the workspace itself is clean, and its rule is a person's", async () => {
    const box = await team(mode);
    expect(await found(box)).toEqual([]);
    expect(JSON.stringify((await box.run(["why", BEHIND, "--json"])).json().data)).toContain("bridget");
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

  it("a word typed by a program counts until it is committed: then the commit shows whose it was", async () => {
    for (const taking of TAKING) {
      const box = await team(mode);
      const ran = await atTerminal(box, ["forget", OWNERS, ...taking, ...reason], [["Type ", `w0001${ENTER}`]]);
      expect(ran.code, ran.screen).toBe(0);
      await commit(box, "sybil", "gone");
      expect(await found(box)).toContain(`unproven-forgetting ${OWNERS}`);
      expect(await found(box, "--base", "HEAD~1")).toContain(`unproven-forgetting ${OWNERS}`);
      await box.git("reset", "-q", "--soft", "HEAD~1");
      await commit(box, "bridget", "gone");
      expect(await found(box)).toEqual([]);
    }
  });

  it("over MCP an owner's words are for people, and nothing forgets by source", async () => {
    const box = await team(mode);
    const { call, client } = await served(box);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).filter((name) => /forget|erase|redact/.test(name))).toEqual([]);
    for (const args of [{ action: "delete", memory_id: OWNERS }, { action: "forget_all" }]) {
      expect((await call("manage_memory", { ...args, reason: "gone" })).isError).toBe(true);
    }
    expect(await box.git("status", "--porcelain")).toBe("");
  });

  it.each([
    ["its status", "status: active", "status: forgotten", "forgetting"],
    ["its words", "Prices are net", "[redacted]", "words"],
    [
      "a tombstone",
      "status: active",
      "erased:\n  at: 2026-02-09T09:00:00Z\n  by: bridget\n  reason: gone\nstatus: forgotten",
      "forgetting",
    ],
  ])("edited in its file, %s is seen", async (_, from, to, claim) => {
    const box = await team(mode);
    await box.write(CORRECTIONS, (await box.read(CORRECTIONS)).replace(from, to));
    await commit(box, "sybil", "edited");
    expect(await found(box)).toContain(`unproven-${claim} ${OWNERS}`);
    expect(await found(box, "--base", "HEAD~1")).toContain(`unproven-${claim} ${OWNERS}`);
  });
});
