/** `tenet used`: an entry was applied in this session. */

import { bufferWrite, reservedInRun, untilRunFinishes } from "../capture/runs/buffer.js";
import { localDay } from "../clock.js";
import type { Context } from "../context.js";
import type { Entry, Use } from "../entry/entry.js";
import { usesOf } from "../entry/entry.js";
import { SCHEMA_OF } from "../entry/entry-schema.js";
import { TenetError } from "../errors.js";
import { screenEntry } from "../screening/screen.js";
import { type Change, changeTree } from "../store/change/change.js";
import { captureVerb, requireLearning } from "../store/change/prepare-write.js";
import { contextHolding } from "../store/home.js";
import type { UsedAnswer } from "../store/loop/loop-schemas.js";
import { readSession } from "../store/sessions.js";
import { fromHome } from "../store/user-tree.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { counted } from "../text/paint.js";

export interface UsedInput {
  ref: string;
  /** `cited` unless the user says that it worked, or failed. */
  result?: Use["result"];
  note?: string;
}

/** Who uses, in which session, when. */
export interface UsingSession {
  at: Date;
  agent: string;
  session: string;
  /** The host whose hook opened the session. */
  host?: string | undefined;
  timezone: string;
}

/**
 * Adds one use: once a session, never in the session that wrote the entry. A second one in the same session only
 * sharpens the first (from cited to worked or failed).
 */
export async function markUsed(ctx: Context, input: UsedInput): Promise<UsedAnswer> {
  const { actor, clock, profile } = ctx;
  requireLearning(profile);
  const promised = (await reservedInRun(ctx)).find((id) => id.endsWith(input.ref.toUpperCase()));
  const { home, id } = promised === undefined ? await usableEntry(ctx, input.ref) : { home: ctx, id: promised };
  const { value, warnings } = await screenEntry({ note: input.note ?? "" }, { mode: profile.secrets, bidi: "refuse" });
  for (const warning of warnings) ctx.warn(warning);
  const note = String(value["note"] ?? "");
  const stated = { result: input.result ?? "cited", ...(note === "" ? {} : { note }) } as const;
  // A use in the user tree belongs to no run: the tree has none.
  if (actor.run !== undefined && home === ctx) {
    await bufferWrite(ctx, actor.run, { kind: "use", ref: id, input: stated });
    const because = [untilRunFinishes(actor.run)];
    return { decision: "buffered", id, result: stated.result, session: actor.session, sessions: 0, because };
  }
  const { agent, session } = actor;
  const { host } = readSession(ctx.workspace, session);
  const user = { at: clock.now(), agent, session, host, timezone: profile.timezone };
  const name = { ...captureVerb("used"), undoable: false, reason: `used: ${id} (${stated.result})` };
  return fromHome(ctx, home, await changeTree(home, name, (change) => stageUse(change, id, stated, user)));
}

async function usableEntry(ctx: Context, ref: string): Promise<{ home: Context; id: string }> {
  const { home, tree, id } = await contextHolding(ctx, ref, { writing: true });
  if (tree.head(id)?.type !== "outcome") return { home, id };
  throw new TenetError(`${id} is an outcome; uses are counted on corrections, insights and memories`, {
    failure: "usage",
    hint: `Name what it judges: ${ctx.steps.show(id)}`,
  });
}

/** Stages one use in a change. */
export async function stageUse(
  change: Change,
  id: string,
  stated: { result: Use["result"]; note?: string },
  user: UsingSession,
): Promise<UsedAnswer> {
  const entry = await change.entry(id);
  if (!("uses" in SCHEMA_OF[entry.type].shape)) {
    throw new TenetError(`${id} is ${entry.type === "outcome" ? "an" : "a"} ${entry.type}`, { failure: "usage" });
  }
  const uses = usesOf(entry);
  const known = uses.find((use) => use.session === user.session);
  const head = change.tree.head(id);
  const at = head === undefined ? {} : { file: head.file, line: head.line };
  const answer = { id, ...at, result: stated.result, session: user.session, sessions: sessionsOf(uses) };
  if (isBirthSession(entry, user)) {
    const because = ["This session wrote it, so using it here proves nothing."];
    return { ...answer, decision: "not-counted", because };
  }
  if (known !== undefined && (known.result === stated.result || stated.result === "cited")) {
    return { ...answer, decision: "not-counted", because: ["It was counted in this session already."] };
  }
  const { agent, session, host } = user;
  const use: Use = { at: stamp(user.at), session, agent, ...stated, ...defined({ host }) };
  const next = known === undefined ? [...uses, use] : uses.map((one) => (one === known ? { ...one, ...use } : one));
  const place = await change.update(id, { uses: next });
  const sessions = sessionsOf(next);
  const because = [`Used in ${counted(sessions, "session")}; this time: ${stated.result}.`];
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
