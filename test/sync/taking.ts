/** Rows of a hub as they are handed over once they were accepted, for tests of what becomes of them. */

import { createHash, randomBytes } from "node:crypto";
import type { Context } from "../../src/context.js";
import { contentHash } from "../../src/entry/status.js";
import { type Change, changeTree } from "../../src/store/change/change.js";
import { changeVerb } from "../../src/store/change/prepare-write.js";
import { openStore } from "../../src/store/open-store.js";
import type { OwnClaims } from "../../src/sync/own-words.js";
import type { AcceptedRow } from "../../src/sync/policy/accept-row.js";
import type { Deletion, ReceivedRow, RowHeader } from "../../src/sync/policy/hub-row.js";
import { bodyText, type SharedBody } from "../../src/sync/policy/shared-body.js";
import { writeCursors } from "../../src/sync/sync-state.js";
import { type TakenRow, takeRows } from "../../src/sync/take-rows.js";
import { takeTombstones } from "../../src/sync/take-tombstones.js";
import type { Capturing } from "../capture/capturing.js";

export const HUB = "3f2b6c1e-8a4d-4c55-9f10-7c2d1e9a0b34";
export const ANN = "a11ce00000000001";
export const BOB = "b0b0000000000002";

export const LOCKFILE = "Two installs at once make the lockfile drift";
export const BACKUPS = "Backups are only real after a restore";
/** Of Ann. */
export const FIRST = "INS-20260120-A0001";
/** Of Bob. */
export const OTHER = "INS-20260121-B0001";

/** Where nothing is compared by meaning. */
export const WITHOUT_MODEL = { embedding: { model: "./none" } } as const;

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** An insight as an agent shares it. */
export function shared(claim: string, more: Partial<SharedBody> = {}): SharedBody {
  return {
    type: "insight",
    claim,
    stakes: "high",
    at_risk: "a release breaks",
    evidence: "It was seen in the release logs",
    ...more,
  };
}

/** Uses on six days, in which it worked: enough for a rule. */
export const SIX_USES = Array.from({ length: 6 }, (_, at) => ({
  at: `2026-02-0${at + 1}T09:00:00Z`,
  session: `session-${at}`,
  agent: "sybil",
  result: "worked",
  host: "claude-code",
}));

let numbers = 0;

const header = (agent: string, entry: string, more: Partial<RowHeader> = {}): RowHeader => {
  return { agent, number: ++numbers, entry, hash: "", at: "2026-01-20T08:00:00Z", ...more };
};

/** Of the row of an agent's entry. */
export function rowOf(agent: string, entry: string, body: SharedBody, at = "2026-01-20T08:00:00Z"): AcceptedRow {
  const text = bodyText(body);
  const row: ReceivedRow = {
    ...header(agent, entry, { hash: sha256(text), at }),
    body: text,
    signature: randomBytes(64),
    received: new Date("2026-02-15T13:00:00Z"),
    key: randomBytes(32),
  };
  return { row, kind: "entry", body };
}

/** Takes rows, and writes a cursor with them. */
export async function take(ctx: Context, rows: readonly AcceptedRow[], own?: OwnClaims): Promise<TakenRow[]> {
  const stage = async (change: Change) => {
    change.alongside((state) => writeCursors(state, new Map([[ANN, { number: numbers, key: "" }]])));
  };
  return await takeRows(ctx, HUB, rows, stage, own);
}

export const withdraw = (ctx: Context, kind: Deletion, ...rows: readonly [agent: string, entry: string][]) =>
  takeTombstones(
    ctx,
    HUB,
    rows.map(([agent, entry]) => ({ kind, row: header(agent, entry, { hash: kind }) })),
  );

/** Changes an entry as a person's command would. */
export async function changed(ctx: Context, id: string | undefined, patch: Record<string, unknown>): Promise<void> {
  await changeTree(ctx, { ...changeVerb("edit"), reason: "test" }, async (change) => {
    await change.update(id ?? "", patch);
  });
}

/** Somebody here forgets an entry. */
export const forgotten = (ctx: Context, id: string | undefined): Promise<void> =>
  changed(ctx, id, {
    forgotten: { at: "2026-02-15T14:00:00Z", by: "bridget", tier: "owner" },
  });

/** A person approves the words as they are. */
export async function approved(world: Capturing, id: string | undefined): Promise<void> {
  const hash = contentHash((await (await openStore(world)).one(id ?? "")).entry);
  await changed(world, id, {
    review: { state: "approved_for_reuse", by: "bridget", at: "2026-02-15T14:00:00Z", hash },
  });
}
