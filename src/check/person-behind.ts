/**
 * Whether a person stands behind the check of an entry, so that what its runs show counts: an owner said these very words,
 * or somebody listed approved them. A hit of any other approved entry is printed and proves nothing.
 */
import type { Context } from "../context.js";
import type { Entry } from "../entry/entry.js";
import { approvalVoid, contentHash } from "../entry/status.js";
import { headCommit } from "../store/git/git-head.js";
import { isPersonsWord } from "../trust/policy/person-of.js";

/** What a person would have let in, as one text: another check, or an approval of other words, is another one. */
export function backingOf(entry: Entry): string | undefined {
  if (entry.tier === "owner") return contentHash(entry);
  const { review } = entry;
  if (review?.state !== "approved_for_reuse" || approvalVoid(entry) !== undefined) return undefined;
  return JSON.stringify([review.by, review.at, review.hash]);
}

/** The record names somebody listed as who said or approved it. */
export function namesPerson({ profile }: Pick<Context, "profile">, entry: Entry): boolean {
  const by = entry.tier === "owner" ? entry.source : entry.review?.by;
  return backingOf(entry) !== undefined && isPersonsWord(profile.people, by);
}

/**
 * As the record says and git does not deny: a commit that brought these words or this approval is a listed person's, and
 * an owner's words are as the last commit has them. What no commit has yet is taken at its word, as everywhere.
 */
export async function isPersonBehind(
  ctx: Pick<Context, "workspace" | "profile">,
  entry: Entry,
  file: string,
): Promise<boolean> {
  if (!namesPerson(ctx, entry)) return false;
  const { workspace: ws, profile } = ctx;
  // Without an address git can prove nobody's decision.
  const isAnyoneListed = profile.people.some(({ role, emails = [] }) => role !== "agent" && emails.length > 0);
  if (!isAnyoneListed || (await headCommit(ws.root)) === undefined) return true;
  // It reads old versions of the record, by the YAML parser and the schemas.
  const { isBroughtByPerson } = await import("./brought-by-person.js");
  return await isBroughtByPerson(ctx, entry, file);
}
