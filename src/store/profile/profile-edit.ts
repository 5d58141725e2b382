/** Changes one setting in the text of `tenet.yaml`: the lines of that setting, and nothing else. */
import { isMap, parse, parseDocument, type YAMLMap } from "yaml";
import { TenetError } from "../../errors.js";
import { blockIn, withField } from "../records/yaml-edit.js";
import { flowOf } from "./profile-page.js";

function unreadable(reason: string): TenetError {
  return new TenetError(`tenet.yaml cannot be changed by a program: ${reason}`, {
    failure: "conflict",
    hint: "Edit the setting by hand.",
  });
}

/** The text with one setting (`caps.soul`, `apply_mode`) set; comments and all other lines stay as they are. */
export function withSetting(original: string, key: string, value: unknown): string {
  const [, mark = "", text = ""] = /^(\ufeff?)([\s\S]*)$/.exec(original.replaceAll("\r\n", "\n")) ?? [];
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) throw unreadable(error.message);
  if (document.contents !== null && !isMap(document.contents)) throw unreadable("it is not a list of settings");
  const path = key.split(".");
  // The block of settings in which it stands; a section within braces, or none yet, is written as a whole.
  let depth = path.length - 1;
  while (depth > 0 && blockIn(document, path.slice(0, depth)) === undefined) depth--;
  const within = path.slice(0, depth);
  const name = path[depth] ?? "";
  let stated = value;
  if (depth < path.length - 1) {
    const place = [...within, name];
    if (!isMap(document.getIn(place))) document.setIn(place, document.createNode({}));
    document.setIn(path, value);
    stated = (document.getIn(place) as YAMLMap).toJS(document);
  }
  const lines = `${name}: ${flowOf(stated)}`;
  const edited = withField(text, { within, key: name, lines }) ?? `${text.replace(/(?<!\n|^)$/, "\n")}${lines}\n`;
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
