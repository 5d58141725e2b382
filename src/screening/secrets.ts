/** Where a text holds secrets, however they are wrapped: hidden characters within, broken over lines, in base64. */
import { isPlaceholder, looksAssigned } from "./assigned-values.js";
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
  const linted = await lint(seen.text);
  const found = [
    ...plain,
    ...wrapped(seen.text),
    ...acrossLines(seen.text, plain),
    ...linted.filter(({ start, end }) => !isPlaceholder(seen.text.slice(start, end))),
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

/** Secrets in base64, at any of the four alignments a leading path or word may cause: the whole token counts as one. */
function wrapped(text: string): Secret[] {
  const found: Secret[] = [];
  for (const match of text.matchAll(/[A-Za-z0-9+/_-]{20,}={0,2}/g)) {
    const kind = kindWithin(match[0]);
    if (kind !== undefined) found.push({ kind, start: match.index, end: match.index + match[0].length });
  }
  return found;
}

function kindWithin(base64: string): string | undefined {
  const token = base64.replaceAll("-", "+").replaceAll("_", "/");
  for (let skip = 0; skip < 4; skip++) {
    const decoded = Buffer.from(token.slice(skip), "base64").toString("latin1");
    const readable = /^[\t\n\r\x20-\x7e]*$/.test(decoded);
    const [secret] = scan(decoded, readable ? RULES : DISTINCT);
    if (secret !== undefined) return secret.kind;
  }
  return undefined;
}

/** Keys and base64 that line ends split. A word that merely follows a whole key on the next line stays. */
function acrossLines(text: string, plain: readonly Secret[]): Secret[] {
  const found: Secret[] = [];
  for (const chain of chainsOf(text)) {
    let joined = "";
    const at: number[] = [];
    let whole = 0;
    for (const [index, piece] of chain.entries()) {
      const joint = joined.length;
      joined += piece.text;
      for (let unit = 0; unit < piece.text.length; unit++) at.push(piece.start + unit);
      if (index === 0) {
        whole = plain.some((one) => one.start < piece.start + piece.text.length && one.end > piece.start) ? 1 : 0;
        continue;
      }
      const word = PLAIN_WORD.test(piece.text) && !piece.text.endsWith("=");
      for (const secret of scan(joined, DISTINCT)) {
        if (secret.start >= joint || secret.end <= joint) continue;
        if (word && (whole > 0 || secret.end - joint < 8)) continue;
        whole++;
        found.push(within(secret, at));
      }
      if (word || !/^[A-Za-z0-9+/_-]{16,}$/.test(chain[0]?.text ?? "")) continue;
      const kind = /^[A-Za-z0-9+/_-]+={0,2}$/.test(joined) ? kindWithin(joined) : undefined;
      if (kind !== undefined) found.push(within({ kind, start: 0, end: joined.length }, at));
    }
  }
  return found;
}

interface Piece {
  text: string;
  start: number;
}

/** A key is hardly broken over more lines than this; a folded base64 block of it holds 6 KB. */
const LONGEST_CHAIN = 80;
const PLAIN_WORD = /^(?:[A-Za-z]?[a-z]*|[A-Z]{1,7})[^A-Za-z0-9]*$/;

/**
 * What a broken key would consist of: the last word of a line, lines of one word each, the first word of the next;
 * without the marks with which code joins strings.
 */
function* chainsOf(text: string): Generator<Piece[]> {
  if (!/[\r\n]/.test(text)) return;
  const lines: { first: Piece; last: Piece; single: boolean }[] = [];
  for (const match of text.matchAll(/[^\r\n]+/g)) {
    const words = [...match[0].matchAll(/[^\s"'`\\>|]+/g)].filter(([word]) => !/^[+.]$/.test(word));
    const pieceOf = (word: RegExpExecArray | undefined): Piece => ({
      text: word?.[0] ?? "",
      start: match.index + (word?.index ?? 0),
    });
    lines.push({ first: pieceOf(words[0]), last: pieceOf(words.at(-1)), single: words.length === 1 });
  }
  for (let from = 0; from + 1 < lines.length; from++) {
    const start = lines[from];
    if (start === undefined || start.last.text.length < 2) continue;
    const chain = [start.last];
    for (let at = from + 1; at < lines.length && chain.length < LONGEST_CHAIN; at++) {
      const line = lines[at];
      if (line === undefined || line.first.text === "") break;
      chain.push(line.first);
      if (!line.single) break;
    }
    yield chain;
  }
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
