/** `tenet doctor`: {@link verify}, and what this machine adds: lines for git and hosts, local state, clock, model. Writes nothing. */
import type { Context, Examined } from "../context.js";
import type { FindingDraft } from "../entry/findings.js";
import { hooksFindings, hostStates } from "../hosts/install/host-check.js";
import { searchTroubles } from "../search/index-check.js";
import { namesIn } from "../store/files/disposable.js";
import { linkFinding } from "../store/files/file-findings.js";
import { localLink, readBytes } from "../store/files/safe-path.js";
import { isChangePending } from "../store/files/transaction.js";
import { gitFolder } from "../store/git/git-folder.js";
import { DRIVER_MISSING, lacksDriver } from "../store/merge/merge-driver.js";
import { openStore } from "../store/open-store.js";
import type { VerifyReport } from "./health-schemas.js";
import { gitPieces } from "./setup/setup-pieces.js";
import { verify } from "./verify.js";

export async function doctor(ctx: Examined): Promise<VerifyReport> {
  const search = await searchTroubles(ctx);
  return await verify(ctx, [
    ...(await gitLines(ctx)),
    ...localFindings(ctx),
    ...(await futureDates(ctx)),
    ...search.map((trouble) =>
      warning("no-model", `${trouble}: search is by words alone`, "Install tenet again on this machine."),
    ),
    ...(await hooksFindings(ctx, await hostStates(ctx))),
  ]);
}

const warning = (code: string, message: string, next: string, file?: string): FindingDraft => ({
  severity: "warning",
  code,
  message,
  next,
  file,
});

/** Whether git is there, with the lines by which it treats the tree as tenet needs it to. */
async function gitLines({ workspace, profile }: Context): Promise<FindingDraft[]> {
  const findings: FindingDraft[] = [];
  if (gitFolder(workspace.root) === undefined) {
    const message = "the workspace is in no git repository: nothing keeps its history";
    findings.push(warning("no-repository", message, "git init"));
  }
  if (lacksDriver(workspace.root)) findings.push(warning("merge-driver", DRIVER_MISSING, "tenet init"));
  for (const { file, patch } of gitPieces(profile.files)) {
    const text = `${(await readBytes(workspace, workspace.absolute(file))) ?? ""}`;
    const message = `lines of tenet for ${patch.says} are missing in ${file}`;
    if (patch.edit(text).state === "added") findings.push(warning("git-lines", message, "tenet init adds them.", file));
  }
  return findings;
}

/** What an interruption left, and a link that leads out: all of it local to this machine. */
function localFindings({ workspace: ws }: Context): FindingDraft[] {
  const link = localLink(ws);
  const kept = (code: string, names: RegExp, message: string, next: string) =>
    namesIn(ws.local, names).map((name) => warning(code, message, next, `${ws.relative(ws.local)}/${name}`));
  const pending = "a change was interrupted; no file is torn, some are still as before";
  return [
    ...(link === undefined ? [] : [{ ...linkFinding(ws.relative(link)), severity: "error" as const }]),
    ...(isChangePending(ws)
      ? [warning("pending-change", pending, "Any writing command completes it.", ws.relative(ws.stateDb))]
      : []),
    ...kept(
      "kept-conflict",
      /\.conflict$/,
      "what tenet wanted to write over files that a person had changed first",
      "Compare it with the files of the same name, take over what is missing, then move the folder away.",
    ),
    ...kept(
      "damaged-state",
      /\.damaged\.db$/,
      "what this machine had noted, open runs and heard sentences among it, could not be read",
      "Look whether the last thing that was recorded is there, then move the file away.",
    ),
  ];
}

/** Clocks of two machines differ by minutes; an hour is no such difference. */
const FUTURE_MS = 3_600_000;

/** Entries of days to come, all in one finding: a clock that was wrong for long wrote many. */
async function futureDates(ctx: Context): Promise<FindingDraft[]> {
  const until = ctx.clock.now().getTime() + FUTURE_MS;
  const { heads } = await openStore(ctx);
  const late = heads.filter(({ timestamp }) => Date.parse(timestamp) > until);
  return late.slice(0, 1).map(({ id, timestamp, file, line }): FindingDraft => {
    const more = late.length === 1 ? "" : `, and so are ${late.length - 1} more`;
    const message = `${id} is of ${timestamp}, which is still to come by this machine's clock${more}`;
    const next = "Look at the clock; an entry is asked about from its own day on.";
    return { ...warning("future-date", message, next, file), id, line };
  });
}
