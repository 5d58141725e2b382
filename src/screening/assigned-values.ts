/** `password = …`, `api_key: …`, "the token is …": is what stands behind such a name a secret, or a word about one? */

/** How often each character stands in a text. */
function occurrences(text: string): number[] {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()];
}

/** Shannon entropy in bits a character; random base62 of 20 characters has about 4. */
export function entropy(text: string): number {
  return occurrences(text).reduce((bits, count) => bits - (count / text.length) * Math.log2(count / text.length), 0);
}

/** Stand-ins of documentation: the word EXAMPLE, one character over and over, a template, an ellipsis. */
export function isPlaceholder(value: string): boolean {
  if (/example|placeholder|redacted|changeme|change[_-]me|\[secret:/i.test(value)) return true;
  if (/^[<[{(*]|^\$|^%\(|^#\{|^%[A-Z_]+%$|\$\{|\{\{|\.\.\.|…|^your[_-]/i.test(value)) return true;
  return Math.max(...occurrences(value.toLowerCase())) >= value.length * 0.6;
}

const SAYS_NOTHING =
  /^(?:null|nil|none|undefined|true|false|yes|no|string|str|number|integer|boolean|bool|text|required|optional|missing|empty|invalid|valid|expired|unset|default|hidden|masked|secrets?|passwords?|passwd|tokens?|credentials?|unknown|refused|rejected|denied|incorrect|correct|disabled|enabled|rotated|leaked|stored|encrypted|hashed|protected|generated|prompt|stdin|keychain|vault|environment)$/i;
const OF_CODE =
  /^(?:process|os|import|env|config|settings|options|self|this|ctx|req|request|secrets|vars|args|params)\b[.[(]|\(|=>|::|^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const DOTTED = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/;
const PATH_OR_URL =
  /^(?:\.{1,2}|~|[A-Za-z]:)?[\\/](?![^\\/]*[+=])|^[\w.-]+(?:\/[\w.-]+)*\.[a-z]{1,5}$|^[a-z][a-z0-9+.-]*:\/\//;
/** Days, ids, versions, and what keeps a secret: `sha256-hashed`, `OAuth2`, `1Password`. */
const NUMBERED =
  /^\d{4}-\d{2}-\d{2}|^[A-Z]{3,4}-\d{8}-|^v?\d+(?:\.\d+)+|^(?:sha|md|base|utf|aes|rsa|argon|pbkdf|oauth|hmac|totp|pkcs)[-#]?\d+[a-z]{0,3}(?:-[a-z]+)*$|^1password$/i;

/** Names of things that people choose themselves: shorter and plainer than machine-made keys. */
const CHOSEN =
  /pass(?:word|wd|phrase|wort|code|e)?$|pwd$|kennwort$|contrase[ñn]a$|clave(?: de acceso)?$|mdp$|パスワード$|密[码碼]$|口令$/i;

/** How they stand together: `=` or a flag states more than a colon in prose, quotes more than a verb; `beside` has neither. */
export type Binding = "equals" | "colon" | "words" | "quoted" | "beside";

/** Does the value behind a name like `password` or `api_key` look like the secret itself? */
export function looksAssigned(name: string, value: string, binding: Binding): boolean {
  if (isPlaceholder(value) || SAYS_NOTHING.test(value) || OF_CODE.test(value) || NUMBERED.test(value)) return false;
  return CHOSEN.test(name) ? looksChosen(value, binding) : looksMade(value);
}

/** A name in code: `password_hash`, `--stdin`, `userPassword`. */
const IDENTIFIER = /^-|^[a-z]+(?:_[a-z]+)+$|passw|token|secret/i;
/** Words that are joined, and counts: `case-sensitive`, `12-characters`. */
const HYPHENED = /^(?:\p{Ll}+|\d{1,4})(?:-(?:\p{Ll}+|\d))+$/u;
/** Letters alone of which some change their case within three: no words of a name such as `LastPass`. */
const MIXED_CASE = /^(?=\p{L}{8,}$)(?=.*\p{Ll}\p{Lu})(?!(?:\p{Lu}*\p{Ll}{3,})+\p{Lu}*$)/u;

function looksChosen(value: string, binding: Binding): boolean {
  if (value.length < 6 || PATH_OR_URL.test(value) || DOTTED.test(value)) return false;
  const letters = /\p{L}/u.test(value);
  const digits = /\d/.test(value);
  const marks = /[^\p{L}\p{N}\s'’_.,:;/-]/u.test(value);
  if (binding === "quoted") return digits || !IDENTIFIER.test(value);
  if (binding !== "equals" && HYPHENED.test(value)) return false;
  if (letters && (digits || (marks && binding !== "beside"))) return true;
  if (digits && !letters) return binding === "equals" || value.length >= 8;
  return MIXED_CASE.test(value) || (binding === "equals" && /^\p{L}{8,}$/u.test(value));
}

function looksMade(value: string): boolean {
  if (value.length < 10 || PATH_OR_URL.test(value) || DOTTED.test(value)) return false;
  if (!/^[\x21-\x7e]+$/.test(value)) return false;
  if (/^[a-z]+(?:[A-Z][a-z]+)*\d{0,2}$/.test(value) && value.length < 24) return false;
  if (isWords(value)) return false;
  const mixed = /\d/.test(value) && /[A-Za-z]/.test(value);
  if (mixed) return entropy(value) >= 2.8;
  return value.length >= 20 && /[a-z]/.test(value) && /[A-Z]/.test(value) && entropy(value) >= 3.5;
}

/** `use-vault-2-instead`, `max_tokens_4096`: words and small numbers joined by marks. */
function isWords(value: string): boolean {
  const parts = value.split(/[-_.:/,+=]/).filter((part) => part !== "");
  return (
    parts.length > 1 &&
    parts.every((part) => /^(?:[A-Za-z]?[a-z]{1,15}|[a-z]{3,15}\d{1,2}|[A-Z]{1,12}|\d{1,4}|v\d{1,3})$/.test(part))
  );
}
