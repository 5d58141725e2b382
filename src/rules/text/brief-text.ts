/** A digest's material as text: instructions first, then what was written down, between marks that it cannot forge. */
import { createHash } from "node:crypto";
import { tailOf } from "../../entry/entry.js";
import { printable } from "../../text/printable.js";
import { oneLine } from "../../text/shorten.js";
import type { Brief, BriefEntry } from "../brief.js";

/** A mark that no line of the text holds: it is made of the text itself. */
function markFor(body: string): string {
  for (let salt = 0; ; salt++) {
    const mark = `tenet-data-${createHash("sha256").update(`${salt}\n${body}`).digest("hex").slice(0, 16)}`;
    if (!body.includes(mark)) return mark;
  }
}

const short = (id: string): string => tailOf(id).toLowerCase();
const told = (text: string): string => printable(oneLine(text));

function entryLines({ id, type, tier, stakes, says, evidence }: BriefEntry): string[] {
  const source = `${short(id)} ${tier}`;
  const { sessions, worked, failed, held, said_again: again, origins, outcomes } = evidence;
  const facts = [
    `used in ${sessions} sessions (worked ${worked}, failed ${failed})`,
    ...(held === undefined ? [] : [`held ${held.slice(0, 10)}`]),
    ...(again === 0 ? [] : [`said again ${again} times`]),
    `${origins} ${origins === 1 ? "origin" : "origins"}`,
    ...outcomes.map(({ verdict, score }) => `outcome ${verdict}${score === undefined ? "" : ` ${score}/10`}`),
  ];
  return [
    `${source} | ${[type, ...(stakes === undefined ? [] : [stakes]), ...facts].join(", ")}`,
    ...says.map(({ field, text }) => `${source} | ${field}: ${told(text)}`),
    ...outcomes.flatMap(({ lesson }) =>
      lesson === undefined ? [] : [`${source} | lesson of an outcome: ${told(lesson)}`],
    ),
  ];
}

/** The whole brief: what to do, and between two marks the entries and the list to give back. */
export function briefText(brief: Brief): string {
  const { instructions, files, operations, entries, blocked, list, mode } = brief;
  const body = [
    "Entries (id, tier | field: text)",
    ...entries.flatMap(entryLines),
    "",
    "What the digest does, and why",
    ...operations.map(
      ({ op, target, ids, because, fate }) =>
        `${ids.map(short).join(" ")} | ${op} in ${target}, ${fate === "active" ? "takes effect" : "waits for a person"}: ${told(because)}`,
    ),
    ...(blocked.length === 0
      ? []
      : ["", "Stays out", ...blocked.map(({ id, because }) => `${short(id)} | ${told(because)}`)]),
    "",
    "The list, one rule a line (JSON, which is YAML)",
    "[",
    list.map((line) => `  ${printable(JSON.stringify(line))}`).join(",\n"),
    "]",
  ].join("\n");
  const mark = markFor(body);
  const room = files.map(({ target, rules, most }) => `${target} ${rules} of ${most}`).join(", ");
  return [
    "# Word these rules",
    "",
    ...instructions.map((line) => `- ${line}`),
    "",
    `Apply mode: ${mode}. Rules in force: ${room}.`,
    "",
    `<<<${mark}`,
    body,
    `${mark}>>>`,
    "",
  ].join("\n");
}
