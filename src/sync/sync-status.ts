/** `tenet sync status`: shared entries, received rows, waiting rows, and other agents with the same claims. */
import type { Context } from "../context.js";
import { isLive, isSearched } from "../entry/gates/visible.js";
import { TenetError } from "../errors.js";
import { openStore, type Store } from "../store/open-store.js";
import { shownTree } from "../store/viewer.js";
import { defined } from "../text/defined.js";
import { copiesIn } from "./copies.js";
import { unread } from "./hub/read-rows.js";
import { withJoinedHub } from "./open-joined.js";
import { type Claim, convergenceOf } from "./policy/convergence.js";
import { numbersIn } from "./pull.js";
import { type Joined, planOf } from "./push.js";
import { convergenceCounts, sharedIn, summaryOf } from "./sync.js";
import type { SharedClaim, SyncState } from "./sync-schemas.js";
import { readArrivals, readCursors, readJoinedHub, readRefused } from "./sync-state.js";

/** So many claims are shown. */
const SHOWN = 10;

/** Reports the local state even while the hub cannot be reached, with that failure. Writes nothing. */
export async function syncStatus(ctx: Context): Promise<SyncState> {
  const { workspace: ws } = ctx;
  const hubJoined = readJoinedHub(ws);
  if (hubJoined === undefined) return { set_up: false, shared: 0, copies: 0, refused: [], next: "tenet sync init" };
  const whole = await openStore(ctx);
  const tree = await shownTree(ctx, whole);
  const arrivals = readArrivals(ws);
  const claims = convergenceOf(arrivals.values());
  const refusedRows = readRefused(ws).map(({ agent, number, because }) => ({ agent, number, because }));
  const hubState = await atHub(ctx, whole);
  return {
    set_up: true,
    hub: { id: hubJoined.id, engine: hubJoined.engine, ...hubState.hub },
    ...hubState.state,
    agent: hubJoined.agent,
    joined: hubJoined.joined,
    ...defined({ last: hubJoined.last }),
    shared: sharedIn(arrivals, hubJoined.agent),
    copies: copiesIn(tree).filter(isLive).length,
    refused: refusedRows,
    ...(hubJoined.last === undefined
      ? {}
      : { convergence: { ...convergenceCounts(claims), first: newestClaims(claims, tree) } }),
  };
}

interface AtHub {
  hub: Partial<NonNullable<SyncState["hub"]>>;
  state: Pick<SyncState, "reachable" | "why" | "waiting_to_go" | "waiting_there" | "next">;
}

/** Local facts are reported without the hub, too. */
const NO_HUB: ReadonlySet<string> = new Set(["hub-away", "hub-not-set-up", "hub-version"]);

async function atHub(ctx: Context, tree: Store): Promise<AtHub> {
  try {
    const work = async (joined: Joined): Promise<AtHub> => {
      const { plan } = await planOf(ctx, tree, joined);
      const read = numbersIn(readCursors(ctx.workspace));
      const waiting_to_go = plan.entries.length + plan.withdrawn.length + plan.erased.length;
      const { waiting: waiting_there } = await unread(joined.hub, joined.identity.agent, read);
      const next = waiting_to_go + waiting_there > 0 ? { next: "tenet sync" } : {};
      return {
        hub: summaryOf(joined),
        state: { reachable: true, waiting_to_go, waiting_there, ...next },
      };
    };
    return await withJoinedHub(ctx, "sync status", work, { untouched: true });
  } catch (thrown) {
    if (!(thrown instanceof TenetError) || !NO_HUB.has(thrown.code)) throw thrown;
    const next = thrown.hint === undefined ? {} : { next: thrown.hint };
    return { hub: {}, state: { reachable: false, why: thrown.message, ...next } };
  }
}

/** The claims with the newest arrivals, with their text where it stands here. */
function newestClaims(claims: readonly Claim[], tree: Store): SharedClaim[] {
  const newest = (claim: Claim) => claim.arrivals.at(-1)?.at ?? "";
  const some = [...claims].sort((a, b) => (newest(a) < newest(b) ? 1 : -1)).slice(0, SHOWN);
  const texts = new Map<string, string>();
  for (const head of tree.heads) if (isSearched(head)) texts.set(head.claim, head.text);
  return some.flatMap(({ claim, arrivals }): SharedClaim[] => {
    const [first, ...others] = arrivals;
    if (first === undefined) return [];
    return [
      {
        claim,
        ...defined({ text: texts.get(claim) }),
        first: { agent: first.agent, at: first.at },
        next: others.map(({ agent, lag_days, how }) => ({
          agent,
          lag_days,
          how: how === "learned" ? how : "independent",
        })),
      },
    ];
  });
}
