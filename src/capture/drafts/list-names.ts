/**
 * Resolves ids that the author of a list gave its entries. Each entry gets a new id and keeps the author's as an alias;
 * references to it from anywhere in the list get the new id. Called by `judge-and-store.ts` and `runs/buffer.ts`.
 */

import { tailOf } from "../../entry/entry.js";
import { TenetError } from "../../errors.js";
import { next } from "../../steps.js";
import type { Change } from "../../store/change/change.js";
import type { Row } from "../../store/open-store.js";
import { claimHash } from "../../text/claims/canonical.js";
import type { Captured } from "../capture-schemas.js";
import type { JudgedDraft, PreparedDraft } from "../look/prepare.js";
import { isCompared } from "../policy/stakes.js";
import { RELATIONS } from "../relations.js";
import type { CheckedDraft } from "./draft.js";

type Fields = Readonly<Record<string, unknown>>;

/** The ids from another place that an author gave an entry, in capitals. */
export function namesOf({ fields }: Pick<CheckedDraft, "fields">): string[] {
  const { aliases } = fields;
  return Array.isArray(aliases) ? aliases.map((name) => String(name).toUpperCase()) : [];
}

const valuesOf = (value: unknown): string[] => (value === undefined ? [] : [value].flat().map(String));

const matchingName = (names: readonly string[], statedName: string): string | undefined =>
  names.find((name) => name === statedName.toUpperCase() || tailOf(name) === statedName.toUpperCase());

/** Fields with some of the ids in them replaced. */
export function withIds(fields: Fields, idOf: (id: string) => string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => {
      if (!RELATIONS.has(field)) return [field, value];
      return [field, Array.isArray(value) ? [...new Set(value.map((id) => idOf(String(id))))] : idOf(String(value))];
    }),
  );
}

/** The names in one list, and the ids they stand for once those are drawn. */
export class ListNames {
  readonly #at = new Map<string, number>();
  #ids = new Map<string, string>();

  /** Throws `usage` for a name that two entries have. Activity has no name: nothing can link to it. */
  constructor(checked: readonly CheckedDraft[]) {
    for (const [at, draft] of checked.entries()) {
      if (!isCompared({ type: draft.type, ...draft.fields })) continue;
      for (const name of namesOf(draft)) {
        const earlierAt = this.#at.get(name);
        if (earlierAt !== undefined && earlierAt !== at)
          throw wrong(`${name} stands twice in this list`, TWICE, at + 1);
        this.#at.set(name, at);
      }
    }
  }

  get names(): string[] {
    return [...this.#at.keys()];
  }

  /** Throws `usage` where a relation names the entry itself, or a later one that must exist already. */
  check(at: number, fields: Fields): void {
    for (const field of RELATIONS) {
      for (const statedName of valuesOf(fields[field])) {
        const name = matchingName(this.names, statedName);
        const otherAt = name === undefined ? -1 : (this.#at.get(name) as number);
        if (otherAt === at)
          throw wrong(`${field}: ${name} cannot name itself`, "Name another entry, or leave the field out.");
        if (otherAt > at && field !== "linked") throw wrong(`${field}: ${name} comes later in this list`, LATER);
      }
    }
  }

  /** Draws an id for each name, or takes that of the entry with this name. Under the lock. */
  async draw(change: Change, drafts: readonly (JudgedDraft | PreparedDraft)[]): Promise<void> {
    const ids = new Map<number, string>();
    this.#ids = new Map();
    for (const [name, at] of this.#at) {
      const draft = drafts[at] as PreparedDraft;
      const id = (await bearerOf(change, name, draft))?.id ?? ids.get(at) ?? change.newId(draft.type, draft.timestamp);
      ids.set(at, id);
      this.#ids.set(name, id);
    }
  }

  /** A draft with names replaced by ids, and with its own drawn id. */
  toWrite<D extends JudgedDraft>(draft: D): D & { drawn?: string } {
    const [ownId] = namesOf(draft).flatMap((name) => this.#ids.get(name) ?? []);
    const idOf = (id: string) => this.#ids.get(id) ?? id;
    const answersWithIds = Object.entries(draft.answers ?? {}).map(([answer, ids]) => [answer, ids.map(idOf)]);
    const answers = answersWithIds.length === 0 ? {} : { answers: Object.fromEntries(answersWithIds) };
    return {
      ...draft,
      fields: withIds(draft.fields, idOf),
      ...answers,
      ...(ownId === undefined ? {} : { drawn: ownId }),
    };
  }

  /** Moves links to a drawn id that was folded into a known entry over to that entry. */
  async relink(change: Change, answers: readonly Captured[]): Promise<void> {
    const newIds = new Map<string, string>();
    for (const [name, at] of this.#at) {
      const drawn = this.#ids.get(name);
      const id = answers[at]?.id;
      if (drawn !== undefined && id !== undefined && id !== drawn) newIds.set(drawn, id);
    }
    if (newIds.size === 0) return;
    for (const id of new Set(answers.flatMap((answer) => answer.id ?? []))) {
      const { linked = [] } = await change.entry(id);
      if (!linked.some((one) => newIds.has(one))) continue;
      const newLinks = [...new Set(linked.map((one) => newIds.get(one) ?? one))].filter((one) => one !== id);
      await change.update(id, { linked: newLinks.length === 0 ? undefined : newLinks });
    }
  }
}

const TWICE = "Give each entry an id of its own, or leave the ids out.";
const LATER = "Put that one before this one; only `linked` may name what comes later.";

function wrong(message: string, hint: string, entry?: number): TenetError {
  const details = entry === undefined ? {} : { entry };
  return new TenetError(message, { failure: "usage", code: "wrong-relation", hint, details });
}

/** The entry with this name as its id or alias, if the draft's author may see it. A mere prefix does not count. */
async function bearerOf(change: Change, name: string, draft: PreparedDraft): Promise<Row | undefined> {
  let head: Row;
  try {
    head = change.tree.resolve(name);
  } catch {
    return undefined;
  }
  const bears = head.id === name || head.aliases?.some((alias) => alias.toUpperCase() === name) === true;
  return bears && (await draft.isShown(head)) ? head : undefined;
}

/**
 * The answer for a record that the tree holds already under this id and with these words. With other words it is
 * refused: two entries would answer to one id.
 */
export async function knownRecord(change: Change, prepared: PreparedDraft): Promise<Captured | undefined> {
  for (const name of namesOf(prepared)) {
    const head = await bearerOf(change, name, prepared);
    if (head === undefined) continue;
    const { type, id, file, line } = head;
    const text = prepared.claim;
    if (type !== prepared.type || head.claim !== claimHash(text)) {
      throw new TenetError(`${name} is the id of another entry here: "${head.text}"`, {
        failure: "usage",
        code: "id-taken",
        hint: next("Leave the id out if this is another entry. To change what is known:", "edit", { id }),
        details: { id },
      });
    }
    const because = [`${id} is this very record${id === name ? "" : ` (${name})`}; nothing was written.`];
    return { decision: "counted", type, id, file, line, text, because, asks: [] };
  }
  return undefined;
}
