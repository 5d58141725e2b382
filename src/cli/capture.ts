import type { Captured } from "../memory/captured.js";
import type { EntryType } from "../memory/entry.js";
import type { Door } from "./door.js";

/** Records one entry from what was stated; at a terminal what is missing is asked for first. */
export async function captureFrom(door: Door, type: EntryType, stated: Record<string, unknown>): Promise<Captured> {
  const ctx = await door.context();
  let fields = stated;
  if (door.asker !== undefined) {
    const { askMissing } = await import("./ask-missing.js");
    fields = await askMissing(door.asker, type, stated);
  }
  const { capture } = await import("../operations/capture.js");
  return capture(ctx, { ...fields, type });
}

/** The claim as argument or under its own flag, whichever was given. */
export function withClaim(fields: Record<string, unknown>, field: string, argument: string | undefined) {
  return argument === undefined ? fields : { ...fields, [field]: argument };
}
