/** A change of a file as it may be shown: as git writes it, without secrets. */
import { createTwoFilesPatch } from "diff";
import { screenText } from "./screen.js";

/**
 * The diff of a file in git's form; an undefined text stands for no file. The two context lines around each change may
 * hold a user's keys: secrets in them are replaced.
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
  return (await screenText(text, file)).value;
}
