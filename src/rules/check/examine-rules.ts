/** Rules, versions and decisions: everything `verify` says about what stands in the core files. */

import type { Examined } from "../../context.js";
import { commitOf } from "../../store/git/git-snapshot.js";
import type { Located, Store } from "../../store/open-store.js";
import { readForOf } from "../../store/records/read-for.js";
import type { FindingDraft } from "../../text/findings.js";
import type { Decisions } from "../../trust/decisions.js";
import { EvidenceLoader } from "../evidence-loader.js";
import type { Rulebook } from "../files/rulebook.js";
import { type FilesOfRoles, placeFor, roleOf } from "../policy/rule.js";
import { CommitChange } from "../versions/commit-change.js";
import { decisionFindings } from "./decisions.js";
import { Provenance } from "./provenance.js";
import { removalFindings } from "./removals.js";
import { ruleFindings, standingLines } from "./rules.js";
import { changedSince, changedSinceDecided } from "./version-history.js";
import { chainFindings } from "./versions.js";

export interface ExaminedRules {
  ctx: Examined;
  tree: Store;
  entries: readonly Located[];
  book: Rulebook;
  decisions: Decisions;
  /** The branch a change goes into, where it was named. */
  base: string | undefined;
}

/** `read`: the text of a file. Writes nothing. */
export async function examineRules(
  { ctx, tree, entries, book, decisions, base }: ExaminedRules,
  read: (file: string) => Promise<string | undefined>,
): Promise<FindingDraft[]> {
  const named = new Set(book.active.flatMap(({ ids }) => ids));
  const concerned = entries.filter(
    ({ entry }) => named.has(entry.id) || entry.status === "promoted" || entry.promoted_to !== undefined,
  );
  const byId = new Map(concerned.map((located) => [located.entry.id, located]));
  const found = ruleFindings({ book, tree, entries: byId });
  const provenance = await Provenance.of(ctx.workspace, decisions);
  const head = await chainAt(ctx, "HEAD");
  if (ctx.profileFailure === undefined) {
    const { apply_mode: mode, people } = ctx.profile;
    const exists = (id: string) => tree.head(id) !== undefined;
    const removals = { workspace: ctx.workspace, mode, people, chain: book.chain, provenance, head, exists };
    found.push(...(await removalFindings(removals)));
  }
  if (book.chain.links.length === 0) return [...found, ...book.chain.findings];
  const texts = new Map<string, string | undefined>();
  for (const { file } of book.chain.links) texts.set(file, await read(file));
  const textOf = (file: string) => texts.get(file);
  const gone = new Set(
    entries.flatMap(({ entry }) => ((entry.erased ?? entry.redacted) === undefined ? [] : [entry.id])),
  );
  const { chain } = book;
  const frozen = { chain, textOf, gone };
  const then = base === undefined ? head : await chainAt(ctx, base);
  const since = then === undefined ? [] : changedSince(then, base ?? "HEAD", frozen);
  const told = new Set(since.map(({ id }) => id));
  const decided = await changedSinceDecided(provenance, frozen);
  found.push(...chainFindings({ chain, textOf, wasCommitted: (id) => provenance.wasCommitted(id) }), ...since);
  found.push(...decided.filter(({ id }) => !told.has(id)));
  // Without the profile nobody can be told apart, and no mode asks for anything.
  if (ctx.profileFailure !== undefined) return found;
  found.push(...elsewhere(book, ctx.profile.files));
  const gathering = new EvidenceLoader(ctx, tree);
  await gathering.load(named);
  const undecided = await decisionFindings({
    workspace: ctx.workspace,
    mode: ctx.profile.apply_mode,
    people: ctx.profile.people,
    chain,
    provenance,
    textOf,
    lineOf: standingLines(book),
    tierOf: (id) => gathering.evidenceOf(id)?.tier,
    isProposed: (id) => base !== undefined && then !== undefined && then.version(id) === undefined,
  });
  return [...found, ...undecided];
}

/** Rules that stand where no agent is told to look: `files` was changed since, or a version moved them by itself. */
function elsewhere(book: Rulebook, files: FilesOfRoles): FindingDraft[] {
  const lineOf = standingLines(book);
  return book.active.flatMap((rule) => {
    const { target } = placeFor(roleOf(rule), files);
    if (target === rule.target) return [];
    return [
      {
        severity: "warning" as const,
        code: "rule-elsewhere",
        id: rule.ids[0] ?? "",
        file: rule.target,
        line: lineOf(rule) ?? 1,
        message: `this rule belongs into ${target}, as \`files\` of tenet.yaml has it`,
        next: "The next digest moves it: tenet digest",
      },
    ];
  });
}

async function chainAt(ctx: Examined, revision: string) {
  const commit = await commitOf(ctx.workspace, revision);
  if (commit === undefined) return undefined;
  return (await CommitChange.at(ctx.workspace, commit, [], [], readForOf(ctx.profile))).chain;
}
