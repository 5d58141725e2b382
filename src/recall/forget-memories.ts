/** `tenet memories forget`: single facts, or all that are remembered of and for a person. */
import type { Context } from "../context.js";
import { isLive } from "../entry/entry.js";
import { TenetError } from "../errors.js";
import { forget } from "../forget/forget.js";
import type { Forgotten } from "../forget/forget-schemas.js";
import { requirePerson } from "../review/people-only.js";
import { contextHolding } from "./home.js";
import { memoryTrees } from "./memories.js";
import type { ForgottenMemories } from "./recall-schemas.js";

export interface ForgetMemoriesInput {
  refs: readonly string[];
  /** Everything its reader can see, in both trees; only of this scope when one is named. */
  all?: boolean;
  scope?: string | undefined;
  reason?: string | undefined;
  dryRun?: boolean;
  /** A person typed the word that was asked for. */
  confirmed?: boolean;
}

const EVERYTHING = "forgetting all memories";
const INSTEAD = "Forget single ones by their ids. `tenet memories` lists them.";

/** Forgets memories, each in the tree it stands in. All at once is for people. */
export async function forgetMemories(ctx: Context, input: ForgetMemoriesInput): Promise<ForgottenMemories> {
  const { all = false, dryRun = false } = input;
  if (all === input.refs.length > 0) {
    throw new TenetError(all ? "name memories, or --all, not both" : "nothing says what to forget", {
      failure: "usage",
      hint: INSTEAD,
    });
  }
  if (all && !dryRun) requirePerson(ctx, EVERYTHING, input.confirmed === true, INSTEAD);
  const parts = all ? await allMemories(ctx, input.scope) : await namedMemories(ctx, input.refs);
  const answers: Forgotten[] = [];
  for (const [home, refs] of parts) {
    const { reason, confirmed = false } = input;
    answers.push(await forget(home, { refs, taking: "forget", reason, dryRun, confirmed }));
  }
  const entries = answers.flatMap((answer) => answer.entries);
  const needs = all && dryRun ? EVERYTHING : answers.find((answer) => answer.needs_person !== undefined)?.needs_person;
  return {
    decision: entries.length === 0 ? "unchanged" : "forgotten",
    dry_run: dryRun,
    entries,
    ...(needs === undefined || entries.length === 0 ? {} : { needs_person: needs }),
  };
}

async function allMemories(ctx: Context, scope: string | undefined): Promise<Map<Context, string[]>> {
  const parts = new Map<Context, string[]>();
  for (const { ctx: home, tree } of await memoryTrees(ctx)) {
    const heads = tree.where({ type: "memory" }).filter((head) => isLive(head));
    const ids = heads.filter((head) => scope === undefined || (head.scope ?? "project") === scope).map(({ id }) => id);
    if (ids.length > 0) parts.set(home, ids);
  }
  return parts;
}

async function namedMemories(ctx: Context, refs: readonly string[]): Promise<Map<Context, string[]>> {
  const parts = new Map<Context, string[]>();
  for (const ref of refs) {
    const { home, tree, id } = await contextHolding(ctx, ref, { writing: true });
    const type = tree.head(id)?.type;
    if (type !== "memory") {
      throw new TenetError(`${id} is no memory, but a ${type}`, {
        failure: "usage",
        code: "no-memory",
        hint: "Other entries are forgotten with: tenet forget",
      });
    }
    parts.set(home, [...(parts.get(home) ?? []), id]);
  }
  return parts;
}
