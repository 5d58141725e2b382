/** Where a text holds secrets, however they are wrapped: hidden characters within, broken over lines, in base64. */
import { looksAssigned } from "./assigned-values.js";
import { visible } from "./hidden-characters.js";
import { PERSONAL_RULES } from "./personal-data.js";
import { passes, SECRET_RULES, type SecretRule, trimmed } from "./secret-rules.js";
import { lint } from "./secretlint.js";

export { namesSecret } from "./secret-rules.js";

/** A stretch of a text, in UTF-16 units, that must not be stored. */
export interface Secret {
  kind: string;
  start: number;
  end: number;
}

const RULES: readonly SecretRule[] = [...SECRET_RULES, ...PERSONAL_RULES];
const DISTINCT = RULES.filter((rule) => rule.distinct === true);

/** Every secret of a text in order, overlapping ones joined under the most telling name. */
export async function findSecrets(text: string): Promise<Secret[]> {
  if (text.length < 4) return [];
  const seen = visible(text);
  const plain = scan(seen.text, RULES);
  const joined = joinLines(seen.text);
  const found = [
    ...plain,
    ...(joined === undefined ? [] : acrossLines(joined, plain)),
    ...wrapped(seen.text),
    ...(joined === undefined ? [] : wrapped(joined.text).map((one) => within(one, joined.at))),
    ...(await lint(seen.text)),
  ];
  const at = seen.at;
  return united(at === undefined ? found : found.map((one) => within(one, at)));
}

/** Does a value that stands alone under a name like `password` look like the secret itself? */
export function secretValue(name: string, value: string): boolean {
  return !/\s/.test(value.trim()) && looksAssigned(name, value.trim(), "equals");
}

function scan(text: string, rules: readonly SecretRule[]): Secret[] {
  const lower = text.toLowerCase();
  const found: Secret[] = [];
  for (const rule of rules) {
    if (!rule.keywords.some((keyword) => lower.includes(keyword))) continue;
    rule.pattern.lastIndex = 0;
    for (let match = rule.pattern.exec(text); match !== null; match = rule.pattern.exec(text)) {
      const held = match.findLast((capture) => capture !== undefined) ?? match[0];
      const secret = rule.kind === "assigned-secret" ? trimmed(held) : held;
      if (secret !== "" && passes(rule, secret, match)) {
        const start = match.index + match[0].lastIndexOf(held);
        found.push({ kind: rule.kind, start, end: start + secret.length });
      } else {
        // What a refused match swallowed may hold a secret of its own.
        rule.pattern.lastIndex = match.index + 1;
      }
    }
  }
  return found;
}

interface Joined {
  text: string;
  /** Offset in the text with line ends of each unit, and of its end. */
  at: number[];
  /** Offsets in `text` at which a line end was taken out. */
  joints: number[];
}

/** A text without its line ends, indents and the marks with which code joins broken strings. */
function joinLines(text: string): Joined | undefined {
  if (!/[\r\n]/.test(text)) return undefined;
  const joined: Joined = { text: "", at: [], joints: [] };
  let from = 0;
  const keep = (to: number) => {
    for (let at = from; at < to; at++) joined.at.push(at);
    joined.text += text.slice(from, to);
  };
  for (const match of text.matchAll(
    /["'`]?[ \t]{0,20}[+\\]?[ \t]{0,20}(?:\r?\n|\r)[ \t>|]{0,40}(?:[+.][ \t]{0,4})?["'`]?/g,
  )) {
    keep(match.index);
    joined.joints.push(joined.text.length);
    from = match.index + match[0].length;
  }
  keep(text.length);
  joined.at.push(text.length);
  return joined;
}

const PLAIN_WORD = /^(?:[A-Za-z]?[a-z]*|[A-Z]{1,7})[^A-Za-z0-9]*$/;

/** Keys that a line end splits. A word that merely follows a whole key on the next line stays. */
function acrossLines({ text, at, joints }: Joined, plain: readonly Secret[]): Secret[] {
  const found: Secret[] = [];
  for (const secret of scan(text, DISTINCT)) {
    const within = joints.filter((joint) => joint > secret.start && joint < secret.end);
    if (within.length === 0) continue;
    const origin = at[secret.start] ?? 0;
    const whole = plain.some((one) => one.start <= origin && origin < one.end);
    let end = secret.end;
    for (const joint of within.reverse()) {
      const piece = text.slice(joint, end);
      if (!PLAIN_WORD.test(piece) || (!whole && piece.length >= 8)) break;
      end = joint;
    }
    if (within.some((joint) => joint < end))
      found.push({ kind: secret.kind, start: origin, end: (at[end - 1] ?? 0) + 1 });
  }
  return found;
}

/** Secrets in base64, at any of the four alignments a leading path or word may cause: the whole token counts as one. */
function wrapped(text: string): Secret[] {
  const found: Secret[] = [];
  for (const match of text.matchAll(/[A-Za-z0-9+/_-]{20,}={0,2}/g)) {
    const token = match[0].replaceAll("-", "+").replaceAll("_", "/");
    for (let skip = 0; skip < 4; skip++) {
      const decoded = Buffer.from(token.slice(skip), "base64").toString("latin1");
      const readable = /^[\t\n\r\x20-\x7e]*$/.test(decoded);
      const [secret] = scan(decoded, readable ? RULES : DISTINCT);
      if (secret === undefined) continue;
      found.push({ kind: secret.kind, start: match.index, end: match.index + match[0].length });
      break;
    }
  }
  return found;
}

function within({ kind, start, end }: Secret, at: readonly number[]): Secret {
  return { kind, start: at[start] ?? 0, end: (at[end - 1] ?? 0) + 1 };
}

/** Sorted, without overlap; the one found first, by the more telling rule, names a joined stretch. */
function united(found: readonly Secret[]): Secret[] {
  const ranked = found
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
