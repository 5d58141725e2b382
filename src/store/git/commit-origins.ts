/**
 * Files that entries of a commit name as their origin. Whether one lies in the workspace decides how far an entry is
 * trusted, and only its name is asked for: a commit laid out as a workspace has them empty.
 */
import { posix } from "node:path";
import { commitFiles, isPlainName } from "./commit-files.js";
import type { CommitTree } from "./commit-tree.js";

/** `origin: docs/guide.md:12`, as a line of a record. */
const ORIGIN = /^[ -]*origin: (.+)$/gm;
const QUOTED = /^(["'])(.*)\1$/;
const LINE_WITHIN = /[:#]L?\d+(?:[-:]\d+)?$/;

/** Origins as they are found in the files of a commit. */
export class Origins {
  readonly #named = new Set<string>();

  collect(bytes: Buffer): void {
    if (!bytes.includes("origin:")) return;
    for (const [, stated = ""] of bytes.toString("utf8").matchAll(ORIGIN)) {
      const file = posix.normalize(stated.trim().replace(QUOTED, "$2").replace(LINE_WITHIN, ""));
      if (isPlainName(file)) this.#named.add(file);
    }
  }

  /** Those that are files of the commit. A folder is named by a file within. */
  async namedIn(tree: CommitTree): Promise<string[]> {
    if (this.#named.size === 0) return [];
    const { files } = await commitFiles(tree, [""]);
    const isNamed = (file: string): boolean =>
      this.#named.has(file) || (file.includes("/") && isNamed(posix.dirname(file)));
    return files.flatMap(({ file }) => (isNamed(file) ? file : []));
  }
}
