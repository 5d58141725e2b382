/** The text of a context: byte for byte in a pipe, laid out on a terminal. Called by `tenet context`. */
import type { Paint } from "../text/paint.js";
import type { ContextData } from "./context-schemas.js";

const MARK = /^<\/?tenet-(?:core|now)-[0-9a-f]+>$/;
const LABELLED =
  /^(\s*(?:(?:[A-Z]{3,4}-\d{8}-\w{5} )?(?:and|refuted by|(?:undecided|left undecided on purpose) beside|exception|replaced by) )?)([\w./-]+)([^|]*\|)(.*)$/;
/** Indentation of the continued part of a long line. */
const HANG = "    ";

/** Wraps a line to the width. Commands, which are indented, stay whole for copying. */
function foldLine(line: string, width: number, wrap: (text: string, cells: number) => string[]): string[] {
  if (line.length <= width || line.startsWith(" ")) return [line];
  const [first = "", ...rest] = wrap(line, Math.max(24, width - HANG.length));
  return [first, ...rest.map((part) => HANG + part)];
}

function paintLine(line: string, inside: boolean, paint: Paint): string {
  if (!inside || MARK.test(line)) return line === "" ? line : paint.faint(line);
  const [, before, name, label, data] = LABELLED.exec(line) ?? [];
  if (name !== undefined) return `${before}${paint.accent(name)}${paint.faint(label ?? "")}${data}`;
  return line.startsWith("  ") ? paint.faint(line) : paint.strong(line);
}

/** A context, byte for byte in a pipe; on a terminal broken between words, with labels set apart by colour. */
export async function contextText({ text }: Pick<ContextData, "text">, paint: Paint): Promise<string> {
  if (!paint.terminal) return text;
  const { wrap } = await import("../text/columns.js");
  let inside = false;
  const lines = text.split("\n").flatMap((line) => {
    if (MARK.test(line)) inside = !line.startsWith("</");
    const [first = "", ...rest] = foldLine(line, paint.width, wrap);
    return [paintLine(first, inside, paint), ...rest.map((part) => (inside ? part : paint.faint(part)))];
  });
  return lines.join("\n");
}
