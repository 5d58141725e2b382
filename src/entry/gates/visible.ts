/**
 * The gate of reading: which entries a caller is shown, and for what. One table of standings and one audience an entry;
 * the cache's WHERE (`store/cache/entry-query.ts`) is made of both, and the functions here ask the same of a single entry.
 */
import type { ReviewState, Status } from "../entry.js";
import { foldedName } from "./attribution.js";
import { contactOf } from "./contact-scope.js";

/** The person, the session and the contact of a reader. */
export interface Viewer {
  /** Undefined: nobody is known, so nobody's own memories are shown. */
  user?: string | undefined;
  session?: string | undefined;
  /** Undefined: no contact is named, so nothing that is about one is shown. */
  contact?: string | undefined;
  /** What is private of that contact was asked for as well. */
  private?: boolean | undefined;
}

/** What the audience of an entry is read from; heads have all of it. */
export interface Scoped {
  /** Absent: judged as a memory is. */
  type?: string | undefined;
  scope?: string | undefined;
  user?: string | undefined;
  session?: string | undefined;
  sensitivity?: string | undefined;
}

/** Whether a fact about a contact needs a reader who asks for private facts of that contact. */
export const isPrivate = (entry: { scope?: string | undefined; sensitivity?: unknown }): boolean =>
  entry.sensitivity === "private" && contactOf(entry) !== undefined;

/**
 * The audience of an entry as one key; undefined: everybody. Scope `user`, or a named user: that person alone. Scope
 * `conversation`: the session that wrote it. About a contact: readers that name the contact; private ones also have to
 * ask for private facts.
 */
export function audienceOf(entry: Scoped): string | undefined {
  const { type, scope, user, session } = entry;
  const contact = contactOf(entry);
  if (contact !== undefined) return isPrivate(entry) ? `private:${contact}` : `contact:${contact}`;
  if (user !== undefined) return `user:${foldedName(user)}`;
  if (scope === "conversation") return session === undefined ? NOBODY : `session:${session}`;
  // A learning without a user is for all, a memory for nobody.
  return scope === "user" && (type === undefined || type === "memory") ? NOBODY : undefined;
}

const NOBODY = "nobody";

/** The audiences that a viewer belongs to, beside everybody. */
export function audiencesOf({ user, session, contact, private: withPrivate }: Viewer): string[] {
  const named = {
    user: user && foldedName(user),
    session,
    contact,
    private: withPrivate === true ? contact : undefined,
  };
  return Object.entries(named).flatMap(([kind, name]) => (name === undefined ? [] : [`${kind}:${name}`]));
}

/** Not for everybody: it belongs to one person or conversation, or is about one contact. */
export const isRestricted = (entry: Scoped): boolean => audienceOf(entry) !== undefined;

/** Whether a viewer may be shown an entry. */
export const isFor = (entry: Scoped, viewer: Viewer): boolean =>
  !isRestricted(entry) || audiencesOf(viewer).includes(audienceOf(entry) as string);

/** How an entry stands: computed, never as it is written. */
export interface Standing {
  status: Status;
  review?: { state: ReviewState } | undefined;
  invalidated?: "ends" | "contested" | undefined;
}

/**
 * The uses of entries, and the reviews that exclude one from each; what is superseded, forgotten or ended by an outcome
 * is always excluded. `live`: it still counts. `searched`: a query may find it. `inUse`: it may be retrieved and become a
 * rule.
 */
export const REVIEWS_OUTSIDE = {
  live: ["rejected", "one_time_exception", "expired"],
  searched: ["rejected", "one_time_exception", "expired", "sensitive"],
  inUse: ["rejected", "one_time_exception", "expired", "sensitive", "needs_review"],
} as const satisfies Record<string, readonly ReviewState[]>;
export type Purpose = keyof typeof REVIEWS_OUTSIDE;

/** Statuses of entries that no longer count, whatever their review. */
export const ENDED: ReadonlySet<Status> = new Set(["superseded", "forgotten"]);

/** Whether an entry stands for a purpose. */
export function standsFor(purpose: Purpose, { status, review, invalidated }: Standing): boolean {
  const outside: readonly ReviewState[] = REVIEWS_OUTSIDE[purpose];
  return !ENDED.has(status) && invalidated !== "ends" && !(review !== undefined && outside.includes(review.state));
}

export const isLive = (entry: Standing): boolean => standsFor("live", entry);
export const isSearched = (entry: Standing): boolean => standsFor("searched", entry);
export const isInUse = (entry: Standing): boolean => standsFor("inUse", entry);

/** A person rejected it, or nobody approved it in time. */
export const isWithdrawn = ({ review }: Pick<Standing, "review">): boolean => !isLive({ status: "active", review });

/** Nothing in its review keeps an entry from being retrieved, whether or not it still counts. */
export const isApproved = ({ review }: Pick<Standing, "review">): boolean => isInUse({ status: "active", review });

/** Its id is shown, its words are not. */
export const isSensitive = ({ review }: { review?: { state: string } | undefined }): boolean =>
  review?.state === "sensitive";

/** What stands in the place of words that may not be shown. */
export const SENSITIVE = "[sensitive]";
