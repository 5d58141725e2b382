/** Takes words that go out of what this machine keeps beside the tree. Called by changes that redact or erase, at their end. */
import { join } from "node:path";
import type { Context } from "../context.js";
import { ERASED } from "../entry/gates/redaction.js";
import { TenetError } from "../errors.js";
import { forgetVectors } from "../search/vectors/forget-vectors.js";
import { CacheDatabase } from "../store/cache/database.js";
import type { Change } from "../store/change/change.js";
import { namesIn, removeDisposable } from "../store/files/disposable.js";
import { listFiles, plainBytes } from "../store/files/safe-path.js";
import { sweepTemps } from "../store/files/transaction.js";
import type { RunRecord } from "../store/state/runs.js";
import { State } from "../store/state/state-db.js";
import { HeldWords, type SearchTerms } from "./held-words.js";

const INDEX_WAIT_MS = 5_000;
const AGAIN = "Nothing is erased yet; try again.";

/**
 * Done before the change is written, so that no crash leaves any of it. Throws `busy` while another process uses the index or
 * the local state: nothing is erased then, and it is done again.
 */
export async function eraseHere(ctx: Context, change: Change, terms: SearchTerms): Promise<void> {
  const { workspace: ws } = ctx;
  const { ids, texts, names } = terms;
  const words = new HeldWords({ texts });
  const about = new RegExp(names[0] === undefined ? "(?!)" : `"(?:contact:)?${names[0]}"`);
  strikeState(State.of(ws), ids, (text) => words.holds(text) || about.test(text), new HeldWords({ names }));
  sweepTemps(ws, 0);
  for (const name of namesIn(ws.local, /\.damaged\.db$/)) removeDisposable(join(ws.local, name));
  for (const folder of namesIn(ws.local, /\.conflict$/)) {
    for (const path of listFiles(ws, join(ws.local, folder)))
      if (new HeldWords(terms).holds(plainBytes(ws, path)?.toString("utf8") ?? "")) removeDisposable(path);
  }
  await forgetVectors(ctx, change.tree, INDEX_WAIT_MS);
  removeDisposable(ws.indexPage);
  CacheDatabase.remove(ws);
}

/**
 * What is meant goes, and all that could be undone; runs lose those writes alone. A name may be a common word: it leaves a
 * sentence, and the sentence stays.
 */
function strikeState(state: State, ids: readonly string[], isMeant: (text: string) => boolean, names: HeldWords): void {
  const bare = (value: unknown) =>
    JSON.parse(JSON.stringify(value), (_, part) => (typeof part === "string" ? names.replaced(part, ERASED) : part));
  state.transaction(() => {
    const facts = state.all<Record<"kind" | "session" | "key" | "at" | "value", string>>("SELECT * FROM facts");
    for (const { kind, session, key, at, value } of facts) {
      // A sentence that such an entry recorded may say it in other words.
      const isRecorded = kind === "heard" && ids.some((id) => value.includes(id));
      const isGone = kind === "undo" || isRecorded || ids.includes(key) || isMeant(value);
      const kept = kind === "run" ? runWithout(JSON.parse(value), isMeant) : JSON.parse(value);
      if (isGone && kind !== "run") state.drop(kind, key, session);
      else state.put(kind, { session, key, at, value: bare(kept) });
    }
    for (const { number, value } of state.all<{ number: number; value: string }>("SELECT number, value FROM ledger"))
      if (isMeant(JSON.parse(value).reason ?? "")) state.run("DELETE FROM ledger WHERE number = ?", number);
      else state.run("UPDATE ledger SET value = ? WHERE number = ?", JSON.stringify(bare(JSON.parse(value))), number);
  });
  if (!state.vacuum()) throw new TenetError("another process reads .tenet/state.db", { failure: "busy", hint: AGAIN });
}

function runWithout({ reason = "", ...run }: RunRecord, isMeant: (text: string) => boolean): RunRecord {
  const writes = run.writes.filter((write) => !isMeant(JSON.stringify(write)));
  return { ...run, writes, ...(reason === "" || isMeant(reason) ? {} : { reason }) };
}
