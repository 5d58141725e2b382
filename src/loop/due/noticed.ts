/** What this machine noticed of corrections and no record says yet. Reads only; `timed-changes.ts` writes it down. */

import { readCheckFacts } from "../../check/check-log.js";
import type { Context } from "../../context.js";
import { isInUse } from "../../entry/gates/visible.js";
import { entryOf } from "../../store/cache/row.js";
import type { Row, Store } from "../../store/open-store.js";
import { readOpportunities } from "../../store/state/sessions.js";
import { watchedSince } from "../policy/stick.js";
import type { TimedChange } from "./timed-change.js";

type Here = Pick<Context, "workspace" | "clock">;
type CameUp = Extract<TimedChange, { does: "came up" }>;
type Failed = Extract<TimedChange, { does: "fail" }>;

/** Corrections that came up in a session, were followed in checked files, or were found broken by a check. */
export function noticed({ workspace, clock }: Here, tree: Store): TimedChange[] {
  const now = clock.now();
  const facts = readCheckFacts(workspace);
  const followed = facts
    .filter(({ kind }) => kind === "held")
    .map(({ day, ...fact }) => ({ ...fact, session: `check-${day}` }));
  const comings = [...readOpportunities(workspace), ...followed].map(
    ({ id, at, session }): CameUp => ({ does: "came up", id, at, session }),
  );
  const hits = facts.flatMap(({ id, at, place }): Failed[] =>
    place === undefined ? [] : [{ does: "fail", id, at, place }],
  );
  return [...comings, ...hits].filter((one) => {
    const row = Date.parse(one.at) > now.getTime() ? undefined : tree.head(one.id);
    return row?.type === "correction" && isInUse(row) && isNews(tree, row, one);
  });
}

/** It is younger than what the window began with, and the record does not say it. */
function isNews(tree: Store, row: Row, change: CameUp | Failed): boolean {
  if (Date.parse(change.at) <= Date.parse(watchedSince(row))) return false;
  if (change.does === "fail")
    return !tree.naming([row.id], "references").some(({ timestamp }) => timestamp === change.at);
  const isKept = row.kept === "held" || row.kept === "not repeated";
  return !isKept && !(entryOf(row).uses ?? []).some(({ session }) => session === change.session);
}
