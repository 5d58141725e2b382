/** Whether a record claims more trust than it can have: what was written is judged by the rule for what is being written. */
import type { Tier } from "./entry.js";
import { compareTiers } from "./tiers.js";
import { type Provenance, tierOf } from "./trust.js";

/** What a record says about where it comes from. */
export interface StatedFacts extends Pick<Provenance, "origin" | "originInside" | "source" | "people" | "ownAgents"> {
  agent: string;
  /** Taken over from another tool: its author's words were told to the agent, whoever runs the import. */
  imported?: boolean | undefined;
}

/**
 * Why these facts cannot carry a tier, and the most they can; undefined when they can. In doubt for the record: an
 * owner may have typed it.
 */
export function overclaimed(tier: Tier, facts: StatedFacts): { most: Tier; because: string } | undefined {
  const found = tierOf({ ...facts, atTerminal: true, fromTranscript: true, gitName: facts.source });
  const most = facts.imported === true && found.tier !== "external" ? higher(found.tier, "relayed") : found.tier;
  return compareTiers(tier, most) > 0 ? { most, because: found.because } : undefined;
}

function higher(a: Tier, b: Tier): Tier {
  return compareTiers(a, b) >= 0 ? a : b;
}
