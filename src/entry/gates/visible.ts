/** Who may be shown an entry: what one user told is never shown to another, nor what belongs to one conversation in the next. */
import { isSameName } from "./attribution.js";
import { contactOf } from "./contact-scope.js";

/** The person, the session and the contact on whose behalf something is read. */
export interface Viewer {
  /** Undefined: nobody is known, so nobody's own memories are shown. */
  user?: string | undefined;
  session?: string | undefined;
  /** Undefined: no contact is named, so nothing that is about one is shown. */
  contact?: string | undefined;
  /** What is private of that contact was asked for as well. */
  private?: boolean | undefined;
}

/** What is asked of an entry here; heads have all of it. */
export interface Scoped {
  /** Absent: judged as a memory is. */
  type?: string | undefined;
  scope?: string | undefined;
  user?: string | undefined;
  session?: string | undefined;
  sensitivity?: string | undefined;
}

/** A fact about a contact that is shown only to who asks for what is private of that contact. */
export const isPrivate = (entry: { scope?: string | undefined; sensitivity?: unknown }): boolean =>
  entry.sensitivity === "private" && contactOf(entry) !== undefined;

/** Not for everybody: what belongs to one conversation or is about one contact, a memory of scope `user`, or anything that says whose it is. */
export function isRestricted({ type, scope, user }: Scoped): boolean {
  if (user !== undefined || scope === "conversation" || contactOf({ scope }) !== undefined) return true;
  // What was learned before learnings had an owner names none, and is for all.
  return (type === undefined || type === "memory") && scope === "user";
}

/**
 * An entry of scope `user` is for that person alone, one of scope `conversation` for the session that wrote it, and one
 * about a contact for whoever named that contact; a private one, for who asked for those too.
 * Everything else is for all who use the workspace.
 */
export function isFor(entry: Scoped, viewer: Viewer): boolean {
  if (!isRestricted(entry)) return true;
  const { scope, user, session } = entry;
  const contact = contactOf(entry);
  if (contact !== undefined) return contact === viewer.contact && (!isPrivate(entry) || viewer.private === true);
  if (scope === "user" || user !== undefined) return isSameName(user, viewer.user);
  return session !== undefined && session === viewer.session;
}

/** Its id is shown, its words are not. */
export function isSensitive({ review }: { review?: { state: string } | undefined }): boolean {
  return review?.state === "sensitive";
}

/** What stands in the place of words that may not be shown. */
export const SENSITIVE = "[sensitive]";
