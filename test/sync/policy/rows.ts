/** Rows as an agent writes them, for the tests of what a reader takes. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { hashOfBody, type ReceivedRow, type RowHeader } from "../../../src/sync/policy/hub-row.js";
import { signRow } from "../../../src/sync/policy/row-signing.js";
import { type ArrivalBody, bodyText, type SharedBody } from "../../../src/sync/policy/shared-body.js";

export const HUB = "0a1b2c3d-1111-4222-8333-444455556666";
export const AT = "2026-02-15T10:00:00Z";
const RECEIVED = new Date("2026-02-16T10:00:00Z");

/** A key pair, always the same for one name. */
export function keysOf(name: string): { privateKey: KeyObject; key: Uint8Array } {
  const seed = createHash("sha256").update(name).digest();
  const head = Buffer.from("302e020100300506032b657004220420", "hex");
  const privateKey = createPrivateKey({ key: Buffer.concat([head, seed]), format: "der", type: "pkcs8" });
  const spki = createPublicKey(privateKey).export({ format: "der", type: "spki" });
  return { privateKey, key: new Uint8Array(spki.subarray(12)) };
}

export const BODY: SharedBody = {
  type: "insight",
  claim: "A migration needs a lock of its own",
  stakes: "high",
  at_risk: "two at once leave half of each",
  evidence: "it happened on [host]",
  tags: ["database"],
  score: 8,
};

/** What is signed may differ from what is there: that is what most tests are about. */
export interface Tampered {
  body?: SharedBody | ArrivalBody;
  /** The text of the body, where it is another one than the canonical text of `body`. */
  text?: string;
  header?: Partial<RowHeader>;
  signer?: string;
  hub?: string;
  received?: Date;
  key?: Uint8Array;
  /** After signing. */
  after?: Partial<ReceivedRow>;
}

/** A row of `amos`, whole and signed, but for what is stated. */
export function rowOf({ body = BODY, text = bodyText(body), header = {}, ...more }: Tampered = {}): ReceivedRow {
  const { privateKey, key } = keysOf(more.signer ?? "amos");
  const words: RowHeader = {
    agent: "amos-0123456789abcdef",
    number: 1,
    entry: "INS-20260215-K7Q2X",
    hash: hashOfBody(text),
    at: AT,
    ...header,
  };
  const signature = signRow(more.hub ?? HUB, words, privateKey);
  const isDeletion = words.hash === "withdrawn" || words.hash === "erased";
  const row = { ...words, body: isDeletion ? null : text, signature };
  return { ...row, received: more.received ?? RECEIVED, key: more.key ?? key, ...more.after };
}

/** At an entry of another. */
export const ARRIVAL: ArrivalBody = { type: "arrival", of: "bea-0123456789abcdef/INS-20260215-K7Q2Y" };
