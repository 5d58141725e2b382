/** Reads the past for a replay: contexts printed here, and failures in spite of a lesson. */

import * as z from "zod";
import type { Context } from "../../context.js";
import { leastTrusted } from "../../entry/gates/trust.js";
import { isApproved, isRestricted } from "../../entry/gates/visible.js";
import { type Lesson, repeatedLessons, writtenAt } from "../../entry/lessons.js";
import { defined } from "../../text/defined.js";
import { tokensOf } from "../layers/policy/budget.js";
import { MOST_RULES, weighedBy } from "../layers/policy/choose-rules.js";
import { newestReceipts } from "../ledger/ledger.js";
import type { EntryMeta, Store } from "../open-store.js";
import { isDecided, isOwners, isTheirs, type Rule, sharesId } from "../rules/policy/rule.js";
import { effectiveAt, wasInForce } from "../rules/policy/version.js";
import type { Chain } from "../rules/versions/chain.js";
import type { PastCase, PastContext, ReplayedLine } from "./policy/replay-rules.js";

const receiptSchema = z.object({ hash: z.string(), rules: z.array(z.string()) });

/** The last contexts that were printed on this machine, newest first. Costs a look at the ledger where there are none. */
export function pastContexts({ workspace: ws }: Pick<Context, "workspace">, last: number): PastContext[] {
  const events = last === 0 ? [] : newestReceipts(ws, last);
  return events.flatMap(({ at, session, ids, receipt: storedReceipt }): PastContext[] => {
    const { data: receipt } = receiptSchema.safeParse(storedReceipt);
    if (receipt === undefined) return [];
    const { hash, rules } = receipt;
    return [{ receipt: hash.slice(0, 8), at, session, rules: new Set(rules), held: new Set(ids), most: MOST_RULES }];
  });
}

/** Rules are for everybody: entries of one user, conversation or contact are no case of theirs. */
const counts = (head: EntryMeta): boolean => isApproved(head) && head.status !== "forgotten" && !isRestricted(head);

const caseOf = (
  { id, text }: EntryMeta,
  kind: PastCase["kind"],
  { at, session }: { at: string; session?: string | undefined },
  lesson: readonly string[],
): PastCase => ({ id, at, kind, text, lesson, ...defined({ session }) });

/** Ids of the entries of one lesson, of the one that an entry belongs to. */
function lessonOf(lessons: readonly Lesson[], id: string): string[] {
  const lesson = lessons.find(({ members }) => members.some((one) => one.id === id));
  return lesson?.members.map((one) => one.id) ?? [id];
}

/** Corrections that repeated an earlier one, and those that did not hold for another reason: a repeat and the failure that it set are one case. */
function repeatsIn(tree: Store): PastCase[] {
  const repeats = tree.withAny("recurrence_of").filter(counts);
  const failed = tree.where({ type: "correction", stick: "failed" }).filter(counts);
  if (repeats.length + failed.length === 0) return [];
  const lessons = repeatedLessons(tree);
  const repeated = new Set(repeats.flatMap(({ recurrence_of }) => recurrence_of ?? []));
  return [
    ...repeats.map((head) =>
      caseOf(head, "repeat", { at: head.timestamp, session: head.session }, lessonOf(lessons, head.id)),
    ),
    ...failed.flatMap((head) => {
      const { id, stick } = head;
      if (stick === undefined || repeated.has(id)) return [];
      return [caseOf(head, "failure", stick, lessonOf(lessons, id))];
    }),
  ];
}

/** The last failures in spite of a lesson, newest first. */
export function pastCases(tree: Store, last: number): PastCase[] {
  return repeatsIn(tree)
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.id < b.id ? -1 : 1))
    .slice(0, last);
}

/** Entries behind these lines that hold the very claim of one of a case's lesson. */
export function sayingAgain(tree: Store, lines: readonly ReplayedLine[], { lesson }: PastCase): string[] {
  const claimOf = (id: string) => tree.head(id)?.claims[0];
  const claims = new Set(lesson.flatMap((id) => claimOf(id) ?? []));
  return lines.flatMap(({ ids }) => ids.filter((id) => claims.has(claimOf(id) ?? "")));
}

/** Rules with what they weigh, and since when they stand or could have stood. */
export function replayedLines(rules: readonly Rule[], tree: Store, chain: Chain): ReplayedLine[] {
  const inForce = chain.versions.filter(wasInForce);
  const lessons = repeatedLessons(tree);
  // A chain of repeats was known since its first lesson, an edit's lesson since the first edit.
  const timesWritten = (ids: readonly string[]) =>
    lessons.flatMap(({ members }) => (members.some(({ id }) => ids.includes(id)) ? members.map(writtenAt) : []));
  return rules.map((rule): ReplayedLine => {
    const { text, ids, target, role } = rule;
    const heads = ids.flatMap((id) => tree.head(id) ?? []);
    const since = inForce.filter(({ rules: held }) => held.some((one) => one === rule || sharesId(one, rule)));
    const [stands] = since.map(effectiveAt).sort();
    const [knownSince = stands ?? chain.version(rule.since)?.created ?? ""] = [
      ...heads.map(writtenAt),
      ...timesWritten(ids),
      ...heads.flatMap(({ derived_from = [] }) => derived_from.flatMap((id) => tree.head(id)?.timestamp ?? [])),
    ].sort();
    const theirs = isTheirs(rule);
    const tier = heads.length === 0 ? undefined : leastTrusted(heads.map((head) => head.tier));
    const label = `${ids[0] ?? target} ${theirs ? "people" : (tier ?? "")}`.trim();
    return {
      text,
      ids,
      target,
      role,
      theirs,
      isPeoples: isDecided(rule) || isOwners(rule, (id) => tree.head(id)),
      tier,
      ...weighedBy(ids, heads),
      known: knownSince,
      stands,
      tokens: tokensOf(`${label} | ${text}\n`),
    };
  });
}
