/**
 * Recognises tenet's own output in a text that is offered as a learning: it stands between our marks, or its lines begin
 * with an id or with `tenet`. Called by captures, hooks and a harvest.
 */
import { ID_FORM, VERSION_FORM } from "../../entry/id-form.js";

const MARKED = /<(tenet-(?:core|now)-[0-9A-Za-z]{4,64})>([\s\S]*?)<\/\1>/g;
const BLOCK_BEGIN = /^<!--\s*tenet:begin\b.*-->$/;
const BLOCK_END = /^<!--\s*tenet:end\b.*-->$/;

/** An id with the column behind it, or the program's name with a command; a person's sentence goes on in words. */
const OWN_LINE = new RegExp(
  String.raw`^(?:[-*+#]+\s+)?(?:(?:${ID_FORM}|${VERSION_FORM})(?: [^|\n]{0,200}\||\t| {2}| · )|tenet(?:: | \w+ ['"<-]))`,
  "u",
);

/** Whether the whole text is tenet's own output. */
export function isOwnOutput(text: string): boolean {
  // Whatever stands between a mark of a context and its end is ours.
  const unmarked = text.replace(MARKED, "");
  let ownParts = unmarked === text ? 0 : 1;
  let isInBlock = false;
  for (const raw of unmarked.split(/\r\n|\r|\n/)) {
    const line = raw.replace(/^\s*>\s?/, "").trim();
    if (line === "") continue;
    if (BLOCK_BEGIN.test(line) || BLOCK_END.test(line)) {
      isInBlock = BLOCK_BEGIN.test(line);
      ownParts++;
    } else if (OWN_LINE.test(line)) ownParts++;
    // Reasons and quotes stand indented beneath the line they belong to.
    else if (!isInBlock && !(ownParts > 0 && raw.startsWith("  "))) return false;
  }
  // Behind a mark that nothing closes anybody may have written.
  return ownParts > 0 && !isInBlock;
}
