/** FEATURE_REQUESTS: active work, kept as it was written in one working file. */

import { headingLine } from "../headings.js";
import type { Plan } from "../plan.js";
import { cutAtWord } from "../wording.js";

/** Takes one request over: its own heading at the second level, its own text below. */
export function judgeFeatureRequest(raw: string): Plan {
  const [first = "", ...below] = raw.split("\n");
  const title = (headingLine(first)?.text ?? first.replace(/^[-*+] +/, "")).replace(/^\*\*|\*\*$/g, "");
  return {
    fate: "feature",
    title: cutAtWord(title.trim(), 300),
    body: below
      .join("\n")
      .replace(/^#{1,2}(?=\s)/gm, "###")
      .trim(),
    because: "A feature request: kept with the active work.",
  };
}

export interface FeatureRequest {
  title: string;
  body: string;
  /** Where it stood: `.learnings/FEATURE_REQUESTS.md:7`. */
  from: string;
  hash: string;
}

const HEAD = "# Feature requests\n";
const MARK = /^<!-- imported from .*, ([0-9a-f]{64}) -->$/gm;

/** Hashes of the requests that the file holds. */
export function requestsIn(page: string): Set<string> {
  return new Set([...page.matchAll(MARK)].map((match) => match[1] ?? ""));
}

/** The file with more requests at its end; 1-based lines of their headings in `lines`. */
export function withRequests(
  page: string | undefined,
  requests: readonly FeatureRequest[],
): { text: string; lines: number[] } {
  let text = page === undefined || page.trim() === "" ? HEAD : page.replace(/\n*$/, "\n");
  const lines: number[] = [];
  for (const { title, body, from, hash } of requests) {
    lines.push(text.split("\n").length + 1);
    const source = from.replace(/--+/g, "-").replace(/[<>]/g, "");
    text += `\n## ${title}\n\n<!-- imported from ${source}, ${hash} -->\n${body === "" ? "" : `\n${body}\n`}`;
  }
  return { text, lines };
}
