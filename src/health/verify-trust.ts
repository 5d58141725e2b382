/** Findings of `tenet verify` about trust: tiers too high or raised, approvals that lapsed. */

import { ownAgents } from "../config.js";
import type { Context } from "../context.js";
import type { Entry, Tier } from "../entry/entry.js";
import { approvalLapsed } from "../entry/status.js";
import { compareTiers, leastTrusted, overclaimed } from "../entry/trust.js";
import { isInsideWorkspace } from "../store/files/safe-path.js";
import type { Located, Store } from "../store/open-store.js";
import type { FindingDraft } from "../text/findings.js";

type EntryPlace = Pick<Located, "file" | "line">;

const LOWER =
  "A tier is lowered by hand, never raised: write the lower one, or name the source under people in tenet.yaml.";

function raised(entry: Entry, { file, line }: EntryPlace, message: string, next = LOWER): FindingDraft {
  return { id: entry.id, severity: "error", code: "raised-tier", file, line, message, next };
}

/** Tiers that are more than the record's own facts can carry: where it comes from, who said it, what it was made of. */
export function overclaimedTiers(
  ctx: Pick<Context, "workspace" | "profile">,
  tree: Store,
  entries: readonly Located[],
): FindingDraft[] {
  const { workspace, profile } = ctx;
  const shared = { people: profile.people, ownAgents: ownAgents(profile) };
  const found: FindingDraft[] = [];
  for (const { entry, ...place } of entries) {
    const { id, tier } = entry;
    const items = entry.type === "insight" ? (entry.evolution ?? []) : [];
    const sources = [
      { what: id, origin: entry.origin, source: entry.source, agent: entry.agent },
      ...items.map((item, at) => ({
        what: `item ${at + 1} in the evolution of ${id}`,
        origin: item.origin,
        source: item.source,
        agent: item.agent ?? entry.agent,
      })),
    ];
    for (const { what, origin, ...stated } of sources) {
      const originInside = origin !== undefined && isInsideWorkspace(workspace, origin);
      const imported = entry.imported !== undefined;
      const claim = overclaimed(tier, { ...shared, ...stated, origin, originInside, imported });
      if (claim === undefined) continue;
      found.push(
        raised(entry, place, `${id} says tier ${tier}, but ${what} can be ${claim.most} at most. ${claim.because}`),
      );
    }
    const parents = (entry.derived_from ?? []).flatMap((parent) => tree.head(parent)?.tier ?? []);
    if (parents.length === 0) continue;
    const least = leastTrusted(parents);
    if (compareTiers(tier, least) > 0) {
      found.push(raised(entry, place, `${id} says tier ${tier}, but it derives from an entry of tier ${least}`));
    }
  }
  return found;
}

/** Tiers that are higher than the same record had at a commit. */
export function tiersRaisedSince(tree: Store, before: ReadonlyMap<string, Tier>, revision: string): FindingDraft[] {
  return tree.heads.flatMap((head): FindingDraft[] => {
    const then = before.get(head.id);
    if (then === undefined || compareTiers(head.tier, then) <= 0) return [];
    const { id, tier, file, line } = head;
    const message = `${id} was ${then} at ${revision} and says ${tier} now`;
    const next = `Write ${then} again. What a more trusted source says is an entry of its own.`;
    return [{ id, severity: "error", code: "raised-tier", file, line, message, next }];
  });
}

/** Approvals that were given for other words than the record holds now. */
export function lapsedApprovals(entries: readonly Located[]): FindingDraft[] {
  return entries.flatMap(({ entry, file, line }): FindingDraft[] => {
    if (!approvalLapsed(entry)) return [];
    const { id } = entry;
    const message = `${id} was approved with other words than it holds now: the approval no longer counts`;
    const next = "Take the change back, or write needs_review as its review state so that a person looks again.";
    return [{ id, severity: "error", code: "approval-lapsed", file, line, message, next }];
  });
}
