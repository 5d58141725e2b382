/** `tenet sync init`: this clone becomes an agent of a hub. Nothing is shared by it. */

import type { Context } from "../context.js";
import { TenetError, wrongUsage } from "../errors.js";
import { patienceOf, withLock } from "../store/files/lock.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { ensureIdentity } from "./identity.js";
import { summaryOf } from "./sync.js";
import type { SyncInit } from "./sync-schemas.js";
import { readJoinedHub, writeJoinedHub } from "./sync-state.js";

/** Makes an embedded hub where there is none, or joins the server that `hub` or TENET_HUB_URL names. Again: no change. */
export async function syncInit(ctx: Context, { hub: statedHub }: { hub?: string | undefined }): Promise<SyncInit> {
  const { workspace: ws, hubAddress, places } = ctx;
  const { hubTarget, openHub } = await import("./hub/open-hub.js");
  const target = hubTarget(statedHub ?? hubAddress, places.hub);
  return await withLock(ws.syncLock, "sync init", patienceOf(ctx), async () => {
    const hub = await openHub(target, { create: true, say: ctx.warn });
    try {
      const [{ migrate }, { registerAgent }] = await Promise.all([
        import("./hub/migrate.js"),
        import("./hub/hub-rows.js"),
      ]);
      const at = await migrate(hub);
      const hubJoined = readJoinedHub(ws);
      if (hubJoined !== undefined && hubJoined.id !== at.id) {
        throw wrongUsage(
          "This clone has joined another hub already, and belongs to one alone.",
          "Leave that one first: tenet sync leave",
          "other-hub",
        );
      }
      const identity = ensureIdentity(ctx);
      if (hubJoined !== undefined && hubJoined.agent !== identity.agent) {
        throw new TenetError("This clone has joined as another agent: its name was changed since.", {
          failure: "refused",
          code: "other-agent",
          hint: "Put agent in tenet.yaml back; or leave, which keeps what was shared, and join anew.",
        });
      }
      await registerAgent(hub, identity.agent, identity.publicKey);
      const folder = target.kind === "embedded" ? target.folder : undefined;
      const place = { id: at.id, engine: hub.engine, folder, agent: identity.agent };
      const joined = hubJoined?.joined ?? stamp(ctx.clock.now());
      writeJoinedHub(ws, defined({ ...hubJoined, ...place, joined }));
      const address = target.kind === "server" && hubAddress === undefined;
      return {
        hub: summaryOf({ hub, at }),
        agent: identity.agent,
        created: hubJoined === undefined,
        next: address ? "Set TENET_HUB_URL to the address for later: it is written nowhere." : "tenet sync --dry-run",
      };
    } finally {
      await hub.close();
    }
  });
}
