/** What was on the screen when a person decided, and what they did, as sentences of a decision. Pure. */
import type { EntryType, ReviewState, Stakes, Tier } from "../../../entry/entry.js";
import { aOrAn, pluralOf } from "../../../entry/record-types.js";
import { oneLine, shorten } from "../../../text/shorten.js";

/** Characters of one quotation, and of a whole situation: an example is read, not a document. */
const LONGEST_QUOTE = 300;
const LONGEST = 1_500;

/** An entry that was decided on. */
export interface SeenEntry {
  id: string;
  type: EntryType;
  tier: Tier;
  text: string;
  /** Its words are for nobody. */
  sensitive: boolean;
  stakes?: Stakes | undefined;
}

/** Trusted less than the agent itself. */
const isForeign = (tier: Tier): boolean => tier === "external" || tier === "peer";

/**
 * The words of an entry, with its id. `closes`: the decision takes it out of use. Then words that came from outside are
 * not said again, for an example is printed before every agent; and what is sensitive is quoted nowhere.
 */
function quoted({ id, tier, text, sensitive }: SeenEntry, closes: boolean): string {
  if (sensitive || (closes && isForeign(tier))) return id;
  return `${id} "${shorten(oneLine(text).replaceAll('"', "'"), LONGEST_QUOTE)}"`;
}

const whole = (lines: readonly string[]): string => shorten(lines.join(" "), LONGEST);

/** What a review leads to, as it is said of what was done. */
const DONE: Readonly<Record<ReviewState, string>> = {
  approved_for_reuse: "Approve",
  rejected: "Reject",
  one_time_exception: "Take it as right for once",
  sensitive: "Keep its words from everybody",
  needs_review: "Open again for review",
  expired: "Let it expire",
};

const CLOSING: ReadonlySet<ReviewState> = new Set(["rejected", "one_time_exception", "sensitive", "expired"]);

/** A review of one entry, or of a page of them. `why`: what the screen said about why it waited. */
export function reviewSituation(
  entries: readonly SeenEntry[],
  state: ReviewState,
  why: string | undefined,
): { situation: string; action: string } {
  const closes = CLOSING.has(state);
  const [first] = entries;
  const type = first?.type ?? "insight";
  const what = entries.length === 1 ? aOrAn(type) : `${entries.length} ${pluralOf(type)}`;
  const marks = [first?.tier, first?.stakes].filter((mark) => mark !== undefined).join(", ");
  const words = entries.map((entry) => quoted(state === "sensitive" ? { ...entry, sensitive: true } : entry, closes));
  const situation = whole([
    `Review of ${what} (${marks}): ${words.join("; ")}${words.at(-1)?.endsWith('"') ? "" : "."}`,
    ...(why === undefined ? [] : [why]),
  ]);
  return { situation, action: `${DONE[state]}: ${entries.map(({ id }) => id).join(", ")}` };
}

/** One change of the rules, as it stood on the screen. */
export interface SeenOperation {
  op: string;
  target: string;
  text: string;
  before?: string | undefined;
  tier: Tier;
  /** The words of an entry behind it are for nobody. */
  sensitive: boolean;
}

const VERB: Readonly<Record<string, string>> = {
  add: "Add to",
  update: "Change in",
  delete: "Take out of",
  keep: "Keep in",
};

/** A version of the rules that waited. */
export function versionSituation(
  { id, change_summary }: { id: string; change_summary: string },
  operations: readonly SeenOperation[],
  does: "Approve" | "Reject",
): { situation: string; action: string } {
  const lines = operations
    .filter(({ op }) => op !== "keep")
    .map(({ op, target, text, before, tier, sensitive }) => {
      const line = (words: string) => `"${shorten(oneLine(words).replaceAll('"', "'"), LONGEST_QUOTE)}"`;
      const place = `${VERB[op] ?? op} ${target}`;
      if (sensitive) return `${place} what is shown to nobody.`;
      if (does === "Reject" && isForeign(tier)) return `${place} what came from outside.`;
      return `${place}: ${before === undefined ? "" : `${line(before)} becomes `}${line(text)}`;
    });
  return {
    situation: whole([`Version ${id} of the rules waited (${change_summary}).`, ...lines]),
    action: `${does} version ${id}`,
  };
}

/** Two entries between which somebody decided. `says`: what became of them, one sentence. */
export function pairSituation(pair: readonly SeenEntry[], says: string): { situation: string; action: string } {
  const sides = pair.map((entry) => quoted(entry, true));
  return { situation: whole([`Near claims to decide between: ${sides.join(" and ")}.`]), action: says };
}
