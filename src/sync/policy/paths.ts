/** Whether a run of characters is a path, or words, versions, units and names that a slash stands between. */
import { isOrdinaryForm } from "../../text/words/ordinary-words.js";

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Folders by which a path is known though it begins nowhere. */
const FOLDERS = words(
  "src lib dist node_modules usr var etc tmp home bin sbin pkg packages scripts migrations fixtures tests spec docs vendor " +
    "internal apps cmd components assets public static templates examples config memory build target include opt mnt root Users",
);
/** Media types, whose names have a slash. */
const MEDIA =
  /^(?:application|text|image|audio|video|font|multipart|message|model)\/(?:vnd\.[\w.+-]+|x-[\w.+-]+|[a-z0-9+-]+|\*)$/;
/** Packages with a scope, pinned actions, modules of a runtime, branches of a remote: names, and no places of anybody. */
const NAMED = [
  /^@[a-z0-9~][\w.~-]*\/[\w.@~^/-]+$/i,
  /^[\w.-]+\/[\w.-]+@v?\d[\w.-]*$/,
  /^(?:node|npm|jsr|bun|deno):[a-z@]/,
  /^(?:origin|upstream)\/(?:main|master|HEAD|develop|trunk)$/,
] as const;
/** Products that are named like files. */
const PRODUCT =
  /^(?:node|deno|vue|next|nuxt|express|react|three|d3|chart|nest|ember|backbone|angular|alpine|discord|require|moment|socket)\.(?:js|ts|io)$/i;

/** `tag`: a `<` stands before it and a `>` behind. */
export function isPath(run: string, tag: boolean): boolean {
  if (tag && /^\/?[a-z][\w:-]*\/?$/i.test(run)) return false;
  if (!/[/\\~]/.test(run)) return false;
  const path = run.replace(/(?::\d{1,6}){1,2}$/, "");
  return isRooted(path) || isWindowsPath(path) || (path.includes("/") && isRelative(path));
}

/** From a root, a home or a folder that is named by dots. */
function isRooted(path: string): boolean {
  if (/^(?:[a-z]:[\\/]|\\\\)[^\\/\s]/i.test(path)) return true;
  if (/^~(?:[\p{L}_][\p{L}\p{N}_.-]*)?[\\/]/u.test(path)) return true;
  if (/^\.{1,2}[\\/]/.test(path)) return true;
  return /^\/\/?[\p{L}\p{N}_.~@$*{-]/u.test(path) && !/^\/\/[^/]*$/.test(path);
}

const SINGLE_ESCAPE = /^[^\\]*\\[nrtbfv0dwsxupDWSBP]/;

/** Folders between backslashes; `\n` and `\d` are no folders. */
function isWindowsPath(path: string): boolean {
  const parts = path.split("\\");
  if (/^[%$]\w+%?\\/.test(path)) return true;
  if (parts.length < 2 || !parts.every((part) => /^[\p{L}\p{N}_.~$-]{2,}$/u.test(part))) return false;
  return parts.length > 2 || hasExtension(parts.at(-1) ?? "") || !SINGLE_ESCAPE.test(path);
}

function isRelative(path: string): boolean {
  if (MEDIA.test(path) || NAMED.some((form) => form.test(path))) return false;
  const parts = path.split("/");
  const last = parts.at(-1) ?? "";
  if (parts.every((part) => part === "" || isNumeric(part))) return false;
  if (last === "") return path.replaceAll("/", "").length > 2;
  if (FOLDERS.has(parts[0] ?? "") || /^[$%@]/.test(path)) return !parts.every(isShort);
  if (parts.some((part) => /^\.\p{L}/u.test(part) || part.includes("*") || part.includes("_"))) return true;
  if (hasExtension(last)) return true;
  return !parts.every(isProse);
}

/** Of a file; a product's name has none, and neither has a version. */
function hasExtension(part: string): boolean {
  return /[^.]\.[a-z][a-z0-9]{0,9}$/i.test(part) && !PRODUCT.test(part) && !/^v?\d+(?:\.\w+)*$/.test(part);
}

/** `24`, `1.5`, `100MB`, `50%`, `~5`, `v2`, `x86`. */
const isNumeric = (part: string): boolean => /^(?:[~<>^≤≥$€£]?[\d.,]+[\p{L}%µ]{0,4}|v\d[\d.x]*|x\d\d)$/u.test(part);

/** `w`, `or`, `and`: too short to name a place. */
const isShort = (part: string): boolean => /^\p{L}{0,3}$/u.test(part);

/** What a sentence may hold on one side of a slash. */
function isProse(part: string): boolean {
  if (part === "[person]" || isNumeric(part) || isShort(part) || PRODUCT.test(part)) return true;
  if (/^[^\p{ASCII}]+$/u.test(part)) return true;
  // TCP, URLs, UTF-8; React, PostgreSQL; iOS, gRPC
  if (/^[A-Z][A-Z0-9-]*s?$/.test(part) || /^\p{Lu}[\p{L}\p{N}+#]*$/u.test(part)) return true;
  if (/^[a-z]{1,3}\p{Lu}[\p{L}\p{N}]*$/u.test(part)) return true;
  if (!/^[\p{L}\p{N}'-]+$/u.test(part)) return false;
  return part
    .toLowerCase()
    .split("-")
    .every((word) => isShort(word) || isNumeric(word) || isOrdinaryForm(word));
}
