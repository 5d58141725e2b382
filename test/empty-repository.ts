/** A repository as `git init` leaves it, without starting git: a thousand tests begin with one. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const CONFIG = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n";

/** Of one branch, `main`, that has no commit yet. */
export function emptyRepository(folder: string): void {
  const git = join(folder, ".git");
  for (const name of ["objects/info", "objects/pack", "refs/heads", "refs/tags"])
    mkdirSync(join(git, name), { recursive: true });
  writeFileSync(join(git, "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(git, "config"), CONFIG);
}
