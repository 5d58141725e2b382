/**
 * The one gate that every text passes before its first byte is written: secrets out, hidden characters out, personal data as
 * the profile says.
 */
import { type PersonalKind, personalIn, personalWords, withoutPersonal } from "../text/personal-data.js";
import { stripHidden } from "./hidden-characters.js";
import { namesSecret } from "./secret-rules.js";
import { findPersonal, findSecrets, secretValue } from "./secrets.js";

export interface ScreenOptions {
  /** The profile's setting for personal data: as said unless stated, or replaced by `[mail]` and the like. */
  personal?: "keep" | "redact";
}

/** What was found and where; never the value itself. */
export interface ScreenFinding {
  what: "secret" | "personal" | "hidden";
  /** `github-token`, `mail` where it was replaced, or what kind of hidden character. */
  kind: string;
  /** `evidence`, `tags[0]`, `evolution[1].text`. */
  field: string;
  count: number;
}

export interface Screened<T> {
  value: T;
  /** One plain sentence a finding, naming kind and field. */
  warnings: string[];
  findings: ScreenFinding[];
  /** One sentence about all personal data that stays as said; none without any. */
  asSaid: string[];
}

/** Screens one text; `field` is how findings name it. */
export async function screenText(text: string, field: string, options: ScreenOptions = {}): Promise<Screened<string>> {
  const screening = new Screening(options);
  const value = await screening.text(text, field);
  return screening.result(value);
}

/** Screens every text in a value, however nested, keys included. The value given stays as it is. */
export async function screenEntry<T extends Record<string, unknown>>(
  fields: T,
  options: ScreenOptions = {},
): Promise<Screened<T>> {
  const screening = new Screening(options);
  const value = (await screening.value(fields, "")) as T;
  return screening.result(value);
}

class Screening {
  readonly #options: ScreenOptions;
  readonly #findings: ScreenFinding[] = [];
  readonly #asSaid = new Set<PersonalKind>();

  constructor(options: ScreenOptions) {
    this.#options = options;
  }

  result<T>(value: T): Screened<T> {
    const asSaid = this.#asSaid.size === 0 ? [] : [staysAsSaid(this.#asSaid)];
    return { value, warnings: this.#findings.map(inWords), findings: this.#findings, asSaid };
  }

  async value(value: unknown, field: string): Promise<unknown> {
    if (typeof value === "string") return await this.text(value, field);
    if (typeof value === "number" || typeof value === "bigint") {
      const text = String(value);
      const screened = await this.text(text, field);
      return screened === text ? value : screened;
    }
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const [at, item] of value.entries()) items.push(await this.value(item, `${field}[${at}]`));
      return items;
    }
    if (typeof value !== "object" || value === null || value instanceof Date) return value;
    const pairs: [string, unknown][] = [];
    for (const [key, item] of Object.entries(value)) {
      const name = await this.text(key, field === "" ? "a field's name" : `a name in ${field}`);
      const at = field === "" ? name : `${field}.${name}`;
      const whole = typeof item === "string" && namesSecret(name) && secretValue(name, item);
      pairs.push([name, whole ? this.#secret(at, "assigned-secret") : await this.value(item, at)]);
    }
    return Object.fromEntries(pairs);
  }

  async text(text: string, field: string): Promise<string> {
    const secrets = await findSecrets(text);
    let clean = "";
    let from = 0;
    for (const secret of secrets) {
      clean += text.slice(from, secret.start) + this.#secret(field, secret.kind);
      from = secret.end;
    }
    clean += text.slice(from);
    const stripped = stripHidden(clean);
    for (const { kind, count } of stripped.found) this.#note({ what: "hidden", kind, field, count });
    return this.#personal(stripped.text, field);
  }

  #personal(text: string, field: string): string {
    if (this.#options.personal !== "redact") {
      for (const { kind } of personalIn(text)) this.#asSaid.add(kind);
      return text;
    }
    const stretches = findPersonal(text);
    for (const { kind } of stretches) this.#note({ what: "personal", kind, field, count: 1 });
    return withoutPersonal(text, stretches);
  }

  #secret(field: string, kind: string): string {
    this.#note({ what: "secret", kind, field, count: 1 });
    return `[secret:${kind}]`;
  }

  #note(finding: ScreenFinding): void {
    const sameFinding = this.#findings.find(
      (one) => one.what === finding.what && one.kind === finding.kind && one.field === finding.field,
    );
    if (sameFinding === undefined) this.#findings.push(finding);
    else sameFinding.count += finding.count;
  }
}

const HIDDEN_WORDS: Record<string, [one: string, many: string]> = {
  "tag-characters": ["hidden tag character", "hidden tag characters"],
  "bidirectional-controls": ["bidirectional control", "bidirectional controls"],
  "invisible-characters": ["invisible character", "invisible characters"],
};

/** The note of a capture that holds personal data. */
const staysAsSaid = (kinds: Iterable<PersonalKind>): string =>
  `Kept as said here, and left out of rules, pages and hubs: ${personalWords(kinds)}.`;

function inWords({ what, kind, field, count }: ScreenFinding): string {
  if (what === "secret") {
    const replaced = count === 1 ? `A secret in ${field} was` : `${count} secrets in ${field} were`;
    return `${replaced} replaced by [secret:${kind}].`;
  }
  if (what === "personal") return `In ${field}, ${personalWords([kind as PersonalKind])} was replaced by [${kind}].`;
  const [one, many] = HIDDEN_WORDS[kind] ?? [kind, kind];
  return count === 1 ? `1 ${one} was removed from ${field}.` : `${count} ${many} were removed from ${field}.`;
}
