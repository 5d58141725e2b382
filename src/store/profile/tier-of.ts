/** The tier of a new entry: how far who says it is trusted. Called by captures, decisions and answers. Pure. */
import type { Tier } from "../../entry/entry.js";
import { isSameName } from "../../entry/gates/attribution.js";
import type { Person } from "../../settings.js";
import { readHubOrigin } from "../hub-origin.js";

/** The facts about a speaker from which the tier follows. */
export interface Provenance {
  origin?: string | undefined;
  /** The origin is a file of this workspace. */
  originInside?: boolean | undefined;
  /** As stated. */
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
  because: string;
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
