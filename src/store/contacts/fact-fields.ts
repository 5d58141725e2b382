/** The fields of facts about a contact: since when and until when they hold, and whether they are private. */

import { readInstant } from "../../entry/written-forms.js";
import { wrongUsage } from "../../errors.js";
import { defined } from "../../text/defined.js";

const TIMES = { valid_from: "--from", valid_to: "--until" } as const;

const wrong = (message: string, hint: string) => wrongUsage(message, hint, "wrong-field");

/**
 * An instant as its author states it, in UTC to the second: a day is its first moment. Throws `usage` for what is neither
 * a day of the calendar nor an instant with its zone. `name`: of the flag or field.
 */
export function factInstant(name: string, value: unknown): string {
  const text = typeof value === "string" ? value.trim() : "";
  const instant = readInstant(text);
  if (instant !== undefined && (!instant.assumedUtc || /^\d{4}-\d{2}-\d{2}$/.test(text))) return instant.at;
  throw wrong(
    `${name} ${JSON.stringify(value)?.slice(0, 60)} is no date`,
    "Write a day like 2026-02-15, which is its first moment in UTC, or an instant with its zone like 2026-02-15T14:00:00Z.",
  );
}

/** Reads the two instants of a draft, in place. */
export function readFactTimes(fields: Record<string, unknown>): void {
  for (const [field, flag] of Object.entries(TIMES)) {
    const value = fields[field];
    if (value === undefined || value === null || value === "") continue;
    fields[field] = factInstant(`${flag} (${field})`, value);
  }
}

/** Throws `usage` where a memory that is about no contact states what only such a fact may. */
export function refuseFactFields(fields: Readonly<Record<string, unknown>>): void {
  const stated = [...Object.keys(TIMES), "sensitivity"].filter((field) => fields[field] !== undefined);
  if (stated.length > 0)
    throw wrong(
      `${stated.join(", ")}: only a fact about a contact says so`,
      "Name the contact with --contact ID, or leave it out.",
    );
}

/**
 * A fact about a contact with what it did not say: it holds from when it was said. Throws `usage` for one that would begin
 * only later than `now`, or end before it begins.
 */
export function completeFact(fields: Record<string, unknown>, at: string, now: Date): Record<string, unknown> {
  const { sensitivity, valid_from: from = at, valid_to: until, ...known } = fields as Record<string, string>;
  if (known["group"] !== undefined)
    throw wrong("group: facts about a contact stand in a file of their own", "Leave --group out.");
  if (Date.parse(from) > now.getTime())
    throw wrong(`--from ${from} lies in the future`, "Say it when it holds; until then as what is planned.");
  if (until !== undefined && Date.parse(until) <= Date.parse(from))
    throw wrong(`--until ${until} is not later than ${from}, from when it holds`, "State when it began with --from.");
  const isPrivate = sensitivity === "private";
  return {
    ...known,
    valid_from: from,
    ...defined({ valid_to: until, sensitivity: isPrivate ? sensitivity : undefined }),
  };
}
