import { TenetError } from "../errors.js";
import type { Change } from "../store/change.js";
import { checkStatus } from "./transition.js";

/** Marks a known entry as replaced by a newer one. Its text stays; `superseded_by` says what took its place. */
export async function supersede(change: Change, known: string, by: string): Promise<void> {
  const entry = await change.entry(known);
  if (entry.status === "superseded" && entry.superseded_by !== by) {
    throw new TenetError(`${known} is superseded already${entry.superseded_by ? ` by ${entry.superseded_by}` : ""}`, {
      failure: "usage",
      code: "wrong-relation",
      hint: "Name the one that took its place, or leave it out.",
    });
  }
  checkStatus(entry, "superseded");
  await change.update(known, { status: "superseded", superseded_by: by });
}
