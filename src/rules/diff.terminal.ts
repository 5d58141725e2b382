/** What a version changes, and what it would have changed in the past. At a terminal a program may be let answer golden questions. */
import type { Call } from "../command/call.js";
import { offerProgram } from "../command/named-program.js";
import { TenetError } from "../errors.js";
import type { Replayed } from "../store/replay/replay-schemas.js";
import { isOpen } from "../store/rules/policy/version.js";
import type { VersionDiff } from "../store/rules/text/deciding-schemas.js";
import type { Outline } from "../text/outline/outline.js";

/** A diff; `replay` is absent where no past is known, and for the version in force unless it was named. */
export type DiffAndReplay = VersionDiff & { readonly replay?: Replayed };

interface Diffing {
  version?: string | undefined;
  last?: number | undefined;
}

export async function diffWithReplay(call: Call, { version: ref, last }: Diffing): Promise<DiffAndReplay> {
  const { diffVersion } = await import("./versions/versions.js");
  const diff = await diffVersion(await call.context(), ref);
  if (ref === undefined && !isOpen(diff.version)) return diff;
  const replay = await replayed(call, ref, last);
  return replay === undefined || replay.says.length === 0 ? diff : { ...diff, replay };
}

/** Undefined, with a warning, where the past cannot be read: the diff stands all the same. */
async function replayed(call: Call, ref: string | undefined, last: number | undefined): Promise<Replayed | undefined> {
  const ctx = await call.context();
  if (ref !== undefined) {
    await offerProgram(call, "eval", {
      does: "answers golden questions without the version and with it",
      instead: "Without it nothing is put to a program.",
    });
  }
  const { trialContexts: contexts } = await import("../context/context.js");
  const { replay } = await import("../replay/replay.js");
  try {
    return await replay(ctx, { ref, last, contexts });
  } catch (thrown) {
    if (!(thrown instanceof TenetError) || thrown.failure === "interrupted") throw thrown;
    call.warn(`What it would have changed is not known: ${thrown.message}`);
    return undefined;
  }
}

export async function diffWithReplayOutline({ replay, ...diff }: DiffAndReplay): Promise<Outline> {
  const shownDiff = (await import("./versions/versions-outline.js")).diffedOutline(diff);
  if (replay === undefined) return shownDiff;
  return [...shownDiff, ...(await import("../replay/replay-outline.js")).lookingBackOutline(replay)];
}
