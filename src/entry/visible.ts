/** Who may be shown an entry: what one user told is never shown to another, nor what belongs to one conversation in the next. */
import { isSameName } from "./attribution.js";

/** The person and the session on whose behalf something is read. */
export interface Viewer {
  /** Undefined: nobody is known, so nobody's own memories are shown. */
  user?: string | undefined;
  session?: string | undefined;
}

/** What is asked of an entry here; heads have all of it. */
export interface Scoped {
  /** Absent: judged as a memory is. */
  type?: string | undefined;
  scope?: string | undefined;
  user?: string | undefined;
  session?: string | undefined;
}

/** Not for everybody: what belongs to one conversation, a memory of scope `user`, or anything that says whose it is. */
export function isRestricted({ type, scope, user }: Scoped): boolean {
  if (user !== undefined || scope === "conversation") return true;
  // Of what was learned, `user` says where it holds; of a memory, whom it is for.
  return (type === undefined || type === "memory") && scope === "user";
}

/**
 * An entry of scope `user` is for that person alone, one of scope `conversation` for the session that wrote it.
 * Everything else is for all who use the workspace.
 */
export function isFor(entry: Scoped, viewer: Viewer): boolean {
  if (!isRestricted(entry)) return true;
  const { scope, user, session } = entry;
  if (scope === "user" || user !== undefined) return isSameName(user, viewer.user);
  return session !== undefined && session === viewer.session;
}

/** Its id is shown, its words are not. */
export function isSensitive({ review }: { review?: { state: string } | undefined }): boolean {
  return review?.state === "sensitive";
}

/** What stands in the place of words that may not be shown. */
export const SENSITIVE = "[sensitive]";
