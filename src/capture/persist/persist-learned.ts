/**
 * Stores a correction, an insight or a memory with what its author states and the questions about near claims, or counts it
 * where equal words stand. What it does to known entries is computed. Called by `judge-and-store.ts`.
 */
import { type Correction, claimOf, type Insight, type Memory, type Near, type Patch } from "../../entry/entry.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { compareTiers } from "../../entry/gates/trust.js";
import { slotKey, wordsKey } from "../../entry/standing/ties.js";
import { renewedReview } from "../../entry/status.js";
import { cutsOf } from "../../search/near-cuts.js";
import { entryOf } from "../../store/cache/row.js";
import type { Change } from "../../store/change/change.js";
import type { Row, Store } from "../../store/open-store.js";
import { isLineRef } from "../../store/records/peoples-lines.js";
import { claimHash } from "../../text/claims/canonical.js";
import { defined } from "../../text/defined.js";
import { oneLine, shorten } from "../../text/shorten.js";
import { askOf, askOfLine, isWorthOpening, rowsOf } from "../answers/asks.js";
import type { Captured } from "../capture-schemas.js";
import { groupAndFields } from "../drafts/draft-memory.js";
import { believedBefore, compareWithKnown, nearAmong } from "../look/compare.js";
import type { JudgedDraft, PreparedDraft } from "../look/prepare.js";
import { quoted } from "../policy/links.js";
import { bringsEvidence, equalTo, type Learned } from "../policy/repeats.js";
import type { StatedAnswers } from "../relations.js";
import { givenAlias, listFields, newEntry, recordId, sayAgain } from "./persist-new.js";
import { endedSentences, reasonsOf } from "./stored-reasons.js";

/** An insight with nothing at risk, or without a word about it, is activity: it goes to the daily log as `not learned`. */
export async function persistActivity(change: Change, alone: JudgedDraft): Promise<Captured> {
  const { insight, evidence } = alone.fields;
  const text = String(insight);
  const words = evidence === undefined ? text : `${text}; ${evidence}`;
  const contact = contactOf(alone.fields as { scope?: string });
  const place = await change.log(`not learned: ${words}`, alone.at, contact);
  const what = alone.gate.isRiskless ? "Nothing" : "Nobody said what";
  const because = [`${what} goes wrong if this is wrong.`];
  return { decision: "logged", type: "insight", text, ...place, because, asks: [] };
}

/** Compares one draft with known entries, and stages the result. `isAmongMany`: only pairs worth it are opened. */
export async function persistLearned(change: Change, prepared: PreparedDraft, isAmongMany: boolean): Promise<Captured> {
  const { fields, group } =
    prepared.type === "memory" ? groupAndFields(prepared.fields) : { ...prepared, group: undefined };
  const entry = newEntry({ ...prepared, fields }) as Learned;
  const isAlone = prepared.answers !== undefined || entry.derived_from !== undefined;
  const target = isAlone ? undefined : equalTo(change.tree, entry, prepared.saidIn);
  const answer = answerOf(entry);
  if (target !== undefined) {
    const evolves = entry.type === "insight" && bringsEvidence(entryOf(target) as Insight, entry);
    const counted = await (evolves ? evolve : count)(change, prepared, entry as Insight, target);
    return { ...answer, ...counted, because: [...counted.because, ...endedSentences(target)] };
  }
  return { ...answer, ...(await store(change, { prepared, entry, isAmongMany, group })) };
}

function answerOf(entry: Learned): Pick<Captured, "type" | "text"> & Partial<Captured> {
  const answer = { type: entry.type, text: claimOf(entry), ...defined({ scope: entry.scope }) };
  if (entry.type !== "memory") return { ...answer, stakes: entry.stakes };
  const { category, confidence, key } = entry;
  return { ...answer, category, confidence, ...defined({ key }) };
}

const LONGEST_BULLET = 200;

/** Counts the words where they stand. */
async function count(change: Change, prepared: PreparedDraft, entry: Learned, target: Row) {
  const { id } = target;
  const known = (await change.entry(id)) as Learned;
  const place = await sayAgain(change, id, prepared);
  if (known.type === "memory" && prepared.pinnedBy !== undefined) await change.update(id, pinBy(prepared, known));
  // A copy's words would stand in the log beyond their writer's reach.
  if (entry.type === "insight" && entry.hub === undefined) {
    const words = shorten(oneLine(entry.insight), LONGEST_BULLET);
    await change.log(`said again: ${words} (${id})`, prepared.at, contactOf(known));
  }
  const because = [`${quoted(entryOf(target))} says the same; it is counted there.`, ...keptSentences(known, entry)];
  return { decision: "counted" as const, id, ...place, because, asks: [] };
}

/** Sentences about fields of the known memory that stay, where the draft states others. */
function keptSentences(known: Learned, entry: Learned): string[] {
  if (known.type !== "memory" || entry.type !== "memory") return [];
  const kept = (["category", "confidence"] as const).filter((field) => known[field] !== entry[field]);
  return kept.map((field) => `Its ${field} stays ${known[field]}.`);
}

function pinBy({ pinnedBy, timestamp }: PreparedDraft, entry: Memory): Pick<Memory, "pinned"> {
  return pinnedBy === undefined || entry.pinned !== undefined ? {} : { pinned: { by: pinnedBy, at: timestamp } };
}

/** Lists that grow with a repeated entry; single fields keep their first value. */
const GROWING = ["applications", "triggers", "alternatives", "tags", "linked"] as const;

/** Adds new evidence, with what lists gain by it, as an item of the history; an approval covers it. */
async function evolve(change: Change, prepared: PreparedDraft, entry: Insight, target: Row) {
  const insight = (await change.entry(target.id)) as Insight;
  const { source, origin, session, agent, context, evidence } = entry;
  const added = GROWING.flatMap((field): [keyof Insight, string[]][] => {
    const fresh = (entry[field] ?? []).filter((value) => value !== insight.id && !insight[field]?.includes(value));
    return fresh.length === 0 ? [] : [[field, fresh]];
  });
  const words = { at: entry.timestamp, evidence, context, agent, source, origin, session };
  const patch: Patch = {
    ...Object.fromEntries(added.map(([field, fresh]) => [field, [...((insight[field] as string[]) ?? []), ...fresh]])),
    evolution: [...(insight.evolution ?? []), { ...defined(words), ...Object.fromEntries(added) }],
  };
  const fullPatch = { ...patch, ...renewedReview(insight, patch), ...givenAlias(prepared, insight) };
  const place = await change.update(insight.id, fullPatch);
  const because = [`${quoted(entryOf(target))} says the same; the new evidence stands beside it.`];
  return { decision: "evolved" as const, id: insight.id, ...place, because, asks: [] };
}

interface ToStore {
  prepared: PreparedDraft;
  entry: Learned;
  isAmongMany: boolean;
  group: string | undefined;
}

/** Stores an entry with a row for each statement, each belief that it corrects and each near claim. */
async function store(
  change: Change,
  { prepared, entry, isAmongMany, group }: ToStore,
): Promise<Omit<Captured, "type" | "text">> {
  const { tree } = change;
  const said = statedRows(prepared);
  const believed = entry.type === "correction" ? await believedRows(change, prepared, entry, said) : [];
  const ofKey = tree.naming([slotKey(entry) ?? ""], "slot");
  const id = recordId(change, prepared, ofKey);
  const known = [
    ...[...said, ...believed].map((row) => row.with),
    ...relatedTo(tree, entry),
    ...ofKey.map((one) => one.id),
  ];
  const compared = await compareWithKnown(change, prepared, new Set(known));
  const nearest = rowsOf(prepared.timestamp, nearAmong(compared, prepared, new Set(known)));
  const cuts = prepared.neighbourhood.cuts ?? cutsOf(prepared.profile);
  const opened = isAmongMany ? nearest.filter((row) => isWorthOpening(row, cuts)) : nearest;
  const keyed = rowsOfKey(ofKey, entry).filter((row) => !said.some((one) => one.with === row.with));
  const near = [...said, ...believed, ...keyed, ...opened];
  const linked = [
    ...(entry.linked ?? []),
    ...nearest.map((row) => row.with).filter((ref) => !isLineRef(ref)),
    ...compared.related.map((one) => one.entry.id),
  ].filter((one) => !known.includes(one) && one !== id);
  const record = {
    ...entry,
    id,
    ...(entry.type === "memory" ? pinBy(prepared, entry) : {}),
    ...listFields({ linked: linked.slice(0, Math.max(MOST_LINKED, (entry.linked ?? []).length)) }),
    ...(near.length === 0 ? {} : { near }),
  } as Learned;
  const before = [...ofKey, ...said.flatMap((row) => tree.head(row.with) ?? [])];
  const place = change.append(record, group === undefined ? undefined : { name: group });
  const asked = [...believed.filter(({ answer }) => answer === undefined), ...keyed, ...nearest];
  const { decision, ...reasons } = reasonsOf(change.tree, prepared, record, before);
  const openedCount = asked.filter((row) => near.includes(row)).length;
  return {
    decision,
    id,
    ...place,
    ...reasons,
    asks: asked.flatMap((row) => askAbout(change, prepared, record, row)),
    ...defined({ opened: openedCount === 0 ? undefined : openedCount }),
    ...listFields({ linked: record.linked ?? [] }),
  };
}

/** The chain that it joins by its words, and what that is in a pair with: nothing of it is asked about again. */
function relatedTo(tree: Store, entry: Learned): string[] {
  const chain = tree
    .naming([wordsKey(entry, claimHash(claimOf(entry))) ?? ""], "words")
    .flatMap(({ id }) => tree.chainOf(id));
  const ids = chain.map(({ id }) => id);
  const others = [
    ...chain.flatMap(({ near = [] }) => near.map((row) => row.with)),
    ...tree.naming(ids, "near").map(({ id }) => id),
  ];
  return [...ids, ...others];
}

const MOST_LINKED = 5;

/** What its author states about known entries and people's lines, as rows with the author's trust. */
function statedRows({ answers = {}, tier, agent, timestamp: at, fields }: PreparedDraft): Near[] {
  const by = (fields["source"] as string | undefined) ?? agent;
  return (Object.entries(answers) as [keyof StatedAnswers, string[]][]).flatMap(([answer, refs]) =>
    refs.map((ref) => ({ with: ref, at, answer, by, tier })),
  );
}

/** Live entries that say what a correction corrects, in equal words: it replaces those that are trusted no more. */
async function believedRows(
  change: Change,
  prepared: PreparedDraft,
  entry: Correction,
  said: readonly Near[],
): Promise<Near[]> {
  const { tier, agent, timestamp: at } = prepared;
  const named = new Set(said.map((row) => row.with));
  const believed = (await believedBefore(change, prepared, entry)).filter(({ id }) => !named.has(id));
  return believed.map(({ id, trust }) => {
    const answer = { answer: "replaces" as const, by: entry.source ?? agent, tier };
    return { with: id, score: 1, found: "prior" as const, at, ...(compareTiers(tier, trust) >= 0 && answer) };
  });
}

/** It takes the place of what has its key and is trusted no more; about what is trusted more is asked at any distance. */
function rowsOfKey(ofKey: readonly Row[], entry: Learned): Near[] {
  if (slotKey(entry) === undefined) return [];
  const { tier, timestamp: at } = entry;
  const isAbove = (one: Row) => one.status === "active" && compareTiers(one.tier, tier) > 0;
  return ofKey.filter(isAbove).map(({ id }) => ({ with: id, at }));
}

function askAbout(change: Change, prepared: PreparedDraft, record: Learned, row: Near): Captured["asks"] {
  const other = change.tree.head(row.with);
  if (other !== undefined) return [askOf(change, record, row, entryOf(other)) ?? []].flat();
  const line = prepared.lines.find(({ line: one }) => one.ref === row.with)?.line;
  return line === undefined ? [] : [askOfLine(record, row, line)];
}
