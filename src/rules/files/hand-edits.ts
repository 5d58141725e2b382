/** What a person did to one rule, and the record that is kept of it: before, after, how far apart. */
import { distance } from "fastest-levenshtein";
import { type Rule, saysSame, sharesId, type Target } from "../policy/rule.js";
import { type PlacedLine, paired } from "./merge.js";

/** One rule that a person wrote, changed, moved or took out. */
export interface HandEdit {
  kind: "added" | "changed" | "moved" | "removed";
  before?: Rule | undefined;
  after?: PlacedLine | undefined;
}

/** A record of `memory/edits/`. */
export interface EditRecord {
  type: "edit";
  id: string;
  timestamp: string;
  /** The agent that took note of it. */
  agent: string;
  target: Target;
  kind: HandEdit["kind"];
  /** Entries behind the rule. */
  ids: readonly string[];
  before?: string | undefined;
  after?: string | undefined;
  /** Levenshtein distance in characters. */
  distance: number;
  /** 1 − distance / length of the longer one, two decimals: 1 is the same text. */
  ratio: number;
  /** The listed person whose e-mail the commit carries. */
  author?: string | undefined;
  commit?: string | undefined;
  /** The version that took it over. */
  version: string;
}

/** How far two texts are apart. A missing one is the empty text. */
export function apart(before = "", after = ""): Pick<EditRecord, "distance" | "ratio"> {
  const steps = distance(before, after);
  const longer = Math.max(before.length, after.length);
  return { distance: steps, ratio: longer === 0 ? 1 : Math.round((1 - steps / longer) * 100) / 100 };
}

/** A line without ids is taken for a rule that vanished when so much of it is the same. */
const ALIKE = 0.5;

/** What people did to the rules in force: each line of the files against the active version. */
export function handEdits(active: readonly Rule[], lines: readonly PlacedLine[]): HandEdit[] {
  const pairs = paired(active, lines);
  const gone = pairs.flatMap(([rule, line]) => (rule !== undefined && line === undefined ? [rule] : []));
  const news = pairs.flatMap(([rule, line]) => (rule === undefined && line !== undefined ? [line] : []));
  const alike = alikes(gone, news);
  const given = new Set(alike.values());
  return pairs.flatMap(([before, line]): HandEdit[] => {
    const after = line ?? (before === undefined ? undefined : alike.get(before));
    if (after === undefined) return [{ kind: "removed", before }];
    if (before === undefined) {
      // A second copy of a rule in force says nothing new.
      const copy = active.some((rule) => sharesId(rule, after) && saysSame(rule.text, after.text));
      return given.has(after) || copy ? [] : [{ kind: "added", after }];
    }
    if (!saysSame(before.text, after.text)) return [{ kind: "changed", before, after }];
    return before.target === after.target ? [] : [{ kind: "moved", before, after }];
  });
}

/** Rules that lost their ids and some of their words at once, with the lines that are left of them. */
function alikes(gone: readonly Rule[], news: readonly PlacedLine[]): Map<Rule, PlacedLine> {
  const pairs = gone.flatMap((rule) =>
    news
      .filter(({ ids, target }) => ids.length === 0 && target === rule.target)
      .map((line) => ({ rule, line, ratio: apart(rule.text, line.text).ratio })),
  );
  const found = new Map<Rule, PlacedLine>();
  const taken = new Set<PlacedLine>();
  for (const { rule, line, ratio } of pairs.sort((a, b) => b.ratio - a.ratio)) {
    if (ratio < ALIKE || found.has(rule) || taken.has(line)) continue;
    found.set(rule, line);
    taken.add(line);
  }
  return found;
}
