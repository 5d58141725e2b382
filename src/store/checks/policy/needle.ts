/** A text that every match of a pattern holds. Looking for it is so cheap that most files need no search by the pattern. */

export interface Needle {
  text: string;
  /** `text` is in lower case, and is looked for in a text in lower case. */
  folded: boolean;
}

/** Under `(?i)` these letters stand for letters beyond ASCII as well: `k` for the Kelvin sign, `s` for `ſ`. */
const FOLDS_ALIKE = /[^ -~]|[ks]/i;

/** Shorter ones are in every file. */
const SHORTEST = 2;

/** Behind the class that begins at `from`; -1 where it has no end. */
function behindClass(pattern: string, from: number): number {
  // A bracket that comes first stands for itself.
  let at = from + (pattern.startsWith("[^", from) ? 2 : 1);
  if (pattern[at] === "]") at++;
  for (; at < pattern.length; at++) {
    if (pattern[at] === "\\") at++;
    else if (pattern.startsWith("[:", at)) {
      const end = pattern.indexOf(":]", at);
      if (end === -1) return -1;
      at = end + 1;
    } else if (pattern[at] === "]") return at + 1;
  }
  return -1;
}

/** Behind the group that begins at `from`; -1 where it has no end. */
function behindGroup(pattern: string, from: number): number {
  let depth = 0;
  for (let at = from; at < pattern.length; ) {
    const letter = pattern[at];
    if (letter === "[") {
      at = behindClass(pattern, at);
      if (at === -1) return -1;
      continue;
    }
    if (letter === "(") depth++;
    if (letter === ")" && --depth === 0) return at + 1;
    at += letter === "\\" ? 2 : 1;
  }
  return -1;
}

/**
 * The longest such text of a pattern in RE2's syntax. Undefined where none is certain: what stands in groups and classes,
 * in choices and behind `?`, `*` and `{` is not looked at, and whatever is unusual ends the search.
 */
export function needleOf(pattern: string): Needle | undefined {
  if (pattern.includes("\\Q")) return;
  const flags = /^\(\?([ims]+)\)/.exec(pattern);
  const folded = flags?.[1]?.includes("i") === true;
  const runs: string[][] = [[]];
  const end = (): unknown => runs.push([]);
  const add = (letter: string): void => {
    if (folded && FOLDS_ALIKE.test(letter)) end();
    else runs.at(-1)?.push(folded ? letter.toLowerCase() : letter);
  };
  for (let at = flags?.[0].length ?? 0; at < pattern.length; ) {
    const letter = String.fromCodePoint(pattern.codePointAt(at) as number);
    const next = pattern[at + 1] ?? "";
    if (letter === "|" || letter === ")") return;
    if (letter === "(") {
      // A flag within changes what is behind it.
      if (/^\(\?[a-zA-Z]*-?[a-zA-Z]*\)/.test(pattern.slice(at))) return;
      end();
      at = behindGroup(pattern, at);
    } else if (letter === "[") {
      end();
      at = behindClass(pattern, at);
    } else if (letter === "\\") {
      if (/[!-/:-@[-`{-~]/.test(next)) add(next);
      else if (/[bBdDsSwWtnrfvaAz]/.test(next)) end();
      else return;
      at += 2;
    } else {
      if (/[?*{]/.test(letter)) runs.at(-1)?.pop();
      if (/[?*{+.^$]/.test(letter)) end();
      else add(letter);
      at += letter === "{" ? (/^\{\d+(?:,\d*)?\}/.exec(pattern.slice(at))?.[0].length ?? 1) : letter.length;
    }
    if (at === -1) return;
  }
  const [text = ""] = runs.map((run) => run.join("")).sort((a, b) => b.length - a.length);
  return text.length < SHORTEST ? undefined : { text, folded };
}
