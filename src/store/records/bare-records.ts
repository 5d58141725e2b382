/** Finds records without their yaml fence: reported in files of records, read in given texts. */

import { ENTRY_TYPES } from "../../entry/entry-schema.js";
import type { Finding } from "../../entry/findings.js";
import { ANY_ID_FORM } from "../../text/id-shape.js";
import { type Fence, isYaml, type Lines, type Skeleton } from "./fences.js";

/** Lines of a text, 0-based, the first and one past the last. */
export interface LineRange {
  from: number;
  to: number;
}

/** `type: correction` or `id: COR-…`, alone or as the first field of an item of a list. */
const MARK = new RegExp(
  String.raw`^(?:-[ \t]+|  )?["']?(?:type["']?[ \t]*:[ \t]*["']?(?:${ENTRY_TYPES.join("|")})["']?[ \t]*(?:#.*)?$|id["']?[ \t]*:[ \t]*["']?${ANY_ID_FORM})`,
);
/** Lines that may belong to a record: a field, an item, a comment, or an indented line beneath one. */
const PART = /^(?:["']?[A-Za-z_][\w-]*["']?[ \t]*:(?:[ \t]|$)|-[ \t]|[ \t]+\S|#[^#])/;

/** True for YAML that declares itself an entry. */
export function saysRecord(body: string): boolean {
  return body.split("\n").some((line) => MARK.test(line));
}

/** Stretches of a text between its fences, headings and `---` lines. */
function stretches(lines: Lines, { fences, headings }: Skeleton, from = 0): LineRange[] {
  const inFence = new Set<number>();
  for (const { open, close } of fences) for (let at = open; at <= close; at++) inFence.add(at);
  const isHeading = new Set(headings.map(({ line }) => line));
  const ranges: LineRange[] = [];
  let begun = from;
  const end = (at: number) => {
    if (lines.text.slice(begun, at).some((line) => line.trim() !== "")) ranges.push({ from: begun, to: at });
    begun = at + 1;
  };
  for (let at = from; at < lines.text.length; at++) {
    const border = inFence.has(at) || isHeading.has(at) || /^(?:---|\.\.\.)[ \t]*$/.test(lines.text[at] ?? "");
    if (border) end(at);
  }
  end(lines.text.length);
  return ranges;
}

/** The records among the prose of a text, from a line on. Prose around the fields of one is left out. */
function bareRecords(lines: Lines, skeleton: Skeleton, from = 0): LineRange[] {
  return stretches(lines, skeleton, from).flatMap((stretch): LineRange[] => {
    const at = lines.text.findIndex((line, index) => index >= stretch.from && index < stretch.to && MARK.test(line));
    if (at === -1) return [];
    const isPart = (index: number) => PART.test(lines.text[index] ?? "");
    const isBlank = (index: number) => (lines.text[index] ?? "").trim() === "";
    let first = at;
    while (first > stretch.from && isPart(first - 1)) first--;
    // One line alone, `id: …`, is a remark.
    if (!isPart(at + 1) && first === at) return [];
    let end = at + 1;
    for (let next = end; next < stretch.to && (isPart(next) || isBlank(next)); next++)
      if (!isBlank(next)) end = next + 1;
    return [{ from: first, to: end }];
  });
}

const ID = new RegExp(String.raw`^(?:-[ \t]+|  )?["']?id["']?[ \t]*:[ \t]*["']?(${ANY_ID_FORM})`, "m");
/** Fences in which a record may have been meant to stand; others quote something. */
const UNMARKED: ReadonlySet<string> = new Set(["", "json"]);

/**
 * Findings on records in places that are not read: without a fence, in the header, in a fence that is not marked as
 * yaml, or as an item of a list within one. `body`: 0-based line behind the header.
 */
export function unreadRecords(lines: Lines, skeleton: Skeleton, body: number): Omit<Finding, "file">[] {
  const text = ({ from, to }: LineRange) => lines.text.slice(from, to).join("\n");
  const unfencedFinding = (range: LineRange, where: string, next: string): Omit<Finding, "file"> => {
    const id = ID.exec(text(range))?.[1];
    const message = `${id ?? "a record"} stands ${where}, so it is not read`;
    return { code: "record-without-fence", severity: "error", line: range.from + 1, ...(id && { id }), message, next };
  };
  const inside = ({ open, close }: Fence): LineRange => ({ from: open + 1, to: close });
  const header = { from: 0, to: body };
  return [
    ...(body > 0 && ID.test(text(header)) ? [unfencedFinding(header, "in the header of the file", FENCE_IT)] : []),
    ...bareRecords(lines, skeleton, body).map((range) => unfencedFinding(range, "here without a yaml fence", FENCE_IT)),
    ...skeleton.fences
      .filter(({ closed }) => closed)
      .flatMap((fence): Omit<Finding, "file">[] => {
        const range = inside(fence);
        const first = lines.text.slice(range.from, range.to).find((line) => line.trim() !== "") ?? "";
        if (UNMARKED.has(fence.language) && !/^[`~]/.test(first) && saysRecord(text(range))) {
          return [
            unfencedFinding(
              range,
              "in a fence that is not marked as yaml",
              "Write yaml behind the three back-ticks that open it.",
            ),
          ];
        }
        if (!isYaml(fence) || !/^-[ \t]/.test(first) || !saysRecord(text(range))) return [];
        return [
          unfencedFinding(
            range,
            "in a list",
            "Give each record a heading and a yaml fence of its own, or hand the list to: tenet add",
          ),
        ];
      }),
  ];
}

const FENCE_IT = "Put a line with ```yaml above it and one with ``` below it, or hand the file to: tenet add";
