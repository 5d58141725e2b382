/**
 * `tenet harvest`: finds, groups and compares a person's statements of past sessions. Stores no entries; without a
 * workspace it writes nothing at all.
 */

import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { oneOf, sinceStated } from "../recall/filter.js";
import type { Host } from "../store/host.js";
import { openStore, type Store } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { counted } from "../text/paint.js";
import { type History, HOSTS_OF_PROJECTS, historyAt, historyOf } from "../transcripts/host-history.js";
import { TRANSCRIPT_FORMATS, type TranscriptFormat } from "../transcripts/transcript.js";
import type { HarvestData, HarvestGroup } from "./harvest-schemas.js";
import {
  type GroupState,
  groupStateOf,
  type HarvestDecisions,
  isOffered,
  readHarvestDecisions,
} from "./harvest-state.js";
import { knownIn } from "./known-entries.js";
import { type HarvestWorld, readAll } from "./read-all.js";
import { groupsOf, isComplaint, OFTEN, type UtteranceGroup } from "./repeats.js";

export interface HarvestInput {
  /** Absolute; none: what the hosts of this machine keep of this project. */
  paths?: readonly string[];
  host?: string;
  /** `90d`, or a date. */
  since?: string;
  /** The limit of single findings; repeated ones are always reported. */
  limit?: number;
  allProjects?: boolean;
  /** Includes less certain findings. */
  all?: boolean;
}

const MOST_SINGLE = 20;

/** The same in a workspace: leaves out what is known and what was decided. */
export async function harvest(ctx: Context, input: HarvestInput = {}): Promise<HarvestData> {
  const world = { ...ctx, folder: ctx.workspace.root };
  // While learning is off nothing is remembered of it either.
  return await harvestIn(ctx.profile.learning.on ? { ...world, memory: ctx } : world, input);
}

/** Looks through transcripts on this machine, and answers what the person said: nothing of it is stored. */
export async function harvestIn(world: HarvestWorld, input: HarvestInput = {}): Promise<HarvestData> {
  const { memory } = world;
  const format = oneOf("--host", input.host, TRANSCRIPT_FORMATS);
  const instant = sinceStated(input.since, world.clock.now());
  const since = instant && stamp(instant);
  const { files, looked, of } = await filesFor(world, input, format);
  const decisions = memory === undefined ? {} : readHarvestDecisions(memory.workspace);
  const all = await readAll(world, files, since);
  const isMeant = ({ at, host }: { at?: string; host: TranscriptFormat }): boolean =>
    (since === undefined || at === undefined || at >= since) && (format === undefined || host === format);
  const tree = memory === undefined ? undefined : await openStore(memory);
  return defined({
    looked,
    read: all.read,
    left: all.left,
    of,
    workspace: memory !== undefined,
    ...sorted(input, await standingsOf(world, groupsOf(all.said.filter(isMeant)), decisions, tree)),
  });
}

/** A group with where it stands. */
type Standing = GroupState & { group: UtteranceGroup };

/**
 * Settles groups by equal words first, then joins the open rest by nearness: no group is settled merely for being near
 * a settled one.
 */
async function standingsOf(
  world: HarvestWorld,
  groups: readonly UtteranceGroup[],
  decisions: HarvestDecisions,
  tree: Store | undefined,
): Promise<Standing[]> {
  const withStandings = (some: readonly UtteranceGroup[]): Standing[] => {
    const knownEntries = tree === undefined ? [] : knownIn(tree, some, decisions);
    return some.map((group, at) => ({ group, ...groupStateOf(group, (hash) => decisions[hash], knownEntries[at]) }));
  };
  const isOpen = ({ state }: Standing) => state === "open" || state === "again";
  const byWords = withStandings(groups);
  const open = byWords.filter(isOpen).map(({ group }) => group);
  const { joinedByNearness } = await import("./near-wordings.js");
  return [...byWords.filter((one) => !isOpen(one)), ...withStandings(await joinedByNearness(world, open))];
}

/** Whose sessions they are: of a project, and whether it has any. */
type Sought = Pick<HarvestData, "of">;

async function filesFor(
  { places, folder, signal, memory }: HarvestWorld,
  { paths = [], allProjects = false }: HarvestInput,
  format: TranscriptFormat | undefined,
): Promise<History & Sought> {
  if (paths.length > 0) return await filesAt(paths, signal);
  const hosts = format === undefined ? {} : { hosts: [format satisfies Host] };
  const ofAll = async () => await historyOf(places, folder, { allProjects: true, signal, ...hosts });
  if (allProjects) return await ofAll();
  const otherHosts = memory === undefined && format === undefined ? { hosts: HOSTS_OF_PROJECTS } : hosts;
  const own = await historyOf(places, folder, { signal, ...otherHosts });
  const isOwn = memory !== undefined || own.files.length > 0;
  return { ...(isOwn ? own : await ofAll()), of: { project: folder, found: isOwn } };
}

async function filesAt(paths: readonly string[], signal: AbortSignal): Promise<History> {
  try {
    return await historyAt(paths, signal);
  } catch (cause) {
    throw new TenetError(`nothing can be read there: ${(cause as Error).message}`, {
      failure: "usage",
      hint: "Name a transcript, or a folder that holds some.",
      cause,
    });
  }
}

/** Splits groups into offered and settled ones, in printing order. */
function sorted(
  input: HarvestInput,
  standings: readonly Standing[],
): Pick<HarvestData, "corrections" | "repeated" | "single" | "more" | "unsure" | "settled"> {
  const settled = { known: 0, never: 0, closed: 0 };
  const repeated: HarvestGroup[] = [];
  const single: HarvestGroup[] = [];
  const unsure: HarvestGroup[] = [];
  for (const { group, state, ...more } of standings) {
    if (state !== "open" && state !== "again") settled[state]++;
    else {
      const place = !isOffered(group) ? unsure : group.sessions.length >= OFTEN ? repeated : single;
      place.push(answerOf(group, state, more));
    }
  }
  const sure = standings.map(({ group }) => group).filter((one) => one.type === "correction" && isOffered(one));
  const limit = input.limit ?? MOST_SINGLE;
  return {
    corrections: {
      times: sure.reduce((sum, { said }) => sum + said.length, 0),
      sessions: new Set(sure.flatMap(({ sessions }) => sessions)).size,
    },
    repeated,
    single: single.slice(0, limit),
    more: Math.max(0, single.length - limit),
    unsure: { count: unsure.length, groups: input.all === true ? unsure.slice(0, limit) : [] },
    settled,
  };
}

function answerOf(
  group: UtteranceGroup,
  state: HarvestGroup["state"],
  { id, since }: Pick<GroupState, "id" | "since">,
): HarvestGroup {
  const { type, strength, last, said, sessions } = group;
  const wordings = new Map([...said].reverse().map((one) => [one.hash, one]));
  const quotes = said.filter((one) => wordings.get(one.hash) === one);
  return defined({
    id: last.hash,
    type,
    strength,
    quote: last.quote,
    times: said.length,
    sessions: sessions.length,
    first: group.firstAt,
    last: last.at,
    complained: isComplaint(group),
    answers: last.answers,
    quotes: quotes.map(({ quote, at, host, session }) => defined({ text: quote, at, host, session })),
    wordings: quotes.map(({ hash }) => hash),
    ...{
      state,
      because: since === undefined ? `You said it in ${counted(sessions.length, "session")}.` : saidAgain(since),
      known: id,
    },
  });
}

function saidAgain(since: number): string {
  const often = since === 1 ? "once" : since === 2 ? "twice" : `${since} times`;
  return `It is known and was said again ${often} since: it did not stick.`;
}
