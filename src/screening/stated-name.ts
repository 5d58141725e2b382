/** A name that a caller hands over and under which things are kept: of a session, a run, an agent, a user, a contact. */

/** Names that are no token for sure, so that no rules are loaded for them: short ones, and UUIDs, perhaps behind words. */
const PLAIN = /^(?:.{0,14}|(?:[a-z]{1,16}[-_:])*[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/**
 * The name with `secret-github-token` for each token in it: a legal name, and one for all tokens of a kind. `what`: as it
 * is called in a sentence.
 */
export async function statedName(what: string, name: string, warn?: (message: string) => void): Promise<string> {
  if (PLAIN.test(name)) return name;
  const { secretsInName } = await import("./secrets.js");
  const secrets = secretsInName(name);
  const [first] = secrets;
  if (first === undefined) return name;
  let clean = "";
  let from = 0;
  for (const { kind, start, end } of secrets) {
    clean += `${name.slice(from, start)}secret-${kind}`;
    from = end;
  }
  clean += name.slice(from);
  warn?.(`${what} holds a secret (${first.kind}): ${clean} stands for it.`);
  return clean;
}
