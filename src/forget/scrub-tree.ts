/** Files of the tree besides records and versions that hold the words: each in the form that it keeps without them. */

import type { Context } from "../context.js";
import type { Attribution } from "../entry/gates/attribution.js";
import { contactScope } from "../entry/gates/contact-scope.js";
import type { Change } from "../store/change/change.js";
import { gateText, gateTextOf } from "../store/change/gate-lines.js";
import { listFiles } from "../store/files/safe-path.js";
import { allRuns, type BufferedWrite, type RunRecord, writeRun } from "../store/state/runs.js";
import type { Workspace } from "../store/workspace.js";
import { scrubbedPage } from "../wiki/scrub-page.js";
import { isGolden, scrubGolden } from "./scrub-golden.js";
import { scrubProse, withReplacedLines } from "./scrub-records.js";
import type { TextMatcher } from "./text-matcher.js";

/** The scrubbed files and places. */
export interface ScrubbedPlace {
  place: "records" | "daily log" | "working" | "versions" | "wiki" | "buffered runs" | "heard" | "other files";
  /** Relative. */
  files: string[];
}

const BULLET = /^(\s*[-*+]\s+(?:\d{1,2}:\d{2}\s+)?)(.+)$/;

/**
 * A line without the erased words; undefined when it has none. A bullet keeps its mark and its time, a gate line stays
 * one. Only the statement of a gate line is compared: it may be a part of an erased text, the whole line never is.
 */
function withoutWords(line: string, matcher: TextMatcher, mark: string): string | undefined {
  const [, lead = "", content = line] = BULLET.exec(line) ?? [];
  const parsedGate = gateTextOf(content);
  if (parsedGate === undefined) return matcher.matches(content) ? `${lead}${mark}` : undefined;
  const goes = matcher.ids.has(parsedGate.id ?? "") || matcher.matches(parsedGate.words);
  return goes ? `${lead}${gateText({ ...parsedGate, words: mark })}` : undefined;
}

/** Stages every scrubbed file and returns the changes. `versions`: readable files that were written already. */
export async function scrubPlaces(
  ctx: Context,
  change: Change,
  matcher: TextMatcher,
  mark: string,
  versions: ReadonlySet<string>,
): Promise<ScrubbedPlace[]> {
  const { workspace: ws } = ctx;
  const places = new Map<ScrubbedPlace["place"], string[]>();
  const took = (place: ScrubbedPlace["place"], path: string) => {
    places.set(place, [...(places.get(place) ?? []), ws.relative(path)]);
  };
  for (const path of listFiles(ws, ws.memory)) {
    const place = placeOf(ws, path);
    if (place === undefined || versions.has(ws.relative(path))) continue;
    const bytes = change.read(path);
    if (bytes === undefined) continue;
    if (place === "wiki") {
      if (scrubWiki(change, path, bytes, matcher, mark)) took(place, path);
      continue;
    }
    const next =
      place === "records"
        ? scrubProse(bytes, matcher, mark)
        : isGolden(ws, path)
          ? scrubGolden(ws, path, bytes, matcher, mark)
          : withReplacedLines(bytes, (line) => withoutWords(line, matcher, mark));
    if (next === undefined) continue;
    change.write(path, next);
    took(place, path);
  }
  return [...places].map(([place, files]) => ({ place, files }));
}

/** Its lines that rest on what goes, then whatever people wrote around them. True where something was taken out. */
function scrubWiki(change: Change, path: string, bytes: Uint8Array, matcher: TextMatcher, mark: string): boolean {
  const page = scrubbedPage(bytes, matcher);
  if (page === null) {
    change.write(path, null);
    return true;
  }
  const scrubbedBytes = page === undefined ? bytes : Buffer.from(page);
  const next = withReplacedLines(scrubbedBytes, (line) => withoutWords(line, matcher, mark)) ?? scrubbedBytes;
  if (next === bytes) return false;
  change.write(path, next);
  return true;
}

/** The kind of place that a file of `memory/` is; undefined for what is generated or belongs to people. */
export function placeOf(ws: Workspace, path: string): ScrubbedPlace["place"] | undefined {
  const beneath = (folder: string) => path.startsWith(`${folder}/`);
  // Generated; and what people own, where tenet writes its block alone.
  if (path === ws.indexPage || beneath(`${ws.memory}/core`)) return undefined;
  if (beneath(ws.learning) || ws.recordFolders.some(beneath)) return "records";
  if (beneath(ws.versions)) return "versions";
  if (beneath(ws.wiki)) return "wiki";
  if (beneath(`${ws.memory}/working`)) return "working";
  return /\/\d{4}-\d{2}-\d{2}\.md$/.test(path) ? "daily log" : "other files";
}

/** Whether a buffered write goes: it contains the words, answers for a forgotten entry, or has a meant author. */
function leaves(
  write: BufferedWrite,
  run: RunRecord,
  matcher: TextMatcher,
  isMeant?: (speaker: Attribution) => boolean,
): boolean {
  const { agent, session } = write;
  if (write.kind === "log") {
    const scope = write.contact === undefined ? undefined : contactScope(write.contact);
    return isMeant?.({ agent, session, scope }) === true || matcher.matches(write.text);
  }
  if (write.kind !== "capture") return isMeant?.({ agent, session }) === true || matcher.ids.has(write.ref);
  const { source, origin, scope } = write.fields as Attribution;
  if (isMeant?.({ agent, session: session === "" ? run.session : session, source, origin, scope }) === true)
    return true;
  return matcher.without(write.fields, "") !== write.fields;
}

/** Removes such writes from open runs, from git's queue, and from the remains of closed runs. Returns the names of those runs. */
export function scrubRuns(
  { workspace: ws }: Context,
  change: Change,
  matcher: TextMatcher,
  mark: string,
  isMeant?: (speaker: Attribution) => boolean,
): string[] {
  const scrubbed = allRuns(ws).flatMap((run) => {
    const writes = run.writes.filter((one) => !leaves(one, run, matcher, isMeant));
    const next = matcher.without({ ...run, writes }, mark);
    return JSON.stringify(next) === JSON.stringify(run) ? [] : [next];
  });
  for (const run of scrubbed) change.alongside((state) => writeRun(state, run));
  return scrubbed.map(({ id }) => id || "what waits for git");
}
