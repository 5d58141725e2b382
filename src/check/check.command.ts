import { type Call, envValue } from "../command/call.js";
import { command } from "../command/command.js";
import { argument, flag, text } from "../command/input.js";
import type { Context } from "../context.js";
import { EXIT, wrongUsage } from "../errors.js";
import { defined } from "../text/defined.js";
import type { Checked } from "./check-schemas.js";

/** In a pipeline nothing is noted: its clone is gone afterwards. */
const isReading = ({ io }: Call, dryRun: true | undefined): boolean =>
  dryRun === true || envValue(io.env, "CI") !== undefined;

/** The findings as a code host reads them. */
async function sarifText(data: Checked, { workspace }: Context, version: string): Promise<string> {
  const [{ sarifOf }, { prefixIn }] = await Promise.all([import("./sarif.js"), import("../store/git/git-folder.js")]);
  return `${JSON.stringify(sarifOf(data, { version, folder: prefixIn(workspace.root) }), null, 2)}\n`;
}

export const check = command({
  name: "check",
  group: "layers",
  place: 6,
  summary: "look through files for what corrections and insights forbid",
  examples: {
    "tenet check": "what changed against HEAD; exit 8 names file, line and what is to stand there",
    "tenet check --staged": "what is about to be committed: `tenet hooks install git` runs it before commits",
    "tenet check --since origin/main --sarif > check.sarif": "a pull request, for the code host to show",
    'tenet correct "Use npm ci in CI" --check \'{in: ["ci/**/*.yml"], forbid: "npm install", unless: "npm ci", instead: "npm ci"}\'':
      "where a check comes from: patterns of RE2, line by line; globs from the top of the workspace",
  },
  notes:
    "Without a flag or a path: what changed against HEAD, new files included. Whether a correction holds is noted where an owner said it or a person approved its check. Exit 8 where something is found.",
  input: {
    paths: argument("[paths...]", "files and folders; by themselves all of them, changed or not"),
    staged: flag("what is staged, as it is staged: for a hook before commits"),
    since: text("<rev>", "what changed since this revision and HEAD parted: for a pull request"),
    all: flag("every file that git tracks"),
    dryRun: flag("note nothing of what it shows"),
    sarif: flag("print SARIF 2.1.0, for code hosts"),
  },
  output: async () => (await import("./check-schemas.js")).checkedSchema,
  async run(call, { paths, staged, since, all, dryRun, sarif }) {
    if (sarif === true && call.globals.json === true) {
      throw wrongUsage("--sarif and --json exclude each other", "State one of them.");
    }
    const { check } = await import("./check.js");
    return await check(await call.context(), {
      staged: staged === true,
      ...defined({ since }),
      all: all === true,
      paths: paths.map((path) => call.path(path)),
      dryRun: isReading(call, dryRun),
    });
  },
  async view(data, _, { sarif }, call) {
    if (sarif === true) return await sarifText(data, await call.context(), call.io.version);
    return (await import("./check-outline.js")).checkOutline(data);
  },
  exit: ({ hits }) => (hits.length > 0 ? EXIT.findings : EXIT.done),
  exact: ({ sarif }) => sarif === true,
});
