/** Blocks that the answers of sync share. What others wrote is printed as data. */
import { data, faint, field, line, type Outline, warn } from "../../text/outline/outline.js";
import { counted, printable } from "../../text/paint.js";
import { beginningOf, oneLine } from "../../text/shorten.js";
import type { ConvergenceCounts, RefusedRow, SyncState } from "../sync-schemas.js";

/** The longest piece of a foreign text that is printed. */
const LONGEST = 200;

export const printableText = (text: string): string => printable(oneLine(beginningOf(text, LONGEST)));

export const nextLine = (next: string | undefined): Outline =>
  next === undefined ? [] : [line([faint("Next:"), ` ${printableText(next)}`])];

/** Parts that count something. */
export const some = (...parts: [count: number, text: string][]): string =>
  parts.flatMap(([count, text]) => (count === 0 ? [] : [text])).join(", ");

type HubNamed = NonNullable<SyncState["hub"]>;

export function hubText({ name, engine, id }: HubNamed): string {
  const kind = engine === "embedded" ? "in a folder" : "on a server";
  return name === undefined ? `${id} (${kind})` : `${printableText(name)} (${kind})`;
}

const MOST_REFUSED = 5;

export function refusedOutline(refused: readonly RefusedRow[]): Outline {
  if (refused.length === 0) return [];
  const more = refused.length > MOST_REFUSED ? ", the last of them" : "";
  const rows = refused
    .slice(-MOST_REFUSED)
    .map(({ agent, number, because }) =>
      field("", data(`${printableText(agent)} ${number}: ${printableText(because)}`)),
    );
  return [field("refused", [warn(counted(refused.length, "row")), more]), ...rows];
}

/** How agents came to the same claims. */
export function claimsOutline(convergence: ConvergenceCounts | undefined): Outline {
  if (convergence === undefined || convergence.claims === 0) return [];
  const { claims, learned, independent } = convergence;
  return [
    field("claims", `${claims} that two agents or more came to`),
    field("", `${learned} learned, ${independent} independent`),
  ];
}
