/** The reader, and the entries of a tree that the reader may see. Called before anything is printed. */
import type { Context } from "../context.js";
import { type Category, CONFIDENCE, claimOf } from "../entry/entry.js";
import { isSameName } from "../entry/gates/attribution.js";
import { isSensitive, SENSITIVE, type Viewer } from "../entry/gates/visible.js";
import { endOf } from "../entry/standing/facts.js";
import { defined } from "../text/defined.js";
import { entryOf } from "./cache/row.js";
import { openStore, type Row, type Store } from "./open-store.js";
import { listedHere } from "./profile/people-only.js";

/**
 * The reader: `--user` or `TENET_USER`, else the profile's person with git's e-mail address, else git's user; and the
 * session. With `trees` git is asked only where one of them has entries that are not for everybody.
 */
export async function viewerOf(ctx: Pick<Context, "actor" | "profile">, trees?: readonly Store[]): Promise<Viewer> {
  const { user, session, contact, private: isPrivate } = ctx.actor;
  const fields = defined({ session, contact, private: isPrivate });
  if (user !== undefined) {
    const listed = ctx.profile.people.find(({ name }) => isSameName(name, user));
    return { user: listed?.name ?? user, ...fields };
  }
  if (trees?.every((tree) => !tree.hasRestricted())) return fields;
  return defined({ user: (await listedHere(ctx))?.name ?? (await ctx.actor.git()).name, ...fields });
}

/** The context without user, contact, run and session, for answers that everybody may read. */
export function asNobody(ctx: Context): Context {
  const { user: _user, contact: _contact, private: _private, run: _run, ...actor } = ctx.actor;
  // The workspace itself is never a second tree.
  const places = { ...ctx.places, userTree: ctx.workspace.root };
  return { ...ctx, places, actor: { ...actor, session: "", git: () => Promise.resolve({}) } };
}

/** A tree without the entries of other people and other conversations. */
export async function shownTree(ctx: Pick<Context, "actor" | "profile">, tree: Store): Promise<Store> {
  return tree.shownTo(await viewerOf(ctx, [tree]));
}

export const openShown = async (ctx: Pick<Context, "workspace" | "actor" | "clock" | "profile">): Promise<Store> =>
  await shownTree(ctx, await openStore(ctx));

/** On one line, or in full where that line would be cut. */
export function shownText(head: Row): string {
  if (isSensitive(head)) return SENSITIVE;
  return head.text.endsWith("…") ? claimOf(entryOf(head)) : head.text;
}

/** The category by which a memory is found; what was saved as a correction is an entry of that type. */
export const categoryOf = ({ type, category }: Pick<Row, "type" | "category">): Category | undefined =>
  type === "correction" ? "correction" : category;

export const memoryFields = (head: Row) => ({
  category: categoryOf(head) ?? "fact",
  confidence: head.confidence ?? CONFIDENCE[head.basis ?? "explicit"],
  scope: head.scope ?? "project",
  ...defined({ key: isSensitive(head) ? undefined : head.key }),
  ...defined({ valid_from: head.valid_from, valid_to: endOf(head), sensitivity: head.sensitivity }),
});
