/**
 * Records calls of tenet as text: what was typed and piped in, what came back, and which files of the tree are others
 * afterwards. The recordings (`*.txt`) are the wall: a change that is said to change nothing leaves them as they are.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { readable } from "../cli/terminal.js";
import type { Ran, Sandbox } from "../sandbox.js";

/** What is not the tree: git's own files, and what tenet keeps for this machine. */
const LOCAL = new Set([".git", ".tenet"]);

const hashOf = (bytes: Buffer | string): string => createHash("sha256").update(bytes).digest("hex").slice(0, 8);

/** Every file of a tree with a hash of what it holds. */
function treeOf(root: string, folder = root, files = new Map<string, string>()): Map<string, string> {
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (LOCAL.has(entry.name)) continue;
    if (entry.isDirectory()) treeOf(root, path, files);
    else files.set(relative(root, path), hashOf(entry.isSymbolicLink() ? readlinkSync(path) : readFileSync(path)));
  }
  return files;
}

/** The files that are new, changed or gone, one a line. */
function changes(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  const moved = paths.filter((path) => before.get(path) !== after.get(path));
  return moved.map((path) => `  ${path} ${after.get(path) ?? "is gone"}`);
}

/** Without what differs from run to run, and from machine to machine. */
const plainText = (text: string, home: string): string =>
  text
    .replaceAll(home, "~")
    .replace(/\b\d+(\.\d+)? ?(?:m?s|seconds?)\b/g, "0 s")
    .replace(/"seconds":[\d.]+/g, '"seconds":0')
    .replace(/\b(?:[0-9a-f]{40}|[0-9a-f]{10})\b/g, "a commit");

const quoted = (word: string): string => (/^[\w@./:,=+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
const indented = (text: string): string => text.replace(/^(?=.)/gm, "  ").replace(/\n$/, "");

export interface Recording {
  /** The same world; each of its calls is recorded. */
  box: Sandbox;
  /** All calls so far, in order. */
  text(): string;
}

/** Records the calls of a world. `trees`: the folders whose files are compared; the workspace alone unless stated. */
export function recorded(box: Sandbox, trees: readonly string[] = [box.dir]): Recording {
  const calls: string[] = [];
  const home = dirname(box.dir);
  const states = new Map(trees.map((tree) => [tree, treeOf(tree)]));
  const plain = (text: string): string => plainText(readable(text), home);

  function note(
    typed: readonly string[],
    stdin: string | null | undefined,
    code: number | null,
    parts: Record<string, string>,
  ): void {
    const lines = [`$ tenet ${typed.map((word) => quoted(plain(word))).join(" ")}`];
    if (stdin) lines.push("stdin", indented(plain(stdin)));
    lines.push(`exit ${code}`);
    for (const [name, text] of Object.entries(parts)) if (text !== "") lines.push(name, indented(plain(text)));
    for (const tree of trees) {
      const now = treeOf(tree);
      const moved = changes(states.get(tree) ?? new Map(), now);
      states.set(tree, now);
      if (moved.length > 0) lines.push(`tree ${plain(tree)}`, ...moved);
    }
    calls.push(lines.join("\n"));
  }

  const run: Sandbox["run"] = async (args, options): Promise<Ran> => {
    const ran = await box.run(args, options);
    note(args, options?.stdin, ran.code, { stdout: ran.stdout, stderr: ran.stderr });
    return ran;
  };
  const runTyped: Sandbox["runTyped"] = async (args, drawn, options) => {
    let screen = "";
    const see: typeof drawn = (text, type) => {
      screen += text;
      drawn(text, type);
    };
    const code = await box.runTyped(args, see, options);
    note(args, null, code, { screen });
    return code;
  };
  return { box: { ...box, run, runTyped }, text: () => `${calls.join("\n\n")}\n` };
}
