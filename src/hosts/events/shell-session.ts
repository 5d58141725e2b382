/** Tells the shells of a host's session which session they belong to. */
import { appendFileSync, lstatSync, readFileSync } from "node:fs";
import { isAbsolute } from "node:path";

const MOST_BYTES = 1024 * 1024;

/**
 * Adds `export TENET_SESSION=…` to the file that Claude Code runs before each shell command of a session
 * (`CLAUDE_ENV_FILE`), so that what the agent captures there belongs to the session that hooks speak of. Once; never
 * throws.
 */
export function exportSession(path: string, session: string): void {
  const line = `export TENET_SESSION='${session.replaceAll("'", "'\\''")}'`;
  try {
    if (!isAbsolute(path)) return;
    const known = lstatSync(path, { throwIfNoEntry: false });
    if (known !== undefined && (!known.isFile() || known.size > MOST_BYTES)) return;
    const text = known === undefined ? "" : readFileSync(path, "utf8");
    if (text.split("\n").includes(line)) return;
    appendFileSync(path, `${text === "" || text.endsWith("\n") ? "" : "\n"}${line}\n`, { mode: 0o600 });
  } catch {
    // The shells then keep their ad-hoc session.
  }
}
