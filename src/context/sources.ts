/** Everything that the layers of a context are gathered from, read once. */
import type { Context } from "../context.js";
import { claimOf } from "../entry/entry.js";
import type { HeardSentence } from "../entry/heard.js";
import { holdsIn } from "../entry/holds/holds-in.js";
import type { LayerSources } from "../recall/layer-sources.js";
import type { Host } from "../store/hosts/host.js";
import { loadedFiles } from "../store/hosts/instruction-files.js";
import { leftOut, type Omitted } from "../store/layers/policy/layer.js";
import { type EntryMeta, openStore, type Store } from "../store/open-store.js";
import type { Rule, Target } from "../store/rules/policy/rule.js";
import { bookWith, type Rulebook, readRulebook } from "../store/rules/rulebook.js";
import { userContext } from "../store/user-tree.js";
import { openShown, viewerOf } from "../store/viewer.js";

/** What a context is asked for. */
export interface ContextInput {
  /** What the session is about, in somebody's own words: learnings that fit it are printed. */
  query?: string;
  /** The program that reads it: what it loads by itself is not said again. */
  host?: Host;
  /** What of the contact that is named held then: a day or an instant. */
  asOf?: string;
  /** A receipt: print that context again, or say what has changed since. */
  replay?: string;
  /** Nothing is written anywhere: no receipt, no memory of what was shown, no cache. */
  untouched?: boolean;
  /** At most so many characters in all, where the host has a bound. */
  characters?: number;
  /** How the query is looked for; the profile's unless stated. */
  mode?: string;
  /** A replay: with these rules in force, and no layer but theirs knowing some entries. */
  trial?: { rules: readonly Rule[]; without: ReadonlySet<string> };
}

/** What every layer may use. */
export interface Sources extends LayerSources {
  input: ContextInput;
  /** The person's own tree, as they may see it; none where there is none. */
  own: readonly Store[];
  book: Rulebook;
  /** Files that the host reads into the prompt by itself: their rules the agent has before its eyes without us. */
  loaded: readonly string[];
  /** Entries that hold for other files than those of the session's folder: no layer prints them unasked. */
  elsewhere: ReadonlyMap<string, EntryMeta>;
  /** Keys of the questions that this session has seen. */
  seen: ReadonlySet<string>;
  /** What was heard and not recorded, as much of it as this context prints. */
  heard: readonly HeardSentence[];
  /** An entry of this workspace, or of the person's own tree. */
  head(id: string): EntryMeta | undefined;
  /** Claims of entries that stand in the person's own tree alone, of those that are asked for. */
  ownClaims(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export async function readSources(ctx: Context, input: ContextInput): Promise<Omit<Sources, "seen" | "ask" | "heard">> {
  const untouched = input.untouched === true;
  const tree = await openShown(ctx, { untouched });
  const own = await userContext(ctx);
  const ownTree = own === undefined ? undefined : await openStore(own, { untouched });
  const viewer = await viewerOf(ctx, ownTree === undefined ? [tree] : [tree, ownTree]);
  const read = await readRulebook(ctx, { untouched });
  const bound = [tree, ...(ownTree === undefined ? [] : [ownTree])].flatMap((one) => one.withAny("paths"));
  const book = input.trial === undefined ? read : bookWith(read, input.trial.rules);
  return {
    ctx,
    input,
    tree,
    own: ownTree === undefined ? [] : [ownTree.shownTo(viewer)],
    book,
    loaded: input.host === undefined ? [] : loadedFiles(ctx.workspace, input.host),
    viewer,
    elsewhere: new Map(bound.flatMap((head) => (holdsIn(head, ctx.folder) ? [] : [[head.id, head] as const]))),
    head: (id) => tree.head(id) ?? ownTree?.head(id),
    async ownClaims(ids) {
      const own = ids.filter((id) => tree.head(id) === undefined && ownTree?.head(id) !== undefined);
      const located = own.length === 0 ? [] : ((await ownTree?.load(own)) ?? []);
      return new Map(located.map(({ entry }) => [entry.id, claimOf(entry)]));
    },
  };
}

/** The same without some entries. */
export function sourcesWithout(sources: Sources, gone: ReadonlySet<string>): Sources {
  const { tree, own, head } = sources;
  return {
    ...sources,
    tree: tree.without(gone),
    own: own.map((one) => one.without(gone)),
    head: (id) => (gone.has(id) ? undefined : head(id)),
  };
}

/** Why the rules of a file are not printed; undefined where they are. */
export function fileLeftOut(
  { ctx, input, loaded }: Pick<Sources, "ctx" | "input" | "loaded">,
  target: Target,
): Omitted | undefined {
  const { core } = ctx.profile.context;
  if (core !== "auto") {
    if (core.some((name) => name.replace(/^\.\//, "") === target)) return undefined;
    return leftOut("rules", "not-chosen", `${target} is not among the files that context.core lists.`);
  }
  if (!loaded.includes(target)) return undefined;
  return leftOut("rules", "loaded-by-host", `${target} is left out: ${input.host} loads it itself.`);
}
