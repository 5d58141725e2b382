/** What local state holds at most. Heartbeats and the end of a session delete what is older. */
import { existsSync } from "node:fs";
import type { Context } from "../../context.js";
import { DAY_MS, stamp } from "../../text/durations.js";
import { State } from "./state-db.js";

/** In days. What identifies this clone has no bound. */
const KEPT_DAYS: Readonly<Record<string, number>> = {
  ...{ ledger: 400, run: 400, heard: 400, "came up": 400, checked: 400 },
  ...{ shown: 90, asked: 90, transcript: 90, "refused row": 90, "hook failure": 30, undo: 14 },
};

/** What waits for somebody stays, however old. */
const WAITS = `(kind = 'heard' AND value ->> 'closed' IS NULL) OR (kind = 'run' AND value ->> 'state' = 'open')`;

export function keepBounds({ workspace: ws, clock }: Pick<Context, "workspace" | "clock">): void {
  if (!existsSync(ws.stateDb)) return;
  const state = State.of(ws);
  state.hint(() => {
    for (const [kind, days] of Object.entries(KEPT_DAYS)) {
      const before = stamp(new Date(clock.now().getTime() - days * DAY_MS));
      if (kind === "ledger") state.run("DELETE FROM ledger WHERE at < ?", before);
      else state.run(`DELETE FROM facts WHERE kind = ? AND at < ? AND NOT (${WAITS})`, kind, before);
    }
  });
}
