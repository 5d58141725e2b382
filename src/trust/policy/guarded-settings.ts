/** The settings that decide who decides: they count once a person let them in, and a working copy may only tighten them. */
import type { AutoReview, Person, Profile, SharedField, ShareSettings } from "../../config.js";
import { isSameName } from "../../entry/attribution.js";
import { STAKES } from "../../entry/words.js";
import { foldedAddress, personOf } from "./person-of.js";

/** The part of a profile that decides who decides. Every profile is one. */
export interface DecisionSettings
  extends Pick<
    Profile,
    "people" | "apply_mode" | "approval" | "trust" | "files" | "learning" | "commands" | "knowledge_external"
  > {
  review: Pick<Profile["review"], "auto">;
  sync: Pick<Profile["sync"], "share" | "fields" | "names">;
}

/** Roles by how much they may. */
const ROLES: readonly Person["role"][] = ["agent", "member", "admin", "owner"];
const MODES: readonly Profile["apply_mode"][] = ["auto", "approval", "curated"];

interface Guarded<T> {
  key: string;
  read(settings: DecisionSettings): T;
  write(settings: DecisionSettings, value: T): DecisionSettings;
  /** What of a wish counts without anybody's yes: never more than what counts already. */
  tightened(counts: T, wish: T): T;
}

const setting = <T>(guarded: Guarded<T>): Guarded<unknown> => guarded as Guarded<unknown>;

/** One row a setting. */
const GUARDED: readonly Guarded<unknown>[] = [
  setting<Profile["apply_mode"]>({
    key: "apply_mode",
    read: ({ apply_mode }) => apply_mode,
    write: (settings, apply_mode) => ({ ...settings, apply_mode }),
    tightened: (counts, wish) => (MODES.indexOf(wish) > MODES.indexOf(counts) ? wish : counts),
  }),
  setting<Person[]>({
    key: "people",
    read: ({ people }) => people,
    write: (settings, people) => ({ ...settings, people }),
    tightened: fewerPeople,
  }),
  setting<boolean>({
    key: "approval.non_interactive",
    read: ({ approval }) => approval.non_interactive,
    write: (settings, non_interactive) => ({ ...settings, approval: { ...settings.approval, non_interactive } }),
    tightened: (counts, wish) => counts && wish,
  }),
  setting<string | null>({
    key: "trust.base",
    read: ({ trust }) => trust.base ?? null,
    write: (settings, base) => ({ ...settings, trust: { ...settings.trust, base } }),
    tightened: (counts, wish) => counts ?? wish,
  }),
  ...(["digest", "eval", "wiki"] as const).map((name) =>
    setting<string | null>({
      key: `commands.${name}`,
      read: ({ commands }) => commands[name],
      write: (settings, command) => ({ ...settings, commands: { ...settings.commands, [name]: command } }),
      tightened: (counts, wish) => (wish === null ? null : counts),
    }),
  ),
  setting<boolean>({
    key: "learning.on",
    read: ({ learning }) => learning.on,
    write: (settings, on) => ({ ...settings, learning: { ...settings.learning, on } }),
    tightened: (counts, wish) => counts && wish,
  }),
  // Whoever words rules is told to follow them.
  setting<string>({
    key: "learning.instructions",
    read: ({ learning }) => learning.instructions,
    write: (settings, instructions) => ({ ...settings, learning: { ...settings.learning, instructions } }),
    tightened: (counts, wish) => (wish === "" ? "" : counts),
  }),
  // Taken off this list a file would be read without a person's look at it.
  setting<string[]>({
    key: "knowledge_external",
    read: ({ knowledge_external }) => knowledge_external,
    write: (settings, knowledge_external) => ({ ...settings, knowledge_external }),
    tightened: (counts, wish) => [...counts, ...wish.filter((one) => !one.startsWith("!") && !counts.includes(one))],
  }),
  setting<AutoReview[]>({
    key: "review.auto",
    read: ({ review }) => review.auto,
    write: (settings, auto) => ({ ...settings, review: { ...settings.review, auto } }),
    tightened: (counts, wish) => wish.filter((rule) => counts.some((one) => meaningOf([one]) === meaningOf([rule]))),
  }),
  // In a file that no host reads a rule is as good as gone.
  ...(["soul", "memory", "procedures"] as const).map((role) =>
    setting<string>({
      key: `files.${role}`,
      read: ({ files }) => files[role],
      write: (settings, file) => ({ ...settings, files: { ...settings.files, [role]: file } }),
      tightened: (counts) => counts,
    }),
  ),
  // What was sent to others cannot be called back for certain.
  setting<ShareSettings>({
    key: "sync.share",
    read: ({ sync }) => sync.share,
    write: (settings, share) => ({ ...settings, sync: { ...settings.sync, share } }),
    tightened: lessShared,
  }),
  setting<SharedField[]>({
    key: "sync.fields",
    read: ({ sync }) => sync.fields,
    write: (settings, fields) => ({ ...settings, sync: { ...settings.sync, fields } }),
    tightened: (counts, wish) => wish.filter((field) => counts.includes(field)),
  }),
  // Taken off this list a name would leave with the words around it.
  setting<string[]>({
    key: "sync.names",
    read: ({ sync }) => sync.names,
    write: (settings, names) => ({ ...settings, sync: { ...settings.sync, names } }),
    tightened: (counts, wish) => [...new Set([...counts, ...wish])],
  }),
];

/** Their names, as `tenet config` knows them. */
export const GUARDED_KEYS: readonly string[] = GUARDED.map(({ key }) => key);

/** Of two lists what is in both; null has everything in it. */
const inBoth = (counts: string[] | null, wish: string[] | null): string[] | null =>
  counts === null ? wish : wish === null ? counts : wish.filter((one) => counts.includes(one));

/** What both let go. */
function lessShared(counts: ShareSettings, wish: ShareSettings): ShareSettings {
  return {
    domains: inBoth(counts.domains, wish.domains),
    tags: inBoth(counts.tags, wish.tags),
    min_stakes: STAKES.find((one) => one === counts.min_stakes || one === wish.min_stakes) ?? counts.min_stakes,
    ids: wish.ids.filter((one) => counts.ids.includes(one)),
  };
}

const hasOwner = (people: readonly Person[]): boolean => people.some(({ role }) => role === "owner");

/** The same people with less: nobody new, no new address, no higher role, and never without the last owner. */
function fewerPeople(counts: Person[], wish: Person[]): Person[] {
  const fewer = counts.flatMap((person): Person[] => {
    const wished = wish.filter(({ name }) => isSameName(name, person.name));
    if (wished.length === 0) return [];
    const highest = Math.max(...wished.map(({ role }) => ROLES.indexOf(role)));
    const role = ROLES[Math.min(highest, ROLES.indexOf(person.role))] ?? person.role;
    const { emails: known = [], ...rest } = person;
    const kept = known.filter((one) => wished.some(({ emails = [] }) => emails.some((own) => isSameName(own, one))));
    const emails = role === "agent" ? addressesOfAgent(wished, counts) : kept;
    return [{ ...rest, role, ...(emails.length > 0 ? { emails } : {}) }];
  });
  return hasOwner(counts) && !hasOwner(fewer) ? counts : fewer;
}

/** Whose address an agent's is has less of a say for it: a new one counts at once, unless it is somebody's own. */
function addressesOfAgent(agent: readonly Person[], counts: readonly Person[]): string[] {
  const own = counts.filter(({ role }) => role !== "agent").flatMap(({ emails = [] }) => emails);
  const wished = agent.flatMap(({ emails = [] }) => emails);
  return wished.filter((one) => !own.some((other) => isSameName(one, other)));
}

/** One text for one meaning: the order of people, rules, addresses and fields says nothing. */
function meaningOf(value: unknown): string {
  if (value !== null && typeof value === "object" && !Array.isArray(value)) {
    return JSON.stringify(
      Object.entries(value)
        .map(([key, inner]) => [key, meaningOf(inner)])
        .sort(),
    );
  }
  if (!Array.isArray(value)) return JSON.stringify(value);
  if (value.every((one) => typeof one === "string")) return JSON.stringify([...new Set(value)].sort());
  const items = (value as (Person | AutoReview)[]).map((one) => {
    if ("state" in one) return JSON.stringify([one.type, one.tag, one.entity, one.state]);
    const { name, role, emails = [] } = one;
    return JSON.stringify([name, role, emails.map(foldedAddress).sort()]);
  });
  return items.sort().join();
}

/** A guarded setting that two profiles give different values. */
export interface SettingDifference {
  key: string;
  before: unknown;
  after: unknown;
}

/** What differs from one profile to another, in the settings that are guarded. */
export function guardedDifferences(before: DecisionSettings, after: DecisionSettings): SettingDifference[] {
  if (before === after) return [];
  return GUARDED.flatMap(({ key, read }): SettingDifference[] => {
    const pair = { before: read(before), after: read(after) };
    return meaningOf(pair.before) === meaningOf(pair.after) ? [] : [{ key, ...pair }];
  });
}

/** A value that stands in the working copy and does not count: nobody listed is known to have let it in. */
export interface Waiting {
  key: string;
  counts: unknown;
  waits: unknown;
}

/** Settings of which only what tightens was taken over, and what was not. */
export interface Tightened<S extends DecisionSettings> {
  settings: S;
  waiting: Waiting[];
}

/** `wish` with its guarded settings no looser than `counts`. */
export function tightened<S extends DecisionSettings>(counts: DecisionSettings, wish: S): Tightened<S> {
  let settings: DecisionSettings = wish;
  const waiting: Waiting[] = [];
  for (const one of GUARDED) {
    const value = one.tightened(one.read(counts), one.read(wish));
    if (meaningOf(value) === meaningOf(one.read(wish))) continue;
    settings = one.write(settings, value);
    waiting.push({ key: one.key, counts: value, waits: one.read(wish) });
  }
  return { settings: settings as S, waiting };
}

/** The same settings with another value of one that is guarded. */
export function withGuarded(settings: DecisionSettings, key: string, value: unknown): DecisionSettings {
  return GUARDED.find((one) => one.key === key)?.write(settings, value) ?? settings;
}

/** Those of `settings` that are guarded, and nothing else. */
export function guardedIn(settings: DecisionSettings): DecisionSettings {
  const { people, apply_mode, approval, trust, files, learning, commands, knowledge_external } = settings;
  const others = { people, apply_mode, approval, trust, files, learning, commands, knowledge_external };
  const { share, fields, names } = settings.sync;
  return { ...others, review: { auto: settings.review.auto }, sync: { share, fields, names } };
}

const rolesOf = (people: readonly Person[]): string => meaningOf(people.map(({ name, role }) => ({ name, role })));

/**
 * The person whose address a file is the first to record, by that address: while nobody listed has one, nothing that
 * anybody does can be proven, and whoever writes theirs down is believed. Not with other people, and no other role.
 */
export function introduced(before: DecisionSettings, after: DecisionSettings, email: string): Person | undefined {
  const isKnown = before.people.some(({ role, emails = [] }) => role !== "agent" && emails.length > 0);
  return isKnown || rolesOf(before.people) !== rolesOf(after.people) ? undefined : personOf(after.people, email);
}

/** A profile that names somebody whose word decides: with it the settings begin to have a history. */
export function listsOwner({ people }: Pick<DecisionSettings, "people">): boolean {
  return hasOwner(people);
}
