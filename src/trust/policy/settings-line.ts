/** Which settings counted at each commit: they change where a person listed in those before lets a change in. */
import {
  type DecisionSettings,
  guardedDifferences,
  introduced,
  listsOwner,
  type SettingDifference,
  tightened,
} from "./guarded-settings.js";
import { personOf } from "./person-of.js";

/** A commit as the settings see it. */
export interface SettingsCommit {
  commit: string;
  parents: readonly string[];
  email: string;
  /** `tenet.yaml` as it stands there: any name that is equal where the text is. Undefined without one. */
  file: string | undefined;
  /** It says that people begin anew here. */
  beginsAnew: boolean;
  /** What counts after it, where that is known: all other commits come after this one. */
  known?: { after: Settled | undefined };
}

/** A change of a guarded setting that nobody listed before it made or merged. */
export interface SettingsChange extends SettingDifference {
  commit: string;
}

/** Settings as they count after a commit. */
export interface Settled {
  settings: DecisionSettings;
  /** The newest commit that changed what counts. */
  since: string;
  /** The newest commit by which somebody listed let a whole file in. */
  confirmed: string;
  /** Commits at which people begin: one, unless histories that know nothing of each other were joined. */
  roots: readonly string[];
  /** Those among the commits before that began anew. */
  anew: readonly string[];
  /** Changes that do not count and that no file let in later took up. */
  open: readonly SettingsChange[];
}

export interface SettingsFacts {
  /** Guarded settings by {@link SettingsCommit.file}; undefined where they cannot be read. */
  settingsOf(file: string): DecisionSettings | undefined;
}

/** What counted before and after a commit; undefined until a commit lists an owner. */
export interface SettingsAt {
  before: Settled | undefined;
  after: Settled | undefined;
}

const union = <T>(a: readonly T[], b: readonly T[]): readonly T[] => [...new Set([...a, ...b])];

/** What counts at every commit. `commits`: parents before their children. */
export function settingsLine(commits: readonly SettingsCommit[], facts: SettingsFacts): Map<string, SettingsAt> {
  const byId = new Map(commits.map((one) => [one.commit, one]));
  const known = new Map<string, SettingsAt>();
  const isAncestor = ancestry(commits);

  /** What both sides of a merge carry into it: the newer word, and where neither knew the other what both allow. */
  const joined = (a: Settled, b: Settled, merge: string): Settled => {
    const open = union(a.open, b.open).filter(
      ({ commit }) => !isAncestor(commit, a.confirmed) && !isAncestor(commit, b.confirmed),
    );
    const confirmed = isAncestor(a.confirmed, b.confirmed) ? b.confirmed : a.confirmed;
    const both = { anew: union(a.anew, b.anew), open, confirmed };
    if (a.since === b.since || isAncestor(b.since, a.since)) return { ...a, ...both };
    if (isAncestor(a.since, b.since)) return { ...b, ...both };
    const roots = union(a.roots, b.roots);
    if (guardedDifferences(a.settings, b.settings).length === 0) return { ...a, ...both, roots };
    return { settings: agreed(a.settings, b.settings), since: merge, roots, ...both };
  };

  for (const one of commits) {
    if (one.known !== undefined) {
      known.set(one.commit, { before: one.known.after, after: one.known.after });
      continue;
    }
    const sides = one.parents.flatMap((parent) => known.get(parent)?.after ?? []);
    const [first, ...more] = sides;
    const before = first && more.reduce((settled, side) => joined(settled, side, one.commit), first);
    const older = byId.get(one.parents[0] ?? "")?.file;
    known.set(one.commit, { before, after: afterOf(one, older, before, facts) });
  }
  return known;
}

/** Whether a commit came before another one, or is it. The few that changed settings are asked about again and again. */
function ancestry(commits: readonly SettingsCommit[]): (older: string, newer: string) => boolean {
  const places = new Map(commits.map(({ commit }, at) => [commit, at]));
  const parents = commits.map((one) => one.parents.map((parent) => places.get(parent) ?? -1));
  const descendants = new Map<string, Uint8Array>();
  const descendantsOf = (older: string): Uint8Array => {
    const found = new Uint8Array(commits.length);
    const first = places.get(older) ?? commits.length;
    for (let at = first; at < commits.length; at++)
      if (at === first || parents[at]?.some((parent) => found[parent] === 1)) found[at] = 1;
    return found;
  };
  return (older, newer) => {
    if (older === newer) return true;
    // What came before all of these commits is nobody's descendant: a change that was open there is confirmed by none.
    if (!places.has(newer)) return false;
    if (!places.has(older)) return true;
    const known = descendants.get(older) ?? descendantsOf(older);
    descendants.set(older, known);
    return known[places.get(newer) ?? -1] === 1;
  };
}

/** Two histories of which neither knew the other: nothing counts that only one of them let in. */
function agreed(a: DecisionSettings, b: DecisionSettings): DecisionSettings {
  const { settings } = tightened(a, b);
  const shared = a.people.filter(({ name }) => b.people.some((other) => other.name === name));
  return { ...settings, people: shared.length === 0 ? [] : settings.people };
}

function afterOf(
  { commit, parents, email, file, beginsAnew }: SettingsCommit,
  older: string | undefined,
  before: Settled | undefined,
  facts: SettingsFacts,
): Settled | undefined {
  const isMerge = parents.length > 1;
  if (before !== undefined && file === older && !isMerge) return before;
  const settings = file === undefined ? undefined : facts.settingsOf(file);
  if (settings === undefined) return before;
  const begins = { settings, since: commit, confirmed: commit, roots: [commit], open: [] };
  if (before === undefined) return listsOwner(settings) ? { ...begins, anew: [] } : undefined;
  if (file !== older) {
    if (beginsAnew && listsOwner(settings)) return { ...begins, anew: [...before.anew, commit] };
    const known = personOf(before.settings.people, email);
    const person = known ?? (before.roots.length === 1 ? introduced(before.settings, settings, email) : undefined);
    if (person !== undefined) {
      const changes = guardedDifferences(before.settings, settings).length > 0;
      return { ...before, ...(changes ? { settings, since: commit } : {}), confirmed: commit, open: [] };
    }
  }
  // A merge may drop what came with it, and leave the file as its first parent had it.
  const was = (isMerge || older === undefined ? undefined : facts.settingsOf(older)) ?? before.settings;
  const uncounted = new Set(guardedDifferences(before.settings, settings).map(({ key }) => key));
  if (uncounted.size === 0) return before;
  const known = new Set(before.open.map(({ key, after }) => JSON.stringify([key, after])));
  const open = guardedDifferences(was, settings).filter(
    ({ key, after }) => uncounted.has(key) && !(isMerge && known.has(JSON.stringify([key, after]))),
  );
  return { ...before, open: [...before.open, ...open.map((one) => ({ ...one, commit }))] };
}
