/** `--contact ID`: on whose behalf a command reads and writes. Without it nothing that is about a contact is there. */
import type { Command } from "commander";
import type { Context } from "../context.js";
import { wrongUsage } from "../errors.js";
import type { CommandContext } from "./command-context.js";

/** The flag, as it was given. */
export interface ContactFlag {
  contact?: string;
}

/** Adds it to a command. `summary`: what it does there. */
export function withContactFlag(command: Command, summary = "also what is known of this contact"): Command {
  return command.option("--contact <id>", summary);
}

/** The command's context with the contact that is named; `private`: what is private of them is meant as well. */
export async function contextAbout(
  cli: CommandContext,
  { contact }: { contact?: string | undefined },
  how: { private?: boolean } = {},
): Promise<Context> {
  const ctx = await cli.context();
  return contact === undefined ? ctx : (await import("../store/facts/contact.js")).withContact(ctx, contact, how);
}

/** What a command may use, with the contact that is named wherever it opens its context. `private`: what is private of them is meant as well. */
export function cliAbout(
  cli: CommandContext,
  flags: ContactFlag & { private?: true },
  how: { private?: boolean } = { private: privateAsked(flags) },
): CommandContext {
  if (flags.contact === undefined) return cli;
  let about: Promise<Context> | undefined;
  return { ...cli, context: () => (about ??= contextAbout(cli, flags, how)) };
}

/** What is private is private of somebody. */
export function privateAsked(flags: ContactFlag & { private?: true }): boolean {
  if (flags.private === true && flags.contact === undefined) {
    throw wrongUsage("--private is about a contact, and none is named", "Name one with --contact ID.");
  }
  return flags.private === true;
}
