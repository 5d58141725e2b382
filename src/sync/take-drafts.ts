/** Rows of a hub as drafts of a capture: checked like anybody's, then given what tenet alone writes. */
import { type CheckedDraft, checkDraft, MissingFields } from "../capture/drafts/draft.js";
import { stakesGate } from "../capture/policy/stakes.js";
import type { Context } from "../context.js";
import { comparedClaims, type Entry, type EvolutionItem, templateOf, textHash } from "../entry/entry.js";
import { hubOrigin } from "../entry/hub-origin.js";
import { TenetError } from "../errors.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { oneLine } from "../text/shorten.js";
import type { AcceptedRow } from "./policy/accept-row.js";
import { fieldsOf, textsToEmbed } from "./policy/body-fields.js";
import type { SharedBody } from "./policy/hub-row.js";

/** A row with its words. */
export type EntryRow = AcceptedRow & { body: SharedBody };

export interface HubDraft {
  draft: CheckedDraft;
  /** Vectors of the draft's texts, by their hashes; none where the model is another, or a text was changed here. */
  lent: ReadonlyMap<string, Float32Array>;
}

/** On nobody's behalf: what a row says is for this project, whoever runs the command. */
export function asTaker(ctx: Context): Context {
  const { user: _user, contact: _contact, private: _private, run: _run, ...actor } = ctx.actor;
  return { ...ctx, actor };
}

/**
 * A row as a draft of its writer's, peer. Throws `usage` or `refused` as any capture does. `model`: the fingerprint of the
 * model here.
 */
export async function draftOfRow(
  ctx: Context,
  { row, body, vectors }: EntryRow,
  from: { hub: string; learnedFrom?: string | undefined; model: string | undefined },
): Promise<HubDraft> {
  const { agent, entry, hash } = row;
  const warn = (message: string) => ctx.warn(`${agent}/${entry}: ${message}`);
  const stated = fieldsOf(body);
  const scope = body.type === "memory" ? { scope: "project" } : {};
  const { type, fields, timestamp } = await checkDraft({ ...ctx, warn }, { ...stated, ...scope });
  if (stakesGate({ type, ...fields }).verdict === "daily-log") {
    throw new TenetError("nothing is at risk if it is wrong, so it is no learning", { failure: "refused" });
  }
  const { hub, learnedFrom } = from;
  const origin = hubOrigin({ hub, agent, entry, learnedFrom });
  const { verdict, score, at } = body;
  const evolution = earlierWordings(fields["evolution"], { agent, origin, before: earlier(timestamp) });
  const draft: CheckedDraft = {
    type,
    timestamp,
    fields: { ...fields, ...defined({ evolution }), origin, hub: defined({ at, hash, verdict, score }) },
    buffered: { agent, tier: "peer" },
  };
  const isOurs = row.model !== "" && row.model === from.model;
  return { draft, lent: isOurs && vectors !== undefined ? lentTo(draft, body, vectors) : new Map() };
}

/** A second before an instant. */
const earlier = (instant: string): string => stamp(new Date(Date.parse(instant) - 1000));

/**
 * What the writer said before it said it so: told under its name, and older than the entry, so that the claim by which
 * the entry is known is the writer's own.
 */
function earlierWordings(
  stated: unknown,
  { agent, origin, before }: { agent: string; origin: string; before: string },
): EvolutionItem[] | undefined {
  if (!Array.isArray(stated)) return undefined;
  return (stated as EvolutionItem[]).map(({ at, ...item }) => ({
    at: Date.parse(at) > Date.parse(before) ? before : at,
    ...item,
    agent,
    origin,
  }));
}

/** Its vectors, for the texts of which they are: a text that screening changed has none. */
function lentTo(
  { type, fields }: CheckedDraft,
  body: SharedBody,
  { whole, claim }: NonNullable<AcceptedRow["vectors"]>,
): ReadonlyMap<string, Float32Array> {
  const draft = { ...fields, type } as Entry;
  const texts = new Set([templateOf(draft), ...comparedClaims(draft)]);
  const { whole: text, claim: said } = textsToEmbed(body);
  const lent = [[said, claim] as const, [text, whole] as const].filter(([of]) => texts.has(of));
  return new Map(lent.map(([of, vector]) => [textHash(of), vector]));
}

/** A refusal in one sentence. */
export function reasonOf(error: TenetError): string {
  if (error instanceof MissingFields) return `It lacks ${error.questions.map(({ field }) => field).join(", ")}.`;
  const [line = ""] = error.message.split("\n");
  return oneLine(line);
}
