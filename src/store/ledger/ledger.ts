/** Who read and wrote what, when: for audits. One file of lines a process. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Context } from "../../context.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import { ANY_ID_FORM } from "../../text/id-shape.js";
import type { FileChange } from "../files/transaction.js";
import type { Workspace } from "../workspace.js";
import { appendLine } from "./append-log.js";
import { allChains, newestChains } from "./chains.js";
import { type LedgerEvent, parsedLine } from "./ledger-line.js";

export type { LedgerEvent } from "./ledger-line.js";

/** The file of this process in one workspace. */
class OwnChain {
  readonly #ws: Workspace;
  #path: string | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(ws: Workspace) {
    this.#ws = ws;
  }

  /** One event after the other: a file has one writer at a time. */
  add(event: LedgerEvent): Promise<void> {
    const turn = this.#turn.then(() => this.#append(event));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #append(event: LedgerEvent): Promise<void> {
    if (this.#path === undefined) {
      const time = event.at.replaceAll(/[-:]/g, "");
      const name = `${time}-${process.pid}-${randomBytes(4).toString("hex")}.jsonl`;
      this.#path = join(this.#ws.ledger, event.at.slice(0, 10), name);
    }
    await appendLine(this.#path, JSON.stringify(event));
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
  more: Partial<Pick<LedgerEvent, "at" | "receipt">> = {},
): Promise<boolean> {
  const at = stamp(clock.now());
  return await recordEvent(workspace, { at, kind: "read", op, agent, session, ...defined({ run }), ids, ...more });
}

const eventsIn = (lines: readonly string[]): LedgerEvent[] => lines.flatMap((line) => parsedLine(line) ?? []);

/** Every event that can be read, chain by chain. */
export function readLedger(ws: Workspace): LedgerEvent[] {
  return Array.from(allChains(ws)).flatMap(eventsIn);
}

/** Events on this machine with a text in their lines, newest chain first. */
function* eventsWith(ws: Workspace, text: string): Generator<LedgerEvent> {
  for (const lines of newestChains(ws)) yield* eventsIn(lines.filter((line) => line.includes(text))).reverse();
}

/** The kind as our own lines write it: lines without it are not parsed. */
const READING = '"kind":"read"';

/** Every read event, chain by chain. Torn and foreign lines give none. */
export function* readingEvents(ws: Workspace): Generator<LedgerEvent> {
  for (const lines of allChains(ws)) {
    yield* eventsIn(lines.filter((line) => line.includes(READING))).filter(({ kind }) => kind === "read");
  }
}

/** How often `recall` found an entry on this machine, and when it last did; nothing where it never did. A recall is no use. */
export function recallsOf(ws: Workspace, id: string): { recalled?: number; last_used?: string } {
  const times = Array.from(eventsWith(ws, id)).flatMap(({ op, ids, at }) =>
    op === "recall" && ids?.includes(id) === true ? [at] : [],
  );
  const last = times.sort().at(-1);
  return last === undefined ? {} : { recalled: times.length, last_used: last };
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
