/** The golden questions of a workspace, from `memory/eval/*.yaml`: a broken one is a finding, the others are asked. */
import { isSeq } from "yaml";
import type { Finding } from "../entry/findings.js";
import { ERASED, REDACTED } from "../entry/gates/redaction.js";
import { TenetError } from "../errors.js";
import type { StepText } from "../steps.js";
import { fileInTree, readBytes } from "../store/files/safe-path.js";
import type { Store } from "../store/open-store.js";
import { conflictLine } from "../store/records/fences.js";
import { parseSafeYaml, YamlTrouble } from "../store/records/safe-yaml.js";
import { textOfRecordFile } from "../store/records/scan.js";
import { surveyPath } from "../store/survey.js";
import type { Workspace } from "../store/workspace.js";
import { issueInWords } from "../text/issue-words.js";
import { type GoldenQuestion, goldenQuestionSchema } from "./golden-question.js";
import { namesEntry } from "./policy/judge.js";

/** A question, and where it stands. */
export interface PlacedQuestion extends GoldenQuestion {
  /** Relative to the workspace, with `/`. */
  file: string;
  /** 1-based. */
  line: number;
}

export interface ReadQuestions {
  /** In the order of files and lines. */
  questions: PlacedQuestion[];
  findings: Finding[];
}

const MOST_BYTES = 1024 * 1024;
const TEXT_KEYS: ReadonlySet<string> = new Set(["id", "question", "expect", "never", "tags"]);
const MOST_SAID = 3;
const MEND = "Mend it by hand; the other questions are asked.";

function troubleAt(file: string, line: number, message: string, next: StepText = MEND): Finding {
  return { code: "golden-question", severity: "warning", file, line, message, next };
}

/** Part of a file that is read by itself; `line`: 1-based, of its first. */
interface Piece {
  text: string;
  line: number;
}

const ITEM = /^-(?=\s|$)/;
/** What may stand before the first item. */
const LEAD = /^\s*(?:#.*)?$|^---\s*$/;

/** Each item of a list at the margin by itself, so that what is wrong in one leaves the others; else the whole. */
function piecesOf(text: string): Piece[] {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => !LEAD.test(line));
  if (first === -1) return [];
  if (!ITEM.test(lines[first] ?? "")) return [{ text, line: 1 }];
  const starts = lines.flatMap((line, at) => (at >= first && ITEM.test(line) ? [at] : []));
  return starts.map((from, nth) => {
    const own = lines.slice(from, starts[nth + 1]);
    return { text: [(own[0] ?? "").replace("-", " "), ...own.slice(1)].join("\n"), line: from + 1 };
  });
}

/** A value that should be a question, and the line on which it begins. */
interface Stated {
  value: unknown;
  line: number;
  lineOf(key: string): number;
}

function statedIn({ text, line }: Piece): Stated[] {
  const yaml = parseSafeYaml(text, TEXT_KEYS);
  const { contents } = yaml.document;
  if (!isSeq(contents)) {
    return [{ value: yaml.value, line, lineOf: (key) => line + yaml.lineOf(key) - 1 }];
  }
  return (yaml.value as unknown[]).map((value, at) => {
    const offset = (contents.items[at] as { range?: [number, number, number] } | undefined)?.range?.[0] ?? 0;
    const own = line + text.slice(0, offset).split("\n").length - 1;
    return { value, line: own, lineOf: () => own };
  });
}

function questionIn(file: string, { value, line, lineOf }: Stated): PlacedQuestion | Finding {
  const checked = goldenQuestionSchema.safeParse(value);
  if (!checked.success) {
    const { issues } = checked.error;
    const said = issues.slice(0, MOST_SAID).map((issue) => {
      const place = issue.path.join(".");
      return place === "" ? `a question ${issueInWords(issue)}` : `${place}: ${issueInWords(issue)}`;
    });
    const [key] = issues[0]?.path ?? [];
    return troubleAt(file, typeof key === "string" ? lineOf(key) : line, `no golden question: ${said.join("; ")}`);
  }
  const { id, question, expect = [], never = [], tags = [] } = checked.data;
  const texts = [question, ...expect, ...never];
  // In YAML the mark stands without its brackets, which would make a list of it.
  if (texts.some((text) => [ERASED, REDACTED, ERASED.slice(1, -1)].includes(text))) {
    return troubleAt(file, line, `${id}: words of it were taken out`, "Write it anew, or take it out.");
  }
  return { id, question, expect, never, tags, file, line };
}

/** The text of a file; a finding where it cannot be read. */
async function textOf(ws: Workspace, file: string): Promise<string | Finding> {
  try {
    const path = ws.absolute(file);
    const state = await fileInTree(ws, path);
    if (state !== undefined && state.size > MOST_BYTES) {
      return { ...troubleAt(file, 1, "the file is over 1 MB and is not read", "Split it."), code: "too-large" };
    }
    const text = textOfRecordFile((await readBytes(ws, path)) ?? new Uint8Array(), file);
    return typeof text === "string" ? text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n") : text;
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
    return { ...troubleAt(file, 1, thrown.message, thrown.hint ?? MEND), code: "unreadable", severity: "error" };
  }
}

async function readFile(ws: Workspace, file: string): Promise<(PlacedQuestion | Finding)[]> {
  const text = await textOf(ws, file);
  if (typeof text !== "string") return [text];
  const conflict = conflictLine(text);
  if (conflict !== undefined) {
    return [
      {
        ...troubleAt(file, conflict, "unresolved conflict markers", "Resolve it in git."),
        code: "conflict-markers",
        severity: "error",
      },
    ];
  }
  return piecesOf(text).flatMap((piece) => {
    try {
      return statedIn(piece).map((stated) => questionIn(file, stated));
    } catch (thrown) {
      if (!(thrown instanceof YamlTrouble)) throw thrown;
      return troubleAt(file, piece.line + thrown.line - 1, thrown.message);
    }
  });
}

const isFinding = (one: PlacedQuestion | Finding): one is Finding => "severity" in one;

/** Every question, and whatever is wrong with the files. Follows no links. */
export async function readQuestions(ws: Workspace): Promise<ReadQuestions> {
  const { files, findings } = surveyPath(ws, ws.goldenQuestions);
  const read: ReadQuestions = { questions: [], findings: [...findings] };
  const places = new Map<string, PlacedQuestion>();
  for (const file of files) {
    if (/\.jsonl?$/i.test(file) && file !== ws.relative(ws.goldenRuns)) {
      read.findings.push(troubleAt(file, 1, "golden questions are read from .yaml files alone", "Rename it."));
    }
    if (!/\.ya?ml$/i.test(file)) continue;
    for (const one of await readFile(ws, file)) {
      const twin = isFinding(one) ? undefined : places.get(one.id.toLowerCase());
      if (isFinding(one)) read.findings.push(one);
      else if (twin !== undefined) {
        const message = `${one.id} stands twice, first at ${twin.file}:${twin.line}; only that one is asked`;
        read.findings.push(troubleAt(file, one.line, message, "Give one of them another id."));
      } else {
        places.set(one.id.toLowerCase(), one);
        read.questions.push(one);
      }
    }
  }
  return read;
}

/** The id that counts for one that a question names: an alias counts for its entry. */
export function nameIn(tree: Store): (id: string) => string {
  return (id) => {
    try {
      return tree.resolve(id).id;
    } catch {
      return id;
    }
  };
}

/** Questions that expect entries that are not there. */
export function unknownEntries(questions: readonly PlacedQuestion[], tree: Store): Finding[] {
  const name = nameIn(tree);
  return questions.flatMap(({ id, expect, file, line }) =>
    expect
      .filter((what) => namesEntry(what) && tree.head(name(what.toUpperCase())) === undefined)
      .map((what) =>
        troubleAt(file, line, `${id} expects ${what.toUpperCase()}, which no entry has`, "Name another one, or words."),
      ),
  );
}
