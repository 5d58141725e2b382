/** Does the model say on this machine what it said when the numbers of the design were measured? */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { cosine } from "../src/search/model/embedder.js";
import { locateModel } from "../src/search/model/model-files.js";
import { openEmbedder } from "../src/search/model/open-embedder.js";
import { DEFAULT_PROFILE } from "../src/settings.js";
import { Workspace } from "../src/store/workspace.js";

/** Spearman of the default model over the dev pairs of STS-B, and how far from it a machine may be. */
const DEV_SPEARMAN = 0.868;
const TOLERANCE = 0.005;

/** Ranks with ties shared. */
function ranksOf(values: readonly number[]): number[] {
  const order = values.map((value, at) => [value, at] as const).sort((a, b) => a[0] - b[0]);
  const ranks = new Array<number>(values.length);
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end + 1 < order.length && order[end + 1]?.[0] === order[start]?.[0]) end++;
    for (let at = start; at <= end; at++) ranks[(order[at] as readonly [number, number])[1]] = (start + end) / 2;
    start = end + 1;
  }
  return ranks;
}

/** Rank correlation of two lists of numbers, -1 to 1. */
export function spearman(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [ranksOf(a), ranksOf(b)];
  const mean = (a.length - 1) / 2;
  let [both, own, other] = [0, 0, 0];
  x.forEach((rank, at) => {
    const [dx, dy] = [rank - mean, (y[at] as number) - mean];
    both += dx * dy;
    own += dx * dx;
    other += dy * dy;
  });
  return both / Math.sqrt(own * other);
}

/** Measures the default model on `stsb-en-dev.csv` in the folder or in `stsb/` beneath it. One line of Markdown. */
export async function parityReport(data: string): Promise<string> {
  const found = [join(data, "stsb-en-dev.csv"), join(data, "stsb", "stsb-en-dev.csv")].flatMap((path) => {
    try {
      return [readFileSync(path, "utf8")];
    } catch {
      return [];
    }
  })[0];
  if (found === undefined) return `Model parity: no stsb-en-dev.csv in ${data}.`;
  const pairs = parse(found, { relax_quotes: true }) as [string, string, string][];
  const folder = mkdtempSync(join(tmpdir(), "tenet-parity-"));
  const model = locateModel(DEFAULT_PROFILE, new Workspace(folder));
  if ("unavailable" in model) return `Model parity: ${model.unavailable}.`;
  const embedder = await openEmbedder(model);
  const cosines: number[] = [];
  const started = performance.now();
  for (const [a, b] of pairs) {
    cosines.push(cosine(await embedder.embed(a, "passage"), await embedder.embed(b, "passage")));
  }
  const perSecond = (2 * pairs.length * 1000) / (performance.now() - started);
  await embedder.dispose();
  rmSync(folder, { recursive: true, force: true });
  const measured = spearman(
    cosines,
    pairs.map(([, , score]) => Number(score)),
  );
  const verdict = Math.abs(measured - DEV_SPEARMAN) <= TOLERANCE ? "within" : "OUTSIDE";
  return (
    `Model parity over ${pairs.length} STS-B dev pairs: Spearman ${measured.toFixed(4)}, ${verdict} ${TOLERANCE} of ` +
    `${DEV_SPEARMAN} (${perSecond.toFixed(0)} short texts a second, one thread).`
  );
}
