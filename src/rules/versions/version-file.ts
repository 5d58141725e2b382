/** Reads version files. */

import type { Finding } from "../../entry/findings.js";
import { linesOf } from "../../store/records/fences.js";
import { readFrontMatter } from "../../store/records/front-matter.js";
import { issueInWords } from "../../text/issue-words.js";
import type { Version } from "../policy/version.js";
import { versionSchema } from "./version-schema.js";
import { VERSION_CHARS } from "./version-text.js";

/** Each one line; as fields it is read as well. */
function declinedIn({ declined }: Record<string, unknown>): { declined?: unknown } {
  if (!Array.isArray(declined)) return {};
  const read = declined.map((one: unknown) => {
    if (typeof one !== "string") return one;
    const [op, target, how, version, evidence, ...ids] = one.split(" ");
    return { op, target, how, version, evidence: evidence === "-" ? "" : evidence, ids };
  });
  return { declined: read };
}

/** Reads one; what cannot be read is a finding. */
export function parseVersion(text: string, file: string): { version: Version } | { finding: Finding } {
  const { data, trouble } = readFrontMatter(linesOf(text), VERSION_CHARS);
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
  const parsed = versionSchema.safeParse({ ...data, ...declinedIn(data) });
  if (parsed.success) return { version: parsed.data as Version };
  const [issue] = parsed.error.issues;
  return wrong(`${issue?.path.join(".") ?? ""}: ${issue === undefined ? "not a version" : issueInWords(issue)}`);
}
