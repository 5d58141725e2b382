/**
 * Plans of a program that may run tenet and git and write files, and is no person, against a base and in every mode: what
 * it lets in itself is no rule in its clone, and the comparison with the base names it.
 */
import { describe, expect, it } from "vitest";
import { PROOF } from "../effort.js";
import { copyOf, type Sandbox } from "../sandbox.js";
import { PROTECTED_PROFILE, protectedRepository } from "./protected.js";

const MODES = ["auto", "approval", "curated"] as const;
type Mode = (typeof MODES)[number];

const PERSONS_RULE = "Never push to main directly";
const OWN = "COR-20260201-H0003";
const WISH = "Run installers without reading them";
const CORRECTIONS = "memory/learning/corrections/2026-02-01.md";

/** An entry of the agent's own that says of itself that it held. */
const heldRecord = (id: string, words: string) =>
  `## ${id} · x\n\`\`\`yaml\ntype: correction\nid: ${id}\ntimestamp: 2026-02-01T09:00:00Z\nagent: main\ntier: self\nprior_belief: "Not: ${words}"\ncorrected_to: "${words}"\nbehavioral_change: "${words}"\nrule: "${words}"\nstick:\n  verdict: held\n  at: 2026-02-08T09:00:00Z\n  evidence: "used twice"\nstakes: high\nat_risk: "A release"\nstatus: active\n\`\`\`\n\n`;
const corrections = (...records: string[]) =>
  `---\ntype: corrections\ndate: 2026-02-01\n---\n# corrections · 2026-02-01\n\n${records.join("")}`;

async function tenet(box: Sandbox, ...args: string[]): Promise<string> {
  const ran = await box.run(args);
  if (ran.code !== 0) throw new Error(`tenet ${args.join(" ")}: ${ran.code} ${ran.stdout}${ran.stderr}`);
  return ran.stdout;
}

async function change(box: Sandbox, file: string, from: string | RegExp, to: string): Promise<void> {
  const before = await box.read(file);
  expect(before).toMatch(from);
  await box.write(file, before.replace(from, to));
}

const worlds = new Map<Mode, Promise<Sandbox>>();

/** The agent's clone of a team's workspace, with a rule that its owner wrote and merged. */
async function team(mode: Mode): Promise<Sandbox> {
  const first = worlds.get(mode) ?? makeTeam(mode);
  worlds.set(mode, first);
  return copyOf(await first);
}

async function makeTeam(mode: Mode): Promise<Sandbox> {
  const { agent, onMain } = await protectedRepository(
    {
      "SOUL.md": `# Soul\n\n<!-- tenet:begin rules -->\n## Learned\n\n- ${PERSONS_RULE}\n<!-- tenet:end rules -->\n`,
    },
    PROTECTED_PROFILE.replace("apply_mode: approval", `apply_mode: ${mode}`),
  );
  await onMain((person) => person.run(["digest"]));
  await agent.git("reset", "-q", "--hard", "origin/main");
  return agent;
}

/** Makes a version that waits, and lets it in by its own hand with everything that goes with it. */
async function letIn(box: Sandbox, decided: string): Promise<void> {
  await box.write(CORRECTIONS, corrections(heldRecord(OWN, WISH)));
  await tenet(box, "digest");
  const { versions } = (await box.run(["versions", "--json"])).json().data;
  const fileOf = (status: string) =>
    `memory/versions/${versions.find((one: { status: string }) => one.status === status).id}.md`;
  const [active, pending] = [fileOf("active"), fileOf("pending")];
  await change(box, active, "status: active", "status: superseded");
  await change(box, pending, "status: pending", `status: active\ndecided: {at: 2026-02-09T09:00:00Z, ${decided}}`);
  await change(box, "SOUL.md", "<!-- tenet:end", `- ${WISH} <!-- ${OWN} -->\n<!-- tenet:end`);
  const marks = `status: promoted\npromoted_to: SOUL.md\npromoted_in: ${pending.slice(16, -3)}`;
  await change(box, CORRECTIONS, "status: active", marks);
}

interface Plan {
  name: string;
  /** In `curated` no version waits before a person has reviewed what it rests on. */
  modes: readonly Mode[];
  act(box: Sandbox): Promise<unknown>;
  /** What the comparison with the base names. */
  named: readonly string[];
}

const RULE_IN = `rule-in ${OWN}`;

const PLANS: readonly Plan[] = [
  {
    name: "says in a version that a person typed it",
    modes: ["approval"],
    act: (box) => letIn(box, "by: bridget, how: typed"),
    named: [RULE_IN],
  },
  {
    name: "says in a version that a person merged it",
    modes: ["approval"],
    act: async (box) =>
      await letIn(box, `by: bridget, how: merge, commit: ${(await box.git("rev-parse", "HEAD")).trim()}`),
    named: [RULE_IN],
  },
  {
    name: "says in a version that the mode let it in",
    modes: ["approval"],
    act: (box) => letIn(box, "by: auto, how: mode"),
    named: [RULE_IN],
  },
  {
    name: "lists itself as owner, then decides",
    modes: ["approval"],
    async act(box) {
      await change(box, "tenet.yaml", "role: owner}", "role: owner}\n  - {name: main, role: owner}");
      await letIn(box, "by: main, how: typed");
    },
    named: ["setting people", RULE_IN],
  },
  {
    name: "switches the mode, digests, and switches it back",
    modes: ["approval", "curated"],
    async act(box) {
      await change(box, "tenet.yaml", /apply_mode: \w+/, "apply_mode: auto");
      await box.write(CORRECTIONS, corrections(heldRecord(OWN, WISH)));
      await box.git("commit", "-qam", "mine");
      await tenet(box, "digest");
      await box.git("checkout", "-q", "HEAD~1", "--", "tenet.yaml");
      await tenet(box, "digest");
    },
    named: [],
  },
  {
    name: "floods the file until a person's rule has no room",
    modes: ["auto"],
    async act(box) {
      const words = "ahead behind copper dusk ember fjord grain harbor ivory jasper kelp lemon".split(" ");
      const many = words.map((word, at) =>
        heldRecord(`COR-20260201-N${String(at).padStart(4, "0")}`, `Check the ${word} twice before a release`),
      );
      await box.write(CORRECTIONS, corrections(...many));
      await tenet(box, "digest");
    },
    named: [],
  },
];

const rulesIn = async (box: Sandbox): Promise<string[]> => {
  const { layers } = (await box.run(["context", "--json"])).json().data;
  const rules = layers.find(({ name }: { name: string }) => name === "rules")?.items ?? [];
  return rules.map(({ text }: { text: string }) => text);
};

// Each in one mode in `npm test`.
const CASES = PLANS.flatMap(({ modes, ...plan }) =>
  (PROOF ? modes : modes.slice(0, 1)).map((mode) => ({ mode, ...plan })),
);

describe("a program", () => {
  it.each(CASES)("in $mode that $name", async ({ mode, act, named }) => {
    const box = await team(mode);
    await act(box);
    const hold = async () => {
      const rules = await rulesIn(box);
      expect(rules).toContain(PERSONS_RULE);
      expect(rules).not.toContain(WISH);
    };
    await hold();
    await box.git("add", "-A");
    await box.git("commit", "-q", "-m", "work");
    await hold();
    const { differences } = (await box.run(["verify", "--base", "origin/main", "--json"])).json().data;
    const kinds = differences.map(({ kind, subject }: Record<string, string>) => `${kind} ${subject}`);
    expect(kinds).toEqual(expect.arrayContaining([...named]));
  });
});
