/**
 * The core files as a program may read them: without forgotten, withheld or secret text. Called by the MCP server's
 * resources.
 */

import type { Context } from "../context.js";
import { isApproved, isFor, isLive, type Viewer } from "../entry/gates/visible.js";
import { TenetError } from "../errors.js";
import { screenText } from "../screening/screen.js";
import type { Profile } from "../settings.js";
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

/** What each file is for, in the order in which they are listed. */
const PURPOSES: Readonly<Record<keyof Profile["files"], string>> = {
  soul: "who the agent is",
  memory: "what holds here",
  boot: "how to work here",
  heartbeat: "what to look after now and then",
  procedures: "procedures that have proved themselves",
};

/** The files of the profile by name, with their purposes. */
function purposesOf({ files }: Profile): Map<string, string> {
  const purposeOf = new Map<string, string>();
  for (const [role, says] of Object.entries(PURPOSES)) {
    const name = files[role as keyof Profile["files"]];
    const earlierPurpose = purposeOf.get(name);
    purposeOf.set(name, earlierPurpose === undefined ? says : `${earlierPurpose}; ${says}`);
  }
  return purposeOf;
}

export interface CoreFile {
  /** Relative to the workspace. */
  name: string;
  text: string;
  /** Why it is not shown; the text is then empty. */
  trouble?: string;
}

async function textOf(ctx: Pick<Context, "workspace">, name: string): Promise<CoreFile | undefined> {
  const { workspace: ws } = ctx;
  const withTrouble = (trouble: string): CoreFile => ({ name, text: "", trouble: `${name} ${trouble}` });
  let bytes: Uint8Array | undefined;
  try {
    bytes = await readBytes(ws, ws.absolute(name));
  } catch (thrown) {
    if (thrown instanceof TenetError) return withTrouble("cannot be read here");
    throw thrown;
  }
  if (bytes === undefined) return undefined;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return withTrouble("is not valid UTF-8");
  }
  const conflict = conflictLine(text);
  if (conflict !== undefined) return withTrouble(`holds conflict markers (line ${conflict}): settle the merge first`);
  const block = blockIn(text, "rules");
  // A damaged block does not tell which lines are rules.
  if (block.state === "damaged") return withTrouble(`cannot be shown: ${block.message} (line ${block.line})`);
  return { name, text };
}

/** The core files that exist, with their purposes. */
export async function coreFiles(
  ctx: Pick<Context, "workspace" | "profile">,
): Promise<{ name: string; says: string }[]> {
  const files: { name: string; says: string }[] = [];
  for (const [name, says] of purposesOf(ctx.profile)) {
    if ((await textOf(ctx, name)) !== undefined) files.push({ name, says });
  }
  return files;
}

/** Whether an entry's rule may be shown. An unknown id is a person's own line. */
function mayShow(tree: Store, viewer: Viewer, id: string): boolean {
  const head = tree.head(id);
  if (head === undefined) return true;
  // A rule whose entry waits for review stays.
  const waits = head.status === "promoted" && head.review?.state === "needs_review";
  return isLive(head) && (isApproved(head) || waits) && isFor(head, viewer);
}

/** The text without the rules of entries that may not be shown, and without unmerged rules. */
function withoutHidden(text: string, tree: Store, viewer: Viewer, isUnmerged: (line: RuleLine) => boolean): string {
  const block = blockIn(text, "rules");
  if (block.state !== "found") return text;
  const isHidden = (line: RuleLine) => isUnmerged(line) || !line.ids.every((id) => mayShow(tree, viewer, id));
  const rules = rulesIn(block.lines);
  if (!rules.some(isHidden)) return text;
  // An exception to a hidden rule moves out, since beneath another rule its meaning would change.
  const parents = rulesAbove(block.lines, rules).map((at) => rules[at ?? -1]);
  const orphanedRules = parents.flatMap((above, rule) =>
    above && isHidden(above) ? [{ rule, under: undefined }] : [],
  );
  const lines = nestedLines(block.lines, orphanedRules);
  const hiddenRules = rulesIn(lines).filter(isHidden);
  return withLinesOf(
    text,
    block,
    lines.filter((_, at) => !hiddenRules.some(({ from, to }) => from <= at && at < to)),
  );
}

/**
 * One core file as a program may read it; undefined for an unknown name. Left out: rules of entries that are forgotten,
 * withheld, sensitive or another user's, and rules that wait for a merge. Secrets are replaced.
 */
export async function coreFile(ctx: Context, name: string): Promise<CoreFile | undefined> {
  if (!purposesOf(ctx.profile).has(name)) return undefined;
  const file = await textOf(ctx, name);
  if (file === undefined || file.trouble !== undefined) return file;
  const tree = await openStore(ctx);
  const { merged } = await rulesOfBase(ctx, rulePaths(ctx.profile.files, []));
  const facts = { merged, mode: ctx.profile.apply_mode, tierOf: (id: string) => tree.head(id)?.tier };
  const isUnmerged = (line: RuleLine) => waitsForMerge({ ...line, target: name }, facts);
  const visibleText = withoutHidden(file.text, tree, await viewerOf(ctx, [tree]), isUnmerged);
  const { value } = await screenText(visibleText, name, { mode: "redact", bidi: "strip" });
  return { name, text: value };
}
