/** `tenet show`: one entry with its links both ways. Called by the command and the MCP tool. */

import type { Context } from "../context.js";
import { claimOf, type Entry, historyOf, refOf, type Wording } from "../entry/entry.js";
import { contactOf } from "../entry/gates/contact-scope.js";
import { isSensitive, SENSITIVE } from "../entry/gates/visible.js";
import { openStep, pairStep } from "../entry/near/pair-steps.js";
import { openPairs, pairKey } from "../entry/near/pairs.js";
import { doubtsOf } from "../entry/states.js";
import { type Relation, targetsOf } from "../store/cache/relations.js";
import { isTold } from "../store/contacts/asked-facts.js";
import { contextHolding, memoryTrees } from "../store/home.js";
import type { Row, Store } from "../store/open-store.js";
import { coreLines } from "../store/records/core-lines.js";
import { readLineRef } from "../store/records/peoples-lines.js";
import { recallsOf, recordRead } from "../store/state/ledger.js";
import { warnOfUnread } from "../store/unread.js";
import { USER_TREE } from "../store/user-tree.js";
import { defined } from "../text/defined.js";
import { besideNamed } from "./beside.js";
import type { BesideEntry, NearPair, ShownLink } from "./recall-schemas.js";

export interface Shown {
  /** The record, with computed fields: `linked` both ways, `recurrences`, `outcomes`. */
  entry: Entry & { recurrences?: string[]; outcomes?: string[] };
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

/**
 * The label of each relation, from the entry that stores it and from the one it names. Near claims have a list of their
 * own.
 */
const RELATIONS: Readonly<Record<Exclude<Relation, "near">, { out: string; in: string }>> = {
  linked: { out: "linked", in: "linked" },
  supersedes: { out: "supersedes", in: "superseded by" },
  superseded_by: { out: "superseded by", in: "supersedes" },
  recurrence_of: { out: "said before in", in: "said again in" },
  exception_to: { out: "exception to", in: "exception" },
  references: { out: "judges", in: "judged by" },
  derived_from: { out: "derived from", in: "led to" },
};

const NAMES = Object.keys(RELATIONS) as (keyof typeof RELATIONS)[];

function linkTo(tree: Store, relation: string, direction: "out" | "in", id: string): ShownLink {
  const head = tree.head(id);
  if (head === undefined) return { relation, direction, id, missing: true };
  const text = isSensitive(head) ? SENSITIVE : head.text;
  const doubts = doubtsOf(head);
  return { relation, direction, id, ...defined({ status: head.status, doubts }), text, unique: tree.shortest(id) };
}

/** Links stored on this entry and on others; a pair stored on both sides is listed once. */
function linksOf(tree: Store, entry: Entry): ShownLink[] {
  const links: ShownLink[] = [];
  const seenKeys = new Set<string>();
  const add = (relation: string, direction: "out" | "in", id: string) => {
    const key = `${relation} ${id}`;
    if (id === entry.id || seenKeys.has(key)) return;
    seenKeys.add(key);
    links.push(linkTo(tree, relation, direction, id));
  };
  for (const name of NAMES) for (const id of targetsOf(entry, name)) add(RELATIONS[name].out, "out", id);
  for (const head of tree.naming([entry.id], ...NAMES)) {
    for (const name of NAMES) if (targetsOf(head, name).includes(entry.id)) add(RELATIONS[name].in, "in", head.id);
  }
  return links;
}

/** One entry with its links, history and outcome. Exit 4 for an unknown id. */
export async function show(ctx: Context, ref: string): Promise<Shown> {
  const { home, tree, id } = await contextHolding(ctx, ref);
  const head = tree.resolve(id);
  const { entry, file, line } = await tree.one(id);
  recordRead(ctx, "show", [id]);
  warnOfUnread(home, [{ tree }]);
  const links = linksOf(tree, entry);
  const idsBy = (relation: string) => {
    const ids = links.filter((link) => link.relation === relation).map((link) => link.id);
    return ids.length === 0 ? undefined : ids;
  };
  const fullEntry = {
    ...entry,
    ...defined({
      linked: idsBy("linked"),
      recurrences: idsBy("said again in"),
      outcomes: idsBy("judged by"),
    }),
  };
  return {
    entry: isSensitive(head) ? withoutWords(fullEntry) : fullEntry,
    claim: isSensitive(head) ? SENSITIVE : claimOf(entry),
    ...(isSensitive(head) ? {} : shownWordings(entry)),
    links,
    ...(isSensitive(head) ? {} : await besidesOf(ctx, head)),
    ...recallsOf(ctx.workspace, id),
    file: home === ctx ? file : `${USER_TREE}${file}`,
    line,
    unique: tree.shortest(entry.id),
  };
}

/** The partners and near claims of an entry. */
async function besidesOf(ctx: Context, head: Row): Promise<Pick<Shown, "beside" | "near">> {
  const trees = await memoryTrees(ctx);
  const tells = (other: Row) => isTold(other, { at: ctx.clock.now(), only: false });
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
    ...(head.near ?? []).map((near) => ({ near, newer: head.id, other: near.with })),
    ...naming.flatMap(({ id, near = [] }) =>
      near.filter((row) => row.with === head.id).map((row) => ({ near: row, newer: id, other: id })),
    ),
  ];
  const openKeys = new Set(openPairs({ head: headOf, withAny: () => [head, ...naming] }).map(({ key }) => key));
  const isOfLine = rows.some(({ other }) => readLineRef(other) !== undefined);
  const lines = new Map(isOfLine ? (await coreLines(ctx)).map((line) => [line.ref, line]) : []);
  return rows.flatMap(({ near, newer, other }): NearPair[] => {
    const head = headOf(other);
    const line = lines.get(other);
    if (head === undefined && line === undefined) return [];
    const { state, score, by, reason, proposed, with: older } = near;
    const mayAnswer = line !== undefined || state === "unrelated" || openKeys.has(pairKey(newer, older));
    const text = head === undefined ? line?.text : isSensitive(head) ? SENSITIVE : head.text;
    const pair = { a: refOf(newer), b: refOf(older), contact };
    const answer = !mayAnswer ? undefined : state === "open" ? pairStep(pair) : openStep("", pair);
    return [defined({ with: other, text, state, score, by, reason, proposed: proposed?.answer, answer })];
  });
}

function shownWordings(entry: Entry): Pick<Shown, "wordings"> {
  if (entry.type !== "insight" || entry.evolution === undefined) return {};
  return {
    wordings: historyOf(entry).map(({ at, text, evidence, restated }) => defined({ at, text, evidence, restated })),
  };
}

const VISIBLE_FIELDS = new Set(["id", "type", "timestamp", "agent", "tier", "status", "review", "linked", "outcomes"]);

/** A sensitive entry without its text. */
function withoutWords(entry: Shown["entry"]): Shown["entry"] {
  return Object.fromEntries(Object.entries(entry).filter(([field]) => VISIBLE_FIELDS.has(field))) as Shown["entry"];
}
