/** Stores a new version of a memory, and forgets memories. Called by the tool `manage_memory`; forgetting also by the command. */

import type { Captured } from "../capture/capture-schemas.js";
import { remember } from "../capture/record.js";
import type { Context } from "../context.js";
import { type Memory, refOf } from "../entry/entry.js";
import { isLive } from "../entry/gates/visible.js";
import { sameFiles } from "../entry/holds/holds-in.js";
import { GROUP_NAME } from "../entry/memory-groups.js";
import { aOrAn } from "../entry/record-types.js";
import { wrongUsage } from "../errors.js";
import type { Forgotten } from "../forget/forget-schemas.js";
import type { ForgottenMemories } from "../recall/recall-schemas.js";
import { next } from "../steps.js";
import { isFact } from "../store/contacts/asked-facts.js";
import { groupOf } from "../store/contacts/fact-groups.js";
import { contextHolding, memoryTrees } from "../store/home.js";
import { requirePerson } from "../store/profile/people-only.js";
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
  const { home, tree, id } = await contextHolding(ctx, input.ref, { writing: true });
  const { entry, file, line } = await tree.one(id);
  if (input.paths !== undefined && !sameFiles(entry, input)) {
    // The files are changed first: a version for other files would become an exception to this one.
    const { edit } = await import("./edit/edit.js");
    await edit(ctx, { id, fields: { paths: input.paths.length === 0 ? "" : input.paths } });
    const updated = await updateMemory(ctx, { ...input, paths: undefined });
    return updated.decision === "known" ? { ...updated, decision: "evolved", because: [BOUND_ANEW] } : updated;
  }
  if (entry.type !== "memory") {
    throw wrongUsage(
      `${id} is no memory, but ${aOrAn(entry.type)}`,
      next("Change what it says:", "edit", { id }),
      "no-memory",
    );
  }
  refuseEnded(entry);
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
    supersedes: [id],
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

function refuseEnded({ id, status, superseded_by, review }: Memory): void {
  if (isLive(defined({ status, review }))) return;
  const why = superseded_by === undefined ? "" : `: ${superseded_by} took its place`;
  throw wrongUsage(
    `${id} no longer counts${why}`,
    next("See what holds:", "show", { id: superseded_by ?? id }),
    "not-live",
  );
}

export interface ForgetMemoriesInput {
  refs: readonly string[];
  /**
   * All memories that the reader can see, in both trees, or the facts about the named contact. Restricted to `scope`
   * when one is stated.
   */
  all?: boolean;
  scope?: string | undefined;
  reason?: string | undefined;
  dryRun?: boolean;
  /** A person typed the required word. */
  confirmed?: boolean;
}

const EVERYTHING = "forgetting all memories";
const INSTEAD = next("Forget single ones by their ids. They are listed by:", "list", { type: "memory" });

/** `forget` of `forget/forget.ts`, passed in by the doors. */
type ForgetEntries = (
  home: Context,
  input: { refs: string[]; taking: "forget"; reason?: string | undefined; dryRun: boolean; confirmed: boolean },
) => Promise<Forgotten>;

/** Forgets memories, each in its own tree. Forgetting all is for people. */
export async function forgetMemories(
  ctx: Context,
  input: ForgetMemoriesInput,
  forget: ForgetEntries,
): Promise<ForgottenMemories> {
  const { all = false, dryRun = false } = input;
  if (all === input.refs.length > 0) {
    throw wrongUsage(all ? "name memories, or --all, not both" : "nothing says what to forget", INSTEAD);
  }
  if (all && !dryRun) requirePerson(ctx, EVERYTHING, input.confirmed === true, INSTEAD);
  const parts = all ? await allMemories(ctx, input.scope) : await namedMemories(ctx, input.refs);
  const answers: Forgotten[] = [];
  for (const [home, refs] of parts) {
    const { reason, confirmed = false } = input;
    answers.push(await forget(home, { refs, taking: "forget", reason, dryRun, confirmed }));
  }
  const entries = answers.flatMap((answer) => answer.entries);
  const needs = all && dryRun ? EVERYTHING : answers.find((answer) => answer.needs_person !== undefined)?.needs_person;
  return {
    decision: entries.length === 0 ? "unchanged" : "forgotten",
    dry_run: dryRun,
    entries,
    next: next("It can be taken back:", "forget", { refs: entries.map(({ id }) => refOf(id)), restore: true }),
    others: answers.flatMap(({ others }) => others),
    ...(needs === undefined || entries.length === 0 ? {} : { needs_person: needs }),
  };
}

async function allMemories(ctx: Context, scope: string | undefined): Promise<Map<Context, string[]>> {
  const parts = new Map<Context, string[]>();
  for (const { ctx: home, tree } of await memoryTrees(ctx)) {
    const ids = tree
      .where({ type: "memory" })
      .filter((head) => isLive(head) && (ctx.actor.contact === undefined || isFact(head)))
      .filter((head) => scope === undefined || (head.scope ?? "project") === scope)
      .map(({ id }) => id);
    if (ids.length > 0) parts.set(home, ids);
  }
  return parts;
}

async function namedMemories(ctx: Context, refs: readonly string[]): Promise<Map<Context, string[]>> {
  const parts = new Map<Context, string[]>();
  for (const ref of refs) {
    const { home, tree, id } = await contextHolding(ctx, ref, { writing: true });
    const { type } = tree.resolve(id);
    if (type !== "memory") {
      throw wrongUsage(
        `${id} is no memory, but ${aOrAn(type)}`,
        next("Other entries are forgotten with:", "forget", { refs: ["<id>"] }),
        "no-memory",
      );
    }
    parts.set(home, [...(parts.get(home) ?? []), id]);
  }
  return parts;
}
