/** Who may be shown an entry: what one user told is never shown to another. */

/** The person and the session on whose behalf something is read. */
export interface Viewer {
  /** Undefined: nobody is known, so nobody's own memories are shown. */
  user?: string | undefined;
  session?: string | undefined;
}

/** What is asked of an entry here; heads have all of it. */
export interface Scoped {
  scope?: string | undefined;
  user?: string | undefined;
  session?: string | undefined;
}

const folded = (name: string): string => name.normalize("NFC").trim().toLowerCase();

/**
 * An entry of scope `user` is for that person alone, one of scope `conversation` for the session that wrote it.
 * Everything else is for all who use the workspace.
 */
export function isFor({ scope, user, session }: Scoped, viewer: Viewer): boolean {
  if (scope === "user" || user !== undefined) {
    return user !== undefined && viewer.user !== undefined && folded(user) === folded(viewer.user);
  }
  if (scope === "conversation") return session !== undefined && session === viewer.session;
  return true;
}
