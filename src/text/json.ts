/** The one document that `--json` prints: success or failure, always in this envelope. */
export const SCHEMA_VERSION = 1;

export interface Failed {
  code: string;
  message: string;
  hint?: string | undefined;
  details: Record<string, unknown>;
}

const line = (document: unknown): string => `${JSON.stringify(document)}\n`;

export function successJson(command: string, data: unknown, warnings: readonly string[]): string {
  return line({ ok: true, schema_version: SCHEMA_VERSION, command, data, warnings });
}

export function failureJson(command: string, error: Failed, warnings: readonly string[]): string {
  const { code, message, hint, details } = error;
  return line({
    ok: false,
    schema_version: SCHEMA_VERSION,
    command,
    error: { code, message, ...(hint === undefined ? {} : { hint }), details },
    warnings,
  });
}
