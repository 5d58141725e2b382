/** secretlint's rules, loaded only for a text that could hold something they know: loading them costs more than a whole capture's reading. */
import type { SecretLintRuleCreator, SecretLintSourceCode } from "@secretlint/types";

/**
 * Every pattern of the recommended rules of secretlint 12.0.0 holds one of these; a text without any is clean to all
 * of them. The test of this list counts the rules and holds a sample of each, so that another release cannot slip by.
 */
const ANCHORS = new RegExp(
  [
    "A3T[A-Z0-9]|AKIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ASIA",
    "(?:SECRET|[Ss]ecret)_?(?:ACCESS|[Aa]ccess)_?(?:KEY|[Kk]ey)|(?:ACCOUNT|[Aa]ccount)",
    "private_key|PRIVATE KEY",
    "_authToken=|npm_",
    "xox[bpaor]-|xapp-|[Hh][Oo][Oo][Kk][Ss]\\.[Ss][Ll][Aa][Cc][Kk]",
    "://[^\\n]{0,2000}@",
    "T3BlbkFJ|sk-ant-api0|gsk_|hf_|lin_api_|ntn_|SG\\.|shp(?:pa|ca|at|ss)_|gh[pousr]_|github_pat_|glpat-|glc_|glsa_|ops_ey",
    "hv[sbr]\\.|vc[piark]_|dapi|dckr_pat_|figd_",
  ].join("|"),
);

/** Could secretlint find anything here? False is certain; true is not. */
export function worthLinting(text: string): boolean {
  return ANCHORS.test(text);
}

/** A place secretlint reports, in UTF-16 units. */
export interface Linted {
  kind: string;
  start: number;
  end: number;
}

const PREFIX = "@secretlint/secretlint-rule-";
type Preset = { rules: SecretLintRuleCreator[] };

/** The preset's rules, but for the one that lets a comment in the text switch the others off. */
export async function lintRules(): Promise<SecretLintRuleCreator[]> {
  const { creator } = await import("@secretlint/secretlint-rule-preset-recommend");
  return (creator as unknown as Preset).rules.filter((rule) => rule.meta.id !== `${PREFIX}filter-comments`);
}

/** What secretlint finds in a text that {@link worthLinting} lets through. */
export async function lint(text: string): Promise<Linted[]> {
  if (!worthLinting(text)) return [];
  const { lintSource } = await import("@secretlint/core");
  const rules = (await lintRules()).map((rule) => ({ id: rule.meta.id, rule }));
  const source = { filePath: "entry.txt", content: text, ext: ".txt", contentType: "text" } satisfies Pick<
    SecretLintSourceCode,
    "filePath" | "content" | "ext" | "contentType"
  >;
  const { messages } = await lintSource({ source, options: { noPhysicFilePath: true, config: { rules } } });
  return messages.map(({ ruleId, range: [start, end] }) => ({ kind: ruleId.replace(PREFIX, ""), start, end }));
}
