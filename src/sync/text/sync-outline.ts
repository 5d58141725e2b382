/** Says what `tenet sync` and its sub-commands did. What others wrote is printed as data. */
import { togetherOutline } from "../../capture/capture-outline.js";
import type { Worded } from "../../steps.js";
import { field, gap, good, line, type Outline, warn } from "../../text/outline/outline.js";
import { counted } from "../../text/paint.js";
import type { Synced, SyncInit, SyncLeft, SyncState } from "../sync-schemas.js";
import { outgoingOutline, stayingOutline } from "./outgoing-outline.js";
import { claimsOutline, hubText, nextLine, printableText, refusedOutline, some } from "./shared-blocks.js";

export const syncInitOutline = ({ hub, agent, created, next }: Worded<SyncInit>): Outline => [
  line([created ? good("Joined:") : "Joined already:", ` ${hubText(hub)}, as ${printableText(agent)}.`]),
  line("Nothing was sent. The first sync shows you every word that would go, and asks."),
  ...nextLine(next),
];

/** Rows that are shown before the count of the rest stands for them; and whether a question follows. */
interface SyncedOptions {
  most?: number;
  asks?: boolean;
}

/** One sync: what went, what came, what did not. */
export function syncedOutline(
  { hub, agent, dry_run, pushed, taken, refused, needs_person, convergence, next }: Worded<Synced>,
  { most = Number.POSITIVE_INFINITY, asks = false }: SyncedOptions = {},
): Outline {
  return [
    dry_run
      ? line(`Would go to ${hubText(hub)}, as ${printableText(agent)}`)
      : line([good("Synced"), ` with ${hubText(hub)}`]),
    ...(pushed === undefined ? [] : [field(dry_run ? "would go" : "sent", pushedText(pushed))]),
    ...(taken === undefined ? [] : [field("taken", takenText(taken))]),
    ...(taken === undefined ? [] : togetherOutline({ asks: taken.asks })),
    ...refusedOutline(refused),
    ...claimsOutline(convergence),
    ...(pushed?.rows === undefined ? [] : outgoingOutline(pushed.rows, most)),
    ...(asks || pushed?.not_shared === undefined ? [] : stayingOutline(pushed.not_shared, pushed.unnamed ?? 0)),
    ...(needs_person === undefined ? [] : [gap, line(warn(needsPerson(needs_person, asks)))]),
    ...nextLine(next),
  ];
}

/** The question before a push at a terminal; elsewhere the notice that a person has to confirm. */
const needsPerson = (why: string, asks: boolean): string =>
  asks
    ? `This is ${printableText(why)}. What stands above leaves this machine, and whoever reads the hub can keep it.`
    : `Needs a person: ${printableText(why)}. At a terminal, tenet sync shows it and asks.`;

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
export function leavingOutline({ hub, shared }: SyncState): Outline {
  const entriesText = shared === 1 ? "The 1 entry" : `All ${shared} entries`;
  const hubName = hub === undefined ? "the hub" : hubText(hub);
  return [
    line(
      `${entriesText} that this clone shared would leave ${hubName}, and every copy at that machine's next sync. It cannot be taken back.`,
    ),
    line(
      "A machine that never syncs again keeps its copies, and backups of the hub hold the words until they are gone.",
    ),
  ];
}

export function syncLeftOutline({ hub, agent, erased_rows, copies_kept, next }: Worded<SyncLeft>): Outline {
  const erased = erased_rows === 0 ? "" : ` ${counted(erased_rows, "entry", "entries")} of this clone left the hub.`;
  const copies = `Copies of what others shared stay here: ${counted(copies_kept, "entry", "entries")}.`;
  return [
    line([good("Left:"), ` ${hubText(hub)}, where this clone was ${printableText(agent)}.${erased}`]),
    ...(copies_kept === 0 ? [] : [line(copies)]),
    ...nextLine(next),
  ];
}
