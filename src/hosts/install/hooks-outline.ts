/** What hooks of hosts do in files, and how they stand. */

import { countsSaid, findingsOutline } from "../../entry/findings.js";
import type { Worded } from "../../steps.js";
import {
  accent,
  bad,
  diff as diffOf,
  faint,
  gap,
  good,
  line,
  type Outline,
  type Row,
  type Said,
  strong,
  table,
  warn,
} from "../../text/outline/outline.js";
import type { HooksChange, HooksCheck, HostFileChange, HostFileState, HostState, ServerEntry } from "./host-schemas.js";

/** A row for each file, with its pieces beneath. */
function filesTable(files: readonly HostFileChange[]): Outline {
  const rows = files.map(({ file, change, says, because, puts = [] }): Row => {
    const tint = change === "left" ? warn : change === "unchanged" ? faint : good;
    const isParted = puts.length > 0 && because === undefined && change !== "unchanged";
    const longest = Math.max(...puts.map(({ at }) => at.length));
    return {
      cells: [tint(change), file, isParted ? "" : faint(because ?? says)],
      under: isParted ? puts.map(({ at, does }) => [`${at.padEnd(longest)}  `, accent("→"), ` ${does}`]) : [],
    };
  });
  return [table(rows, { indent: 2, beneath: 4 })];
}

/** The changes of each file, as git shows them. */
const diffs = (files: readonly HostFileChange[]): Outline =>
  files.flatMap(({ diff }) => (diff === undefined ? [] : [diffOf(diff || "Nothing in the files changes."), gap]));

const ownerText = ({ level }: { level: string }): string => (level === "user" ? "for you" : "for this project");

function headOf(data: HooksChange): Said {
  const { verb, host, written, files } = data;
  const name = strong(host);
  const owner = ownerText(data);
  const same = files.every(({ change }) => change === "unchanged" || change === "left");
  if (verb === "install") {
    if (same) return [name, ` is connected already, ${owner}. Nothing was changed.`];
    return [`${written ? "Connected" : "Would connect"}  `, name, `, ${owner}`];
  }
  if (same) return ["Nothing of tenet is in the files of ", name, `, ${owner}.`];
  return [`${written ? "Disconnected" : "Would disconnect"}  `, name, `, ${owner}`];
}

/** The length of the answer: every changed line, or only the result when the plan was just shown. */
export interface HooksTelling {
  diff?: boolean;
  seen?: boolean;
}

/** The files of a plan or a result, with the pieces in each. */
export const hooksOutline = (data: HooksChange, { diff = false, seen = false }: HooksTelling = {}): Outline => [
  ...(diff ? diffs(data.files) : []),
  line(headOf(data)),
  ...(seen ? [] : filesTable(data.files)),
  ...data.next.map((step) => line([accent("→"), ` ${step}`], { hang: 2 })),
];

/** The server for MCP, for a host that has no name here. */
export const serverEntryOutline = ({ server, paste }: ServerEntry): Outline => [
  line("Any host that speaks MCP can start this program, over stdin and stdout:"),
  line(strong([server.command, ...server.args].join(" ")), { indent: 2, whole: true }),
  gap,
  line("Most hosts take it as JSON:"),
  line(paste, { whole: true }),
  gap,
  line(
    "Some name it otherwise: servers, context_servers or mcp instead of mcpServers. Where its agents read AGENTS.md: tenet hooks install agents-md",
  ),
];

const STATES = { installed: good, partly: bad, broken: bad, outdated: warn, absent: faint } as const;

const filesOf = (files: readonly HostFileState[]): string =>
  [...new Set(files.filter(({ state }) => state === "installed").map(({ file }) => file))].join(", ");

const stateRow = ({ host, level, state, files }: HostState): Row => ({
  cells: [host, level, STATES[state](state === "absent" ? "not installed" : state), faint(filesOf(files))],
});

/** A row for each connected host, then the problems with their next steps. */
export function hooksCheckOutline({ hosts, program, heard, findings, ...counts }: Worded<HooksCheck>): Outline {
  const connected = hosts.filter(({ state }) => state !== "absent");
  const one = new Set(hosts.map(({ host }) => host)).size === 1;
  const rows = (one ? hosts : connected).map(stateRow);
  const names = new Set(connected.map(({ host }) => host));
  const others = [...new Set(hosts.map(({ host }) => host))].filter((host) => !names.has(host));
  return [
    ...(rows.length === 0 ? [] : [table(rows)]),
    ...(one || others.length === 0 ? [] : [line(faint(`not connected: ${others.join(", ")}`))]),
    gap,
    line(program === undefined ? [warn("program"), "  tenet is not on the PATH"] : `program  ${program}`),
    line(`last session heard  ${heard ?? "none yet"}`),
    ...(findings.length === 0 ? [] : [gap, ...findingsOutline(findings), line(countsSaid(counts).text)]),
    ...(connected.length === 0 ? [line("Connect one: tenet hooks install claude-code")] : []),
  ];
}

/** The same for `tenet hooks` alone: with how another host is connected. Without a connected host it says so already. */
export const hooksOverviewOutline = (data: Worded<HooksCheck>): Outline => [
  ...hooksCheckOutline(data),
  ...(data.hosts.every(({ state }) => state === "absent") ? [] : [line("Connect another: tenet hooks install HOST")]),
];
