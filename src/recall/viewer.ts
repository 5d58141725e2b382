/** On whose behalf something is read, and what of a tree they may be shown. */
import type { Context } from "../context.js";
import { isSameName } from "../entry/attribution.js";
import { isFor, isRestricted, type Viewer } from "../entry/visible.js";
import { openStore, type Store } from "../store/open-store.js";

/**
 * Who reads: `--user` or `TENET_USER`, else the person whose e-mail git has, else git's own user; and the session. With
 * `trees` git is asked only where one of them holds something that is not for everybody.
 */
export async function viewerOf(ctx: Pick<Context, "actor" | "profile">, trees?: readonly Store[]): Promise<Viewer> {
  const { actor, profile } = ctx;
  const { session } = actor;
  if (actor.user !== undefined) return { user: listedName(profile, actor.user), session };
  if (trees?.every((tree) => tree.withAny("user").length === 0)) return { session };
  const { name, email } = await actor.git();
  const person =
    email === undefined
      ? undefined
      : profile.people.find(({ emails }) => emails?.some((own) => isSameName(own, email)) === true);
  const user = person?.name ?? name;
  return user === undefined ? { session } : { user, session };
}

function listedName({ people }: Context["profile"], name: string): string {
  return people.find((person) => isSameName(person.name, name))?.name ?? name;
}

/** Entries of a tree that somebody may not be shown. Asks about the viewer only where there are any. */
export async function hiddenIn(ctx: Pick<Context, "actor" | "profile">, tree: Store): Promise<ReadonlySet<string>> {
  const scoped = tree.where({
    type: "memory",
    scope: ["user", "conversation"],
  });
  const restricted = [...tree.withAny("user"), ...scoped].filter(isRestricted);
  if (restricted.length === 0) return NONE;
  const viewer = await viewerOf(ctx, [tree]);
  return new Set(restricted.filter((head) => !isFor(head, viewer)).map(({ id }) => id));
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The tree as its reader may see it: memories of other people and of other conversations are not there. Every operation
 * that prints what entries say reads this one.
 */
export async function openShown(
  ctx: Pick<Context, "workspace" | "actor" | "profile">,
  options: Parameters<typeof openStore>[1] = {},
): Promise<Store> {
  const tree = await openStore(ctx, options);
  return tree.without(await hiddenIn(ctx, tree));
}
