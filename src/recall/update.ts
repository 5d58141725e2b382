/** `tenet memories update`: a new version of what is remembered. */

import type { Captured } from "../capture/capture-schemas.js";
import { GROUP_NAME } from "../capture/policy/memories.js";
import { remember } from "../capture/record.js";
import type { Context } from "../context.js";
import { isLive, type Memory } from "../entry/entry.js";
import { TenetError } from "../errors.js";
import { canonicalClaim } from "../guard/canonical.js";
import { groupOf } from "../store/fact-groups.js";
import { contextHolding } from "./home.js";

export interface UpdateMemoryInput {
  ref: string;
  content: string;
  category?: string | undefined;
  source?: string | undefined;
  key?: string | undefined;
}

/**
 * Remembers the new words in the place of the known ones: a record of its own that supersedes the other, with its
 * category, scope, key and group. The old words stay where they are; forgetting the new version brings them back.
 */
export async function updateMemory(ctx: Context, input: UpdateMemoryInput): Promise<Captured> {
  const { home, tree, id } = await contextHolding(ctx, input.ref, { writing: true });
  const { entry, file, line } = await tree.one(id);
  if (entry.type !== "memory") {
    throw new TenetError(`${id} is no memory, but ${entry.type === "insight" ? "an" : "a"} ${entry.type}`, {
      failure: "usage",
      code: "no-memory",
      hint: `Change what it says: tenet edit ${id}`,
    });
  }
  refuseEnded(entry);
  if (saysNothingNew(entry, input)) {
    const because = [`${id} says exactly this; nothing was written.`];
    const { category, confidence } = entry;
    const place = { id, file, line };
    return {
      decision: "skipped",
      type: "memory",
      ...place,
      text: entry.content,
      category,
      confidence,
      because,
      neighbours: [],
    };
  }
  const { scope, tags, domain, context } = entry;
  const group = groupOf(file);
  return await remember(scope === "user" ? ctx : home, {
    content: input.content,
    category: input.category ?? entry.category,
    source: input.source,
    scope,
    key: input.key ?? entry.key,
    group: GROUP_NAME.test(group) ? group : undefined,
    tags,
    domain,
    context,
    supersedes: [id],
  });
}

function saysNothingNew(entry: Memory, { content, category, key, source }: UpdateMemoryInput): boolean {
  const same = (stated: string | undefined, known: string | undefined) => stated === undefined || stated === known;
  return (
    canonicalClaim(entry.content) === canonicalClaim(content) &&
    same(category, entry.category) &&
    same(key, entry.key) &&
    same(source, entry.basis)
  );
}

function refuseEnded({ id, status, superseded_by, ...entry }: Memory): void {
  if (isLive({ status, ...(entry.review === undefined ? {} : { review: entry.review }) })) return;
  throw new TenetError(
    `${id} no longer counts${superseded_by === undefined ? "" : `: ${superseded_by} took its place`}`,
    {
      failure: "usage",
      code: "not-live",
      hint:
        superseded_by === undefined ? `See what became of it: tenet show ${id}` : `Update ${superseded_by} instead.`,
    },
  );
}
