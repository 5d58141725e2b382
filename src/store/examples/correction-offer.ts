/** What a heartbeat offers where several edits say the same: the correction they amount to, filled in. Reads only. */
import { localDay } from "../../clock.js";
import type { Context } from "../../context.js";
import { type Edit, refOf } from "../../entry/entry.js";
import { compareTiers } from "../../entry/gates/trust.js";
import { isInUse, isLive } from "../../entry/gates/visible.js";
import { shellQuoted } from "../../text/shell-quoted.js";
import { shorten } from "../../text/shorten.js";
import { plainLine } from "../loop/heartbeat-items.js";
import type { Store } from "../open-store.js";
import { likeEdits } from "./policy/like-edits.js";

/** Older edits are compared with nothing: what was meant long ago was said by now, or does not matter. */
const NEWEST = 60;
const LONGEST = 120;

/** Edits that a correction could say once. */
export interface CorrectionOffer {
  /** By which it is printed once in the quiet hours. */
  key: string;
  kind: Edit["kind"];
  /** The newest first. */
  edits: string[];
  /** What they add alike. */
  words: string[];
  command: string;
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
  const compared = newest.flatMap(({ id }) => {
    const edit = loaded.get(id);
    // A line of a rule file is a rule already.
    if (edit?.original === undefined || edit.final === undefined || edit.target !== undefined || taken.has(id))
      return [];
    const { original, final, kind, agent, timestamp } = edit;
    const session = edit.session ?? `${agent} ${localDay(new Date(timestamp), ctx.profile.timezone)}`;
    return [{ id, session, kind, original, final }];
  });
  const like = likeEdits(compared);
  const [first] = like?.ids ?? [];
  const edits = (like?.ids ?? []).flatMap((id) => loaded.get(id) ?? []);
  if (like === undefined || first === undefined) return undefined;
  const text = edits.find(({ why }) => why !== undefined)?.why ?? `Write it as: ${edits[0]?.final ?? ""}`;
  const from = like.ids.map((id) => `--derived-from ${refOf(id)}`).join(" ");
  return {
    key: `edits ${[...like.ids].sort().join(" ")}`,
    kind: edits[0]?.kind ?? "rewrite",
    edits: like.ids,
    words: like.words,
    command: `tenet correct --corrected-to ${shellQuoted(shorten(plainLine(text), LONGEST))} ${from}`,
  };
}
