import type { Recalled } from "../recall-schemas.js";

/** True where neither an entry nor a passage of a file answers. */
export const foundNothing = ({
  results,
  knowledge = [],
  lines = [],
}: Pick<Recalled, "results" | "knowledge" | "lines">): boolean =>
  results.length + knowledge.length + lines.length === 0;
