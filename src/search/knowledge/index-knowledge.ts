import type { Context } from "../../context.js";
import type { Store } from "../../store/open-store.js";
import { TextVectors } from "../vectors/text-vectors.js";
import { untrackedCount } from "./knowledge-files.js";
import type { IndexedKnowledge, KnowledgeStatus } from "./knowledge-schemas.js";
import { namedKnowledge, namesKnowledge } from "./named-knowledge.js";
import { type FollowedFiles, followKnowledge, passageHashes, passageTexts } from "./passage-index.js";

const counts = ({
  files,
  passages,
  unread,
}: Pick<FollowedFiles, "files" | "passages" | "unread">): KnowledgeStatus => ({
  files,
  passages,
  unread: Object.fromEntries(Object.entries(unread).map(([why, names]) => [why, names.length])),
});

/** Reads and embeds what changed. Undefined where the profile names nothing, and nothing is left of an earlier setting. */
export async function indexKnowledge(ctx: Context, tree: Store): Promise<IndexedKnowledge | undefined> {
  const knowledge = namedKnowledge(ctx);
  const { database } = tree;
  if (!namesKnowledge(ctx)) {
    if (passageHashes(database).length > 0) await followKnowledge(ctx, database, knowledge);
    return undefined;
  }
  const followed = await followKnowledge(ctx, database, knowledge);
  const texts = new Map(passageHashes(database).map(([number, hash]) => [hash, number]));
  const { embedded, pending, why } = await new TextVectors(ctx, "passage", database).build(
    { hashes: new Set(texts.keys()), texts: (hashes) => passageTexts(database, hashes) },
    "Reading knowledge",
    ctx,
  );
  const { unread, ...status } = counts(followed);
  const untracked = followed.why === undefined ? await untrackedCount(ctx.workspace, knowledge) : 0;
  const reason = followed.why ?? why;
  return {
    ...status,
    unread: { ...unread, ...(untracked === 0 ? {} : { "not tracked by git": untracked }) },
    embedded,
    pending,
    ...(reason === undefined ? {} : { why: reason }),
  };
}
