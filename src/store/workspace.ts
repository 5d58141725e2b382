/** Where a workspace lies, and where everything lies in it. */
import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { CONTACT_FOLDER, type EntryType, RECORD_FOLDERS, RECORD_TYPES } from "../entry/record-types.js";
import { TenetError } from "../errors.js";

/** Types whose records are filed by their day of birth. */
type DatedType = Exclude<EntryType, "memory">;

class Root {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** An absolute path as people and git write it: relative to the root, with `/`. */
  relative(path: string): string {
    return path.slice(this.root.length + 1).replaceAll("\\", "/");
  }

  absolute(relative: string): string {
    return join(this.root, ...relative.split("/"));
  }
}

/** Every path, absolute. */
export class Workspace extends Root {
  readonly profile = this.absolute("tenet.yaml");
  readonly memory = this.absolute("memory");
  readonly learning = this.absolute("memory/learning");
  readonly indexPage = this.absolute("memory/learning/index.md");
  readonly versions = this.absolute("memory/versions");
  readonly goldenQuestions = this.absolute("memory/eval");
  readonly goldenRuns = this.absolute("memory/eval/runs.jsonl");
  readonly contacts = this.absolute(CONTACT_FOLDER);
  readonly wiki = this.absolute("memory/wiki");
  readonly featureRequests = this.absolute("memory/working/feature-requests.md");
  readonly gitignore = this.absolute(".gitignore");
  /** Ignored by git, like all in it. */
  readonly local = this.absolute(".tenet");
  /** Disposable, like the vectors of the index. */
  readonly cache = this.absolute(".tenet/cache.db");
  readonly index = this.absolute(".tenet/index");
  /** Not disposable: what this machine alone remembers. */
  readonly stateDb = this.absolute(".tenet/state.db");
  readonly lock = this.absolute(".tenet/lock.db");
  readonly syncLock = this.absolute(".tenet/sync-lock.db");
  readonly tmp = this.absolute(".tenet/tmp");
  readonly recordFolders: readonly string[] = RECORD_FOLDERS.map((folder) => this.absolute(folder));

  /** `memory/learning/corrections/2026-02-15.md`: where new records of a day go in `layout: day`. */
  dayFile(type: DatedType, day: string): string {
    return this.absolute(`${RECORD_TYPES[type].folder}/${day}.md`);
  }
  /** `memory/learning/corrections/2026-02/COR-20260215-K7Q2X.md`: one record alone, in `layout: entry`. */
  entryFile(type: DatedType, day: string, id: string): string {
    return this.absolute(`${RECORD_TYPES[type].folder}/${day.slice(0, 7)}/${id}.md`);
  }
  factsFile(group: string): string {
    return this.absolute(`${RECORD_TYPES.memory.folder}/${group}.md`);
  }
  contactFile(contact: string): string {
    return join(this.contacts, `${contact}.md`);
  }
  wikiPage(page: string): string {
    return join(this.wiki, `${page}.md`);
  }
  /** `memory/2026-02-15.md`: the daily log; about a contact `memory/contacts/jane/2026-02-15.md`. */
  dailyLog(day: string, contact?: string): string {
    return join(contact === undefined ? this.memory : join(this.contacts, contact), `${day}.md`);
  }
  versionFile(id: string): string {
    return join(this.versions, `${id}.md`);
  }

  /** A folder relative to the top, which is ""; undefined for one that is not there, or lies outside. */
  folderOf(path: string): string | undefined {
    const real = realPath(path);
    if (real === this.root) return "";
    return real?.startsWith(`${this.root}${sep}`) ? this.relative(real) : undefined;
  }
}

const noWorkspace = (message: string): TenetError => {
  const hint = "`tenet init` makes one here; -C DIR or TENET_WORKSPACE names another folder.";
  return new TenetError(message, { failure: "no-workspace", hint });
};

/** Undefined where nothing can be reached. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** The nearest workspace at or above a real folder. */
export function workspaceAbove(from: string): Workspace | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const workspace = new Workspace(folder);
    if (existsSync(workspace.profile)) return workspace;
    if (dirname(folder) === folder) return undefined;
  }
}

/**
 * The first folder with `tenet.yaml` walking up from `-C`, else the one `TENET_WORKSPACE` names, else the first one walking
 * up from the current folder. Exit 10 when there is none. Its root is a real path: checks for links compare like with like.
 */
export function findWorkspace(cwd: string, flag: string | undefined, variable: string | undefined): Workspace {
  if (flag === undefined && variable !== undefined) {
    const named = new Workspace(realPath(resolve(cwd, variable)) ?? variable);
    if (existsSync(named.profile)) return named;
    throw noWorkspace(`No workspace in ${variable}, which TENET_WORKSPACE names: it has no tenet.yaml.`);
  }
  const from = resolve(cwd, flag ?? ".");
  const real = realPath(from);
  if (real === undefined) throw noWorkspace(`No such folder: ${from}`);
  const workspace = workspaceAbove(real);
  if (workspace === undefined) throw noWorkspace(`No workspace here: no tenet.yaml in ${from} or above.`);
  return workspace;
}

/** Wrong usage where there is none. */
export function realFolder(path: string): string {
  const real = realPath(path);
  if (real === undefined || !statSync(real).isDirectory()) {
    throw new TenetError(`No such folder: ${path}`, { failure: "usage", hint: "Make it first, or name another one." });
  }
  return real;
}
