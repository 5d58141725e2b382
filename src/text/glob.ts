/**
 * Globs: which files of the workspace a check or a setting is about. They become patterns of the linear-time engine, so that no
 * glob can take more than linear time. `*` and `?` stay within a folder, `**` does not, `{a,b}` is either, a leading
 * `!` takes files out again, a trailing `/` means all beneath. Case counts; a dot at the start of a name is no exception.
 */

/** So many globs, and so many characters in one, are enough for anybody. */
const MOST_GLOBS = 50;
const LONGEST_GLOB = 500;

const QUOTED = /[.+^$()|[\]{}\\]/g;

const quote = (text: string): string => text.replace(QUOTED, "\\$&");

/** Why a glob is refused; undefined for one that names files of a workspace. */
function globTrouble(glob: string): string | undefined {
  const path = glob.startsWith("!") ? glob.slice(1) : glob;
  if (path === "") return "it names nothing";
  if (glob.length > LONGEST_GLOB) return `it is longer than ${LONGEST_GLOB} characters`;
  if (path.includes("\\")) return "folders are parted by /, and a backslash means nothing here";
  if (/^(?:\/|[A-Za-z]:)/.test(path)) return "it is absolute; write it from the top of the workspace";
  if (path.split("/").some((part) => part === "." || part === "..")) return "it holds . or .. as a folder";
  if (path.split("/").some((part) => part.includes("**") && part !== "**")) return "** stands alone between slashes";
  return braceTrouble(path);
}

function braceTrouble(path: string): string | undefined {
  let isOpen = false;
  for (const char of path) {
    if (char === "{" && isOpen) return "braces do not stand within braces";
    if (char === "}" && !isOpen) return "a brace closes that was never opened";
    if (char === "/" && isOpen) return "braces hold names, no folders";
    if (char === "{" || char === "}") isOpen = char === "{";
  }
  return isOpen ? "a brace is never closed" : undefined;
}

/** What is wrong with globs, one sentence each. */
export function globTroubles(globs: readonly string[]): string[] {
  if (globs.length > MOST_GLOBS) return [`more than ${MOST_GLOBS} globs`];
  const patterns = globs.flatMap((glob) => {
    const trouble = globTrouble(glob);
    return trouble === undefined ? [] : [`${JSON.stringify(glob.slice(0, 60))}: ${trouble}`];
  });
  if (patterns.length === 0 && globs.every((glob) => glob.startsWith("!"))) return ["every glob takes files out"];
  return patterns;
}

/** One name of a path: `*` and `?` stay within it. */
function namePattern(name: string): string {
  let pattern = "";
  let isOpen = false;
  for (const char of name) {
    if (char === "*") pattern += "[^/]*";
    else if (char === "?") pattern += "[^/]";
    else if (char === "{") pattern += "(?:";
    else if (char === "}") pattern += ")";
    else pattern += char === "," && isOpen ? "|" : quote(char);
    if (char === "{" || char === "}") isOpen = char === "{";
  }
  return pattern;
}

function pathPattern(glob: string): string {
  const whole = glob.endsWith("/") ? `${glob}**` : glob;
  const names = whole.split("/").filter((name) => name !== "");
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
  const includes = either(globs.filter((glob) => !glob.startsWith("!")));
  return out.length === 0 ? { meant: includes } : { meant: includes, out: either(out) };
}
