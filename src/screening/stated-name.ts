/** A name that a caller hands over and under which things are kept: of a session, a run, an agent, a user, a contact. */
import { TenetError } from "../errors.js";

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

/** Refuses a name or value that holds a token, where another in its place would be another thing. */
export async function refuseToken(what: string, name: string): Promise<void> {
  if ((await statedName(what, name)) === name) return;
  throw new TenetError(`${what} holds a secret; nothing was written`, {
    failure: "refused",
    code: "secret",
    hint: "Name it otherwise. If the secret is a real one, it was seen here: replace it at its source.",
  });
}
