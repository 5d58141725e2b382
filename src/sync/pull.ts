/** What other agents share comes here: each row is checked, then judged like any capture. */
import type { Context } from "../context.js";
import { stopIfInterrupted } from "../errors.js";
import type { Change } from "../store/change/change.js";
import { State } from "../store/state/state-db.js";
import { claimHash } from "../text/claims/canonical.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { counted } from "../text/paint.js";
import { rowsAfter, unread } from "./hub/read-rows.js";
import { type OwnClaims, ownClaims } from "./own-words.js";
import { type AcceptedRow, acceptRow } from "./policy/accept-row.js";
import type { ArrivalFact } from "./policy/convergence.js";
import type { ReceivedRow } from "./policy/hub-row.js";
import type { Joined } from "./push.js";
import {
  type Cursors,
  noteArrivals,
  noteRefused,
  type RefusedRow,
  readArrivals,
  readCursors,
  writeCursors,
} from "./sync-state.js";
import { type TakenRow, takeRows } from "./take-rows.js";
import { takeTombstones } from "./take-tombstones.js";

export interface Pulled {
  /** Rows that were read and accepted. */
  rows: number;
  results: TakenRow[];
  /** By the checks of a row, or by those of a capture. */
  refused: RefusedRow[];
  /** Agents of whom more was read than the hub holds: it was put back to what it was before. */
  behind: string[];
}

/** Rows of one change of the tree. */
const BATCH = 100;

/**
 * Takes new rows in several changes of the tree. What was read is noted with the entries, so that an interrupted pull
 * continues at its place. Throws `interrupted` between two changes.
 */
export async function pull(ctx: Context, joined: Joined): Promise<Pulled> {
  const { hub, at, identity } = joined;
  const pulled: Pulled = { rows: 0, results: [], refused: [], behind: [] };
  let cursors = readCursors(ctx.workspace);
  const own = ownClaims(readArrivals(ctx.workspace), identity.agent);
  for (;;) {
    stopIfInterrupted(ctx, `${counted(pulled.rows, "row")} came; the next sync goes on from there`);
    const rows = await rowsAfter(hub, identity.agent, numbersIn(cursors), BATCH);
    if (rows.length === 0) break;
    const batch = readRows(rows, { hub: at.id, cursors, now: stamp(ctx.clock.now()) });
    await takeBatch(ctx, at.id, batch, own, pulled);
    cursors = batch.cursors;
  }
  const { behind } = await unread(hub, identity.agent, numbersIn(cursors));
  return { ...pulled, behind };
}

export const numbersIn = (cursors: Cursors): Map<string, number> =>
  new Map(Array.from(cursors, ([agent, { number }]) => [agent, number]));

const keyOf = ({ agent, entry }: Pick<ReceivedRow, "agent" | "entry">): string => `${agent}/${entry}`;

const keyIn = (cursor: { key: string } | undefined): Uint8Array | undefined =>
  cursor === undefined ? undefined : Buffer.from(cursor.key, "base64");

interface ReadBatch {
  accepted: AcceptedRow[];
  refused: RefusedRow[];
  /** After these rows. */
  cursors: Cursors;
}

function readRows(
  rows: readonly ReceivedRow[],
  { hub, cursors, now }: { hub: string; cursors: Cursors; now: string },
): ReadBatch {
  const next = new Map(cursors);
  const [accepted, refused]: [AcceptedRow[], RefusedRow[]] = [[], []];
  for (const row of rows) {
    const { agent, number } = row;
    const cursor = next.get(agent);
    const checked = acceptRow(row, { hub, last: cursor?.number ?? 0, key: keyIn(cursor) });
    if ("accepted" in checked) accepted.push(checked.accepted);
    else refused.push({ agent, number, because: checked.refused, at: now });
    next.set(agent, {
      number: Math.max(number, cursor?.number ?? 0),
      key: cursor?.key ?? Buffer.from(row.key).toString("base64"),
    });
  }
  return { accepted, refused, cursors: next };
}

async function takeBatch(
  ctx: Context,
  hub: string,
  { accepted, refused, cursors }: ReadBatch,
  own: OwnClaims,
  pulled: Pulled,
): Promise<void> {
  const newest = new Map(accepted.map((one) => [keyOf(one.row), one]));
  const live = [...newest.values()];
  noteArrivals(ctx.workspace, new Map(live.map((one) => [keyOf(one.row), factOf(one)])));
  const deletions = live.filter(({ kind }) => kind === "withdrawn" || kind === "erased");
  const entries = live.filter(({ body }) => body !== undefined);
  const results = deletions.length === 0 ? [] : await takeTombstones(ctx, hub, deletions);
  noteRefused(ctx.workspace, refused);
  if (entries.length === 0) writeCursors(State.of(ctx.workspace), cursors);
  else {
    const stage = async (change: Pick<Change, "alongside">) =>
      change.alongside((state) => writeCursors(state, cursors));
    const captured = await takeRows(ctx, hub, entries, stage, own);
    const unfit = refusedAmong(captured, newest, stamp(ctx.clock.now()));
    noteRefused(ctx.workspace, unfit);
    results.push(...captured);
    pulled.refused.push(...unfit);
  }
  pulled.rows += accepted.length;
  pulled.results.push(...results);
  pulled.refused.push(...refused);
}

/** Who came to which claim, as the newest row of an entry says: nobody where its words are gone. */
function factOf({ row: { agent, entry, at }, body, arrival }: AcceptedRow): ArrivalFact | undefined {
  const who = { agent, entry, at };
  if (body !== undefined) return defined({ ...who, claim: claimHash(body.claim), from: body.from });
  if (arrival === undefined) return undefined;
  const { of, own, from } = arrival;
  return defined({ ...who, of, own, from });
}

/** Rows that are what their writer signed, and that no capture takes. */
function refusedAmong(results: readonly TakenRow[], rows: ReadonlyMap<string, AcceptedRow>, at: string): RefusedRow[] {
  return results.flatMap(({ agent, entry, decision, because = "no capture takes it" }) => {
    const number = rows.get(keyOf({ agent, entry }))?.row.number;
    return decision !== "refused" || number === undefined ? [] : [{ agent, number, because, at }];
  });
}
