/** How a chain turned out: its outcome, and the facts about whether a correction was kept. Pure; called by `pass.ts`. */
import { defined } from "../../text/defined.js";
import { sessionOf } from "../dated-facts.js";
import type { Outcome, Tier, Verdict } from "../entry.js";
import { compareTiers, isPeoples, mayAnswer } from "../gates/trust.js";
import { VERDICTS } from "../words.js";
import { byAge, type Chain, isAccepted, isForgotten, isWaiting, type Member } from "./member.js";
import type { JudgedBy, StickFacts } from "./standing.js";

type OutcomeMember = Member & { entry: Outcome };
/** Approved outcomes by the ids that they name, the oldest first. */
export type Judgements = ReadonlyMap<string, readonly OutcomeMember[]>;

/** What less trusted ones say ends nothing; a peer's and an outsider's never does. */
export const mayEnd = (who: Tier, tier: Tier): boolean =>
  compareTiers(who, tier) >= 0 && compareTiers(who, "self") >= 0;

const isOutcome = (member: Member): member is OutcomeMember => member.entry.type === "outcome";

/** `members`: by age. */
export function judgementsOf(members: readonly Member[]): Judgements {
  const judgements = new Map<string, OutcomeMember[]>();
  for (const outcome of members.filter(isOutcome)) {
    if (isForgotten(outcome) || !isAccepted(outcome)) continue;
    for (const id of new Set(outcome.entry.references)) {
      const known = judgements.get(id);
      if (known === undefined) judgements.set(id, [outcome]);
      else known.push(outcome);
    }
  }
  return judgements;
}

/** What names any member, the oldest first. */
export const outcomesOf = ({ members }: Chain, judgements: Judgements): OutcomeMember[] =>
  [...new Set(members.flatMap(({ id }) => judgements.get(id) ?? []))].sort(byAge);

/** The newest verdict, a person's before an agent's. `outcomes`: by age. */
export function verdictOf(outcomes: readonly OutcomeMember[]): JudgedBy | undefined {
  const verdicts = outcomes.filter(({ entry }) => entry.verdict !== undefined);
  const last = verdicts.findLast(({ tier }) => isPeoples(tier)) ?? verdicts.at(-1);
  if (last === undefined) return undefined;
  const { verdict, score, lesson, timestamp: at } = last.entry;
  return { verdict: verdict as Verdict, id: last.id, tier: last.tier, at, ...defined({ score, lesson }) };
}

/** What the newest of its records that says so says itself of its outcome. */
export function ownVerdict({ members, standing }: Chain): JudgedBy | undefined {
  const stated = members.map(({ own, entry }): JudgedBy | undefined => {
    const verdict = VERDICTS.find((one) => own.outcome?.split(/\W/, 1)[0] === one);
    return verdict && { verdict, tier: standing.trust, at: entry.timestamp };
  });
  return stated.findLast((one) => one !== undefined);
}

/** When it was said again in another session by somebody who may say that it failed; an import came in none. */
function repeatsIn(said: readonly Member[]): string[] {
  const sessions = new Set<string>();
  let most: Tier = said[0]?.tier ?? "external";
  return said.flatMap((member) => {
    const { imported, timestamp } = member.entry;
    const session = sessionOf(member.entry);
    const isNew = session !== undefined && imported === undefined && !sessions.has(session);
    const hasFailed = isNew && sessions.size > 0 && mayAnswer(member.tier, most);
    if (isNew) sessions.add(session);
    if (compareTiers(member.tier, most) > 0) most = member.tier;
    return hasFailed ? [timestamp] : [];
  });
}

/** When a trigger came up, in a session that did not say it. */
function comingsUp(members: readonly Member[], said: readonly Member[]): string[] {
  const sessions = new Set(said.map(({ entry }) => sessionOf(entry)));
  const uses = members.flatMap(({ entry }) => entry.uses ?? []);
  return uses.flatMap(({ result, session, at }) => (result === "came_up" && !sessions.has(session) ? [at] : []));
}

const isSaying = (member: Member): boolean =>
  member.entry.type === "correction" && !isWaiting(member) && !isForgotten(member);

/** Facts about whether a correction was kept; undefined where there is none. `outcomes`: of its chain. */
export function stickFacts(outcomes: readonly OutcomeMember[], members: readonly Member[]): StickFacts | undefined {
  const said = members.filter(isSaying);
  const [first] = said;
  if (first === undefined) return undefined;
  const byTime = (times: string[]) => times.sort((a, b) => Date.parse(a) - Date.parse(b));
  const answers = outcomes.filter(({ tier }) => mayEnd(tier, "self"));
  const saying = (stick: Outcome["stick"]) => answers.filter(({ entry }) => entry.stick === stick);
  const failed = byTime([...saying("failed").map(({ entry }) => entry.timestamp), ...repeatsIn(said)]).at(-1);
  const since = byTime([first.entry.timestamp, ...(failed === undefined ? [] : [failed])]).at(-1) as string;
  const isSince = (time: string) => Date.parse(time) >= Date.parse(since);
  const cameUp = byTime(comingsUp(members, said)).findLast(isSince);
  const holding = saying("held").filter(({ entry }) => isSince(entry.timestamp));
  const at = holding.at(-1)?.entry.timestamp;
  const held = at === undefined ? undefined : { at, byPerson: holding.some(({ tier }) => isPeoples(tier)) };
  return failed === undefined && held === undefined && cameUp === undefined
    ? undefined
    : { since, ...defined({ failed, held, cameUp }) };
}
