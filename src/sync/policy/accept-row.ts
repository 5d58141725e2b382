/** Whether a row of a hub is what its writer signed, and may be judged like a capture. Everything else is refused with why. */
import { typeOfId } from "../../entry/record-types.js";
import { claimHash } from "../../text/canonical.js";
import { DAY_MS } from "../../text/durations.js";
import type { ReceivedRow, RowKind, SharedBody } from "./hub-row.js";
import { hashOfBody } from "./plan-push.js";
import { AGENT, CLAIM, CONTESTED, ENTRY } from "./row-forms.js";
import { isSignedBy } from "./row-signing.js";
import { bodyText, LONGEST_BODY, MOST_ITEMS, plainText, sharedBodySchema } from "./shared-body.js";

/** A row that may be used. */
export interface AcceptedRow {
  row: ReceivedRow;
  /** Of an `entry` whose words are still in the hub. */
  body?: SharedBody;
  /** Rows of this agent before it are missing: the hub lost them, or holds them back. They are not waited for. */
  gap?: true;
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
  const fault = faultOfSignature(row, writer) ?? faultOfKind(row) ?? faultOfTime(row.at, row.received);
  if (fault !== undefined) return { refused: fault };
  const accepted: AcceptedRow = { row, ...(row.number > writer.last + 1 ? { gap: true } : {}) };
  if (row.kind !== "entry" || row.body === null) return { accepted };
  const readText = readBody(row, row.body);
  if ("refused" in readText) return readText;
  return { accepted: { ...accepted, body: readText.body } };
}

const KINDS: ReadonlySet<string> = new Set<RowKind>(["entry", "withdrawn", "erased", "arrival"]);
const SHA256 = /^(?:[0-9a-f]{64})?$/;
const CLAIM_OR_NONE = new RegExp(`${CLAIM.source}|^$`);
const MODEL = /^[\x20-\x7e]{0,200}$/;
const SECOND = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Fields of the header that are not what they are to be. */
function faultOfShape(row: ReceivedRow): string | undefined {
  const forms: readonly [what: string, value: unknown, form: RegExp][] = [
    ["the agent", row.agent, AGENT],
    ["the entry's id", row.entry, ENTRY],
    ["the body's hash", row.hash, SHA256],
    ["the claim", row.claim, CLAIM_OR_NONE],
    ["the cluster", row.cluster, CLAIM_OR_NONE],
    ["the model", row.model, MODEL],
    ["the vectors' hash", row.vectors_hash, SHA256],
    ["the time", row.at, SECOND],
  ];
  const badForm = forms.find(([, value, form]) => typeof value !== "string" || !form.test(value));
  if (badForm !== undefined) return `${badForm[0]} has no such form`;
  if (!KINDS.has(row.kind)) return "its kind is not known here";
  if (!Number.isSafeInteger(row.number) || row.number < 1) return "the number has no such form";
  if (typeof row.shown_before !== "boolean") return "whether it was shown before is not said";
  if (!Array.isArray(row.contests) || row.contests.length > MOST_ITEMS) return "it contradicts too much";
  if (!row.contests.every((one) => typeof one === "string" && CONTESTED.test(one)))
    return "what it contradicts has no such form";
  if (![row.signature, row.key].every((one) => one instanceof Uint8Array)) return "signature or key are no bytes";
  if (row.body !== null && typeof row.body !== "string") return "the body is no text";
  return undefined;
}

function faultOfSignature(row: ReceivedRow, { hub, key = row.key }: KnownWriter): string | undefined {
  if (Buffer.compare(key, row.key) !== 0) return "the agent's key is another than the one that was seen first";
  return isSignedBy(hub, row, key) ? undefined : "its signature is not the agent's";
}

/** What a row of its kind must hold, and must not. */
function faultOfKind(row: ReceivedRow): string | undefined {
  const { kind, hash, claim, cluster, body, contests } = row;
  if (typeOfId(row.entry) === undefined) return "the entry's type is not known here";
  if (kind === "entry") {
    if (hash === "" || claim === "" || cluster === "") return "it says nothing";
    return undefined;
  }
  if (hash !== "" || body !== null) return "a row of its kind holds no words";
  if (kind === "arrival") return claim === "" || cluster === "" ? "it names no claim" : undefined;
  return claim !== "" || cluster !== "" || contests.length > 0 ? "a row of its kind names no claim" : undefined;
}

/** Clocks may differ by a day, and zones are sometimes mistaken for another. */
const AHEAD_MS = 2 * DAY_MS;

/** A time that is none, or that lies further ahead of the hub's clock than clocks differ. */
function faultOfTime(at: string, received: Date): string | undefined {
  const time = Date.parse(at);
  if (Number.isNaN(time) || `${new Date(time).toISOString().slice(0, 19)}Z` !== at) return "its time is no time";
  return time > received.getTime() + AHEAD_MS ? "its time lies more than two days ahead" : undefined;
}

/** The words of a row: whole, as they were signed, canonical, and with nothing in them that nobody sees. */
function readBody(row: ReceivedRow, text: string): { body: SharedBody } | { refused: string } {
  if (Buffer.byteLength(text) > LONGEST_BODY) return { refused: "its body is longer than 64 KB" };
  if (hashOfBody(text) !== row.hash) return { refused: "its body is not the one that was signed" };
  const parsedBody = sharedBodySchema.safeParse(parsed(text));
  if (!parsedBody.success) {
    const [issue] = parsedBody.error.issues;
    return { refused: `its body has no such form (${issue?.path.join(".") || "whole"})` };
  }
  const body = parsedBody.data as SharedBody;
  if (bodyText(body) !== text) return { refused: "its body is not written the one way in which bodies are" };
  if (typeOfId(row.entry) !== body.type) return { refused: "its body is of another type than its entry" };
  const hidden = textsOf(body).find((one) => plainText(one) !== one);
  if (hidden !== undefined) return { refused: "its words hold characters that nobody sees" };
  const late = [body.at, ...(body.evolution ?? []).map(({ at }) => at)].map((at) => faultOfTime(at, row.received));
  const fault = late.find((one) => one !== undefined);
  if (fault !== undefined) return { refused: fault };
  if (claimHash(body.claim) !== row.claim) return { refused: "its claim is not the one that was signed" };
  return { body };
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
  const { claim, at_risk, evidence, applications, domain, tags, evolution, prior_belief, behavioral_change } = body;
  const wordings = (evolution ?? []).flatMap((one) => [one.text, one.evidence]);
  const details = [at_risk, evidence, domain, prior_belief, behavioral_change, ...wordings];
  return [claim, ...details, ...(applications ?? []), ...(tags ?? [])].filter((one) => one !== undefined);
}
