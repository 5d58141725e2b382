/** Who says something: one source under several names stays one. */
import type { Entry } from "../entry.js";

/** One saying: who, from where, in which session. */
interface Saying {
  marks: string[];
}

function hostOf(origin: string): string {
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?([^/:?#]+)/i.exec(origin)?.[1];
  return host === undefined ? `origin ${origin.toLowerCase()}` : `host ${host.toLowerCase().replace(/^www\./, "")}`;
}

function saying(said: {
  agent?: string | undefined;
  source?: string | undefined;
  origin?: string | undefined;
  session?: string | undefined;
}): Saying {
  const { agent, source, origin, session } = said;
  const who =
    origin !== undefined
      ? hostOf(origin)
      : source !== undefined && source !== "self"
        ? `who ${source.toLowerCase()}`
        : `agent ${agent?.toLowerCase() ?? ""}`;
  return { marks: [who, ...(session === undefined ? [] : [`session ${session}`])] };
}

/**
 * Distinct origins of what some entries say, their evolution included. Sayings that share a source, a site or a session
 * are one origin: another name in the same session is no second witness.
 */
export function originsOf(entries: readonly Entry[]): string[] {
  const sayings = entries.flatMap((entry) => [
    saying(entry),
    ...(entry.type === "insight" ? (entry.evolution ?? []).map((item) => saying({ agent: entry.agent, ...item })) : []),
  ]);
  const groups: Set<string>[] = [];
  for (const { marks } of sayings) {
    const met = groups.filter((group) => marks.some((mark) => group.has(mark)));
    const joined = new Set([...marks, ...met.flatMap((group) => [...group])]);
    for (const group of met) groups.splice(groups.indexOf(group), 1);
    groups.push(joined);
  }
  return groups.map((group) => [...group].filter((mark) => !mark.startsWith("session ")).sort()[0] ?? "").sort();
}
