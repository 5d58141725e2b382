/**
 * Chooses the entries a new one is linked to, and quotes entries in sentences. Called when an entry is compared. Pure.
 */
import { claimOf, type Entry } from "../../entry/entry.js";
import { isApproved, isPrivate } from "../../entry/gates/visible.js";
import type { Cuts } from "../../search/near-cuts.js";
import { oneLine, shorten } from "../../text/shorten.js";

/** A known entry beside a new one, with how near it is. */
export interface Candidate {
  entry: Entry;
  /** Cosine of the two template texts; absent without a model or vector. */
  similarity?: number | undefined;
  /** Cosine of the two claims alone. */
  claim?: number | undefined;
  /** `lex(a, b)` of the two template texts, 0 to 1. */
  lexical: number;
}

/** Two entries that share so much of their rare words are linked, whatever the model says. */
const LEX_LINK = 0.27;

/** How many neighbours by each measure are looked at. */
const NEAREST = 5;
/** At most so many links on a new entry. */
export const MOST_LINKS = 5;
/** Below this share of the cut for links a word in common makes no link: sentences of one form share words. */
const FAR_OFF = 0.6;

type Near = Pick<Candidate, "similarity" | "claim" | "lexical">;

/** How near it is by meaning, as a whole or by its claim; undefined without a model. */
const meaning = ({ similarity, claim }: Near): number | undefined =>
  similarity === undefined ? claim : Math.max(similarity, claim ?? -1);

/** How close a candidate is: the mean of both measures, or the lexical one where there is no cosine. */
function closeness(candidate: Near): number {
  const cosine = meaning(candidate);
  return cosine === undefined ? candidate.lexical : 0.5 * candidate.lexical + 0.5 * cosine;
}

function byCloseness(a: Candidate, b: Candidate): number {
  return closeness(b) - closeness(a) || (a.entry.id < b.entry.id ? -1 : 1);
}

function isRelated(candidate: Candidate, cuts: Cuts | undefined): boolean {
  const cosine = cuts === undefined ? undefined : meaning(candidate);
  const isFarOff = cuts !== undefined && cosine !== undefined && cosine < FAR_OFF * cuts.link;
  if (candidate.lexical >= LEX_LINK && !isFarOff) return true;
  return cuts !== undefined && cosine !== undefined && closeness(candidate) >= cuts.blend;
}

/**
 * The entries worth a link, closest first: of the nearest five by cosine and the nearest five by words those that share
 * enough rare words, or enough of both. Without cuts words alone decide.
 */
export function relatedOf(candidates: readonly Candidate[], cuts: Cuts | undefined): Candidate[] {
  const cosine = (candidate: Candidate) => meaning(candidate) ?? Number.NEGATIVE_INFINITY;
  const byCosine = candidates
    .filter((candidate) => cuts !== undefined && cosine(candidate) > cuts.link)
    .sort((a, b) => cosine(b) - cosine(a) || byCloseness(a, b))
    .slice(0, NEAREST);
  const byWords = [...candidates].sort((a, b) => b.lexical - a.lexical || byCloseness(a, b)).slice(0, NEAREST);
  return [...new Set([...byCosine, ...byWords])]
    .filter((candidate) => isRelated(candidate, cuts))
    .sort(byCloseness)
    .slice(0, MOST_LINKS);
}

const LONGEST_QUOTE = 160;

/** Whether an answer about something else may quote the entry. */
export const isQuotable = (entry: Entry): boolean => isApproved(entry) && !isPrivate(entry);

/** An entry in a sentence: its id, and its words unless they may not be retrieved. `whole`: however long they are. */
export function quoted(entry: Entry, whole = false): string {
  if (!isQuotable(entry)) return entry.id;
  const text = oneLine(claimOf(entry));
  return `${entry.id} ("${whole ? text : shorten(text, LONGEST_QUOTE)}")`;
}
