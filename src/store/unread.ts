/** What of the records cannot be read. Called by every answer that would else say that nothing is known. */
import type { Context } from "../context.js";
import type { Finding } from "../entry/findings.js";
import { next, type Step } from "../steps.js";
import { unfinishedOperation } from "./git/git-state.js";
import type { Store } from "./open-store.js";
import { isAbout } from "./records/record-place.js";

interface LookedIn {
  tree: Pick<Store, "findings">;
  prefix?: string;
}

/**
 * Places, each a file or a line of it, where records stand between conflict markers, and where something else is wrong.
 * Those of a contact only when it is named.
 */
export function unreadPlaces({ tree, prefix = "" }: LookedIn, contact: string | undefined) {
  const errors = tree.findings.filter(({ severity, code, file }) => {
    // Of two records with one id the first is read.
    return severity === "error" && code !== "duplicate-id" && file.startsWith("memory/") && isAbout(file, contact);
  });
  const places = (isMeant: (finding: Finding) => boolean) => [
    ...new Set(errors.filter(isMeant).map(({ file, line }) => [prefix + file, line ?? []].flat().join(":"))),
  ];
  const isConflict = ({ code }: Finding) => code === "conflict-markers";
  const inConflict = new Set(errors.filter(isConflict).map(({ file }) => file));
  // Of a file in conflict nothing else is named.
  return { conflicted: places(isConflict), broken: places(({ file }) => !inConflict.has(file)) };
}

const MOST_NAMED = 3;

/** One line on what could not be read, with the next step. Starts no process. */
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

/** For the answers that print entries. */
export function warnOfUnread(ctx: Context, trees: readonly LookedIn[]): Step | undefined {
  const note = unreadNote(ctx, trees);
  if (note !== undefined) ctx.warn(note);
  return note;
}
