/** Where a text holds secrets: also with hidden characters within, and in base64. */

import type { SecretLintRuleCreator, SecretLintSourceCode } from "@secretlint/types";
import { type PersonalStretch, personalIn } from "../text/personal-data.js";
import { isPlaceholder, looksAssigned } from "./assigned-values.js";
import { visible } from "./hidden-characters.js";
import { passes, SECRET_RULES, trimmed } from "./secret-rules.js";

/** A stretch of a text, in UTF-16 units, that must not be stored. */
export interface Secret {
  kind: string;
  start: number;
  end: number;
}

/** Shorter base64 holds no key. */
const BASE64 = /[A-Za-z0-9+/_-]{20,}={0,2}/g;

/** Every secret of a text in order, overlapping ones joined under the most telling name. */
export async function findSecrets(text: string): Promise<Secret[]> {
  if (text.length < 4) return [];
  const visibleText = visible(text);
  const plain = secretsByRule(visibleText.text);
  const linted = await lint(visibleText.text);
  const secrets = [...plain, ...linted.filter(({ start, end }) => !isPlaceholder(visibleText.text.slice(start, end)))];
  return united(inOriginal(secrets, visibleText.at));
}

/** The same by our own rules alone: for a name, which holds nothing that is told by what stands around it. */
export function secretsInName(name: string): Secret[] {
  const { text, at } = visible(name);
  return united(inOriginal(secretsByRule(text), at));
}

const secretsByRule = (text: string): Secret[] => [
  ...scan(text),
  ...inBase64(text, (decoded) => scan(decoded)[0]?.kind),
];

/** Every stretch of personal data in order, also between hidden characters and in base64. */
export function findPersonal(text: string): PersonalStretch[] {
  const visibleText = visible(text);
  const wrapped = inBase64(visibleText.text, (decoded) => personalIn(decoded)[0]?.kind);
  return united(inOriginal([...personalIn(visibleText.text), ...wrapped], visibleText.at)) as PersonalStretch[];
}

const inOriginal = (stretches: readonly Secret[], at: readonly number[] | undefined): readonly Secret[] =>
  at === undefined ? stretches : stretches.map((one) => within(one, at));

/** Does a value that stands alone under a name like `password` look like the secret itself? */
export function secretValue(name: string, value: string): boolean {
  return !/\s/.test(value.trim()) && looksAssigned(name, value.trim(), "equals");
}

function scan(text: string): Secret[] {
  const lower = text.toLowerCase();
  const secrets: Secret[] = [];
  for (const rule of SECRET_RULES) {
    if (!rule.keywords.some((keyword) => lower.includes(keyword))) continue;
    rule.pattern.lastIndex = 0;
    for (let match = rule.pattern.exec(text); match !== null; match = rule.pattern.exec(text)) {
      const heldText = match.findLast((capture) => capture !== undefined) ?? match[0];
      const secret = rule.kind === "assigned-secret" ? trimmed(heldText) : heldText;
      if (secret !== "" && passes(rule, secret, match)) {
        const start = match.index + match[0].lastIndexOf(heldText);
        secrets.push({ kind: rule.kind, start, end: start + secret.length });
      } else {
        // A refused match may have swallowed another secret.
        rule.pattern.lastIndex = match.index + 1;
      }
    }
  }
  return secrets;
}

const READABLE = /^[\t\n\r\x20-\x7e]*$/;

/** What `kindIn` finds in decoded base64: the whole token counts as one. */
function inBase64(text: string, kindIn: (decoded: string) => string | undefined): Secret[] {
  return [...text.matchAll(BASE64)].flatMap(({ 0: token, index: start }) => {
    const decoded = Buffer.from(token.replaceAll("-", "+").replaceAll("_", "/"), "base64").toString("latin1");
    const kind = READABLE.test(decoded) ? kindIn(decoded) : undefined;
    return kind === undefined ? [] : [{ kind, start, end: start + token.length }];
  });
}

function within({ kind, start, end }: Secret, at: readonly number[]): Secret {
  return { kind, start: at[start] ?? 0, end: (at[end - 1] ?? 0) + 1 };
}

/** Sorted, without overlap; the one found first, by the more telling rule, names a joined stretch. */
function united(secrets: readonly Secret[]): Secret[] {
  const ranked = secrets
    .map((secret, rank) => ({ ...secret, rank }))
    .sort((a, b) => a.start - b.start || a.rank - b.rank);
  const result: (Secret & { rank: number })[] = [];
  for (const secret of ranked) {
    const last = result.at(-1);
    if (last === undefined || secret.start >= last.end) {
      result.push({ ...secret });
      continue;
    }
    last.end = Math.max(last.end, secret.end);
    if (secret.rank < last.rank) {
      last.kind = secret.kind;
      last.rank = secret.rank;
    }
  }
  return result.map(({ kind, start, end }) => ({ kind, start, end }));
}

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
