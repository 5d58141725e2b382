/** Checks and completes a drafted edit: the contact it is about, its length, and whether anything was changed. */

import { contactScope } from "../../entry/gates/contact-scope.js";
import { usualKind } from "../../entry/written-forms.js";
import { TenetError } from "../../errors.js";
import { checkContact } from "../../store/contacts/contact.js";
import { editDistance } from "../edit-distance.js";

/** Characters of one text: the work of comparing grows with the square. */
const LONGEST_EDIT = 20_000;

function wrong(message: string, code: string, hint: string): TenetError {
  return new TenetError(message, { failure: "usage", code, hint });
}

/** Refuses texts that are too long to be compared, before they are screened. */
export function requireShortEdit(fields: Readonly<Record<string, unknown>>): void {
  for (const field of ["original", "final", "context", "why"]) {
    const { length } = [...String(fields[field] ?? "")];
    const message = `${field} has ${length} characters (${LONGEST_EDIT} at most).`;
    const hint = "Give the part that was changed, with what it needs to be understood.";
    if (length > LONGEST_EDIT) throw wrong(message, "too-long", hint);
  }
}

/** `contact` becomes the scope. An empty `final` means that the text was rejected. */
export function editWords(statedFields: Record<string, unknown>): Record<string, unknown> {
  requireShortEdit(statedFields);
  const { contact, ...fields } = statedFields;
  if (contact === undefined || contact === null || contact === "") return fields;
  const scope = contactScope(checkContact(contact));
  if (fields["scope"] !== undefined && fields["scope"] !== scope) {
    throw wrong("contact and scope say different things", "wrong-field", "State one of them.");
  }
  return { ...fields, scope };
}

/** Fills in the kind. Refuses an edit in which nothing was changed. */
export function completeEdit(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { original, final } = fields as { original: string; final?: string };
  const kind = fields["kind"] ?? usualKind(fields);
  if (final !== undefined && editDistance(original, final).distance === 0) {
    throw wrong(
      "Nothing was changed: original and final say the same, letter by letter.",
      "nothing-changed",
      "Record what was really sent as `final`, or nothing.",
    );
  }
  if (final !== undefined && kind === "rejected") {
    throw wrong(
      "kind is rejected, and there is a final text",
      "wrong-field",
      "What was rejected outright has no `final`; what was sent instead is a rewrite, or another kind.",
    );
  }
  return { ...fields, kind };
}
