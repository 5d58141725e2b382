/** The files of a world, and which of them a step changed. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** What is not the tree: git's own files, and what tenet keeps for this machine. */
const LOCAL = new Set([".git", ".tenet", "gitconfig", ".cache"]);
/** Generated from the records, and not in git. */
const INDEX = "memory/learning/index.md";

/** Every file beneath the root of a world with what it holds, by its path from the workspace; a home's is `~/...`. */
export type Tree = ReadonlyMap<string, string>;

export function treeOf(root: string): Tree {
  const files = new Map<string, string>();
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (LOCAL.has(entry.name) || entry.name.endsWith(".git") || (folder === root && entry.name.startsWith("tmp")))
        continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (entry.isSymbolicLink()) files.set(nameOf(root, path), `link to ${readlinkSync(path)}`);
      else if (entry.isFile() && !path.endsWith(INDEX)) files.set(nameOf(root, path), readable(path));
    }
  };
  if (existsSync(root)) walk(root);
  return files;
}

/** Unreadable files are what some sessions are about. */
function readable(path: string): string {
  try {
    const bytes = readFileSync(path);
    const text = bytes.toString("utf8");
    return Buffer.from(text).equals(bytes) ? text : `bytes ${createHash("sha256").update(bytes).digest("hex")}`;
  } catch {
    return "unreadable";
  }
}

function nameOf(root: string, path: string): string {
  const [top = "", ...rest] = relative(root, path).split(sep);
  if (top === "workspace") return rest.join("/");
  return [top === "home" ? "~" : `../${top}`, ...rest].join("/");
}

export interface Change {
  mark: "+" | "~" | "-";
  path: string;
}

export function changesOf(before: Tree, after: Tree): Change[] {
  return [...new Set([...before.keys(), ...after.keys()])].toSorted().flatMap((path): Change[] => {
    const [was, is] = [before.get(path), after.get(path)];
    if (was === is) return [];
    return [{ mark: was === undefined ? "+" : is === undefined ? "-" : "~", path }];
  });
}

/** The id of a record or of a version, where it stands in a file. */
const ID = /^\s*(?:- )?\{?"?id"?: "?([A-Z]{3}-\d{8}-[0-9A-Z]{5}|\d{4}-[0-9A-Z]{5})\b/gm;

/** Ids that stand in records of `tree` and are not in `known`, which they are added to: in the order of their files. */
export function bornIn(tree: Tree, known: Set<string>): string[] {
  const born: string[] = [];
  for (const path of [...tree.keys()].filter((name) => name.endsWith(".md")).toSorted()) {
    for (const [, id = ""] of (tree.get(path) ?? "").matchAll(ID)) {
      if (known.has(id)) continue;
      known.add(id);
      born.push(id);
    }
  }
  return born;
}
