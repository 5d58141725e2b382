import type { ContextData } from "../operations/context.js";
import type { Paint } from "./paint.js";

const MARK = /^<\/?tenet-(?:core|now)-[0-9a-f]+>$/;
const LABELLED = /^(\s*(?:and )?)([A-Z]{3}-\d{8}-[0-9A-Z]+|[\w./-]+)([^|]*\|)(.*)$/;

/** A context, byte for byte in a pipe; on a terminal with marks and labels set apart by colour alone. */
export function contextText({ text }: Pick<ContextData, "text">, paint: Paint): string {
  if (!paint.terminal) return text;
  let inside = false;
  const lines = text.split("\n").map((line) => {
    if (MARK.test(line)) {
      inside = line.startsWith("<tenet");
      return paint.faint(line);
    }
    if (!inside) return line === "" ? line : paint.faint(line);
    const [, before, name, label, data] = LABELLED.exec(line) ?? [];
    if (name !== undefined) return `${before}${paint.accent(name)}${paint.faint(label ?? "")}${data}`;
    return line.startsWith("  ") ? paint.faint(line) : paint.strong(line);
  });
  return lines.join("\n");
}
