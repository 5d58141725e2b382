/** Says what a digest did. Called by `tenet digest`. */
import { refOf } from "../../entry/entry.js";
import { withShortIds } from "../../entry/short-ids.js";
import { data, faint, heading, line, type Outline, spaced } from "../../text/outline/outline.js";
import { counted } from "../../text/paint.js";
import { inOrder } from "../policy/rule.js";
import type { Operation } from "../policy/version.js";
import type { Digested, Proposed } from "./digest-schemas.js";
import { operationsOutline } from "./version-outline.js";

/** Most lines for a person; a program gets all of them. */
const MOST_LEFT = 12;

const headed = (title: string, lines: Outline): Outline => (lines.length === 0 ? [] : [heading(title), ...lines]);

/** Operations under the file that each is for. */
const byFile = (title: string, operations: readonly Operation[]): Outline =>
  headed(
    title,
    inOrder(operations.map(({ target }) => target)).flatMap((target) => {
      const operationsHere = operations.filter((op) => op.target === target);
      return operationsHere.length === 0 ? [] : [line(data(target, "strong")), ...operationsOutline(operationsHere)];
    }),
  );

function leftOut({ left }: Digested): Outline {
  const shown = left
    .slice(0, MOST_LEFT)
    .map(({ id, because }) => line([`${refOf(id)}  `, data(withShortIds(because))], { indent: 2, hang: 7 }));
  const more = left.length - shown.length;
  return [...shown, ...(more > 0 ? [line(faint(`and ${more} more (--json)`), { indent: 2 })] : [])];
}

/** What a digest did, or with `--dry-run` would do: what takes effect, what waits, what stays out and why. */
export function digestOutline(digested: Digested): Outline {
  const { dry_run: dry, adopted, kept, version, pending, operations, near } = digested;
  const of = (fate: Proposed["fate"]) => operations.filter((op) => op.fate === fate);
  const [now, waiting] = [of("active"), of("pending")];
  const named = (id: string | undefined) => (id === undefined ? "" : ` ${id}`);
  const stands =
    kept === 0
      ? "Nothing has proved itself yet."
      : `Nothing to change: ${counted(kept, "rule stands", "rules stand")}.`;
  const nearly = near.map(({ id, text, missing }) =>
    line([`${refOf(id)}  ${missing.join(", ")}  `, data(`"${text}"`, "faint")], { indent: 2, hang: 7 }),
  );
  return spaced(
    byFile(
      dry ? "People changed by hand, and it would be taken over:" : "Taken over from people's own edits:",
      adopted,
    ),
    byFile(dry ? "Would take effect:" : `In force as version${named(version)}, from the next session on:`, now),
    byFile(dry ? "Would wait for a person:" : `Waits for a person as version${named(pending)}:`, waiting),
    [
      ...(now.length + waiting.length + adopted.length === 0 ? [line(stands)] : []),
      ...headed("Stays out", leftOut(digested)),
      ...headed("Nearly there", nearly),
    ],
  );
}
