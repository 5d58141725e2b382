/**
 * What a new insight, correction or memory does by itself to what is known. Only equal words, one corrected word and one
 * key act, within one type and one audience, onto what is retrieved and trusted enough. Everything else is stored and asked
 * about. Pure, with its reasons.
 */

import { type Correction, type Entry, historyOf, type Memory } from "../../entry/entry.js";
import { isSameName } from "../../entry/gates/attribution.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { type Changer, changedOf, mayChange } from "../../entry/gates/may-change.js";
import { compareTiers } from "../../entry/gates/trust.js";
import { isInUse } from "../../entry/gates/visible.js";
import { sameFiles } from "../../entry/holds/holds-in.js";
import { hubEntryOf } from "../../entry/hub-origin.js";
import { byAge } from "../../entry/lessons.js";
import { overlap, succession } from "../../store/facts/policy/validity.js";
import { canonicalClaim } from "../../text/canonical.js";
import { quoted } from "./links.js";

/** What becomes of a new entry beside the known ones. */
export interface Settled {
  /** `count`: said again. `evolve`: said again with new evidence. `recur`: stored, and the earlier one did not stick. */
  act: "store" | "count" | "evolve" | "recur";
  /** The known entry that it goes into, or repeats. */
  target?: Entry;
  /** Of `recur`: whether the earlier one failed by it. */
  fails?: boolean;
  /** Known entries whose place it takes. */
  replaces: Entry[];
  /** Known entries of its key that it does not replace: they are asked about, however near they are. */
  asks?: Entry[];
  because: string[];
}

export interface SettleInput {
  /** As it would be stored. */
  draft: Entry;
  changer: Changer;
  /** Entries that hold its claim in equal words, whatever their type, review or status. */
  sameClaim: readonly Entry[];
  /** Corrections that hold its claim with the prior belief in the place of one word. */
  oneWord: readonly Correction[];
  /** Live memories with its key. */
  sameKey: readonly Memory[];
}

type Audience = Pick<Entry, "type"> & {
  scope?: string | undefined;
  user?: string | undefined;
  session?: string | undefined;
  paths?: readonly string[] | undefined;
};

/** For the same readers and the same files: of one scope, one user, one conversation, the same paths. */
export function sameAudience(a: Audience, b: Audience): boolean {
  const scope = a.scope ?? "project";
  if (scope !== (b.scope ?? "project") || !sameFiles(a, b)) return false;
  if ((a.user !== undefined || b.user !== undefined) && !isSameName(a.user, b.user)) return false;
  return scope !== "conversation" || a.session === b.session;
}

const isCopy = ({ origin }: Entry): boolean => hubEntryOf(origin) !== undefined;

/** Facts about a contact may follow one another: one that had ended, or began later, is no other value of the same. */
function sameTime(known: Entry, draft: Entry): boolean {
  if (known.type !== "memory" || draft.type !== "memory" || contactOf(draft) === undefined) return true;
  return overlap(known, draft);
}

const stored = (because: string[] = [], replaces: Entry[] = []): Settled => ({ act: "store", replaces, because });

/** Those that say the same in equal words, to the same readers, and that may be acted on; the most trusted first. */
function equalOnes({ draft, sameClaim }: SettleInput): Entry[] {
  const key = (entry: Entry) => (entry.type === "memory" ? entry.key : undefined);
  const isOther = (known: Entry) => key(known) !== undefined && key(draft) !== undefined && key(known) !== key(draft);
  return sameClaim
    .filter((known) => known.type === draft.type && sameAudience(known, draft) && isInUse(known))
    .filter((known) => sameTime(known, draft) && !isOther(known))
    .sort((a, b) => compareTiers(b.tier, a.tier) || byAge(a, b));
}

/** Evidence that none of the wordings of an insight came with. */
function bringsEvidence(known: Entry, draft: Entry): boolean {
  if (known.type !== "insight" || draft.type !== "insight" || draft.evidence === undefined) return false;
  const said = new Set(
    historyOf(known).flatMap(({ evidence }) => (evidence === undefined ? [] : canonicalClaim(evidence))),
  );
  return !said.has(canonicalClaim(draft.evidence));
}

/** A retried call, or a call of nobody's session, is no relapse. */
const inAnotherSession = (known: Entry, draft: Entry): boolean =>
  known.session !== undefined && draft.session !== undefined && known.session !== draft.session;

/** The newest of a chain of corrections that repeat each other: what is said again now repeats that one. */
function newestRepeat(equal: readonly Entry[]): Entry {
  return [...equal].sort(byAge).at(-1) as Entry;
}

function saidAgain(known: Entry, { draft, changer }: SettleInput): Settled {
  const same = `${quoted(known)} says the same`;
  if (bringsEvidence(known, draft)) {
    if (mayChange(changer, changedOf(known), "grow") === "yes") {
      return { act: "evolve", target: known, replaces: [], because: [`${same}; the new evidence is kept with it.`] };
    }
    return stored([`${same} and is trusted otherwise (${known.tier}), so the new evidence stands beside it.`]);
  }
  return { act: "count", target: known, replaces: [], because: [`${same}; it is counted there.`] };
}

function repeats(known: Entry, { draft, changer }: SettleInput): Settled {
  const fails = mayChange(changer, changedOf(known), "relapse") === "yes";
  const proves = fails
    ? `${known.id} did not stick: it is up for reinforcement until it has held again.`
    : `A repeat by a less trusted source (${draft.tier}) does not prove that ${known.id} failed.`;
  const because = [`${quoted(known)} said the same.`, proves];
  return { act: "recur", target: known, fails, replaces: [], because };
}

/** Equal words, in whichever of several known entries stands for them. */
function byEqualWords(input: SettleInput): Settled | undefined {
  const { draft, changer } = input;
  const equal = equalOnes(input);
  const trusted = equal.filter((known) => mayChange(changer, changedOf(known), "count") === "yes");
  const [known] = trusted;
  if (known !== undefined) {
    if (draft.type !== "correction") return saidAgain(known, input);
    const newest = newestRepeat(trusted);
    return inAnotherSession(newest, draft) ? repeats(newest, input) : saidAgain(newest, input);
  }
  // A copy from a hub is another agent's: it is asked about.
  const replaced = equal.filter((one) => !isCopy(one) && mayChange(changer, changedOf(one), "retire") === "yes");
  if (replaced.length === 0) return undefined;
  return stored(
    replaced.map((one) => `${quoted(one)} says the same and is trusted less (${one.tier}); this one replaces it.`),
    replaced,
  );
}

/** Those that a stated key or a corrected word takes out of use, where both are for the same readers. */
function replacedAmong(known: readonly Entry[], { draft, changer }: SettleInput): Entry[] {
  return known.filter((one) => {
    if (one.type !== draft.type || !sameAudience(one, draft) || !isInUse(one) || isCopy(one)) return false;
    return mayChange(changer, changedOf(one), "retire") === "yes";
  });
}

function byOneWord(input: SettleInput): Settled | undefined {
  const replaced = replacedAmong(input.oneWord, input);
  if (replaced.length === 0) return undefined;
  return stored(
    replaced.map((one) => `It corrects one word of ${quoted(one, true)}, which is superseded.`),
    replaced,
  );
}

function byKey(input: SettleInput): Settled | undefined {
  const { draft, sameKey } = input;
  if (draft.type !== "memory" || draft.key === undefined) return undefined;
  const others = sameKey.filter((one) => canonicalClaim(one.content) !== canonicalClaim(draft.content));
  // Facts about a contact follow one another in time: only one that ends where this one begins is replaced.
  const ending = others.filter((one) => contactOf(draft) === undefined || succession(one, draft) === "closes");
  const since = (one: Memory) => Date.parse(one.timestamp) <= Date.parse(draft.timestamp);
  const replaced = replacedAmong(contactOf(draft) === undefined ? ending.filter(since) : ending, input);
  const asks = others.filter((one) => !replaced.includes(one) && sameAudience(one, draft) && sameTime(one, draft));
  if (replaced.length + asks.length === 0) return undefined;
  const because = replaced.map(
    (one) => `${quoted(one, true)} has the same key (${draft.key}); this one takes its place.`,
  );
  return { ...stored(because, replaced), asks };
}

/** What a new entry does by itself. Equal words are tried first, then a corrected word, then a key. */
export function settle(input: SettleInput): Settled {
  return byKey(input) ?? byEqualWords(input) ?? byOneWord(input) ?? stored();
}
