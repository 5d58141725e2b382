/** Conflicts that git left in a text, told apart from markers that a note quotes. */
import { type Fence, isYaml, type Lines, linesOf, type Skeleton, skeletonOf } from "../records/fences.js";

/** A region that git left for a person; 0-based lines of `<<<<<<<` and `>>>>>>>`. */
export interface ConflictRegion {
  from: number;
  to: number;
}

function quotes(fence: Fence, lines: Lines): boolean {
  if (!isYaml(fence)) return true;
  for (let at = fence.open + 1; at < fence.close; at++) {
    if (/^(?:id|type):/.test(lines.text[at] ?? "")) return false;
  }
  return true;
}

/**
 * Line-anchored `<<<<<<< `, `=======`, `>>>>>>> ` in that order, outside code fences (where notes quote them)
 * and inside record fences (where real ones sit).
 */
export function conflictRegions(lines: Lines, skeleton: Skeleton): ConflictRegion[] {
  const regions: ConflictRegion[] = [];
  let from = -1;
  let middle = false;
  let fenceAt = 0;
  for (let at = 0; at < lines.text.length; at++) {
    const line = lines.text[at] ?? "";
    const mark = line.charCodeAt(0);
    if (mark !== 60 && mark !== 61 && mark !== 62) continue;
    while ((skeleton.fences[fenceAt]?.close ?? Number.POSITIVE_INFINITY) < at) fenceAt++;
    const fence = skeleton.fences[fenceAt];
    if (fence?.closed && fence.open < at && at < fence.close && quotes(fence, lines)) continue;
    if (/^<{7}( |$)/.test(line)) {
      from = at;
      middle = false;
    } else if (from !== -1 && /^={7}$/.test(line)) {
      middle = true;
    } else if (middle && /^>{7}( |$)/.test(line)) {
      regions.push({ from, to: at });
      from = -1;
      middle = false;
    }
  }
  return regions;
}

/** The 1-based line of the first conflict in any Markdown or YAML file of ours; undefined when there is none. */
export function conflictLine(text: string): number | undefined {
  if (!text.includes("<<<<<<<") || !text.includes(">>>>>>>")) return undefined;
  const lines = linesOf(text);
  const [first] = conflictRegions(lines, skeletonOf(lines));
  return first === undefined ? undefined : first.from + 1;
}
