/** The text of an argument that may come from a pipe. */
import type { Call } from "../command/call.js";

/** The argument itself; `-` stands for stdin. */
export const argumentText = async (call: Call, argument: string): Promise<string> =>
  argument === "-" ? await call.readInput("an argument") : argument;
