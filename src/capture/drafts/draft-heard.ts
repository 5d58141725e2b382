/**
 * Checks the names of heard sentences that an author states an entry records. Called by `draft.ts`; the texts use
 * `heardNames`.
 */
import type { Context } from "../../context.js";
import type { EntryType } from "../../entry/entry.js";
import { isFor } from "../../entry/gates/visible.js";
import { isComparedType } from "../../entry/record-types.js";
import { TenetError, wrongUsage } from "../../errors.js";
import { openHeard, readHeard } from "../../store/state/heard.js";
import { viewerOf } from "../../store/viewer.js";
import { shorten } from "../../text/shorten.js";

/** The names in lower case, for a sentence. */
export const heardNames = (ids: readonly string[]): string => ids.map((id) => id.toLowerCase().slice(0, 20)).join(", ");

/**
 * The names of heard sentences as an author states them: one or a list, in any case. A sentence that was recorded
 * before is accepted: a call may be repeated. Throws `not-found` with the open sentences for an unknown name.
 */
export async function namedHeard(ctx: Context, type: EntryType, statedNames: unknown): Promise<string[] | undefined> {
  if (statedNames === undefined || statedNames === null || statedNames === "") return undefined;
  const names = [statedNames].flat();
  if (!isComparedType(type) || !names.every((name) => typeof name === "string")) {
    throw wrongUsage("heard names sentences that a correction, an insight or a memory records", "Leave it out here.");
  }
  const ids = names.map((name) => name.trim().toUpperCase());
  const viewer = await viewerOf(ctx);
  const knownIds = new Set(
    readHeard(ctx.workspace)
      .filter(({ user }) => isFor({ user }, viewer))
      .map(({ id }) => id),
  );
  const unknownIds = ids.filter((id) => !knownIds.has(id));
  if (unknownIds.length > 0) throw await unknownHeard(ctx, unknownIds);
  return [...new Set(ids)];
}

async function unknownHeard(ctx: Context, ids: readonly string[]): Promise<TenetError> {
  const openSentences = (await openHeard(ctx)).map(({ id, sentence }) => ({ heard: id.toLowerCase(), sentence }));
  const openLines = openSentences.map(({ heard, sentence }) => `  ${heard}  "${shorten(sentence, 80)}"`).join("\n");
  return new TenetError(`nothing that was heard has the name ${heardNames(ids)}; nothing was stored`, {
    failure: "not-found",
    code: "unknown-heard",
    hint:
      openSentences.length === 0
        ? "Nothing waits to be recorded: leave it out."
        : `What waits to be recorded:\n${openLines}`,
    details: { open: openSentences },
  });
}
