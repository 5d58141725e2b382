import type { Hub } from "../../src/sync/hub/hub.js";
import { openHub } from "../../src/sync/hub/open-hub.js";

/** Does something with a hub, and closes it again: a folder takes one at a time. */
export async function atHub<T>(address: string, work: (hub: Hub) => Promise<T>): Promise<T> {
  const isServer = address.startsWith("postgres");
  const hub = await openHub(isServer ? { kind: "server", url: address } : { kind: "embedded", folder: address }, {
    create: false,
  });
  try {
    return await work(hub);
  } finally {
    await hub.close();
  }
}
