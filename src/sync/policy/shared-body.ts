/** What a row says: the body of an entry or of an arrival, how it is made, and how it is serialised. */

import * as z from "zod";
import type { Entry, Verdict } from "../../entry/entry.js";
import { claimOf } from "../../entry/entry.js";
import { CATEGORIES, STAKES, VERDICTS } from "../../entry/words.js";
import { PLACEHOLDERS } from "../../screening/anonymise/anonymise.js";
import { stripHidden } from "../../screening/hidden-characters.js";
import { defined } from "../../text/defined.js";
import { beginningOf } from "../../text/shorten.js";
import { AGENT, ENTRY, ENTRY_OF_AGENT } from "./hub-row.js";

/** Bounds of a body: its writer cuts longer values, its readers refuse them. */
export const LONGEST_TEXT = 8000;
export const MOST_ITEMS = 100;
export const LONGEST_BODY = 64 * 1024;
/** A domain or a tag. */
const LONGEST_LABEL = 200;

const text = z.string().min(1).max(LONGEST_TEXT);
const label = z.string().min(1).max(LONGEST_LABEL);
/** The agent whose copy of the claim the writer had been shown before it said so itself; of several the first writer. */
const from = z.string().regex(AGENT).optional();

/**
 * What an agent tells of one entry: names, paths, addresses, hosts and secrets are out of all of its texts. `claim` is the
 * entry in one sentence. Its fields are written in this order.
 */
export const sharedBodySchema = z.strictObject({
  type: z.enum(["insight", "correction", "memory"]),
  claim: text,
  stakes: z.enum(STAKES).optional(),
  at_risk: text.optional(),
  evidence: text.optional(),
  applications: z.array(text).min(1).max(MOST_ITEMS).optional(),
  domain: label.optional(),
  tags: z.array(label).min(1).max(MOST_ITEMS).optional(),
  verdict: z.enum(VERDICTS).optional(),
  score: z.int().min(1).max(10).optional(),
  prior_belief: text.optional(),
  behavioral_change: text.optional(),
  category: z.enum(CATEGORIES).optional(),
  from,
});

/** The writer came to the claim of another's entry (`agent/entry`): in the same words, or by the answer that `own` says the same. */
const arrivalSchema = z.strictObject({
  type: z.literal("arrival"),
  of: z.string().regex(ENTRY_OF_AGENT),
  own: z.string().regex(ENTRY).optional(),
  from,
});

export const bodySchema = z.discriminatedUnion("type", [sharedBodySchema, arrivalSchema]);

export type SharedBody = z.infer<typeof sharedBodySchema>;
export type SharedType = SharedBody["type"];
export type ArrivalBody = z.infer<typeof arrivalSchema>;

const orderOf = (schema: z.ZodObject): readonly string[] => Object.keys(schema.shape);
const ORDER = orderOf(sharedBodySchema);
const ORDER_OF_ARRIVAL = orderOf(arrivalSchema);

/** Some fields in a fixed order, without those that hold nothing. */
function ordered(fields: Readonly<Record<string, unknown>>, order: readonly string[]): Record<string, unknown> {
  const pairs = order.map((name) => [name, fields[name]] as const);
  return Object.fromEntries(pairs.filter(([, value]) => !isNothing(value)));
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** A body as canonical JSON: equal bodies have equal texts, whatever order their fields were put together in. */
export function bodyText(body: SharedBody | ArrivalBody): string {
  if (body.type === "arrival") return JSON.stringify(ordered(body, ORDER_OF_ARRIVAL));
  return JSON.stringify(ordered(body, ORDER));
}

/**
 * Cleans a text for a body. The caller has removed names, places and secrets; this removes invisible characters and
 * cuts the length. Readers refuse a body that this would change.
 */
export function plainText(text: string, longest: number = LONGEST_TEXT): string {
  let plain = Buffer.from(text, "utf8").toString("utf8").replace(/\r\n?/g, "\n").replace(CONTROLS, " ");
  // What stands around a hidden character decides about it: taking one out, or an end away, may bare another.
  for (let before = ""; before !== plain; ) {
    before = plain;
    plain = cutTo(stripHidden(plain).text.trim(), longest);
  }
  return plain;
}

const cutTo = (text: string, longest: number): string =>
  text.length <= longest ? text : `${beginningOf(text, longest - 1).trimEnd()}…`;

/** Control characters, but for tab and line feed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;

/** Says a text anything, besides that something was taken out of it? */
const saysSomething = (one: string): boolean => /[\p{L}\p{N}]/u.test(one.replace(PLACEHOLDERS, " "));

/**
 * What of an entry goes to a hub. `clean` takes names, paths, addresses, hosts and secrets out of a text as the entry holds
 * it; `judged`: how it turned out. Undefined when nothing is left of the claim but placeholders, and
 * for what is longer than readers take.
 */
export function sharedBodyOf(
  entry: Entry,
  clean: (text: string) => string,
  judged?: { verdict: Verdict; score?: number | undefined },
): SharedBody | undefined {
  const { type } = entry;
  if (type !== "insight" && type !== "correction" && type !== "memory") return undefined;
  const cleaned = (text: string | undefined, longest?: number): string | undefined => {
    if (text === undefined || text === "") return undefined;
    const plain = plainText(clean(text), longest);
    return saysSomething(plain) ? plain : undefined;
  };
  const cleanedAll = (list: readonly string[] | undefined, longest?: number): string[] =>
    [...new Set((list ?? []).flatMap((one) => cleaned(one, longest) ?? []))].slice(0, MOST_ITEMS);
  const claim = cleaned(claimOf(entry));
  if (claim === undefined) return undefined;
  const body: SharedBody = { type, claim };
  const add = (part: Partial<SharedBody>): void => void Object.assign(body, part);
  if (entry.type !== "memory") {
    add({ stakes: entry.stakes, at_risk: cleaned(entry.at_risk) });
    add(defined({ verdict: judged?.verdict, score: judged?.score }));
  }
  add({ domain: cleaned(entry.domain, LONGEST_LABEL) });
  add({ tags: cleanedAll(entry.tags, LONGEST_LABEL) });
  if (entry.type === "insight") {
    add({ evidence: cleaned(entry.evidence) });
    add({ applications: cleanedAll(entry.applications) });
  } else if (entry.type === "correction") {
    add({ prior_belief: cleaned(entry.prior_belief), behavioral_change: cleaned(entry.behavioral_change) });
  } else add({ category: entry.category });
  const text = bodyText(body);
  return Buffer.byteLength(text) > LONGEST_BODY ? undefined : (JSON.parse(text) as SharedBody);
}

/** An instant as UTC to the second. */
export function toTheSecond(at: string): string {
  const time = Date.parse(at);
  return Number.isNaN(time) ? "1970-01-01T00:00:00Z" : `${new Date(time).toISOString().slice(0, 19)}Z`;
}
