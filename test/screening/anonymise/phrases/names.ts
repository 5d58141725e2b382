/** Whose names are to be found in the phrases. */
export const NAMES: readonly string[] = [
  "Jane Doe",
  "Mark Webb",
  "Will Ferro",
  "Jörg Müller",
  "李雷",
  "bridget",
  "omar.haddad@example.org",
  "Seán O'Brien",
  "Jean-Luc Moreau",
  "Anne-Sophie Berg",
  "Нина Петрова",
  "Al Kowalski",
  "渡辺 謙",
];

/** A phrase as it is written, and as it is shared; without the second it stays as it is. */
export type Phrase = readonly [written: string, shared?: string | undefined];
