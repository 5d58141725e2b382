/** The core files as they may be shown to a program: what is forgotten, withheld or secret is not in them. */
import type { Profile } from "../config.js";
import type { Context } from "../context.js";
import { isApproved, isFor, isLive, type Viewer } from "../entry/gates/visible.js";
import { TenetError } from "../errors.js";
import { screenText } from "../screening/screen.js";
import { readBytes } from "../store/files/safe-path.js";
import { openStore, type Store } from "../store/open-store.js";
import { conflictLine } from "../store/records/fences.js";
import { blockIn, withLinesOf } from "../store/records/marked-blocks.js";
import { rulesOfBase } from "../store/rules/base-rules.js";
import { nestedLines } from "../store/rules/nesting.js";
import { rulesAbove, rulesIn } from "../store/rules/policy/block.js";
import { waitsForMerge } from "../store/rules/policy/merged.js";
import { type RuleLine, rulePaths } from "../store/rules/policy/rule.js";
import { viewerOf } from "../store/viewer.js";

/** In the order in which they are listed. */
const PURPOSES: Readonly<Record<keyof Profile["files"], string>> = {
  soul: "who the agent is",
  memory: "what holds here",
  boot: "how to work here",
  heartbeat: "what to look after now and then",
  procedures: "procedures that have proved themselves",
};

/** The files of the profile by name, each with all it is for. */
function purposesOf({ files }: Profile): Map<string, string> {
  const found = new Map<string, string>();
  for (const [role, says] of Object.entries(PURPOSES)) {
    const name = files[role as keyof Profile["files"]];
    const known = found.get(name);
    found.set(name, known === undefined ? says : `${known}; ${says}`);
  }
  return found;
}

export interface CoreFile {
  /** Relative to the workspace. */
  name: string;
  text: string;
  /** Why it is not shown; the text is empty then. */
  trouble?: string;
}

async function textOf(ctx: Pick<Context, "workspace">, name: string): Promise<CoreFile | undefined> {
  const { workspace: ws } = ctx;
  const refused = (trouble: string): CoreFile => ({ name, text: "", trouble: `${name} ${trouble}` });
  let bytes: Uint8Array | undefined;
  try {
    bytes = await readBytes(ws, ws.absolute(name));
  } catch (thrown) {
    if (thrown instanceof TenetError) return refused("cannot be read here");
    throw thrown;
  }
  if (bytes === undefined) return undefined;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return refused("is not valid UTF-8");
  }
  const conflict = conflictLine(text);
  if (conflict !== undefined) return refused(`holds conflict markers (line ${conflict}): settle the merge first`);
  const block = blockIn(text, "rules");
  // Which of its lines are rules, and of which entries, nobody can say then.
  if (block.state === "damaged") return refused(`cannot be shown: ${block.message} (line ${block.line})`);
  return { name, text };
}

/** The core files that exist, with what each is for. */
export async function coreFiles(
  ctx: Pick<Context, "workspace" | "profile">,
): Promise<{ name: string; says: string }[]> {
  const found: { name: string; says: string }[] = [];
  for (const [name, says] of purposesOf(ctx.profile)) {
    if ((await textOf(ctx, name)) !== undefined) found.push({ name, says });
  }
  return found;
}

/** May what an entry says be shown? One that nobody knows is a line of a person's own. */
function mayShow(tree: Store, viewer: Viewer, id: string): boolean {
  const head = tree.head(id);
  if (head === undefined) return true;
  // A rule whose entry waits for review stays.
  const waits = head.status === "promoted" && head.review?.state === "needs_review";
  return isLive(head) && (isApproved(head) || waits) && isFor(head, viewer);
}

/** The text without the rules that speak for an entry which may not be shown, and without those that are not merged. */
function withoutHidden(text: string, tree: Store, viewer: Viewer, isUnmerged: (line: RuleLine) => boolean): string {
  const block = blockIn(text, "rules");
  if (block.state !== "found") return text;
  const isHidden = (line: RuleLine) => isUnmerged(line) || !line.ids.every((id) => mayShow(tree, viewer, id));
  const rules = rulesIn(block.lines);
  if (!rules.some(isHidden)) return text;
  // Beneath another rule an exception to a hidden one would say something else.
  const parents = rulesAbove(block.lines, rules).map((at) => rules[at ?? -1]);
  const alone = parents.flatMap((above, rule) => (above && isHidden(above) ? [{ rule, under: undefined }] : []));
  const lines = nestedLines(block.lines, alone);
  const hidden = rulesIn(lines).filter(isHidden);
  return withLinesOf(
    text,
    block,
    lines.filter((_, at) => !hidden.some(({ from, to }) => from <= at && at < to)),
  );
}

/**
 * One core file as a program may read it; undefined when there is none of that name. Rules that speak for entries which
 * are forgotten, withheld, sensitive or somebody else's are left out, as are those that people have to merge, and secrets are replaced.
 */
export async function coreFile(ctx: Context, name: string): Promise<CoreFile | undefined> {
  if (!purposesOf(ctx.profile).has(name)) return undefined;
  const file = await textOf(ctx, name);
  if (file === undefined || file.trouble !== undefined) return file;
  const tree = await openStore(ctx);
  const { merged } = await rulesOfBase(ctx, rulePaths(ctx.profile.files, []));
  const facts = { merged, mode: ctx.profile.apply_mode, tierOf: (id: string) => tree.head(id)?.tier };
  const isUnmerged = (line: RuleLine) => waitsForMerge({ ...line, target: name }, facts);
  const shown = withoutHidden(file.text, tree, await viewerOf(ctx, [tree]), isUnmerged);
  const { value } = await screenText(shown, name, { mode: "redact", bidi: "strip" });
  return { name, text: value };
}
