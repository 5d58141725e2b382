/** Keeps what people did to the rules as records: before, after, how far apart, who, which commit. */
import { localDay, stamp } from "../../clock.js";
import type { Context } from "../../context.js";
import type { Change } from "../../store/change.js";
import { conflictLine, fenceFor, isYaml } from "../../store/records/fences.js";
import { openEnd } from "../../store/records/record-edit.js";
import { bodyOf, layoutOf } from "../../store/records/record-parse.js";
import { titleOf } from "../../store/records/record-text.js";
import { parseSafeYaml, YamlTrouble } from "../../store/records/safe-yaml.js";
import { fieldLines } from "../../store/records/yaml-text.js";
import { sameWords, type Target } from "../policy/rule.js";
import type { Chain } from "../versions/chain.js";
import type { AdoptedEdit } from "./adoption.js";
import { apart, type HandEdit } from "./rulebook.js";

/** A record of `memory/edits/`. */
export interface EditRecord {
  type: "edit";
  id: string;
  timestamp: string;
  /** The agent that took note of it. */
  agent: string;
  target: Target;
  kind: HandEdit["kind"];
  /** Entries behind the rule. */
  ids: readonly string[];
  before?: string | undefined;
  after?: string | undefined;
  /** Levenshtein distance in characters. */
  distance: number;
  /** 1 − distance / length of the longer one, two decimals: 1 is the same text. */
  ratio: number;
  /** The listed person whose e-mail the commit carries. */
  author?: string | undefined;
  commit?: string | undefined;
  /** The version that took it over. */
  version: string;
}

/**
 * Stages a record for each edit of an adoption; before its version, so that an edit is never adopted without one. What
 * a crash left of an earlier try is found again by what it says, and stays the only record of it.
 */
export function recordEdits(
  ctx: Context,
  change: Change,
  chain: Chain,
  { edits: adopted, id: version }: { edits: readonly AdoptedEdit[]; id: string },
): void {
  // What is only known by now to be a person's was recorded when it was made.
  const edits = adopted.filter(({ before, after }) => !before || !after || !sameWords(before, after));
  if (edits.length === 0) return;
  const { workspace: ws, clock, actor, profile } = ctx;
  const now = clock.now();
  const day = localDay(now, profile.timezone);
  const path = ws.editsFile(day);
  const file = ws.relative(path);
  const text = textOf(change.read(path));
  if (text === null) {
    ctx.warn(`${file} is not valid UTF-8; what people changed is not recorded there.`);
    return;
  }
  const left = text === undefined ? [] : editsIn(text).filter((one) => chain.version(one.version) === undefined);
  let next = text;
  const fresh: EditRecord[] = [];
  for (const edit of edits) {
    const { kind, before, after, author, commit } = edit;
    const target = (after ?? before)?.target ?? "";
    const known = left.find(
      (one) => one.kind === kind && one.target === target && one.before === before?.text && one.after === after?.text,
    );
    if (known !== undefined && next !== undefined) {
      left.splice(left.indexOf(known), 1);
      next = next.replace(`version: "${known.version}"`, `version: "${version}"`);
      continue;
    }
    const ids = after !== undefined && after.ids.length > 0 ? after.ids : (before?.ids ?? []);
    fresh.push({
      type: "edit",
      id: change.newId("edit", stamp(now)),
      timestamp: stamp(now),
      agent: actor.agent,
      target,
      kind,
      ids,
      before: before?.text,
      after: after?.text,
      ...apart(before?.text, after?.text),
      author,
      commit,
      version,
    });
  }
  const written = fresh.length === 0 ? next : withEdits(next, day, fresh);
  if (written === undefined) ctx.warn(`${file} cannot be added to; what people changed is not recorded there.`);
  else if (written !== text) change.write(path, written);
}

/** Undefined: there is none. Null: its bytes are no text. */
function textOf(bytes: Uint8Array | undefined): string | undefined | null {
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

const FIELDS = [
  "type",
  "id",
  "timestamp",
  "agent",
  "target",
  "kind",
  "ids",
  "before",
  "after",
  "distance",
  "ratio",
  "author",
  "commit",
  "version",
] as const satisfies readonly (keyof EditRecord)[];

/** Heading and fence of one record. */
function renderEdit(record: EditRecord): string {
  const body = FIELDS.flatMap((field) => (record[field] === undefined ? [] : fieldLines(field, record[field]))).join(
    "\n",
  );
  const fence = fenceFor(body);
  const title = titleOf(record.after ?? record.before ?? "");
  return `## ${record.id} · ${record.kind}${title === "" ? "" : `: ${title}`}\n\n${fence}yaml\n${body}\n${fence}\n`;
}

/** The file of a day with records at its end. Undefined when nothing can be added: markers, an open fence. */
export function withEdits(text: string | undefined, day: string, records: readonly EditRecord[]): string | undefined {
  const known = text === undefined || text.trim() === "" ? undefined : text;
  if (known !== undefined && (conflictLine(known) !== undefined || openEnd(known))) return undefined;
  const newline = known?.includes("\r\n") === true ? "\r\n" : "\n";
  const head = known ?? `---\ntype: edits\ndate: ${day}\n---\n\n# Edits · ${day}\n`;
  const gap = head.endsWith("\n") ? "\n" : "\n\n";
  return `${head}${gap.replaceAll("\n", newline)}${records.map(renderEdit).join("\n").replaceAll("\n", newline)}`;
}

/** The records of such a file that can be read. */
export function editsIn(text: string): EditRecord[] {
  const { lines, skeleton } = layoutOf(text);
  return skeleton.fences.flatMap((fence): EditRecord[] => {
    if (!fence.closed || !isYaml(fence)) return [];
    try {
      const record = parseSafeYaml(bodyOf(lines, fence), new Set(["version", "commit"]))
        .value as Partial<EditRecord> | null;
      return record?.type === "edit" && typeof record.id === "string" ? [record as EditRecord] : [];
    } catch (error) {
      if (error instanceof YamlTrouble) return [];
      throw error;
    }
  });
}
