/** Compares two trees: what merging one into the other brings. Pure: both trees are data. Called by `verify --base`. */
import { isDeepStrictEqual } from "node:util";
import { claimOf, type Entry, type Near } from "../../entry/entry.js";
import { compareTiers, isPeoples } from "../../entry/gates/trust.js";
import type { Profile } from "../../settings.js";
import { settingsApart } from "../../store/base/policy/setting-gate.js";
import { commonSequence } from "../../text/claims/common-sequence.js";

/** `refused`: no merge may hold it. `decided`: it is what people decide. `change`: everything else. */
export const LEVELS = ["refused", "decided", "change"] as const;

export interface Difference {
  level: (typeof LEVELS)[number];
  /** `raised-tier`, `secret`, `setting`, `gone`, `moved`, `changed`, `new`, `line-out`, ... */
  kind: string;
  /** The key of a setting, the id of a record or a version, else a file. */
  subject: string;
  file?: string | undefined;
  /** 1-based, in the newer tree. */
  line?: number | undefined;
  /** Of a record that is there in both trees. */
  field?: string | undefined;
  /** In one line; undefined: there was nothing. */
  before?: string | undefined;
  after?: string | undefined;
  /** A sentence. */
  because?: string | undefined;
}

/** A record where it stands. */
export interface TreeRecord {
  entry: Entry;
  file: string;
  /** 1-based. */
  line: number;
}

/** A tree as far as it is compared. Names are relative to the workspace unless they say otherwise. */
export interface Tree {
  /** Undefined: they cannot be read. */
  settings: Profile | undefined;
  /** By id. */
  records: ReadonlyMap<string, TreeRecord>;
  /** The lines of files that steer agents, git or tenet; `.gitattributes` and `.gitignore` by their names from the top. */
  texts: ReadonlyMap<string, readonly string[]>;
  /** Everything that lies in the workspace, by name: its object. */
  files: ReadonlyMap<string, { oid: string }>;
  /** What no merge may bring, by what makes it the same in both trees. */
  refused: ReadonlyMap<string, Difference>;
  /** Every `tenet.yaml`, from the top of the repository. */
  profiles: readonly string[];
}

type Show = (value: unknown) => string;

/** Everything that differs, the heaviest first. `show`: prints a value in one line. */
export function differencesOf(before: Tree, after: Tree, show: Show = JSON.stringify): Difference[] {
  const differences = [
    ...[...after.refused].flatMap(([key, difference]) => (before.refused.has(key) ? [] : [difference])),
    ...workspaceDifferences(before, after),
    ...settingDifferences(before, after, show),
    ...recordDifferences(before, after, show),
    ...versionDifferences(before, after),
    ...lineDifferences(before, after),
  ];
  return differences.sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
}

/** A workspace that is gone, and a second one: an agent that starts there reads that. The first one of all is none. */
function workspaceDifferences(before: Tree, after: Tree): Difference[] {
  const apart = (from: Tree, to: Tree, because: string) =>
    from.profiles
      .filter((file) => !to.profiles.includes(file))
      .map((file): Difference => ({ level: "refused", kind: "workspace", subject: file, file, because }));
  const added = before.profiles.length === 0 ? [] : apart(after, before, "An agent that starts there reads this one.");
  return [...apart(before, after, "This workspace is gone."), ...added];
}

function settingDifferences(before: Tree, after: Tree, show: Show): Difference[] {
  if (before.settings === undefined || after.settings === undefined) return [];
  return settingsApart(before.settings, after.settings).map(({ key, before: was, after: is, isGuarded }) => ({
    ...{ level: isGuarded ? "decided" : "change", kind: "setting", subject: key, file: "tenet.yaml" },
    ...{ before: show(was), after: show(is) },
  }));
}

/** Records that left, and those of the newer tree that the older one has otherwise or not at all. */
function recordDifferences(before: Tree, after: Tree, show: Show): Difference[] {
  const gone = [...before.records].filter(([id]) => !after.records.has(id));
  return [
    ...gone.map(([subject, record]): Difference => {
      const { entry, file } = record;
      return { level: levelOf(record), kind: "gone", subject, file, before: claimOf(entry) };
    }),
    ...[...after.records].flatMap(([id, now]) => {
      const then = before.records.get(id);
      if (isDeepStrictEqual(then?.entry, now.entry) && then?.file === now.file) return [];
      return [...raisedTier(then, now), ...ownersWord(then, now), ...changedFields(then, now, show)];
    }),
  ];
}

const levelOf = (...records: readonly TreeRecord[]) =>
  records.some(({ entry }) => entry.tier === "owner") ? "decided" : "change";

type Told = Pick<Difference, "level" | "kind"> & Partial<Difference>;
const about = ({ entry, file, line }: TreeRecord, told: Told): Difference => ({
  subject: entry.id,
  file,
  line,
  ...told,
});

const isRaised = (then: TreeRecord | undefined, now: TreeRecord): boolean =>
  then !== undefined && compareTiers(now.entry.tier, then.entry.tier) > 0;

/** A tier is lowered, never raised. */
const raisedTier = (then: TreeRecord | undefined, now: TreeRecord): Difference[] =>
  isRaised(then, now)
    ? [about(now, { level: "refused", kind: "raised-tier", before: then?.entry.tier, after: now.entry.tier })]
    : [];

/** New words of an owner, and records that stand in another file. */
function ownersWord(then: TreeRecord | undefined, now: TreeRecord): Difference[] {
  if (then?.file === now.file) return [];
  if (then !== undefined)
    return [about(now, { level: levelOf(then, now), kind: "moved", before: then.file, after: now.file })];
  return now.entry.tier === "owner" ? [about(now, { level: "decided", kind: "new", after: claimOf(now.entry) })] : [];
}

/** What only people write; of rows their answers. */
const PEOPLES: ReadonlySet<string> = new Set(["review", "pinned", "closed", "check"]);
const peoplesAnswers = (rows: unknown): Near[] =>
  ((rows ?? []) as Near[]).filter(({ answer, tier }) => answer !== undefined && tier !== undefined && isPeoples(tier));

/** Each changed field, old and new; of a new record what people decided: everybody reads it after the merge. */
function changedFields(then: TreeRecord | undefined, now: TreeRecord, show: Show): Difference[] {
  const [was, is] = [then?.entry ?? {}, now.entry] as [Record<string, unknown>, Record<string, unknown>];
  const shown = (value: unknown) => (value === undefined || typeof value === "string" ? value : show(value));
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((field) => {
    const [before, after] = [was[field], is[field]];
    const isDecided =
      PEOPLES.has(field) || (field === "near" && !isDeepStrictEqual(peoplesAnswers(before), peoplesAnswers(after)));
    const isSaid = field === "tier" && isRaised(then, now);
    if (isDeepStrictEqual(before, after) || isSaid || (then === undefined && !isDecided)) return [];
    const level = isDecided ? "decided" : levelOf(then ?? now, now);
    return [about(now, { level, kind: "changed", field, before: shown(before), after: shown(after) })];
  });
}

/** A version is written once, and stays as it is. */
function versionDifferences(before: Tree, after: Tree): Difference[] {
  return [...before.files].flatMap(([file, { oid }]): Difference[] => {
    const subject = /^memory\/versions\/(.*)\.md$/.exec(file)?.[1];
    const now = after.files.get(file)?.oid;
    const kind = now === undefined ? "gone" : "changed";
    return subject === undefined || now === oid ? [] : [{ level: "decided", kind, subject, file }];
  });
}

/** A plain diff of the files that steer; blank lines are left out. */
function lineDifferences(before: Tree, after: Tree): Difference[] {
  return [...new Set([...before.texts.keys(), ...after.texts.keys()])].flatMap((file) => {
    const [was, is] = [before.texts.get(file) ?? [], after.texts.get(file) ?? []];
    const common = commonSequence(was, is);
    const [stayed, stood] = [new Set(common.map(([at]) => at)), new Set(common.map(([, at]) => at))];
    const decided = { level: "decided", subject: file, file } as const;
    const apart = (lines: readonly string[], same: ReadonlySet<number>) =>
      lines.flatMap((text, at) => (same.has(at) || text.trim() === "" ? [] : [{ line: at + 1, words: text.trim() }]));
    return [
      ...apart(was, stayed).map(({ words }) => ({ ...decided, kind: "line-out", before: words })),
      ...apart(is, stood).map(({ line, words }) => ({ ...decided, kind: "line-in", line, after: words })),
    ];
  });
}
