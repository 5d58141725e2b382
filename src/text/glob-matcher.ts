/** Runs globs in an engine whose time is linear in the path, for any glob. */
import { RE2JS } from "re2js";
import { pathPatterns } from "./glob.js";

/** Which paths sound globs mean. */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
  const { meant, out } = pathPatterns(globs);
  const isMeant = RE2JS.compile(meant);
  const isOut = out === undefined ? undefined : RE2JS.compile(out);
  return (path) => isMeant.test(path) && isOut?.test(path) !== true;
}
