/** How a passage is named and printed, in answers and contexts alike. Pure. */
import type { FoundPassage } from "../knowledge-schemas.js";

/** How far a file is trusted: what stands before the bar where an entry has its tier. */
export const FILE_TIER = "file";

/** What a passage says, behind the headings above it. */
export const passageLine = ({ heading, text }: Pick<FoundPassage, "heading" | "text">): string =>
  heading === "" || heading === text || heading.endsWith(` > ${text}`) ? text : `${heading}: ${text}`;

/** `docs/guide.md:40`. */
export const passagePlace = ({ file, line }: Pick<FoundPassage, "file" | "line">): string => `${file}:${line}`;
