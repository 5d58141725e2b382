/** Rows before they go: numbered and signed. */
import type { Identity } from "./identity.js";
import type { HubRow, RowHeader } from "./policy/hub-row.js";
import { signRow } from "./policy/row-signing.js";

/** A row without its place in the sequence. */
export interface RowDraft {
  header: Omit<RowHeader, "agent" | "number">;
  body?: string;
}

/** The fields of a row without content. */
export const NO_WORDS = {
  hash: "",
  claim: "",
  cluster: "",
  contests: [] as string[],
  shown_before: false,
  model: "",
  vectors_hash: "",
};

/** Rows by which entries are no longer shared. `at`: when that was decided. */
export function tombstones(kind: "erased" | "withdrawn", ids: readonly string[], at: string): RowDraft[] {
  return ids.map((entry) => ({ header: { ...NO_WORDS, kind, entry, at } }));
}

/** `last`: the number of the newest row that the hub has of this agent. */
export function signedRows(
  hub: string,
  { agent, privateKey }: Pick<Identity, "agent" | "privateKey">,
  last: number,
  drafts: readonly RowDraft[],
): HubRow[] {
  return drafts.map(({ header: part, body = null }, place) => {
    const header: RowHeader = { agent, number: last + place + 1, ...part };
    return { ...header, body, signature: signRow(hub, header, privateKey) };
  });
}
