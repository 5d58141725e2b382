/** What hooks of hosts do in files, and how they stand. */

import { countsText, findingsText } from "../../entry/findings.js";
import type {
  HooksChange,
  HooksCheck,
  HostFileChange,
  HostFileState,
  HostState,
  ServerEntry,
} from "../../store/hosts/host-schemas.js";
import { diffLines } from "../../store/rules/text/version-parts.js";
import { indented, pad, widest } from "../../text/columns.js";
import { type Paint, PLAIN, printable } from "../../text/paint.js";

/** One line for each file, with its pieces beneath. */
function fileLines(files: readonly HostFileChange[], paint: Paint): string[] {
  const wide = widest(files.map(({ change }) => change));
  const long = widest(files.map(({ file }) => file));
  return files.flatMap(({ file, change, says, because, puts = [] }) => {
    const tint = change === "left" ? paint.warn : change === "unchanged" ? paint.faint : paint.good;
    const head = `  ${tint(pad(change, wide))}  ${printable(file)}`;
    if (puts.length > 0 && because === undefined && change !== "unchanged") return [head, ...putLines(puts, paint)];
    const explanation = because ?? says;
    const fits = wide + long + explanation.length + 6 <= paint.width;
    if (fits) return [`${head}${" ".repeat(long - widest([file]) + 2)}${paint.faint(printable(explanation))}`];
    return [head, ...indented(printable(explanation), 6, paint).map(paint.faint)];
  });
}

function putLines(puts: NonNullable<HostFileChange["puts"]>, paint: Paint): string[] {
  const long = widest(puts.map(({ at }) => at));
  return puts.map(({ at, does }) => `      ${pad(printable(at), long)}  ${paint.accent("→")} ${printable(does)}`);
}

/** The changes of each file, as git shows them. */
const diffs = (files: readonly HostFileChange[], paint: Paint): string[] =>
  files.flatMap(({ diff }) => (diff === undefined ? [] : [...diffLines(diff, paint), ""]));

const ownerText = ({ level }: { level: string }): string => (level === "user" ? "for you" : "for this project");

function headOf(data: HooksChange, paint: Paint): string {
  const { verb, host, written, files } = data;
  const name = paint.strong(host);
  const same = files.every(({ change }) => change === "unchanged" || change === "left");
  if (verb === "install") {
    if (same) return `${name} is connected already, ${ownerText(data)}. Nothing was changed.`;
    return `${written ? "Connected" : "Would connect"}  ${name}, ${ownerText(data)}`;
  }
  if (same) return `Nothing of tenet is in the files of ${name}, ${ownerText(data)}.`;
  return `${written ? "Disconnected" : "Would disconnect"}  ${name}, ${ownerText(data)}`;
}

/** The length of the answer: every changed line, or only the result when the plan was just shown. */
export interface HooksTelling {
  diff?: boolean;
  seen?: boolean;
}

/** The files of a plan or a result, with the pieces in each. */
export function hooksText(data: HooksChange, paint: Paint, { diff = false, seen = false }: HooksTelling = {}): string {
  const next = data.next.flatMap((step) => {
    const [first = "", ...rest] = indented(printable(step), 2, paint);
    return [`${paint.accent("→")} ${first.trimStart()}`, ...rest];
  });
  const lines = [
    ...(diff ? diffs(data.files, paint) : []),
    headOf(data, paint),
    ...(seen ? [] : fileLines(data.files, paint)),
    ...next,
  ];
  return `${lines.join("\n")}\n`;
}

/** The server for MCP, for a host that has no name here. */
export const serverEntryText = ({ server, paste }: ServerEntry, paint: Paint): string =>
  [
    ...indented("Any host that speaks MCP can start this program, over stdin and stdout:", 0, paint),
    `  ${paint.strong([server.command, ...server.args].join(" "))}`,
    "",
    "Most hosts take it as JSON:",
    paste,
    "",
    ...indented(
      "Some name it otherwise: servers, context_servers or mcp instead of mcpServers. Where its agents read AGENTS.md: tenet hooks install agents-md",
      0,
      paint,
    ),
    "",
  ].join("\n");

function stateWord({ state }: HostState, paint: Paint): string {
  const word = state === "absent" ? "not installed" : state;
  const { good, bad, warn, faint } = paint;
  return { installed: good, partly: bad, broken: bad, outdated: warn, absent: faint }[state](word.padEnd(13));
}

const filesOf = (files: readonly HostFileState[]): string =>
  [...new Set(files.filter(({ state }) => state === "installed").map(({ file }) => printable(file)))].join(", ");

/** One line for each connected host, then the problems with their next steps. */
export function hooksCheckText({ hosts, program, heard, findings, ...counts }: HooksCheck, paint: Paint): string {
  const connected = hosts.filter(({ state }) => state !== "absent");
  const one = new Set(hosts.map(({ host }) => host)).size === 1;
  const rows = (one ? hosts : connected).map((each) => {
    const place = `${each.host.padEnd(11)}  ${each.level.padEnd(7)}`;
    return `${place}  ${stateWord(each, paint)}  ${paint.faint(filesOf(each.files))}`.trimEnd();
  });
  const names = new Set(connected.map(({ host }) => host));
  const otherHosts = [...new Set(hosts.map(({ host }) => host))].filter((host) => !names.has(host));
  const findingLines = findings.length === 0 ? [] : ["", findingsText(findings, paint).trimEnd()];
  const lines = [
    ...rows,
    ...(one || otherHosts.length === 0
      ? []
      : indented(`not connected: ${otherHosts.join(", ")}`, 0, paint).map(paint.faint)),
    "",
    program === undefined ? `${paint.warn("program")}  tenet is not on the PATH` : `program  ${printable(program)}`,
    heard === undefined ? "last session heard  none yet" : `last session heard  ${heard}`,
    ...findingLines,
    ...(connected.length === 0 ? ["Connect one: tenet hooks install claude-code"] : [countsText(counts, PLAIN)]),
  ];
  return `${lines.join("\n")}\n`;
}

/** The same for `tenet hooks` alone: with how another host is connected. */
export function hooksOverviewText(data: HooksCheck, paint: Paint): string {
  const text = hooksCheckText(data, paint);
  // Without a connected host it ends with that already.
  return data.hosts.every(({ state }) => state === "absent")
    ? text
    : `${text}Connect another: tenet hooks install HOST\n`;
}
