/** Whether what a project remembers and what one of its users remembers can both hold. Captures never compare the two. */
import { compareClaims, guardClaim } from "../../guard/change-guard.js";
import { contradiction } from "../../rules/policy/contradiction.js";

/** A memory as it is looked at here; the metadata of an entry has all of it. */
export interface Fact {
  id: string;
  text: string;
  /** Absent: `project`. */
  scope?: string | undefined;
  key?: string | undefined;
}

const isUsers = ({ scope }: Fact): boolean => scope === "user";

/** The guard is silent on what one side merely adds: the same words have to be there. */
function sayTheSame(a: string, b: string): boolean {
  if (compareClaims(a, b).relation !== "silent") return false;
  const within = (some: ReadonlySet<string>, all: ReadonlySet<string>) => [...some].every((key) => all.has(key));
  const wordsOf = (text: string) => new Set(guardClaim(text).tokens.map(({ key }) => key));
  return within(wordsOf(a), wordsOf(b)) || within(wordsOf(b), wordsOf(a));
}

/** One key is one subject: what says something else of it is another value. Without one the words decide. */
function areOpposed(project: Fact, user: Fact): boolean {
  if (project.key === undefined || user.key === undefined) return contradiction(project.text, user.text) !== undefined;
  return project.key === user.key && !sayTheSame(project.text, user.text);
}

/**
 * Of each memory, by id, those among `others` that stand on the other side and say the opposite, or give its key another
 * value; the ones without are left out.
 */
export function opposedFacts(facts: readonly Fact[], others: readonly Fact[] = facts): Map<string, string[]> {
  const opposed = new Map<string, string[]>();
  const [users, projects] = [others.filter(isUsers), others.filter((other) => !isUsers(other))];
  for (const fact of facts) {
    const against = isUsers(fact)
      ? projects.filter((project) => areOpposed(project, fact))
      : users.filter((user) => areOpposed(fact, user));
    if (against.length > 0)
      opposed.set(
        fact.id,
        against.map(({ id }) => id),
      );
  }
  return opposed;
}

/** The project's before the user's that it is opposed to; nothing else changes its place. */
export function projectFirst<T extends Fact>(
  facts: readonly T[],
  opposed: ReadonlyMap<string, readonly string[]>,
): T[] {
  const ordered = [...facts];
  for (const user of facts.filter((fact) => isUsers(fact) && opposed.has(fact.id))) {
    const at = ordered.indexOf(user);
    const last = Math.max(...(opposed.get(user.id) ?? []).map((id) => ordered.findIndex((one) => one.id === id)));
    if (last < at) continue;
    ordered.splice(last, 0, ...ordered.splice(at, 1));
  }
  return ordered;
}
