/** Says what a harvest found, and what a person decided. */
import {
  accent,
  type Block,
  data,
  faint,
  gap,
  heading,
  line,
  type Outline,
  type Said,
  warn,
} from "../text/outline/outline.js";
import { counted } from "../text/paint.js";
import type { HarvestData, HarvestGroup } from "./harvest-schemas.js";

/** What came of a harvest at a terminal. */
export interface HarvestDecisions {
  kept: number;
  never: number;
  /** Found and not decided. */
  left: number;
}

const day = (at: string): string => at.slice(0, 10);

const dayOf = (at: string | undefined): string => (at === undefined ? "" : ` (${day(at)})`);

/** `3 sessions, 2026-01-03 to 2026-02-10`. */
function repeatText({ type, sessions, first, last, complained }: HarvestGroup): string {
  const days = [...new Set([first, last].flatMap((at) => (at === undefined ? [] : day(at))))].join(" to ");
  return [
    ...(type === "correction" ? [] : [type]),
    [counted(sessions, "session"), ...(days === "" ? [] : [days])].join(", "),
    ...(complained ? ["not for the first time"] : []),
  ].join(" · ");
}

/** `  12×  `. */
const BEFORE = 7;

/** One finding, whole: how often, as it was said last, and every other wording. */
export function harvestGroupOutline(group: HarvestGroup): Outline {
  const beneath = (says: Said): Block => line(says, { indent: BEFORE });
  const often = accent(`${group.times}×`.padStart(BEFORE - 2));
  return [
    line([often, "  ", data(`"${group.quote}"`, "strong")], { hang: BEFORE }),
    beneath(faint(repeatText(group))),
    ...group.quotes.slice(1).map(({ text, at }) => beneath(["also ", data(`"${text}"`), dayOf(at)])),
    ...(group.answers === undefined ? [] : [beneath(data(`the agent had written: ${group.answers}`, "faint"))]),
    ...(group.state === "again" ? [beneath(warn(group.because))] : []),
  ];
}

type Near = (path: string) => string;

function readOutline({ looked, read, of }: HarvestData, near: Near): Outline {
  if (read.transcripts === 0) {
    const rows = looked.map(({ host, folder, because = "none" }) =>
      [host ?? [], `${near(folder)}: ${because}`].flat().join(" "),
    );
    return [
      line("No transcripts were found. Looked at, on this machine:"),
      ...rows.map((row) => line(row, { indent: 2, hang: 2 })),
    ];
  }
  const hosts = looked
    .filter(({ transcripts }) => transcripts > 0)
    .map(({ host, folder, transcripts }) => (host === undefined ? near(folder) : `${transcripts} of ${host}`));
  const none = of?.found === false ? ` (${near(of.project)} has none of its own)` : "";
  const origin = of?.found === true ? `of ${near(of.project)}` : `on this machine${none}`;
  const head = `From ${counted(read.sessions, "session")} ${origin}: ${hosts.join(", ")}. Nothing leaves this machine.`;
  return [line(head)];
}

/** The skipped files with reasons. */
function leftOutline({ left, read }: HarvestData, near: Near): Outline {
  const lines = [
    ...left.slice(0, 5).map(({ file, because }) => `left ${near(file)}: ${because}`),
    ...(left.length > 5 ? [`and ${counted(left.length - 5, "file")} more`] : []),
    ...(read.broken_lines === 0 ? [] : [`${counted(read.broken_lines, "line")} could not be read as JSON.`]),
    ...(read.long_lines === 0 ? [] : [`${counted(read.long_lines, "line")} of more than 32 MB passed over.`]),
  ];
  return lines.map((says) => line(warn(says), { indent: 2 }));
}

function headline({ corrections, read, repeated, single, unsure, settled }: HarvestData): Outline {
  if (read.transcripts === 0) return [];
  if (corrections.times === 0) {
    const isNone = unsure.count + Object.values(settled).reduce((sum, count) => sum + count) === 0;
    const none = isNone ? "No correction was found in them" : "Nothing in them is surely a correction";
    return [heading(repeated.length + single.length === 0 ? `${none}.` : `${none}, but this:`)];
  }
  const often = repeated.filter(({ type }) => type === "correction").length;
  const first = `You corrected your agent ${corrections.times === 1 ? "once" : `${corrections.times} times`} in ${corrections.sessions} of ${counted(read.sessions, "session")}`;
  if (often === 0) return [heading(`${first}.`)];
  return [heading(`${first}; ${often === 1 ? "this one" : `these ${often}`} you said in three sessions or more:`)];
}

const SETTLED = [
  ["known", "known already"],
  ["never", "never to be offered"],
  ["closed", "taken out of this memory or turned down"],
] as const;

function settledOutline({ settled }: HarvestData): Outline {
  const parts = SETTLED.flatMap(([state, says]) => (settled[state] === 0 ? [] : [`${settled[state]} ${says}`]));
  return parts.length === 0 ? [] : [line(`Not listed: ${parts.join(", ")}.`)];
}

function unsureOutline({ unsure: { count, groups } }: HarvestData): Outline {
  const hidden = count - groups.length;
  if (hidden === 0) return [];
  const call = groups.length === 0 ? "tenet harvest --all" : `tenet harvest --all --limit ${count}`;
  return [line(`${counted(hidden, "less sure one is", "less sure ones are")} not listed: ${call}`)];
}

/** Nobody reads more at once, and who has no memory here yet a screen full; programs and those who pick get all of it. */
const MOST_SHOWN = { here: 50, first: 10 };

/** What was found, the most repeated first. `home`: paths beneath it are shown with `~`. */
export function harvestOutline(found: HarvestData, home?: string): Outline {
  const near: Near = (path) =>
    home !== undefined && (path === home || path.startsWith(`${home}/`)) ? `~${path.slice(home.length)}` : path;
  const { repeated, single, more, unsure, workspace, next } = found;
  const most = workspace ? MOST_SHOWN.here : MOST_SHOWN.first;
  const all = repeated.length + single.length + unsure.groups.length;
  let room = most;
  const groupsOf = (groups: readonly HarvestGroup[], ...title: Outline): Outline => {
    const shown = groups.slice(0, room);
    room -= shown.length;
    return shown.length === 0 ? [] : [...title, ...shown.flatMap(harvestGroupOutline)];
  };
  return tidy([
    ...(workspace || all === 0 ? [] : [heading("This is what you keep telling your agents")]),
    ...readOutline(found, near),
    ...leftOutline(found, near),
    gap,
    ...headline(found),
    ...groupsOf(repeated),
    ...groupsOf(single, gap, line("Said in one or two sessions:")),
    ...groupsOf(unsure.groups, gap, line("Less sure:")),
    ...(all > most ? [line(`${all - most} more are in tenet harvest --json.`)] : []),
    ...(more === 0 ? [] : [line(`${more} more: \`tenet harvest --limit ${more + single.length}\` lists them.`)]),
    ...unsureOutline(found),
    ...settledOutline(found),
    ...(next === undefined ? [] : [gap, line(next)]),
  ]);
}

/** Without empty lines at both ends and beside each other. */
const tidy = (blocks: Outline): Outline =>
  blocks.filter((one, at) => {
    const isEmptyBefore = at === 0 || blocks[at - 1] === gap;
    return one !== gap || (!isEmptyBefore && blocks.slice(at).some((block) => block !== gap));
  });

/** What a person decided. */
export function harvestedOutline({ kept, never, left }: HarvestDecisions): Outline {
  const parts = [
    `${kept} kept`,
    ...(never === 0 ? [] : [`${never} never offered again`]),
    ...(left === 0 ? [] : [`${left} left as they were`]),
  ];
  return [line(`${parts.join(", ")}.`)];
}
