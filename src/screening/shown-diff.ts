/** A change of a file as it may be shown: as git writes it, without secrets. */
import { createTwoFilesPatch } from "diff";
import { screenText } from "./screen.js";

/**
 * What changes in a file, as git shows it; undefined texts stand for no file. Two lines stand around each change, which are
 * somebody's own and may hold keys: these are replaced.
 */
export async function shownDiff(file: string, before: string | undefined, after: string | undefined): Promise<string> {
  const name = (side: string, text: string | undefined) => (text === undefined ? "/dev/null" : `${side}/${file}`);
  const plain = (text: string | undefined) => (text ?? "").replaceAll("\r\n", "\n").replace(/^\uFEFF/, "");
  const patch = createTwoFilesPatch(name("a", before), name("b", after), plain(before), plain(after), "", "", {
    context: 2,
  });
  const lines = patch.split("\n").filter((line) => !/^=+$/.test(line));
  const text = lines
    .join("\n")
    .replace(/^(---|\+\+\+) (.*)\t$/gm, "$1 $2")
    .trimEnd();
  return (await screenText(text, file, { mode: "redact", bidi: "strip" })).value;
}
