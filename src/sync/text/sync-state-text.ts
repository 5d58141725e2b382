/** How a clone stands with its hub, for people: `tenet sync status`. */
import { indented, labelled } from "../../text/columns.js";
import { counted, type Paint } from "../../text/paint.js";
import type { SharedClaim, SyncState } from "../sync-schemas.js";
import { claimsLines, hubText, linesOf, nextLine, printableText, refusedLines, sentences, some } from "./text-lines.js";

/** How this clone stands with its hub. */
export function syncStateText(state: SyncState, paint: Paint): string {
  const { set_up, hub, reachable, why, agent = "", joined, last, next, refused, convergence } = state;
  if (!set_up || hub === undefined)
    return linesOf([
      ...sentences(paint, "Nothing is shared: this workspace has joined no hub."),
      ...nextLine(next, paint),
    ]);
  const away =
    reachable === false
      ? [paint.warn("cannot be reached"), ...(why === undefined ? [] : [printableText(why)])].join(": ")
      : undefined;
  return linesOf([
    ...labelled("hub", hubText(hub), paint),
    ...(away === undefined ? [] : labelled("", away, paint)),
    ...labelled("agent", `${printableText(agent)}${joined === undefined ? "" : `, joined ${dayOf(joined)}`}`, paint),
    ...labelled(
      "last",
      last === undefined ? "never" : `${minuteOf(last.at)} UTC: ${last.pushed} sent, ${last.taken} taken`,
      paint,
    ),
    ...labelled("shared", counted(state.shared, "entry", "entries"), paint),
    ...labelled("copies", `${counted(state.copies, "entry", "entries")} of others, live here`, paint),
    ...waitsLines(state, paint),
    ...refusedLines(refused, paint),
    ...(convergence === undefined ? [] : claimsLines(convergence, paint)),
    ...(convergence === undefined ? [] : convergence.first.flatMap((claim) => claimLines(claim, paint))),
    ...nextLine(next, paint),
  ]);
}

function waitsLines({ waiting_to_go: go, waiting_there: waitingAtHub }: SyncState, paint: Paint): string[] {
  if (go === undefined && waitingAtHub === undefined) return [];
  const text = some([go ?? 0, `${go} to go`], [waitingAtHub ?? 0, `${waitingAtHub} there`]);
  return labelled("waits", text === "" ? "nothing" : text, paint);
}

const dayOf = (at: string): string => printableText(at).slice(0, 10);
const minuteOf = (at: string): string => printableText(at).slice(0, 16).replace("T", " ");

function claimLines({ text, cluster, first, next, contested }: SharedClaim, paint: Paint): string[] {
  const later = next.map(
    ({ agent, lag_days, how }) => `${printableText(agent)} after ${counted(lag_days, "day")}, ${how}`,
  );
  const who = [`${printableText(first.agent)} on ${dayOf(first.at)}`, ...later].join("; then ");
  const claim = text === undefined ? `(not here) ${printableText(cluster).slice(0, 12)}` : `"${printableText(text)}"`;
  return [
    "",
    ...indented(`${claim}${contested ? " (contradicted)" : ""}`, 2, paint),
    ...indented(who, 4, paint).map(paint.faint),
  ];
}
