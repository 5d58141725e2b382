/** Rows of a hub as drafts of a capture: checked like anybody's, then given what tenet alone writes. */
import { type CaptureDraft, type CheckedDraft, checkDraft, MissingFields } from "../capture/drafts/draft.js";
import { stakesGate } from "../capture/policy/stakes.js";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { hubEntryOf, hubOrigin } from "../store/hub-origin.js";
import { defined } from "../text/defined.js";
import { oneLine } from "../text/shorten.js";
import type { AcceptedRow } from "./policy/accept-row.js";
import type { SharedBody } from "./policy/shared-body.js";

/** A row with its words. */
export type EntryRow = AcceptedRow & { body: SharedBody };

/** `hub/agent/entry` of a row, as origins of copies have it. */
export const hubKeyOf = (hub: string, { row: { agent, entry } }: AcceptedRow): string =>
  hubEntryOf(hubOrigin({ hub, agent, entry })) as string;

/** For no user and no contact: a shared row belongs to the project. */
export function asTaker(ctx: Context): Context {
  const { user: _user, contact: _contact, private: _private, run: _run, ...actor } = ctx.actor;
  return { ...ctx, actor };
}

/** A row as a draft of its writer's, peer. Throws `usage` or `refused` as any capture does. */
export async function draftOfRow(ctx: Context, { row, body }: EntryRow, hub: string): Promise<CheckedDraft> {
  const { agent, entry, hash, at } = row;
  const warn = (message: string) => ctx.warn(`${agent}/${entry}: ${message}`);
  const statedFields = fieldsOf(body);
  const scope = body.type === "memory" ? { scope: "project" } : {};
  const { type, fields, timestamp } = await checkDraft({ ...ctx, warn }, { ...statedFields, ...scope });
  if (stakesGate({ type, ...fields }).verdict === "daily-log") {
    throw new TenetError("nothing is at risk if it is wrong, so it is no learning", { failure: "refused" });
  }
  const origin = hubOrigin({ hub, agent, entry, learnedFrom: body.from });
  const { verdict, score } = body;
  return {
    type,
    timestamp,
    fields: { ...fields, origin, hub: defined({ at, hash, verdict, score }) },
    made: { agent, tier: "peer" },
  };
}

/** A refusal in one sentence. */
export function reasonOf(error: TenetError): string {
  if (error instanceof MissingFields) return `It lacks ${error.questions.map(({ field }) => field).join(", ")}.`;
  const [line = ""] = error.message.split("\n");
  return oneLine(line);
}

/** What is captured of a body. Its later fate (verdict, score) is the writer's, and no field of an author. */
function fieldsOf(body: SharedBody): CaptureDraft {
  const { type, claim, stakes, at_risk, evidence, applications, domain, tags } = body;
  const place = defined({ domain, tags });
  if (type === "memory") return { type, content: claim, ...defined({ category: body.category }), ...place };
  if (type === "correction") {
    const { prior_belief, behavioral_change } = body;
    return { type, corrected_to: claim, ...defined({ prior_belief, stakes, at_risk, behavioral_change }), ...place };
  }
  return { type, insight: claim, ...defined({ evidence, stakes, at_risk, applications }), ...place };
}
