/** FEATURE_REQUESTS: active work, kept as it was written in one working file. */
import { headingLine } from "./headings.js";
import type { Plan } from "./item.js";
import { cut } from "./wording.js";

/** Takes one request over: its own heading at the second level, its own text below. */
export function judgeFeatureRequest(raw: string): Plan {
  const end = raw.indexOf("\n");
  const first = end === -1 ? raw : raw.slice(0, end);
  const body = end === -1 ? "" : raw.slice(end + 1);
  const title = (headingLine(first)?.text ?? first.replace(/^[-*+] +/, "")).replace(/^\*\*|\*\*$/g, "");
  return {
    fate: "feature",
    title: cut(title.trim(), 300),
    body: body.replace(/^#{1,2}(?=\s)/gm, "###").trim(),
    because: "A feature request: kept with the active work.",
  };
}
