import { join } from "node:path";
import type { EntryType } from "../entry/entry.js";

/** Types whose records are filed by the day they were born on. */
export type DatedType = Exclude<EntryType, "memory">;

const FOLDER_OF = { correction: "corrections", insight: "insights", outcome: "outcomes" } as const;

/** One place that spells every path. Getters answer absolute paths; `relative` gives the name shown to people. */
export class Workspace {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  #at(...segments: string[]): string {
    return join(this.root, ...segments);
  }

  get profile() {
    return this.#at("tenet.yaml");
  }
  get memory() {
    return this.#at("memory");
  }
  get learning() {
    return this.#at("memory", "learning");
  }
  get indexPage() {
    return this.#at("memory", "learning", "index.md");
  }
  /** The version chain. */
  get versions() {
    return this.#at("memory", "versions");
  }
  /** Rules that people changed: before, after, by whom. */
  get edits() {
    return this.#at("memory", "edits");
  }
  /** Memories, by group. */
  get facts() {
    return this.#at("memory", "facts");
  }
  get archive() {
    return this.#at("memory", "archive");
  }
  get featureRequests() {
    return this.#at("memory", "working", "feature-requests.md");
  }
  get gitattributes() {
    return this.#at(".gitattributes");
  }
  get gitignore() {
    return this.#at(".gitignore");
  }
  /** Everything local: ignored by git. */
  get local() {
    return this.#at(".tenet");
  }
  /** Disposable: one SQLite file of all that is derived. */
  get cache() {
    return this.#at(".tenet", "cache");
  }
  /** Disposable: vectors, in LanceDB. */
  get index() {
    return this.#at(".tenet", "index");
  }
  /** Local, not disposable: journal, lock, ledger, runs, sessions. */
  get state() {
    return this.#at(".tenet", "state");
  }
  get lock() {
    return this.#at(".tenet", "state", "lock");
  }
  get journal() {
    return this.#at(".tenet", "state", "journal");
  }
  get ledger() {
    return this.#at(".tenet", "state", "ledger");
  }
  /** What an erasing or redacting still has to take out of local and derived files. */
  get erasing() {
    return this.#at(".tenet", "state", "erasing.json");
  }
  /** Files as they were before `doctor --fix` changed them. */
  get backups() {
    return this.#at(".tenet", "state", "backup");
  }
  get runs() {
    return this.#at(".tenet", "state", "runs");
  }
  /** What is left of finished, failed and dropped runs: apart, so that looking for open ones stays cheap. */
  get closedRuns() {
    return this.#at(".tenet", "state", "closed-runs");
  }
  /** Left behind once the offer to name an owner was made. */
  get ownerOffer() {
    return this.#at(".tenet", "state", "owner-offered");
  }
  /** Commands that a person let run in this clone, by hash. */
  get confirmedPrograms() {
    return this.#at(".tenet", "state", "confirmed-programs");
  }
  /** What a harvest of transcripts has read and what was decided: places and hashes, no text. */
  get harvest() {
    return this.#at(".tenet", "state", "harvest.json");
  }
  get harvestLock() {
    return this.#at(".tenet", "state", "harvest-lock");
  }
  get sessions() {
    return this.#at(".tenet", "state", "sessions");
  }
  /** What an installing of hooks put into files of hosts, so that it comes out to the byte. */
  get hostRecords() {
    return this.#at(".tenet", "state", "hosts");
  }
  /** What hooks heard in conversations: how far each was read, corrections that nobody recorded. */
  get heard() {
    return this.#at(".tenet", "state", "sessions", "heard");
  }
  /** What went wrong in hooks, one line each. */
  get hooksLog() {
    return this.#at(".tenet", "state", "hooks.log");
  }

  /** One of the files people own, tenet's block apart: `SOUL.md`, `AGENTS.md`, ... */
  coreFile(name: "SOUL.md" | "MEMORY.md" | "AGENTS.md" | "HEARTBEAT.md"): string {
    return this.#at(name);
  }
  /** `memory/learning/corrections`. */
  recordFolder(type: EntryType): string {
    return type === "memory" ? this.facts : this.#at("memory", "learning", FOLDER_OF[type]);
  }
  /** `memory/learning/corrections/2026-02-15.md`: where new records of a day go in `layout: day`. */
  dayFile(type: DatedType, day: string): string {
    return join(this.recordFolder(type), `${day}.md`);
  }
  /** `memory/learning/corrections/2026-02/COR-20260215-K7Q2X.md`: one record alone, in `layout: entry`. */
  entryFile(type: DatedType, day: string, id: string): string {
    return join(this.recordFolder(type), day.slice(0, 7), `${id}.md`);
  }
  /** `memory/facts/preferences.md`: memories of one group. */
  factsFile(group: string): string {
    return join(this.facts, `${group}.md`);
  }
  /** `memory/2026-02-15.md`: the daily log. */
  dailyLog(day: string): string {
    return this.#at("memory", `${day}.md`);
  }
  /** `memory/versions/0007-K7Q2X.md`. */
  versionFile(id: string): string {
    return join(this.versions, `${id}.md`);
  }
  /** `memory/edits/2026-02-21.md`. */
  editsFile(day: string): string {
    return join(this.edits, `${day}.md`);
  }
  /** `memory/working/<name>.md`: active work. */
  workingFile(name: string): string {
    return this.#at("memory", "working", `${name}.md`);
  }

  /** An absolute path as people and git write it: relative to the root, with `/`. */
  relative(path: string): string {
    return path.slice(this.root.length + 1).replaceAll("\\", "/");
  }
  /** The other way round. */
  absolute(relative: string): string {
    return this.#at(...relative.split("/"));
  }
}
