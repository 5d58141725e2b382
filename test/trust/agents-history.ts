/** A repository in which an agent has changed what an owner said and set, and what the commands say of it. */
import { emptyRepository } from "../empty-repository.js";
import { copyOf, type Sandbox, sandbox } from "../sandbox.js";

const OWNERS = "COR-20260201-W0001";
export const CORRECTIONS = "memory/learning/corrections/2026-02-01.md";
const PROFILE =
  "schema: 1\nagent: sybil\ntimezone: UTC\nembedding: {model: ./none, dtype: q8}\napply_mode: approval\npeople:\n  - {name: bridget, role: owner, emails: [bridget@example.invalid]}\n";
const LISTED = `${PROFILE}  - {name: sybil, role: owner, emails: [sybil@example.invalid]}\n`;

const record = (id: string, to: string, tier = "owner") =>
  `## ${id} · x\n\`\`\`yaml\ntype: correction\nid: ${id}\ntimestamp: 2026-02-01T09:00:00Z\nagent: sybil\nsource: bridget\ntier: ${tier}\nprior_belief: "Prices are gross"\ncorrected_to: "${to}"\nbehavioral_change: "State net prices"\nstakes: medium\nat_risk: "A release"\nstatus: active\n\`\`\`\n\n`;
const day = (...records: string[]) =>
  `---\ntype: corrections\ndate: 2026-02-01\n---\n# corrections · 2026-02-01\n\n${records.join("")}`;

export const as = (name: string, email = `${name}@example.invalid`) => [
  "-c",
  `user.name=${name}`,
  "-c",
  `user.email=${email}`,
];

async function commit(box: Sandbox, name: string, message = "state", email?: string): Promise<string> {
  await box.git("add", "-A");
  await box.git(...as(name, email), "commit", "-q", "--allow-empty", "-m", message);
  return (await box.git("rev-parse", "HEAD")).trim();
}

let team: Promise<Sandbox> | undefined;

/** An owner's words and settings; then an agent that changes both, takes a record, and edits once more uncommitted. */
export async function world(): Promise<Sandbox> {
  team ??= makeTeam();
  return copyOf(await team);
}

async function makeTeam(): Promise<Sandbox> {
  const box = await sandbox({ empty: true, now: "2026-02-09T09:00:00Z" });
  emptyRepository(box.dir);
  await box.write("tenet.yaml", PROFILE);
  await box.write(".gitignore", ".tenet/\nmemory/learning/index.md\n");
  await box.write(
    "SOUL.md",
    "# Soul\n\n<!-- tenet:begin rules -->\n## Learned\n\n- Never push to main\n<!-- tenet:end rules -->\n",
  );
  const own = record("COR-20260201-M0003", "Prices are in euros", "self");
  await box.write(CORRECTIONS, day(record(OWNERS, "Prices are net"), record("COR-20260201-N0002", "Say net"), own));
  await box.run(["digest"]);
  const base = await commit(box, "bridget", "start");
  await box.git("update-ref", "refs/remotes/origin/main", base);
  await box.write("tenet.yaml", LISTED);
  await box.write(CORRECTIONS, day(record(OWNERS, "Prices are gross"), record("COR-20260201-N0002", "Say net")));
  await commit(box, "sybil", "mine");
  await box.write(CORRECTIONS, day(record(OWNERS, "Prices are gross"), record("COR-20260201-N0002", "Say gross")));
  return box;
}

/** What the commands say of this repository, without times and ids that differ by run. */
export async function told(box: Sandbox, cwd = box.dir, base = "origin/main") {
  const asked = [["verify"], ["verify", "--base", base], ["why", "SOUL.md:6"], ["why", OWNERS]];
  const answers = [];
  for (const args of asked) {
    const ran = await box.run([...args, "--json"], { cwd });
    answers.push({ code: ran.code, data: ran.json().data ?? ran.json() });
  }
  return answers;
}
export type Told = Awaited<ReturnType<typeof told>>;

let known: Promise<Told> | undefined;
export const expected = () => (known ??= world().then((box) => told(box)));

export const codesOf = (answer: Told[number] | undefined): string[] =>
  answer?.data.differences.map(({ kind, subject }: Record<string, string>) => `${kind} ${subject}`);

/** What the agent committed. */
export const SEEN = ["setting people", "words-changed COR-20260201-W0001", "record-removed COR-20260201-M0003"];
