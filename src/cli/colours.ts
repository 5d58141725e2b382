import { type Paint, PLAIN } from "../text/paint.js";

/** What one output stream is, as far as colour and layout care. */
export interface HelpWriter {
  isTTY: boolean;
  /** Columns of the terminal. */
  columns: number | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

/** chalk's levels: no colour, 16, 256, 16 million. */
export type ColourLevel = 0 | 1 | 2 | 3;

/**
 * Decided for one stream at a time, since a result may go to a pipe while a warning goes to the terminal.
 * `--no-color`, `--json` and NO_COLOR win over everything, FORCE_COLOR over what the stream is.
 */
export function colourLevel(
  stream: { isTTY: boolean },
  env: Env,
  flags: { color?: boolean; json?: boolean },
): ColourLevel {
  if (flags.color === false || flags.json === true) return 0;
  if ((env["NO_COLOR"] ?? "") !== "") return 0;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) {
    if (forced === "0" || forced === "false") return 0;
    if (forced === "2" || forced === "3") return Number(forced) as ColourLevel;
    return 1;
  }
  if (!stream.isTTY || env["TERM"] === "dumb") return 0;
  if (/^(truecolor|24bit)$/i.test(env["COLORTERM"] ?? "")) return 3;
  return /256/.test(env["TERM"] ?? "") ? 2 : 1;
}

/** Colours for one stream. Without colour chalk is not even loaded. */
export async function paintFor(stream: HelpWriter, level: ColourLevel): Promise<Paint> {
  const sheet = stream.isTTY
    ? { width: Math.max(40, stream.columns || 80), terminal: true }
    : { width: Number.POSITIVE_INFINITY, terminal: false };
  if (level === 0) return { ...PLAIN, ...sheet };
  const { Chalk } = await import("chalk");
  const chalk = new Chalk({ level });
  const { dim: faint, green: good, red: bad, yellow: warn, cyan: accent } = chalk;
  return { strong: chalk.bold, faint, good, bad, warn, accent, ...sheet };
}
