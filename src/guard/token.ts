/** What the guard takes a part of a claim for. */
export type TokenKind = "number" | "date" | "version" | "path" | "identifier" | "name" | "operator" | "word";

/** One part of a claim as the change guard compares it. */
export interface GuardToken {
  /** Equal keys say the same thing. */
  key: string;
  kind: TokenKind;
  /** Lower-case word, as looked up in the tables of words; "" for anything else. */
  word: string;
  /** What a person is shown. */
  raw: string;
  /** "-5" and "5" share a key; the sign is compared apart. */
  sign?: string;
}
