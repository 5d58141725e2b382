/**
 * Stages a forgetting as one change of the tree: the records, facts of the same source in others, rules, and where words go
 * the lines elsewhere that were ticked. Called by `forget`, by its dry run, and by a sync whose writers take something back.
 */
import type { Context } from "../context.js";
import { claimOf, type Entry } from "../entry/entry.js";
import { redactedEntry, wordsOf } from "../entry/gates/redaction.js";
import { TenetError } from "../errors.js";
import type { Change } from "../store/change/change.js";
import { listFiles } from "../store/files/safe-path.js";
import { readHubOrigin } from "../store/hub-origin.js";
import type { Row, Store } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { emptyContact, namesOf, reachedBy, textIn } from "./contact-file.js";
import { erasedEntry } from "./erased-entry.js";
import type { LineElsewhere } from "./forget-schemas.js";
import { type SearchTerms, telling } from "./held-words.js";
import { lineOfRow, searchFor, stageLines } from "./lines-elsewhere.js";
import { leaveRules, wordsOfRules } from "./rules-leaving.js";
import {
  type ForgetMode,
  type ForgetRequest,
  reasonForPerson,
  remainingEntries,
  type Selector,
  select,
  withEqualWords,
} from "./selection.js";

export type StagedForgetting = Awaited<ReturnType<typeof stageForgetting>>;

/**
 * Stages all of it. Nothing is decided here: the caller looks why it `needs` a person before it lets it stand. `heads`: what
 * goes, as it stood; `others`: entries that stay, and lose facts of the same source; `terms`: what is looked for beside the
 * tree, where words go. Throws `not-found` for a source that nothing came from: mostly it is misspelt.
 */
export async function stageForgetting(ctx: Context, change: Change, request: ForgetRequest) {
  const { taking, selector, takenBack } = request;
  const { tree } = change;
  const { rows, isMeant } = select(ctx, tree, request);
  const { going, named } = await withTheirChains(tree, rows, request);
  const heads = going.filter((row) => !isDone(row, taking));
  const ids = new Set(heads.map(({ id }) => id));
  const entries = (await tree.load(ids)).map(({ entry }) => entry);
  const outOfUse = taking === "forget" && selector === undefined ? heads.flatMap(({ id }) => tree.chainOf(id)) : heads;
  const needs = reasonForPerson(request, outOfUse);
  const others = await remainingEntries(tree, ids, isMeant);
  const contact = taking === "erase" && selector?.by === "contact" ? selector.value : undefined;
  const file = contact && ctx.workspace.contactFile(contact);
  const names = contact && file ? namesOf(contact, textIn(change, file)) : [];

  for (const { entry, patch } of others) await change.update(entry.id, patch);
  for (const entry of entries) await takeOut(ctx, change, entry, request);
  const rules = await leaveRules(ctx, change, ids, request);
  if (contact !== undefined) await emptyContact(ctx, change, contact);
  const terms: SearchTerms = { ids: [...ids], names, texts: [] };
  if (taking !== "forget") takeOutOfPages(ctx, change, ids);
  // What others wrote in the words of a hub's entry is theirs.
  if (taking !== "forget" && takenBack === undefined) {
    const reached = contact === undefined ? [] : entries.flatMap(wordsOf).flatMap(reachedBy);
    terms.texts = [...(await textsOfTheirOwn(tree, entries)), ...wordsOfRules(rules.chain, ids), ...reached];
    named.push(...(await stageLines(ctx, change, searchFor(request, terms), file)));
  }
  const isNothing = change.changes().length === 0;
  if (selector !== undefined && isNothing && rows.length + named.length === 0) throw nothingFrom(selector);
  const staged = { heads, others: others.map(({ entry }) => entry), rules, named, isNothing, needs };
  return { ...staged, terms: isNothing || taking === "forget" ? undefined : terms };
}

function nothingFrom({ by, value }: Selector): TenetError {
  const comes = by === "contact" ? "is about" : "comes from";
  return new TenetError(`nothing here ${comes} the ${by} ${JSON.stringify(value)}`, {
    failure: "not-found",
    hint: "See who said what: tenet list --json",
  });
}

/** Their claims, and the texts of theirs that no entry states which stays. */
async function textsOfTheirOwn(tree: Store, entries: readonly Entry[]): Promise<string[]> {
  const ids = new Set(entries.map(({ id }) => id));
  const others = (await tree.load()).flatMap(({ entry }) => (ids.has(entry.id) ? [] : wordsOf(entry)));
  const stated = new Set(others);
  const claims = new Set(entries.map(claimOf));
  return telling(entries).filter((text) => claims.has(text) || !stated.has(text));
}

/** Pages lose the lines that rest on what goes, in whatever words. */
function takeOutOfPages({ workspace: ws }: Context, change: Change, ids: ReadonlySet<string>): void {
  for (const path of listFiles(ws, ws.wiki)) {
    const lines = textIn(change, path).split("\n");
    change.write(path, lines.filter((line) => ![...ids].some((id) => line.includes(id))).join("\n"));
  }
}

const isDone = ({ status, erased, redacted }: Row, taking: ForgetMode): boolean =>
  erased !== undefined ||
  (taking === "forget" ? status === "forgotten" : taking === "redact" && redacted !== undefined);

/** Words go with all that says the same in equal words; of its chains what says it otherwise stays, unless it is ticked. */
async function withTheirChains(tree: Store, rows: readonly Row[], request: ForgetRequest) {
  const { taking, takenBack } = request;
  if (taking === "forget" || takenBack !== undefined) return { going: rows, named: [] as LineElsewhere[] };
  const equal = await withEqualWords(tree, rows);
  const members = new Map(equal.flatMap(({ id }) => tree.chainOf(id)).map((row) => [row.id, row]));
  for (const { id } of equal) members.delete(id);
  const others = [...members.values()].filter((row) => !isDone(row, taking));
  const named = others.map((row) => lineOfRow(row, row.text, searchFor(request)));
  const ticked = others.filter((_, at) => named[at]?.replaced);
  return { going: await withEqualWords(tree, [...equal, ...ticked]), named };
}

/** One record: a dated fact on it, its words struck, or a stone in its place. */
async function takeOut({ clock }: Context, change: Change, entry: Entry, request: ForgetRequest): Promise<void> {
  const { taking, tier = entry.tier, reason, selector, takenBack } = request;
  const by =
    takenBack === undefined ? request.by : (entry.forgotten?.by ?? readHubOrigin(entry.origin)?.agent ?? request.by);
  const out = defined({ at: stamp(clock.now()), by, reason });
  if (taking === "erase") return void (await change.replace(erasedEntry(entry, out)));
  // What others of its chain said in other words, or elsewhere, stays.
  const isWhole = taking === "forget" && (request.refs.length > 0 || selector?.by === "contact");
  const forgotten = entry.forgotten ?? { ...out, tier, ...(isWhole ? {} : { alone: true as const }) };
  if (taking === "redact") await change.replace(redactedEntry({ ...entry, forgotten }, out));
  else await change.update(entry.id, { forgotten });
}
