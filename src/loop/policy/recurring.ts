/** Finds entities that recur in run after run of approved reflexions, without a correction about them. Pure. */
import { foldedEntity } from "../../capture/policy/shared-words.js";

/** Runs with an entity before it is reported. */
export const RUNS = 3;

/** The fields used here of an approved, live reflexion. */
export interface Reflected {
  id: string;
  timestamp: string;
  entities?: readonly string[] | undefined;
  run?: string | undefined;
  /** How many times it was repeated in the same words: each time by another run, or outside runs. */
  seen?: number | undefined;
}

/** An entity with the reflexions about it, the oldest first. */
export interface Recurring {
  entity: string;
  ids: string[];
  runs: number;
  since: string;
}

/**
 * Entities in at least {@link RUNS} runs; `reflexions` in the order of their making. `said`: reflexions that a correction
 * was made of; it covers the earlier ones about the same entity.
 */
export function recurringEntities(reflexions: readonly Reflected[], coveredIds: ReadonlySet<string>): Recurring[] {
  const byEntity = new Map<string, { entity: string; about: Reflected[] }>();
  for (const one of reflexions) {
    for (const entity of one.entities ?? []) {
      const key = foldedEntity(entity);
      const group = byEntity.get(key) ?? { entity, about: [] };
      if (!group.about.includes(one)) group.about.push(one);
      if (coveredIds.has(one.id)) group.about = [];
      byEntity.set(key, group);
    }
  }
  return [...byEntity.values()].flatMap(({ entity, about }): Recurring[] => {
    const runs = runsOf(about);
    const [first] = about;
    if (runs < RUNS || first === undefined) return [];
    return [{ entity, ids: about.map(({ id }) => id), runs, since: first.timestamp }];
  });
}

/** Counts runs: several reflexions of one run once, each one without a run by itself. */
function runsOf(reflexions: readonly Reflected[]): number {
  const again = reflexions.reduce((sum, { seen = 0 }) => sum + seen, 0);
  return new Set(reflexions.map(({ run, id }) => run ?? id)).size + again;
}
