/** `--contact ID`: on whose behalf a command reads and writes. Without it nothing that is about a contact is there. */
import type { Context } from "../context.js";
import { wrongUsage } from "../errors.js";
import { type Call, once } from "./call.js";
import { text } from "./input.js";

export interface ContactFlag {
  contact?: string | undefined;
  private?: true | undefined;
}

export const contact = (summary = "also what is known of this contact") => text("<contact>", summary);

/** For commands that record something about a contact. */
export const ABOUT_CONTACT = "the contact it is about: shown only where they are named";

/** The command's context with the contact that is named. `how`: whether what is private of them is meant, whatever was asked. */
export async function contextAbout(
  call: Call,
  { contact, private: asked }: ContactFlag,
  how = { private: asked === true },
): Promise<Context> {
  if (asked && contact === undefined)
    throw wrongUsage("--private is about a contact, and none is named", "Name one with --contact ID.");
  const ctx = await call.context();
  return contact === undefined ? ctx : (await import("../store/contacts/contact.js")).withContact(ctx, contact, how);
}

export function callAbout(call: Call, flags: ContactFlag, how?: { private: boolean }): Call {
  return { ...call, context: once(() => contextAbout(call, flags, how)) };
}
