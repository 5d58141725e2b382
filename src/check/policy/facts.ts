/** The result of a check run for its correction: held, failed again, or nothing. */

/** One forbidden line. */
export interface LineHit {
  file: string;
  /** 1-based. */
  line: number;
  /** The same for the same line of the same file, wherever in it that stands. */
  key: string;
}

/** One run's view of a correction, and the facts of earlier runs. */
export interface CheckRun {
  /** The local day of the run. */
  day: string;
  /** Files that the check is about, that were searched to their end and that changed since the correction is watched. */
  files: readonly string[];
  /** Forbidden lines in those. */
  hits: readonly LineHit[];
  /** Keys of lines that stood there before the correction was watched: old ones repeat nothing. */
  before: ReadonlySet<string>;
  /** The last fact that was kept. */
  last?: { kind: "held" | "hit"; day: string; open: readonly string[] } | undefined;
}

/** A fact to keep: `open` are the hits that still stand, `place` the first new one. */
export type RunFact = { kind: "held"; open: string[] } | { kind: "hit"; open: string[]; place: string };

/** `ci/build.yml#1f3a…`: to which file a known hit belongs. */
const fileOf = (key: string): string => key.slice(0, key.lastIndexOf("#"));

/** A new line with a hit is a repeat; changed files without hits follow the correction. The same result again on one day is not recorded. */
export function factOfRun({ day, files, hits, before, last }: CheckRun): RunFact | undefined {
  const openKeys = new Set(last?.open ?? []);
  const looked = new Set(files);
  const hitKeys = new Set(hits.map(({ key }) => key));
  const fresh = hits.filter(({ key }) => !openKeys.has(key) && !before.has(key));
  const closedKeys = [...openKeys].filter((key) => looked.has(fileOf(key)) && !hitKeys.has(key));
  const open = [
    ...new Set([...[...openKeys].filter((key) => !closedKeys.includes(key)), ...fresh.map(({ key }) => key)]),
  ].sort();
  const [first] = fresh;
  if (first !== undefined) return { kind: "hit", open, place: `${first.file}:${first.line}` };
  const isKept = files.length > 0 && hits.length === 0;
  const isNoted = last?.kind === "held" && last.day === day && JSON.stringify(last.open) === JSON.stringify(open);
  return isKept && !isNoted ? { kind: "held", open } : undefined;
}
