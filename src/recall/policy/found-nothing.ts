import type { Recalled } from "../recall-schemas.js";

/** True where neither an entry nor a passage of a file answers. */
export const foundNothing = ({ results, knowledge = [] }: Pick<Recalled, "results" | "knowledge">): boolean =>
  results.length === 0 && knowledge.length === 0;
