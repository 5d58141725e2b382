/** Says one entry: its claim, origin, relations and standing. Called by `tenet show`. */

import { type Entry, missingFacts } from "../entry/entry.js";
import { idSaid } from "../entry/short-ids.js";
import type { Worded } from "../steps.js";
import {
  accent,
  type Block,
  data,
  faint,
  field as fieldOf,
  gap,
  heading,
  joined,
  line,
  type Outline,
  type Said,
  warn,
} from "../text/outline/outline.js";
import { counted } from "../text/paint.js";
import { oneLine } from "../text/shorten.js";
import { FIELD_LABELS } from "./field-labels.js";
import { besideText } from "./policy/beside-words.js";
import type { NearPair, ShownLink } from "./recall-schemas.js";
import type { Shown, ShownStanding } from "./show.js";

/** Cells of a label. */
const LABEL = 14;

const field = (label: string, says: Said): Block => fieldOf(label, says, { cells: LABEL });
/** A field where there is something to say. */
const some = (label: string, says: string | undefined): Outline =>
  says === undefined ? [] : [field(label, data(says))];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join("; ");
  if (isRecord(value)) {
    return Object.entries(value)
      .map(([key, inner]) => `${key} ${valueText(inner)}`)
      .join(", ");
  }
  return String(value);
}

function provenance(shown: Worded<Shown>): string {
  const { entry } = shown;
  const who =
    entry.source === undefined || entry.source === entry.agent ? entry.agent : `${entry.source} to ${entry.agent}`;
  const from = entry.imported === undefined ? "" : `, imported from ${entry.imported.from}`;
  return `${who}, ${entry.timestamp.slice(0, 16).replace("T", " ")} UTC${from}`;
}

/** What is computed of it stands beside its record. */
const standingIn = ({ entry }: Worded<Shown>) => entry as unknown as ShownStanding;

function outcomeText(shown: Worded<Shown>): string | undefined {
  const { outcome, outcome_date } = standingIn(shown);
  return outcome && `${outcome}${outcome_date === undefined ? "" : ` (${outcome_date.slice(0, 10)})`}`;
}

/** Who pinned a memory; how a question was closed. */
function standing({ entry }: Worded<Shown>): Outline {
  const day = (at?: string) => (at === undefined ? "" : `, ${at.slice(0, 10)}`);
  if (entry.type === "memory" && entry.pinned !== undefined) {
    const { by = "nobody", at } = entry.pinned;
    return some("pinned by", `${by}${day(at)}`);
  }
  if (entry.type !== "question" || entry.closed === undefined) return [];
  const { how, by, at, reason } = entry.closed;
  const why = reason === undefined ? "" : `: ${reason}`;
  return some(how === "answered" ? "answered by" : "closed by", `${by}${day(at)}${why}`);
}

function stickText(shown: Worded<Shown>): string | undefined {
  const { stick } = standingIn(shown);
  return stick && `${stick.verdict} (${stick.at.slice(0, 10)})`;
}

function linkField(link: ShownLink): Block {
  const { id, unique = 5, missing, text = "", status = "active", doubts = [] } = link;
  const words = [...new Set([status, ...doubts])].filter((word) => word !== "active");
  return field(
    link.relation,
    joined([
      missing === true ? `${id} (not in this tree)` : idSaid(id, unique),
      ["  ", data(oneLine(text))],
      faint(words.length === 0 ? "" : ` (${words.join(", ")})`),
    ]),
  );
}

const wordings = ({ wordings: all = [] }: Worded<Shown>): Outline =>
  titled(
    "How it was said",
    all.flatMap(({ at, text, evidence, by, id }) => {
      const said = evidence === undefined ? oneLine(text) : `${oneLine(text)} (${evidence})`;
      return some(at.slice(0, 10), [said, [by ?? [], id ?? []].flat().join(", ")].filter(Boolean).join("  "));
    }),
  );

const titled = (title: string, blocks: Outline): Outline =>
  blocks.length === 0 ? [] : [gap, heading(title), ...blocks];

/** When its writer stated it, and how it turned out at the hub. */
function hubText(entry: Entry): string | undefined {
  const hub = entry.hub;
  if (hub === undefined) return undefined;
  const { at, verdict, score } = hub;
  const verdicts = [verdict ?? [], score === undefined ? [] : `${score} of 10`].flat();
  return `said ${at.slice(0, 10)}${verdicts.length === 0 ? "" : `; ${verdicts.join(", ")} there`}`;
}

/** `open  COR-…  what it says  (.83)`, and the command that answers it. */
function nearBlocks({ state, score, reason, proposed, text, answer, with: other }: Worded<NearPair>): Outline {
  const says = [
    ...(score === undefined ? [] : [score.toFixed(2).replace(/^0/, "")]),
    ...(reason === undefined ? [] : [oneLine(reason)]),
    ...(proposed === undefined ? [] : [`proposed: ${proposed}`]),
  ].join(", ");
  return [
    ...some(state, [other, ...(text === undefined ? [] : [oneLine(text)]), `(${says})`].join("  ")),
    ...(answer === undefined ? [] : [line(faint(answer), { indent: LABEL + 2, hang: 2 })]),
  ];
}

function printedFields({ entry }: Worded<Shown>): Record<string, unknown> {
  const said = (entry as { said?: readonly unknown[] }).said?.length;
  return { ...entry, said, hub: hubText(entry) };
}

function usesText({ entry }: Worded<Shown>): string | undefined {
  const list = entry.uses ?? [];
  if (list.length === 0) return undefined;
  const sessions = new Set(list.map((use) => use.session)).size;
  const counts = ["worked", "failed", "cited", "came_up"]
    .map((result) => ({ result, n: list.filter((use) => use.result === result).length }))
    .filter(({ n }) => n > 0)
    .map(({ result, n }) => `${result.replace("_", " ")} ${n}`)
    .join(", ");
  return `in ${counted(sessions, "session")}: ${counts}`;
}

/** What its kind says of itself, in the order of their labels. */
function fields(shown: Worded<Shown>): Outline {
  const values = printedFields(shown);
  return Object.entries(FIELD_LABELS).flatMap(([name, label]) => {
    const value = values[name];
    if (value === undefined || value === "" || valueText(value) === shown.claim) return [];
    return some(label, valueText(value));
  });
}

/** An entry: claim, fields, origin, relations and place. */
export function showOutline(shown: Worded<Shown>): Outline {
  const { entry, claim, beside = [], recalled, last_used = "", links, near = [], file, line: at } = shown;
  const { status, review, stick } = standingIn(shown);
  const failed = stick?.verdict === "failed" ? stick.verdict : undefined;
  const words = [entry.type, entry.stakes, status, entry.tier, review?.state.replaceAll("_", " "), failed];
  const missing = missingFacts(entry).map((fact) => FIELD_LABELS[fact]);
  const date = entry.id.slice(0, entry.id.lastIndexOf("-") + 1);
  const state = words.filter((word) => word !== undefined).join(" · ");
  return [
    line([faint(date), accent(entry.id.slice(date.length)), "  ", faint(state)]),
    line(data(claim, "strong")),
    ...beside.map((one) => line(warn(besideText(one)), { indent: 2 })),
    gap,
    ...fields(shown),
    ...some("not said", missing.join(", ") || undefined),
    ...some("said by", provenance(shown)),
    ...standing(shown),
    ...some("used", usesText(shown)),
    ...some(
      "recalled",
      recalled === undefined ? undefined : `${counted(recalled, "time")}, last on ${last_used.slice(0, 10)}`,
    ),
    ...some("turned out", outcomeText(shown)),
    ...some("stick", stickText(shown)),
    ...wordings(shown),
    ...titled("Hangs together with", links.map(linkField)),
    ...titled("Near it", near.flatMap(nearBlocks)),
    gap,
    line(faint(`${file}:${at}`)),
  ];
}
