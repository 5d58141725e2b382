/** Three edits of one kind for a heartbeat, which asks for the correction that they amount to. Reads only. */
import { localDay } from "../clock.js";
import type { Context } from "../context.js";
import { type Edit, refOf } from "../entry/entry.js";
import { compareTiers } from "../entry/gates/trust.js";
import { isInUse, isLive } from "../entry/gates/visible.js";
import { plainLine } from "../loop/due/heartbeat-items.js";
import { next, type Step } from "../steps.js";
import type { Store } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { shorten } from "../text/shorten.js";
import { editsOfAKind } from "./policy/edits-of-a-kind.js";

/** Older edits are left out: what was meant long ago was said by now, or does not matter. */
const NEWEST = 60;
const LONGEST = 120;

/** Edits that a correction may say once. */
export interface CorrectionOffer {
  /** By which it is printed once a week. */
  key: string;
  kind: Edit["kind"];
  /** The newest first; `why`: the person's words. */
  edits: { id: string; wrote: string; sent: string; why?: string }[];
  next: Step;
}

/** The offer, at most one; undefined where nobody edited anything three times. `tree`: as its reader may see it. */
export async function correctionOffer(
  ctx: Pick<Context, "profile">,
  tree: Store,
): Promise<CorrectionOffer | undefined> {
  const heads = tree.where({ type: "edit" }).filter((head) => isInUse(head) && compareTiers(head.tier, "self") >= 0);
  if (heads.length < 3) return undefined;
  const newest = heads.slice(-NEWEST).reverse();
  const said = tree.naming(new Set(newest.map(({ id }) => id)), "derived_from").filter(isLive);
  const taken = new Set(said.flatMap(({ derived_from = [] }) => derived_from));
  const loaded = new Map((await tree.load(newest.map(({ id }) => id))).map(({ entry }) => [entry.id, entry as Edit]));
  const counted = newest.flatMap(({ id }) => {
    const edit = loaded.get(id);
    // A line of a rule file is a rule already.
    if (edit?.original === undefined || edit.final === undefined || edit.target !== undefined || taken.has(id))
      return [];
    const { original: wrote, final: sent, why, kind, agent, timestamp } = edit;
    const session = edit.session ?? `${agent} ${localDay(new Date(timestamp), ctx.profile.timezone)}`;
    return [{ id, session, kind, wrote, sent, ...defined({ why }) }];
  });
  const edits = editsOfAKind(counted);
  const [first] = edits ?? [];
  if (edits === undefined || first === undefined) return undefined;
  const ids = edits.map(({ id }) => id);
  const line = (text: string) => shorten(plainLine(text), LONGEST);
  return {
    key: `edits ${[...ids].sort().join(" ")}`,
    kind: first.kind,
    edits: edits.map(({ id, wrote, sent, why }) => ({
      id,
      wrote: line(wrote),
      sent: line(sent),
      ...defined({ why: why && line(why) }),
    })),
    next: next(`If these edits (${first.kind}) amount to one:`, "correct", {
      corrected_to: "<what holds now>",
      derived_from: ids.map(refOf),
    }),
  };
}
