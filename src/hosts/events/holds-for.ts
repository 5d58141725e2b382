/** Whether an entry holds for given files. Apart from `holds-in.ts`, since the glob engine takes long to load. */

import { type Bound, holdsIn } from "../../entry/holds-in.js";
import { globMatcher } from "../../text/glob-matcher.js";

/** The place of work: a folder of the workspace and named files, both relative to its top. */
export interface Place {
  folder?: string | undefined;
  files: readonly string[];
}

/** A name without a slash means files of that name in any folder; a path without a wildcard means all beneath it, too. */
function asMeant(glob: string): string[] {
  const [not, path] = glob.startsWith("!") ? ["!", glob.slice(1)] : ["", glob];
  const whole = path.includes("/") ? path : `**/${path}`;
  return /[*?{]/.test(path) || path.endsWith("/") ? [`${not}${whole}`] : [`${not}${whole}`, `${not}${whole}/**`];
}

/** Answers of entries whether they hold in a place. */
export function holding({ folder, files }: Place): (entry: Bound) => boolean {
  const namesOne = (paths: readonly string[]): boolean => files.some(globMatcher(paths.flatMap(asMeant)));
  return (entry) => holdsIn(entry, folder) || (files.length > 0 && namesOne(entry.paths ?? []));
}
