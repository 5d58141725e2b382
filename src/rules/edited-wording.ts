/** A version that waits in a person's own words: what they made of the proposed lines, checked like any input. */
import type { Context } from "../context.js";
import { TenetError, wrongUsage } from "../errors.js";
import type { Store } from "../store/open-store.js";
import { withImports } from "../text/imports.js";
import { type EntryWords, wordsBeside } from "./planning/entry-words.js";
import { declinedOf } from "./policy/declined.js";
import { inOrder, MAX_RULE, type RuleDecision, ruleLine, sameWords } from "./policy/rule.js";
import { lineTroubles } from "./policy/rule-line.js";
import type { Declined, Operation, Version, VersionDecision } from "./policy/version.js";
import type { Chain } from "./versions/chain.js";
import { evidenceBehind, withOnly } from "./versions/revalidate.js";

const SIGN = { add: "+", update: "~", delete: "-" } as const;
const CHANGING = /^([+~-]) (.*?)(?:\s*<!--\s*([A-Z0-9\s,-]+?)\s*-->)?$/;

/** The proposed lines as a person edits them: one operation a line, by file; lines that begin with `#` are help. */
export function proposalText(id: string, operations: readonly Operation[], words: readonly EntryWords[] = []): string {
  const changing = operations.filter((op) => op.op !== "keep");
  const files = inOrder(changing.map(({ target }) => target));
  return [
    `# Version ${id}. Change the words of a line that begins with + or ~.`,
    "# Take a whole line out, and that change is not made. Ids stay as they are.",
    `# A rule is one plain line of at most ${MAX_RULE} characters. Lines that begin with # are left out.`,
    ...files.flatMap((target) => [
      "",
      `# ${target}`,
      ...changing
        .filter((op) => op.target === target)
        .flatMap((op) => [
          ...wordsBeside(op, words).map(({ id: of, tier, text }) => `# ${of} (${tier}) says: ${text}`),
          `${SIGN[op.op as keyof typeof SIGN]}${ruleLine(op).slice(1)}`,
        ]),
    ]),
    "",
  ].join("\n");
}

export interface Worded {
  /** Operations with the person's wording; those that were taken out are not among them. */
  operations: Operation[];
  /** Lines that read differently now. */
  reworded: Operation[];
  dropped: Operation[];
}

interface Wrong {
  /** 1-based line of the edited text. */
  line: number;
  message: string;
}

/** Reads an edited {@link proposalText}. Reports every error in it, and then takes nothing. */
export function wordedBy(operations: readonly Operation[], text: string): Worded | { wrong: Wrong[] } {
  const wrong: Wrong[] = [];
  const editedOperations = new Map<Operation, Operation>();
  for (const [index, typedLine] of text.split(/\r?\n/).entries()) {
    const line = typedLine.trim();
    if (line === "" || line.startsWith("#")) continue;
    const read = proposedIn(line, operations, editedOperations);
    if (typeof read === "string") wrong.push({ line: index + 1, message: read });
    else editedOperations.set(read.op, { ...read.op, text: read.words });
  }
  if (wrong.length > 0) return { wrong };
  const changing = operations.filter((op) => op.op !== "keep");
  return {
    operations: changing.flatMap((op) => editedOperations.get(op) ?? []),
    reworded: changing.flatMap((op) => {
      const next = editedOperations.get(op);
      return next === undefined || next.text === op.text ? [] : [next];
    }),
    dropped: changing.filter((op) => !editedOperations.has(op)),
  };
}

/** The operation an edited line speaks of, with its words; a sentence when it is none or cannot be taken. */
function proposedIn(
  line: string,
  operations: readonly Operation[],
  editedOperations: ReadonlyMap<Operation, Operation>,
): { op: Operation; words: string } | string {
  const [, sign, statedWords = "", ids = ""] = CHANGING.exec(line) ?? [];
  if (sign === undefined) return "it is not a proposed line with its ids";
  const statedIds = ids.split(/[\s,]+/).filter((id) => id !== "");
  const words = withImports(statedWords.trim());
  const matchingOperations = operations.filter(
    (op) => op.op !== "keep" && SIGN[op.op] === sign && [...op.ids].sort().join() === [...statedIds].sort().join(),
  );
  const free = matchingOperations.filter((op) => !editedOperations.has(op));
  const op = free.find((one) => one.text === words) ?? free[0];
  if (op === undefined)
    return matchingOperations.length === 0 ? "no proposed line has these ids" : "it stands there twice";
  if (words === op.text) return { op, words };
  if (op.op === "delete") return "a line that leaves cannot be worded anew";
  const [why] = lineTroubles(words);
  return why === undefined ? { op, words } : `it ${why}`;
}

/**
 * `wording`: the text from the editor; undefined leaves the version as it is. `dropped`: operations that the person
 * removed, which count as declined. Throws `usage` on lines that are no rules.
 */
export async function withWording(
  ctx: Context,
  tree: Store,
  chain: Chain,
  version: Version,
  wording: string | undefined,
  decided: VersionDecision,
): Promise<{ version: Version; dropped: Declined[] }> {
  if (wording === undefined) return { version, dropped: [] };
  const worded = wordedBy(version.operations, wording);
  if ("wrong" in worded) {
    const lines = worded.wrong.map(({ line, message }) => `  line ${line}: ${message}`);
    throw new TenetError(`what came back from the editor cannot be taken:\n${lines.join("\n")}`, {
      failure: "usage",
      code: "bad-wording",
      hint: "A rule is one plain line, with the ids it was proposed with. Nothing was changed.",
      details: { wrong: worded.wrong },
    });
  }
  if (worded.operations.length === 0) {
    const hint = "What is not wanted at all is rejected, with a reason: see tenet versions reject --help";
    throw wrongUsage("every proposed line was taken out; nothing was approved", hint, "bad-wording");
  }
  const own = new Set(worded.reworded);
  const operations: Operation[] = [];
  const theirs: Operation[] = [];
  for (const op of worded.operations) {
    const next = own.has(op) ? { ...op, text: await screened(ctx, op.text) } : op;
    operations.push(next);
    if (own.has(op)) theirs.push(next);
  }
  const base = version.previous === null ? [] : (chain.version(version.previous)?.rules ?? chain.rules);
  const by: RuleDecision = { by: decided.by, how: "edited", at: decided.at };
  const only = withOnly(version, base, operations);
  const rules = only.rules.map((rule) => {
    const isStanding = theirs.some((op) => sameWords(op, rule));
    return isStanding && rule.since === version.id ? { ...rule, decided_by: by } : rule;
  });
  const behind = await evidenceBehind(ctx, tree, worded.dropped);
  return {
    version: { ...version, operations, rules },
    dropped: declinedOf(worded.dropped, behind, version.id, "rejected"),
  };
}

async function screened(ctx: Context, text: string): Promise<string> {
  const { screenText } = await import("../screening/screen.js");
  const { value, warnings } = await screenText(text, "the line", ctx.profile.secrets);
  for (const warning of warnings) ctx.warn(warning);
  return value;
}
