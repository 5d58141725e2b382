/** Resolves references to entries: ids, tails, aliases, beginnings. Called by every command that takes an id. */

import { tailOf } from "../entry/entry.js";
import { TenetError } from "../errors.js";
import { next } from "../steps.js";
import type { Row } from "./cache/row.js";

interface Named {
  head(id: string): Row | undefined;
  idsNamed(name: string): string[];
  idsBeginning(start: string, most?: number): string[];
}

const REFERENCE = /^[A-Za-z0-9][A-Za-z0-9_.:#-]{0,99}$/;
const MAX_SHOWN = 10;

function ambiguous(entries: Named, reference: string, ids: readonly string[]): TenetError {
  const shown = ids.slice(0, MAX_SHOWN);
  const more = ids.length > MAX_SHOWN ? ` and ${ids.length - MAX_SHOWN} more` : "";
  return new TenetError(`${reference} could be ${shown.join(", ")}${more}`, {
    failure: "not-found",
    code: "ambiguous",
    hint: "Give more characters of the id.",
    details: {
      candidates: shown.map((shownId) => {
        const { id, text, file, line } = entries.head(shownId) as Row;
        return { id, text, file, line };
      }),
    },
  });
}

/**
 * The entry meant by an id, a tail, an alias, or a prefix of id or tail that only one entry has, in any case. Throws
 * `not-found` with the candidates, `usage` for what can be no reference.
 */
export function resolveReference(entries: Named, reference: string): Row {
  if (!REFERENCE.test(reference)) {
    throw new TenetError(`not an id: ${JSON.stringify(reference.slice(0, 60))}`, {
      failure: "usage",
      hint: "Give an id such as COR-20260215-K7Q2X, or its last part.",
    });
  }
  const upperReference = reference.toUpperCase();
  const exact = entries.head(upperReference);
  if (exact !== undefined) return exact;
  const named = entries.idsNamed(upperReference);
  const ids = named.length > 0 ? named : entries.idsBeginning(upperReference);
  if (ids.length > 1) throw ambiguous(entries, reference, ids);
  const only = entries.head(ids[0] ?? "");
  if (only !== undefined) return only;
  throw noEntry(reference);
}

export const noEntry = (reference: string): TenetError =>
  new TenetError(`no entry ${reference}`, { failure: "not-found", hint: next("List them with:", "list") });

/** How long the shortest part of an id's tail is that names its entry alone: `C` would mean every correction. */
export function shortestPart(entries: Named, id: string): number {
  const tail = tailOf(id);
  let length = 1;
  while (length < tail.length && entries.idsBeginning(tail.slice(0, length), 2).length > 1) length++;
  return length;
}
