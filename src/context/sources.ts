/** Reads everything that the layers of a context use, once. Called by `make-context.ts`. */
import type { Context } from "../context.js";
import { holdsIn } from "../entry/holds-in.js";
import type { LayerSources } from "../recall/layer-sources.js";
import { type Rulebook, readRulebook } from "../rules/planning/rulebook.js";
import { turnedDown } from "../rules/planning/turned-down.js";
import type { Target } from "../rules/policy/rule.js";
import type { Say } from "../steps.js";
import type { Host } from "../store/host.js";
import { loadedLines } from "../store/instruction-files.js";
import { openStore, type Row, type Store } from "../store/open-store.js";
import type { HeardSentence } from "../store/state/heard.js";
import { userContext } from "../store/user-tree.js";
import { openShown, viewerOf } from "../store/viewer.js";

/** The input of a context. */
export interface ContextInput {
  /** Words steps as the door does: the length of a context is bounded. */
  say: Say;
  /** What the session is about, in free words: learnings that fit are printed. */
  query?: string;
  /** The program that reads it: files that it loads itself are not repeated. */
  host?: Host;
  /** Only facts about the named contact that held then: a day or an instant. */
  asOf?: string;
  /** Nothing is written: no session memory, no cache, no line in the ledger. */
  untouched?: boolean;
  /** The largest number of characters, where the host has a limit. */
  characters?: number;
  /** How to search for the query; the profile's mode unless stated. */
  mode?: LayerSources["input"]["mode"];
}

/** The input of every layer. */
export interface Sources extends LayerSources {
  input: ContextInput;
  /** The user tree as the user may see it; empty without one. */
  own: readonly Store[];
  book: Rulebook;
  /** Files that the host loads into the prompt itself, with the number of lines that it reads: these are not repeated. */
  loaded: ReadonlyMap<string, number>;
  /** Entries bound to other files than those of the session's folder: no layer prints them unasked. */
  elsewhere: ReadonlyMap<string, Row>;
  /** Lessons that a person turned down as rules: no layer teaches them. */
  turnedDown: ReadonlySet<string>;
  /** Keys of the questions that this session has seen. */
  seen: ReadonlySet<string>;
  /** The heard sentences that this context prints. */
  heard: readonly HeardSentence[];
  /** An entry of this workspace or of the user tree. */
  head(id: string): Row | undefined;
}

export async function readSources(ctx: Context, input: ContextInput): Promise<Omit<Sources, "seen" | "ask" | "heard">> {
  const tree = await openShown(ctx);
  const own = await userContext(ctx);
  const ownTree = own === undefined ? undefined : await openStore(own);
  const viewer = await viewerOf(ctx, ownTree === undefined ? [tree] : [tree, ownTree]);
  const book = await readRulebook(ctx);
  const boundHeads = [tree, ...(ownTree === undefined ? [] : [ownTree])].flatMap((one) => one.where({ paths: true }));
  return {
    ctx,
    input,
    tree,
    own: ownTree === undefined ? [] : [ownTree.shownTo(viewer)],
    book,
    loaded: input.host === undefined ? new Map() : loadedLines(ctx.workspace, input.host),
    viewer,
    turnedDown: await turnedDown(ctx, tree, book),
    elsewhere: new Map(boundHeads.flatMap((head) => (holdsIn(head, ctx.folder) ? [] : [[head.id, head] as const]))),
    head: (id) => tree.head(id) ?? ownTree?.head(id),
  };
}

/** Whether the host loads a line of a file itself, the first one unless stated. */
export const isLeftOut = ({ loaded }: Pick<Sources, "loaded">, target: Target, line = 1): boolean =>
  line <= (loaded.get(target) ?? 0);
