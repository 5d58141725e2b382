import type { Context } from "../context.js";
import { TenetError } from "../errors.js";

/**
 * What only a person may do needs a terminal, no known agent variable, and the word that was asked for. Exit 5
 * otherwise, with what an agent may do instead.
 */
export function requirePerson(ctx: Context, what: string, confirmed: boolean, instead: string): void {
  if (!ctx.actor.atTerminal) {
    throw new TenetError(`${what} is for people, and nobody sits at this terminal`, {
      failure: "refused",
      code: "needs-person",
      hint: instead,
    });
  }
  if (!confirmed) {
    throw new TenetError("not confirmed: nothing was changed", {
      failure: "refused",
      code: "needs-person",
      hint: "Type the word that is asked for, or leave things as they are.",
    });
  }
}

/** Who sits here, by name: the person whose e-mail git has, or git's own user. Undefined where nobody does. */
export async function personHere(ctx: Pick<Context, "actor" | "profile">): Promise<string | undefined> {
  if (!ctx.actor.atTerminal) return undefined;
  const { name, email } = await ctx.actor.git();
  const known = ctx.profile.people.find(({ emails }) =>
    emails?.some((own) => email !== undefined && own.toLowerCase() === email.toLowerCase()),
  );
  return known?.name ?? name ?? "somebody at this terminal";
}
