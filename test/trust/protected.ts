import { expect } from "vitest";
import type { Context } from "../../src/context.js";
import { list } from "../../src/recall/list.js";
import { readSettings } from "../../src/store/base/settings-in-force.js";
import { Workspace } from "../../src/store/workspace.js";
import { emptyRepository } from "../empty-repository.js";
import { context } from "../operations.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { testWorld } from "../store/workspace.js";

/** A workspace whose base names itself. */
export const PROTECTED_PROFILE =
  "schema: 1\nagent: main\ntimezone: UTC\nembedding: {model: ./none}\napply_mode: approval\npeople:\n  - {name: bridget, role: owner}\ntrust:\n  base: origin/main\n";

/** A repository whose remote's `main` is where its own is: what people merged, with no remote behind it. */
export async function based(
  files: Readonly<Record<string, string>> = {},
  profile = PROTECTED_PROFILE,
): Promise<Sandbox> {
  const box = await sandbox({ empty: true });
  emptyRepository(box.dir);
  const ignored = ".tenet/\nmemory/learning/index.md\n";
  for (const [name, text] of Object.entries({ "tenet.yaml": profile, ".gitignore": ignored, ...files }))
    await box.write(name, text);
  await letIn(box);
  return box;
}

/** People merge everything that is there. */
export async function letIn(box: Sandbox): Promise<void> {
  await box.git("add", "-A");
  const bridget = ["-c", "user.name=bridget", "-c", "user.email=bridget@example.invalid"];
  await box.git(...bridget, "commit", "-q", "--allow-empty", "-m", "by a person");
  const branch = (await box.read(".git/HEAD")).slice("ref: ".length).trim();
  await box.write(".git/refs/remotes/origin/main", await box.read(`.git/${branch}`));
  await box.write(".git/refs/remotes/origin/HEAD", "ref: refs/remotes/origin/main\n");
}

/** What operations get in a folder: its settings in force, and what was warned of. */
export async function contextAt({ dir }: Pick<Sandbox, "dir">): Promise<Context & { warnings: string[] }> {
  const world = testWorld();
  const workspace = new Workspace(dir);
  const actor = { ...world.actor, session: "adhoc-main-2026-02-15" };
  return { ...world, workspace, actor, ...(await readSettings(workspace, world.warn)) };
}

/** An entry as `list` has it; undefined where it has none. */
export async function listed(box: Sandbox, id: string) {
  const { entries } = await list(await contextAt(box), { status: "all", limit: 50 });
  return entries.find((one) => one.id === id);
}

/** Rules as a session is told them, and how many more are said not to be merged. */
export async function rulesTold(box: Sandbox): Promise<{ rules: string[]; unmerged: number }> {
  const { layers, says } = await context(await contextAt(box));
  const rules = layers.find(({ name }) => name === "rules")?.items ?? [];
  const waiting = says.find((one) => one.includes("not printed: not merged"));
  return { rules: rules.map(({ text }) => text), unmerged: Number.parseInt(waiting ?? "0", 10) };
}

/** Replaces a text that a file holds. */
export async function change(box: Sandbox, file: string, from: string | RegExp, to: string): Promise<void> {
  const text = await box.read(file);
  expect(text).toMatch(from);
  await box.write(file, text.replace(from, to));
}

/** A correction of `bridget`'s in a day's file of its own. `id` such as `COR-20260201-W0001`. */
export function ownersRecord(id: string, claim: string, more = ""): readonly [file: string, text: string] {
  const day = `${id.slice(4, 8)}-${id.slice(8, 10)}-${id.slice(10, 12)}`;
  const record = `## ${id} · x\n\`\`\`yaml\ntype: correction\nid: ${id}\ntimestamp: ${day}T09:00:00Z\nagent: main\nsource: bridget\ntier: owner\nprior_belief: "It was otherwise"\ncorrected_to: "${claim}"\nbehavioral_change: "${claim}"\nstakes: medium\nat_risk: "A release"\nstatus: active\n${more}\`\`\`\n\n`;
  return [
    `memory/learning/corrections/${day}.md`,
    `---\ntype: corrections\ndate: ${day}\n---\n# corrections · ${day}\n\n${record}`,
  ];
}
