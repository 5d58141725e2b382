/** What an insight or a memory holds once another one was joined to it. Pure. */
import { claimOf, type Insight, type Memory, type Patch } from "../entry/entry.js";
import { defined } from "../text/defined.js";

type History = NonNullable<Insight["evolution"]>;

/** The history of the kept record with the other one's words in it, and the claim it is known by from now on. */
export function joinedWords(kept: Insight | Memory, absorbed: Insight | Memory, takesWording: boolean): Patch {
  const { timestamp: at, agent, source, origin, session } = absorbed;
  const evidence = absorbed.type === "insight" ? absorbed.evidence : undefined;
  const brought = { at, evidence, agent, source, origin, session, of: absorbed.id };
  const inOrder = (items: History) => [...items].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const known = kept.evolution ?? [];
  if (kept.type === "insight") {
    const wording = takesWording ? { claim: true } : { restated: true };
    const item = defined({ ...brought, text: claimOf(absorbed), ...wording }) as History[number];
    const own = (absorbed.evolution ?? []).map((one) => ({ ...one, of: absorbed.id }));
    return { evolution: inOrder([...known, ...own, item]) };
  }
  // A memory is known by its content: the wording that it gives up is what its history keeps.
  const text = takesWording ? kept.content : claimOf(absorbed);
  const item = defined({ ...brought, text, restated: true }) as History[number];
  return { evolution: inOrder([...known, item]), ...(takesWording ? { content: claimOf(absorbed) } : {}) };
}

/** What was counted on either. */
export function sums(kept: Insight | Memory, absorbed: Insight | Memory): Patch {
  const seen = (kept.seen ?? 0) + (absorbed.seen ?? 0);
  const seen_by = [...(kept.seen_by ?? []), ...(absorbed.seen_by ?? [])];
  const uses = [...(kept.uses ?? []), ...(absorbed.uses ?? [])];
  return {
    ...(seen === 0 ? {} : { seen }),
    ...(seen_by.length === 0 ? {} : { seen_by }),
    ...(uses.length === 0 ? {} : { uses }),
  };
}
