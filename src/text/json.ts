/** JSON of others, and the one document that `--json` prints: success or failure, always in this envelope. */
export const SCHEMA_VERSION = 1;

export interface Failed {
  code: string;
  message: string;
  hint?: string | undefined;
  details: Record<string, unknown>;
}

/** Brackets within each other: what goes through data recurses once for each. */
export const MAX_DEPTH = 100;

/** Whether a value is nested deeper than {@link MAX_DEPTH}. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
  return level.length > 0;
}

/** The value of JSON that somebody else wrote. Throws a SyntaxError also where it is nested too deeply. */
export function foreignJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isTooDeep(value)) throw new SyntaxError(`nested deeper than ${MAX_DEPTH} levels`);
  return value;
}

const envelope = (ok: boolean, command: string, outcome: object, warnings: readonly string[]): string =>
  `${JSON.stringify({ ok, schema_version: SCHEMA_VERSION, command, ...outcome, warnings })}\n`;

export const successJson = (command: string, data: unknown, warnings: readonly string[]): string =>
  envelope(true, command, { data }, warnings);

export const failureJson = (
  command: string,
  { code, message, hint, details }: Failed,
  warnings: readonly string[],
): string => envelope(false, command, { error: { code, message, hint, details } }, warnings);
