/** The tools of the full profile that record what was decided, and what a run taught. */
import * as z from "zod";
import { ANSWER, capturing } from "./learning-tools.js";
import { fieldsOf, refs, said, type Tool } from "./tool.js";

const WAITS = "It is used once a person has looked at it.";

const decisionInput = z.strictObject({
  ...fieldsOf("decision", {
    action: "what was decided",
    situation: "what the situation was: it is found again by this",
    rationale: "why this and nothing else",
    alternatives: "what else could have been done",
    at_risk: "what goes wrong if it was wrong: then it is asked about later",
    stakes: "how bad that would be",
    domain: "the area, one word",
    tags: "to filter by",
  }),
  ...said,
  linked: refs.optional().describe("ids it hangs together with"),
  supersedes: refs.optional().describe("decisions it takes the place of"),
});

const reflexionInput = z.strictObject({
  ...fieldsOf("reflexion", {
    reflexion: "what the run taught, in one sentence",
    entities: "what it is about, such as vendor:acme: it is found again by these and by its tags",
    tags: "such as sync",
  }),
  ...said,
  linked: refs.optional().describe("ids it hangs together with"),
});

export const DECISION_TOOLS: readonly Tool[] = [
  capturing("decision", decisionInput, {
    name: "record_decision",
    profile: "full",
    title: "Record a decision",
    description: `Record what was decided in a situation and why, as an example for the next one like it. ${WAITS} ${ANSWER}`,
  }),
  capturing("reflexion", reflexionInput, {
    name: "record_reflexion",
    profile: "full",
    title: "Record what a run taught",
    description: `Record what a run taught, mostly one that failed: the cause, not the events. ${WAITS} ${ANSWER}`,
  }),
];
