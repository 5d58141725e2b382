/** What `tenet sync` and its sub-commands say to people. What others wrote is printed as data. */
import { labelled } from "../../text/columns.js";
import { counted, type Paint } from "../../text/paint.js";
import type { Synced, SyncInit, SyncLeft, SyncState } from "../sync-schemas.js";
import { outgoingLines, stayingLines } from "./outgoing-text.js";
import { claimsLines, hubText, linesOf, nextLine, printableText, refusedLines, sentences, some } from "./text-lines.js";

export function syncInitText({ hub, agent, created, next }: SyncInit, paint: Paint): string {
  return linesOf([
    ...sentences(
      paint,
      `${created ? paint.good("Joined:") : "Joined already:"} ${hubText(hub)}, as ${printableText(agent)}.`,
      "Nothing was sent. The first sync shows you every word that would go, and asks.",
    ),
    ...nextLine(next, paint),
  ]);
}

/** Rows that are shown before the count of the rest stands for them; and whether a question follows. */
interface SyncedOptions {
  most?: number;
  asks?: boolean;
}

/** One sync: what went, what came, what did not. */
export function syncedText(
  data: Synced,
  paint: Paint,
  { most = Number.POSITIVE_INFINITY, asks }: SyncedOptions = {},
): string {
  const { hub, agent, dry_run, pushed, taken, refused, needs_person, convergence, next } = data;
  const head = dry_run
    ? `Would go to ${hubText(hub)}, as ${printableText(agent)}`
    : `${paint.good("Synced")} with ${hubText(hub)}`;
  return linesOf([
    ...sentences(paint, head),
    ...(pushed === undefined ? [] : labelled(dry_run ? "would go" : "sent", pushedText(pushed), paint)),
    ...(taken === undefined ? [] : labelled("taken", takenText(taken), paint)),
    ...(taken === undefined || taken.waiting === 0
      ? []
      : labelled("waits", `${counted(taken.waiting, "row")} of others, for another day`, paint)),
    ...refusedLines(refused, paint),
    ...(convergence === undefined ? [] : claimsLines(convergence, paint)),
    ...(pushed?.rows === undefined ? [] : outgoingLines(pushed.rows, most, paint)),
    ...(asks === true || pushed?.not_shared === undefined
      ? []
      : stayingLines(pushed.not_shared, pushed.unnamed ?? 0, paint)),
    ...(needs_person === undefined ? [] : needsPerson(needs_person, asks === true, paint)),
    ...nextLine(next, paint),
  ]);
}

/** The question before a push at a terminal; elsewhere the notice that a person has to confirm. */
function needsPerson(why: string, asks: boolean, paint: Paint): string[] {
  const subject = asks
    ? `This is ${printableText(why)}. What stands above leaves this machine, and whoever reads the hub can keep it.`
    : `Needs a person: ${printableText(why)}. At a terminal, tenet sync shows it and asks.`;
  return ["", ...sentences(paint, paint.warn(subject))];
}

function pushedText({ entries, withdrawn, erased, arrivals, kept }: NonNullable<Synced["pushed"]>): string {
  const leftRows = kept === 0 ? "" : `; ${counted(kept, "row")} of entries that are not in this tree stay as they are`;
  const parts = some(
    [entries, counted(entries, "entry", "entries")],
    [withdrawn, `${withdrawn} withdrawn`],
    [erased, `${erased} erased`],
    [arrivals, `${counted(arrivals, "claim")} of others confirmed here`],
  );
  return `${parts === "" ? "nothing new" : parts}${leftRows}`;
}

function takenText(counts: NonNullable<Synced["taken"]>): string {
  const { rows, stored, evolved, counted: again, opened, withdrawn, erased, own } = counts;
  if (rows === 0) return "nothing new";
  const parts = some(
    [stored, `${stored} stored`],
    [evolved, `${evolved} evolved`],
    [again, `${again} known already`],
    [own, `${own} said here before`],
    [withdrawn, `${withdrawn} forgotten`],
    [erased, `${erased} erased`],
    [opened, `${counted(opened, "pair")} open`],
  );
  return `${counted(rows, "row")}${parts === "" ? "" : `: ${parts}`}`;
}

/** Before `leave --erase` asks: what it takes, and what it cannot. */
export function leavingText({ hub, shared }: SyncState, paint: Paint): string {
  const entriesText = shared === 1 ? "The 1 entry" : `All ${shared} entries`;
  return linesOf(
    sentences(
      paint,
      `${entriesText} that this clone shared would leave ${hub === undefined ? "the hub" : hubText(hub)}, and every copy at that machine's next sync. It cannot be taken back.`,
      "A machine that never syncs again keeps its copies, and backups of the hub hold the words until they are gone.",
    ),
  );
}

export function syncLeftText({ hub, agent, erased_rows, copies_kept, next }: SyncLeft, paint: Paint): string {
  const erased = erased_rows === 0 ? "" : ` ${counted(erased_rows, "entry", "entries")} of this clone left the hub.`;
  return linesOf([
    ...sentences(
      paint,
      `${paint.good("Left:")} ${hubText(hub)}, where this clone was ${printableText(agent)}.${erased}`,
      ...(copies_kept === 0
        ? []
        : [`Copies of what others shared stay here: ${counted(copies_kept, "entry", "entries")}.`]),
    ),
    ...nextLine(next, paint),
  ]);
}
