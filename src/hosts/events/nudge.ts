/** What is said to an agent whose person just seems to have corrected it: what was heard, and how to record it. */

import { dataLine } from "../../context/policy/fence.js";
import type { Context } from "../../context.js";
import { detect, type Signal } from "../../detect/detect.js";
import { isSameName } from "../../entry/attribution.js";
import { oneLine, shorten } from "../../text/shorten.js";

/** The signal worth a nudge: the strongest correction, a repeat before others. */
export function correctionIn(prompt: string): Signal | undefined {
  const rank = ({ strength, retrieval_failure }: Signal) =>
    (strength === "strong" ? 1 : 0) + (retrieval_failure === true ? 2 : 0);
  return detect(prompt)
    .signals.filter(({ type, strength }) => type === "correction" && strength !== "weak")
    .sort((a, b) => rank(b) - rank(a))[0];
}

/** Whose words they are: the person that this process is for, or the only one the profile knows. */
function speakerOf({ actor, profile }: Pick<Context, "actor" | "profile">): string | undefined {
  const people = profile.people.filter(({ role }) => role !== "agent");
  const stated = people.find(({ name }) => isSameName(name, actor.user));
  return actor.user === undefined ? (people.length === 1 ? people[0]?.name : undefined) : stated?.name;
}

const LONGEST = 300;
/** JSON strings are YAML; what could be taken for one of our marks is made plain. */
const stated = (text: string): string => JSON.stringify(dataLine(shorten(oneLine(text), LONGEST, 0.5)));
const open = (what: string): string => JSON.stringify(`<${what}>`);

/** The lines of a nudge. `earlier`: the ids of what was said before; it stands in a fence beneath. */
export function nudgeOf(ctx: Pick<Context, "actor" | "profile">, signal: Signal, earlier: readonly string[]): string[] {
  const { corrected_to, prior_belief } = signal.found;
  const source = speakerOf(ctx);
  return [
    `tenet: this sounds like a correction (${stated(signal.phrase)}: ${signal.says}).`,
    ...repeatLines(signal, earlier),
    "If it is one, record it before going on, in the person's words; if it is none, leave it:",
    "tenet add - <<'EOF'",
    "type: correction",
    `corrected_to: ${corrected_to === undefined ? open("what is right") : stated(corrected_to)}`,
    `prior_belief: ${prior_belief === undefined ? open("what was believed or done before") : stated(prior_belief)}`,
    `stakes: ${open("high, medium or low")}`,
    `at_risk: ${open("what goes wrong if this is forgotten")}`,
    `behavioral_change: ${open("what to do differently next time")}`,
    ...(source === undefined ? [] : [`source: ${stated(source)}`]),
    "EOF",
  ];
}

function repeatLines({ retrieval_failure }: Signal, earlier: readonly string[]): string[] {
  if (earlier.length > 0) {
    return [
      `It was said before and not heeded: ${earlier.join(", ")}, below. Record it all the same, saying what it says: tenet ` +
        "links the repeat to it and brings it up at every session start until it holds.",
    ];
  }
  if (retrieval_failure !== true) return [];
  return ["It was said before, and nothing here remembers it."];
}
