/** What a new entry is compared with, level with the tree under the lock. */
import type { Candidate } from "../entry/bands.js";
import { type Entry, isLive, templateOf } from "../entry/entry.js";
import { claimHash } from "../guard/canonical.js";
import type { Change } from "../store/change.js";
import { type JudgementInput, worthComparing } from "./policy/neighbours.js";
import type { PreparedDraft } from "./prepare.js";

export interface Comparison extends JudgementInput {
  /** Why novelty is less than certain, for the record; absent when it is not. */
  novelty: "partial" | "unchecked" | undefined;
  /** Similarity of two plain texts by their words, under the tree's own word frequencies. */
  lex: (a: string, b: string) => number;
}

/**
 * Candidates found outside the lock, as they are now, and whatever another writer or an earlier entry of the same
 * change added since. `claims` are the texts whose canonical equals count; `named` are the entries about which the author
 * says something, which are not judged again.
 */
export async function compareWithKnown(
  change: Change,
  prepared: PreparedDraft,
  claims: string[],
  named: ReadonlySet<string>,
): Promise<Comparison> {
  const { neighbourhood, search } = prepared;
  const candidates: Candidate[] = [];
  const near = neighbourhood.candidates.filter(({ id }) => change.head(id) !== undefined);
  // Loading an entry costs more than comparing it: those that no rule can speak of stay where they are.
  const sameType = ({ id }: { id: string }) => change.head(id)?.type === prepared.type;
  for (const { id, similarity, lexical } of worthComparing(near, neighbourhood.bands, sameType)) {
    candidates.push({ entry: await change.entry(id), lexical, ...(similarity === undefined ? {} : { similarity }) });
  }
  let unseen = false;
  for (const head of change.headsSince(prepared.seen)) {
    if (!isLive(head) || !(await prepared.isShown(head))) continue;
    const entry = await change.entry(head.id);
    const template = templateOf(entry);
    const similarity = search.similarity(prepared.template, template);
    const lexical = search.lex(prepared.template, template);
    unseen ||= similarity === undefined;
    candidates.push({ entry, lexical, ...(similarity === undefined ? {} : { similarity }) });
  }
  const sameClaim: Entry[] = [];
  for (const head of change.claiming(new Set(claims.map(claimHash)))) {
    if (head.status !== "forgotten" && (await prepared.isShown(head))) sameClaim.push(await change.entry(head.id));
  }
  return {
    candidates: candidates.filter(({ entry }) => !named.has(entry.id)),
    sameClaim: sameClaim.filter(({ id }) => !named.has(id)),
    bands: neighbourhood.bands,
    maxLinks: prepared.maxLinks,
    // What another process wrote a moment ago has no vector here: compared by its words, and looked at again.
    novelty: neighbourhood.novelty !== "checked" ? neighbourhood.novelty : unseen ? "partial" : undefined,
    lex: search.lex,
  };
}

/** What a record says when it could not be compared as it should: `tenet index` looks at it again. */
export function noveltyField(novelty: Comparison["novelty"]): { novelty?: string } {
  return novelty === undefined ? {} : { novelty };
}
