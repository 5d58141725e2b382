/** Counts one use of an entry, in a change of the tree. Called by `tenet used` and at a session's end. */
import { localDay } from "../../clock.js";
import type { Entry, Use } from "../../entry/entry.js";
import { TenetError } from "../../errors.js";
import type { Change } from "../../store/change/change.js";
import { withUse } from "../../store/change/dated-facts.js";
import { stamp } from "../../text/durations.js";
import { counted } from "../../text/paint.js";
import type { UsedAnswer } from "./loop-schemas.js";

/** Who uses, in which session, when. */
export interface UsingSession {
  at: Date;
  agent: string;
  session: string;
  timezone: string;
}

/** What takes the place of what is known of a session. */
const IS_RESULT: ReadonlySet<Use["result"]> = new Set(["worked", "failed"]);

/** Stages one use in a change. */
export async function stageUse(
  change: Change,
  id: string,
  statedUse: { result: Use["result"]; note?: string },
  user: UsingSession,
): Promise<UsedAnswer> {
  const entry = await change.entry(id);
  if (entry.type === "outcome" || entry.type === "question") {
    throw new TenetError(`${id} is ${entry.type === "outcome" ? "an" : "a"} ${entry.type}`, { failure: "usage" });
  }
  const uses = entry.uses ?? [];
  const earlierUse = uses.find((use) => use.session === user.session);
  const head = change.tree.head(id);
  const at = head === undefined ? {} : { file: head.file, line: head.line };
  const answer = { id, ...at, result: statedUse.result, session: user.session, sessions: sessionsOf(uses) };
  if (isBirthSession(entry, user)) {
    const because = ["This session wrote it, so using it here proves nothing."];
    return { ...answer, decision: "not-counted", because };
  }
  if (earlierUse !== undefined && (earlierUse.result === statedUse.result || !IS_RESULT.has(statedUse.result))) {
    return { ...answer, decision: "not-counted", because: ["It was counted in this session already."] };
  }
  const { agent, session } = user;
  const use: Use = { at: stamp(user.at), session, agent, ...statedUse };
  const next =
    earlierUse === undefined
      ? (withUse(uses, use) ?? uses)
      : uses.map((one) => (one === earlierUse ? { ...one, ...use } : one));
  const place = await change.update(id, { uses: next });
  const sessions = sessionsOf(next);
  const because = [`Used in ${counted(sessions, "session")}; this time: ${statedUse.result}.`];
  return { ...answer, ...place, decision: "counted", sessions, because };
}

function sessionsOf(uses: readonly Use[]): number {
  return new Set(uses.map((use) => use.session)).size;
}

/** An entry without a session was written in the ad-hoc one of its agent and day. */
function isBirthSession(entry: Entry, user: UsingSession): boolean {
  const born = entry.session ?? `adhoc-${entry.agent}-${localDay(new Date(entry.timestamp), user.timezone)}`;
  return born === user.session;
}
