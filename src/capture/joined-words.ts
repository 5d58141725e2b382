/** The fields of an insight or memory after another one is joined to it. Called by `answer-pair.ts`. Pure. */
import { claimOf, type Insight, type Memory, type Patch } from "../entry/entry.js";
import { defined } from "../text/defined.js";

type History = NonNullable<Insight["evolution"]>;

/** The history of the survivor with the absorbed wording in it, and the claim it has from now on. */
export function joinedWords(survivor: Insight | Memory, absorbed: Insight | Memory, takesWording: boolean): Patch {
  const { timestamp: at, agent, source, origin, session } = absorbed;
  const evidence = absorbed.type === "insight" ? absorbed.evidence : undefined;
  const broughtFields = { at, evidence, agent, source, origin, session, of: absorbed.id };
  const inOrder = (items: History) => [...items].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const earlierItems = survivor.evolution ?? [];
  if (survivor.type === "insight") {
    const otherwise = takesWording ? {} : { restated: true };
    const wording = takesWording ? { claim: true } : otherwise;
    const item = defined({ ...broughtFields, text: claimOf(absorbed), ...wording }) as History[number];
    const absorbedItems = (absorbed.evolution ?? []).map((one) => ({ ...one, ...otherwise, of: absorbed.id }));
    return { evolution: inOrder([...earlierItems, ...absorbedItems, item]) };
  }
  // A memory is known by its content, so its history keeps the wording it gives up.
  const text = takesWording ? survivor.content : claimOf(absorbed);
  const item = defined({ ...broughtFields, text, restated: true }) as History[number];
  return { evolution: inOrder([...earlierItems, item]), ...(takesWording ? { content: claimOf(absorbed) } : {}) };
}

/** The sums of both entries' counters. */
export function sums(survivor: Insight | Memory, absorbed: Insight | Memory): Patch {
  const seen = (survivor.seen ?? 0) + (absorbed.seen ?? 0);
  const seen_by = [...(survivor.seen_by ?? []), ...(absorbed.seen_by ?? [])];
  const uses = [...(survivor.uses ?? []), ...(absorbed.uses ?? [])];
  return {
    ...(seen === 0 ? {} : { seen }),
    ...(seen_by.length === 0 ? {} : { seen_by }),
    ...(uses.length === 0 ? {} : { uses }),
  };
}
