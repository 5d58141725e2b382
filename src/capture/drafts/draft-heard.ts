/** Names of sentences that were heard, as an author states which of them an entry records. */
import type { Context } from "../../context.js";
import type { EntryType } from "../../entry/entry.js";
import { isFor } from "../../entry/gates/visible.js";
import { isComparedType } from "../../entry/record-types.js";
import { TenetError, wrongUsage } from "../../errors.js";
import { readHeard } from "../../store/loop/heard.js";
import { shownHeard } from "../../store/loop/shown-heard.js";
import { viewerOf } from "../../store/viewer.js";
import { shorten } from "../../text/shorten.js";

/** They as they are typed, in a sentence. */
export const heardNames = (ids: readonly string[]): string => ids.map((id) => id.toLowerCase().slice(0, 20)).join(", ");

/**
 * The names of heard sentences as an author states them: one or a list, in any case. One that was recorded before is right
 * as well: a call may be repeated. Throws `not-found` with what is open for a name that none has.
 */
export async function namedHeard(ctx: Context, type: EntryType, stated: unknown): Promise<string[] | undefined> {
  if (stated === undefined || stated === null || stated === "") return undefined;
  const names = [stated].flat();
  if (!isComparedType(type) || !names.every((name) => typeof name === "string")) {
    throw wrongUsage("heard names sentences that a correction, an insight or a memory records", "Leave it out here.");
  }
  const ids = names.map((name) => name.trim().toUpperCase());
  const [{ sentences }, viewer] = await Promise.all([readHeard(ctx.workspace), viewerOf(ctx)]);
  const known = new Set(sentences.filter(({ user }) => isFor({ user }, viewer)).map(({ id }) => id));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) throw await unheard(ctx, unknown);
  return [...new Set(ids)];
}

async function unheard(ctx: Context, ids: readonly string[]): Promise<TenetError> {
  const open = (await shownHeard(ctx)).map(({ id, sentence }) => ({ heard: id.toLowerCase(), sentence }));
  const listed = open.map(({ heard, sentence }) => `  ${heard}  "${shorten(sentence, 80)}"`).join("\n");
  return new TenetError(`nothing that was heard has the name ${heardNames(ids)}; nothing was stored`, {
    failure: "not-found",
    code: "unknown-heard",
    hint: open.length === 0 ? "Nothing waits to be recorded: leave it out." : `What waits to be recorded:\n${listed}`,
    details: { open },
  });
}
