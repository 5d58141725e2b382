/** Decides whether the last change of a session may be undone, and by whom. Called by `undo.ts`. Pure. */
import type { UndoStep } from "../../store/state/undo-log.js";

/** Why the change cannot be undone, with another way; or why it needs a person. */
export type UndoObstacle = { kind: "never"; message: string; hint: string } | { kind: "person"; what: string };

/** The commands that revert what `undo` does not. */
function insteadOf({ op, others }: UndoStep): string {
  if (others.some((file) => file.startsWith("memory/versions/")))
    return "Versions of the rules are taken back by version: see what that would do with tenet versions rollback --dry-run";
  if (op === "import") return "Everything from one place is forgotten at once: see tenet forget --help";
  return "What it did stands in the diff of your repository; git takes files back.";
}

/**
 * Undefined when anybody may undo the change. A person's change needs a person, and so does a forgetting, since undoing
 * it brings an entry back into use.
 */
export function undoObstacle(change: UndoStep): UndoObstacle | undefined {
  const { op, typed, files, others } = change;
  if (others.length > 0 || files.length === 0) {
    const message = `the last change of this session, ${op}, wrote more than single records; it is not taken back here`;
    return { kind: "never", message, hint: insteadOf(change) };
  }
  if (typed) return { kind: "person", what: "taking back what a person did" };
  return op === "forget" ? { kind: "person", what: "taking a forgetting back" } : undefined;
}
