/** Prints the brief of a digest: for a program that words rules. */
import { refOf } from "../../entry/entry.js";
import { ownersInstructions, quotedData } from "../../text/fence.js";
import { printable } from "../../text/paint.js";
import { oneLine } from "../../text/shorten.js";
import type { Brief, BriefEntry } from "./digest-schemas.js";

const printLine = (text: string): string => printable(oneLine(text));

function entryLines({ id, type, tier, stakes, says, evidence }: BriefEntry): string[] {
  const source = `${refOf(id)} ${tier}`;
  const { sessions, worked, failed, held, said_again: again, outcomes } = evidence;
  const facts = [
    `used in ${sessions} sessions (worked ${worked}, failed ${failed})`,
    ...(held === undefined ? [] : [`held ${held.slice(0, 10)}`]),
    ...(again === 0 ? [] : [`said again ${again} times`]),
    ...outcomes.map(({ verdict, score }) => `outcome ${verdict}${score === undefined ? "" : ` ${score}/10`}`),
  ];
  return [
    `${source} | ${[type, ...(stakes === undefined ? [] : [stakes]), ...facts].join(", ")}`,
    ...says.map(({ field, text }) => `${source} | ${field}: ${printLine(text)}`),
    ...outcomes.flatMap(({ lesson }) =>
      lesson === undefined ? [] : [`${source} | lesson of an outcome: ${printLine(lesson)}`],
    ),
  ];
}

/** The whole brief: what to do, and between two marks the entries and the list to give back. */
export function briefText(brief: Brief): string {
  const { instructions, operations, entries, list, mode } = brief;
  const body = [
    "Entries (id, tier | field: text)",
    ...entries.flatMap(entryLines),
    "",
    "What the digest does, and why",
    ...operations.map(
      ({ op, target, ids, because, fate }) =>
        `${ids.map(refOf).join(" ")} | ${op} in ${target}, ${fate === "active" ? "takes effect" : "waits for a person"}: ${printLine(because)}`,
    ),
    "",
    "The list, one rule a line (JSON, which is YAML)",
    "[",
    list.map((line) => `  ${printable(JSON.stringify(line))}`).join(",\n"),
    "]",
  ].join("\n");
  return [
    "# Word these rules",
    "",
    ...instructions.map((line) => `- ${line}`),
    "",
    `Apply mode: ${mode}.`,
    "",
    ...ownersInstructions(brief.owner_instructions),
    ...quotedData(body),
    "",
  ].join("\n");
}
