/** Who said something: which entries, items, uses and repeats come from one source, place or session. Pure. */
import { isSameName } from "../entry/gates/attribution.js";
import { contactScope } from "../entry/gates/contact-scope.js";

/** Everything from one source, place or session, or about one contact. */
export interface Selector {
  by: "source" | "origin" | "session" | "contact";
  value: string;
}

/** The fields that name the source of an entry, an item of its history, a use or a repeat. */
export interface Attribution {
  agent?: string | undefined;
  source?: string | undefined;
  origin?: string | undefined;
  session?: string | undefined;
  run?: string | undefined;
  /** Of an entry, which may be about a contact. */
  scope?: unknown;
  /** When; it tells the session of what names none. */
  at?: string | undefined;
}

/** What another workspace's agent quotes is its own word, too; what an own agent quotes is not. */
function saidBy({ agent, source }: Attribution, name: string, ownAgents: readonly string[]): boolean {
  const isOwn = ownAgents.some((own) => isSameName(own, agent));
  const quotes = source !== undefined && !isSameName(source, "self") && !isSameName(source, agent);
  if (quotes && isSameName(source, name)) return true;
  if (quotes && isOwn) return false;
  return isSameName(agent, name) || (isOwn && isSameName(name, "self"));
}

const HOST = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?([^/:?#]+)/i;

/** A URL, file or tool; what lies beneath it; or every page of a site that is named by its host alone. */
function cameFrom(origin: string, place: string): boolean {
  const [from, wanted] = [origin.trim(), place.trim()];
  const beneath = wanted.replace(/[/?#]+$/, "");
  if (from === wanted || (beneath !== "" && from.startsWith(beneath) && /^[/?#]/.test(from.slice(beneath.length))))
    return true;
  return isSameName(HOST.exec(from)?.[1], wanted);
}

/** True when this speaker is the one that is meant. */
export function isFrom(speaker: Attribution, { by, value }: Selector, ownAgents: readonly string[]): boolean {
  if (by === "source") return saidBy(speaker, value, ownAgents);
  if (by === "session") return speaker.session === value;
  if (by === "contact") return speaker.scope === contactScope(value);
  return speaker.origin !== undefined && cameFrom(speaker.origin, value);
}

/** The same for a whole entry. `birthSession` stands in where it names no session; an import came from its file. */
export function isEntryFrom(
  entry: Attribution & { imported?: { from: string } | undefined },
  selector: Selector,
  ownAgents: readonly string[],
  birthSession: string,
): boolean {
  if (isFrom({ ...entry, session: entry.session ?? birthSession }, selector, ownAgents)) return true;
  const file = entry.imported?.from.replace(/:\d+$/, "");
  return selector.by === "origin" && file !== undefined && cameFrom(file, selector.value);
}
