/** What captures decide: about generated pairs by class, and about public sets of labelled sentences where they are. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "csv-parse/sync";
import { bandsFor } from "../src/entry/bands.js";
import { PairJudge, Vectors } from "../test/decisions/judge-pair.js";
import { confusionTable, countOf, type Decided } from "../test/decisions/rates.js";
import type { Fields, Relation } from "../test/decisions/tables.js";
import { generatedBackground, generatedPairs } from "./decision-pairs.js";

/** Of each of the eight classes. */
const EACH = 300;
const OTHERS = 60;
/** From here on STS-B calls two sentences the same, on its scale from 0 to 5. */
const SAME_SCORE = 4.5;

interface LabelledSentences {
  a: string;
  b: string;
  /** In lower case: `contradiction`, `entailment` and `neutral` are told apart. */
  label: string;
}

const percent = (part: number, whole: number): string => (whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`);

async function decideAll<T extends { known: Fields; new: Fields }>(judge: PairJudge, pairs: readonly T[]) {
  const decided: (T & Awaited<ReturnType<PairJudge["judge"]>>)[] = [];
  for (const pair of pairs) decided.push({ ...pair, ...(await judge.judge(pair)) });
  return decided;
}

async function generated(vectors: Vectors): Promise<string> {
  const started = performance.now();
  const judge = new PairJudge(vectors, generatedBackground(OTHERS));
  const decided = await decideAll(judge, generatedPairs(EACH));
  const seconds = (performance.now() - started) / 1000;
  const harmed = decided.filter((one) => one.harmed.length > 0).length;
  return (
    `${decided.length} generated pairs, each among ${OTHERS} other entries, in ${seconds.toFixed(0)} s; ` +
    `${harmed} of them retired or swallowed another entry than their own.\n\n${confusionTable(decided)}`
  );
}

/** Files of the folder and of those beneath it, by their names. */
function filesIn(data: string, name: RegExp): string[] {
  const all = readdirSync(data, { recursive: true, encoding: "utf8" });
  return all
    .filter((path) => name.test(path))
    .map((path) => join(data, path))
    .sort();
}

/** Where the cuts for claims lie among pairs that people scored: how many of the same, and of others, each lets through. */
async function calibration(vectors: Vectors, data: string): Promise<string> {
  const files = filesIn(data, /(^|\/)stsb-en-(train|dev)\.csv$/);
  if (files.length === 0) return `Claim bands: no stsb-en-train.csv or stsb-en-dev.csv in ${data}.`;
  const pairs = files.flatMap((file) => parse(readFileSync(file, "utf8"), { relax_quotes: true }) as string[][]);
  const bands = bandsFor(vectors.model, {});
  if (bands === undefined) return `Claim bands: there are none for ${vectors.model}.`;
  const scored: { same: boolean; cosine: number }[] = [];
  for (const [a = "", b = "", score] of pairs) {
    scored.push({ same: Number(score) >= SAME_SCORE, cosine: await vectors.similarity(a, b) });
  }
  const [same, others] = [scored.filter((one) => one.same), scored.filter((one) => !one.same)];
  const above = (list: typeof scored, cut: number) => list.filter(({ cosine }) => cosine > cut).length;
  const rows = (["same", "evolve", "contest"] as const).map((band) => {
    const cut = bands[band];
    const [right, wrong] = [above(same, cut), above(others, cut)];
    return `| \`${band}\` > ${cut} | ${right}, ${percent(right, same.length)} | ${wrong}, ${percent(wrong, others.length)} | ${percent(right, right + wrong)} |`;
  });
  return [
    `Claim bands over ${scored.length} STS-B pairs, of which ${same.length} say the same (score ≥ ${SAME_SCORE}):\n`,
    "| band | of the same | of the others | precision |\n|---|---|---|---|",
    ...rows,
  ].join("\n");
}

/** What should become of a sentence beside one that it follows from, contradicts, or is neutral to. */
const RIGHT: Readonly<Record<string, readonly Relation[]>> = {
  entailment: ["skipped", "same", "maybe"],
  contradiction: ["contested"],
  neutral: ["linked", "none"],
};

/** A table of sentence pairs with SICK's columns, separated by tabs; undefined for any other file. */
function labelledIn(file: string): LabelledSentences[] | undefined {
  const [head = "", ...lines] = readFileSync(file, "utf8").split(/\r?\n/);
  const columns = head.split("\t").map((name) => name.trim().toLowerCase());
  const at = (name: string) => columns.indexOf(name);
  const [a, b, label] = [at("sentence_a"), at("sentence_b"), at("entailment_label")];
  if (a < 0 || b < 0 || label < 0) return undefined;
  return lines
    .map((line) => line.split("\t"))
    .filter((cells) => cells.length > Math.max(a, b, label))
    .map((cells) => ({ a: cells[a] as string, b: cells[b] as string, label: (cells[label] as string).toLowerCase() }));
}

async function publicSets(vectors: Vectors, data: string): Promise<string> {
  const sets = filesIn(data, /\.(txt|tsv)$/).flatMap((file) => {
    const pairs = labelledIn(file);
    return pairs === undefined ? [] : [{ file, pairs }];
  });
  if (sets.length === 0) return `No set with the columns sentence_A, sentence_B and entailment_label in ${data}.`;
  const judge = new PairJudge(vectors, generatedBackground(OTHERS));
  const reports: string[] = [];
  for (const { file, pairs } of sets) {
    const labelled = pairs.map(({ a, b, label }) => ({ known: { insight: a }, new: { insight: b }, kind: label }));
    const decided = (await decideAll(judge, labelled)).map(
      ({ kind, relation }): Decided => ({ class: basename(file), kind, relation, want: new Set(RIGHT[kind]) }),
    );
    const contrary = decided.filter(({ kind }) => kind === "contradiction");
    const swallowed = countOf(contrary, "same", "skipped", "superseded");
    reports.push(
      `${file}: ${swallowed} of ${contrary.length} contradictions swallowed (0 is promised), ` +
        `${countOf(contrary, "contested")} contested.\n\n${confusionTable(decided)}`,
    );
  }
  return reports.join("\n\n");
}

/** Markdown. Without `data` the generated pairs alone. */
export async function decisionsReport(data: string | undefined): Promise<string> {
  const vectors = await Vectors.open();
  try {
    const parts = [await generated(vectors)];
    if (data === undefined) parts.push("Claim bands and public sets: pass `--data DIR` with STS-B and SICK files.");
    else parts.push(await calibration(vectors, data), await publicSets(vectors, data));
    return parts.join("\n\n");
  } finally {
    await vectors.close();
  }
}
