/** Three edits of one kind in three sessions, which may amount to one correction. Pure. */

/** An edit as it is counted. */
export interface CountedEdit {
  id: string;
  /** Those named by nobody are one a day and agent. */
  session: string;
  kind: string;
}

/** So many sessions: what happened twice may be chance. */
const SESSIONS = 3;

/** The newest edit of each of three sessions, of the kind that has the newest of all; undefined where no kind has them. */
export function editsOfAKind<T extends CountedEdit>(newestFirst: readonly T[]): T[] | undefined {
  for (const kind of new Set(newestFirst.map((edit) => edit.kind))) {
    const ofKind = newestFirst.filter((edit) => edit.kind === kind);
    const sessions = [...new Set(ofKind.map(({ session }) => session))].slice(0, SESSIONS);
    if (sessions.length < SESSIONS) continue;
    return sessions.flatMap((session) => ofKind.find((edit) => edit.session === session) ?? []);
  }
  return undefined;
}
