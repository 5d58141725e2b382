/** A harvest: at a terminal a person picks of what was found and words it. Each one is stored at once. */

import { askMissing } from "../capture/ask-missing.terminal.js";
import { capturedOutline } from "../capture/capture-outline.js";
import { type Asker, type Call, envValue } from "../command/call.js";
import type { Context } from "../context.js";
import { tailOf } from "../entry/entry.js";
import { TenetError } from "../errors.js";
import { cut } from "../text/columns.js";
import { bad, line } from "../text/outline/outline.js";
import { printable } from "../text/paint.js";
import type { HarvestInput } from "./harvest.js";
import { type HarvestDecisions, harvestGroupOutline, harvestOutline } from "./harvest-outline.js";
import type { HarvestData, HarvestGroup } from "./harvest-schemas.js";

const FIRST = "Nothing was written: there is no workspace here. tenet init makes one; then tenet harvest offers these.";

const NONE = "Name a file or folder: tenet harvest PATH";

/** Undefined where no workspace is; one that was named and is none is refused. */
async function contextIfAny(call: Call): Promise<Context | undefined> {
  try {
    return await call.context();
  } catch (thrown) {
    const isNamed = call.globals.C === undefined && envValue(call.io.env, "TENET_WORKSPACE") !== undefined;
    if (isNamed || !(thrown instanceof TenetError) || thrown.failure !== "no-workspace") throw thrown;
    return undefined;
  }
}

/** The project in which somebody stands: the work tree of git, unless that is a home folder; else the folder itself. */
async function projectHere(call: Call, home: string): Promise<string> {
  const { realFolder } = await import("../store/workspace.js");
  const { workTreeOf } = await import("../store/git/git-folder.js");
  const folder = realFolder(call.path("."));
  const top = workTreeOf(folder);
  return top === undefined || top === home ? folder : top;
}

/** A person at a terminal picks and words; everybody else, and whoever has no workspace yet, gets the list. */
export async function harvestFrom(
  call: Call,
  paths: readonly string[],
  flags: Omit<HarvestInput, "paths">,
): Promise<HarvestData | HarvestDecisions> {
  const input = { ...flags, paths: paths.map((path) => call.path(path)) };
  const { harvest, harvestIn } = await import("./harvest.js");
  const ctx = await contextIfAny(call);
  if (ctx === undefined) {
    const { io, progress, warn } = call;
    const places = call.places();
    const folder = await projectHere(call, places.home);
    const world = { folder, clock: call.clock(), places, progress, signal: io.signal, warn, models: io.models };
    const first = await harvestIn(world, input);
    return { ...first, next: first.read.transcripts === 0 ? `${NONE}. ${FIRST}` : FIRST };
  }
  const data = await harvest(ctx, input);
  const offered = offersOf(data).length;
  if (data.read.transcripts === 0) return { ...data, next: NONE };
  if (offered === 0) return data;
  if (call.asker === undefined || !ctx.actor.atTerminal) {
    return { ...data, next: "Nothing was stored. At a terminal a person picks, words and keeps: tenet harvest" };
  }
  return await harvestRound(call, call.asker, data);
}

const offersOf = ({ repeated, single, unsure }: HarvestData): HarvestGroup[] => [
  ...repeated,
  ...single,
  ...unsure.groups,
];

/** One line of a list to pick from. */
function choiceText(offer: HarvestGroup, width: number): string {
  const knownText = offer.known === undefined ? "" : ` (known: ${tailOf(offer.known).toLowerCase()})`;
  const head = `${offer.times}× `;
  return `${head}${cut(`"${offer.quote}"`, Math.max(30, width - head.length - knownText.length - 8))}${knownText}`;
}

/** Shows what was found, asks which of it to keep, has each worded, and asks once about the rest. */
async function harvestRound(call: Call, asker: Asker, data: HarvestData): Promise<HarvestDecisions> {
  await call.show(data, (shown) => harvestOutline(shown));
  const offers = offersOf(data);
  const width = call.io.stderr.columns ?? 80;
  const done: HarvestDecisions = { kept: 0, never: 0, left: offers.length };
  try {
    const lines = offers.map((offer) => printable(choiceText(offer, width)));
    const picked = new Set(await asker.pick("Which of these shall be kept? (space picks; Enter alone: none)", lines));
    const rest = offers.filter((_, at) => !picked.has(at));
    if (picked.size > 0)
      await call.show("Enter takes what stands in brackets. Each one is stored right away.", (hint) => [line(hint)]);
    for (const at of picked) {
      if (!(await wordAndKeep(call, asker, offers[at] as HarvestGroup))) continue;
      done.kept++;
      done.left--;
    }
    if (rest.length > 0) await decideRest(call, asker, rest, done);
  } catch (thrown) {
    if (!(thrown instanceof TenetError) || thrown.failure !== "interrupted") throw thrown;
    const before = done.kept === 0 ? "nothing was stored" : `${done.kept} kept before, and that stays`;
    throw new TenetError(`interrupted: ${before}`, { failure: "interrupted" });
  }
  return done;
}

/** True when it was stored; what was left or refused stays as it was, and a refusal is told. */
async function wordAndKeep(call: Call, asker: Asker, group: HarvestGroup): Promise<boolean> {
  await call.show(group, harvestGroupOutline);
  const said = await worded(asker, group);
  if (said === undefined) return false;
  const complete = await askMissing(asker, said.type, said.fields);
  const { keepOffer } = await import("./keep-offers.js");
  try {
    const kept = await keepOffer(await call.context(), { ...group, type: said.type }, complete);
    await call.show(kept, capturedOutline);
    return true;
  } catch (thrown) {
    if (!(thrown instanceof TenetError) || thrown.failure === "interrupted") throw thrown;
    await call.show(thrown.message, (message) => [line([bad("!"), ` ${message}`], { hang: 2 })]);
    return false;
  }
}

const QUESTIONS = {
  correction: "What holds from now on?",
  insight: "What did you learn?",
  outcome: "What happened?",
} as const;
const KEEP = { keep: "in the words that stand above", reword: "you type what it says" };

/** What was said, in its words or in a person's. What it does not tell is asked for later. */
async function worded(
  asker: Asker,
  { type, quote }: HarvestGroup,
): Promise<(Pick<HarvestGroup, "type"> & { fields: Record<string, unknown> }) | undefined> {
  const question = QUESTIONS[type];
  const word = await asker.choose(question, ["leave", "keep", "reword"] as const, "leave", { means: KEEP });
  const text = word === "reword" ? await asker.line(`${question} (Enter: it is left)`, "") : printable(quote);
  if (word === "leave" || text === "") return undefined;
  if (type === "correction") return { type, fields: { corrected_to: text } };
  if (type === "insight") return { type, fields: { insight: text } };
  const judged = await asker.line("Which entry does it judge? (its id; Enter: none, kept as an insight)", "");
  return judged === ""
    ? { type: "insight", fields: { insight: text, evidence: quote } }
    : { type, fields: { result: text, references: [judged] } };
}

const REST = ["leave", "never", "choose"] as const;

/** What was not picked: left as it is, or never offered again, all of it or one by one. */
async function decideRest(
  call: Call,
  asker: Asker,
  rest: readonly HarvestGroup[],
  done: HarvestDecisions,
): Promise<void> {
  const { leaveOffers } = await import("./keep-offers.js");
  const ctx = await call.context();
  const these = rest.length === 1 ? "the other one" : `the other ${rest.length}`;
  const answer = await asker.choose(`Offer ${these} again, or never?`, REST, "leave");
  if (answer === "leave") return;
  let never: readonly HarvestGroup[] = answer === "never" ? rest : [];
  if (answer === "choose") {
    const width = call.io.stderr.columns ?? 80;
    const places = await asker.pick(
      "Which of these never again? (space picks; Enter alone: none)",
      rest.map((offer) => printable(choiceText(offer, width))),
    );
    never = places.map((at) => rest[at] as HarvestGroup);
  }
  await leaveOffers(ctx, never);
  done.never += never.length;
  done.left -= never.length;
}
