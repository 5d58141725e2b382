/** Collects a made-up history in memory and writes it as a workspace: record files, logs, versions, ledger. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { dayOf, type Entry } from "../../src/entry/entry.js";
import { prefixOf } from "../../src/entry/record-types.js";
import { idSource } from "../../src/ids.js";
import type { Version } from "../../src/rules/versions/version.js";
import { renderVersion } from "../../src/rules/versions/version-text.js";
import { sha256 } from "../../src/store/files/atomic-file.js";
import type { LedgerEvent } from "../../src/store/ledger-line.js";
import { appendRecord } from "../../src/store/records/record-edit.js";
import type { Workspace } from "../../src/store/workspace.js";
import { DAY_MS } from "../../src/text/durations.js";
import { Chance } from "./chance.js";

/** The end of every made-up history. */
export const NOW = "2026-06-30T12:00:00Z";
const NOW_MS = Date.parse(NOW);
/** Days from its beginning to its end. */
export const SPAN = 350;

/** An instant by its day of the history, 0 to {@link SPAN}. */
export const instantOf = (day: number): string =>
  `${new Date(NOW_MS + (day - SPAN) * DAY_MS).toISOString().slice(0, 19)}Z`;

/** Any of the types; what the type demands is given with it. */
type Fields = { type: Entry["type"]; agent: string } & Record<string, unknown>;

export class TruthTree {
  readonly chance: Chance;
  readonly entries: Entry[] = [];
  readonly versions: Version[] = [];
  readonly #ids;
  readonly #logs = new Map<string, string[]>();
  readonly #ledger: LedgerEvent[] = [];
  readonly #files = new Map<string, string>();
  #number = 0;

  constructor(seed: number) {
    this.chance = new Chance(seed);
    this.#ids = idSource(`truth-${seed}`);
  }

  /** An entry of a day; what becomes of it later may still be set on it. */
  add(day: number, fields: Fields): Entry {
    const timestamp = instantOf(day);
    const id = `${prefixOf(fields.type)}-${timestamp.slice(0, 10).replaceAll("-", "")}-${this.#ids.tail()}`;
    const entry = { id, timestamp, tier: "self", status: "active", ...fields } as unknown as Entry;
    this.entries.push(entry);
    return entry;
  }

  /** A number that no other text has. */
  next(): number {
    return ++this.#number;
  }

  correction(day: number, fields: { agent: string; stakes: string } & Record<string, unknown>): Entry {
    const number = this.next();
    const words = { corrected_to: `Way ${number} is right`, prior_belief: `Any way but ${number} will do` };
    const rest = { behavioral_change: `Look at ${number} first`, at_risk: `Job ${number} is late` };
    return this.add(day, { type: "correction", ...words, ...rest, ...fields });
  }

  insight(day: number, fields: { agent: string; stakes: string } & Record<string, unknown>): Entry {
    const number = this.next();
    const words = { insight: `Thing ${number} depends on another`, evidence: `Log ${number} shows it` };
    return this.add(day, { type: "insight", ...words, at_risk: `Release ${number} breaks`, ...fields });
  }

  /** A line of a daily log. */
  log(day: number, text: string): void {
    const at = instantOf(day);
    const known = this.#logs.get(at.slice(0, 10)) ?? [];
    this.#logs.set(at.slice(0, 10), [...known, `- ${at.slice(11, 16)} ${text}`]);
  }

  event(day: number, event: Omit<LedgerEvent, "at" | "session">): void {
    this.#ledger.push({ at: instantOf(day), session: `s-${instantOf(day).slice(0, 10)}`, ...event });
  }

  /** A file by its path within the workspace. */
  file(path: string, text: string): void {
    this.#files.set(path, text);
  }

  write(ws: Workspace): void {
    const records = new Map<string, string>();
    for (const entry of this.entries) {
      const file = entry.type === "memory" ? ws.factsFile("answers") : ws.dayFile(entry.type, dayOf(entry.id));
      records.set(file, appendRecord(records.get(file), entry));
    }
    for (const [file, text] of records) put(file, text);
    for (const [day, lines] of this.#logs) put(ws.dailyLog(day), `# ${day}\n\n${lines.sort().join("\n")}\n`);
    for (const [at, version] of this.versions.entries()) {
      put(ws.versionFile(version.id), renderVersion(version, this.versions[at - 1]?.rules ?? []));
    }
    for (const [path, text] of this.#files) put(join(ws.root, path), text);
    this.#writeLedger(ws);
  }

  /** One chain, each line with the hash of the one before it. */
  #writeLedger(ws: Workspace): void {
    const events = [...this.#ledger].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
    const lines: string[] = [];
    for (const event of events) {
      const before = lines.at(-1);
      lines.push(JSON.stringify({ ...event, ...(before === undefined ? {} : { prev: sha256(before) }) }));
    }
    const day = instantOf(0).slice(0, 10);
    put(join(ws.ledger, day, `${day.replaceAll("-", "")}T120000Z-1-00000001.jsonl`), `${lines.join("\n")}\n`);
  }
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
