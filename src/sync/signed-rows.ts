/** Rows before they go: numbered and signed. */
import type { Identity } from "./identity.js";
import { type Deletion, type HubRow, hashOfBody, type RowHeader } from "./policy/hub-row.js";
import { signRow } from "./policy/row-signing.js";

/** A row without its place in the sequence: what it says, or how its entry ended. */
export interface RowDraft {
  entry: string;
  at: string;
  says: { body: string } | Deletion;
}

/** Rows by which entries are no longer shared. `at`: when that was decided. */
export const deletions = (says: Deletion, ids: readonly string[], at: string): RowDraft[] =>
  ids.map((entry) => ({ entry, at, says }));

/** `last`: the number of the newest row that the hub has of this agent. */
export function signedRows(
  hub: string,
  { agent, privateKey }: Pick<Identity, "agent" | "privateKey">,
  last: number,
  drafts: readonly RowDraft[],
): HubRow[] {
  return drafts.map(({ entry, at, says }, place) => {
    const body = typeof says === "string" ? null : says.body;
    const hash = typeof says === "string" ? says : hashOfBody(says.body);
    const header: RowHeader = { agent, number: last + place + 1, entry, hash, at };
    return { ...header, body, signature: signRow(hub, header, privateKey) };
  });
}
