/** Computes the effects of forgetting on other entries. Called by `selection`. */

import {
  type Correction,
  type Entry,
  isJudged,
  isLearning,
  type Outcome,
  type Patch,
  repeatedAs,
  repeatNamedIn,
  type SeenBy,
  type Stick,
  usesOf,
} from "../entry/entry.js";
import type { Attribution } from "../entry/gates/attribution.js";
import { renewedDecisions } from "../entry/gates/pins.js";
import { isLive } from "../entry/gates/visible.js";
import { writtenAt } from "../entry/lessons.js";
import { mayRelapse } from "../entry/repetition.js";
import { counted } from "../text/paint.js";

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
}

/** Everything else that speaks about one entry. */
export interface RelatedEntries {
  /** Approved outcomes that judge it. */
  outcomes: readonly Outcome[];
  /** Live corrections that repeat it. */
  repeats: readonly Correction[];
}

/** A change of an entry that stays, with one plain sentence for each thing that changes. */
export interface RemainingChange {
  patch: Patch;
  says: string[];
}

/** The losses and gains of a remaining entry; undefined when it does not change. */
export function changeOfRemaining(
  entry: Entry,
  forgotten: ForgottenEntries,
  around: RelatedEntries,
): RemainingChange | undefined {
  const change: RemainingChange = { patch: {}, says: [] };
  strikeHistory(entry, forgotten, change);
  strikeUses(entry, forgotten, change);
  strikeLinks(entry, forgotten, change);
  strikePairs(entry, forgotten, change);
  restoreStick(entry, forgotten, around, change);
  restoreOutcome(entry, forgotten, around, change);
  if (change.says.length === 0) return undefined;
  const words = ["evolution", ...LISTS].some((field) => field in change.patch);
  if (words) Object.assign(change.patch, renewedDecisions(entry, change.patch));
  return change;
}

const unlessEmpty = <T>(list: readonly T[]): readonly T[] | undefined => (list.length === 0 ? undefined : list);

const newestOf = <T extends { timestamp: string }>(list: readonly T[]): T | undefined =>
  list.toSorted((a, b) => (a.timestamp < b.timestamp ? 1 : -1))[0];

/** Lists that grew with an item of the history. */
const LISTS = ["applications", "triggers", "alternatives", "tags", "linked", "derived_from"] as const;

function strikeHistory(entry: Entry, { meant }: ForgottenEntries, { patch, says }: RemainingChange): void {
  if ((entry.type !== "insight" && entry.type !== "memory") || meant === undefined) return;
  const history = entry.evolution;
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

function bridged(id: string, goneEntries: ReadonlyMap<string, Entry>): string | undefined {
  const met = new Set<string>();
  for (let at: string | undefined = id; at !== undefined && !met.has(at); at = goneEntries.get(at)?.recurrence_of) {
    if (!goneEntries.has(at)) return at;
    met.add(at);
  }
  return undefined;
}

type Answer = Pick<Stick, "verdict" | "at" | "evidence" | "agent" | "session">;

/** Whether an answer is the one that an outcome gave. */
function answersBy(one: Entry, { at, evidence }: Answer): boolean {
  return one.type === "outcome" && writtenAt(one) === at && one.result === evidence;
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
