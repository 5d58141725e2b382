/** Where a claim belongs in a hub in which others wrote what they liked: what is copied from their rows is what readers accept. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Hub } from "../../src/sync/hub/hub.js";
import { appendRows, registerAgent } from "../../src/sync/hub/hub-rows.js";
import { type HubIdentity, migrate } from "../../src/sync/hub/migrate.js";
import { acceptRow } from "../../src/sync/policy/accept-row.js";
import type { HubRow } from "../../src/sync/policy/hub-row.js";
import { placeClaims } from "../../src/sync/same-claims.js";
import { claimHash } from "../../src/text/canonical.js";
import { forger, signedBy } from "./forger.js";
import { called, engineOfThisRun, type HubWorld, hashed, hubWorld, row } from "./hub-world.js";

const KNOWN = "Retries hide the flaky test";
const NEAR = "The cache must be warmed before the release";
const CONTRARY = "The cache must not be warmed before the release";
const RUBBISH = "'; drop table tenet.rows; --";
const LIAR = called("liar");

describe.each(engineOfThisRun())("claims beside rows that no reader accepts (%s)", { tags: "more" }, (engine) => {
  let hubs: HubWorld;
  let hub: Hub;
  let identity: HubIdentity;

  const near = (agent: string, number: number, claim: string, more: Partial<HubRow> = {}) =>
    row(agent, number, {
      claim: claimHash(claim),
      cluster: claimHash(claim),
      body: JSON.stringify({ type: "insight", claim }),
      ...more,
    });

  beforeAll(async () => {
    hubs = await hubWorld(engine);
    hub = await hubs.open();
    identity = await migrate(hub);
    // Who runs a hub may let anything in.
    for (const form of ["entry_form", "claim_form", "cluster_form"]) {
      await hub.query(`alter table tenet.rows drop constraint ${form}`);
    }
    await registerAgent(hub, LIAR, randomBytes(32));
    const known = { claim: claimHash(KNOWN) };
    await appendRows(hub, LIAR, 0, [
      row(LIAR, 1, { ...known, cluster: RUBBISH }),
      row(LIAR, 2, { ...known, cluster: "" }),
      row(LIAR, 3, { ...known, cluster: "0".repeat(12), entry: RUBBISH }),
      near(LIAR, 4, NEAR, { claim: hashed("another"), cluster: hashed("elsewhere") }),
      near(LIAR, 5, `${NEAR}!`, { claim: hashed("a third"), cluster: RUBBISH }),
      near(LIAR, 6, CONTRARY, { entry: "../../etc/passwd" }),
    ]);
  }, 120_000);
  afterAll(() => hubs.remove());

  const placed = () => placeClaims(hub, [KNOWN, NEAR]);

  it("are groups of their own, in rows that readers accept", async () => {
    const places = await placed();
    expect(places).toEqual([KNOWN, NEAR].map((text) => ({ claim: claimHash(text), cluster: claimHash(text) })));
    const honest = forger("0123456789abcdef");
    for (const [at, place] of places.entries()) {
      const sent = signedBy(honest, identity.id, at + 1, { claim: [KNOWN, NEAR][at] as string }, place);
      const verdict = acceptRow(
        { ...sent, key: honest.publicKey, received: new Date("2026-02-10T09:00:00Z") },
        { hub: identity.id, last: at },
      );
      expect(verdict).toHaveProperty("accepted");
    }
  });

  it("are placed by the rows that readers accept", async () => {
    const ann = called("ann");
    await registerAgent(hub, ann, randomBytes(32));
    await appendRows(hub, ann, 0, [
      row(ann, 1, { claim: claimHash(KNOWN), cluster: hashed("group") }),
      near(ann, 2, CONTRARY),
    ]);
    const [known, other] = await placed();
    expect(known?.cluster).toBe(hashed("group"));
    // What is near, or says the contrary, is another claim: whoever takes both is asked.
    expect(other?.cluster).toBe(claimHash(NEAR));
  });
});
