/** The colours of one output stream, and how wide it is. */
import { type Paint, PLAIN } from "../text/paint.js";

interface Stream {
  isTTY: boolean;
  columns: number | undefined;
  env: Readonly<Record<string, string | undefined>>;
  plain: boolean;
}

/** `--no-color`, `--json` and NO_COLOR win over everything, FORCE_COLOR over what the stream is. */
function isColoured({ isTTY, env, plain }: Stream): boolean {
  if (plain || (env["NO_COLOR"] ?? "") !== "") return false;
  const forced = env["FORCE_COLOR"];
  return forced === undefined ? isTTY && env["TERM"] !== "dumb" : forced !== "0" && forced !== "false";
}

/** Without colour chalk is not loaded. */
export async function paintFor(stream: Stream): Promise<Paint> {
  const sheet = stream.isTTY
    ? { width: Math.max(40, stream.columns || 80), terminal: true }
    : { width: Number.POSITIVE_INFINITY, terminal: false };
  if (!isColoured(stream)) return { ...PLAIN, ...sheet };
  const { Chalk } = await import("chalk");
  const { bold: strong, dim: faint, green: good, red: bad, yellow: warn, cyan: accent } = new Chalk({ level: 1 });
  return { strong, faint, good, bad, warn, accent, ...sheet };
}
