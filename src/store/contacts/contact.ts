/** Contacts: people whom an agent talks to, each with an id. Entries about one are shown only when it is named. */
import type { Context } from "../../context.js";
import { CONTACT_ID } from "../../entry/gates/contact-scope.js";
import { wrongUsage } from "../../errors.js";
import { refuseToken } from "../../screening/stated-name.js";

/** Parses the id of a contact. Throws `usage` for anything else. */
export function checkContact(id: unknown): string {
  if (typeof id === "string" && CONTACT_ID.test(id)) return id;
  throw wrongUsage(
    `${JSON.stringify(id)?.slice(0, 80)} is no id of a contact`,
    "Use lower-case letters, digits and hyphens, at most 64: jane, or acme-support. Names that a system keeps for itself (con, nul, com1) are none.",
    "wrong-field",
  );
}

/**
 * The context for a contact, as `--contact` states it; unchanged without one. `private`: includes private facts of that
 * contact. Throws `usage` for an invalid id, `refused` for one that is a token.
 */
export async function withContact(
  ctx: Context,
  id: string | undefined,
  how: { private?: boolean } = {},
): Promise<Context> {
  if (id === undefined) return ctx;
  const contact = checkContact(id);
  await refuseToken("The contact's id", contact);
  return { ...ctx, actor: { ...ctx.actor, contact, ...(how.private === true ? { private: true } : {}) } };
}
