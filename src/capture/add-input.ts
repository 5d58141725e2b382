/** `tenet add --input`: one entry or a list, YAML or JSON, as text. */
import { TenetError } from "../errors.js";
import { YamlTrouble } from "../store/records/safe-yaml.js";
import { parseStated } from "../store/records/stated-yaml.js";
import type { CaptureDraft } from "./draft.js";

const STUB =
  'A correction: {"type": "correction", "prior_belief": "...", "corrected_to": "...", "stakes": "high", "at_risk": "...", "behavioral_change": "..."}';

function wrong(message: string, line?: number): TenetError {
  return new TenetError(`input${line === undefined ? "" : `:${line}`}: ${message}`, {
    failure: "usage",
    code: "wrong-input",
    hint: STUB,
  });
}

/**
 * The drafts in a text; a usage error names the line.
 * Fields are not checked here.
 */
export function readDrafts(text: string): CaptureDraft[] {
  if (text.trim() === "") throw wrong("nothing to add");
  let value: unknown;
  try {
    value = parseStated(text);
  } catch (thrown) {
    if (thrown instanceof YamlTrouble) throw wrong(thrown.message, thrown.line);
    throw thrown;
  }
  const list = Array.isArray(value) ? value : [value];
  if (list.length === 0) throw wrong("an empty list");
  return list.map((item, position) => {
    if (typeof item !== "object" || item === null || Array.isArray(item)) {
      throw wrong(`entry ${position + 1} is not a map of fields`);
    }
    return item as CaptureDraft;
  });
}
