/**
 * Sentences heard and not recorded yet, in `.tenet/state/heard`: one line of JSON a sentence, written whole under its own
 * lock. Local, and not disposable: open sentences stay until a person or agent records or drops them.
 */

import type { Context } from "../../context.js";
import { type HeardClosing, type HeardSentence, type Hearing, isOpen, withHeard } from "../../entry/heard.js";
import { claimHash } from "../../text/claims/canonical.js";
import { defined } from "../../text/defined.js";
import { DAY_MS, stamp } from "../../text/durations.js";
import { ChangedMeanwhile, sha256, writeFileAtomic } from "../files/atomic-file.js";
import { patienceOf, withLock } from "../files/lock.js";
import { readBytes } from "../files/safe-path.js";
import type { UndoStep } from "../ledger/undo-log.js";
import type { Store } from "../open-store.js";
import type { Workspace } from "../workspace.js";

type Here = Pick<Context, "workspace" | "patienceMs">;
type Heard = readonly HeardSentence[];

/** The content of the file. A line that is no sentence stays as it is, for a person to mend. */
export interface HeardFile {
  sentences: Heard;
  unreadable: { line: number; text: string }[];
}

const isText = (value: unknown): value is string => typeof value === "string";

function isSentence(value: unknown): value is HeardSentence {
  if (typeof value !== "object" || value === null) return false;
  const { id, sentence, at, session, user = "", contact = "", printed, closed = [] } = value as Partial<HeardSentence>;
  const isClosing = (one: HeardClosing) => [one?.at, one?.session, one?.by ?? ""].every(isText);
  const hasWords = [id, sentence, at, session, user, contact].every(isText);
  return hasWords && Number.isSafeInteger(printed) && Array.isArray(closed) && closed.every(isClosing);
}

/** The lines of the file. */
export function heardIn(bytes: Uint8Array | undefined): HeardFile {
  const sentences: HeardSentence[] = [];
  const unreadable: HeardFile["unreadable"] = [];
  const lines = Buffer.from(bytes ?? [])
    .toString("utf8")
    .split("\n");
  for (const [at, text] of lines.entries()) {
    if (text.trim() === "") continue;
    const value = parsed(text);
    if (isSentence(value)) sentences.push(value);
    else unreadable.push({ line: at + 1, text });
  }
  return { sentences, unreadable };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The file with other sentences. */
export function heardText(sentences: Heard, { unreadable }: Pick<HeardFile, "unreadable">): string {
  const lines = [...sentences.map((one) => JSON.stringify(one)), ...unreadable.map(({ text }) => text)];
  return lines.map((line) => `${line}\n`).join("");
}

/** Everything that is kept, closed sentences included. */
export async function readHeard(ws: Workspace): Promise<HeardFile> {
  return heardIn(await readBytes(ws, ws.heard));
}

const ATTEMPTS = 3;

/** Changes the stored sentences; returning the same list changes nothing. Retries when an erasing wrote meanwhile. */
async function changeHeard(ctx: Here, op: string, change: (known: Heard) => Heard): Promise<void> {
  const { workspace: ws } = ctx;
  await withLock(ws.heardLock, op, patienceOf(ctx), async () => {
    for (let attempt = 1; ; attempt++) {
      const bytes = await readBytes(ws, ws.heard);
      const file = heardIn(bytes);
      const next = change(file.sentences);
      if (next === file.sentences) return;
      const expected = bytes === undefined ? null : sha256(bytes);
      try {
        return await writeFileAtomic(ws.heard, heardText(next, file), { expected, within: ws, mode: 0o600 });
      } catch (error) {
        if (!(error instanceof ChangedMeanwhile) || attempt === ATTEMPTS) throw error;
      }
    }
  });
}

/** Stores new sentences and returns them; none while learning is off. */
export async function hear(
  ctx: Here & Pick<Context, "profile" | "ids">,
  hearings: readonly Hearing[],
): Promise<HeardSentence[]> {
  if (!ctx.profile.learning.on || hearings.length === 0) return [];
  let newSentences: HeardSentence[] = [];
  await changeHeard(ctx, "hear", (sentences) => {
    newSentences = [];
    return hearings.reduce((before, one) => {
      const { all, heard } = withHeard(before, one, () => newId(ctx, before));
      newSentences.push(heard);
      return all;
    }, sentences);
  });
  return newSentences;
}

function newId({ ids }: Pick<Context, "ids">, sentences: Heard): string {
  for (;;) {
    const id = ids.tail();
    if (!sentences.some((one) => one.id === id)) return id;
  }
}

/** The sentences without a record, the oldest first. Without any it costs one look at a file. */
export async function openHeard(ws: Workspace, trees: () => Promise<readonly Store[]>): Promise<HeardSentence[]> {
  const { sentences } = await readHeard(ws);
  if (sentences.length === 0) return [];
  const stores = await trees();
  const hashes = new Set(sentences.map(({ sentence }) => claimHash(sentence)));
  const entries = stores.flatMap((tree) => tree.claiming(hashes));
  const stands = (id: string) => stores.some((tree) => tree.stands(id));
  return sentences
    .filter((one) => isOpen(one, entries, stands))
    .sort((a, b) => (a.at < b.at || (a.at === b.at && a.id < b.id) ? -1 : 1));
}

/** Which sentence an entry records, or that a person dropped it. */
export interface ClosedHeard {
  id: string;
  by?: string | undefined;
}

/** Notes recorded or dropped sentences. The words stay for a while: a capture may be taken back. */
export async function closeHeard(
  ctx: Here & Pick<Context, "clock" | "actor">,
  closed: readonly ClosedHeard[],
): Promise<void> {
  if (closed.length === 0) return;
  const closingFields = { at: stamp(ctx.clock.now()), session: ctx.actor.session };
  await changeHeard(ctx, "heard", (sentences) =>
    sentences.map((one) => {
      const more = closed
        .filter(({ id }) => id === one.id)
        .map(({ by }): HeardClosing => defined({ ...closingFields, by }));
      return more.length === 0 ? one : { ...one, closed: [...(one.closed ?? []), ...more] };
    }),
  );
}

/** Opens again what the captures of a change recorded that was taken back. */
export async function reopenHeard(ctx: Here, { records, session, at }: UndoStep): Promise<void> {
  const isUndone = (closing: HeardClosing) =>
    records.some(
      ({ id, before }) => id === closing.by && (before === null || (closing.session === session && closing.at >= at)),
    );
  const { sentences } = await readHeard(ctx.workspace);
  if (!sentences.some(({ closed = [] }) => closed.some(isUndone))) return;
  await changeHeard(ctx, "undo", (sentences) =>
    sentences.map(({ closed = [], ...one }) => {
      const remainingClosings = closed.filter((closing) => !isUndone(closing));
      return remainingClosings.length === 0 ? one : { ...one, closed: remainingClosings };
    }),
  );
}

/** How long closed sentences are stored: by then no transcript is read anew, and nothing is taken back. */
const KEPT_DAYS = 30;

/** Counts a context in which these were printed, and drops those closed long ago. `open`: the others. */
export async function notePrinted(
  ctx: Here & Pick<Context, "clock">,
  printedIds: ReadonlySet<string>,
  open: ReadonlySet<string>,
): Promise<void> {
  const before = stamp(new Date(ctx.clock.now().getTime() - KEPT_DAYS * DAY_MS));
  const goes = ({ id, closed = [] }: HeardSentence) =>
    closed.length > 0 && !open.has(id) && closed.every(({ at }) => at < before);
  const { sentences } = await readHeard(ctx.workspace);
  if (printedIds.size === 0 && !sentences.some(goes)) return;
  await changeHeard(ctx, "context", (sentences) =>
    sentences.flatMap((one) => {
      if (goes(one)) return [];
      return printedIds.has(one.id) ? { ...one, printed: one.printed + 1 } : one;
    }),
  );
}
