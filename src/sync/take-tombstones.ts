/** Writers take back what they shared: copies are forgotten, or their words leave. */
import type { Context } from "../context.js";
import { eraseHere } from "../forget/erase-here.js";
import { type StagedForgetting, stageForgetting } from "../forget/stage-forgetting.js";
import { changeTree } from "../store/change/change.js";
import { changeVerb } from "../store/change/prepare-write.js";
import { hubEntryOf, hubOrigin } from "../store/hub-origin.js";
import { counted } from "../text/paint.js";
import type { AcceptedRow } from "./policy/accept-row.js";
import type { Deletion } from "./policy/hub-row.js";
import type { TakenRow } from "./take-rows.js";

type DeletedRow = Pick<AcceptedRow, "kind"> & { row: Pick<AcceptedRow["row"], "agent" | "entry"> };

/**
 * Takes `withdrawn` and `erased` rows of a hub, one change for each: removes entries, wordings and counts from the
 * writer's entry, whatever rests on them. Statements made here independently stay. Tombstones of unknown or already
 * removed entries do nothing.
 */
export async function takeTombstones(ctx: Context, hub: string, rows: readonly DeletedRow[]): Promise<TakenRow[]> {
  const keyOf = ({ row: { agent, entry } }: DeletedRow) => hubEntryOf(hubOrigin({ hub, agent, entry })) ?? "";
  const stagedByKey = new Map<string, StagedForgetting>();
  for (const kind of ["withdrawn", "erased"] as const) {
    const keys = new Set(rows.filter((row) => row.kind === kind).map(keyOf));
    if (keys.size === 0) continue;
    const staged = await takenBack(ctx, kind, keys);
    for (const key of keys) stagedByKey.set(key, staged);
  }
  return rows.map((row): TakenRow => {
    const { kind } = row;
    const { agent, entry } = row.row;
    const staged = stagedByKey.get(keyOf(row));
    const id = staged?.heads.find(({ origin }) => hubEntryOf(origin) === keyOf(row))?.id;
    if (id === undefined && !isSaidIn(staged?.others ?? [], keyOf(row))) return { agent, entry, decision: "absent" };
    return { agent, entry, decision: kind === "erased" ? "erased" : "forgotten", ...(id === undefined ? {} : { id }) };
  });
}

/** Whether entries that stay lost a wording or a count of this one. */
function isSaidIn(otherEntries: StagedForgetting["others"], key: string): boolean {
  const entryTexts = otherEntries.map((entry) => JSON.stringify(entry));
  return entryTexts.some((text) => [`"hub://${key}"`, `"hub://${key}?`].some((origin) => text.includes(origin)));
}

async function takenBack(ctx: Context, kind: Deletion, keys: ReadonlySet<string>): Promise<StagedForgetting> {
  const reason = `sync: ${counted(keys.size, "entry", "entries")} ${kind} by their writers`;
  const taking = kind === "erased" ? "erase" : "forget";
  const request = { refs: [], taking, takenBack: keys, by: ctx.actor.agent } as const;
  return await changeTree(ctx, { ...changeVerb("sync"), undoable: false, reason }, async (change) => {
    const planned = await stageForgetting(ctx, change, request);
    if (planned.terms !== undefined) await eraseHere(ctx, change, planned.terms);
    return planned;
  });
}
