/**
 * Who read and wrote what, when: for audits. One chain of lines a process; each line holds the hash of the one before
 * it, the first the last line of another chain, so that a changed or missing file shows. A line may be replaced by
 * its hash and a mark without breaking the chain.
 */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "../../context.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import { ANY_ID_FORM } from "../../text/id-shape.js";
import { sha256 } from "../files/atomic-file.js";
import type { FileChange } from "../files/transaction.js";
import type { Workspace } from "../workspace.js";
import { appendLine } from "./append-log.js";
import { allChains, isWithoutReads, ledgerMonths, newestChains } from "./chains.js";
import { countedHash, isStruck, type LedgerEvent, type Line, parsedLine } from "./ledger-line.js";

export type { LedgerEvent } from "./ledger-line.js";

/** The newest chain and the hash of its last line; undefined when there is none. */
function newest(ws: Workspace): Line["follows"] {
  for (const { file, lines } of newestChains(ws)) {
    const last = lines.at(-1);
    if (last !== undefined) return { file, hash: countedHash(last) };
  }
  return undefined;
}

/** The chain of this process in one workspace. */
class OwnChain {
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
    // A server that wrote nothing for long finds its chain packed: it begins another one.
    if (this.#path !== undefined && !existsSync(this.#path)) this.#path = undefined;
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

const chains = new WeakMap<Workspace, OwnChain>();

/**
 * Adds one event to this process's chain. Answers false when it could not be written: a read must not fail because
 * the disk is full or read-only.
 */
export async function recordEvent(ws: Workspace, event: LedgerEvent): Promise<boolean> {
  let chain = chains.get(ws);
  if (chain === undefined) {
    chain = new OwnChain(ws);
    chains.set(ws, chain);
  }
  try {
    await chain.add(event);
    return true;
  } catch {
    return false;
  }
}

/** Notes that these entries were read, with the session and run. False when it could not be written. */
export async function recordRead(
  { workspace, clock, actor: { agent, session, run } }: Pick<Context, "workspace" | "clock" | "actor">,
  op: string,
  ids: string[],
  more: Partial<Pick<LedgerEvent, "at" | "query" | "receipt">> = {},
): Promise<boolean> {
  const at = stamp(clock.now());
  return await recordEvent(workspace, { at, kind: "read", op, agent, session, ...defined({ run }), ids, ...more });
}

/** The result of checking all chains. Files are relative to the ledger's folder. */
export interface LedgerCheck {
  chains: number;
  lines: number;
  /** Named by another chain, but not on this machine. */
  missing: string[];
  /** Lines that do not follow the one before: the file was edited. */
  changed: { file: string; line: number }[];
}

/** Stands for bytes that are no text. */
const NO_TEXT = "\ufffd";

/** Follows every chain. Reads all of the ledger. */
export function checkLedger(ws: Workspace): LedgerCheck {
  const hashes = new Map<string, Set<string>>();
  const follows: NonNullable<Line["follows"]>[] = [];
  const changed: LedgerCheck["changed"] = [];
  let count = 0;
  for (const { file, lines, isWhole, isText, isReadable } of allChains(ws)) {
    const hashesSeen = new Set<string>();
    let prev: string | undefined;
    if (!isReadable) changed.push({ file, line: 1 });
    count += lines.length;
    for (const [at, line] of lines.entries()) {
      const hash = countedHash(line);
      hashesSeen.add(hash);
      const parsed = isText || !line.includes(NO_TEXT) ? parsedLine(line) : undefined;
      if (parsed === undefined) {
        // A killed process was writing this line: nobody edited it, and no line follows from it.
        if (!isWhole && at === lines.length - 1) break;
        changed.push({ file, line: at + 1 });
      } else {
        const unlinked = isStruck(parsed) && parsed.prev === undefined && parsed.follows === undefined;
        if (!unlinked && parsed.prev !== prev) changed.push({ file, line: at + 1 });
        if (parsed.follows !== undefined) follows.push(parsed.follows);
      }
      prev = hash;
    }
    hashes.set(file, hashesSeen);
  }
  const missing = new Set<string>();
  // Chains of reads alone are not there any more.
  const old = new Set(ledgerMonths(ws).flatMap((month) => (isWithoutReads(month) ? month.slice(0, 7) : [])));
  for (const { file, hash } of follows) {
    const hashesOfFile = hashes.get(file);
    if (hashesOfFile === undefined) {
      if (!old.has(file.slice(0, 7))) missing.add(file);
    } else if (!hashesOfFile.has(hash)) changed.push({ file, line: hashesOfFile.size });
  }
  return { chains: hashes.size, lines: count, missing: [...missing].sort(), changed };
}

function eventsIn(lines: readonly string[]): LedgerEvent[] {
  return lines.flatMap((line) => {
    const parsed = parsedLine(line);
    return parsed === undefined || isStruck(parsed) ? [] : [parsed];
  });
}

/** Every event that can be read, chain by chain. */
export function readLedger(ws: Workspace): LedgerEvent[] {
  return Array.from(allChains(ws)).flatMap(({ lines }) => eventsIn(lines));
}

/** Events on this machine with a text in their lines, newest chain first. */
function* eventsWith(ws: Workspace, text: string): Generator<LedgerEvent> {
  for (const { lines } of newestChains(ws)) yield* eventsIn(lines.filter((line) => line.includes(text))).reverse();
}

/** The kind as our own lines write it: lines without it are not parsed. */
const READING = '"kind":"read"';

/** Every read event, chain by chain. Struck, torn and foreign lines give none. */
export function* readingEvents(ws: Workspace): Generator<LedgerEvent> {
  for (const { lines } of allChains(ws)) {
    yield* eventsIn(lines.filter((line) => line.includes(READING))).filter(({ kind }) => kind === "read");
  }
}

/** The newest event on this machine that carries the receipt of this id. */
export function eventWithReceipt(ws: Workspace, id: string): LedgerEvent | undefined {
  for (const event of eventsWith(ws, id)) if (event.receipt?.id === id) return event;
  return undefined;
}

/** How often `recall` found an entry on this machine, and when it last did; nothing where it never did. A recall is no use. */
export function recallsOf(ws: Workspace, id: string): { recalled?: number; last_used?: string } {
  const times = Array.from(eventsWith(ws, id)).flatMap(({ op, ids, at }) =>
    op === "recall" && ids?.includes(id) === true ? [at] : [],
  );
  const last = times.sort().at(-1);
  return last === undefined ? {} : { recalled: times.length, last_used: last };
}

/** The settings last let in at a terminal, with their number. Chains of one second have no order among them. */
export function typedSettingsIn(ws: Workspace): Required<Pick<LedgerEvent, "settings" | "turn">> | undefined {
  let newest: Required<Pick<LedgerEvent, "settings" | "turn">> | undefined;
  for (const { settings, turn = 0 } of eventsWith(ws, '"settings":')) {
    if (settings !== undefined && turn > (newest?.turn ?? -1)) newest = { settings, turn };
  }
  return newest;
}

/** Entries that commands in this clone took out of use, closed or lowered: who ran them was allowed to. */
export function endedHere(ws: Workspace): ReadonlySet<string> {
  return new Set(Array.from(eventsWith(ws, '"ended":')).flatMap(({ ended = [] }) => ended));
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
  const decidedLines = /^decided:\n((?: +.*\n?)+)/m.exec(head)?.[1] ?? "";
  const by = /^ +by: *"?([^"\n]+?)"? *$/m.exec(decidedLines)?.[1];
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

/** A query for the ledger, without secrets; only where the profile allows it. */
export async function queryForLedger({ profile }: Context, query: string | undefined): Promise<{ query?: string }> {
  if (query === undefined || !profile.ledger.keep_queries) return {};
  const { screenText } = await import("../../screening/screen.js");
  const { personal } = profile.secrets;
  return { query: (await screenText(query, "query", { mode: "redact", personal, bidi: "strip" })).value };
}
