/** The source of a statement: which entries, items and uses share a source, a place or a session. */
import { contactScope } from "./contact-scope.js";

/**
 * Everything from one source: who said it, where it came from, or the session in which it was said; or everything that is
 * about one contact.
 */
export interface Selector {
  by: "source" | "origin" | "session" | "contact";
  value: string;
}

/** The fields that name the source of an entry, an item of its history, a use or an answer. */
export interface Attribution {
  agent?: string | undefined;
  source?: string | undefined;
  origin?: string | undefined;
  session?: string | undefined;
  /** The run in which a record was made. */
  run?: string | undefined;
  /** Of an entry, which may be about a contact: an item, a use or an answer has none. */
  scope?: unknown;
  /** When; it tells the session of what names none. */
  at?: string | undefined;
}

/** A name or an address as it is compared: of one person, whatever case or composition it is written in. */
export const foldedName = (name: string): string => name.normalize("NFC").trim().toLowerCase();

/** Two names of one person or agent. */
export function isSameName(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && foldedName(a) === foldedName(b);
}

/** Whether a record names a listed person and no agent. While no owner is listed, every name counts. */
export function isPersonsWord(
  people: readonly { name: string; role?: string | undefined }[],
  by: string | undefined,
): boolean {
  if (by === undefined || !people.some(({ role }) => role === "owner")) return by !== undefined;
  return people.some(({ name, role }) => role !== "agent" && isSameName(name, by));
}

/** Whose words a session hears: the person it is for, where the profile lists them, or the only person listed. */
export function speakerOf(
  user: string | undefined,
  people: readonly { name: string; role?: string | undefined }[],
): string | undefined {
  const persons = people.filter(({ role }) => role !== "agent");
  if (user === undefined) return persons.length === 1 ? persons[0]?.name : undefined;
  return persons.find(({ name }) => isSameName(name, user))?.name;
}

function isOneOf(name: string | undefined, names: readonly string[]): boolean {
  return names.some((own) => isSameName(own, name));
}

/**
 * A person or an agent, by name. Entries of another workspace's agent count as that agent's, even when they quote;
 * entries of this workspace's agents count as theirs only without a quoted speaker.
 */
function saidBy({ agent, source }: Attribution, name: string, ownAgents: readonly string[]): boolean {
  const quoted = source !== undefined && foldedName(source) !== "self" && !isSameName(source, agent);
  if (quoted && isSameName(source, name)) return true;
  const own = isOneOf(agent, ownAgents);
  if (quoted && own) return false;
  return isSameName(agent, name) || (own && foldedName(name) === "self");
}

const HOST = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?([^/:?#]+)/i;

/** A URL, file or tool; what lies beneath it; or every page of a site that is named by its host alone. */
function cameFrom(origin: string, place: string): boolean {
  const [from, wanted] = [origin.trim(), place.trim()];
  if (from === wanted) return true;
  const beneath = wanted.replace(/[/?#]+$/, "");
  if (beneath !== "" && from.startsWith(beneath) && /^[/?#]/.test(from.slice(beneath.length))) return true;
  return HOST.exec(from)?.[1]?.toLowerCase() === wanted.toLowerCase();
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
  const { agent, source, origin, scope, session = birthSession } = entry;
  if (isFrom({ agent, source, origin, scope, session }, selector, ownAgents)) return true;
  const file = entry.imported?.from.replace(/:\d+$/, "");
  return selector.by === "origin" && file !== undefined && cameFrom(file, selector.value);
}
