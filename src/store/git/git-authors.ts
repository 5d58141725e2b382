/** Everybody who wrote a commit of a repository, as its commits name them. */
import { TenetError } from "../../errors.js";
import { answerOf } from "./git.js";
import { gitFolder } from "./git-folder.js";

/** git is here and does not answer, so that what hangs on its answer is left. `what`: it does not say. */
export const gitSilent = (what: string): TenetError =>
  new TenetError(`git does not say ${what}`, {
    failure: "failed",
    code: "git-silent",
    hint: "Look whether git runs here: git log --all",
  });

/** Names and addresses of authors, each once; none without git. Throws `failed` where git does not answer: then nobody knows them. */
export async function authorsIn(root: string): Promise<{ name: string; email: string }[]> {
  if (gitFolder(root) === undefined) return [];
  const told = await answerOf(root, ["log", "--all", "--no-show-signature", "--format=%an%x00%ae"]);
  if (told === undefined) throw gitSilent("who wrote here, and without their names nothing is shared");
  return [...new Set(told.split("\n"))].flatMap((line) => {
    const [name = "", email = ""] = line.split("\0");
    return name === "" && email === "" ? [] : [{ name, email }];
  });
}
