/** Memories of scope `global` hold for everybody who uses the workspace: owners and admins write them. */
import type { Context } from "../context.js";
import { isSameUser } from "../entry/visible.js";
import { TenetError } from "../errors.js";
import { requireDecider } from "../review/people-only.js";

const INSTEAD = "Remember it for this project (scope project), or ask a person to say it for everybody.";

export function isForEverybody({ type, scope }: { type: string; scope?: string | undefined }): boolean {
  return type === "memory" && scope === "global";
}

/**
 * A person who is an owner or admin, at a terminal; while nobody is listed as owner, whoever types. Exit 5 otherwise, as
 * for everything that is for people.
 */
export async function requireAdmin(ctx: Pick<Context, "actor" | "profile">, what: string): Promise<void> {
  const { people } = ctx.profile;
  const { by } = await requireDecider(ctx, what, true, INSTEAD);
  const role = people.find(({ name }) => isSameUser(name, by))?.role;
  if (role === "owner" || role === "admin") return;
  if (role === undefined && !people.some((person) => person.role === "owner")) return;
  throw new TenetError(`${what} is for an owner or admin, and ${by} is ${role ?? "not listed"}`, {
    failure: "refused",
    code: "needs-person",
    hint: INSTEAD,
  });
}
