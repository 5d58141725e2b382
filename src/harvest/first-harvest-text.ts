/** What somebody sees who has no memory here yet: what they keep telling their agents, and how it would be kept. */

import { cut, indented } from "../text/columns.js";
import { counted, type Paint } from "../text/paint.js";
import type { HarvestData, HarvestGroup } from "./harvest-schemas.js";
import { IS_COPY } from "./read-all.js";

/** A screen full: who wants more has `--limit` and `--json`. */
const MOST_TOLD = 10;
/** `  12×  ` */
const BEFORE = 7;

const HOST_NAMES: Readonly<Record<string, string>> = {
  "claude-code": "Claude Code",
  codex: "Codex",
  cursor: "Cursor",
  "gemini-cli": "Gemini CLI",
  openclaw: "OpenClaw",
};

const day = (at: string): string => at.slice(0, 10);

/** `a`, `a and b`, `a, b and c`. */
function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

function readText({ looked, read, of }: HarvestData, near: (path: string) => string): string {
  const hosts = looked
    .filter(({ transcripts }) => transcripts > 0)
    .map(({ host, folder, transcripts }) =>
      host === undefined ? near(folder) : `${transcripts} of ${HOST_NAMES[host] ?? host}`,
    );
  const whose =
    of === undefined
      ? "on this machine"
      : of.found
        ? `of ${near(of.project)}`
        : `on this machine (${near(of.project)} has none of its own)`;
  return `From ${counted(read.sessions, "session")} ${whose}: ${listed(hosts)}. Nothing was written, and nothing leaves this machine.`;
}

/** In how many sessions, when, how patient they were, and the newest of its other wordings. */
function detailsOf({ last, sessions, quotes, quote, complained, type }: HarvestGroup): string {
  const other = quotes.find(({ text }) => text !== quote);
  return [
    type === "correction" ? [] : type,
    sessions === 1 ? [] : `${sessions} sessions`,
    last === undefined ? [] : `last on ${day(last)}`,
    complained ? "not for the first time" : [],
    other === undefined ? [] : `also "${other.text}"`,
  ]
    .flat()
    .join(" · ");
}

function groupText(group: HarvestGroup, paint: Paint): string {
  const [first = "", ...rest] = indented(`"${group.quote}"`, BEFORE, paint);
  const times = paint.accent(`${group.times}×`.padStart(BEFORE - 2));
  const details = detailsOf(group);
  const room = Math.max(30, paint.width - BEFORE);
  return [
    `${times}  ${paint.strong(first.slice(BEFORE))}`,
    ...rest.map(paint.strong),
    ...(details === "" ? [] : [`${" ".repeat(BEFORE)}${paint.faint(cut(details, room))}`]),
  ].join("\n");
}

/** Copies of what was read tell nothing new; other files that were passed over are counted by their reason. */
function leftText({ left }: HarvestData, paint: Paint): string[] {
  const counts = new Map<string, number>();
  for (const { because } of left) counts.set(because, (counts.get(because) ?? 0) + 1);
  counts.delete(IS_COPY);
  return [...counts].flatMap(([because, count]) =>
    indented(`${counted(count, "file")} passed over: ${because}`, 0, paint).map(paint.warn),
  );
}

const steps = (paint: Paint, rows: readonly (readonly [string, string])[]): string[] =>
  rows.map(([command, says]) => `${paint.accent("→")} ${paint.strong(command.padEnd(16))} ${says}`);

function nothingText(data: HarvestData, paint: Paint, near: (path: string) => string): string[] {
  if (data.read.transcripts > 0) {
    return [
      ...indented(readText(data, near), 0, paint),
      "No correction was found in them.",
      "",
      ...(data.of?.found === true ? steps(paint, [["tenet harvest --all-projects", "looks at every project"]]) : []),
    ];
  }
  return [
    "No sessions with an agent were found on this machine. Looked for them here:",
    ...data.looked.map(({ host, folder, because }) => {
      const name = host === undefined ? "" : `${(HOST_NAMES[host] ?? host).padEnd(12)} `;
      return `  ${name}${near(folder)}${because === undefined ? "" : `: ${because}`}`;
    }),
    "",
    ...steps(paint, [["tenet harvest PATH", "reads transcripts that lie elsewhere"]]),
  ];
}

/** What was found where no workspace is, the most repeated first. `home`: paths beneath it are shown with `~`. */
export function firstHarvestText(data: HarvestData, paint: Paint, home: string): string {
  const near = (path: string) => (path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path);
  const groups = [...data.repeated, ...data.single, ...data.unsure.groups];
  const init = steps(paint, [
    [
      "tenet init",
      data.of?.project === home ? "in a project, makes a memory for it" : "makes a memory for this project",
    ],
  ]);
  if (groups.length === 0)
    return `${[...nothingText(data, paint, near), ...leftText(data, paint), ...init].join("\n")}\n`;
  const { times, sessions } = data.corrections;
  const more = groups.length - MOST_TOLD + data.more;
  const lines = [
    paint.strong("This is what you keep telling your agents"),
    ...indented(readText(data, near), 0, paint).map(paint.faint),
    ...leftText(data, paint),
    "",
    ...groups.slice(0, MOST_TOLD).map((group) => groupText(group, paint)),
    "",
    ...indented(
      [
        times === 0
          ? []
          : `You corrected your agents ${counted(times, "time")} in ${sessions} of ${counted(data.read.sessions, "session")}.`,
        more > 0 ? `${more} more are in tenet harvest --json.` : [],
      ]
        .flat()
        .join(" "),
      0,
      paint,
    ),
    "",
    ...init,
    ...steps(paint, [["tenet harvest", "then offers these, and keeps those that you pick"]]),
  ];
  return `${lines.join("\n").replace(/\n{3,}/g, "\n\n")}\n`;
}
