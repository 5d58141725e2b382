/** Computes the effects of forgetting on other entries. Called by `selection`. */

import {
  type Correction,
  type Entry,
  isJudged,
  isLearning,
  type Memory,
  type Outcome,
  type Patch,
  repeatedAs,
  repeatNamedIn,
  type SeenBy,
  type Status,
  type Stick,
  usesOf,
} from "../../entry/entry.js";
import type { Attribution } from "../../entry/gates/attribution.js";
import { renewedDecisions } from "../../entry/gates/pins.js";
import { isLive } from "../../entry/gates/visible.js";
import { writtenAt } from "../../entry/lessons.js";
import { bornAs } from "../../entry/record-types.js";
import { mayRelapse } from "../../entry/repetition.js";
import { counted } from "../../text/paint.js";
import { isClosedBy, reopeningPatch } from "../facts/close-fact.js";

/** `forget`: no longer used, stays. `redact`: the words go, the record stays. `erase`: a tombstone with the id stays. */
export type ForgetMode = "forget" | "redact" | "erase";

/** The forgotten entries, for deciding what the others get back. */
export interface ForgottenEntries {
  /** By id, as they were. */
  entries: ReadonlyMap<string, Entry>;
  /** Speakers whose items, uses and answers go as well; undefined when only single entries were named. */
  meant?: ((speaker: Attribution) => boolean) | undefined;
  /** Their words go, not only their use: what names them by a hash of these words goes with them. */
  words?: boolean | undefined;
  /** What they took the place of holds again. Otherwise it is only named. */
  older?: boolean | undefined;
}

/** Everything else that speaks about one entry. */
export interface RelatedEntries {
  /** Approved outcomes that judge it. */
  outcomes: readonly Outcome[];
  /** Live corrections that repeat it. */
  repeats: readonly Correction[];
  /** A live entry that replaces it as well. */
  replacedBy?: string | undefined;
}

/** A change of an entry that stays, with one plain sentence for each thing that changes. */
export interface RemainingChange {
  patch: Patch;
  says: string[];
  /** It would hold again, and does not: nobody asked for it. */
  older?: true;
}

/** The losses and gains of a remaining entry; undefined when it does not change. */
export function changeOfRemaining(
  entry: Entry,
  forgotten: ForgottenEntries,
  around: RelatedEntries,
): RemainingChange | undefined {
  const change: RemainingChange = { patch: {}, says: [] };
  restoreWording(entry, forgotten, change);
  strikeHistory(entry, forgotten, change);
  strikeUses(entry, forgotten, change);
  strikeLinks(entry, forgotten, change);
  strikePairs(entry, forgotten, change);
  restoreStatus(entry, forgotten, around, change);
  restoreValidity(entry, forgotten, change);
  restoreStick(entry, forgotten, around, change);
  restoreOutcome(entry, forgotten, around, change);
  if (change.says.length === 0) return undefined;
  if (Object.keys(change.patch).length === 0) return change;
  const words = ["content", "evolution", ...LISTS].some((field) => field in change.patch);
  if (words) Object.assign(change.patch, renewedDecisions(entry, change.patch));
  return change;
}

/** Names an entry that would hold again; true where nobody asked for that. */
function staysOut({ older }: ForgottenEntries, change: RemainingChange, held: string): boolean {
  if (older === true) return false;
  change.older = true;
  change.says.push(`${held}; it stays out of use`);
  return true;
}

const unlessEmpty = <T>(list: readonly T[]): readonly T[] | undefined => (list.length === 0 ? undefined : list);

const newestOf = <T extends { timestamp: string }>(list: readonly T[]): T | undefined =>
  list.toSorted((a, b) => (a.timestamp < b.timestamp ? 1 : -1))[0];

/** Lists that grew with an item of the history. */
const LISTS = ["applications", "triggers", "alternatives", "tags", "linked", "derived_from"] as const;

function strikeHistory(entry: Entry, { meant }: ForgottenEntries, { patch, says }: RemainingChange): void {
  if ((entry.type !== "insight" && entry.type !== "memory") || meant === undefined) return;
  const history = ("evolution" in patch ? patch["evolution"] : entry.evolution) as typeof entry.evolution;
  const isMeant = (item: Attribution) => meant({ agent: entry.agent, ...item });
  const struckItems = (history ?? []).filter(isMeant);
  if (history === undefined || struckItems.length === 0) return;
  const keptItems = history.filter((item) => !isMeant(item));
  patch["evolution"] = unlessEmpty(keptItems);
  says.push(`${counted(struckItems.length, "item")} of its history struck`);
  for (const field of LISTS) {
    const valuesBroughtBy = (items: typeof struckItems) => items.flatMap((item) => item.brought?.[field] ?? []);
    const still = new Set(valuesBroughtBy(keptItems));
    const lostValues = new Set(valuesBroughtBy(struckItems).filter((value) => !still.has(value)));
    const fieldValues = (entry as Readonly<Record<string, unknown>>)[field] as readonly string[] | undefined;
    if (fieldValues === undefined || !fieldValues.some((value) => lostValues.has(value))) continue;
    patch[field] = unlessEmpty(fieldValues.filter((value) => !lostValues.has(value)));
  }
}

function strikeUses(entry: Entry, { meant }: ForgottenEntries, { patch, says }: RemainingChange): void {
  if (meant === undefined) return;
  const uses = usesOf(entry).filter((use) => !meant(use));
  const fewer = usesOf(entry).length - uses.length;
  if (fewer > 0) {
    patch["uses"] = unlessEmpty(uses);
    says.push(`${counted(fewer, "use")} struck`);
  }
  const { seen: said = 0, seen_by: by = [] } = entry as { seen?: number; seen_by?: SeenBy[] };
  const struckSightings = by.filter(meant);
  if (struckSightings.length === 0) return;
  const times = struckSightings.reduce((sum, one) => sum + one.times, 0);
  const seenCount = Math.max(0, said - times);
  patch["seen"] = seenCount === 0 ? undefined : seenCount;
  patch["seen_by"] = unlessEmpty(by.filter((one) => !meant(one)));
  says.push(`said again ${counted(times, "time")} less`);
}

/** Links to single forgotten entries stay: they lead to the tombstone, and work again when it is taken back. */
function strikeLinks(entry: Entry, { entries, meant }: ForgottenEntries, { patch, says }: RemainingChange): void {
  if (meant === undefined) return;
  let count = 0;
  for (const field of ["linked", "supersedes", "exception_to"] as const) {
    const fieldIds = (field in patch ? patch[field] : entry[field]) as readonly string[] | undefined;
    const keptIds = (fieldIds ?? []).filter((id) => !entries.has(id));
    const fewer = (fieldIds?.length ?? 0) - keptIds.length;
    if (fewer === 0) continue;
    patch[field] = unlessEmpty(keptIds);
    count += fewer;
  }
  const earlierId = entry.recurrence_of;
  if (earlierId !== undefined && entries.has(earlierId)) {
    // The entry inherits the target of the lost member of its chain.
    const before = bridged(earlierId, entries);
    patch["recurrence_of"] = before === entry.id ? undefined : before;
    count++;
  }
  if (count > 0) says.push(`${counted(count, "link")} taken away`);
}

/** An erased entry leaves its pairs. A merely forgotten one stays in its pairs, which then count for nothing. */
function strikePairs(
  { near = [] }: Entry,
  { entries, words }: ForgottenEntries,
  { patch, says }: RemainingChange,
): void {
  const remainingRows = near.filter((row) => !entries.has(row.with));
  if (words !== true || remainingRows.length === near.length) return;
  patch["near"] = unlessEmpty(remainingRows);
  says.push(`${counted(near.length - remainingRows.length, "open question")} beside it taken away`);
}

/** A memory that took the wording of one that goes has its own again; its history held it meanwhile. */
function restoreWording(
  entry: Entry,
  { entries, meant, words }: ForgottenEntries,
  { patch, says }: RemainingChange,
): void {
  if (entry.type !== "memory" || (meant === undefined && words !== true)) return;
  const history = entry.evolution ?? [];
  const item = history.findLast(({ of, text }) => {
    const absorbed = of === undefined ? undefined : entries.get(of);
    return absorbed?.type === "memory" && absorbed.content === entry.content && text !== entry.content;
  });
  if (item === undefined) return;
  patch["content"] = item.text;
  patch["evolution"] = unlessEmpty(history.filter((one) => one !== item));
  says.push("says what it said before it was joined");
}

function bridged(id: string, goneEntries: ReadonlyMap<string, Entry>): string | undefined {
  const met = new Set<string>();
  for (let at: string | undefined = id; at !== undefined && !met.has(at); at = goneEntries.get(at)?.recurrence_of) {
    if (!goneEntries.has(at)) return at;
    met.add(at);
  }
  return undefined;
}

function restoreStatus(
  entry: Entry,
  forgotten: ForgottenEntries,
  { replacedBy }: RelatedEntries,
  change: RemainingChange,
): void {
  const { patch, says } = change;
  if (entry.superseded_by === undefined || !forgotten.entries.has(entry.superseded_by)) return;
  if (replacedBy !== undefined) {
    patch["superseded_by"] = replacedBy;
    says.push(`stays superseded, by ${replacedBy} alone: resolving that pair as both brings it back`);
    return;
  }
  if (entry.status === "superseded" && staysOut(forgotten, change, "was superseded by what goes")) return;
  patch["superseded_by"] = undefined;
  if (entry.status !== "superseded") return;
  patch["status"] = statusBefore(entry);
  says.push("holds again: what had superseded it is gone");
}

/** The earlier status of a superseded entry: promoted where its rule stands, or active. */
export function statusBefore({ promoted_to, type }: Pick<Entry, "promoted_to" | "type">): Status {
  return promoted_to !== undefined ? "promoted" : bornAs(type);
}

type Answer = Pick<Stick, "verdict" | "at" | "evidence" | "agent" | "session">;

/** Whether an answer is the one that an outcome gave. */
function answersBy(one: Entry, { at, evidence }: Answer): boolean {
  return one.type === "outcome" && writtenAt(one) === at && one.result === evidence;
}

/** A fact about a contact that ended with one that goes holds again, as long as that one would have. */
function restoreValidity(entry: Entry, forgotten: ForgottenEntries, change: RemainingChange): void {
  if (entry.type !== "memory") return;
  const { patch, says } = change;
  const endedBy = (fact: Memory) =>
    [...forgotten.entries.values()].find((one): one is Memory => one.type === "memory" && isClosedBy(fact, one));
  // The entry that ended a forgotten one may be forgotten too.
  const forgottenEnders = new Set<Memory>();
  for (let by = endedBy(entry); by !== undefined && !forgottenEnders.has(by); by = endedBy(by)) forgottenEnders.add(by);
  const [first] = forgottenEnders;
  if (first === undefined || staysOut(forgotten, change, `ended with ${first.id}`)) return;
  Object.assign(patch, reopeningPatch(entry, [...forgottenEnders].at(-1)?.valid_to));
  const until = patch["valid_to"];
  says.push(`no longer ends with ${first.id}: it holds ${until === undefined ? "again" : `until ${until}`}`);
}

function restoreStick(
  entry: Entry,
  forgotten: ForgottenEntries,
  { repeats }: RelatedEntries,
  { patch, says }: RemainingChange,
): void {
  if (!isLearning(entry) || entry.stick === undefined) return;
  const isStruck = (stick: Answer): boolean => {
    const repeat = repeatNamedIn(stick.evidence);
    if (repeat !== undefined) return forgotten.entries.has(repeat);
    if ([...forgotten.entries.values()].some((one) => answersBy(one, stick))) return true;
    return (stick.agent !== undefined || stick.session !== undefined) && forgotten.meant?.(stick) === true;
  };
  const { was, ...now } = entry.stick;
  if (!isStruck(now)) {
    if (was === undefined || !isStruck(was)) return;
    patch["stick"] = now;
    says.push("an earlier answer struck");
    return;
  }
  const other = newestOf(repeats.filter((repeat) => !forgotten.entries.has(repeat.id) && mayRelapse(repeat, entry)));
  const before = was === undefined || isStruck(was) ? undefined : was;
  const again = other && { verdict: "failed" as const, at: other.timestamp, evidence: repeatedAs(other.id) };
  const failed: Stick | undefined = again && (before === undefined ? again : { ...again, was: before });
  patch["stick"] = failed ?? before;
  says.push(
    failed !== undefined
      ? `failed by ${other?.id} alone`
      : now.verdict === "failed"
        ? "no longer failed"
        : "an answer struck: it no longer held",
  );
}

function restoreOutcome(
  entry: Entry,
  forgotten: ForgottenEntries,
  { outcomes }: RelatedEntries,
  { patch, says }: RemainingChange,
): void {
  if (!isJudged(entry) || entry.outcome === undefined || entry.outcome_date === undefined) return;
  const stick = ("stick" in patch ? patch["stick"] : entry.stick) as Stick | undefined;
  const judged = [...forgotten.entries.values()].some(
    (one) =>
      one.type === "outcome" &&
      one.references.includes(entry.id) &&
      one.timestamp === entry.outcome_date &&
      one.verdict === entry.outcome,
  );
  const answered = entry.stick?.at === entry.outcome_date && "stick" in patch && stick?.at !== entry.outcome_date;
  if (!judged && !answered) return;
  const newest = newestOf(outcomes.filter((one) => !forgotten.entries.has(one.id) && isLive(one)));
  const validatedStick = stick?.verdict === "held" ? { verdict: "validated" as const, timestamp: stick.at } : undefined;
  const after = newestOf([newest, validatedStick].filter((one) => one !== undefined));
  patch["outcome"] = after?.verdict;
  patch["outcome_date"] = after?.timestamp;
  says.push(after === undefined ? "its outcome struck" : `its outcome is ${after.verdict} again`);
}
