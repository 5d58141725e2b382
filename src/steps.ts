/**
 * Next steps in the words of the calling door: command lines for a shell, tools and arguments for an agent. Operations
 * use them through `Context.steps`.
 */
import { shellQuoted } from "./text/shell-quoted.js";

/** An answer to a question about one entry; `verdict`: how it turned out, in full. */
export type EntryAnswer = "held" | "failed" | "verdict" | "later" | "irrelevant";
/** An answer about two entries. `replaces`: the first holds instead of the second. `exception`: the first is one to the second. */
export type PairAnswer = "same" | "replaces" | "exception" | "unrelated" | "reopen";

/** The speaker of a heard sentence, and the contact it is about. */
interface HeardFrom {
  source: string | undefined;
  contact?: string | undefined;
}

/** Each method returns a part of a sentence that fits after a colon. */
export interface Steps {
  door: "shell" | "tools";
  /** What the placeholders in {@link answers} mean. */
  legend: readonly string[];
  /** The answers to a question about an entry, one line each. `ref`: as it is typed. */
  answers(ref: string, forms: readonly EntryAnswer[]): string[];
  /** The same answers as one line. */
  answer(ref: string, forms: readonly EntryAnswer[]): string;
  /** The answers to an open pair, one line each. */
  decisions(a: string, b: string, ways: readonly PairAnswer[]): string[];
  /** The same answers as one part of a sentence. */
  decide(a: string, b: string, ways: readonly PairAnswer[]): string;
  /** Record something learned, of any type. */
  capture: string;
  /** Record a heard sentence, in these words unless better ones are found. */
  heard(ref: string, words: string, from: HeardFrom): string;
  /** Record a correction linked to an entry. */
  correct(ref: string): string;
  /** State in the same call what was at risk. */
  stateRisk: string;
  show(ref: string): string;
  /** Change what a known entry says. */
  edit(ref: string): string;
  /** Find what fits a task. */
  recall: string;
  /** Who is asked for missing facts, and where. */
  asked: string;
  /** The same of a question beside which known texts are shown. */
  askedBeside: string;
  /** Find an entry whose id is not known. */
  find: string;
  listMemories: string;
  /** A step that only a command line offers, by its command. */
  terminal(command: string): string;
}

const SHELL_ANSWERS: Readonly<Record<EntryAnswer, string>> = {
  held: "--held --evidence T",
  failed: "--failed --evidence T",
  verdict: "--verdict V --result T [--score 1-10] [--lesson T]",
  later: "--later 5d",
  irrelevant: "--irrelevant",
};

const shellWay = (way: PairAnswer): string => `--${way}`;

export const SHELL_STEPS: Steps = {
  door: "shell",
  legend: ["V: validated, invalidated, mixed or inconclusive", "T: your own words in 'single quotes'"],
  answers: (ref, forms) => forms.map((form) => `tenet outcome ${ref} ${SHELL_ANSWERS[form]}`),
  answer: (ref, forms) => `tenet outcome ${ref} ${forms.map((form) => SHELL_ANSWERS[form]).join(" | ")}`,
  decisions: (a, b, ways) => ways.map((way) => `tenet resolve ${a} ${b} ${shellWay(way)}`),
  decide: (a, b, ways) => `tenet resolve ${a} ${b} ${ways.map(shellWay).join(" | ")}`,
  capture: "tenet add - (YAML on stdin; tenet add --help shows the fields)",
  heard: (ref, words, { source, contact }) => {
    const by = source === undefined ? [] : [`--said-by ${shellQuoted(source)}`];
    const about = contact === undefined ? [] : [`--contact ${contact}`];
    return ["tenet correct", shellQuoted(words), ...by, ...about, `--heard ${ref}`].join(" ");
  },
  correct: (ref) => `tenet correct "<what holds now>" --link ${ref}`,
  stateRisk: '--risk "medium: what goes wrong"',
  show: (ref) => `tenet show ${ref}`,
  edit: (ref) => `tenet edit ${ref}`,
  recall: 'tenet recall "what you are about to do"',
  asked: "People are asked in tenet review.",
  askedBeside: "If one of these answers it, take it back: tenet undo",
  find: "tenet list",
  listMemories: "tenet list --type memory",
  terminal: (command) => command,
};

const quoted = (words: readonly string[]): string => {
  const [last = "", ...before] = words.map((word) => JSON.stringify(word)).reverse();
  return before.length === 0 ? last : `${before.reverse().join(", ")} or ${last}`;
};

/** One line: the arguments of every answer stand in the tool's own schema. */
function toolAnswers(ref: string, forms: readonly EntryAnswer[]): string {
  const stickForms = forms.filter((form) => form === "held" || form === "failed");
  const rest = forms.filter((form) => form === "later" || form === "irrelevant");
  const groups = [
    ...(stickForms.length === 0 ? [] : [`${quoted(stickForms)} with evidence`]),
    ...(forms.includes("verdict")
      ? [`${quoted(["validated", "invalidated", "mixed", "inconclusive"])} with result`]
      : []),
    ...(rest.length === 0 ? [] : [quoted(rest)]),
  ];
  return `answer_question with id ${JSON.stringify(ref)} and answer ${groups.join("; ")}`;
}

function toolDecision(a: string, b: string, ways: readonly PairAnswer[]): string {
  return `resolve with id ${JSON.stringify(a)}, other ${JSON.stringify(b)} and answer ${quoted(ways)}`;
}

export const TOOL_STEPS: Steps = {
  door: "tools",
  legend: ["Tool: answer_question", "evidence and result: your own words"],
  answers: (ref, forms) => [toolAnswers(ref, forms)],
  answer: toolAnswers,
  decisions: (a, b, ways) => [toolDecision(a, b, ways)],
  decide: toolDecision,
  capture: "record_correction, record_insight or save_memory",
  heard: (ref, _, { source }) =>
    `record_correction with heard [${JSON.stringify(ref)}]${source === undefined ? "" : ` and source ${JSON.stringify(source)}`}`,
  correct: (ref) => `record_correction with linked [${JSON.stringify(ref)}]`,
  stateRisk: "at_risk and stakes",
  show: () => "recall_memories with words of it",
  edit: (ref) => `record_correction with linked [${JSON.stringify(ref)}]`,
  recall: "recall_memories with words of it",
  asked: "People are asked later, at a terminal.",
  askedBeside: "If something in near answers it, use that. People are asked at a terminal.",
  find: "recall_memories",
  listMemories: 'manage_memory with action "list"',
  terminal: () => "a person does that at a terminal",
};

/** By the door that they are for. */
export const STEPS: Readonly<Record<Steps["door"], Steps>> = { shell: SHELL_STEPS, tools: TOOL_STEPS };

/** The next step by code, where a client of tools can do something about an error. */
export const TOOL_NEXT: Readonly<Record<string, string>> = {
  "not-found": "Search with recall_memories, or list memories with manage_memory: the answers have the ids.",
  "needs-person": "Ask a person to do it themselves. Single memories are deleted by their ids.",
  "no-user": "Save it with the scope project, or ask a person to start this server with their name (TENET_USER).",
  busy: "Another program is writing here. Call again in a little while; if it stays like this, tell a person.",
  "unfinished-merge": "A person finishes the merge in git; searching works meanwhile. Call again after that.",
  "no-workspace": "Tell a person: the workspace that this server was started for is gone.",
};
