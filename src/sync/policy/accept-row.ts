/** Whether a row of a hub is what its writer signed, and may be judged like a capture. Everything else is refused with why. */
import { typeOfId } from "../../entry/record-types.js";
import { DAY_MS } from "../../text/durations.js";
import { AGENT, ENTRY, hashOfBody, kindOf, type ReceivedRow, type RowKind } from "./hub-row.js";
import { isSignedBy } from "./row-signing.js";
import { type ArrivalBody, bodySchema, bodyText, LONGEST_BODY, plainText, type SharedBody } from "./shared-body.js";

/** A row that may be used. */
export interface AcceptedRow {
  row: ReceivedRow;
  kind: RowKind;
  /** Of an `entry`. */
  body?: SharedBody;
  /** Of an `arrival`. */
  arrival?: ArrivalBody;
}

/** `again`: a number that was read before; a replayed row, which changes nothing. */
export type RowVerdict = { accepted: AcceptedRow } | { refused: string; again?: true };

/** What the reader knows of the writer. */
export interface KnownWriter {
  /** The hub's id. */
  hub: string;
  /** The last number that was read of this agent; 0 before the first. */
  last: number;
  /** The agent's public key as it was seen first; absent before its first row. */
  key?: Uint8Array | undefined;
}

/**
 * Checks a received row, in this order: the shape of the header, so that it can be serialised; a number that was read
 * before; the first seen key; the signature; the header's fields; and only then the words, by their hash before
 * anything parses them. A missing body is no fault: its words were taken out later, and the header is signed alone.
 */
export function acceptRow(row: ReceivedRow, writer: KnownWriter): RowVerdict {
  const misshapen = faultOfShape(row);
  if (misshapen !== undefined) return { refused: misshapen };
  if (row.number <= writer.last) return { refused: "its number was read before", again: true };
  const fault = faultOfSignature(row, writer) ?? faultOfHeader(row);
  if (fault !== undefined) return { refused: fault };
  const accepted: AcceptedRow = { row, kind: kindOf(row) };
  if (row.body === null) return { accepted };
  const body = readBody(row, row.body);
  if (typeof body === "string") return { refused: body };
  return { accepted: { ...accepted, ...(body.type === "arrival" ? { arrival: body } : { body }) } };
}

const HASH = /^(?:[0-9a-f]{64}|withdrawn|erased)$/;
const SECOND = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Fields of the header that are not what they are to be. */
function faultOfShape(row: ReceivedRow): string | undefined {
  const forms: readonly [what: string, value: unknown, form: RegExp][] = [
    ["the agent", row.agent, AGENT],
    ["the entry's id", row.entry, ENTRY],
    ["the body's hash", row.hash, HASH],
    ["the time", row.at, SECOND],
  ];
  const badForm = forms.find(([, value, form]) => typeof value !== "string" || !form.test(value));
  if (badForm !== undefined) return `${badForm[0]} has no such form`;
  if (!Number.isSafeInteger(row.number) || row.number < 1) return "the number has no such form";
  if (![row.signature, row.key].every((one) => one instanceof Uint8Array)) return "signature or key are no bytes";
  if (row.body !== null && typeof row.body !== "string") return "the body is no text";
  return undefined;
}

function faultOfSignature(row: ReceivedRow, { hub, key = row.key }: KnownWriter): string | undefined {
  if (Buffer.compare(key, row.key) !== 0) return "the agent's key is another than the one that was seen first";
  return isSignedBy(hub, row, key) ? undefined : "its signature is not the agent's";
}

function faultOfHeader(row: ReceivedRow): string | undefined {
  if (typeOfId(row.entry) === undefined) return "the entry's type is not known here";
  if (row.body !== null && !/^[0-9a-f]{64}$/.test(row.hash)) return "a deletion holds no words";
  return faultOfTime(row.at, row.received);
}

/** Clocks may differ by a day, and zones are sometimes mistaken for another. */
const AHEAD_MS = 2 * DAY_MS;

/** A time that is none, or that lies further ahead of the hub's clock than clocks differ. */
function faultOfTime(at: string, received: Date): string | undefined {
  const time = Date.parse(at);
  if (Number.isNaN(time) || `${new Date(time).toISOString().slice(0, 19)}Z` !== at) return "its time is no time";
  return time > received.getTime() + AHEAD_MS ? "its time lies more than two days ahead" : undefined;
}

/** The words of a row: whole, as they were signed, canonical, and with nothing in them that nobody sees; else why not. */
function readBody(row: ReceivedRow, text: string): SharedBody | ArrivalBody | string {
  if (Buffer.byteLength(text) > LONGEST_BODY) return "its body is longer than 64 KB";
  if (hashOfBody(text) !== row.hash) return "its body is not the one that was signed";
  const { data: body, error } = bodySchema.safeParse(parsed(text));
  if (body === undefined) return `its body has no such form (${error?.issues[0]?.path.join(".") || "whole"})`;
  if (bodyText(body) !== text) return "its body is not written the one way in which bodies are";
  if (body.type === "arrival") return body;
  if (typeOfId(row.entry) !== body.type) return "its body is of another type than its entry";
  if (textsOf(body).some((one) => plainText(one) !== one)) return "its words hold characters that nobody sees";
  return body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every text of a body that its author wrote. */
function textsOf(body: SharedBody): string[] {
  const { claim, at_risk, evidence, applications, domain, tags, prior_belief, behavioral_change } = body;
  const details = [at_risk, evidence, domain, prior_belief, behavioral_change];
  return [claim, ...details, ...(applications ?? []), ...(tags ?? [])].filter((one) => one !== undefined);
}
