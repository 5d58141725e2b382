/** Whether a run of characters is a path, or words, versions, units, names and patterns that a slash stands between. */
import { isOrdinaryForm } from "../../text/words/ordinary-words.js";

/** Folders by which a path is known though it begins nowhere. */
const FOLDER =
  /^(?:src|lib|dist|node_modules|usr|var|etc|tmp|home|s?bin|pkg|packages|scripts|migrations|fixtures|tests?|spec|docs|vendor|internal|apps|cmd|components|assets|public|static|templates|examples|config|memory|build|target|include|opt|mnt|root|Users)$/;
const NAMED = [
  // Types of media
  /^(?:application|text|image|audio|video|font|multipart|message|model)\/(?:vnd\.[\w.+-]+|x-[\w.+-]+|[a-z0-9+-]+|\*)$/,
  // Packages with a scope, with a version, hashes of packages, modules of a runtime
  /^@[a-z0-9~][\w.~-]*\/[\w.@~^/-]+$/i,
  /^[\w.-]+\/[\w.-]+@v?\d[\w.-]*$|^sha\d{1,3}[-:]/,
  /^(?:node|npm|jsr|bun|deno|pkg):[a-z@]|^doi:10\./,
  // Branches of a remote, zones of time
  /^(?:origin|upstream)\/(?:main|master|HEAD|develop|trunk)$/,
  /^(?:Africa|America|Asia|Atlantic|Australia|Europe|Pacific|Etc)\/[A-Z][\w/+-]*$/,
] as const;
/** Products that are named like files. */
const PRODUCT =
  /^(?:node|deno|vue|next|nuxt|express|react|three|d3|chart|nest|ember|backbone|angular|alpine|discord|require|moment|socket)\.(?:js|ts|io)$/i;

/** A glob below no root, or a part of a regular expression. */
export const isPattern = (run: string): boolean =>
  !isRooted(run.replace(/^(?:\.{1,2}\/)+(?=.*\*)|^\/(?=[^/]*\*)/, "")) &&
  /\*|^\^|\$$|\\(?:[dDwWsSbB](?![\p{L}\p{N}_])|[pP]\{|[.^$*+?()[\]{}/])/u.test(run);

/** `tag`: a `<` stands before it and a `>` behind. */
export function isPath(run: string, tag: boolean): boolean {
  if (tag && /^\/?[a-z][\w:-]*\/?$/i.test(run)) return false;
  const path = run.replace(/(?::\d{1,6}){1,2}$/, "");
  return isRooted(path) || isWindowsPath(path) || (path.includes("/") && isRelative(path));
}

/** From a drive, a share, a root, a home or a folder that is named by dots. */
const isRooted = (path: string): boolean =>
  /^(?:[a-z]:[\\/]|\\\\)[^\\/\s]|^file:\/|^~(?:[\p{L}_][\p{L}\p{N}_.-]*)?[\\/]|^\.{1,2}[\\/]/iu.test(path) ||
  /^\/(?!\/[^/]*$)\/?[\p{L}\p{N}_.~@$*{-]/u.test(path);

/** Folders between backslashes; `\n` and `\d` are no folders. */
function isWindowsPath(path: string): boolean {
  const parts = path.split("\\");
  if (/^[%$]\w+%?\\/.test(path)) return true;
  if (parts.length < 2 || !parts.every((part) => /^[\p{L}\p{N}_.~$-]{2,}$/u.test(part))) return false;
  return parts.length > 2 || hasExtension(parts.at(-1) ?? "") || !/^[^\\]*\\[nrtbfv0dwsxupDWSBP]/.test(path);
}

function isRelative(path: string): boolean {
  const parts = path.split("/");
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  if (NAMED.some((form) => form.test(path)) || parts.every((part) => part === "" || isNumeric(part))) return false;
  if (last === "") return path.replaceAll("/", "").length > 2;
  if (FOLDER.test(first) || /^[$%@]/.test(path)) return !parts.every(isShort);
  if (parts.some((part) => /^\.\p{L}|_/u.test(part)) || hasExtension(last)) return true;
  // Two words may be a part of a package: `lodash/fp`
  return !/^\p{Ll}[\p{Ll}\d-]*\/\p{Ll}[\p{Ll}\d-]*$/u.test(path) && !parts.every(isProse);
}

/** Of a file; a product's name has none, and neither has a version. */
const hasExtension = (part: string): boolean =>
  /[^.]\.[a-z][a-z0-9]{0,9}$/i.test(part) && !PRODUCT.test(part) && !/^v?\d+(?:\.\w+)*$/.test(part);

/** `24`, `1.5`, `100MB`, `50%`, `~5`, `v2`, `x86`. */
const isNumeric = (part: string): boolean => /^(?:[~<>^≤≥$€£]?[\d.,]+[\p{L}%µ]{0,4}|v\d[\d.x]*|x\d\d)$/u.test(part);

/** `w`, `or`, `and`: too short to name a place. */
const isShort = (part: string): boolean => /^\p{L}{0,3}$/u.test(part);

/** What a sentence may hold on one side of a slash: TCP, URLs, UTF-8; React, Apache-2.0; iOS, gRPC; read-only. */
function isProse(part: string): boolean {
  if (part === "[person]" || isNumeric(part) || isShort(part) || PRODUCT.test(part)) return true;
  if (/^[^\p{ASCII}]+$|^[a-z]{0,3}\p{Lu}(?:[\p{L}\p{N}+#-]|\.\d)*$/u.test(part)) return true;
  const words = part.toLowerCase().split(/[:-]/);
  return (
    /^[\p{L}\p{N}':-]+$/u.test(part) && words.every((word) => isShort(word) || isNumeric(word) || isOrdinaryForm(word))
  );
}
