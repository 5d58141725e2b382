/** A version as text: front matter that programs read, a body that a person can read alone. Free of zod and yaml. */
import { createTwoFilesPatch } from "diff";
import { type Rule, ruleLine, TARGETS, type Target } from "../../memory/rules/rule.js";
import { VERSION_FIELDS, type Version } from "../../memory/rules/version.js";
import { fenceFor } from "../record-text.js";
import { fieldLines } from "../yaml-text.js";

/** The rules of one file as it prints them. */
export function blockLines(rules: readonly Rule[], target: Target): string[] {
  return rules.filter((rule) => rule.target === target).map(ruleLine);
}

/** What changes in each file between two sets of rules, as git shows it; empty when nothing does. */
export function rulesDiff(before: readonly Rule[], after: readonly Rule[]): string {
  return TARGETS.flatMap((target) => {
    const [old, next] = [blockLines(before, target), blockLines(after, target)];
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
  }).join("\n");
}

function body(version: Version, before: readonly Rule[]): string {
  const files = TARGETS.filter((target) => version.rules.some((rule) => rule.target === target));
  const blocks = files.map((target) => `## ${target}\n\n${blockLines(version.rules, target).join("\n")}\n`);
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

/** The whole file. `before`: the rules of the version it is based on. */
export function renderVersion(version: Version, before: readonly Rule[]): string {
  const fields = version as unknown as Record<string, unknown>;
  const known = VERSION_FIELDS.filter((field) => fields[field] !== undefined);
  const unknown = Object.keys(fields).filter((field) => !VERSION_FIELDS.includes(field) && fields[field] !== undefined);
  const header = [...known, ...unknown].flatMap((field) => fieldLines(field, fields[field]));
  return `---\n${header.join("\n")}\n---\n\n${body(version, before)}`;
}
