/** What people decided of files from elsewhere: decisions in the tree, so that git has them and `verify` asks who made them. */
import type { Context } from "../../context.js";
import type { Decision } from "../../entry/entry.js";
import { BY_RULE } from "../../entry/gates/auto-review.js";
import { isInUse } from "../../entry/gates/visible.js";
import type { Store } from "../open-store.js";
import type { NamedKnowledge } from "./knowledge-files.js";
import { type FileVerdict, fileVerdictOf, KNOWLEDGE_TAG } from "./policy/file-decision.js";

/**
 * By the sha256 of a content; the newest decision counts, of those that a person made or let in. What a standing rule let
 * in does not: nobody looked at the content that it names. What lets in counts once it is merged.
 */
async function fileVerdicts(tree: Store): Promise<ReadonlyMap<string, FileVerdict>> {
  const heads = tree
    .where({ type: "decision" })
    .filter((head) => head.tags?.includes(KNOWLEDGE_TAG) === true && isInUse(head));
  if (heads.length === 0) return new Map();
  const unmerged = new Set(heads.flatMap(({ id, unmerged = [] }) => (unmerged.includes("words") ? [id] : [])));
  const loaded = await tree.load(heads.map(({ id }) => id));
  const decisions = loaded
    .map(({ entry }) => entry as Decision)
    .filter(({ review }) => review?.by !== BY_RULE)
    .sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp) || (a.id < b.id ? -1 : 1));
  return new Map(
    decisions.flatMap((one) => {
      const said = fileVerdictOf(one);
      if (said === undefined || (said.verdict === "approve" && unmerged.has(one.id))) return [];
      return [[said.sha256, said.verdict] as const];
    }),
  );
}

/** What the profile names here; decisions are looked at where something comes from elsewhere. */
export async function namedKnowledge({ profile }: Pick<Context, "profile">, tree: Store): Promise<NamedKnowledge> {
  const { knowledge: globs, knowledge_external: external, files } = profile;
  return { globs, external, files, verdicts: external.length === 0 ? new Map() : await fileVerdicts(tree) };
}

/** True where the profile names files at all. */
export const namesKnowledge = ({ profile }: Pick<Context, "profile">): boolean =>
  profile.knowledge.length + profile.knowledge_external.length > 0;
