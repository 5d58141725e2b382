/** In which of the two trees an entry is at home. */
import type { Context } from "../context.js";
import { contactOf, contactScope } from "../entry/gates/contact-scope.js";
import { type EntryType, isComparedType } from "../entry/record-types.js";
import { TenetError, wrongUsage } from "../errors.js";
import { next } from "../steps.js";
import { openStore, type Store } from "./open-store.js";
import { USER_TREE, userContext } from "./user-tree.js";
import { openShown } from "./viewer.js";

/**
 * For whom a memory is: as stated, else about the contact or for the person who is served, where one is named.
 * Undefined: for the project.
 */
export function memoryScope({ actor }: Pick<Context, "actor">, statedUser: unknown): unknown {
  if (actor.contact !== undefined) return statedUser ?? contactScope(actor.contact);
  return statedUser ?? (actor.user === undefined ? undefined : "user");
}

/** Does a checked draft go into the user tree? */
export function isForUserTree({
  type,
  fields,
}: {
  type: EntryType;
  fields: Readonly<Record<string, unknown>>;
}): boolean {
  return isComparedType(type) && fields["scope"] === "user";
}

/** An entry with the context that it is at home in. */
interface HeldEntry {
  home: Context;
  tree: Store;
  id: string;
}

interface LookupOptions {
  untouched?: boolean;
  /** For a change: an entry that an unfinished merge made unreadable is not reported as missing. */
  writing?: boolean;
}

/**
 * The context with the referenced entry, if its reader may see it: first the workspace's, then the user's. Throws the
 * workspace's error when neither has it.
 */
export async function contextHolding(
  ctx: Context,
  ref: string,
  { writing = false, ...options }: LookupOptions = {},
): Promise<HeldEntry> {
  const inWorkspace = await findIn(ctx, ref, options);
  if (!(inWorkspace instanceof TenetError)) return inWorkspace;
  const own = await userContext(ctx);
  const theirs = own === undefined ? inWorkspace : await findIn(own, ref, options);
  if (!(theirs instanceof TenetError)) return theirs;
  if (writing) await (await import("./change/change.js")).refuseUnfinishedMerge(ctx.workspace.root);
  throw (await aboutSomebody(ctx, ref, inWorkspace)) ?? (await perhapsUnread(ctx, inWorkspace));
}

/** While something cannot be read, a missing entry may stand there. */
async function perhapsUnread(ctx: Context, error: TenetError): Promise<TenetError> {
  const { message, failure, code, details } = error;
  if (failure !== "not-found") return error;
  const { unreadNote } = await import("./unread.js");
  const hint = await unreadNote(ctx, [{ tree: await openStore(ctx) }]);
  return hint === undefined ? error : new TenetError(message, { failure, code, hint, details });
}

/** Without a named contact the answer reveals that an id is about one, but neither the contact nor the words. */
async function aboutSomebody(
  ctx: Context,
  ref: string,
  { message, details }: TenetError,
): Promise<TenetError | undefined> {
  const { actor } = ctx;
  if (actor.contact !== undefined) return undefined;
  const tree = await openStore(ctx);
  const upperReference = ref.toUpperCase();
  const head = tree.head(upperReference) ?? tree.referredTo(upperReference, "name")[0];
  if (head === undefined || contactOf(head) === undefined) return undefined;
  const hint = next("It is about a contact; name them:", "show", { id: head.id, contact: "<id>" });
  return new TenetError(message, { failure: "not-found", code: "not-found", hint, details });
}

/** The referenced entry in one tree, or that tree's error when it is missing. */
async function findIn(home: Context, ref: string, options: { untouched?: boolean }): Promise<HeldEntry | TenetError> {
  const tree = await openShown(home, options);
  try {
    return { home, tree, id: tree.resolve(ref).id };
  } catch (error) {
    if (error instanceof TenetError && error.failure === "not-found") return error;
    throw error;
  }
}

/** The user's context where all of these are only there; else the workspace's, whose error names the missing ones. */
export async function homeOfAll(ctx: Context, refs: readonly string[]): Promise<Context> {
  const own = await userContext(ctx);
  if (own === undefined || refs.length === 0) return ctx;
  for (const ref of refs) {
    const isTheirs =
      (await findIn(ctx, ref, {})) instanceof TenetError && !((await findIn(own, ref, {})) instanceof TenetError);
    if (!isTheirs) return ctx;
  }
  return own;
}

/** The user tree as its reader may see it; none where there is none. */
export async function shownUserTree(ctx: Context, options: { untouched?: boolean } = {}): Promise<Store[]> {
  const home = await userContext(ctx);
  return home === undefined ? [] : [await openShown(home, options)];
}

/** A tree as its reader may see it, with the prefix of its file names. */
export interface MemoryTree {
  ctx: Context;
  tree: Store;
  prefix: string;
}

export interface TreeOptions {
  untouched?: boolean;
  /** The workspace's as this reader may see it, where it is open already. */
  shown?: Store | undefined;
}

/** The trees that hold memories: the workspace's, and the reader's own where there is one. */
export async function memoryTrees(ctx: Context, { shown, ...options }: TreeOptions = {}): Promise<MemoryTree[]> {
  const userCtx = await userContext(ctx);
  const here = { ctx, tree: shown ?? (await openShown(ctx, options)), prefix: "" };
  if (userCtx === undefined) return [here];
  return [here, { ctx: userCtx, tree: await openShown(userCtx, options), prefix: USER_TREE }];
}

/** The one context whose tree holds all of these, to change them. Throws `usage` where one is the workspace's and another the user's. */
export async function homeOf(
  ctx: Context,
  refs: readonly string[],
  options: { untouched?: boolean } = {},
): Promise<Context> {
  const homes = new Set<Context>();
  for (const ref of refs) homes.add((await contextHolding(ctx, ref, { ...options, writing: true })).home);
  if (homes.size > 1) {
    throw wrongUsage(
      `${refs.join(" and ")} stand in two trees: the workspace's and the user's`,
      "Name entries of one of them.",
      "two-trees",
    );
  }
  return [...homes][0] ?? ctx;
}
