/** Who else in a repository needs its merge driver. Called before it is taken out. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { run } from "../git/git.js";
import { otherWorktrees } from "../git/git-state.js";
import { asksForDriver } from "./clone-driver.js";

/** Other workspaces of the repository, here and in its other work trees, whose attributes ask for the driver. */
export async function otherDriverUsers(root: string): Promise<string[]> {
  const folders = await Promise.all(
    [root, ...otherWorktrees(root)].map(async (folder) => {
      const files = await run(folder, ["ls-files", "-z", "--", ":(top,glob)**/tenet.yaml"]).catch(() => "");
      return [folder, ...files.split("\0").flatMap((file) => (file === "" ? [] : dirname(join(folder, file))))];
    }),
  );
  const users = folders.flat().filter((one) => existsSync(join(one, "tenet.yaml")) && asksForDriver(one));
  return [...new Set(users)].filter((one) => one !== root);
}
