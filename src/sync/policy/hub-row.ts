/** What stands in a hub: rows that agents append, each signed by its writer, and what they say. */
import type { Stakes, Verdict } from "../../entry/entry.js";

/** Types of entries that may be shared: insights by the profile, the others where a person names them by id. */
export type SharedType = "insight" | "correction" | "memory";

/** One later wording of a shared insight. */
export interface SharedWording {
  at: string;
  text: string;
  evidence?: string | undefined;
}

/** What an agent tells of one entry. Names, paths, addresses, hosts and secrets are out of all of its texts. */
export interface SharedBody {
  type: SharedType;
  /** The claim of the entry in one sentence; of an insight the newest wording with evidence. */
  claim: string;
  /** When it was first said, UTC to the second, by its writer's clock. */
  at: string;
  /** A memory has no stakes. */
  stakes?: Stakes | undefined;
  at_risk?: string | undefined;
  evidence?: string | undefined;
  applications?: string[] | undefined;
  domain?: string | undefined;
  tags?: string[] | undefined;
  /** Earlier wordings, the first one first. */
  evolution?: SharedWording[] | undefined;
  verdict?: Verdict | undefined;
  /** 1 to 10. */
  score?: number | undefined;
  /** Of a correction. */
  prior_belief?: string | undefined;
  behavioral_change?: string | undefined;
  /** Of a memory. */
  category?: string | undefined;
}

/**
 * `entry`: an entry as it stands now; a later row of the same entry takes its place. `withdrawn`: it is no longer shared;
 * copies are forgotten. `erased`: its words are to leave every copy. `arrival`: the writer came to a claim that it had
 * from the hub; it holds no words.
 */
export type RowKind = "entry" | "withdrawn" | "erased" | "arrival";

/** What the writer of a row signs, besides the hub it is for. */
export interface RowHeader {
  /** The writer's pseudonym: 16 hexadecimal digits, perhaps with a name before them. */
  agent: string;
  /** The place in the writer's own sequence, from 1, without gaps. */
  number: number;
  kind: RowKind;
  /** Id of the entry in the writer's tree. */
  entry: string;
  /** sha256 of the body's text in hexadecimal; empty without a body. */
  hash: string;
  /** Hash of the canonical claim, by which equal claims are found; empty for `withdrawn` and `erased`. */
  claim: string;
  /** Claim by which the claims that say the same are grouped: its own, or one that was there before. */
  cluster: string;
  /** Entries whose claims this one contradicts, as `agent/entry`; the conflict stays unresolved. */
  contests: string[];
  /** Whether the writer had been shown the claim before it said so itself. */
  shown_before: boolean;
  /** When the writer said it, UTC to the second. */
  at: string;
  /** Of rows of earlier versions, which came with vectors: their model and sha256. Signed, and read by nobody; now empty. */
  model: string;
  vectors_hash: string;
}

/** A row as it lies in the hub. */
export interface HubRow extends RowHeader {
  /** {@link SharedBody} as canonical JSON; null once its words were taken out. */
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
