/** `tenet show`: one entry with its links both ways. */
import type { Context } from "../context.js";
import { claimOf, type Entry, historyOf, type Wording } from "../entry/entry.js";
import { isSensitive, SENSITIVE } from "../entry/visible.js";
import type { Relation } from "../store/cache/relations.js";
import { recordRead } from "../store/ledger.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { contextHolding } from "./home.js";
import type { ShownLink } from "./recall-schemas.js";
import { USER_TREE } from "./user-tree.js";

export interface Shown {
  /** The record, with computed fields: `linked` both ways, `contested_by`, `recurrences`, `outcomes`. */
  entry: Entry & { contested_by?: string[]; recurrences?: string[]; outcomes?: string[] };
  claim: string;
  wordings?: Wording[];
  links: ShownLink[];
  file: string;
  line: number;
  unique: number;
}

/** Each relation read from the entry that stores it, and from the one it names. */
const RELATIONS: Readonly<Record<Relation, { out: string; in: string }>> = {
  linked: { out: "linked", in: "linked" },
  supersedes: { out: "supersedes", in: "superseded by" },
  superseded_by: { out: "superseded by", in: "supersedes" },
  recurrence_of: { out: "said before in", in: "said again in" },
  maybe_recurrence_of: { out: "perhaps said before in", in: "perhaps said again in" },
  maybe_same_as: { out: "maybe the same as", in: "maybe the same as" },
  maybe_supersedes: { out: "perhaps takes back", in: "perhaps taken back by" },
  contests: { out: "contests", in: "contested by" },
  references: { out: "judges", in: "judged by" },
  derived_from: { out: "derived from", in: "led to" },
};

const NAMES = Object.keys(RELATIONS) as Relation[];

function idsOf(from: Entry | EntryMeta, relation: Relation): string[] {
  return [(from as Partial<Record<Relation, string | string[]>>)[relation] ?? []].flat();
}

function linkTo(tree: Store, relation: string, direction: "out" | "in", id: string): ShownLink {
  const head = tree.head(id);
  if (head === undefined) return { relation, direction, id, missing: true };
  const text = isSensitive(head) ? SENSITIVE : head.text;
  return { relation, direction, id, status: head.status, text, unique: tree.shortest(id) };
}

/** Links stored here and on others that name this entry; a pair stored on both sides is shown once. */
function linksOf(tree: Store, entry: Entry): ShownLink[] {
  const links: ShownLink[] = [];
  const seen = new Set<string>();
  const add = (relation: string, direction: "out" | "in", id: string) => {
    const key = `${relation} ${id}`;
    if (id === entry.id || seen.has(key)) return;
    seen.add(key);
    links.push(linkTo(tree, relation, direction, id));
  };
  for (const name of NAMES) for (const id of idsOf(entry, name)) add(RELATIONS[name].out, "out", id);
  for (const head of tree.naming([entry.id], ...NAMES)) {
    for (const name of NAMES) if (idsOf(head, name).includes(entry.id)) add(RELATIONS[name].in, "in", head.id);
  }
  return links;
}

/** One entry with its links both ways, its history and its outcome. Exit 4 when nothing has that id. */
export async function show(ctx: Context, ref: string): Promise<Shown> {
  const { home, tree, id } = await contextHolding(ctx, ref);
  const head = tree.resolve(id);
  const { entry, file, line } = await tree.one(id);
  await recordRead(ctx, "show", [id]);
  const links = linksOf(tree, entry);
  const named = (relation: string) => {
    const ids = links.filter((link) => link.relation === relation).map((link) => link.id);
    return ids.length === 0 ? undefined : ids;
  };
  const whole = {
    ...entry,
    ...defined({
      linked: named("linked"),
      contested_by: named("contested by"),
      recurrences: named("said again in"),
      outcomes: named("judged by"),
    }),
  };
  return {
    entry: isSensitive(head) ? withoutWords(whole) : whole,
    claim: isSensitive(head) ? SENSITIVE : claimOf(entry),
    ...(isSensitive(head) ? {} : shownWordings(entry)),
    links,
    file: home === ctx ? file : `${USER_TREE}${file}`,
    line,
    unique: tree.shortest(entry.id),
  };
}

function shownWordings(entry: Entry): Pick<Shown, "wordings"> {
  if (entry.type !== "insight" || entry.evolution === undefined) return {};
  return {
    wordings: historyOf(entry).map(({ at, text, evidence, restated }) => defined({ at, text, evidence, restated })),
  };
}

const KEPT = new Set(["id", "type", "timestamp", "agent", "tier", "status", "review", "linked", "outcomes"]);

/** A sensitive entry shows that it is there, and nothing it says. */
function withoutWords(entry: Shown["entry"]): Shown["entry"] {
  return Object.fromEntries(Object.entries(entry).filter(([field]) => KEPT.has(field))) as Shown["entry"];
}
