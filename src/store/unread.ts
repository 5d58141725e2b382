/**
 * Says what of the records cannot be read: broken records, conflict markers, an unfinished merge. Called by every answer
 * that would else say that nothing is known.
 */
import type { Context } from "../context.js";
import type { Finding } from "../entry/findings.js";
import { next, type Step } from "../steps.js";
import { unfinishedOperation } from "./git/git-state.js";
import type { Store } from "./open-store.js";
import { isAbout } from "./records/record-place.js";

const MARKERS = "conflict-markers";
/** The one error about records that were read. */
const READ = "duplicate-id";

/** Places of records that cannot be read, each a file or a line of it. */
export interface UnreadPlaces {
  /** Where records stand between conflict markers. */
  conflicted: string[];
  /** Where something else is wrong; of a file in conflict nothing else is named. */
  broken: string[];
}

/** A tree that was looked in, with the prefix of its file names. */
interface LookedIn {
  tree: Pick<Store, "findings">;
  prefix?: string;
}

/** Those of a contact only when it is named. */
export function unreadPlaces({ tree, prefix = "" }: LookedIn, contact: string | undefined): UnreadPlaces {
  const errors = tree.findings.filter(({ severity, code, file }) => {
    return severity === "error" && code !== READ && file.startsWith("memory/") && isAbout(file, contact);
  });
  const markers = errors.filter(({ code }) => code === MARKERS);
  const inConflict = new Set(markers.map(({ file }) => file));
  const places = (findings: readonly Finding[]) => [
    ...new Set(findings.map(({ file, line }) => [prefix + file, line ?? []].flat().join(":"))),
  ];
  return { conflicted: places(markers), broken: places(errors.filter(({ file }) => !inConflict.has(file))) };
}

const MOST_NAMED = 3;

/** One line on what could not be read, with the next step; undefined where everything was. Starts no process. */
export function unreadNote({ workspace, actor }: Context, trees: readonly LookedIn[]): Step | undefined {
  const unread = trees.map((one) => unreadPlaces(one, actor.contact));
  const [conflicted, broken] = [unread.flatMap((one) => one.conflicted), unread.flatMap((one) => one.broken)];
  const places = [...conflicted, ...broken];
  const unfinished = unfinishedOperation(workspace.root);
  if (places.length === 0)
    return unfinished === undefined
      ? undefined
      : next(`More may be known: ${unfinished} is unfinished in git. Next:`, "merge");
  const rest = places.length - MOST_NAMED;
  const named = [...places.slice(0, MOST_NAMED), ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
  const because = unfinished === undefined ? "" : ` (${unfinished} is unfinished in git)`;
  return next(`Not read: ${named}${because}; more may be known. Next:`, conflicted.length > 0 ? "merge" : "doctor");
}

/** Warns of what could not be read, and returns the line: for the answers that print entries. */
export function warnOfUnread(ctx: Context, trees: readonly LookedIn[]): Step | undefined {
  const note = unreadNote(ctx, trees);
  if (note !== undefined) ctx.warn(note);
  return note;
}
