/** What a person did to the rules becomes a version of its own, once: theirs from now on. */
import { stamp } from "../../clock.js";
import type { Context } from "../../context.js";
import { evidenceHash } from "../../memory/rules/evidence.js";
import type { HandEdit } from "../../memory/rules/merge.js";
import { type Rule, type RuleDecision, saysSame, sharesId } from "../../memory/rules/rule.js";
import type { Declined, Operation } from "../../memory/rules/version.js";
import { authorOfLine } from "../../tree/rules/line-author.js";
import type { RuleFile } from "../../tree/rules/rule-files.js";
import type { Gathering } from "./gather.js";
import type { Rulebook } from "./rulebook.js";

/** Rules after adoption, and the operations that say what people did. */
export interface Adoption {
  rules: Rule[];
  operations: Operation[];
  declined: Omit<Declined, "version">[];
  /** Who did it, when they are one and the same; `unproven` otherwise. */
  by: string;
  commit?: string | undefined;
}

function operationOf(edit: HandEdit, by: string): Operation {
  const { kind, before, after } = edit;
  const who = by === "unproven" ? "Somebody" : by;
  const shared = { evidence: "", tier: "owner", support: 0, reason: "edited" } as const;
  if (kind === "removed" && before !== undefined) {
    const { target, text, ids } = before;
    return { op: "delete", target, text, ids, ...shared, because: `${who} took it out by hand.` };
  }
  const line = after as NonNullable<HandEdit["after"]>;
  const ids = line.ids.length > 0 ? line.ids : (before?.ids ?? []);
  if (before === undefined)
    return { op: "add", target: line.target, text: line.text, ids, ...shared, because: `${who} wrote it by hand.` };
  return {
    op: "update",
    target: line.target,
    ...(line.target === before.target ? {} : { from: before.target }),
    text: line.text,
    before: before.text,
    ids,
    ...shared,
    because: `${who} ${kind === "moved" ? "moved" : "changed"} it by hand.`,
  };
}

/** What adopting the edits of a rulebook gives; undefined when there is nothing to adopt. Asks git who did it. */
export async function adoptionOf(
  ctx: Context,
  book: Rulebook,
  gathering: Gathering,
  version: string,
): Promise<Adoption | undefined> {
  const { edits, returned } = book;
  if (edits.length === 0 && returned.length === 0) return undefined;
  const at = stamp(ctx.clock.now());
  let rules: Rule[] = [...book.active, ...returned];
  const operations: Operation[] = [];
  const declined: Adoption["declined"] = [];
  const authors = new Map<string, string | undefined>();
  for (const edit of edits) {
    const { by, commit } = await authorOf(ctx, book.files, edit);
    authors.set(by, commit);
    const operation = operationOf(edit, by);
    operations.push(operation);
    const { before, after } = edit;
    rules = before === undefined ? rules : rules.filter((rule) => rule !== before);
    if (after === undefined) {
      for (const id of before?.ids ?? []) {
        const evidence = gathering.evidenceOf(id);
        if (evidence !== undefined)
          declined.push({
            op: "add",
            target: operation.target,
            ids: evidence.chain,
            evidence: evidenceHash(evidence),
            how: "removed",
          });
      }
      continue;
    }
    const decided_by: RuleDecision = { by, how: "edited", at, ...(commit === undefined ? {} : { commit }) };
    rules.push({ target: after.target, text: after.text, ids: operation.ids, since: version, decided_by });
  }
  const [[by, commit] = ["auto", undefined]] = [...authors];
  const one = authors.size <= 1;
  return {
    rules: inFileOrder(rules, book.files),
    operations,
    declined,
    by: one ? by : "unproven",
    commit: one ? commit : undefined,
  };
}

/** Rules in the order in which the files print them. */
function inFileOrder(rules: readonly Rule[], files: readonly RuleFile[]): Rule[] {
  const lines = files.flatMap((file) => file.rules);
  const placeOf = (rule: Rule) => {
    const at = lines.findIndex(
      (line) => line.target === rule.target && (sharesId(line, rule) || saysSame(line.text, rule.text)),
    );
    return at === -1 ? lines.length : at;
  };
  return rules
    .map((rule) => ({ rule, place: placeOf(rule) }))
    .sort((a, b) => a.place - b.place)
    .map(({ rule }) => rule);
}

async function authorOf(
  ctx: Context,
  files: readonly RuleFile[],
  edit: HandEdit,
): Promise<{ by: string; commit?: string }> {
  const line = files.flatMap((file) => file.rules).find((one) => one === edit.after);
  const place = line === undefined ? undefined : { file: line.target, line: line.line };
  const found = await authorOfLine(ctx.workspace.root, place, edit.before);
  if (found === undefined) return { by: "unproven" };
  const person = ctx.profile.people.find(({ emails }) =>
    emails?.some((own) => own.toLowerCase() === found.email.toLowerCase()),
  );
  return { by: person?.name ?? "unproven", commit: found.commit };
}
