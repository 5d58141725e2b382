/**
 * Globs: which files of the workspace a check or a setting is about. They become patterns of the linear-time engine, so that no
 * glob can take more than linear time. `*` and `?` stay within a folder, `**` does not, `{a,b}` is either, a leading
 * `!` takes files out again, a trailing `/` means all beneath. Case counts; a dot at the start of a name is no exception.
 */

/** So many globs, and so many characters in one, are enough for anybody. */
const MOST_GLOBS = 50;
const LONGEST_GLOB = 500;

/** What no glob may hold, and why. */
const TROUBLES: readonly (readonly [form: RegExp, because: string])[] = [
  [/^$/, "it names nothing"],
  [new RegExp(`^.{${LONGEST_GLOB}}.`, "s"), `it is longer than ${LONGEST_GLOB} characters`],
  [/\\/, "folders are parted by /, and a backslash means nothing here"],
  [/^(?:\/|[A-Za-z]:)/, "it is absolute; write it from the top of the workspace"],
  [/(?:^|\/)\.\.?(?:\/|$)/, "it holds . or .. as a folder"],
  [/[^/]\*\*|\*\*[^/]/, "** stands alone between slashes"],
  [/^(?!(?:[^{}]|\{[^{}/]*\})*$)/, "braces pair within one name, and none stand within others"],
];

/** What is wrong with globs, one sentence each. */
export function globTroubles(globs: readonly string[]): string[] {
  if (globs.length > MOST_GLOBS) return [`more than ${MOST_GLOBS} globs`];
  const troubles = globs.flatMap((glob) => {
    const path = glob.replace(/^!/, "");
    const because = TROUBLES.find(([form]) => form.test(path))?.[1];
    return because === undefined ? [] : [`${JSON.stringify(glob.slice(0, 60))}: ${because}`];
  });
  if (troubles.length === 0 && globs.every((glob) => glob.startsWith("!"))) return ["every glob takes files out"];
  return troubles;
}

/** One name of a path: `*` and `?` stay within it. */
const namePattern = (name: string): string =>
  name
    .replace(/[.+^$()|[\]]/g, "\\$&")
    .replace(/[*?]/g, (mark) => (mark === "*" ? "[^/]*" : "[^/]"))
    .replace(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(",", "|")})`);

function pathPattern(glob: string): string {
  const names = glob.replace(/\/$/, "/**").split("/").filter(Boolean);
  return names
    .map((name, at) => {
      const isLast = at === names.length - 1;
      if (name === "**") return isLast ? ".+" : "(?:.+/)?";
      return `${namePattern(name)}${isLast ? "" : "/"}`;
    })
    .join("");
}

/** Sound globs as patterns over a whole path: the included paths, and the excluded ones, if any. */
export function pathPatterns(globs: readonly string[]): { meant: string; out?: string } {
  const either = (some: readonly string[]) => `^(?s:${some.map(pathPattern).join("|")})$`;
  const out = globs.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1));
  const meant = either(globs.filter((glob) => !glob.startsWith("!")));
  return out.length === 0 ? { meant } : { meant, out: either(out) };
}
