/** What stands in a hub: rows that agents append, each signed by its writer, and what they say. */
import { createHash } from "node:crypto";
import { ID_FORM } from "../../entry/id-form.js";
import { PSEUDONYM_FORM } from "../../store/hub-origin.js";

/** What the writer of a row signs, besides the hub it is for. */
export interface RowHeader {
  /** The writer's pseudonym: 16 hexadecimal digits, perhaps with a name before them. */
  agent: string;
  /** The place in the writer's own sequence, from 1, without gaps. */
  number: number;
  /** Id of the entry in the writer's tree. */
  entry: string;
  /** sha256 of the body in hexadecimal; of a deletion its kind. */
  hash: string;
  /** When the writer said it, or took it back: UTC to the second, by its own clock. */
  at: string;
}

/** A row as it lies in the hub. */
export interface HubRow extends RowHeader {
  /** Canonical JSON; null in a deletion, and once a later row of the entry took its place. */
  body: string | null;
  /** Ed25519 over `headerBytes`. */
  signature: Uint8Array;
}

/** A row as a reader gets it. */
export interface ReceivedRow extends HubRow {
  /** When the hub took it, by the hub's clock. */
  received: Date;
  /** The writer's public key as the hub has it: 32 bytes. */
  key: Uint8Array;
}

/** `withdrawn`: it is no longer shared, copies are forgotten. `erased`: its words are to leave every copy. */
export type Deletion = "withdrawn" | "erased";
export const DELETIONS: readonly Deletion[] = ["withdrawn", "erased"];

/**
 * What a row says, as its hash and the beginning of its body show it. `entry`: as it stands now; a later row of the same
 * entry takes its place. `arrival`: the writer came to a claim that it had from the hub. `gone`: the body was taken out.
 */
export type RowKind = "entry" | "arrival" | "gone" | Deletion;

export function kindOf({ hash, body }: Pick<HubRow, "hash" | "body">): RowKind {
  const deletion = DELETIONS.find((kind) => kind === hash);
  if (deletion !== undefined || body === null) return deletion ?? "gone";
  return body.startsWith(ARRIVAL_BEGINS) ? "arrival" : "entry";
}

/** How the body of an arrival begins, and no other. */
export const ARRIVAL_BEGINS = '{"type":"arrival"';

/** sha256 of a body's text, in hexadecimal. */
export const hashOfBody = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Readers accept no other forms, and writers copy nothing else from others' rows. */
export const AGENT = new RegExp(`^${PSEUDONYM_FORM}$`);
export const ENTRY = new RegExp(`^${ID_FORM}$`);
/** An entry of an agent. */
export const ENTRY_OF_AGENT = new RegExp(`^${PSEUDONYM_FORM}/${ID_FORM}$`);
