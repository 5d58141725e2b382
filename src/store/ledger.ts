/**
 * Who read and wrote what, when: for audits. One chain of lines a process; each line holds the hash of the one before
 * it, the first the last line of another chain, so that a changed or missing file shows. A line may be replaced by
 * its hash and a mark without breaking the chain.
 */
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "../context.js";
import { ANY_ID_FORM } from "../entry/id-form.js";
import { defined } from "../text/defined.js";
import { appendLine } from "./append-log.js";
import { sha256 } from "./files/atomic-file.js";
import type { FileChange } from "./files/transaction.js";
import type { Workspace } from "./workspace.js";

export interface LedgerEvent {
  at: string;
  /** `decision`: a version of the rules changed its state. */
  kind: "read" | "write" | "decision";
  /** The verb: `recall`, `heartbeat`, `learn`, ... */
  op: string;
  agent: string;
  session: string;
  run?: string;
  /** Entries concerned. */
  ids: string[];
  reason?: string;
  /** Kept only where the profile says so. */
  query?: string;
  /** Of a decision: the version, its new state, and who stands behind it (`auto`: the apply mode). */
  version?: string;
  decision?: string;
  by?: string;
  /** What a printed context is proved by; what it holds is the concern of contexts alone. */
  receipt?: { readonly id: string };
}

/** A line as it stands in a chain. */
export interface Line extends LedgerEvent {
  /** Hash of the line before; absent on a first line. */
  prev?: string;
  /** On a first line: the chain that was newest then, and its last line. */
  follows?: { file: string; hash: string };
}

/** What stands where a line was: its hash, so that the chain holds, and its own links, so that none can be put in. */
export interface Struck extends Pick<Line, "prev" | "follows"> {
  erased: string;
  mark: string;
}

/** The hash a line counts with: its own, or the one it had before it was struck. */
function countedHash(line: string): string {
  try {
    const { erased } = JSON.parse(line) as Partial<Struck>;
    return typeof erased === "string" ? erased : sha256(line);
  } catch {
    return sha256(line);
  }
}

const CHAIN_FILE = /^\d{8}T\d{6}Z-\d+-[0-9a-f]{8}\.jsonl$/;
/** One folder a day, so that none grows long. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;

function names(folder: string, pattern: RegExp): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => pattern.test(name))
      .sort();
  } catch {
    return [];
  }
}

/** Chains of a workspace, relative to the ledger's folder, as `2026-02-15/<name>`, by day and time. */
export function chainFiles(ws: Workspace): string[] {
  return names(ws.ledger, DAY).flatMap((day) =>
    names(join(ws.ledger, day), CHAIN_FILE).map((name) => `${day}/${name}`),
  );
}

/** The lines of a chain, given by its whole path. */
export function linesOf(path: string): string[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
}

/** The newest chain and the hash of its last line; undefined when there is none. */
function newest(ws: Workspace): Line["follows"] {
  for (const day of names(ws.ledger, DAY).reverse()) {
    for (const name of names(join(ws.ledger, day), CHAIN_FILE).reverse()) {
      const last = linesOf(join(ws.ledger, day, name)).at(-1);
      if (last !== undefined) return { file: `${day}/${name}`, hash: countedHash(last) };
    }
  }
  return undefined;
}

/** The chain of this process in one workspace. */
class Chain {
  readonly #ws: Workspace;
  #path: string | undefined;
  #prev: string | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(ws: Workspace) {
    this.#ws = ws;
  }

  /** One event after the other: a line needs the hash of the one before. */
  add(event: LedgerEvent): Promise<void> {
    const turn = this.#turn.then(() => this.#append(event));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #append(event: LedgerEvent): Promise<void> {
    const link: Pick<Line, "prev" | "follows"> = {};
    if (this.#path === undefined) {
      const follows = newest(this.#ws);
      if (follows !== undefined) link.follows = follows;
      const time = event.at.replaceAll(/[-:]/g, "");
      const name = `${time}-${process.pid}-${randomBytes(4).toString("hex")}.jsonl`;
      this.#path = join(this.#ws.ledger, event.at.slice(0, 10), name);
    } else if (this.#prev !== undefined) link.prev = this.#prev;
    const line = JSON.stringify({ ...event, ...link });
    await appendLine(this.#path, line);
    this.#prev = sha256(line);
  }
}

const chains = new WeakMap<Workspace, Chain>();

/**
 * Adds one event to this process's chain. Answers false when it could not be written: a read must not fail because
 * the disk is full or read-only.
 */
export async function recordEvent(ws: Workspace, event: LedgerEvent): Promise<boolean> {
  let chain = chains.get(ws);
  if (chain === undefined) {
    chain = new Chain(ws);
    chains.set(ws, chain);
  }
  try {
    await chain.add(event);
    return true;
  } catch {
    return false;
  }
}

/** What a check of all chains found. Files are relative to the ledger's folder. */
export interface LedgerCheck {
  chains: number;
  lines: number;
  /** Named by another chain, but not on this machine. */
  missing: string[];
  /** Lines that do not fit the one before: somebody changed the file. */
  changed: { file: string; line: number }[];
}

/** Follows every chain. Reads all of the ledger. */
export function checkLedger(ws: Workspace): LedgerCheck {
  const files = chainFiles(ws);
  const hashes = new Map<string, Set<string>>();
  const follows: NonNullable<Line["follows"]>[] = [];
  const changed: LedgerCheck["changed"] = [];
  let count = 0;
  for (const file of files) {
    const known = new Set<string>();
    let prev: string | undefined;
    const lines = linesOf(join(ws.ledger, file));
    const isWhole = readFileSync(join(ws.ledger, file), "utf8").endsWith("\n");
    count += lines.length;
    for (const [at, line] of lines.entries()) {
      const hash = countedHash(line);
      known.add(hash);
      const parsed = parsedLine(line);
      if (parsed === undefined) {
        // What a process was writing when it was killed: nobody changed it, and nothing follows from it.
        if (!isWhole && at === lines.length - 1) break;
        changed.push({ file, line: at + 1 });
      } else {
        const unlinked = isStruck(parsed) && parsed.prev === undefined && parsed.follows === undefined;
        if (!unlinked && parsed.prev !== prev) changed.push({ file, line: at + 1 });
        if (parsed.follows !== undefined) follows.push(parsed.follows);
      }
      prev = hash;
    }
    hashes.set(file, known);
  }
  const missing = new Set<string>();
  for (const { file, hash } of follows) {
    const known = hashes.get(file);
    if (known === undefined) missing.add(file);
    else if (!known.has(hash)) changed.push({ file, line: known.size });
  }
  return { chains: files.length, lines: count, missing: [...missing].sort(), changed };
}

/** What a line says; undefined for garbage. */
export function parsedLine(line: string): Line | Struck | undefined {
  try {
    const parsed: unknown = JSON.parse(line);
    if (typeof parsed !== "object" || parsed === null) return undefined;
    const isLine = "erased" in parsed || ("ids" in parsed && Array.isArray(parsed.ids));
    return isLine ? (parsed as Line | Struck) : undefined;
  } catch {
    return undefined;
  }
}

export function isStruck(line: Line | Struck): line is Struck {
  return "erased" in line;
}

function eventsIn(lines: readonly string[]): LedgerEvent[] {
  return lines.flatMap((line) => {
    const parsed = parsedLine(line);
    return parsed === undefined || isStruck(parsed) ? [] : [parsed];
  });
}

/** Every event that can be read, chain by chain. */
export function readLedger(ws: Workspace): LedgerEvent[] {
  return chainFiles(ws).flatMap((file) => eventsIn(linesOf(join(ws.ledger, file))));
}

/** The newest event on this machine that carries the receipt of this id. */
export function eventWithReceipt(ws: Workspace, id: string): LedgerEvent | undefined {
  for (const file of chainFiles(ws).reverse()) {
    const lines = linesOf(join(ws.ledger, file)).filter((line) => line.includes(id));
    const found = eventsIn(lines).findLast((event) => event.receipt?.id === id);
    if (found !== undefined) return found;
  }
  return undefined;
}

type Decision = Required<Pick<LedgerEvent, "version" | "decision" | "ids">> & Pick<LedgerEvent, "by">;

/** The few lines of a version's front matter that say who decided what. Cheap: neither yaml nor zod is loaded for it. */
function stateOf(bytes: Uint8Array | null | undefined): Decision | undefined {
  const text = Buffer.from(bytes ?? [])
    .toString("utf8")
    .replaceAll("\r\n", "\n");
  const head = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(text)?.[1];
  if (head === undefined) return undefined;
  const field = (name: string) => new RegExp(`^${name}: *"?([^"\\n]+?)"? *$`, "m").exec(head)?.[1];
  const [version, decision] = [field("id"), field("status")];
  if (version === undefined || decision === undefined) return undefined;
  const decided = /^decided:\n((?: +.*\n?)+)/m.exec(head)?.[1] ?? "";
  const by = /^ +by: *"?([^"\n]+?)"? *$/m.exec(decided)?.[1];
  const folded = /^folded:\n((?: +- .*\n?)+)/m.exec(head)?.[1] ?? "";
  const ids = [...folded.matchAll(new RegExp(ANY_ID_FORM, "g"))].map(([id]) => id);
  return { version, decision, ids, ...defined({ by }) };
}

/** Versions that are new, or in another state than before, in the order of their files. */
export function decisionsIn(changes: readonly Pick<FileChange, "path" | "after" | "read">[]): Decision[] {
  return [...changes]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ after, read }) => {
      const now = stateOf(after);
      return now === undefined || stateOf(read)?.decision === now.decision ? [] : [now];
    });
}

/** A query as the ledger keeps it, without secrets: where the profile says so. */
export async function queryForLedger({ profile }: Context, query: string | undefined): Promise<{ query?: string }> {
  if (query === undefined || !profile.ledger.keep_queries) return {};
  const { screenText } = await import("../screening/screen.js");
  return { query: (await screenText(query, "query", { mode: "redact", bidi: "strip" })).value };
}
