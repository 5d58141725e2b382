/**
 * Decides what a new insight, correction or memory does to known entries without a question: count, grow, replace or only
 * be stored. Equal words, a stated belief and an equal key are the only grounds, within one audience and, but for the
 * belief, one type, onto entries that are retrieved and trusted enough. Pure, with its reasons.
 */

import { type Entry, historyOf, type Memory } from "../../entry/entry.js";
import { isSameName } from "../../entry/gates/attribution.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { type Changer, changedOf, mayChange } from "../../entry/gates/may-change.js";
import { compareTiers } from "../../entry/gates/trust.js";
import { isInUse } from "../../entry/gates/visible.js";
import { sameFiles } from "../../entry/holds/holds-in.js";
import { hubEntryOf } from "../../entry/hub-origin.js";
import { byAge } from "../../entry/lessons.js";
import { overlap, succession } from "../../store/contacts/policy/validity.js";
import { canonicalClaim } from "../../text/claims/canonical.js";
import { quoted } from "./links.js";

/** The decision about a new entry. */
export interface Settled {
  /** `count`: said again. `evolve`: said again with new evidence. `recur`: stored, and the earlier one did not stick. */
  act: "store" | "count" | "evolve" | "recur";
  /** The known entry that takes the new one, or is repeated by it. */
  target?: Entry;
  /** For `recur`: whether the earlier correction failed. */
  fails?: boolean;
  /** Known entries that it replaces. */
  replaces: Entry[];
  /** Known entries of its key that stay: they are asked about at any distance. */
  asks?: Entry[];
  because: string[];
}

export interface SettleInput {
  /** The entry as it would be stored. */
  draft: Entry;
  changer: Changer;
  /** Entries with its claim in equal words, whatever their type, review or status. */
  sameClaim: readonly Entry[];
  /** Live entries that say its prior belief, or its claim with the prior belief as the one word that differs. */
  believed: readonly Entry[];
  /** Live memories with its key. */
  sameKey: readonly Memory[];
}

type Audience = Pick<Entry, "type"> & {
  scope?: string | undefined;
  user?: string | undefined;
  session?: string | undefined;
  paths?: readonly string[] | undefined;
};

/** True for the same readers and files: equal scope, user, conversation and paths. */
export function sameAudience(a: Audience, b: Audience): boolean {
  const scope = a.scope ?? "project";
  if (scope !== (b.scope ?? "project") || !sameFiles(a, b)) return false;
  if ((a.user !== undefined || b.user !== undefined) && !isSameName(a.user, b.user)) return false;
  return scope !== "conversation" || a.session === b.session;
}

const isCopy = ({ origin }: Entry): boolean => hubEntryOf(origin) !== undefined;

/** Facts about a contact may follow one another: periods that do not overlap are no conflict. */
function sameTime(knownEntry: Entry, draft: Entry): boolean {
  if (knownEntry.type !== "memory" || draft.type !== "memory" || contactOf(draft) === undefined) return true;
  return overlap(knownEntry, draft);
}

const storeIt = (because: string[] = [], replaces: Entry[] = []): Settled => ({ act: "store", replaces, because });

/** Entries in use with equal words and readers, the most trusted first. */
function equalOnes({ draft, sameClaim }: SettleInput): Entry[] {
  const key = (entry: Entry) => (entry.type === "memory" ? entry.key : undefined);
  const isOther = (known: Entry) => key(known) !== undefined && key(draft) !== undefined && key(known) !== key(draft);
  return sameClaim
    .filter((known) => known.type === draft.type && sameAudience(known, draft) && isInUse(known))
    .filter((known) => sameTime(known, draft) && !isOther(known))
    .sort((a, b) => compareTiers(b.tier, a.tier) || byAge(a, b));
}

/** Whether the draft has evidence that no wording of the insight had. */
function bringsEvidence(knownEntry: Entry, draft: Entry): boolean {
  if (knownEntry.type !== "insight" || draft.type !== "insight" || draft.evidence === undefined) return false;
  const knownEvidence = new Set(
    historyOf(knownEntry).flatMap(({ evidence }) => (evidence === undefined ? [] : canonicalClaim(evidence))),
  );
  return !knownEvidence.has(canonicalClaim(draft.evidence));
}

/** A retried call, or one without a session, is no relapse. */
const inAnotherSession = (knownEntry: Entry, draft: Entry): boolean =>
  knownEntry.session !== undefined && draft.session !== undefined && knownEntry.session !== draft.session;

/** The newest of a chain of repeated corrections: the draft repeats that one. */
function newestRepeat(equal: readonly Entry[]): Entry {
  return [...equal].sort(byAge).at(-1) as Entry;
}

function settleEqual(knownEntry: Entry, { draft, changer }: SettleInput): Settled {
  const reason = `${quoted(knownEntry)} says the same`;
  if (bringsEvidence(knownEntry, draft)) {
    if (mayChange(changer, changedOf(knownEntry), "grow") === "yes") {
      return {
        act: "evolve",
        target: knownEntry,
        replaces: [],
        because: [`${reason}; the new evidence is kept with it.`],
      };
    }
    return storeIt([`${reason} and is trusted otherwise (${knownEntry.tier}), so the new evidence stands beside it.`]);
  }
  return { act: "count", target: knownEntry, replaces: [], because: [`${reason}; it is counted there.`] };
}

function settleRepeated(knownEntry: Entry, { draft, changer }: SettleInput): Settled {
  const fails = mayChange(changer, changedOf(knownEntry), "relapse") === "yes";
  const proves = fails
    ? `${knownEntry.id} did not stick: it is up for reinforcement until it has held again.`
    : `A repeat by a less trusted source (${draft.tier}) does not prove that ${knownEntry.id} failed.`;
  const because = [`${quoted(knownEntry)} said the same.`, proves];
  return { act: "recur", target: knownEntry, fails, replaces: [], because };
}

/** The decision by equal words. */
function byEqualWords(input: SettleInput): Settled | undefined {
  const { draft, changer } = input;
  const equalEntries = equalOnes(input);
  const countable = equalEntries.filter((known) => mayChange(changer, changedOf(known), "count") === "yes");
  const [firstCountable] = countable;
  if (firstCountable !== undefined) {
    if (draft.type !== "correction") return settleEqual(firstCountable, input);
    const newest = newestRepeat(countable);
    return inAnotherSession(newest, draft) ? settleRepeated(newest, input) : settleEqual(newest, input);
  }
  // A copy from a hub is another agent's: it is asked about, not replaced.
  const replacedEntries = equalEntries.filter(
    (one) => !isCopy(one) && mayChange(changer, changedOf(one), "retire") === "yes",
  );
  if (replacedEntries.length === 0) return undefined;
  return storeIt(
    replacedEntries.map(
      (one) => `${quoted(one)} says the same and is trusted less (${one.tier}); this one replaces it.`,
    ),
    replacedEntries,
  );
}

/** The entries that a key or a stated belief replaces, among those for the same readers. */
function replaceableAmong(knownEntries: readonly Entry[], { draft, changer }: SettleInput): Entry[] {
  return knownEntries.filter((one) => {
    if (!sameAudience(one, draft) || !isInUse(one) || isCopy(one)) return false;
    return mayChange(changer, changedOf(one), "retire") === "yes";
  });
}

/** What the stated belief replaces, whatever else is decided; the rest is asked about. */
function withBeliefs(settled: Settled, input: SettleInput): Settled {
  const { believed } = input;
  if (believed.length === 0 || settled.act === "count" || settled.act === "evolve") return settled;
  const replacedEntries = replaceableAmong(believed, input);
  return {
    ...settled,
    replaces: [...settled.replaces, ...replacedEntries.filter((one) => !settled.replaces.includes(one))],
    asks: [...(settled.asks ?? []), ...believed.filter((one) => !replacedEntries.includes(one))],
    because: [
      ...settled.because,
      ...replacedEntries.map((one) => `It corrects ${quoted(one, true)}, which is superseded.`),
    ],
  };
}

function byKey(input: SettleInput): Settled | undefined {
  const { draft, sameKey } = input;
  if (draft.type !== "memory" || draft.key === undefined) return undefined;
  const otherContents = sameKey.filter((one) => canonicalClaim(one.content) !== canonicalClaim(draft.content));
  // Facts about a contact follow one another: what held before this one ends, what holds around it is split.
  const fate = (one: Memory) => (contactOf(draft) === undefined ? "closes" : succession(one, draft));
  const ending = otherContents.filter((one) => fate(one) === "closes" || fate(one) === "splits");
  const since = (one: Memory) => Date.parse(one.timestamp) <= Date.parse(draft.timestamp);
  const replacedEntries = replaceableAmong(contactOf(draft) === undefined ? ending.filter(since) : ending, input);
  const asks = otherContents.filter(
    (one) => !replacedEntries.includes(one) && sameAudience(one, draft) && sameTime(one, draft),
  );
  if (replacedEntries.length + asks.length === 0) return undefined;
  const takes = (one: Memory) => (fate(one) === "splits" ? "is put between" : "takes its place");
  const because = replacedEntries.map(
    (one) => `${quoted(one, true)} has the same key (${draft.key}); this one ${takes(one as Memory)}.`,
  );
  return { ...storeIt(because, replacedEntries), asks };
}

/** Decides about a new entry: by key, else by equal words; and by the belief that it states. */
export function settle(input: SettleInput): Settled {
  return withBeliefs(byKey(input) ?? byEqualWords(input) ?? storeIt(), input);
}
