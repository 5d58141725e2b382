/** `tenet show`: one entry with its links both ways. Called by the command and the MCP tool. */

import type { Context } from "../context.js";
import { claimOf, type Entry, type Near, refOf } from "../entry/entry.js";
import { contactOf } from "../entry/gates/contact-scope.js";
import { isInUse, isSensitive, SENSITIVE } from "../entry/gates/visible.js";
import { WHOLE_ID } from "../entry/id-form.js";
import { openStep, pairStep } from "../entry/pair-steps.js";
import type { StickWord } from "../entry/standing/standing.js";
import { doubtsOf } from "../entry/states.js";
import { type Relation, targetsOf } from "../store/cache/relations.js";
import { entryOf } from "../store/cache/row.js";
import { factsNow, isTold } from "../store/contacts/asked-facts.js";
import { contextHolding, memoryTrees } from "../store/home.js";
import type { Row, Store } from "../store/open-store.js";
import { coreLines, isLineRef } from "../store/records/peoples-lines.js";
import { recallsOf, recordRead } from "../store/state/ledger.js";
import { warnOfUnread } from "../store/unread.js";
import { USER_TREE } from "../store/user-tree.js";
import { defined } from "../text/defined.js";
import { besideNamed } from "./beside.js";
import { keptOf } from "./policy/kept.js";
import type { BesideEntry, NearPair, ShownLink, Wording } from "./recall-schemas.js";

/** How an entry stands, and what others say of it: computed, beside its record. */
export interface ShownStanding {
  status: Row["status"];
  superseded_by?: string;
  promoted_to?: string;
  review?: Row["review"];
  /** A verdict, or what the record says of it in its own words. */
  outcome?: string;
  outcome_date?: string;
  stick?: { verdict: StickWord; at: string };
}

export interface Shown {
  entry: Entry;
  claim: string;
  wordings?: Wording[];
  links: ShownLink[];
  beside?: BesideEntry[];
  near?: NearPair[];
  recalled?: number;
  last_used?: string;
  file: string;
  line: number;
  unique: number;
}

/** The label of a relation, from the entry that stores it and from the one it names. */
interface Label {
  out: string;
  in: string;
}
const RELATION_LABELS = {
  linked: { out: "linked", in: "linked" },
  references: { out: "judges", in: "judged by" },
  derived_from: { out: "derived from", in: "led to" },
} satisfies { [relation in Relation]?: Label };
const NAMES = Object.keys(RELATION_LABELS) as (keyof typeof RELATION_LABELS)[];

/** Of answers about two entries. What says the same is listed as it was said, what is unrelated or open as near. */
const ANSWER_LABELS: { readonly [answer in NonNullable<Near["answer"]>]?: Label } = {
  replaces: { out: "supersedes", in: "superseded by" },
  replaced_by: { out: "superseded by", in: "supersedes" },
  exception: { out: "exception to", in: "exception" },
  has_exception: { out: "exception", in: "exception to" },
};

function linkTo(tree: Store, relation: string, direction: "out" | "in", id: string): ShownLink {
  const head = tree.head(id);
  if (head === undefined) return { relation, direction, id, missing: true };
  const text = isSensitive(head) ? SENSITIVE : head.text;
  const doubts = doubtsOf(head);
  return { relation, direction, id, ...defined({ status: head.status, doubts }), text, unique: tree.shortest(id) };
}

/** Answers of a row that count: what is only proposed is open. */
const answersIn = ({ near = [], open }: Row): readonly Near[] =>
  near.filter((row) => !isLineRef(row.with) && !open.some((one) => one.with === row.with));

/** Links stored on this entry and on others; a pair stored on both sides is listed once. */
function linksOf(tree: Store, row: Row): ShownLink[] {
  const links: ShownLink[] = [];
  const seenKeys = new Set<string>();
  const add = (label: Label | undefined, direction: "out" | "in", id: string) => {
    const key = `${label?.[direction]} ${id}`;
    if (label === undefined || id === row.id || seenKeys.has(key)) return;
    seenKeys.add(key);
    links.push(linkTo(tree, label[direction], direction, id));
  };
  const labelOf = ({ answer }: Near) => answer && ANSWER_LABELS[answer];
  for (const name of NAMES) for (const id of targetsOf(entryOf(row), name)) add(RELATION_LABELS[name], "out", id);
  for (const near of answersIn(row)) add(labelOf(near), "out", near.with);
  if (row.superseded_by !== undefined && WHOLE_ID.test(row.superseded_by))
    add(ANSWER_LABELS.replaced_by, "out", row.superseded_by);
  for (const other of tree.naming([row.id], ...NAMES, "answered")) {
    for (const name of NAMES)
      if (targetsOf(entryOf(other), name).includes(row.id)) add(RELATION_LABELS[name], "in", other.id);
    for (const near of answersIn(other)) if (near.with === row.id) add(labelOf(near), "in", other.id);
  }
  return links;
}

function standingOf(row: Row): ShownStanding {
  const { status, superseded_by, promoted_to, review, own } = row;
  const kept = keptOf(row);
  const stick = kept && { verdict: kept.word, at: kept.at };
  const { outcome = own?.outcome, judged } = row;
  const outcome_date = judged?.at ?? own?.outcome_date;
  return defined({ status, superseded_by, promoted_to, review, outcome, outcome_date, stick });
}

/** One entry with its links, history and outcome. Exit 4 for an unknown id. */
export async function show(ctx: Context, ref: string): Promise<Shown> {
  const { home, tree, id } = await contextHolding(ctx, ref);
  const head = tree.resolve(id);
  const { entry, file, line } = await tree.one(id);
  recordRead(ctx, "show", [id]);
  warnOfUnread(home, [{ tree }]);
  const links = linksOf(tree, head);
  const chain = tree.chainOf(id);
  const fullEntry = { ...entry, ...standingOf(head) } as Entry;
  const known = { links, ...recallsOf(ctx.workspace, id), line, unique: tree.shortest(entry.id) };
  const place = home === ctx ? file : `${USER_TREE}${file}`;
  if (isSensitive(head)) return { entry: withoutWords(fullEntry), claim: SENSITIVE, ...known, file: place };
  const wordings = wordingsOf(chain, id);
  return {
    entry: fullEntry,
    claim: claimOf(entry),
    ...(wordings.length > 1 && { wordings }),
    ...(await besidesOf(ctx, head)),
    ...known,
    file: place,
  };
}

/** The partners and near claims of an entry. */
async function besidesOf(ctx: Context, head: Row): Promise<Pick<Shown, "beside" | "near">> {
  const trees = await memoryTrees(ctx);
  const tells = (other: Row) => isTold(other, factsNow(ctx));
  const besideById = await besideNamed(ctx, { trees, tells }, [head]);
  const near = await nearPairsOf(ctx, trees, head);
  return defined({ beside: besideById.get(head.id), near: near.length === 0 ? undefined : near });
}

/** Near claims on this entry, and on others about it; a side that the reader may not see is left out. */
async function nearPairsOf(ctx: Context, trees: readonly { tree: Store }[], head: Row): Promise<NearPair[]> {
  const contact = contactOf(head);
  const headOf = (id: string) => trees.flatMap(({ tree }) => tree.head(id) ?? [])[0];
  const naming = trees.flatMap(({ tree }) => tree.naming([head.id], "near")).filter(({ id }) => id !== head.id);
  const rows = [
    ...(head.near ?? []).map((near) => ({ near, newer: head, other: near.with })),
    ...naming.flatMap((newer) =>
      (newer.near ?? []).filter((row) => row.with === head.id).map((near) => ({ near, newer, other: newer.id })),
    ),
  ];
  const isOfLine = rows.some(({ other }) => isLineRef(other));
  const lines = new Map(isOfLine ? (await coreLines(ctx)).map((line) => [line.ref, line]) : []);
  return rows.flatMap(({ near, newer, other }): NearPair[] => {
    const otherRow = headOf(other);
    const line = lines.get(other);
    const { score, reason, with: older } = near;
    const open = newer.open.find((row) => row.with === older);
    const state = open !== undefined ? ("open" as const) : near.answer === "unrelated" ? near.answer : undefined;
    if (state === undefined || (otherRow === undefined && line === undefined)) return [];
    const isAsked = line !== undefined || state === "unrelated" || (isInUse(head) && otherRow && isInUse(otherRow));
    const text = otherRow === undefined ? line?.text : isSensitive(otherRow) ? SENSITIVE : otherRow.text;
    const pair = { a: refOf(newer.id), b: refOf(older), contact };
    const answer = isAsked ? (open === undefined ? openStep("", pair) : pairStep(pair)) : undefined;
    const proposed = open?.proposed && statedAnswer(open.proposed);
    return [defined({ with: other, text, state, score, reason, proposed, answer })];
  });
}

/** An answer as it is given, whichever side it speaks for. */
const statedAnswer = (answer: NonNullable<Near["answer"]>): NearPair["proposed"] =>
  answer === "replaced_by" ? "replaces" : answer === "has_exception" ? "exception" : answer;

/** Every saying of a chain, the oldest first: who said it, and as which entry where it is another one. */
function wordingsOf(chain: readonly Row[], own: string): Wording[] {
  const sayings = chain.flatMap((row): Wording[] => {
    const { id, agent, source = agent, text, evidence, evolution = [], timestamp } = row;
    const items = [
      { at: timestamp, text, evidence, by: source },
      ...evolution.map((item) => ({ ...item, by: item.source ?? item.agent })),
    ];
    const words = isSensitive(row) ? [] : items;
    return words.map(({ at, text: said = text, evidence, by }) =>
      defined({ at, text: said, evidence, by: chain.length > 1 ? by : undefined, id: id === own ? undefined : id }),
    );
  });
  return sayings.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

const VISIBLE_FIELDS = new Set(["id", "type", "timestamp", "agent", "tier", "status", "review", "linked"]);

/** A sensitive entry without its text. */
function withoutWords(entry: Shown["entry"]): Shown["entry"] {
  return Object.fromEntries(Object.entries(entry).filter(([field]) => VISIBLE_FIELDS.has(field))) as Shown["entry"];
}
