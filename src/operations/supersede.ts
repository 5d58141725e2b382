import type { Change } from "../tree/change.js";

/** Marks a known entry as replaced by a newer one. Its text stays; `superseded_by` says what took its place. */
export async function supersede(change: Change, known: string, by: string): Promise<void> {
  await change.update(known, { status: "superseded", superseded_by: by });
}
