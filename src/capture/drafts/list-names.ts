/**
 * Entries of one list that name each other by the ids their author gave them. Each gets an id of its own and keeps the
 * other as an alias; what names it, before it or after it in the list, is given the id that it got.
 */

import { type Entry, tailOf } from "../../entry/entry.js";
import { TenetError } from "../../errors.js";
import type { Change } from "../../store/change/change.js";
import type { EntryMeta } from "../../store/open-store.js";
import { claimHash } from "../../text/canonical.js";
import type { Captured } from "../capture-schemas.js";
import { reservedAlias } from "../persist/persist-new.js";
import { isCompared } from "../policy/stakes.js";
import type { JudgedDraft, PreparedDraft } from "../prepare.js";
import { RELATIONS } from "../relations.js";
import type { CheckedDraft } from "./draft.js";

type Fields = Readonly<Record<string, unknown>>;

/** The names that an author gave an entry: ids of another place, in capitals. */
export function namesOf({ fields }: Pick<CheckedDraft, "fields">): string[] {
  const { aliases } = fields;
  return Array.isArray(aliases) ? aliases.map((name) => String(name).toUpperCase()) : [];
}

const listed = (value: unknown): string[] => (value === undefined ? [] : [value].flat().map(String));

const isOne = (names: readonly string[], stated: string): string | undefined =>
  names.find((name) => name === stated.toUpperCase() || tailOf(name) === stated.toUpperCase());

/** Fields with some of the ids in them replaced. */
export function withIds(fields: Fields, idOf: (id: string) => string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => {
      if (!RELATIONS.has(field)) return [field, value];
      return [field, Array.isArray(value) ? [...new Set(value.map((id) => idOf(String(id))))] : idOf(String(value))];
    }),
  );
}

/** The names in one list, and the ids that they stand for once those are drawn. */
export class ListNames {
  readonly #at = new Map<string, number>();
  #ids = new Map<string, string>();

  /** Throws `usage` for a name that two entries have. What is only activity has no name: nothing of it can be linked. */
  constructor(checked: readonly CheckedDraft[]) {
    for (const [at, draft] of checked.entries()) {
      if (!isCompared({ type: draft.type, ...draft.fields })) continue;
      for (const name of namesOf(draft)) {
        const before = this.#at.get(name);
        if (before !== undefined && before !== at) throw wrong(`${name} stands twice in this list`, TWICE, at + 1);
        this.#at.set(name, at);
      }
    }
  }

  get names(): string[] {
    return [...this.#at.keys()];
  }

  /** Throws `usage` where an entry says of a later one, or of itself, what can only be said of one that is there. */
  check(at: number, fields: Fields): void {
    for (const field of RELATIONS) {
      for (const stated of listed(fields[field])) {
        const name = isOne(this.names, stated);
        const other = name === undefined ? -1 : (this.#at.get(name) as number);
        if (other === at)
          throw wrong(`${field}: ${name} cannot name itself`, "Name another entry, or leave the field out.");
        if (other > at && field !== "linked") throw wrong(`${field}: ${name} comes later in this list`, LATER);
      }
    }
  }

  /** Draws an id for each name, or takes the one of the entry that bears it already. Under the lock. */
  async draw(change: Change, ready: readonly (JudgedDraft | PreparedDraft)[]): Promise<void> {
    const ids = new Map<number, string>();
    this.#ids = new Map();
    for (const [name, at] of this.#at) {
      const draft = ready[at] as PreparedDraft;
      const id = (await bearerOf(change, name, draft))?.id ?? ids.get(at) ?? change.newId(draft.type, draft.timestamp);
      ids.set(at, id);
      this.#ids.set(name, id);
    }
  }

  /** A draft as it is written: names replaced by ids, with the id that is drawn for itself. */
  written<D extends JudgedDraft>(draft: D): D & { drawn?: string } {
    const [own] = namesOf(draft).flatMap((name) => this.#ids.get(name) ?? []);
    const idOf = (id: string) => this.#ids.get(id) ?? id;
    const said = Object.entries(draft.answers ?? {}).map(([answer, ids]) => [answer, ids.map(idOf)]);
    const answers = said.length === 0 ? {} : { answers: Object.fromEntries(said) };
    return { ...draft, fields: withIds(draft.fields, idOf), ...answers, ...(own === undefined ? {} : { drawn: own }) };
  }

  /** What was linked before it was written, and went into a known entry, is linked there. */
  async relink(change: Change, answers: readonly Captured[]): Promise<void> {
    const moved = new Map<string, string>();
    for (const [name, at] of this.#at) {
      const drawn = this.#ids.get(name);
      const id = answers[at]?.id;
      if (drawn !== undefined && id !== undefined && id !== drawn) moved.set(drawn, id);
    }
    if (moved.size === 0) return;
    for (const id of new Set(answers.flatMap((answer) => answer.id ?? []))) {
      const { linked = [] } = await change.entry(id);
      if (!linked.some((one) => moved.has(one))) continue;
      const now = [...new Set(linked.map((one) => moved.get(one) ?? one))].filter((one) => one !== id);
      await change.update(id, { linked: now.length === 0 ? undefined : now });
    }
  }
}

const TWICE = "Give each entry an id of its own, or leave the ids out.";
const LATER = "Put that one before this one; only `linked` may name what comes later.";

function wrong(message: string, hint: string, entry?: number): TenetError {
  const details = entry === undefined ? {} : { entry };
  return new TenetError(message, { failure: "usage", code: "wrong-relation", hint, details });
}

/**
 * The entry that bears a name, as its id or as an alias, if the author of a draft may be told of it; not one that merely
 * begins like it.
 */
async function bearerOf(change: Change, name: string, draft: PreparedDraft): Promise<EntryMeta | undefined> {
  let head: EntryMeta;
  try {
    head = change.tree.resolve(name);
  } catch {
    return undefined;
  }
  const bears = head.id === name || head.aliases?.some((alias) => alias.toUpperCase() === name) === true;
  return bears && (await draft.isShown(head)) ? head : undefined;
}

/**
 * The answer for a record that is here already, by its id and with its words: it is the same one, and said once. With other
 * words it is refused: two entries would answer to one id.
 */
export async function knownRecord(change: Change, prepared: PreparedDraft): Promise<Captured | undefined> {
  for (const name of namesOf(prepared)) {
    const head = await bearerOf(change, name, prepared);
    if (head === undefined) continue;
    const { type, id, file, line } = head;
    const text = prepared.claim;
    if (type !== prepared.type || !head.claims.includes(claimHash(text))) {
      throw new TenetError(`${name} is the id of another entry here: "${head.text}"`, {
        failure: "usage",
        code: "id-taken",
        hint: "Leave the id out if this is another entry. To change what is known: tenet edit.",
        details: { id },
      });
    }
    const promised: Partial<Entry> = reservedAlias(prepared, await change.entry(id));
    if (prepared.buffered !== undefined) await change.update(id, promised);
    const because = [`${id} is this very record${id === name ? "" : ` (${name})`}; nothing was written.`];
    return { decision: "counted", type, id, file, line, text, because, asks: [] };
  }
  return undefined;
}
