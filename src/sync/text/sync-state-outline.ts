/** Says how a clone stands with its hub: `tenet sync status`. */
import type { Worded } from "../../steps.js";
import { data, faint, field, gap, line, type Outline, warn } from "../../text/outline/outline.js";
import { counted } from "../../text/paint.js";
import type { SharedClaim, SyncState } from "../sync-schemas.js";
import { claimsOutline, hubText, nextLine, printableText, refusedOutline, some } from "./shared-blocks.js";

/** How this clone stands with its hub. */
export function syncStateOutline(state: Worded<SyncState>): Outline {
  const { set_up, hub, reachable, why, agent = "", joined, last, next, refused, convergence } = state;
  if (!set_up || hub === undefined) {
    return [line("Nothing is shared: this workspace has joined no hub."), ...nextLine(next)];
  }
  const because = why === undefined ? "" : `: ${printableText(why)}`;
  const since = joined === undefined ? "" : `, joined ${dayOf(joined)}`;
  return [
    field("hub", hubText(hub)),
    ...(reachable === false ? [field("", [warn("cannot be reached"), because])] : []),
    field("agent", `${printableText(agent)}${since}`),
    field("last", last === undefined ? "never" : `${minuteOf(last.at)} UTC: ${last.pushed} sent, ${last.taken} taken`),
    field("shared", counted(state.shared, "entry", "entries")),
    field("copies", `${counted(state.copies, "entry", "entries")} of others, live here`),
    ...waits(state),
    ...refusedOutline(refused),
    ...claimsOutline(convergence),
    ...(convergence?.first ?? []).flatMap(claimOutline),
    ...nextLine(next),
  ];
}

function waits({ waiting_to_go: go, waiting_there: waitingAtHub }: Worded<SyncState>): Outline {
  if (go === undefined && waitingAtHub === undefined) return [];
  const text = some([go ?? 0, `${go} to go`], [waitingAtHub ?? 0, `${waitingAtHub} there`]);
  return [field("waits", text === "" ? "nothing" : text)];
}

const dayOf = (at: string): string => printableText(at).slice(0, 10);
const minuteOf = (at: string): string => printableText(at).slice(0, 16).replace("T", " ");

function claimOutline({ text, claim: hash, first, next }: SharedClaim): Outline {
  const later = next.map(
    ({ agent, lag_days, how }) => `${printableText(agent)} after ${counted(lag_days, "day")}, ${how}`,
  );
  const who = [`${printableText(first.agent)} on ${dayOf(first.at)}`, ...later].join("; then ");
  const claim = text === undefined ? `(not here) ${printableText(hash)}` : `"${printableText(text)}"`;
  return [gap, line(data(claim), { indent: 2 }), line(faint(who), { indent: 4 })];
}
