/**
 * `tenet harvest`: what a person told their agents in past sessions, found, put together and compared. Keeps nothing; and
 * where there is no workspace yet, it writes nothing at all.
 */

import { stamp } from "../clock.js";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { HOSTS, type Host } from "../hosts/host.js";
import { TRANSCRIPT_FORMATS, type TranscriptFormat } from "../hosts/transcript.js";
import { openStore } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { sinceOf } from "../text/durations.js";
import type { HarvestData, HarvestGroup } from "./harvest-schemas.js";
import {
  type GroupState,
  groupStateOf,
  type HarvestState,
  isOffered,
  phrasesHash,
  readHarvestState,
} from "./harvest-state.js";
import { type History, historyAt, historyOf } from "./host-history.js";
import { knownIn } from "./known-entries.js";
import { type HarvestWorld, readAll } from "./read-all.js";
import type { WrittenFile } from "./read-transcript.js";
import { groupsOf, OFTEN, type UtteranceGroup } from "./repeats.js";

export interface HarvestInput {
  /** Absolute; none: what the hosts of this machine keep of this project. */
  paths?: readonly string[];
  host?: string;
  /** `90d`, or a date. */
  since?: string;
  /** At most so many single findings; repeated ones are all told. */
  limit?: number;
  allProjects?: boolean;
  /** Also what is less sure. */
  all?: boolean;
}

const MOST_SINGLE = 20;
const MOST_QUOTES = 5;

function formatNamed(host: string | undefined): TranscriptFormat | undefined {
  if (host === undefined) return undefined;
  if ((TRANSCRIPT_FORMATS as readonly string[]).includes(host)) return host as TranscriptFormat;
  throw new TenetError(`no host is named ${JSON.stringify(host)}`, {
    failure: "usage",
    hint: `One of ${TRANSCRIPT_FORMATS.join(", ")}.`,
  });
}

function sinceStated(ctx: HarvestWorld, since: string | undefined): string | undefined {
  if (since === undefined) return undefined;
  const at = sinceOf(since, ctx.clock.now());
  if (at !== undefined) return stamp(at);
  throw new TenetError(`--since is no duration and no date: ${JSON.stringify(since)}`, {
    failure: "usage",
    hint: "Write it like 90d, 12w or 2026-01-31.",
  });
}

/** The same in a workspace: reads whatever is new, remembers how far it came, and leaves out what is known. */
export async function harvest(ctx: Context, input: HarvestInput = {}): Promise<HarvestData> {
  const world = { ...ctx, folder: ctx.workspace.root };
  // While learning is off nothing is remembered of it either.
  return await harvestIn(ctx.profile.learning.on ? { ...world, memory: ctx } : world, input);
}

/** Looks through transcripts on this machine, and answers what the person said: nothing of it is stored. */
export async function harvestIn(world: HarvestWorld, input: HarvestInput = {}): Promise<HarvestData> {
  const { memory } = world;
  const format = formatNamed(input.host);
  const since = sinceStated(world, input.since);
  const { files, looked, of } = await filesFor(world, input, format);
  const phrases = phrasesHash();
  const state = memory === undefined ? NOTHING_KNOWN : await readHarvestState(memory.workspace, phrases);
  const all = await readAll(world, files, state.files, phrases, since);
  const said = all.said.filter(
    ({ at, host }) =>
      (since === undefined || at === undefined || at >= since) && (format === undefined || host === format),
  );
  const groups = groupsOf(said);
  const decided = (hash: string) => state.decided[hash];
  const known = memory === undefined ? [] : knownIn(await openStore(memory), groups, decided);
  const standings = groups.map((group, at) => groupStateOf(group, decided, known[at]));
  const found = { looked, read: all.read, left: all.left, ...sorted(input, groups, standings) };
  if (memory === undefined) return defined({ ...found, of, workspace: false });
  const wrote = all.wrote.filter(
    ({ at, host }) => (since === undefined || at >= since) && (format === undefined || host === format),
  );
  const { edits, settled } = await offeredEdits(memory, wrote, state.decided);
  for (const how of settled) found.settled[how]++;
  const limit = input.limit ?? MOST_SINGLE;
  const more_edits = Math.max(0, edits.length - limit) || undefined;
  return defined({ ...found, edits: edits.slice(0, limit), more_edits, of, workspace: true });
}

/** Edits of what agents wrote, without those that were decided on or are kept. */
async function offeredEdits(memory: Context, wrote: readonly WrittenFile[], decided: HarvestState["decided"]) {
  const { editedFiles, knownEdits } = await import("./edited-files.js");
  const all = await editedFiles(memory, wrote, (id) => decided[id] !== undefined);
  const known = all.length === 0 ? new Set<string>() : await knownEdits(await openStore(memory), all);
  const settled = all.flatMap(({ id }) => decided[id]?.how ?? (known.has(id) ? ("known" as const) : []));
  return { edits: all.filter(({ id }) => decided[id] === undefined && !known.has(id)), settled };
}

const NOTHING_KNOWN: Pick<HarvestState, "files" | "decided"> = { files: {}, decided: {} };

/** Whose sessions they are: of a project, and whether it has any. */
type Sought = Pick<HarvestData, "of">;

async function filesFor(
  { places, folder, signal, memory }: HarvestWorld,
  { paths = [], allProjects = false }: HarvestInput,
  format: TranscriptFormat | undefined,
): Promise<History & Sought> {
  if (paths.length > 0) return await filesAt(paths, signal);
  const hosts = format === undefined ? {} : { hosts: format === "text" ? [] : [format satisfies Host] };
  const ofAll = async () => await historyOf(places, folder, { allProjects: true, signal, ...hosts });
  if (allProjects) return await ofAll();
  // An agent of OpenClaw has its own workspace: what it keeps is of no other project.
  const others =
    memory === undefined && format === undefined ? { hosts: HOSTS.filter((one) => one !== "openclaw") } : hosts;
  const own = await historyOf(places, folder, { signal, ...others });
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

/** What is offered and what is not, in the order in which it is told. */
function sorted(
  input: HarvestInput,
  groups: readonly UtteranceGroup[],
  standings: readonly GroupState[],
): Pick<HarvestData, "corrections" | "repeated" | "single" | "more" | "unsure" | "settled" | "next"> {
  const settled = { known: 0, kept: 0, later: 0, never: 0, closed: 0 };
  const repeated: HarvestGroup[] = [];
  const single: HarvestGroup[] = [];
  const unsure: HarvestGroup[] = [];
  for (const [at, group] of groups.entries()) {
    const standing = standings[at] as GroupState;
    const { state } = standing;
    if (state !== "open" && state !== "again") {
      if (isOffered(group)) settled[state]++;
    } else if (!isOffered(group)) unsure.push(shown(group, standing, state));
    else (group.sessions.length >= OFTEN ? repeated : single).push(shown(group, standing, state));
  }
  const sure = groups.filter((group) => group.type === "correction" && isOffered(group));
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

function shown(group: UtteranceGroup, { because, id }: GroupState, state: "open" | "again"): HarvestGroup {
  const { best, said, sessions, first, last } = group;
  return defined({
    id: group.id,
    type: group.type,
    strength: group.strength,
    quote: best.quote,
    times: said.length,
    sessions: sessions.length,
    first,
    last,
    complained: said.some(({ repeat }) => repeat),
    answers: best.answers,
    quotes: said
      .slice(0, MOST_QUOTES)
      .map(({ quote, at, host, session }) => defined({ text: quote, at, host, session })),
    wordings: [...new Set(said.map(({ hash }) => hash))],
    state,
    because,
    known: id,
  });
}
