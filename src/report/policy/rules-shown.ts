/** Are rules read and kept to? Which of those in force stood in a context, and what came after. */
import { type Entry, usesOf } from "../../entry/entry.js";
import { chainsOf, knownStick } from "../../entry/lessons.js";
import { isIn, type Period } from "../../recall/policy/period.js";
import { effectiveAt } from "../../store/rules/policy/version.js";
import { grouped } from "../../text/grouped.js";
import type { History, Showing } from "../history.js";
import type { Report } from "../report-schemas.js";
import { idOf, local, shareOf } from "./figure.js";
import { isCorrection } from "./retention.js";

type Rule = NonNullable<Report["rules_shown"]>["rules"][number];

/** Undefined where this machine's memory is not at hand. */
export function rulesShownOf(history: History, period: Period): NonNullable<Report["rules_shown"]> | undefined {
  const { local: localHistory, versions, now } = history;
  if (localHistory === undefined) return undefined;
  const contexts = localHistory.showings.filter(({ context, at }) => context && isIn(period, at, now));
  const contextsById = saidIn(contexts);
  const hosted = contexts.filter(({ loaded }) => loaded !== undefined);
  const since = new Map(versions.map((version) => [version.id, Date.parse(effectiveAt(version))]));
  const repeats = repeatsIn(history.entries);
  const rules = (versions.find(({ status }) => status === "active")?.rules ?? []).map((rule): Rule => {
    const inFile = loadedWith(hosted, rule.target, since.get(rule.since) ?? 0);
    const showings = [...new Set([...rule.ids.flatMap((id) => contextsById.get(id) ?? []), ...inFile])].sort();
    const entries = rule.ids.flatMap((id) => history.byId.get(id) ?? []);
    const how = howOf(showings[0], entries, repeats, (at) => isIn(period, at, now));
    return { text: rule.text, target: rule.target, ids: [...rule.ids], how, contexts: showings.length };
  });
  const withSign = rules.filter(({ how }) => how === "heeded" || how === "not_heeded");
  const heeded = shareOf(
    withSign,
    ({ how }) => how === "heeded",
    ({ ids, target }) => ids[0] ?? target,
  );
  return { heeded: local(heeded), rules, local: true };
}

/** When contexts said the rule of each entry. */
function saidIn(contexts: readonly Showing[]): Map<string, string[]> {
  const said = contexts.flatMap(({ at, ids }) => ids.map((id) => ({ id, at })));
  return new Map([...grouped(said, idOf)].map(([id, all]) => [id, all.map(({ at }) => at)]));
}

/** When a host began a session that reads the file of a rule by itself, once the rule stood there. */
function loadedWith(hosted: readonly Showing[], target: string, since: number): string[] {
  return hosted.flatMap(({ at, loaded = [] }) => (loaded.includes(target) && Date.parse(at) >= since ? [at] : []));
}

/** When the lesson of each correction was said again, by whichever of them a rule is made of. */
function repeatsIn(entries: readonly Entry[]): Map<string, string[]> {
  const repeats = new Map<string, string[]>();
  for (const chain of chainsOf(entries)) {
    const again = chain.slice(1).map(({ timestamp }) => timestamp);
    for (const { id } of chain) if (again.length > 0) repeats.set(id, again);
  }
  return repeats;
}

/** The newest sign since it was first shown decides. */
function howOf(
  first: string | undefined,
  entries: readonly Entry[],
  repeats: ReadonlyMap<string, string[]>,
  isCounted: (at: string) => boolean,
): Rule["how"] {
  if (first === undefined) return "never_shown";
  const signs = entries
    .flatMap((entry) => signsOf(entry, repeats.get(entry.id) ?? []))
    .filter(({ at }) => Date.parse(at) > Date.parse(first) && isCounted(at))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const newest = signs.at(-1);
  if (newest === undefined) return "shown";
  return newest.isGood ? "heeded" : "not_heeded";
}

interface Sign {
  at: string;
  isGood: boolean;
}

function signsOf(entry: Entry, repeats: readonly string[]): Sign[] {
  const stick = isCorrection(entry) ? knownStick(entry) : undefined;
  return [
    ...usesOf(entry).map(({ at, result }) => ({ at, isGood: result !== "failed" })),
    ...repeats.map((at) => ({ at, isGood: false })),
    ...(stick === undefined ? [] : [{ at: stick.at, isGood: stick.verdict === "held" }]),
  ];
}
