/**
 * Says what of the records cannot be read: broken records, conflict markers, an unfinished merge. Called by every answer
 * that would else say that nothing is known.
 */
import type { Context } from "../context.js";
import { next, type Step } from "../steps.js";
import { unfinishedOperation } from "./git/git-state.js";
import type { Store } from "./open-store.js";
import { isAbout } from "./records/record-place.js";

/** Findings about records that cannot be read. */
const UNREAD: ReadonlySet<string> = new Set([
  ...["broken-record", "conflicted-record", "record-missing", "unclosed-fence"],
  ...["not-read", "unreadable", "bad-bytes", "too-large"],
]);

/** A file or a line of it. */
export interface UnreadPlaces {
  /** Where records stand between conflict markers. */
  conflicted: string[];
  /** Where something else is wrong; of a file in conflict nothing else is named. */
  broken: string[];
}

/** Places of records that cannot be read; those of a contact only when it is named. `prefix`: of the tree's file names. */
export function unreadPlaces(
  { findings }: Pick<Store, "findings">,
  contact: string | undefined,
  prefix = "",
): UnreadPlaces {
  const placesOf = (found: typeof findings) => [
    ...new Set(found.map(({ file, line }) => `${prefix}${line === undefined ? file : `${file}:${line}`}`)),
  ];
  const shown = findings.filter(({ file }) => isAbout(file, contact));
  const conflicted = shown.filter(({ code }) => code === "conflict-markers");
  const conflictedFiles = new Set(conflicted.map(({ file }) => file));
  const broken = shown.filter(
    ({ code, severity, file }) =>
      severity === "error" && UNREAD.has(code) && file.startsWith("memory/") && !conflictedFiles.has(file),
  );
  return { conflicted: placesOf(conflicted), broken: placesOf(broken) };
}

/** A tree that was looked in, with the prefix of its file names. */
interface LookedIn {
  tree: Pick<Store, "findings">;
  prefix?: string;
}

const MOST_NAMED = 3;

/**
 * One line on what could not be read, with the next step; undefined where everything was. Starts no process.
 */
export function unreadNote(ctx: Context, trees: readonly LookedIn[]): Step | undefined {
  const { workspace: ws, actor } = ctx;
  const unread = trees.map(({ tree, prefix }) => unreadPlaces(tree, actor.contact, prefix));
  const [conflicted, broken] = [unread.flatMap((one) => one.conflicted), unread.flatMap((one) => one.broken)];
  const unfinished = unfinishedOperation(ws.root);
  const places = [...conflicted, ...broken];
  if (places.length === 0 && unfinished === undefined) return undefined;
  const rest = places.length - MOST_NAMED;
  const named = [...places.slice(0, MOST_NAMED), ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
  const because = unfinished === undefined ? "" : ` (${unfinished} is unfinished in git)`;
  const verb = places.length > 0 && places.length === broken.length ? "doctor" : "merge";
  return places.length === 0
    ? next(`More may be known: ${unfinished} is unfinished in git. Next:`, verb)
    : next(`Not read: ${named}${because}; more may be known. Next:`, verb);
}

/** Warns of what could not be read, and returns the line: for the answers that print entries. */
export function warnOfUnread(ctx: Context, trees: readonly LookedIn[]): Step | undefined {
  const note = unreadNote(ctx, trees);
  if (note !== undefined) ctx.warn(note);
  return note;
}
