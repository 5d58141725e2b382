/** What one pass looks up again and again: thousands of entries are held against every rule. */
import { weightOfRule } from "./fit.js";
import { type Candidate, ownLine, type ReconcileInput } from "./planned.js";
import { type Rule, sayingOf } from "./rule.js";

/** Words that no contraction, article or mark can be part of, and numbers: texts that say the same have the same ones. */
const TELLING = /(?<![\p{L}\p{N}'’_*])(?:\p{L}{7,}|\d+)(?![\p{L}\p{N}'’_*])/gu;

function roughly(text: string): string {
  return (text.normalize("NFKC").match(TELLING) ?? [])
    .map((word) => word.toLowerCase())
    .sort()
    .join(" ");
}

/** An input with everything that is looked up in it. */
export interface PlanLookups extends ReconcileInput {
  /** What a line says, apart from layout: two lines of this pass say the same when this is equal. */
  saying(text: string): string;
  /** Candidates whose chain holds one of these ids. */
  covering(ids: readonly string[]): Candidate[];
  /** Candidates whose line says this. */
  sayingThis(saying: string): readonly Candidate[];
  /** What a rule made of these entries weighs. */
  weightOf(rule: Pick<Rule, "ids">): number;
  /** Keeps what was found out. */
  once<T>(key: unknown, find: () => T): T;
}

/** Reading a text for what it says takes a while: only texts that share their telling words are read. */
class Sayings {
  readonly #texts = new Map<string, Set<string>>();
  readonly #read = new Map<string, string>();
  readonly #rough = new Map<string, string>();

  constructor(texts: Iterable<string>) {
    for (const text of texts) {
      const rough = this.#roughly(text);
      const alike = this.#texts.get(rough);
      if (alike === undefined) this.#texts.set(rough, new Set([text]));
      else alike.add(text);
    }
  }

  #roughly(text: string): string {
    const known = this.#rough.get(text) ?? roughly(text);
    this.#rough.set(text, known);
    return known;
  }

  of(text: string): string {
    const known = this.#read.get(text);
    if (known !== undefined) return known;
    const rough = this.#roughly(text);
    const alike = this.#texts.get(rough);
    const isAlone = rough !== "" && (alike === undefined || (alike.size === 1 && alike.has(text)));
    const saying = isAlone ? `~${rough}` : sayingOf(text);
    this.#read.set(text, saying);
    return saying;
  }
}

/** The texts that a pass may ask about. */
function* textsOf({ candidates, rules, wordings = [], behind }: ReconcileInput): Iterable<string> {
  for (const { text, standing } of candidates) if (text !== undefined && standing.qualified !== undefined) yield text;
  for (const { text } of wordings) yield text;
  for (const { text, ids } of rules) {
    yield text;
    for (const id of ids) {
      const own = ownLine(id, behind)?.text;
      if (own !== undefined) yield own;
    }
  }
}

/** What rounds over the same entries share: each one is looked at once. */
export type Lookups = Omit<PlanLookups, keyof ReconcileInput>;

/** Looks everything up once, for all rounds over the same candidates. */
export function lookupsFor(input: ReconcileInput): Lookups {
  const sayings = new Sayings(textsOf(input));
  const byId = new Map<string, Candidate>();
  for (const candidate of input.candidates) {
    for (const id of [candidate.evidence.id, ...candidate.evidence.chain]) byId.set(id, candidate);
  }
  let bySaying: Map<string, Candidate[]> | undefined;
  const weights = new Map<string, number>();
  const found = new Map<unknown, unknown>();
  return {
    saying: (text) => sayings.of(text),
    covering: (ids) => [...new Set(ids.flatMap((id) => byId.get(id) ?? []))],
    sayingThis(said) {
      bySaying ??= grouped(input.candidates, (text) => sayings.of(text));
      return bySaying.get(said) ?? [];
    },
    weightOf(rule) {
      const key = rule.ids.length === 1 ? (rule.ids[0] as string) : rule.ids.join(" ");
      const known = weights.get(key) ?? weightOfRule(rule, input.behind, input.now);
      weights.set(key, known);
      return known;
    },
    once<T>(key: unknown, find: () => T): T {
      if (!found.has(key)) found.set(key, find());
      return found.get(key) as T;
    },
  };
}

function grouped(candidates: readonly Candidate[], saying: (text: string) => string): Map<string, Candidate[]> {
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    if (candidate.text === undefined || candidate.standing.qualified === undefined) continue;
    const said = saying(candidate.text);
    const group = groups.get(said);
    if (group === undefined) groups.set(said, [candidate]);
    else group.push(candidate);
  }
  return groups;
}
