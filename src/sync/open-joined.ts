/** The hub of this clone, opened: which one it is, and that it is still the same. */
import type { Context } from "../context.js";
import { TenetError, wrongUsage } from "../errors.js";
import { patienceOf, withLock } from "../store/files/lock.js";
import type { Hub } from "./hub/hub.js";
import type { HubIdentity } from "./hub/migrate.js";
import type { HubTarget } from "./hub/open-hub.js";
import { readIdentity } from "./identity.js";
import type { Joined } from "./push.js";
import { type JoinedHub, readJoinedHub } from "./sync-state.js";

/** What was joined here. Wrong usage where nothing was. */
export async function joinedHub({ workspace }: Pick<Context, "workspace">): Promise<JoinedHub> {
  const joined = readJoinedHub(workspace);
  if (joined !== undefined) return joined;
  throw wrongUsage(
    "This workspace shares nothing: it has joined no hub.",
    "Join one first: tenet sync init",
    "sync-not-set-up",
  );
}

/** Where it lies: a folder that was noted, or the address of a server, which stands in the environment alone. */
export function targetOf({ hubAddress }: Pick<Context, "hubAddress">, joined: JoinedHub): HubTarget {
  if (joined.folder !== undefined) return { kind: "embedded", folder: joined.folder };
  if (hubAddress !== undefined) return { kind: "server", url: hubAddress };
  throw new TenetError("The address of the hub is not known: TENET_HUB_URL is not set.", {
    failure: "failed",
    code: "hub-away",
    hint: "Set TENET_HUB_URL to it, as when this clone joined. Everything but sync works without.",
  });
}

/**
 * Opens the hub of this clone for `work`, one sync at a time. `untouched`: its tables are left as they stand. Throws
 * `hub-away` where it cannot be reached.
 */
export async function withJoinedHub<T>(
  ctx: Context,
  op: string,
  work: (joined: Joined, known: JoinedHub) => Promise<T>,
  { untouched = false }: { untouched?: boolean } = {},
): Promise<T> {
  await joinedHub(ctx);
  return await withLock(ctx.workspace.syncLock, op, patienceOf(ctx), async () => {
    // Whoever had the lock may have left the hub, or let more out.
    const hubJoined = await joinedHub(ctx);
    const target = targetOf(ctx, hubJoined);
    const { openHub } = await import("./hub/open-hub.js");
    const hub = await openHub(target, { create: false, say: ctx.warn });
    try {
      const { hubAsItStands, migrate } = await import("./hub/migrate.js");
      const at = untouched ? await hubAsItStands(hub) : await migrate(hub);
      return await work(await joinedAt(ctx, hub, at, hubJoined), hubJoined);
    } finally {
      await hub.close();
    }
  });
}

async function joinedAt(ctx: Context, hub: Hub, at: HubIdentity, hubJoined: JoinedHub): Promise<Joined> {
  if (at.id !== hubJoined.id) {
    throw new TenetError(`${hub.name} is another hub than the one that was joined here.`, {
      failure: "refused",
      code: "other-hub",
      hint: "Point TENET_HUB_URL at the one that was joined, or leave that one first: tenet sync leave",
    });
  }
  const identity = readIdentity(ctx);
  if (identity === undefined || identity.agent !== hubJoined.agent) {
    throw new TenetError("This clone is no longer the agent that joined: its identity, name or pseudonym is another.", {
      failure: "refused",
      code: "other-agent",
      hint: "Put agent in tenet.yaml, and .tenet/state.db, back; or leave and join anew.",
    });
  }
  return { hub, at, identity };
}
