/** Contacts: people whom an agent talks to, each with an id. Entries about one are shown only when it is named. */
import type { Context } from "../../context.js";
import { CONTACT_ID } from "../../entry/gates/contact-scope.js";
import { wrongUsage } from "../../errors.js";

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
 * The context in which a contact is named, as `--contact` states it; the same where none is. `private`: what is private
 * of that contact is meant as well. Throws `usage` for what is no id.
 */
export function withContact(ctx: Context, id: string | undefined, how: { private?: boolean } = {}): Context {
  if (id === undefined) return ctx;
  return {
    ...ctx,
    actor: { ...ctx.actor, contact: checkContact(id), ...(how.private === true ? { private: true } : {}) },
  };
}
