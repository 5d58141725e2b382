/** `tenet versions reject`: a person turns a version down. It is remembered with its evidence; its entries are pending again. */
import type { Context } from "../context.js";
import { refOf } from "../entry/entry.js";
import { wrongUsage } from "../errors.js";
import { sayMerge } from "../store/base/settings-in-force.js";
import { changeTree } from "../store/change/change.js";
import { changeVerb } from "../store/change/prepare-write.js";
import { openStore } from "../store/open-store.js";
import { requirePerson, statedReason } from "../store/profile/people-only.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { recordVersion, requireOpen, waitingVersion } from "./approve.js";
import { recordDecided } from "./planning/edit-records.js";
import { type EntryWords, entryWords } from "./planning/entry-words.js";
import { declinedOf } from "./policy/declined.js";
import type { Version } from "./policy/version.js";
import type { Rejected } from "./text/deciding-schemas.js";
import { readChain } from "./versions/chain.js";
import { joinedRulebook } from "./versions/join-branches.js";
import { evidenceBehind } from "./versions/revalidate.js";
import { rewriteVersion, versionFile } from "./versions/version-writer.js";

export interface RejectInput {
  /** Number, id or tail of the version; without it, the waiting one. */
  ref?: string | undefined;
  reason?: string | undefined;
  /** A person typed the word that was asked for. */
  confirmed: boolean;
}

/** The version a rejection would concern, with the word to type. Throws when it is none that can be turned down. */
export async function planRejection(
  ctx: Context,
  ref: string | undefined,
): Promise<{ version: Version; word: string; words: readonly EntryWords[] }> {
  const version = waitingVersion(await readChain(ctx.workspace), ref);
  if (version.status !== "rejected") requireRejectable(version);
  const words = await entryWords(await openStore(ctx), version.operations);
  return { version, word: refOf(version.id), words };
}

function requireRejectable(version: Version): void {
  requireOpen(
    version,
    version.status === "active" ? "What is in force is taken back: see tenet versions rollback --help" : undefined,
  );
}

/** Rejects a version, with a reason. For people: exit 5 otherwise. A version that is already rejected stays unchanged. */
export async function reject(ctx: Context, input: RejectInput): Promise<Rejected> {
  const { by, how } = await requirePerson(
    ctx,
    "rejecting a version",
    input.confirmed,
    "Show a person what waits: tenet versions diff",
  );
  const reason = await statedReason(ctx, input.reason);
  return await changeTree(
    ctx,
    { ...changeVerb("reject"), reason: `reject: ${reason ?? "a version"}` },
    async (change) => {
      const { chain } = await joinedRulebook(ctx, change);
      const version = waitingVersion(chain, input.ref);
      const names = { version: version.version, id: version.id, file: versionFile(ctx, version.id) };
      if (version.status === "rejected") {
        const { by: known = "unproven", reason: why } = version.decided ?? {};
        const nothing = { operations: [], entries: [] };
        return { decision: "unchanged", ...names, by: known, ...defined({ reason: why }), ...nothing };
      }
      requireRejectable(version);
      if (reason === undefined) {
        const message = "a rejection needs its reason: the next digest and the next reader go by it";
        throw wrongUsage(message, 'State it: --reason "..."', "missing-reason");
      }
      const operations = version.operations.filter(({ op }) => op !== "keep");
      const behind = await evidenceBehind(ctx, change.tree, operations);
      const declined = [...(version.declined ?? []), ...declinedOf(operations, behind, version.id, "rejected")];
      const { contents: _, ...rest } = version;
      rewriteVersion(ctx, change, chain, {
        ...rest,
        status: "rejected",
        decided: { by, at: stamp(ctx.clock.now()), how, reason },
        ...(declined.length === 0 ? {} : { declined }),
      });
      const entries = [...new Set(operations.flatMap(({ op, ids }) => (op === "add" ? ids : [])))];
      await recordDecided(ctx, change, version, { by, reason }, () => undefined);
      sayMerge(ctx);
      const recorded = await recordVersion(ctx, change, version, "Reject", { by, reason });
      return { decision: "rejected", ...names, by, reason, operations, entries, ...defined({ recorded }) };
    },
  );
}
