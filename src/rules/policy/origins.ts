/** Who says something: one source under several names, or in several sessions, stays one. */

/** One saying: who, from where, in which session. */
export interface Said {
  agent?: string | undefined;
  source?: string | undefined;
  origin?: string | undefined;
  session?: string | undefined;
}

const plain = (text: string): string => text.normalize("NFKC").trim().toLowerCase();

function placeOf(origin: string): string {
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?([^/:?#]+)/i.exec(origin.trim())?.[1];
  return host === undefined ? `origin ${plain(origin)}` : `host ${plain(host).replace(/^www\./, "")}`;
}

function marksOf({ agent, source, origin, session }: Said): string[] {
  const who =
    origin !== undefined
      ? placeOf(origin)
      : source !== undefined && plain(source) !== "self"
        ? `who ${plain(source)}`
        : `agent ${plain(agent ?? "")}`;
  return [who, ...(session === undefined ? [] : [`session ${session}`])];
}

/**
 * Distinct origins of some sayings. Those that share a source, a site or a session are one origin: another name in the
 * same session is no second witness, and neither is the same name in another session.
 */
export function originsOf(sayings: readonly Said[]): string[] {
  const groups: Set<string>[] = [];
  for (const marks of sayings.map(marksOf)) {
    const met = groups.filter((group) => marks.some((mark) => group.has(mark)));
    const joined = new Set([...marks, ...met.flatMap((group) => [...group])]);
    for (const group of met) groups.splice(groups.indexOf(group), 1);
    groups.push(joined);
  }
  return groups.map((group) => [...group].filter((mark) => !mark.startsWith("session ")).sort()[0] ?? "").sort();
}
