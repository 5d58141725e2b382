/** Which claims of a hub a new one says again, and which it contradicts. Asked before anything is written: no lock is held. */

import { comparedWith } from "../capture/policy/claims.js";
import type { Bands } from "../config.js";
import { isOutsideModel } from "../entry/bands.js";
import type { Entry, Insight } from "../entry/entry.js";
import { guardClaim } from "../guard/change-guard.js";
import type { Likeness } from "../search/words/bm25.js";
import { claimHash } from "../text/canonical.js";
import type { Hub } from "./hub/hub.js";
import { type KnownClaim, knownClaims, type NearClaim, nearClaims } from "./hub/hub-rows.js";
import type { HubIdentity } from "./hub/migrate.js";
import { AGENT, CLAIM, ENTRY } from "./policy/row-forms.js";
import { LONGEST_TEXT } from "./policy/shared-body.js";

/** A claim that is about to be shared. */
export interface NewClaim {
  text: string;
  /** Of the claim alone; absent without a model. */
  vector?: Float32Array | undefined;
}

/** Where it belongs. */
export interface Placed {
  /** Hash of its canonical form. */
  claim: string;
  /** Claim by which those that say the same are grouped. */
  cluster: string;
  /** Entries that say the contrary, as `agent/entry`. */
  contests: string[];
}

/** What is asked of this side while claims are compared. */
export interface Comparing {
  /** Fingerprint of the model that made the vectors. */
  model: string;
  bands: Bands | undefined;
  likeness(a: string, b: string): Likeness;
}

/** Rows that are looked at for one claim. */
const NEAREST = 5;

/**
 * The same canonical claim is the same; else the nearest one above the band `same` about which the change guard is silent,
 * as a capture decides. A claim that the guard calls contrary is marked. What nothing says is a group of its own.
 */
export async function placeClaims(
  hub: Hub,
  identity: HubIdentity,
  claims: readonly NewClaim[],
  comparing: Comparing,
): Promise<Placed[]> {
  const hashes = claims.map(({ text }) => claimHash(text));
  const known = new Map<string, string>();
  for (const { claim, cluster } of (await knownClaims(hub, [...new Set(hashes)])).filter(hasForm)) {
    // Of several groups that hold one claim every reader makes one: any will do, and the same for all.
    const other = known.get(claim);
    if (other === undefined || cluster < other) known.set(claim, cluster);
  }
  const compared = claims.flatMap(({ text, vector }, at) =>
    vector === undefined || isOutsideModel(text) ? [] : [{ at, vector }],
  );
  const near = new Map<number, NearClaim[]>();
  if (comparing.bands !== undefined && compared.length > 0) {
    const wanted = { model: comparing.model, limit: NEAREST, counts: isSound };
    const vectors = compared.map(({ vector }) => vector);
    const found = await nearClaims(hub, identity, vectors, wanted);
    for (const [place, { at }] of compared.entries()) near.set(at, found[place] ?? []);
  }
  return claims.map(({ text }, at) => {
    const claim = hashes[at] as string;
    const { same, contests } = among(text, near.get(at) ?? [], comparing);
    return { claim, cluster: known.get(claim) ?? same ?? claim, contests };
  });
}

/**
 * Rows of others come here as they lie in the hub, which nobody has checked: what has another form than readers accept
 * would make a row of this clone that copies it one that they refuse.
 */
const hasForm = ({ agent, entry, cluster }: KnownClaim) =>
  AGENT.test(agent) && ENTRY.test(entry) && CLAIM.test(cluster);

/** Besides, that its words are those of the claim that it names, and no longer than words may be. */
const isSound = (one: NearClaim) =>
  hasForm(one) && one.text.length <= LONGEST_TEXT && claimHash(one.text) === one.claim;

/** Which of some near claims says the same, and which the contrary. */
function among(text: string, near: readonly NearClaim[], { bands, likeness }: Comparing) {
  const claim = guardClaim(text);
  let same: string | undefined;
  const contests: string[] = [];
  for (const one of near) {
    const entry = { type: "insight", insight: one.text } as Insight as Entry;
    const lexical = likeness(text, one.text).lex;
    const compared = comparedWith(claim, { entry, claim: one.cosine, lexical }, bands, likeness);
    if (compared.same === "yes") same ??= one.cluster;
    else if (compared.answer.relation === "contests") contests.push(`${one.agent}/${one.entry}`);
  }
  return { same, contests };
}
