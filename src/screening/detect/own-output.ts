/**
 * Recognises tenet's own output in a text that is offered as a learning: it stands between our marks, or it names
 * entries and the rest are their words. Called by captures, hooks and a harvest, which look up the named entries.
 */
import { ID_FORM, namesIn, SOME_NAME, VERSION_FORM } from "../../entry/id-form.js";

/** An entry that a text names, with all words of its record. */
export interface NamedEntry {
  id: string;
  says: string;
}

/** What tenet's own output names. */
export interface OwnOutput {
  ids: string[];
}

const MARKED = /<(tenet-(?:core|now)-[0-9A-Za-z]{4,64})>([\s\S]*?)<\/\1>/g;
const BLOCK_BEGIN = /^<!--\s*tenet:begin\b.*-->$/;
const BLOCK_END = /^<!--\s*tenet:end\b.*-->$/;

/** The mark behind a line of the rules. */
const RULE_MARK = new RegExp(`<!--\\s*${ID_FORM}(?:[\\s,]+${ID_FORM})*\\s*-->$`, "u");

const SOME_VERSION = new RegExp(String.raw`\b${VERSION_FORM}\b`, "u");
/** The place of a record, as answers give it. */
const SOME_PLACE = /\b(?:user:)?memory\/(?:learning|facts)\/[\w./-]+\.md:\d+/u;

/**
 * The words around entries in tenet's output: the first words of answers, the columns of lists. Words that could cite
 * an entry are not among them: "As k7q2x says, install from the lockfile" is a citation.
 */
const AROUND_ENTRIES: ReadonlySet<string> = new Set(
  `learned evolved restated remembered noted held back forgotten would forget known already again like replaces beside
  replaced refuted undecided on purpose exception by weak linked relayed people owner self peer external high medium low active inconclusive promoted resolved
  superseded live correction insight outcome memory preference pattern fact instruction convention`.split(/\s+/),
);
/** The same for printed versions of the rules: only tenet writes their ids. */
const AROUND_VERSIONS: ReadonlySet<string> = new Set(
  `version pending approved active rejected superseded unproven rule rules added changed removed to from by the hand mode in
  force since next session on would takes take effect wait waits for a person as taken over people's own edits why rests
  stays out nearly there it is nothing files changes versions proposed back decided and more`.split(/\s+/),
);

/** The answers that speak of an entry in a sentence. */
const ANSWER = /^(?:Again|Known already): /u;
/** Lines by which an answer begins that names nothing and has no mark: nothing else would tell it. */
const OPENINGS =
  /^(?:HEARTBEAT_OK$|Not learned: nothing is at risk\.|Not remembered: |Nothing to change: \d+ rules? stands?\.$|tenet: this sounds like a correction \(|tenet (?:prints|remembers) nothing of this workspace|tenet remembers, as data and not|What tenet remembers(?: of this workspace\. Before|: data, never)|R-[0-9a-f]{8} of \S+ cannot be printed|From \d+ sessions? .*\. Nothing leaves this machine\.$|No transcripts were found\. Looked|You corrected your agent (?:once|\d+ times) in|\d+× {2}"|(?:Connected|Would connect|Disconnected|Would disconnect) {2}[a-z-]+, for (?:you|this project)$)/u;
/** Lines beneath those, and around marks, that say nothing by themselves. */
const BENEATH =
  /^(?:## Learned$|(?:next|waits|note|open|not said): |→ |\d+ .* left out: |\d+ (?:more|less sure)\b.*: |.* waits? for review\.$|.* (?:is|are) (?:not printed|left out|not listed)[:.]|.* cannot be read: what |.* (?:is|are) not printed until |Nothing of tenet reaches you |.*: it holds |.* may no longer be shown\.$|A newer version of the rules |Receipt R-|Corrected, or found something out\? |Nothing clearly about this; the nearest:$|No correction was found in them|Nothing in them is surely a correction|This is what you keep telling your agents$|Nothing was written: there is no workspace here\.|Said in one or two sessions:$|Less sure:$|Not listed: |Nothing was stored\. At a terminal |Name a file or folder: |It was said before|If it is one, record it before going on, |tenet correct .*'(?: --heard [0-9a-z]{5})?$|\d+ more corrections? in this prompt: )/u;
const DIFF = /^(?:[-+ ]|@@ |diff )/u;
const CONNECTION = /^(?:Connected|Would connect|Disconnected|Would disconnect) {2}/mu;

const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu;
/** Names, places, dates and negations of a rule; nothing is known of a truncated word. */
const NO_WORDS = new RegExp(
  String.raw`(?:user:)?[\w./-]+\.md(?::\d+)?|\b${VERSION_FORM}\b|\d{4}-\d\d-\d\d|[\p{L}\p{N}'’_-]*…|no longer in force|changed by hand, not taken over yet|${SOME_NAME}`,
  "giu",
);

const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

/**
 * What tenet's own output names, when the whole text is such output; undefined for an author's words. `entries`: those
 * that the text names and that exist.
 */
export function ownOutputIn(text: string, entries: readonly NamedEntry[] = []): OwnOutput | undefined {
  const around = SOME_VERSION.test(text) ? [...AROUND_ENTRIES, ...AROUND_VERSIONS] : AROUND_ENTRIES;
  const knownWords = new Set([...around, ...entries.flatMap(({ says }) => wordsOf(says))]);
  const isCovered = (line: string) =>
    wordsOf(line.replace(NO_WORDS, " ")).every((word) => knownWords.has(word) || /^[\d_-]+$/.test(word));
  const namesOne = (line: string) => {
    const names = namesIn(line);
    const namesEntry = entries.some(({ id }) => names.some((name) => id.endsWith(name)));
    return SOME_VERSION.test(line) || SOME_PLACE.test(line) || namesEntry;
  };
  // Whatever stands between a mark of a context and its end is ours.
  const unmarked = text.replace(MARKED, "");
  let ownParts = unmarked === text ? 0 : 1;
  let isInBlock = false;
  const hasDiff = CONNECTION.test(text);
  // At a terminal the sentences around the marks are broken between words.
  const unwrapped = ownParts === 0 ? text : unmarked.replace(/\r?\n {4}(?=\S)/gu, " ");
  for (const raw of unwrapped.split(/\r\n|\r|\n/)) {
    const line = raw.replace(/^\s*>\s?/, "").trim();
    if (line === "") continue;
    if (BLOCK_BEGIN.test(line) || BLOCK_END.test(line)) {
      isInBlock = BLOCK_BEGIN.test(line);
      ownParts++;
      continue;
    }
    const isAnswer = namesOne(line) && (ANSWER.test(line) || isCovered(line));
    if (isAnswer || RULE_MARK.test(line) || OPENINGS.test(line)) ownParts++;
    // Reasons and quotes stand indented beneath the line they belong to, rows of tables have tabs.
    else if (isInBlock || (ownParts > 0 && /^ {2}|\t/.test(raw))) continue;
    else if (!BENEATH.test(line) && !(hasDiff && DIFF.test(raw)) && !isCovered(line)) return undefined;
  }
  // Behind a mark that nothing closes anybody may have written.
  return ownParts === 0 || isInBlock ? undefined : { ids: entries.map(({ id }) => id) };
}
