/** Changes one setting in the text of `tenet.yaml`. */
import { isMap, isScalar, parse } from "yaml";
import { TenetError } from "../errors.js";
import { flowOf } from "../store/profile/profile-page.js";
import { documentOf, printed, styledAs, valueIn } from "../store/records/yaml-edit.js";

function unreadable(reason: string): TenetError {
  return new TenetError(`tenet.yaml cannot be changed by a program: ${reason}`, {
    failure: "conflict",
    hint: "Edit the setting by hand.",
  });
}

/** The text with one setting (`caps.soul`, `apply_mode`) set; comments and the order of all others stay. */
export function withSetting(original: string, key: string, value: unknown): string {
  const [, mark = "", text = ""] = /^(\ufeff?)([\s\S]*)$/.exec(original.replaceAll("\r\n", "\n")) ?? [];
  const document = documentOf(text);
  const [error] = document.errors;
  if (error !== undefined) throw unreadable(error.message);
  if (document.contents !== null && !isMap(document.contents)) throw unreadable("it is not a list of settings");
  const path = key.split(".");
  // A section that says nothing yet (`caps:`) is no place for a setting.
  for (let depth = 1; depth < path.length; depth++)
    if (isScalar(document.getIn(path.slice(0, depth), true))) document.deleteIn(path.slice(0, depth));
  document.setIn(path, styledAs(document.getIn(path, true), valueIn(`_: ${flowOf(value)}`)));
  const edited = `${printed(document)}\n`;
  return mark + (original.includes("\r\n") ? edited.replaceAll("\n", "\r\n") : edited);
}

/** A value as people write it in `tenet.yaml`: `4`, `true`, `[3, 7, 14]`, a word. Usage error for anything else. */
export function settingValue(text: string): unknown {
  try {
    return parse(text);
  } catch (cause) {
    throw new TenetError(`${JSON.stringify(text)} is not a value`, {
      failure: "usage",
      hint: "Write it as in tenet.yaml: 4, true, [3, 7, 14], a word.",
      cause,
    });
  }
}
