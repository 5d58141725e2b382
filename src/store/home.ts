/** In which of the two trees an entry is at home. */
import type { Context } from "../context.js";
import { contactOf, contactScope } from "../entry/gates/contact-scope.js";
import { aOrAn, type EntryType, isComparedType } from "../entry/record-types.js";
import { TenetError, wrongUsage } from "../errors.js";
import { next, type StepText } from "../steps.js";
import { openStore, type Store } from "./open-store.js";
import { USER_TREE, userContext } from "./user-tree.js";
import { openShown } from "./viewer.js";

/** For whom a memory is: as stated, else about the contact or for the person who is named. Undefined: for the project. */
export function memoryScope({ actor: { contact, user } }: Pick<Context, "actor">, stated: unknown): unknown {
  const ofPerson = user === undefined ? undefined : "user";
  return stated ?? (contact === undefined ? ofPerson : contactScope(contact));
}

export function isForUserTree(draft: { type: EntryType; fields: Readonly<Record<string, unknown>> }): boolean {
  return isComparedType(draft.type) && draft.fields["scope"] === "user";
}

/**
 * The context with the referenced entry, if its reader may see it: first the workspace's, then the user's. Throws the
 * workspace's error when neither has it. `writing`: an entry that an unfinished merge made unreadable is not missing.
 */
export async function contextHolding(ctx: Context, ref: string, { writing = false } = {}) {
  let missing: TenetError | undefined;
  for (const { ctx: home, tree } of await memoryTrees(ctx)) {
    try {
      return { home, tree, id: tree.resolve(ref).id };
    } catch (error) {
      if (!(error instanceof TenetError) || error.failure !== "not-found") throw error;
      missing ??= error;
    }
  }
  if (writing) await (await import("./change/change.js")).refuseUnfinishedMerge(ctx.workspace.root);
  const tree = await openStore(ctx);
  const head = tree.head(tree.idsNamed(ref.toUpperCase())[0] ?? "");
  const isAboutSomebody = ctx.actor.contact === undefined && head !== undefined && contactOf(head) !== undefined;
  // Of a contact who is not named nothing else is said; and it may stand in what cannot be read.
  const hint = isAboutSomebody
    ? next("It is about a contact; name them:", "show", { id: head.id, contact: "<id>" })
    : (await import("./unread.js")).unreadNote(ctx, [{ tree }]);
  throw Object.assign(missing as TenetError, hint && { hint });
}

/** {@link contextHolding} for a memory that is to change. Throws `usage` for any other entry, with what is done to that. */
export async function memoryNamed(ctx: Context, ref: string, instead: StepText) {
  const held = await contextHolding(ctx, ref, { writing: true });
  const { id, type } = held.tree.resolve(held.id);
  if (type !== "memory") throw wrongUsage(`${id} is no memory, but ${aOrAn(type)}`, instead, "no-memory");
  return held;
}

/** A tree as its reader may see it, with the prefix of its file names. */
export interface MemoryTree {
  ctx: Context;
  tree: Store;
  prefix: string;
}

/** The workspace's tree, and the reader's own where there is one. `shown`: the former, where it is open already. */
export async function memoryTrees(ctx: Context, shown?: Store): Promise<MemoryTree[]> {
  const own = await userContext(ctx);
  const here = { ctx, tree: shown ?? (await openShown(ctx)), prefix: "" };
  return own === undefined ? [here] : [here, { ctx: own, tree: await openShown(own), prefix: USER_TREE }];
}

/** The one context whose tree holds all of these, to change them. Throws `usage` where they stand in both. */
export async function homeOf(ctx: Context, refs: readonly string[]): Promise<Context> {
  const homes = new Set<Context>();
  for (const ref of refs) homes.add((await contextHolding(ctx, ref, { writing: true })).home);
  if (homes.size > 1) {
    const message = `${refs.join(" and ")} stand in two trees: the workspace's and the user's`;
    throw wrongUsage(message, "Name entries of one of them.", "two-trees");
  }
  return [...homes][0] ?? ctx;
}
