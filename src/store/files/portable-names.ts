/** File names that do not travel between systems. */
import { ANY_ID_FORM } from "../../entry/id-form.js";
import type { Finding } from "../../text/findings.js";

const ORDINARY = new RegExp(String.raw`^(?:\d{4}-\d{2}(?:-\d{2}\.md)?|${ANY_ID_FORM}\.md)$`);
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

/**
 * Says why a name does not travel between systems: reserved on Windows, a twin of another in case or Unicode form.
 * `seen` collects the names of one folder.
 */
export function nameFinding(name: string, file: string, seen: Map<string, string>): Finding | undefined {
  if (ORDINARY.test(name)) return undefined;
  const twin = seen.get(name.normalize("NFC").toLowerCase());
  seen.set(name.normalize("NFC").toLowerCase(), name);
  const why = RESERVED.test(name)
    ? "is a reserved name on Windows"
    : /[. ]$/.test(name)
      ? "ends with a dot or a space, which Windows drops"
      : // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that do not travel
        /[<>:"|?*\\\u0000-\u001f]/.test(name)
        ? "holds a character that Windows refuses"
        : twin !== undefined
          ? `differs from ${twin} only in case or Unicode form`
          : undefined;
  if (why === undefined) return undefined;
  const message = `the name ${JSON.stringify(name)} ${why}`;
  return { code: "unportable-name", severity: "warning", file, message, next: "Give it a plain name." };
}
