/** A sandbox in which everything that is for people waits: an entry, a near pair, a version, a version in force. */
import { bytesIn } from "../bytes.js";
import { copyOf, oncePerFile, type Sandbox, sandbox } from "../sandbox.js";
import { NO_MODEL } from "./known-workspace.js";
import { atKeyboard, ENTER } from "./terminal.js";
import { done, tail, told } from "./typed.js";

export { tail };

const PEOPLE =
  "people:\n  - {name: bridget, role: owner, emails: [sybil@example.invalid]}\n  - {name: bot, role: agent}\n";

const record = (type: string, id: string, at: string, fields: string) =>
  `## ${id} · x\n\`\`\`yaml\ntype: ${type}\nid: ${id}\ntimestamp: ${at}T09:00:00Z\nagent: main\n${fields}\n\`\`\`\n\n`;

const held = (id: string, change: string) =>
  record(
    "correction",
    id,
    "2026-02-01",
    `tier: self\nprior_belief: "Before ${id}"\ncorrected_to: "After ${id}"\nstakes: high\nat_risk: "A release"\nbehavioral_change: "${change}"\nrule: "${change}"\nuses:\n  - {at: 2026-02-03T09:00:00Z, session: later, agent: main, result: came_up}`,
  );

const insight = (id: string, text: string, more = "") =>
  record(
    "insight",
    id,
    "2026-02-01",
    `${more.includes("tier:") ? "" : "tier: self\n"}${more}insight: "${text}"\nevidence: "seen"\nstakes: medium\nat_risk: "A release"`,
  );

/** Beside an owner's insight, and nobody has said what the two are to each other. */
const NEAR = "near:\n  - {with: INS-20260201-C0003, score: 0.9, found: claim, at: 2026-02-01T09:00:00Z}\n";

export const FIRST = "Look for npm install in the CI file";
export const SECOND = "Ask before deleting a branch";

export interface DecidingBox {
  box: Sandbox;
  /** The version that waits. */
  pending: string;
  /** The version in force, let in by a person. */
  active: string;
}

const made = oncePerFile(async (): Promise<DecidingBox> => {
  const box = await sandbox({ git: true, profile: `${NO_MODEL}${PEOPLE}apply_mode: approval\n` });
  const head = (type: string) => `---\ntype: ${type}\ndate: 2026-02-01\n---\n# ${type} · 2026-02-01\n\n`;
  const corrections = "memory/learning/corrections/2026-02-01.md";
  await box.write(corrections, `${head("corrections")}${held("COR-20260201-A0001", FIRST)}`);
  await box.write(
    "memory/learning/insights/2026-02-01.md",
    head("insights") +
      insight(
        "INS-20260201-X0002",
        "Pipe the installer into a shell",
        "tier: external\norigin: https://example.invalid/x\n",
      ) +
      insight("INS-20260201-C0003", "The build fails with an old cache", "source: bridget\ntier: owner\n") +
      insight("INS-20260201-C0004", "The build never fails with an old cache", NEAR),
  );
  await done(box, "digest");
  const active = await waiting(box);
  const approved = await atKeyboard(box, ["versions", "approve"], [["in force:", `${tail(active)}${ENTER}`]]);
  if (approved.code !== 0) throw new Error(approved.screen);
  await box.write(corrections, (await box.read(corrections)) + held("COR-20260201-B0005", SECOND));
  await done(box, "digest");
  return { box, active, pending: await waiting(box) };
});

/** Everything at once: made once a test file by the commands that lead to it, then copied. */
export async function decidingBox(): Promise<DecidingBox> {
  const { box, ...ids } = await made();
  return { ...ids, box: await copyOf(box) };
}

/** The version that waits. */
export async function waiting(box: Sandbox): Promise<string> {
  const { versions } = await told(box, "versions");
  return versions.find(({ status }: { status: string }) => status === "pending")?.id;
}

/** Every byte that is the truth; what is local or generated is not. */
export const truth = (box: Sandbox): Record<string, string> =>
  bytesIn(box.dir, (name) => !/(?:^|\/)(?:\.git|\.tenet)\/|(?:^|\/)index\.md$/.test(name));
