/** What `tenet index` did, as text for a person. */

import type { Calibration } from "../search/calibrate.js";
import { type Paint, shortId } from "../text/paint.js";
import type { Indexed } from "./reindex.js";

const share = (value: number) => `${Math.round(value * 100)} %`;
const entries = (count: number) => `${count} ${count === 1 ? "entry" : "entries"}`;

const SAYS = {
  duplicate: "says the same",
  evolve: "adds to a known one",
  link: "looked at for a link, by meaning",
  lex_link: "linked by shared words",
  blend: "linked by words and meaning together",
} as const;

function calibrationText({ model, cuts, pairs, fromTree, nearest, random, yaml }: Calibration, paint: Paint): string[] {
  const rows = cuts.map(({ band, value, falseShare, found, now, near }) => {
    const here = near === undefined ? "" : `, here ${share(near)} of entries`;
    const before = now === undefined ? "none now" : `now ${now.toFixed(2)}`;
    return `  ${band.padEnd(10)}${value.toFixed(2)}  ${paint.faint(`${before.padEnd(10)}finds ${share(found)}, false ${share(falseShare)}${here}  (${SAYS[band]})`)}`;
  });
  const spread =
    nearest === undefined || random === undefined
      ? []
      : [
          `In this tree the nearest neighbour of an entry has a cosine of ${nearest.toFixed(2)} (median), two at random ${random.toFixed(2)}.`,
        ];
  return [
    "",
    paint.strong(`Proposed bands for ${model}`),
    ...rows,
    `Judged by ${pairs.same} pairs that say the same, ${pairs.related} related and ${pairs.unrelated} unrelated ones; ${fromTree} of them from this tree.`,
    ...spread,
    "Nothing was written. To use them, put this into tenet.yaml:",
    "",
    ...yaml.trimEnd().split("\n"),
  ];
}

/** What `tenet index` did, for people. */
export function indexText(indexed: Indexed, paint: Paint): string {
  const { fetched, calibration, looked_again: looked } = indexed;
  const lines: string[] = [];
  if (fetched !== undefined) {
    lines.push(
      fetched.fetched.length === 0
        ? `The model ${fetched.model} was complete already.`
        : `Fetched ${fetched.fetched.join(", ")} of ${fetched.model}.`,
    );
  }
  if (indexed.index === "degraded")
    lines.push(`${entries(indexed.entries)} by words only: ${indexed.why ?? "no index"}.`);
  else if (indexed.pending > 0) lines.push(`Stopped: ${entries(indexed.pending)} still to do. Run it again to go on.`);
  else {
    const work = `${indexed.embedded} read now, ${indexed.cached} known`;
    lines.push(
      `${entries(indexed.entries)} indexed ${paint.faint(`(${work}, ${indexed.seconds.toFixed(1)} s, ${indexed.model ?? "no model"})`)}`,
    );
  }
  for (const { id, linked, contests } of looked) {
    const found = [
      ...(linked.length === 0 ? [] : [`linked to ${linked.join(", ")}`]),
      ...(contests.length === 0 ? [] : [`contests ${contests.join(", ")}`]),
    ];
    lines.push(`  ${shortId(id, 5, paint)}  compared again: ${found.join("; ") || "nothing near"}`);
  }
  if (calibration !== undefined) lines.push(...calibrationText(calibration, paint));
  return `${lines.join("\n")}\n`;
}
