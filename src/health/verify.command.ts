import type { Call } from "../command/call.js";
import { command } from "../command/command.js";
import { flag, text } from "../command/input.js";
import { EXIT, TenetError, wrongUsage } from "../errors.js";
import type { Workspace } from "../store/workspace.js";
import type { ComparedTrees, VerifyReport } from "./health-schemas.js";

/** A workspace that HEAD has lost is compared where it lay. */
async function comparedIn(call: Call, base: string): Promise<Workspace> {
  try {
    return await call.workspace();
  } catch (thrown) {
    if (!(thrown instanceof TenetError) || thrown.failure !== "no-workspace") throw thrown;
    const { lostWorkspace } = await import("./base/verify-base.js");
    const workspace = await lostWorkspace(call.path("."), base);
    if (workspace === undefined) throw thrown;
    return workspace;
  }
}

/** What exit 8 is about; with `--strict` also what else is worth a look. */
function isFound(data: VerifyReport | ComparedTrees, strict: boolean): boolean {
  if ("errors" in data) return data.errors > 0 || (strict && data.warnings > 0);
  const { refused, decided } = data.counts;
  return refused > 0 || (strict && decided > 0);
}

export const verify = command({
  name: "verify",
  group: "care",
  place: 2,
  summary: "check records, references, conflicts and secrets, and what a merge would decide; for CI",
  examples: {
    "tenet verify": "everything the tree promises, as it stands",
    "tenet verify --base origin/main": "what merging HEAD into that branch decides, the weightiest first",
    "tenet verify --base origin/main --strict --markdown": "in CI, for a pull request: 8 where people have to decide",
    "tenet verify --json": "for a program",
  },
  input: {
    base: text("<revision>", "what merging HEAD into that commit decides, such as the branch a change goes into"),
    strict: flag("8 also for warnings; with --base for whatever people decide"),
    markdown: flag("with --base: for a pull request; no text of the tree acts in it"),
  },
  output: async () => (await import("./health-schemas.js")).verifiedSchema,
  async run(call, { base, markdown }): Promise<VerifyReport | ComparedTrees> {
    if (base !== undefined)
      return (await import("./base/verify-base.js")).verifyBase(await comparedIn(call, base), base);
    if (markdown === true) {
      throw wrongUsage("--markdown is for a comparison", "Name what to compare with: --base REVISION");
    }
    return (await import("./verify.js")).verify(await call.examined());
  },
  async view(data, _paint, { markdown }) {
    if ("errors" in data) return (await import("./verify.js")).verifyOutline(data);
    const outline = (await import("./base/verify-base-outline.js")).comparedOutline(data, {
      isPage: markdown === true,
    });
    return markdown === true ? (await import("../text/outline/markdown.js")).markdownText(outline) : outline;
  },
  exit: (data, { strict }) => (isFound(data, strict === true) ? EXIT.findings : EXIT.done),
});
