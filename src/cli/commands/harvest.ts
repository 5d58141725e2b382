/** `tenet harvest`; at a terminal what was found, which of it is kept, and in which words. Each one is stored at once. */

import { Command } from "commander";
import type { Captured } from "../../capture/capture-schemas.js";
import { capturedText } from "../../capture/capture-text.js";
import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import type { HarvestInput } from "../../harvest/harvest.js";
import type { HarvestData, HarvestEdit, HarvestGroup, HarvestOffer } from "../../harvest/harvest-schemas.js";
import {
  type HarvestDecisions,
  harvestChoice,
  harvestEditText,
  harvestedText,
  harvestGroupText,
  harvestText,
} from "../../harvest/harvest-text.js";
import { HOSTS } from "../../store/hosts/host.js";
import { type Paint, printable } from "../../text/paint.js";
import { clockOf } from "../actor.js";
import { type Asker, askMissing, QUESTION_WIDTH } from "../ask.js";
import type { CommandContext, Run } from "../command-context.js";
import { placesOf } from "../context.js";
import { whole } from "../flags.js";
import { envValue } from "../process-io.js";

const FIRST = "Nothing was written: there is no workspace here. tenet init makes one; then tenet harvest offers these.";

const NONE = "Name a file or folder: tenet harvest PATH";

/** Undefined where no workspace is; one that was named and is none is refused. */
async function contextIfAny(cli: CommandContext): Promise<Context | undefined> {
  try {
    return await cli.context();
  } catch (thrown) {
    const isNamed = cli.globals.C === undefined && envValue(cli.io.env, "TENET_WORKSPACE") !== undefined;
    if (isNamed || !(thrown instanceof TenetError) || thrown.failure !== "no-workspace") throw thrown;
    return undefined;
  }
}

/** The project in which somebody stands: the work tree of git, unless that is a home folder; else the folder itself. */
async function projectHere(cli: CommandContext, home: string): Promise<string> {
  const { realFolder } = await import("../../store/workspace.js");
  const { workTreeOf } = await import("../../store/git/git-folder.js");
  const folder = realFolder(cli.path("."));
  const top = workTreeOf(folder);
  return top === undefined || top === home ? folder : top;
}

/** A person at a terminal picks and words; everybody else, and whoever has no workspace yet, gets the list. */
async function harvestFrom(
  cli: CommandContext,
  paths: readonly string[],
  flags: HarvestInput,
): Promise<HarvestData | HarvestDecisions> {
  const input = { ...flags, paths: paths.map((path) => cli.path(path)) };
  const { harvest, harvestIn } = await import("../../harvest/harvest.js");
  const ctx = await contextIfAny(cli);
  if (ctx === undefined) {
    const { io, progress, warn } = cli;
    const places = placesOf(io);
    const folder = await projectHere(cli, places.home);
    const world = { folder, clock: clockOf(io), places, progress, signal: io.signal, warn, models: io.models };
    const first = await harvestIn(world, input);
    return { ...first, next: first.read.transcripts === 0 ? `${NONE}. ${FIRST}` : FIRST };
  }
  const data = await harvest(ctx, input);
  const offered = offersOf(data).length;
  if (data.read.transcripts === 0) return { ...data, next: NONE };
  if (offered === 0) return data;
  if (cli.asker === undefined || !ctx.actor.atTerminal) {
    return { ...data, next: "Nothing was stored. At a terminal a person picks, words and keeps: tenet harvest" };
  }
  return await harvestRound(cli, cli.asker, data);
}

const offersOf = ({ repeated, single, unsure, edits = [] }: HarvestData): HarvestOffer[] => [
  ...[...repeated, ...single, ...unsure.groups],
  ...edits,
];

/** Shows what was found, asks which of it to keep, has each worded, and asks once about the rest. */
async function harvestRound(cli: CommandContext, asker: Asker, data: HarvestData): Promise<HarvestDecisions> {
  await cli.show(data, harvestText);
  const offers = offersOf(data);
  const width = cli.io.stderr.columns ?? 80;
  const done: HarvestDecisions = { kept: 0, later: 0, never: 0, left: offers.length };
  try {
    const lines = offers.map((offer) => printable(harvestChoice(offer, width)));
    const picked = new Set(await asker.pick("Which of these shall be kept? (space picks, enter goes on)", lines));
    const rest = offers.filter((_, at) => !picked.has(at));
    if (picked.size > 0)
      await cli.show("Enter takes what stands in brackets. Each one is stored right away.", (hint) => `${hint}\n`);
    for (const at of picked) {
      if (!(await wordAndKeep(cli, asker, offers[at] as HarvestOffer))) continue;
      done.kept++;
      done.left--;
    }
    if (rest.length > 0) await decideRest(cli, asker, rest, done);
  } catch (thrown) {
    if (!(thrown instanceof TenetError) || thrown.failure !== "interrupted") throw thrown;
    const before = done.kept === 0 ? "nothing was stored" : `${done.kept} kept before, and that stays`;
    throw new TenetError(`interrupted: ${before}`, { failure: "interrupted" });
  }
  return done;
}

/** True when it was stored; a refusal is told, and the finding stays as it was. */
async function wordAndKeep(cli: CommandContext, asker: Asker, offer: HarvestOffer): Promise<boolean> {
  const keep = offer.type === "edit" ? await askedEdit(cli, asker, offer) : await wordedGroup(cli, asker, offer);
  try {
    await cli.show(await keep(await cli.context()), capturedText);
    return true;
  } catch (thrown) {
    if (!(thrown instanceof TenetError) || thrown.failure === "interrupted") throw thrown;
    await cli.show(thrown.message, (message, paint) => `${paint.bad("!")} ${message}\n`);
    return false;
  }
}

/** What is left to do once a person said how. */
type Keep = (ctx: Context) => Promise<Captured>;

async function wordedGroup(cli: CommandContext, asker: Asker, group: HarvestGroup): Promise<Keep> {
  await cli.show(group, harvestGroupText);
  const { type, fields } = await suggested(asker, group);
  const complete = await askMissing(asker, type, fields);
  const { keepOffer } = await import("../../harvest/keep-offers.js");
  return (ctx) => keepOffer(ctx, { ...group, type }, complete);
}

async function askedEdit(cli: CommandContext, asker: Asker, edit: HarvestEdit): Promise<Keep> {
  await cli.show(edit, harvestEditText);
  const { isOwnEdit, keepEdit } = await import("../../harvest/keep-offers.js");
  const asks = await isOwnEdit(await cli.context(), edit);
  const why = asks ? (await asker.line("Why was it changed? (blank: it shows)", "")).trim() : "";
  return (ctx) => keepEdit(ctx, edit, why === "" ? undefined : why);
}

/** What was said, each to be changed or taken with Enter. What it does not tell is asked for later. */
async function suggested(
  asker: Asker,
  group: HarvestGroup,
): Promise<{ type: HarvestGroup["type"]; fields: Record<string, unknown> }> {
  const line = (question: string, suggestion: string) =>
    asker.line(question.padEnd(QUESTION_WIDTH), printable(suggestion));
  if (group.type === "correction") {
    return { type: "correction", fields: { corrected_to: await line("What holds from now on?", group.quote) } };
  }
  if (group.type === "insight") {
    return { type: "insight", fields: { insight: await line("What did you learn?", group.quote) } };
  }
  const result = await line("What happened?", group.quote);
  const judged = await asker.line("Which entry does it judge? (its id; blank: kept as an insight)", "");
  if (judged !== "") return { type: "outcome", fields: { result, references: [judged] } };
  return { type: "insight", fields: { insight: result, evidence: group.quote } };
}

const REST = ["later", "never", "choose"] as const;

/** What was not picked: put off until it is said again, never offered again, or left undecided one by one. */
async function decideRest(
  cli: CommandContext,
  asker: Asker,
  rest: readonly HarvestOffer[],
  done: HarvestDecisions,
): Promise<void> {
  const { leaveOffers } = await import("../../harvest/keep-offers.js");
  const ctx = await cli.context();
  const these = rest.length === 1 ? "the other one" : `the other ${rest.length}`;
  const [edits, said] = [rest.some(({ type }) => type === "edit"), rest.some(({ type }) => type !== "edit")];
  const when = [...(said ? ["when you say it again"] : []), ...(edits ? [said ? "edits next time" : "next time"] : [])];
  const answer = await asker.choose(`Offer ${these} again ${when.join(", ")} (later), or never?`, REST, "later");
  let never: readonly HarvestOffer[] = answer === "never" ? rest : [];
  if (answer === "choose") {
    const width = cli.io.stderr.columns ?? 80;
    const places = await asker.pick(
      "Which of these never again?",
      rest.map((offer) => printable(harvestChoice(offer, width))),
    );
    never = places.map((at) => rest[at] as HarvestOffer);
  }
  const later = rest.filter((offer) => !never.includes(offer));
  const [dropped, put] = [await leaveOffers(ctx, never, "never"), await leaveOffers(ctx, later, "later")];
  done.never += dropped;
  done.later += put;
  done.left -= dropped + put;
}

function text(data: HarvestData | HarvestDecisions, paint: Paint, home: string): string {
  if (!("read" in data)) return harvestedText(data);
  return harvestText(data, paint, home);
}

export const harvestCommand = (run: Run): Command =>
  new Command()
    .argument(
      "[paths...]",
      "transcripts, or folders that hold some; what the hosts here keep of this project unless named",
    )
    .option("--host <name>", `${HOSTS.join(", ")}, or text`)
    .option("--since <when>", "90d, 12w or a date: what was said before is left out")
    .option("--limit <n>", "at most so many that were said in one or two sessions, and so many edits (20)", whole(0))
    .option("--all-projects", "of every project on this machine")
    .option("--all", "what is less sure, too")
    .action((paths: string[], flags: HarvestInput) => {
      let home = "";
      return run(
        (cli) => {
          home = placesOf(cli.io).home;
          return harvestFrom(cli, paths, flags);
        },
        (data, paint) => text(data, paint, home),
      );
    });
