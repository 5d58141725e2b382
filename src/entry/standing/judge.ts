/** How a chain turned out: its outcome, and the facts about whether a correction was kept. Pure; called by `pass.ts`. */
import { defined } from "../../text/defined.js";
import type { Outcome, Tier } from "../entry.js";
import { sessionOf } from "../entry.js";
import { compareTiers, isPeoples, mayAnswer, mostTrusted } from "../gates/trust.js";
import { isApproved } from "../gates/visible.js";
import { byAge } from "../lessons.js";
import { VERDICTS } from "../words.js";
import { type Chain, isForgotten, isWaiting, type Member } from "./member.js";
import type { JudgedBy, StickFacts } from "./standing.js";

/** What less trusted ones say ends nothing; a peer's and an outsider's never does. */
export const mayEnd = (who: Tier, tier: Tier): boolean =>
  compareTiers(who, tier) >= 0 && compareTiers(who, "self") >= 0;

/** Notes approved outcomes with what they name. `members`: by age. */
export function noteOutcomes(members: readonly Member[], byId: ReadonlyMap<string, Member>): void {
  for (const member of members) {
    const { entry } = member;
    if (entry.type !== "outcome" || isForgotten(member) || !isApproved(member)) continue;
    for (const id of new Set(entry.references)) byId.get(id)?.outcomes.push(entry);
  }
}

/** What names any of these, the oldest first. */
export const outcomesOf = (members: readonly Member[]): Outcome[] =>
  [...new Set(members.flatMap(({ outcomes }) => outcomes))].sort(byAge);

/** The newest verdict, a person's before an agent's. `outcomes`: by age. */
export function verdictOf(outcomes: readonly Outcome[]): JudgedBy | undefined {
  const verdicts = outcomes.filter((one) => one.verdict !== undefined);
  const last = verdicts.findLast(({ tier }) => isPeoples(tier)) ?? verdicts.at(-1);
  if (last?.verdict === undefined) return undefined;
  const { verdict, id, tier, timestamp: at, score, lesson } = last;
  return { verdict, id, tier, at, ...defined({ score, lesson }) };
}

/** What the newest of its records that says so says itself of its outcome. */
export function ownVerdict({ members, standing }: Chain): JudgedBy | undefined {
  const stated = members.map(({ standing: { own }, timestamp: at }): JudgedBy | undefined => {
    const verdict = VERDICTS.find((one) => own?.outcome?.split(/\W/, 1)[0] === one);
    return verdict && { verdict, tier: standing.trust, at };
  });
  return stated.findLast((one) => one !== undefined);
}

/** When it was said again in another session by somebody who may say that it failed; an import came in none. */
function repeatsIn(said: readonly Member[]): string[] {
  const sessions = new Set<string>();
  let most: Tier = said[0]?.tier ?? "external";
  return said.flatMap(({ entry, tier, timestamp }) => {
    const session = entry.imported === undefined ? sessionOf(entry) : undefined;
    const isNew = session !== undefined && !sessions.has(session);
    const hasFailed = isNew && sessions.size > 0 && mayAnswer(tier, most);
    if (isNew) sessions.add(session);
    most = mostTrusted([most, tier]);
    return hasFailed ? [timestamp] : [];
  });
}

/** When a trigger came up, in a session that did not say it. */
function comingsUp(members: readonly Member[], said: readonly Member[]): string[] {
  const sessions = new Set(said.map(({ entry }) => sessionOf(entry)));
  const uses = members.flatMap(({ entry }) => entry.uses ?? []);
  return uses.flatMap(({ result, session, at }) => (result === "came_up" && !sessions.has(session) ? [at] : []));
}

/** Facts about whether a correction was kept; undefined where there is none. `outcomes`: of its chain. */
export function stickFacts(outcomes: readonly Outcome[], members: readonly Member[]): StickFacts | undefined {
  const said = members.filter((one) => one.entry.type === "correction" && !isWaiting(one) && !isForgotten(one));
  const [first] = said;
  if (first === undefined) return undefined;
  const saying = (stick: Outcome["stick"]) => outcomes.filter((one) => one.stick === stick && mayEnd(one.tier, "self"));
  const failed = [...saying("failed").map(({ timestamp }) => timestamp), ...repeatsIn(said)].sort().at(-1);
  const since = [first.timestamp, failed ?? ""].sort().at(-1) as string;
  const cameUp = comingsUp(members, said)
    .sort()
    .findLast((at) => at >= since);
  const holding = saying("held").filter(({ timestamp }) => timestamp >= since);
  const at = holding.at(-1)?.timestamp;
  const held = at === undefined ? undefined : { at, byPerson: holding.some(({ tier }) => isPeoples(tier)) };
  const facts = defined({ failed, held, cameUp });
  return Object.keys(facts).length === 0 ? undefined : { since, ...facts };
}
