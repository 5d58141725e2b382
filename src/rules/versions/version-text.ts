/** A version as text: front matter that programs read, a body that a person can read alone. Free of zod and yaml. */
import { createTwoFilesPatch } from "diff";
import { TenetError } from "../../errors.js";
import { fenceFor } from "../../store/records/fences.js";
import { fieldLines } from "../../store/records/yaml-text.js";
import { printedLines } from "../policy/exceptions.js";
import { inOrder, type Rule } from "../policy/rule.js";
import type { Declined, Version } from "../policy/version.js";

/** The diff of each file between two sets of rules, in git's format; empty without changes. */
export function rulesDiff(before: readonly Rule[], after: readonly Rule[]): string {
  return inOrder([...before, ...after].map(({ target }) => target))
    .flatMap((target) => {
      const [old, next] = [printedLines(before, target), printedLines(after, target)];
      if (old.join("\n") === next.join("\n")) return [];
      const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
      const patch = createTwoFilesPatch(`a/${target}`, `b/${target}`, text(old), text(next), "", "", { context: 2 });
      return [
        patch
          .split("\n")
          .filter((line) => !/^=+$/.test(line))
          .join("\n")
          .replace(/\t$/gm, "")
          .trimEnd(),
      ];
    })
    .join("\n");
}

function body(version: Version, before: readonly Rule[]): string {
  const files = inOrder(version.rules.map(({ target }) => target));
  const blocks = files.map((target) => `## ${target}\n\n${printedLines(version.rules, target).join("\n")}\n`);
  const diff = rulesDiff(before, version.rules);
  const fence = fenceFor(diff);
  const changed = diff === "" ? "Nothing in the files changes.\n" : `${fence}diff\n${diff}\n${fence}\n`;
  const none = files.length === 0 ? ["No rules.\n"] : [];
  return [
    `# Version ${version.version} · ${version.change_summary}\n`,
    ...none,
    ...blocks,
    `## What changed\n\n${changed}`,
  ].join("\n");
}

/**
 * The most characters of a version's header: more than of a record, since it holds every rule and everything that was
 * declined, and few enough that a hostile one is parsed or refused soon.
 */
export const VERSION_CHARS = 131_072;

/** Front matter in the order in which it is written. */
export const VERSION_FIELDS: readonly string[] = Object.keys({
  version: 1,
  id: 1,
  status: 1,
  previous: 1,
  created: 1,
  proposed_by: 1,
  change_summary: 1,
  replaces: 1,
  replaced_by: 1,
  joins: 1,
  rolls_back: 1,
  decided: 1,
  contents: 1,
  operations: 1,
  rules: 1,
  declined: 1,
} satisfies Record<keyof Version, 1>);

/** `add SOUL.md rejected 0007-K7Q2X 09bc1d.a3f1e0 COR-20260215-K7Q2X`: as fields, a hundred would fill the header. */
function declinedLine({ op, target, how, version, evidence, ids }: Declined): string {
  return [op, target, how, version, evidence === "" ? "-" : evidence, ...ids].join(" ");
}

/** Throws `refused` for what could not be read again. */
function requireReadable(header: readonly string[]): void {
  const chars = header.reduce((sum, line) => sum + line.length + 1, 0);
  if (chars < VERSION_CHARS) return;
  throw new TenetError("the rules are too many, or too long, for one version; nothing was changed", {
    failure: "refused",
    code: "rules-too-large",
    hint: "Move lines that are no rules out of tenet's blocks, or lower `caps` in tenet.yaml.",
  });
}

/** The front matter with its marks. Throws `refused` when it grows too large. */
export function renderHeader(version: Version): string {
  const fields: Record<string, unknown> = { ...version, declined: version.declined?.map(declinedLine) };
  const knownFields = VERSION_FIELDS.filter((field) => fields[field] !== undefined);
  const unknown = Object.keys(fields).filter((field) => !VERSION_FIELDS.includes(field) && fields[field] !== undefined);
  const header = [...knownFields, ...unknown].flatMap((field) => fieldLines(field, fields[field]));
  requireReadable(header);
  return `---\n${header.join("\n")}\n---\n`;
}

/** The whole file. `before`: the rules of the version it is based on. Throws `refused` when it grows too large. */
export function renderVersion(version: Version, before: readonly Rule[]): string {
  return `${renderHeader(version)}\n${body(version, before)}`;
}
