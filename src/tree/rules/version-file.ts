/** A version as a file: front matter that programs read, a body that a person can read alone. */
import { createTwoFilesPatch } from "diff";
import type { Finding } from "../../memory/finding.js";
import { type Rule, ruleLine, TARGETS, type Target } from "../../memory/rules/rule.js";
import type { Version } from "../../memory/rules/version.js";
import { VERSION_FIELDS, versionSchema } from "../../memory/rules/version-schema.js";
import { linesOf } from "../fences.js";
import { readFrontMatter } from "../front-matter.js";
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

/** Reads one; what cannot be read is a finding. */
export function parseVersion(text: string, file: string): { version: Version } | { finding: Finding } {
  const { data, trouble } = readFrontMatter(linesOf(text));
  const wrong = (message: string, line = 1): { finding: Finding } => ({
    finding: {
      severity: "error",
      code: "broken-version",
      file,
      line,
      message,
      next: "Bring it back from git's history.",
    },
  });
  if (trouble !== undefined) return wrong(trouble.message, trouble.line);
  const parsed = versionSchema.safeParse(data);
  if (parsed.success) return { version: parsed.data as Version };
  const [issue] = parsed.error.issues;
  return wrong(`${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not a version"}`);
}
