/** Records of what people did to the rules: readable, and under ids of their own. */

import { EDIT_ID_FORM } from "../../entry/id-form.js";
import type { FindingDraft } from "../../text/findings.js";
import { editsIn } from "../files/edit-record.js";

const EDIT_ID_LINE = new RegExp(String.raw`^id: ["']?(${EDIT_ID_FORM})["']?\s*$`);
const NEXT = "Bring the record back from git's history.";

/** `texts`: the files of such records, by name. */
export function editFindings(texts: ReadonlyMap<string, string | undefined>): FindingDraft[] {
  const first = new Map<string, string>();
  const found: FindingDraft[] = [];
  for (const [file, text = ""] of texts) {
    const readable = new Set(editsIn(text).map(({ id }) => id));
    const lines = text.split(/\r?\n/);
    lines.forEach((line, at) => {
      const id = EDIT_ID_LINE.exec(line)?.[1];
      if (id === undefined) return;
      const place = { id, file, line: at + 1 };
      const twin = first.get(id);
      if (!readable.has(id))
        found.push({ ...place, severity: "error", code: "broken-record", message: `${id} cannot be read`, next: NEXT });
      else if (twin !== undefined) {
        const message = `${id} stands in ${twin} as well`;
        found.push({
          ...place,
          severity: "error",
          code: "duplicate-id",
          message,
          next: "Give one of them another id by hand.",
        });
      } else first.set(id, `${file}:${at + 1}`);
    });
  }
  return found;
}
