/** The names that say who acts, from flags and environment, without tokens: nothing below the door gets one. */
import { envValue, type Globals, type ProcessIO } from "../command/call.js";
import { statedName } from "../screening/stated-name.js";

const NAMES = [
  ["session", "TENET_SESSION", "The session's name"],
  ["run", "TENET_RUN", "The run's name"],
  ["as", "TENET_AGENT", "The agent's name"],
  ["user", "TENET_USER", "The user's name"],
] as const;

/** `globals` with the names of the environment, a word in place of each token. */
export async function withoutTokens(
  { env }: Pick<ProcessIO, "env">,
  globals: Globals,
  warn: (message: string) => void,
): Promise<Globals> {
  const clean = { ...globals };
  for (const [key, variable, what] of NAMES) {
    const name = globals[key] ?? envValue(env, variable);
    if (name !== undefined) clean[key] = await statedName(what, name, warn);
  }
  return clean;
}
