/** How far sources are trusted: the tier of a new entry, and what a less trusted one may not do. Every judgement asks here. */

import type { Person } from "../../settings.js";
import type { Entry, Tier } from "../entry.js";
import { readHubOrigin } from "../hub-origin.js";
import { typeOfId } from "../record-types.js";
import { TIERS } from "../words.js";
import { isSameName } from "./attribution.js";

/** Positive when `a` is trusted more than `b`, 0 when equally: owner > relayed > self > peer > external. */
export const compareTiers = (a: Tier, b: Tier): number => TIERS.indexOf(b) - TIERS.indexOf(a);

/** Whether a tier is a person's, by their own hand or as an agent tells. */
export const isPeoples = (tier: Tier): boolean => compareTiers(tier, "relayed") >= 0;

/** Against what a person did any person may speak, spoken to an agent too; else whoever is trusted as much. */
export const mayAnswer = (who: Tier, by: Tier): boolean =>
  isPeoples(by) ? isPeoples(who) : compareTiers(who, by) >= 0;

/** The tier of something made of several sources: the lowest of theirs. Throws on none. */
export const leastTrusted = (tiers: readonly Tier[]): Tier =>
  tiers.reduce((least, tier) => (compareTiers(tier, least) < 0 ? tier : least));

export const mostTrusted = (tiers: readonly Tier[]): Tier =>
  tiers.reduce((most, tier) => (compareTiers(tier, most) > 0 ? tier : most));

/** The facts about a speaker from which the tier follows. */
export interface Provenance {
  origin?: string | undefined;
  /** The origin is a file of this workspace; else it is another person, or another agent of a hub. */
  originInside?: boolean | undefined;
  /** Who said so, as stated. */
  source?: string | undefined;
  /** Which agent writes. */
  agent: string;
  people: readonly Person[];
  ownAgents: readonly string[];
  /** Someone types at a terminal and no known agent variable is set. */
  atTerminal: boolean;
  gitName?: string | undefined;
  gitEmail?: string | undefined;
  /** `--user`: states a person and proves nothing. */
  user?: string | undefined;
  /** The words stand in the user's turn of a transcript. */
  fromTranscript?: boolean | undefined;
}

interface Trust {
  tier: Tier;
  /** Whose words they are: stated, or found out. */
  source?: string | undefined;
  /** One plain sentence. */
  because: string;
  /** Nobody of that name is listed. */
  isUnknown?: true;
}

/** The tier of a new entry and why. */
export function tierOf(provenance: Provenance): Trust {
  const { origin, originInside, source, agent, people, ownAgents, atTerminal, user, gitName, gitEmail } = provenance;
  const hub = readHubOrigin(origin);
  // An agent of another workspace is a peer, even if its name is listed here.
  if (hub !== undefined) return { tier: "peer", source, because: `The agent ${hub.agent} shared it in a hub.` };
  if (origin !== undefined && originInside !== true)
    return { tier: "external", source, because: `It came from outside this workspace (${origin}).` };
  const isOwn = (name: string) => ownAgents.some((own) => isSameName(own, name));
  const isTyping = ({ emails = [] }: Person) => atTerminal && emails.some((own) => isSameName(own, gitEmail));
  const isOpen = atTerminal && !people.some(({ role }) => role === "owner");
  const name = source ?? user ?? people.find(isTyping)?.name ?? (isOpen ? gitName : undefined);
  const person = people.find((one) => isSameName(one.name, name));
  // Hosts name the agent that runs by this word.
  const isHosts = person === undefined && isSameName(name, "agent");
  if (name === undefined || isHosts || isSameName(name, "self") || isOwn(name)) {
    const who = isHosts ? "self" : name;
    if (isOwn(agent)) return { tier: "self", source: who, because: `${agent} found it out itself.` };
    const because = `${agent} is not this workspace's own agent (${ownAgents.join(", ")}).`;
    return { tier: "peer", source: who, because };
  }
  if (person !== undefined) return { source: person.name, ...byRole(person, provenance, isTyping(person)) };
  if (isOpen && isSameName(name, gitName))
    return { tier: "owner", source: name, because: `${name} typed it, and no owner is named yet.` };
  const because = `${name} is not listed under people in tenet.yaml.`;
  return { tier: "peer", source: name, because, isUnknown: true };
}

function byRole({ name, role }: Person, { fromTranscript, agent }: Provenance, isTyping: boolean): Trust {
  if (role === "agent") return { tier: "peer", because: `${name} is another agent.` };
  if (role !== "owner") return { tier: "relayed", because: `${name} said it (${role}).` };
  if (isTyping) return { tier: "owner", because: `${name} typed it at a terminal, under their own git e-mail.` };
  if (fromTranscript === true) return { tier: "owner", because: `${name}'s own words, from the transcript.` };
  return { tier: "relayed", because: `${name} said it, as ${agent} tells.` };
}

/** What has to be known beside a record to judge its tier. */
interface AroundRecord extends Pick<Provenance, "people" | "ownAgents"> {
  /** Whether an origin is a file of the workspace. */
  isInside(origin: string): boolean;
  /** The tier of another record of the tree. */
  tierOf(id: string): Tier | undefined;
}

/**
 * Why the facts of a record cannot carry its tier, and the most they can; undefined when they can. In doubt for the
 * record: an owner may have typed it.
 */
export function overclaimed(entry: Entry, around: AroundRecord): { most: Tier; because: string } | undefined {
  const { tier, agent, source, origin, derived_from = [], imported } = entry;
  const originInside = origin !== undefined && around.isInside(origin);
  const stated = { ...around, source, agent, origin, originInside, atTerminal: true, fromTranscript: true };
  const trust = tierOf({ ...stated, gitName: source });
  // Imported from another tool, the author's words were told to the agent, no matter which person runs the import.
  const isTold = imported !== undefined && trust.tier !== "external";
  const own = isTold ? mostTrusted([trust.tier, "relayed"]) : trust.tier;
  if (compareTiers(tier, own) > 0) return { most: own, because: trust.because };
  // Questions have no trust of their own: an answer is trusted like its author.
  const parents = derived_from.filter((id) => typeOfId(id) !== "question").flatMap((id) => around.tierOf(id) ?? []);
  const most = leastTrusted([tier, ...parents]);
  return compareTiers(tier, most) > 0 ? { most, because: `It derives from an entry of tier ${most}.` } : undefined;
}
