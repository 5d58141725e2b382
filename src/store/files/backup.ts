/** Keeps copies of files before `doctor` or an edit by hand changes them. */
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { commonFolder, gitFolder } from "../git/git-folder.js";
import type { Workspace } from "../workspace.js";
import { writeFileAtomic } from "./atomic-file.js";
import { codeOf, fileFailure } from "./file-failure.js";
import { readBytes } from "./safe-path.js";

/** Copies of files as they were before a mending changed them, in one folder a mending. */
export class Backup {
  readonly #ws: Workspace;
  readonly #stamp: string;
  #folder: string | undefined;

  /** `at` names the folder: `.tenet/state/backup/20260215T140000Z`. */
  constructor(ws: Workspace, at: Date) {
    this.#ws = ws;
    this.#stamp = at.toISOString().replace(/[-:]|\.\d+/g, "");
  }

  /** Relative to the workspace; undefined as long as nothing was kept. */
  get folder(): string | undefined {
    return this.#folder === undefined ? undefined : this.#ws.relative(this.#folder);
  }

  /** Keeps a file of the workspace as it is now; one that is absent needs nothing. */
  async keep(path: string): Promise<void> {
    const bytes = await readBytes(this.#ws, path);
    if (bytes !== undefined) await this.keepAs(this.#ws.relative(path), bytes);
  }

  /** Keeps this clone's git config, if there is one: it holds drivers and is in no commit. */
  async keepGitConfig(): Promise<void> {
    const folder = gitFolder(this.#ws.root);
    const path = folder && join(commonFolder(folder), "config");
    if (path !== undefined && existsSync(path)) await this.keepAs("git-config", await readFile(path));
  }

  /** Keeps bytes under a name with `/`. */
  async keepAs(name: string, bytes: Uint8Array | string): Promise<void> {
    this.#folder ??= await this.#freshFolder();
    const path = join(this.#folder, ...name.split("/"));
    await writeFileAtomic(path, bytes, { within: this.#ws });
  }

  /** Two mendings within one second do not share a folder. */
  async #freshFolder(): Promise<string> {
    const parent = this.#ws.backups;
    await mkdir(parent, { recursive: true });
    for (let number = 1; ; number++) {
      const folder = join(parent, number === 1 ? this.#stamp : `${this.#stamp}-${number}`);
      try {
        await mkdir(folder);
        return folder;
      } catch (cause) {
        if (codeOf(cause) !== "EEXIST") throw fileFailure("make the folder", folder, cause);
      }
    }
  }
}
