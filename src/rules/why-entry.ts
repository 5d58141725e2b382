/** Explains an entry as a rule: the evidence for and against it. Called by `why`. */
import type { Context } from "../context.js";
import type { Store } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import type { EvidenceLoader } from "./planning/evidence-loader.js";
import { type Evidence, supportOf } from "./policy/evidence.js";
import { standingOf } from "./policy/qualify.js";
import { type RuleLine, saysSame } from "./policy/rule.js";
import type { Declined, Operation } from "./policy/version.js";
import type { MissingEntry, WhyEntry, WhyVersion } from "./text/why-schemas.js";
import type { Chain } from "./versions/chain.js";

/** Everything known about an entry; of a sensitive one only that it exists. */
export function whyEntry(
  ctx: Pick<Context, "profile">,
  tree: Store,
  loader: EvidenceLoader,
  id: string,
  declined: readonly Declined[],
): WhyEntry | MissingEntry {
  const evidence = loader.evidenceOf(id);
  const head = tree.head(id);
  if (evidence === undefined || head === undefined) return { id, missing: true };
  const { entry, chain, tier, stakes, sessions, blockedBy, held, failed } = evidence;
  const { qualified, blocked, near } = standingOf(evidence, ctx.profile.files);
  const isSensitive = head.review?.state === "sensitive";
  const { agent, source } = entry;
  const { reason, target, because } = qualified ?? {};
  return defined({
    id,
    unique: tree.shortest(id),
    text: isSensitive ? "[sensitive]" : head.text,
    status: head.status,
    tier,
    stakes,
    review: head.review?.state,
    said_by: source === undefined || source === "self" || source === agent ? agent : `${source} to ${agent}`,
    said_at: entry.timestamp,
    file: head.file,
    line: head.line,
    repeated: chain.length > 1 ? chain : undefined,
    sessions: sessions.map(({ session, at, result, agent }) => defined({ session, at, result, agent })),
    outcomes: outcomesOf(evidence, isSensitive),
    held,
    failed,
    blocked_by: blockedBy,
    support: supportOf(evidence),
    qualifies: reason && target && because ? { reason, target, because } : undefined,
    blocked,
    near,
    declined: declined
      .filter(({ ids }) => ids.some((one) => chain.includes(one)))
      .map(({ op, how, version, target }) => ({ op, how, version, target })),
  });
}

function outcomesOf({ outcomes }: Evidence, isSensitive: boolean): WhyEntry["outcomes"] {
  return outcomes.map(({ id, verdict, score, lesson, at, counts }) =>
    defined({ id, verdict, score, lesson: isSensitive ? undefined : lesson, at, counts }),
  );
}

/** Newest first. A rule without ids is followed by its words. */
export function whyVersions(chain: Chain, { ids, text }: Pick<RuleLine, "ids"> & { text?: string }): WhyVersion[] {
  const speaks = (op: Operation) =>
    op.ids.some((id) => ids.includes(id)) ||
    (ids.length === 0 && text !== undefined && [op.text, op.before ?? ""].some((one) => saysSame(one, text)));
  return [...chain.links].reverse().flatMap(({ version, file }) =>
    version.operations.filter(speaks).map(({ op, target, from, text: said, before, reason, because }): WhyVersion => {
      const { id, status, created, decided } = version;
      const decider = decided && defined({ by: decided.by, how: decided.how, at: decided.at, reason: decided.reason });
      const wording = { op, target, from, text: said, before, reason, because };
      return defined({ id, status, created, ...wording, decided: decider, file });
    }),
  );
}
