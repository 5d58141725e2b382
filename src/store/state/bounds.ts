/** What local state holds at most. Heartbeats and the end of a session delete what is older. */
import { existsSync } from "node:fs";
import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import { DAY_MS, stamp } from "../../text/durations.js";
import { namesIn } from "../files/disposable.js";
import { withLock } from "../files/lock.js";
import { sweepTemps } from "../files/temps.js";
import type { Workspace } from "../workspace.js";
import { State } from "./state-db.js";

/** How many days facts of a kind stay. What waits for somebody, and what identifies this clone, has no bound. */
export const KEPT_DAYS: Readonly<Record<string, number>> = {
  shown: 90,
  asked: 90,
  host: 90,
  transcript: 90,
  "came up": 400,
  checked: 400,
  undo: 14,
  "hook failure": 30,
  "refused row": 90,
};

/** Of the ledger, of closed runs, and of heard sentences that were recorded or dropped. */
export const LEDGER_DAYS = 400;

/** Deletes what is older. Nothing that an answer rests on is so old. */
function boundState(ws: Workspace, now: Date): void {
  if (!existsSync(ws.stateDb)) return;
  const state = State.of(ws);
  const before = (days: number) => stamp(new Date(now.getTime() - days * DAY_MS));
  state.hint(() => {
    for (const [kind, days] of Object.entries(KEPT_DAYS))
      state.run("DELETE FROM facts WHERE kind = ? AND at < ?", kind, before(days));
    state.run("DELETE FROM ledger WHERE at < ?", before(LEDGER_DAYS));
    state.run(
      "DELETE FROM facts WHERE kind = 'heard' AND at < ? AND value ->> 'closed' IS NOT NULL",
      before(LEDGER_DAYS),
    );
    state.run(
      "DELETE FROM facts WHERE kind = 'run' AND at < ? AND value ->> 'state' NOT IN ('open', 'finishing')",
      before(LEDGER_DAYS),
    );
  });
}

/** Keeps every local file within its bound. Another writer is not waited for: the next call does it. */
export async function keepBounds({ workspace: ws, clock }: Pick<Context, "workspace" | "clock">): Promise<void> {
  boundState(ws, clock.now());
  if (namesIn(ws.tmp).length === 0) return;
  try {
    await withLock(ws.lock, "heartbeat", 0, () => sweepTemps(ws));
  } catch (error) {
    // A busy or read-only tree: what it holds stays as it is.
    if (!(error instanceof TenetError)) throw error;
  }
}
