/**
 * Text that tenet printed and that comes back as if somebody had found it out. Recognised by form alone, line by line:
 * a text is an echo only when every line of it is one of ours, so that words which merely speak of an entry are kept.
 */
import { DRAWN_TAIL, ID_FORM } from "../entry/id-form.js";

const PLACE = String.raw`(?:user:)?memory\/[\w./-]+\.md(?::\d+)?`;

/** A tail holds a letter; `12345` in its place is somebody's number. */
const SHORT = `(?=[0-9]{0,4}[A-Z])${DRAWN_TAIL}`;

const CATEGORY = "(?:preference|pattern|correction|fact|instruction|convention)";

const FORMS: readonly RegExp[] = [
  // Learned  k7q2x  high   memory/learning/corrections/2026-02-15.md:7
  new RegExp(
    `^(?:Learned|Evolved|Restated|Held back|Noted)\\s+(${SHORT})(?:\\s+(?:high|medium|low))?(?:\\s+${PLACE})?$`,
    "iu",
  ),
  // Remembered  k7q2x  preference   memory/facts/general.md:7
  new RegExp(
    `^(?:Remembered|Held back|Forgotten|Would forget)\\s+(${SHORT})(?:\\s+${CATEGORY})?(?:\\s+${PLACE})?$`,
    "iu",
  ),
  // replaces  m2xba  "tabs in Go"   (differs in a number)
  new RegExp(`^(?:replaces|beside)\\s{2,}(${SHORT})(?:\\s+".*")?(?:\\s+\\(.*\\))?$`, "iu"),
  // k7q2x  preference  Tabs in Go, as `memories` prints it for people
  new RegExp(`^(${SHORT})\\s{2,}${CATEGORY}\\s{2,}\\S.*$`, "iu"),
  // 0.87  k7q2x  Use npm ci, as `recall` does
  new RegExp(`^[01]\\.\\d\\d\\s{2,}(${SHORT})\\s{2,}\\S.*$`, "iu"),
  // COR-20260215-K7Q2X relayed, contested | Use npm ci: a line of a context or beside a prompt
  new RegExp(`^(?:and )?(${ID_FORM}) (?:owner|relayed|self|peer|external|people)(?:, [^|]*)? \\| .*$`, "u"),
  /^tenet remembers, as data and not as an instruction\b.*:$/u,
  // like   m2xba  "npm install in CI changes the lockfile"   (linked)
  new RegExp(`^like\\s+(${SHORT})(?:\\s+".*")?(?:\\s+\\((?:linked|contested|replaced|said before)\\b.*\\))?$`, "iu"),
  // Again: k7q2x said this today and did not stick. ...
  new RegExp(`^Again:\\s+(${SHORT}) (?:said|says) this\\b.*$`, "iu"),
  new RegExp(`^Known already:\\s+(${SHORT}) says exactly this\\b.*$`, "iu"),
  /^Not remembered: .*$/u,
  /^Dismissed: [0-9a-f]{6} is no correction\.$/u,
  /^Nothing of that key was heard\.$/u,
  /^and \d+ more: tenet memories --limit \d+$/u,
  // 5 sessions, 2026-01-03 to 2026-02-10: beneath it what a harvest quotes
  /^(?:(?:insight|outcome), )?(?:once|\d+ times in 1 session|\d+ sessions?), \d{4}-\d\d-\d\d(?: to \d{4}-\d\d-\d\d)?$/u,
  /^Not learned: nothing is at risk\. Kept in the daily log\b.*$/iu,
  // - Check for a quality path before arguing for the fastest. <!-- COR-20260215-K7Q2X -->
  new RegExp(`^(?:[-*+] )?.*<!--\\s*((?:${ID_FORM})(?:[\\s,]+${ID_FORM})*)\\s*-->$`, "u"),
  // COR-20260215-K7Q2X<TAB>high<TAB>active<TAB>text, as `list`, `recall` and a record's heading print it
  new RegExp(`^(${ID_FORM})\\t[^\\t]*\\t[^\\t]*\\t.*$`, "u"),
  new RegExp(`^## (${ID_FORM}) · .*$`, "u"),
  // - k7q2x (correction, high) "text", as a heartbeat quotes it
  new RegExp(`^- (${SHORT}) \\((?:correction|insight|outcome|memory)\\b[^)]*\\) ".*"(?:, .*)?$`, "iu"),
];

const VERSION = `\\d{4,6}-${DRAWN_TAIL}`;
const PLACE_OF_RULE = String.raw`(?:SOUL\.md|MEMORY\.md|memory\/core\/procedures\.md)(?::\d+)?`;

/** Connected  claude-code, for this project. Above it stands what changed in the host's files, as git shows it. */
const CONNECTED =
  /^(?:(?:Connected|Would connect|Disconnected|Would disconnect) {2}[a-z-]+, for (?:you|this project)|[a-z-]+ is connected already, for (?:you|this project)\. Nothing was changed\.|Nothing of tenet is in the files of [a-z-]+, for (?:you|this project)\.)$/u;
const DIFF = /^(?:[-+ ]|@@ |diff )/u;

/** Lines that only a page of ours begins with; `text`: the line beneath is a rule's own words. */
const PAGES: readonly { form: RegExp; text?: true }[] = [
  // SOUL.md:23  in force since 0003-YZXYT
  {
    form: new RegExp(
      `^${PLACE_OF_RULE}  (?:in force|changed by hand, not taken over yet|no longer in force)(?: since ${VERSION})?$`,
      "u",
    ),
    text: true,
  },
  // Version 0001-B6SFX  active  2026-02-09, by the rules
  { form: new RegExp(`^Version ${VERSION}  (?:pending|approved|active|superseded|rejected)\\b.*$`, "u"), text: true },
  // 0002-TB4CE  active          2026-02-09  1 rule changed in SOUL.md  by unproven
  { form: new RegExp(`^${VERSION}  (?:pending|approved|active|superseded|rejected)\\b.*$`, "u") },
  // In force as version 0001-B6SFX, from the next session on:
  {
    form: new RegExp(
      `^(?:Would take effect|Would wait for a person|In force as version ${VERSION}, from the next session on|Waits for a person as version ${VERSION}|Taken over from people's own edits|People changed by hand, and it would be taken over):$`,
      "u",
    ),
  },
  { form: /^Nothing to change: \d+ rules? stands?\.$/u },
  // What an agent reads at the start of a session, around what stands between its marks.
  { form: /^What tenet remembers of this workspace\. Before each bar:.*$/u },
  { form: /^tenet prints nothing of this workspace:$/u },
  { form: /^R-[0-9a-f]{8} of \S+ cannot be printed as it was: .*$/u },
  { form: /^tenet remembers nothing of this workspace yet\.$/u },
  // A harvest, with what people said set in beneath it.
  {
    form: /^(?:Read \d+ transcripts? with \d+ sessions? on this machine \(.*\); nothing leaves it|No transcripts were found\. Looked at, on this machine):$/u,
  },
  {
    form: /^You corrected your agent (?:once|\d+ times) in \d+ of \d+ sessions?(?:\.|; (?:this one|these \d+) you said in three sessions or more:)$/u,
  },
  { form: CONNECTED },
  // A nudge at a correction.
  { form: /^tenet: this sounds like a correction \(".*": .*\)\.$/u },
  { form: new RegExp(`^(?:Taken back|Proposed|Approved|Rejected)  (?:version )?${VERSION}\\b.*$`, "u") },
];

/** Lines of a harvest and of hooks that say nothing by themselves. */
const BESIDE_LISTS =
  /^(?:No correction was found in them(?:\.|, but this:)|Said once or twice:|Less sure:|Not listed: .*\.|\d+ (?:more|less sure ones? (?:is|are) not listed): .*|Nothing was stored\. At a terminal .*|Name a file or folder: tenet harvest PATH|→ .*)$/u;

/** Headings and diffs within such a page. */
const WITHIN_PAGE = new RegExp(
  `^(?:${PLACE_OF_RULE}|Stays out|Nearly there|Stays as it is|Why|Rests on|Versions|Nothing in the files changes\\.|(?:---|\\+\\+\\+) [ab]/.*|@@ .*|[-+] .*<!-- .*-->|${PLACE}|memory/versions/${VERSION}\\.md)$`,
  "u",
);

/** Sentences around the marks of a context, and the lines of a nudge. */
const BESIDE_MARKS =
  /^(?:\d+ [a-z ]+ left out: .*|.* waits? for review\.|.* may no longer be shown\.|.* (?:is not printed|is left out|holds conflict markers|holds a secret \([^)]*\)): .*|A newer version of the rules \(.*\) takes effect with the next session\.|Receipt R-[0-9a-f]+: tenet context --replay R-[0-9a-f]+|Corrected, or found something out\? Keep it: tenet add - .*|It was said before(?: and not heeded: .*|, and nothing here remembers it\.)|If it is one, record it before going on, .*|tenet add - <<'EOF'|type: correction|(?:corrected_to|prior_belief|stakes|at_risk|behavioral_change|source): ".*"|EOF)$/u;

const MARKED = /<(tenet-(?:core|now)-[0-9A-Za-z]{4,64})>([\s\S]*?)<\/\1>/g;
const NAMED = new RegExp(ID_FORM, "gu");

const FENCE_BEGIN = /^<!--\s*tenet:begin\b.*-->$/;
const FENCE_END = /^<!--\s*tenet:end\b.*-->$/;
/** Lines that stand between ours and say nothing by themselves. */
const FILLING = /^(?:HEARTBEAT_OK|## Learned|(?:next|waits|note): .*)$/u;

/** What an echo names. */
export interface OwnOutput {
  /** Whole ids or tails, as they stand there; empty when it names none. */
  refs: string[];
}

function formOf(line: string): { ref?: string } | undefined {
  for (const form of FORMS) {
    const found = form.exec(line);
    if (found !== null) return found[1] === undefined ? {} : { ref: found[1] };
  }
  return undefined;
}

/** What tenet's own output names, when the whole text is such output; undefined for an author's words. */
export function ownOutputIn(text: string): OwnOutput | undefined {
  const refs: string[] = [];
  let fenced = false;
  let ours = 0;
  let page = false;
  let textNext = false;
  // Whatever stands between a mark of a context and its end is ours.
  const around = text.replace(MARKED, (_, __, inside: string) => {
    ours++;
    refs.push(...(inside.match(NAMED) ?? []));
    return "";
  });
  // At a terminal the sentences around the marks are broken between words.
  const whole = around === text ? text : around.replace(/\r?\n {4}(?=\S)/gu, " ");
  const lines = whole.split(/\r\n|\r|\n/);
  const hasDiff = lines.some((raw) => CONNECTED.test(raw.trim()));
  for (const raw of lines) {
    const line = raw.replace(/^\s*>\s?/, "").trim();
    if (line === "") continue;
    if (FENCE_BEGIN.test(line)) {
      fenced = true;
      ours++;
      continue;
    }
    if (FENCE_END.test(line)) {
      fenced = false;
      ours++;
      continue;
    }
    if (textNext) {
      textNext = false;
      continue;
    }
    const begins = PAGES.find(({ form }) => form.test(line));
    if (begins !== undefined) {
      ours++;
      page = true;
      textNext = begins.text === true;
      continue;
    }
    if (page && (WITHIN_PAGE.test(line) || BESIDE_MARKS.test(line) || BESIDE_LISTS.test(line))) continue;
    if (hasDiff && DIFF.test(raw)) continue;
    const form = formOf(line);
    if (form !== undefined) {
      ours++;
      if (form.ref !== undefined) refs.push(...form.ref.split(/[\s,]+/));
      continue;
    }
    if (line === "HEARTBEAT_OK") ours++;
    // Reasons stand indented beneath the line they belong to.
    else if (!fenced && !FILLING.test(line) && !(ours > 0 && /^ {2}/.test(raw))) return undefined;
  }
  // Behind a mark that nothing closes anybody may have written.
  return ours === 0 || fenced ? undefined : { refs: [...new Set(refs)] };
}
