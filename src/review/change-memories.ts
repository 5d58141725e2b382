/** Stores a new version of a memory. Called by the tool `manage_memory`. */

import type { Captured } from "../capture/capture-schemas.js";
import { remember } from "../capture/record.js";
import type { Context } from "../context.js";
import type { Memory } from "../entry/entry.js";
import { isLive } from "../entry/gates/visible.js";
import { wrongUsage } from "../errors.js";
import { sameFiles } from "../recall/policy/same-key.js";
import { next } from "../steps.js";
import { GROUP_NAME, groupOf } from "../store/contacts/fact-groups.js";
import { memoryNamed } from "../store/home.js";
import type { Row } from "../store/open-store.js";
import { canonicalClaim } from "../text/claims/canonical.js";
import { defined } from "../text/defined.js";

export interface UpdateMemoryInput {
  ref: string;
  /** Absent: the words stay. */
  content?: string | undefined;
  category?: string | undefined;
  source?: string | undefined;
  key?: string | undefined;
  confidence?: number | string | undefined;
  /** The group it moves to. */
  group?: string | undefined;
  /** The files it holds for; empty: everywhere. */
  paths?: readonly string[] | undefined;
}

/**
 * Stores a new version of a memory, which supersedes the old one and keeps its category, scope, key and group. The old
 * record stays out of use, also when the new version is forgotten.
 */
export async function updateMemory(ctx: Context, input: UpdateMemoryInput): Promise<Captured> {
  const { home, tree, id } = await memoryNamed(ctx, input.ref, next("Change what it says:", "edit", { id: input.ref }));
  const { file, line, ...held } = await tree.one(id);
  const entry = held.entry as Memory;
  if (input.paths !== undefined && !sameFiles(entry, input)) {
    // The files are changed first: a version for other files would become an exception to this one.
    const { edit } = await import("./edit/edit.js");
    await edit(ctx, { id, fields: { paths: input.paths.length === 0 ? "" : input.paths } });
    const updated = await updateMemory(ctx, { ...input, paths: undefined });
    return updated.decision === "known" ? { ...updated, decision: "evolved", because: [BOUND_ANEW] } : updated;
  }
  refuseEnded(tree.resolve(id));
  const content = input.content ?? entry.content;
  const group = groupOf(file);
  if (saysNothingNew(entry, { ...input, content }) && (input.group ?? group) === group) {
    const { category, confidence, content: text } = entry;
    const because = [`${id} says exactly this; nothing was written.`];
    return { decision: "known", type: "memory", id, file, line, text, category, confidence, because, asks: [] };
  }
  const { scope, tags, paths, domain, context, basis, confidence } = entry;
  // Confidence and basis belong to the wording, so new words do not inherit them.
  const isSaidOfThese = input.source === undefined && canonicalClaim(content) === canonicalClaim(entry.content);
  return await remember(scope === "user" ? ctx : home, {
    content,
    category: input.category ?? entry.category,
    source: input.source,
    scope: scope ?? "project",
    ...(isSaidOfThese ? { basis, confidence } : {}),
    ...defined({ confidence: input.confidence }),
    key: input.key ?? entry.key,
    group: input.group ?? (GROUP_NAME.test(group) ? group : undefined),
    tags,
    paths,
    domain,
    context,
    replaces: [id],
  });
}

const BOUND_ANEW = "Its words stay; the files it holds for changed.";

function saysNothingNew(
  entry: Memory,
  { content, category, key, source, confidence }: UpdateMemoryInput & { content: string },
): boolean {
  const same = (stated: string | undefined, known: string | undefined) => stated === undefined || stated === known;
  return (
    canonicalClaim(entry.content) === canonicalClaim(content) &&
    same(category, entry.category) &&
    same(key, entry.key) &&
    same(source, entry.basis) &&
    (confidence === undefined || Number(confidence) === entry.confidence)
  );
}

function refuseEnded(row: Row): void {
  const { id, superseded_by } = row;
  if (isLive(row)) return;
  const why = superseded_by === undefined ? "" : `: ${superseded_by} took its place`;
  throw wrongUsage(
    `${id} no longer counts${why}`,
    next("See what holds:", "show", { id: superseded_by ?? id }),
    "not-live",
  );
}
