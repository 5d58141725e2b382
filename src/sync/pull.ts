/** What other agents share comes here: each row is checked, then judged like any capture. */
import { localDay } from "../clock.js";
import type { Context } from "../context.js";
import { stopIfInterrupted } from "../errors.js";
import type { Change } from "../store/change/change.js";
import { writeFileAtomic } from "../store/files/atomic-file.js";
import type { ArrivalFact } from "../store/sync/policy/convergence.js";
import {
  type Cursor,
  type Cursors,
  cursorsText,
  noteArrivals,
  noteRefused,
  type RefusedRow,
  readArrivals,
  readCursors,
} from "../store/sync/sync-state.js";
import { claimHash } from "../text/canonical.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { counted } from "../text/paint.js";
import { deletionsAfter, rowsAfter, unread } from "./hub/read-rows.js";
import { type OwnClaims, ownClaims } from "./own-words.js";
import { type AcceptedRow, acceptRow } from "./policy/accept-row.js";
import type { ReceivedRow } from "./policy/hub-row.js";
import type { Joined } from "./push.js";
import { type TakenRow, takeRows } from "./take-rows.js";
import { takeTombstones } from "./take-tombstones.js";

export interface Pulled {
  /** Rows that were read and accepted. */
  rows: number;
  results: TakenRow[];
  /** By the checks of a row, or by those of a capture. */
  refused: RefusedRow[];
  /** Rows that stay in the hub until another day. */
  waiting: number;
  /** Agents of whom rows are missing in the hub: it lost them, or holds them back. */
  gaps: string[];
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
  const pulled: Pulled = { rows: 0, results: [], refused: [], waiting: 0, gaps: [], behind: [] };
  let cursors = await readCursors(ctx.workspace);
  const gone = await takeDeletions(ctx, joined, cursors, pulled);
  await noteArrivals(ctx.workspace, new Map([...gone.keys()].map((key) => [key, undefined])));
  const own = ownClaims(await readArrivals(ctx.workspace), identity.agent);
  const today = localDay(ctx.clock.now(), ctx.profile.timezone);
  for (;;) {
    stopIfInterrupted(ctx, `${counted(pulled.rows, "row")} came; the next sync goes on from there`);
    const perAgent = (agent: string) => roomFor(cursors.get(agent), today);
    const rows = await rowsAfter(hub, identity.agent, numbersIn(cursors), { perAgent, all: BATCH });
    if (rows.length === 0) break;
    const batch = readRows(rows, { hub: at.id, cursors, today, now: stamp(ctx.clock.now()) });
    await takeBatch(ctx, at.id, batch, { gone, own }, pulled);
    cursors = batch.cursors;
  }
  const { waiting, behind } = await unread(hub, identity.agent, numbersIn(cursors));
  return { ...pulled, waiting, behind };
}

export const numbersIn = (cursors: Cursors): Map<string, number> =>
  new Map(Array.from(cursors, ([agent, { number }]) => [agent, number]));

/** Rows of one agent that are taken a day: a flood is no learning. */
const MOST_TAKEN_PER_DAY = 500;

/** How many rows of an agent may still be taken today. */
function roomFor(cursor: Cursor | undefined, today: string): number {
  return Math.max(0, MOST_TAKEN_PER_DAY - (cursor?.day === today ? cursor.taken : 0));
}

/** Deletions by `agent/entry`: the number of their row, and their result here. */
type Gone = ReadonlyMap<string, { number: number; result: TakenRow }>;

const keyOf = ({ agent, entry }: Pick<ReceivedRow, "agent" | "entry">): string => `${agent}/${entry}`;

/** Takes deletions however many rows wait before them: no day's measure keeps words here that their writer took back. */
async function takeDeletions(
  ctx: Context,
  { hub, at, identity }: Joined,
  cursors: Cursors,
  pulled: Pulled,
): Promise<Gone> {
  const rows = (await deletionsAfter(hub, identity.agent, numbersIn(cursors))).flatMap((row) => {
    // Here neither gaps nor replays matter; refused rows are reported when they are read in order.
    const checked = acceptRow(row, { hub: at.id, last: 0, key: keyIn(cursors.get(row.agent)) });
    return "accepted" in checked ? [checked.accepted] : [];
  });
  const results = rows.length === 0 ? [] : await takeTombstones(ctx, at.id, rows);
  const doneRows = results.filter(didSomething);
  pulled.rows += doneRows.length;
  pulled.results.push(...doneRows);
  return new Map(rows.map(({ row }, i) => [keyOf(row), { number: row.number, result: results[i] as TakenRow }]));
}

const didSomething = ({ decision }: TakenRow): boolean => decision !== "absent";

const keyIn = (cursor: Cursor | undefined): Uint8Array | undefined =>
  cursor === undefined ? undefined : Buffer.from(cursor.key, "base64");

interface ReadBatch {
  accepted: AcceptedRow[];
  refused: RefusedRow[];
  gaps: string[];
  /** After these rows. */
  cursors: Cursors;
}

function readRows(
  rows: readonly ReceivedRow[],
  { hub, cursors, today, now }: { hub: string; cursors: Cursors; today: string; now: string },
): ReadBatch {
  const next = new Map(cursors);
  const [accepted, refused, gaps]: [AcceptedRow[], RefusedRow[], string[]] = [[], [], []];
  for (const row of rows) {
    const { agent, number } = row;
    const cursor = next.get(agent);
    const checked = acceptRow(row, { hub, last: cursor?.number ?? 0, key: keyIn(cursor) });
    if ("accepted" in checked) {
      accepted.push(checked.accepted);
      if (checked.accepted.gap === true) gaps.push(agent);
    } else refused.push({ agent, number, because: checked.refused, at: now });
    const takenToday = cursor?.day === today ? cursor.taken : 0;
    next.set(agent, {
      number: Math.max(number, cursor?.number ?? 0),
      key: cursor?.key ?? Buffer.from(row.key).toString("base64"),
      day: today,
      // What there is to judge is measured: what holds no words costs nothing.
      taken: takenToday + (row.body === null ? 0 : 1),
    });
  }
  return { accepted, refused, gaps, cursors: next };
}

async function takeBatch(
  ctx: Context,
  hub: string,
  { accepted, refused, gaps, cursors }: ReadBatch,
  { gone, own }: { gone: Gone; own: OwnClaims },
  pulled: Pulled,
): Promise<void> {
  const newest = new Map(accepted.map((one) => [keyOf(one.row), one]));
  const takenBefore = accepted.flatMap(({ row }) => {
    const deletion = gone.get(keyOf(row));
    return deletion?.number === row.number ? [deletion.result] : [];
  });
  const live = [...newest.values()].filter(({ row }) => row.number > (gone.get(keyOf(row))?.number ?? 0));
  await noteArrivals(ctx.workspace, new Map(live.map((one) => [keyOf(one.row), factOf(one)])));
  const deletions = live.filter(({ kind }) => kind === "withdrawn" || kind === "erased");
  const entries = live.filter(({ body }) => body !== undefined);
  const results = takenBefore.filter((result) => !didSomething(result));
  if (deletions.length > 0) results.push(...(await takeTombstones(ctx, hub, deletions)));
  await noteRefused(ctx.workspace, refused);
  const text = cursorsText(cursors);
  if (entries.length === 0) await writeFileAtomic(ctx.workspace.syncCursors, text, { within: ctx.workspace });
  else {
    const stage = async (change: Pick<Change, "write">) => change.write(ctx.workspace.syncCursors, text);
    const captured = await takeRows(ctx, hub, entries, stage, own);
    const unfit = refusedAmong(captured, newest, stamp(ctx.clock.now()));
    await noteRefused(ctx.workspace, unfit);
    results.push(...captured);
    pulled.refused.push(...unfit);
  }
  pulled.rows += accepted.length - takenBefore.filter(didSomething).length;
  pulled.results.push(...results);
  pulled.refused.push(...refused);
  pulled.gaps = [...new Set([...pulled.gaps, ...gaps])];
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
