/** Stores a correction, an insight or a memory: what it does by itself, what its author says of others, what is asked. */

import {
  type Correction,
  claimOf,
  type Entry,
  type EvolutionItem,
  type Insight,
  type Memory,
  type Patch,
  repeatedAs,
} from "../../entry/entry.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import type { Changer } from "../../entry/gates/may-change.js";
import { isPinned, pinOf, renewedDecisions } from "../../entry/gates/pins.js";
import { isLive } from "../../entry/gates/visible.js";
import { cutsOf } from "../../entry/near/near-cuts.js";
import { countAgain, mayRelapse, stickOf } from "../../entry/repetition.js";
import { inForce } from "../../entry/status.js";
import type { Change } from "../../store/change/change.js";
import { gateText } from "../../store/change/gate-lines.js";
import { failByRepeat, supersede } from "../../store/change/transitions.js";
import { closeFact } from "../../store/facts/close-fact.js";
import { readLineRef } from "../../store/records/peoples-lines.js";
import { claimHash } from "../../text/canonical.js";
import { defined } from "../../text/defined.js";
import { oneLine, shorten } from "../../text/shorten.js";
import { applyStated } from "../apply-stated.js";
import { askOf, askOfLine, isWorthOpening, type Known, rowsOf } from "../asks.js";
import type { Captured } from "../capture-schemas.js";
import { type Compared, compareWithKnown, nearAmong, oneWordAway } from "../compare.js";
import { groupAndFields } from "../drafts/draft-memory.js";
import { type Settled, settle } from "../policy/settle.js";
import { isSameSaying, isTakenFrom } from "../policy/taken-from.js";
import type { JudgedDraft, PreparedDraft } from "../prepare.js";
import { listFields, newEntry, recordId, relatedByAuthor, reservedAlias } from "./persist-new.js";

type Learned = Correction | Insight | Memory;

/** An insight with nothing at risk is activity: kept in the daily log as `not learned`, and the answer says so. */
export async function persistActivity(change: Change, alone: JudgedDraft): Promise<Captured> {
  const { insight, evidence } = alone.fields;
  const text = String(insight);
  const words = evidence === undefined ? text : `${text}; ${evidence}`;
  const place = await change.log(gateText({ kind: "logged", words }), alone.at);
  const because = ["Nothing is at risk if this is wrong, so it is activity, not learning."];
  return { decision: "logged", type: "insight", text, ...place, because, asks: [] };
}

/** Puts one draft beside what is known, and stages what follows. `isAmongMany`: only close pairs are opened. */
export async function persistLearned(change: Change, prepared: PreparedDraft, isAmongMany: boolean): Promise<Captured> {
  const { fields, group } =
    prepared.type === "memory" ? groupAndFields(prepared.fields) : { ...prepared, group: undefined };
  const entry = newEntry({ ...prepared, fields }) as Learned;
  const named = namedBy(prepared, entry);
  const compared = await compareWithKnown(change, prepared, [claimOf(entry)], named);
  const changer = changerOf(prepared);
  const settled = settle({
    draft: entry,
    changer,
    sameClaim: compared.sameClaim,
    oneWord: entry.type === "correction" ? await oneWordAway(change, prepared, entry) : [],
    sameKey:
      entry.type === "memory"
        ? (await withSameKey(change, prepared, entry.key)).filter((one) => !named.has(one.id))
        : [],
  });
  const answer = answerOf(entry);
  const target = settled.target;
  if (target !== undefined && settled.act !== "recur" && !(await staysAlone(change, prepared, target))) {
    return settled.act === "evolve"
      ? { ...answer, ...(await evolve(change, prepared, entry as Insight, settled)) }
      : { ...answer, ...(await countThere(change, prepared, entry, settled)) };
  }
  return { ...answer, ...(await store(change, { prepared, entry, compared, settled, named, isAmongMany, group })) };
}

function answerOf(entry: Learned): Pick<Captured, "type" | "text"> & Partial<Captured> {
  const answer = { type: entry.type, text: claimOf(entry), ...defined({ scope: entry.scope }) };
  if (entry.type !== "memory") return { ...answer, stakes: entry.stakes };
  const { category, confidence, key } = entry;
  return { ...answer, category, confidence, ...defined({ key }) };
}

/** Everything about which the author says something: it is not compared. */
function namedBy({ answers = {}, buffered }: PreparedDraft, entry: Learned): Set<string> {
  const repeated = entry.type === "correction" && entry.recurrence_of !== undefined ? [entry.recurrence_of] : [];
  const ids = [...relatedByAuthor(entry), ...repeated, ...Object.values(answers).flat()];
  return new Set(buffered?.id === undefined ? ids : [...ids, buffered.id]);
}

/** By itself tenet changes what is pinned only for the person who pins the new one. */
function changerOf({ tier, review, pinnedBy, unmerged }: PreparedDraft): Changer {
  return { tier, typed: pinnedBy !== undefined, waits: review !== undefined, unmerged };
}

/** What says something about other entries, or about files, is kept as an entry of its own: elsewhere that would be lost. */
async function staysAlone(change: Change, { fields, answers }: PreparedDraft, target: Entry): Promise<boolean> {
  if (answers !== undefined || relatedByAuthor(fields).size > 0) return true;
  const check = (fields as { check?: unknown }).check;
  if (check === undefined) return false;
  const known = (await change.entry(target.id)) as { check?: unknown };
  return JSON.stringify(known.check) !== JSON.stringify(check);
}

const LONGEST_BULLET = 200;

async function countThere(change: Change, prepared: PreparedDraft, entry: Learned, { target, because }: Settled) {
  const known = (await change.entry((target as Entry).id)) as Learned;
  const isFact = known.type === "memory" && contactOf(known) !== undefined;
  const patch: Patch = {
    ...(isTakenFrom(known, entry.origin) ? {} : countAgain(known, entry)),
    ...(isFact ? { confirmed: later(known.confirmed ?? known.timestamp, entry.timestamp) } : {}),
    ...(known.type === "memory" ? restated(prepared, known, entry as Memory) : {}),
    ...reservedAlias(prepared, known),
  };
  const place = await change.update(known.id, patch);
  // The log is of this workspace's days; and a copy's words would stand there beyond their writer's reach.
  if (entry.type === "insight" && entry.hub === undefined) {
    const words = shorten(oneLine(entry.insight), LONGEST_BULLET);
    await change.log(gateText({ kind: "skipped", words, id: known.id }), prepared.at);
  }
  const answer = { decision: "counted" as const, id: known.id, ...place, asks: [] };
  if (known.type !== "memory") return { ...answer, because };
  return { ...answer, category: known.category, because: [...because, ...keptSentences(known, entry as Memory)] };
}

/** What a known memory keeps where it was said again otherwise. */
function keptSentences({ category, confidence }: Memory, entry: Memory): string[] {
  return [
    ...(category === entry.category ? [] : [`Its category stays ${category}.`]),
    ...(confidence === entry.confidence ? [] : [`Its confidence stays ${confidence}.`]),
  ];
}

const later = (a: string, b: string): string => (Date.parse(a) < Date.parse(b) ? b : a);

/** A key that the known memory lacks, and the pin of a person who said it again. */
function restated(prepared: PreparedDraft, known: Memory, entry: Memory): Patch {
  const kept = isPinned(known) && prepared.pinnedBy === undefined;
  const stated = entry.key === undefined || known.key !== undefined || kept ? {} : { key: entry.key };
  return { ...stated, ...pinBy(prepared, { ...known, ...stated }) };
}

function pinBy({ pinnedBy, timestamp, recorded }: PreparedDraft, entry: Memory): Pick<Memory, "pinned"> {
  return pinnedBy === undefined ? {} : { pinned: pinOf(entry, pinnedBy, recorded ?? timestamp) };
}

/** Lists that grow with an entry; single fields stay as they were said first. */
const GROWING = ["applications", "triggers", "alternatives", "tags", "linked", "derived_from"] as const;

/** The known insight with the new evidence in its history. Nothing is overwritten; an approval covers what it grows by. */
async function evolve(change: Change, prepared: PreparedDraft, entry: Insight, { target, because }: Settled) {
  const known = (await change.entry((target as Entry).id)) as Insight;
  const { source, origin, session, agent, context, evidence } = entry;
  const added = GROWING.flatMap((field): [(typeof GROWING)[number], string[]][] => {
    const fresh = (entry[field] ?? []).filter((value) => value !== known.id && known[field]?.includes(value) !== true);
    return fresh.length === 0 ? [] : [[field, fresh]];
  });
  const brought = added.length === 0 ? undefined : Object.fromEntries(added);
  const said = { at: entry.timestamp, text: entry.insight, evidence, context, agent, source, origin, session, brought };
  const item: EvolutionItem = defined(said);
  const earlier = (known.evolution ?? []).filter((one) => !isSameSaying(one, item));
  const lists = added.map(([field, fresh]) => [field, [...(known[field] ?? []), ...fresh]]);
  const patch: Patch = { ...Object.fromEntries(lists), evolution: [...earlier, item] };
  const renewed = { ...patch, ...renewedDecisions(known, patch), ...reservedAlias(prepared, known) };
  const place = await change.update(known.id, renewed);
  return { decision: "evolved" as const, id: known.id, ...place, because, asks: [] };
}

interface ToStore {
  prepared: PreparedDraft;
  entry: Learned;
  compared: Compared;
  settled: Settled;
  named: ReadonlySet<string>;
  isAmongMany: boolean;
  group: string | undefined;
}

/** A record of its own: with what it replaces or repeats, its links, and a row for each claim that is asked about. */
async function store(change: Change, input: ToStore): Promise<Omit<Captured, "type" | "text">> {
  const { prepared, entry, compared, settled, named, isAmongMany, group } = input;
  const id = recordId(change, prepared);
  const stated = await statedRepeat(change, entry);
  const repeated =
    stated ?? (settled.act === "recur" ? { id: (settled.target as Entry).id, fails: settled.fails } : undefined);
  const without = new Set([...named, ...settled.replaces.map((one) => one.id), ...(repeated ? [repeated.id] : [])]);
  const cuts = prepared.neighbourhood.cuts ?? cutsOf(prepared.profile);
  const near = nearAmong(compared, prepared, { also: settled.asks ?? [], without });
  const known = { entries: compared.candidates.map((one) => one.entry), lines: prepared.lines.map(({ line }) => line) };
  const rows = rowsOf(claimOf(entry), prepared.recorded ?? prepared.timestamp, near, known);
  const opened = isAmongMany ? rows.filter((row) => isWorthOpening(row, cuts)) : rows;
  const beside = settled.target !== undefined && settled.act !== "recur" ? [settled.target.id] : [];
  const linked = [
    ...(entry.linked ?? []),
    ...beside,
    ...rows.map((row) => row.with).filter((ref) => readLineRef(ref) === undefined),
    ...compared.related.map((one) => one.entry.id),
  ].filter((one) => !without.has(one) && one !== id);
  const supersedes = [...(entry.supersedes ?? []), ...settled.replaces.map((one) => one.id)];
  const record = {
    ...entry,
    id,
    ...(entry.type === "memory" ? pinBy(prepared, entry) : {}),
    ...listFields({ linked: linked.slice(0, Math.max(MOST_LINKED, (entry.linked ?? []).length)), supersedes }),
    ...defined({ recurrence_of: repeated?.id, novelty: compared.novelty }),
    ...(opened.length === 0 ? {} : { near: opened }),
  } as Learned;
  const place = change.append(record, group === undefined ? undefined : { name: group });
  await takePlaces(change, record, supersedes);
  if (repeated?.fails === true) await failByRepeat(change, repeated.id, id, record.timestamp);
  const answered = await applyStated(change, prepared, id);
  const repeats = repeated ?? (await repeatedBy(change, id));
  const asked = answered.some((one) => one.decision === "proposed") ? [prepared.steps.asked] : [];
  const because = [
    ...reasonsOf(entry, stated),
    ...writtenAlready(prepared),
    ...settled.because,
    ...answered.map(({ says }) => says),
    ...asked,
  ];
  const asks = asksOf(change, prepared, { ...record, near: rows }, known);
  const superseded = [...supersedes, ...answered.flatMap((one) => (one.decision === "replaced" ? [one.other] : []))];
  const decision = superseded.length > 0 ? "replaced" : repeats === undefined ? "stored" : "recurrence";
  const absorbedInto = answered.find((one) => one.decision === "same" && one.other === id);
  return {
    decision: absorbedInto === undefined ? decision : "evolved",
    id: absorbedInto?.id ?? id,
    ...(absorbedInto === undefined ? place : { file: absorbedInto.file, line: absorbedInto.line }),
    because,
    asks,
    ...defined({ opened: opened.length === 0 ? undefined : opened.length }),
    ...listFields({
      linked: record.linked ?? [],
      superseded,
      failed: repeats?.fails === true ? [repeats.id] : [],
      proposed: answered.flatMap((one) => (one.decision === "proposed" ? [one.other] : [])),
    }),
    ...defined({ recurrence_of: repeats?.id }),
  };
}

/** The correction that a stored one repeats by what its author said of it, and whether that one failed by it. */
async function repeatedBy(change: Change, id: string): Promise<{ id: string; fails: boolean } | undefined> {
  const entry = await change.entry(id);
  if (entry.type !== "correction" || entry.recurrence_of === undefined) return undefined;
  const known = await change.entry(entry.recurrence_of);
  return { id: known.id, fails: stickOf(known)?.evidence === repeatedAs(id) };
}

const MOST_LINKED = 5;

function reasonsOf(entry: Learned, stated: { because: string[] } | undefined): string[] {
  const taken = (entry.supersedes ?? []).map((id) => `It takes the place of ${id}, as its author says.`);
  return [...taken, ...(stated?.because ?? [])];
}

async function takePlaces(change: Change, record: Learned, supersedes: readonly string[]): Promise<void> {
  const isFact = record.type === "memory" && contactOf(record) !== undefined;
  for (const known of supersedes) {
    if (isFact) await closeFact(change, known, record as Memory);
    else await supersede(change, known, record.id);
  }
}

/** A repeat that the author states proves as much as one in equal words. */
async function statedRepeat(change: Change, entry: Learned) {
  if (entry.type !== "correction" || entry.recurrence_of === undefined) return undefined;
  const id = entry.recurrence_of;
  const known = await change.entry(id);
  const fails = isLive(known) && mayRelapse(entry, known);
  const because = fails
    ? `${id} did not stick: it is up for reinforcement until it has held again.`
    : `A repeat by a less trusted source (${entry.tier}) does not prove that ${id} failed.`;
  return { id, fails, because: [because] };
}

function asksOf(
  change: Change,
  { steps }: PreparedDraft,
  record: Learned,
  { entries, lines }: Known,
): Captured["asks"] {
  return (record.near ?? []).flatMap((row) => {
    const other = entries.find((entry) => entry.id === row.with);
    if (other !== undefined) return askOf(change, record, row, other, steps) ?? [];
    const line = lines.find(({ ref }) => ref === row.with);
    return line === undefined ? [] : askOfLine(record, row, line, steps);
  });
}

/** People's lines that say the same in equal words: the entry is kept off the rules of their files. */
function writtenAlready({ claim, lines }: PreparedDraft): string[] {
  const hash = claimHash(claim);
  return lines.flatMap(({ line }) =>
    line.hash === hash ? [`${line.file}:${line.line} says the same already; it becomes no rule there.`] : [],
  );
}

/** Live memories that state this key. */
async function withSameKey(change: Change, prepared: PreparedDraft, key: string | undefined): Promise<Memory[]> {
  if (key === undefined) return [];
  const found: Memory[] = [];
  for (const { id } of change.now.where({ key })) {
    const entry = inForce(await change.entry(id), prepared.mode);
    if (entry.type === "memory" && isLive(entry)) found.push(entry);
  }
  return found;
}
