/** Stores a correction, an insight or a memory, with its effects on known entries and the questions about near ones. */
import {
  type Correction,
  claimOf,
  type Entry,
  type EvolutionItem,
  type Insight,
  type Memory,
  type Patch,
} from "../../entry/entry.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import type { Changer } from "../../entry/gates/may-change.js";
import { isPinned, pinOf, renewedDecisions } from "../../entry/gates/pins.js";
import { isLive } from "../../entry/gates/visible.js";
import { cutsOf } from "../../entry/near/near-cuts.js";
import { countAgain } from "../../entry/repetition.js";
import { inForce } from "../../entry/status.js";
import type { Change } from "../../store/change/change.js";
import { gateText } from "../../store/change/gate-lines.js";
import { failByRepeat, supersede } from "../../store/change/transitions.js";
import { closeFact, splitSaid } from "../../store/contacts/close-fact.js";
import { readLineRef } from "../../store/records/peoples-lines.js";
import { claimHash } from "../../text/claims/canonical.js";
import { defined } from "../../text/defined.js";
import { oneLine, shorten } from "../../text/shorten.js";
import { applyStated } from "../answers/apply-stated.js";
import { askOf, askOfLine, isWorthOpening, type KnownTexts, rowsOf } from "../answers/asks.js";
import type { Captured } from "../capture-schemas.js";
import { groupAndFields } from "../drafts/draft-memory.js";
import { believedBefore, type Compared, compareWithKnown, nearAmong } from "../look/compare.js";
import type { JudgedDraft, PreparedDraft } from "../look/prepare.js";
import { type Settled, settle } from "../policy/settle.js";
import { isSameSaying, isTakenFrom } from "../policy/taken-from.js";
import { authorsRepeatOf, correctionRepeatedBy } from "./authors-repeat.js";
import { listFields, newEntry, recordId, relatedByAuthor, reservedAlias } from "./persist-new.js";

type Learned = Correction | Insight | Memory;

/** An insight with nothing at risk, or without a word about it, is activity: it goes to the daily log as `not learned`. */
export async function persistActivity(change: Change, alone: JudgedDraft): Promise<Captured> {
  const { insight, evidence } = alone.fields;
  const text = String(insight);
  const words = evidence === undefined ? text : `${text}; ${evidence}`;
  const place = await change.log(
    gateText({ kind: "logged", words }),
    alone.at,
    contactOf(alone.fields as { scope?: string }),
  );
  const what = alone.gate.finding === "stakes-empty" ? "Nothing" : "Nobody said what";
  const because = [`${what} goes wrong if this is wrong.`];
  return { decision: "logged", type: "insight", text, ...place, because, asks: [] };
}

/** Compares one draft with known entries, and stages the result. `isAmongMany`: only pairs worth it are opened. */
export async function persistLearned(change: Change, prepared: PreparedDraft, isAmongMany: boolean): Promise<Captured> {
  const { fields, group } =
    prepared.type === "memory" ? groupAndFields(prepared.fields) : { ...prepared, group: undefined };
  const entry = newEntry({ ...prepared, fields }) as Learned;
  const namedIds = idsNamedBy(prepared, entry);
  const compared = await compareWithKnown(change, prepared, [claimOf(entry)], namedIds);
  const changer = changerOf(prepared);
  const settled = settle({
    draft: entry,
    changer,
    sameClaim: compared.sameClaim,
    believed:
      entry.type === "correction"
        ? (await believedBefore(change, prepared, entry)).filter((one) => !namedIds.has(one.id))
        : [],
    sameKey:
      entry.type === "memory"
        ? (await withSameKey(change, prepared, entry.key)).filter((one) => !namedIds.has(one.id))
        : [],
  });
  const answer = answerOf(entry);
  const target = settled.target;
  if (target !== undefined && settled.act !== "recur" && !(await staysAlone(change, prepared, target))) {
    return settled.act === "evolve"
      ? { ...answer, ...(await evolve(change, prepared, entry as Insight, settled)) }
      : { ...answer, ...(await countThere(change, prepared, entry, settled)) };
  }
  return {
    ...answer,
    ...(await store(change, { prepared, entry, compared, settled, namedIds, isAmongMany, group })),
  };
}

function answerOf(entry: Learned): Pick<Captured, "type" | "text"> & Partial<Captured> {
  const answer = { type: entry.type, text: claimOf(entry), ...defined({ scope: entry.scope }) };
  if (entry.type !== "memory") return { ...answer, stakes: entry.stakes };
  const { category, confidence, key } = entry;
  return { ...answer, category, confidence, ...defined({ key }) };
}

/** Ids of all entries about which the author states something: they are not compared. */
function idsNamedBy({ answers = {}, buffered }: PreparedDraft, entry: Learned): Set<string> {
  const repeated = entry.type === "correction" && entry.recurrence_of !== undefined ? [entry.recurrence_of] : [];
  const ids = [...relatedByAuthor(entry), ...repeated, ...Object.values(answers).flat()];
  return new Set(buffered?.id === undefined ? ids : [...ids, buffered.id]);
}

/** tenet changes a pinned memory by itself only for the person who pins the new one. */
function changerOf({ tier, review, pinnedBy }: PreparedDraft): Changer {
  return { tier, typed: pinnedBy !== undefined, waits: review !== undefined };
}

/** A draft that states something about other entries or files stays an entry: counted elsewhere, that would be lost. */
async function staysAlone(change: Change, { fields, answers }: PreparedDraft, target: Entry): Promise<boolean> {
  if (answers !== undefined || relatedByAuthor(fields).size > 0) return true;
  const check = (fields as { check?: unknown }).check;
  if (check === undefined) return false;
  const targetEntry = (await change.entry(target.id)) as { check?: unknown };
  return JSON.stringify(targetEntry.check) !== JSON.stringify(check);
}

const LONGEST_BULLET = 200;

async function countThere(change: Change, prepared: PreparedDraft, entry: Learned, { target, because }: Settled) {
  const match = (await change.entry((target as Entry).id)) as Learned;
  const isFact = match.type === "memory" && contactOf(match) !== undefined;
  const patch: Patch = {
    ...(isTakenFrom(match, entry.origin) ? {} : countAgain(match, entry)),
    ...(isFact ? { confirmed: laterOf(match.confirmed ?? match.timestamp, entry.timestamp) } : {}),
    ...(match.type === "memory" ? restatePatch(prepared, match, entry as Memory) : {}),
    ...reservedAlias(prepared, match),
  };
  const place = await change.update(match.id, patch);
  // The log is of this workspace's days; and a copy's words would stand there beyond their writer's reach.
  if (entry.type === "insight" && entry.hub === undefined) {
    const words = shorten(oneLine(entry.insight), LONGEST_BULLET);
    await change.log(gateText({ kind: "skipped", words, id: match.id }), prepared.at, contactOf(match));
  }
  const answer = { decision: "counted" as const, id: match.id, ...place, asks: [] };
  if (match.type !== "memory") return { ...answer, because };
  return {
    ...answer,
    category: match.category,
    because: [...because, ...keptSentences(match, entry as Memory)],
  };
}

/** Sentences about fields of the known memory that stay, where the draft states others. */
function keptSentences({ category, confidence }: Memory, entry: Memory): string[] {
  return [
    ...(category === entry.category ? [] : [`Its category stays ${category}.`]),
    ...(confidence === entry.confidence ? [] : [`Its confidence stays ${confidence}.`]),
  ];
}

const laterOf = (a: string, b: string): string => (Date.parse(a) < Date.parse(b) ? b : a);

/** The key that the known memory lacks, and the pin of a person who stated it again. */
function restatePatch(prepared: PreparedDraft, known: Memory, entry: Memory): Patch {
  const keepsPin = isPinned(known) && prepared.pinnedBy === undefined;
  const keyPatch = entry.key === undefined || known.key !== undefined || keepsPin ? {} : { key: entry.key };
  return { ...keyPatch, ...pinBy(prepared, { ...known, ...keyPatch }) };
}

function pinBy({ pinnedBy, timestamp, recorded }: PreparedDraft, entry: Memory): Pick<Memory, "pinned"> {
  return pinnedBy === undefined ? {} : { pinned: pinOf(entry, pinnedBy, recorded ?? timestamp) };
}

/** Lists that grow with a repeated entry; single fields keep their first value. */
const GROWING = ["applications", "triggers", "alternatives", "tags", "linked", "derived_from"] as const;

/** Adds the new evidence to the history of the insight. Nothing is overwritten; an approval covers the addition. */
async function evolve(change: Change, prepared: PreparedDraft, entry: Insight, { target, because }: Settled) {
  const insight = (await change.entry((target as Entry).id)) as Insight;
  const { source, origin, session, agent, context, evidence } = entry;
  const newValues = GROWING.flatMap((field): [(typeof GROWING)[number], string[]][] => {
    const fresh = (entry[field] ?? []).filter(
      (value) => value !== insight.id && insight[field]?.includes(value) !== true,
    );
    return fresh.length === 0 ? [] : [[field, fresh]];
  });
  const brought = newValues.length === 0 ? undefined : Object.fromEntries(newValues);
  const words = {
    at: entry.timestamp,
    text: entry.insight,
    evidence,
    context,
    agent,
    source,
    origin,
    session,
    brought,
  };
  const item: EvolutionItem = defined(words);
  const earlierItems = (insight.evolution ?? []).filter((one) => !isSameSaying(one, item));
  const lists = newValues.map(([field, fresh]) => [field, [...(insight[field] ?? []), ...fresh]]);
  const patch: Patch = { ...Object.fromEntries(lists), evolution: [...earlierItems, item] };
  const fullPatch = { ...patch, ...renewedDecisions(insight, patch), ...reservedAlias(prepared, insight) };
  const place = await change.update(insight.id, fullPatch);
  return { decision: "evolved" as const, id: insight.id, ...place, because, asks: [] };
}

interface ToStore {
  prepared: PreparedDraft;
  entry: Learned;
  compared: Compared;
  settled: Settled;
  namedIds: ReadonlySet<string>;
  isAmongMany: boolean;
  group: string | undefined;
}

/** Stores an entry with its replacements or repeat, its links, and a row for each near claim. */
async function store(change: Change, input: ToStore): Promise<Omit<Captured, "type" | "text">> {
  const { prepared, entry, compared, settled, namedIds, isAmongMany, group } = input;
  const id = recordId(change, prepared);
  const authorsRepeat = await authorsRepeatOf(change, entry);
  const repeat =
    authorsRepeat ?? (settled.act === "recur" ? { id: (settled.target as Entry).id, fails: settled.fails } : undefined);
  const excludedIds = new Set([...namedIds, ...settled.replaces.map((one) => one.id), ...(repeat ? [repeat.id] : [])]);
  const cuts = prepared.neighbourhood.cuts ?? cutsOf(prepared.profile);
  const near = nearAmong(compared, prepared, { also: settled.asks ?? [], without: excludedIds });
  const texts = { entries: compared.candidates.map((one) => one.entry), lines: prepared.lines.map(({ line }) => line) };
  const rows = rowsOf(claimOf(entry), prepared.recorded ?? prepared.timestamp, near, texts);
  const openedRows = isAmongMany ? rows.filter((row) => isWorthOpening(row, cuts)) : rows;
  const targetIds = settled.target !== undefined && settled.act !== "recur" ? [settled.target.id] : [];
  const linked = [
    ...(entry.linked ?? []),
    ...targetIds,
    ...rows.map((row) => row.with).filter((ref) => readLineRef(ref) === undefined),
    ...compared.related.map((one) => one.entry.id),
  ].filter((one) => !excludedIds.has(one) && one !== id);
  const supersedes = [...(entry.supersedes ?? []), ...settled.replaces.map((one) => one.id)];
  const record = {
    ...entry,
    id,
    ...(entry.type === "memory" ? pinBy(prepared, entry) : {}),
    ...listFields({ linked: linked.slice(0, Math.max(MOST_LINKED, (entry.linked ?? []).length)), supersedes }),
    ...defined({ recurrence_of: repeat?.id, novelty: compared.novelty }),
    ...(openedRows.length === 0 ? {} : { near: openedRows }),
  } as Learned;
  const place = change.append(record, group === undefined ? undefined : { name: group });
  const splitSentences = await takePlaces(change, record, supersedes);
  if (repeat?.fails === true) await failByRepeat(change, repeat.id, id, record.timestamp);
  const answers = await applyStated(change, prepared, id);
  const repeatedCorrection = repeat ?? (await correctionRepeatedBy(change, id));
  const nextSentences = answers.some((one) => one.decision === "proposed") ? ["A person decides on it."] : [];
  const because = [
    ...reasonsOf(entry, authorsRepeat),
    ...equalLineSentences(prepared),
    ...settled.because,
    ...splitSentences,
    ...answers.map(({ says }) => says),
    ...nextSentences,
  ];
  const asks = asksOf(change, { ...record, near: rows }, texts);
  const supersededIds = [...supersedes, ...answers.flatMap((one) => (one.decision === "replaced" ? [one.other] : []))];
  const decision = supersededIds.length > 0 ? "replaced" : repeatedCorrection === undefined ? "stored" : "recurrence";
  const absorbedInto = answers.find((one) => one.decision === "same" && one.other === id);
  return {
    decision: absorbedInto === undefined ? decision : "evolved",
    id: absorbedInto?.id ?? id,
    ...(absorbedInto === undefined ? place : { file: absorbedInto.file, line: absorbedInto.line }),
    because,
    asks,
    ...defined({ opened: openedRows.length === 0 ? undefined : openedRows.length }),
    ...listFields({
      linked: record.linked ?? [],
      superseded: supersededIds,
      failed: repeatedCorrection?.fails === true ? [repeatedCorrection.id] : [],
      proposed: answers.flatMap((one) => (one.decision === "proposed" ? [one.other] : [])),
    }),
    ...defined({ recurrence_of: repeatedCorrection?.id }),
  };
}

const MOST_LINKED = 5;

function reasonsOf(entry: Learned, authorsRepeat: { because: string[] } | undefined): string[] {
  const replacements = (entry.supersedes ?? []).map((id) => `It takes the place of ${id}, as its author says.`);
  return [...replacements, ...(authorsRepeat?.because ?? [])];
}

/** Takes superseded entries out of use; says which facts go on behind the new one. */
async function takePlaces(change: Change, record: Learned, supersedes: readonly string[]): Promise<string[]> {
  const isFact = record.type === "memory" && contactOf(record) !== undefined;
  const splits: string[] = [];
  for (const id of supersedes) {
    const split = isFact ? await closeFact(change, id, record as Memory) : undefined;
    if (split !== undefined) splits.push(splitSaid(split));
    if (!isFact) await supersede(change, id, record.id);
  }
  return splits;
}

function asksOf(change: Change, record: Learned, { entries, lines }: KnownTexts): Captured["asks"] {
  return (record.near ?? []).flatMap((row) => {
    const other = entries.find((entry) => entry.id === row.with);
    if (other !== undefined) return askOf(change, record, row, other) ?? [];
    const line = lines.find(({ ref }) => ref === row.with);
    return line === undefined ? [] : askOfLine(record, row, line);
  });
}

/** Sentences for people's lines in equal words: the entry becomes no rule in their files. */
function equalLineSentences({ claim, lines }: PreparedDraft): string[] {
  const hash = claimHash(claim);
  return lines.flatMap(({ line }) =>
    line.hash === hash
      ? [`${line.file}:${line.line} says the same already, written by people: tenet adds no rule beside it.`]
      : [],
  );
}

/** Live memories that state this key. */
async function withSameKey(change: Change, prepared: PreparedDraft, key: string | undefined): Promise<Memory[]> {
  if (key === undefined) return [];
  const memories: Memory[] = [];
  for (const { id } of change.tree.where({ key })) {
    const entry = inForce(await change.entry(id), prepared.mode);
    if (entry.type === "memory" && isLive(entry)) memories.push(entry);
  }
  return memories;
}
