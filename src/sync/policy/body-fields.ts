/** A shared body as the fields of an entry: what a reader captures. */
import { defined } from "../../text/defined.js";
import type { SharedBody } from "./hub-row.js";

/** Fields as an author states them, by the type of the entry. */
export type BodyFields = { type: SharedBody["type"] } & Record<string, unknown>;

/** What is captured of a body. Its later fate (verdict, score) is the writer's, and no field of an author. */
export function fieldsOf(body: SharedBody): BodyFields {
  const { type, claim, stakes, at_risk, evidence, applications, domain, tags, evolution } = body;
  const place = defined({ domain, tags });
  if (type === "memory") return { type, content: claim, ...defined({ category: body.category }), ...place };
  if (type === "correction") {
    const { prior_belief, behavioral_change } = body;
    return { type, corrected_to: claim, ...defined({ prior_belief, stakes, at_risk, behavioral_change }), ...place };
  }
  return { type, insight: claim, ...defined({ evidence, stakes, at_risk, applications, evolution }), ...place };
}
