/** Whether the last change of a session may be taken back, and by whom. Pure. */

/** What is known of a change; the log of a session has it. */
export interface ChangeToUndo {
  op: string;
  typed: boolean;
  records: readonly unknown[];
  logs: readonly unknown[];
  others: readonly string[];
}

/** Why it cannot be taken back, with the way that leads there; or why only a person may. */
export type UndoObstacle = { kind: "never"; message: string; hint: string } | { kind: "person"; what: string };

/** The commands that take back what `undo` does not. */
function insteadOf({ op, others }: ChangeToUndo): string {
  if (others.some((file) => file.startsWith("memory/versions/")))
    return "Versions of the rules are taken back by version: see what that would do with tenet rollback --dry-run";
  if (op === "import") return "Everything from one place is forgotten at once: see tenet forget --help";
  return "What it did stands in the diff of your repository; git takes files back.";
}

/**
 * `undefined`: whoever is here may. What a person did at a terminal is taken back by a person, and so is a forgetting,
 * whoever asked for it: that brings something back into use.
 */
export function undoObstacle(change: ChangeToUndo): UndoObstacle | undefined {
  const { op, typed, records, logs, others } = change;
  if (others.length > 0 || records.length + logs.length === 0) {
    const message = `the last change of this session, ${op}, wrote more than single records; it is not taken back here`;
    return { kind: "never", message, hint: insteadOf(change) };
  }
  if (typed) return { kind: "person", what: "taking back what a person did" };
  return op === "forget" ? { kind: "person", what: "taking a forgetting back" } : undefined;
}
