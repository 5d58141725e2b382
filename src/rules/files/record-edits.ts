/** Keeps what people did to the rules as records: before, after, how far apart, who, which commit. */
import { localDay, stamp } from "../../clock.js";
import type { Context } from "../../context.js";
import type { Change } from "../../store/change.js";
import type { Chain } from "../versions/chain.js";
import type { AdoptedEdit } from "./adopt.js";
import { apart, type EditRecord } from "./edit.js";
import { editsIn, withEdits } from "./edit-record.js";

/**
 * Stages a record for each edit of an adoption; before its version, so that an edit is never adopted without one. What
 * a crash left of an earlier try is found again by what it says, and stays the only record of it.
 */
export function recordEdits(
  ctx: Context,
  change: Change,
  chain: Chain,
  { edits, id: version }: { edits: readonly AdoptedEdit[]; id: string },
): void {
  if (edits.length === 0) return;
  const { workspace: ws, clock, actor, profile } = ctx;
  const now = clock.now();
  const day = localDay(now, profile.timezone);
  const path = ws.editsFile(day);
  const file = ws.relative(path);
  const text = textOf(change.read(path));
  if (text === null) {
    ctx.warn(`${file} is not valid UTF-8; what people changed is not recorded there.`);
    return;
  }
  const left = text === undefined ? [] : editsIn(text).filter((one) => chain.version(one.version) === undefined);
  let next = text;
  const fresh: EditRecord[] = [];
  for (const edit of edits) {
    const { kind, before, after, author, commit } = edit;
    const target = (after ?? before)?.target ?? "SOUL.md";
    const known = left.find(
      (one) => one.kind === kind && one.target === target && one.before === before?.text && one.after === after?.text,
    );
    if (known !== undefined && next !== undefined) {
      left.splice(left.indexOf(known), 1);
      next = next.replace(`version: "${known.version}"`, `version: "${version}"`);
      continue;
    }
    const ids = after !== undefined && after.ids.length > 0 ? after.ids : (before?.ids ?? []);
    fresh.push({
      type: "edit",
      id: change.newId("edit", stamp(now)),
      timestamp: stamp(now),
      agent: actor.agent,
      target,
      kind,
      ids,
      before: before?.text,
      after: after?.text,
      ...apart(before?.text, after?.text),
      author,
      commit,
      version,
    });
  }
  const written = fresh.length === 0 ? next : withEdits(next, day, fresh);
  if (written === undefined) ctx.warn(`${file} cannot be added to; what people changed is not recorded there.`);
  else if (written !== text) change.write(path, written);
}

/** Undefined: there is none. Null: its bytes are no text. */
function textOf(bytes: Uint8Array | undefined): string | undefined | null {
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
