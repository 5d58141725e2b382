/** One line of an instruction file or list -> a rule of behaviour, a fact, or neither, by its form alone. */

import type { Category } from "../../entry/entry.js";
import { hasPlaceholder } from "./templates.js";

/** What a line becomes; `because` is one plain sentence for people. */
export type LineKind =
  | { becomes: "correction"; because: string }
  | { becomes: "memory"; category: Category; because: string }
  | { becomes: "neither"; because: string };

const NEVER_OR_ALWAYS =
  /\b(?:never|always|must|don['’]t|do not|shouldn['’]t|should|avoid|make sure|ensure|instead of|rather than|forbidden|not allowed|under no circumstances|without asking|is required|are required)\b/i;

/** The same in other languages, as far as a word alone tells. */
const FOREIGN =
  /(?<!\p{L})(?:nie|niemals|immer|muss|müssen|darf nicht|keinesfalls|nunca|siempre|debe|deben|sempre|deve|devem|jamais|toujours|doit|doivent|никогда|всегда|нельзя|không bao giờ|luôn luôn|luôn|phải|đừng)(?!\p{L})|永远|绝不|不要|必须|始终|禁止|務必|必ず|常に|しないで|ないこと|반드시|항상|절대|마세요/iu;

/** Verbs that begin an order. One that is as often a noun at the start of a line is not among them. */
const VERBS = new Set(
  `add address allow answer apply ask assume attach await back backup batch be begin break bring bump call capture catch check choose clean
   close collect combine commit compare confirm consider consult convert copy create declare default define delete deny derive describe
   design disable discuss divide document double-check draft drop edit embed enable encode end enforce escape examine exclude execute
   expect explain expose extend extract favor favour fetch fill find finish fix flag flush focus follow format generate get give go
   group handle have hide hold honor honour identify ignore implement import include increase indent inform inject inline insert inspect install
   isolate iterate join keep label lead leave let limit link list load localise localize log look maintain mark match measure mention merge
   migrate minimise minimize mock monitor move name narrow note notify omit only open order organise organize pass pause perform
   pick pin place plan please prefer preserve prevent prioritise prioritize propose protect provide publish pull push put quote raise
   read rebase record reduce refactor refer refresh refuse reject release remember remove rename reply replace report request require
   rerun reset resolve respect respond restart return reuse revert review rewrite rotate round run save say scan search secure select send
   separate set share show sign simplify skip sort specify split squash stage start state stay stick stop store strip
   structure substitute suggest summarise summarize support surface take tell test think throw tidy trace track translate treat trim trust try type
   understand update upgrade use validate verify wait warn watch wrap write`.split(/\s+/),
);

/** Words in front of an order that leave it one. */
const LEADS =
  /^(?:please|first|then|also|next|finally|important|note|always|only|you (?:should|must|can|may)|we (?:should|must))[,:]?\s+/i;

const DONE_OR_NOT = /^(?:❌|🚫|⛔|✗|✘|✅|✔️?|☑️?)\s*/u;
const DECORATION = /^(?:(?:\p{Extended_Pictographic}|\u{fe0f}|\u200d)+\s*)+/u;

/** Without the marks of emphasis and the sign in front, which say how loud a line is and not what. */
export function plainLine(text: string): string {
  return text
    .replaceAll(/\*\*|__(?=\S)|(?<=\S)__(?!\w)/g, "")
    .replace(DECORATION, "")
    .replace(/^(?:IMPORTANT|NOTE|WARNING|CRITICAL|CAUTION|RULE|MUST)\s*[:!–—-]+\s*(?=\S)/, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** `Run the type checker`, `please write tests first`, `Before a release, run …`: an order, as far as its first word tells. */
function isOrder(text: string): boolean {
  const [word = "", next = ""] = text
    .replace(LEADS, "")
    .replace(/^["“`(]+/, "")
    .split(/[\s,:;.]+/, 2);
  if (!VERBS.has(word.toLowerCase())) return false;
  // `Test files live in …`, `Format on save is on`: a noun, when a finite verb follows what it names.
  return !(
    NOUNS.has(word.toLowerCase()) && /^(?:files?|suites?|data|cases?|runs?|is|are|was|in|of|on|for)$/i.test(next)
  );
}

const NOUNS: ReadonlySet<string> = new Set(
  `address batch break call check commit copy default design document draft edit end fetch filter format function group handle import indent
   index install label lead link list load log look mark match measure merge mock name note order pass pause pick pin place plan pull push
   quote record release report request reset review run scan search set share show sign sort stage start state store structure
   support surface test trace track trust try type update use wait watch wrap`.split(/\s+/),
);

/** A rule that stands behind its subject or its condition: `Commits: use …`, `If it fails twice, stop`. */
function orderBehind(text: string): boolean {
  const label = /^[^:.!?`]{2,40}:\s+(?=\S)/.exec(text);
  if (label !== null && isOrder(text.slice(label[0].length)) && !/`[^`]+`\s*\.?$/.test(text)) return true;
  const condition =
    /^(?:if|when|whenever|once|before|after|while|for|in|on|during|unless|until|at)\b[^,]{2,120},\s+(?:then\s+)?/i.exec(
      text,
    );
  return condition !== null && isOrder(text.slice(condition[0].length));
}

/** `Start the server: `pnpm dev``: what a command is for, not what to do. */
function isCommandNote(text: string): boolean {
  return (
    /^[\p{L}\p{N}][^`:]{0,60}[:–—-]\s*`[^`]+`(?:\s*\([^)]*\))?\.?$/u.test(text) ||
    /^`[^`]+`\s*(?:[:–—-]|→|->|#)\s+\S/u.test(text)
  );
}

/** Why a line says how to behave; undefined when it does not. `loose`: words alone suffice, wherever they stand. */
function ruleForm(text: string, mark: string, loose: boolean): string | undefined {
  if (loose && mark !== "") return "Marked as right or wrong to do.";
  if (/^no\s+\p{L}/iu.test(text) && !/^no (?:longer|one|need|changes?|tests? (?:yet|so far))\b/i.test(text))
    return "It forbids something.";
  if (isCommandNote(text)) return undefined;
  if (isOrder(text)) return "It says what to do.";
  if (orderBehind(text)) return "It says what to do in a case.";
  const told = loose ? text : text.slice(0, 24);
  if (NEVER_OR_ALWAYS.test(told) || FOREIGN.test(told)) return "It says what always or never to do.";
  if (loose && /\buse\b.{2,60},\s*not\b/i.test(text)) return "It says what to use instead.";
  return undefined;
}

const POINTER =
  /^(?:see|read|cf\.?|refer to|for (?:more|further|details)|details? (?:in|at|are)|more (?:in|at)|more information|documentation)\b/i;
const TO_DO = /^(?:todo|tbd|tba|wip|fixme|n\/a|none|etc|coming soon)\b[\s.:…-]*/i;

function saysNothing(text: string): string | undefined {
  if (/^[@!][\w~./-]+$/.test(text)) return "It takes in another file.";
  if (hasPlaceholder(text) || /^\{\{.*\}\}$/.test(text)) return "A place to fill in.";
  if (TO_DO.test(text)) return "Nothing is said yet.";
  if (/^(?:\[[^\]]*\]\([^)]*\)|<?https?:\/\/\S+>?)[\s.]*$/.test(text)) return "A link alone.";
  if (/^\[[^\]]+\]\((?!https?:)[^)]+\.mdc?\)/.test(text)) return "It points to a file.";
  if (/^`[^`]*`[\s.]*$/.test(text)) return "A command or path alone.";
  if (/[:：]$/.test(text)) return "It only introduces what follows.";
  if (POINTER.test(text) && /(?:\.\w{2,4}\b|\]\(|https?:|wiki|docs?\b|readme)/i.test(text))
    return "It points somewhere else.";
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{4,}/u.test(text);
  return words.length < 2 && !letters ? "Too short to say anything." : undefined;
}

const PREFERS = /\b(?:prefers?|likes?|wants?|dislikes?|hates?|loves?|favou?rites?|enjoys?)\b/i;
const STYLE =
  /\b(?:named|naming|spaces?|tabs?|quotes?|semicolons?|columns?|indent\w*|case|conventions?|prefix\w*|suffix\w*|written (?:in|with)|style)\b/i;

function categoryOf(text: string): Category {
  if (PREFERS.test(text)) return "preference";
  return STYLE.test(text) ? "convention" : "fact";
}

const NOT = /^(?:❌|🚫|⛔|✗|✘)/u;

/**
 * What a line says, for its entry. A sign in front that alone says what is right or wrong stays: without it the words
 * would say the contrary.
 */
export function claimOfLine(line: string): string {
  const mark = DONE_OR_NOT.exec(line)?.[0] ?? "";
  const text = plainLine(line.slice(mark.length));
  if (mark === "") return text;
  const said = ruleForm(text, "", true) !== undefined;
  const forbids = NEVER_OR_ALWAYS.test(text) || FOREIGN.test(text) || /^no\s/i.test(text);
  return said && (forbids || !NOT.test(mark)) ? text : `${mark.trim()} ${text}`;
}

/** A heading in all but form: `Development commands`. */
function isBareName(text: string): boolean {
  return !/[\d`:,=;.→|]/.test(text) && /^\p{Script=Latin}+(?:[ /&-]+\p{Script=Latin}+)?$/u.test(text);
}

/** Judges one item of a list. */
export function judgeItem(line: string): LineKind {
  const text = plainLine(line.replace(DONE_OR_NOT, ""));
  const mark = DONE_OR_NOT.exec(line)?.[0] ?? "";
  const nothing = saysNothing(text);
  if (nothing !== undefined) return { becomes: "neither", because: nothing };
  const rule = ruleForm(text, mark, true);
  if (rule !== undefined) return { becomes: "correction", because: rule };
  if (isBareName(text)) return { becomes: "neither", because: "Too short to say anything." };
  return { becomes: "memory", category: categoryOf(text), because: "It states a fact or convention." };
}

/** Longest paragraph that is taken for a rule: a longer one explains. */
const LONGEST_RULE = 300;

/** Judges a paragraph: only one that begins like a rule is one, everything else explains. */
export function judgeParagraph(line: string): LineKind {
  const text = plainLine(line.replace(DONE_OR_NOT, ""));
  const prose = { becomes: "neither", because: "Prose." } as const;
  if (text.length > LONGEST_RULE || saysNothing(text) !== undefined) return prose;
  const rule = ruleForm(text, "", false);
  return rule === undefined ? prose : { becomes: "correction", because: rule };
}
