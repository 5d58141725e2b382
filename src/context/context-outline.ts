/** The text of a context: byte for byte in a pipe, laid out on a terminal. Called by `tenet context`. */
import { accent, data, faint, line, type Outline, type Said, strong, type View } from "../text/outline/outline.js";
import type { Paint } from "../text/paint.js";
import type { ContextData } from "./context-schemas.js";

const MARK = /^<\/?tenet-(?:core|now)-[0-9a-f]+>$/;
const LABELLED =
  /^(\s*(?:(?:[A-Z]{3,4}-\d{8}-\w{5} )?(?:and|refuted by|undecided beside|exception|replaced by) )?)([\w./-]+)([^|]*\|)(.*)$/;
const COMMAND = /^ +tenet /;
/** Cells before what a long line goes on with. */
const HANG = 4;

function said(text: string, isInside: boolean): Said {
  if (!isInside || MARK.test(text)) return faint(text);
  const [, before = "", name, label = "", words = ""] = LABELLED.exec(text) ?? [];
  if (name !== undefined) return [before, accent(name), faint(label), data(words)];
  return (text.startsWith("  ") ? faint : strong)(text);
}

/** Labels set apart from what they are of; commands stay whole for copying. */
function contextOutline(text: string): Outline {
  let isInside = false;
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((one) => {
      if (MARK.test(one)) isInside = !one.startsWith("</");
      return line(said(one, isInside), COMMAND.test(one) ? { whole: true } : { hang: HANG });
    });
}

/** A context, byte for byte in a pipe. */
export const contextView = ({ text }: Pick<ContextData, "text">, { terminal }: Pick<Paint, "terminal">): View =>
  terminal && text !== "" ? contextOutline(text) : text;
