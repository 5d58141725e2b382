/** `--contact ID`: on whose behalf a command reads and writes. Without it nothing that is about a contact is there. */
import type { Context } from "../context.js";
import { wrongUsage } from "../errors.js";
import type { Call } from "./call.js";
import { text } from "./input.js";

/** The flag, as it was given. */
export interface ContactFlag {
  contact?: string | undefined;
}

/** The flag. `summary`: what it does there. */
export const contact = (summary = "also what is known of this contact") => text("<contact>", summary);

/** What the flag does for commands that record something about a contact. */
export const ABOUT_CONTACT = "the contact it is about: shown only where they are named";

/** The command's context with the contact that is named; `private`: what is private of them is meant as well. */
export async function contextAbout(
  call: Call,
  { contact }: ContactFlag,
  how: { private?: boolean } = {},
): Promise<Context> {
  const ctx = await call.context();
  return contact === undefined ? ctx : (await import("../store/contacts/contact.js")).withContact(ctx, contact, how);
}

/** What a command may use, with that context. */
export function callAbout(call: Call, flags: Parameters<typeof privateAsked>[0], how?: { private: boolean }): Call {
  const meant = how ?? { private: privateAsked(flags) };
  let about: Promise<Context> | undefined;
  return { ...call, context: () => (about ??= contextAbout(call, flags, meant)) };
}

/** What is private is private of somebody. */
export function privateAsked({ contact, private: asked }: ContactFlag & { private?: true | undefined }): boolean {
  if (asked && contact === undefined)
    throw wrongUsage("--private is about a contact, and none is named", "Name one with --contact ID.");
  return asked === true;
}
