/** What comes up in run after run: an entity with so many approved reflexions is a lesson that nobody has said yet. Pure. */
import { foldedEntity } from "../../../entry/near/shared-words.js";

/** Runs in which an entity has come up before somebody is told. */
export const RUNS = 3;

/** An approved, live reflexion, as far as it is asked here. */
export interface Reflected {
  id: string;
  timestamp: string;
  entities?: readonly string[] | undefined;
  run?: string | undefined;
  /** How often it was said again in the same words: each time by another run, or by none. */
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
 * Entities that came up in at least {@link RUNS} runs, of reflexions in the order in which they were made. `said`: those
 * that a correction was made of; with one of them, what came up before it is said as well.
 */
export function recurringEntities(reflexions: readonly Reflected[], said: ReadonlySet<string>): Recurring[] {
  const byEntity = new Map<string, { entity: string; about: Reflected[] }>();
  for (const one of reflexions) {
    for (const entity of one.entities ?? []) {
      const key = foldedEntity(entity);
      const known = byEntity.get(key) ?? { entity, about: [] };
      if (!known.about.includes(one)) known.about.push(one);
      if (said.has(one.id)) known.about = [];
      byEntity.set(key, known);
    }
  }
  return [...byEntity.values()].flatMap(({ entity, about }): Recurring[] => {
    const runs = runsOf(about);
    const [first] = about;
    if (runs < RUNS || first === undefined) return [];
    return [{ entity, ids: about.map(({ id }) => id), runs, since: first.timestamp }];
  });
}

/** Several of one run are one time; what names no run stands for one of its own. */
function runsOf(about: readonly Reflected[]): number {
  const again = about.reduce((sum, { seen = 0 }) => sum + seen, 0);
  return new Set(about.map(({ run, id }) => run ?? id)).size + again;
}
