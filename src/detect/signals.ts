/** How insights and outcomes announce themselves; with the corrections, all that announces a learning. */

import { CORRECTIONS } from "./corrections.js";
import { OTHER_LANGUAGES } from "./other-languages.js";
import { rowsOf, type SignalRow } from "./phrases.js";

const insight = rowsOf("insight");
const outcome = rowsOf("outcome");

/** Two things connected, a technique found by trying, an idea received, a pattern over several times. */
const INSIGHTS: readonly SignalRow[] = [
  insight.strong(
    "it connects two things",
    "the (?:real |actual |underlying |main )?(?:reason|cause) [^.!?]{0,80}?(?:is|was|turned out|turns out)",
    "root cause",
    "which (?:explains|is why|means that)",
    "that(?:'s| is) (?:exactly )?why",
    "(?:is|are|was|were) (?:actually |really |indirectly )?(?:caused by|due to|connected to|correlated with|linked to)",
    "(?:both|all) (?:come|came|stem|fail|break|share)(?: from| because)?",
  ),
  insight.strong(
    "it says what was found out",
    "(?:as )?it turns out",
    "turns out(?: that)?",
    "i(?:'ve| have)? (?:just |finally )?(?:reali[sz]ed|discovered|figured out|found out|worked out|learn(?:ed|t)|noticed|understood)(?: that| why| how)?",
    "(?:learned|learnt|found out) (?:it |this |that )?the hard way",
    "found (?:it|the (?:bug|cause|issue|problem|culprit|reason))",
    "interesting(?:ly)?[:,]",
    "what i (?:learned|learnt|missed|didn't know)",
    "lessons? learn(?:ed|t)",
    "key (?:insight|takeaway|finding)",
    "insight:",
    "til:?",
  ),
  insight.strong(
    "it names a technique found by trying",
    "the (?:trick|key|secret|fix|solution|workaround) (?:is|was|turned out)(?: to)?",
    "what (?:finally |actually )?(?:worked|helped|fixed it)(?: is| was)",
    "what (?:finally |actually )(?:worked|helped)",
    "works? (?:much |far |way )?(?:better|faster|best|only) (?:when|if|than|with)",
    "(?:a |the )?(?:better|simpler|faster|cleaner|safer) way (?:is|to|of|was)",
    String.raw`(?:solved|fixed|got around|avoided) (?:it|this|that|the [\w -]{1,30}) by`,
    "(?:workaround|pro tip|tip|gotcha|caveat):",
  ),
  insight.medium(
    "it passes on an idea",
    "(?:have you|did you ever|we should|we could) (?:considered|consider|thought about|think about|tried|try)",
    "worth (?:trying|considering)",
    "what if (?:we|you|i|the)",
    "(?:an |one |new |my )?idea:",
    "(?:suggested|proposed|recommended|recommends|suggests) (?:that|to|using|we|a|an|the)",
    "i (?:just )?(?:read|heard|saw) (?:that|about|somewhere)",
    String.raw`(?:someone|somebody|they|she|he|(?:my|a|our|the) [\w-]+) (?:told|advised|recommended|showed) (?:me|us) (?:to|that|about|how)`,
    "it might be (?:worth|better|easier)",
    "you (?:could|might) (?:also )?(?:try|use|want to)",
  ),
  insight.medium(
    "it names a pattern over several times",
    "(?:almost |nearly )?every time(?! zone| slot|stamp)",
    "each time",
    "whenever",
    "(?:always|never|only|consistently|usually|often|mostly) (?:fails?|breaks?|happens?|hangs?|crashes|times out|works?|passes|appears?|shows? up|occurs?|asks?|wants?|prefers?|answers?|replies) (?:when|if|after|before|on|with|for|in|once|to|a|the|short|at)",
    "(?:i|we) keep (?:seeing|hitting|running into|getting|finding)",
    String.raw`(?:this is |it's |for )?the (?:second|third|fourth|fifth|\d+(?:nd|rd|th)) time (?:this|that|it|the|we|i|now)`,
    "(?:there's |there is |i see )a pattern",
    "pattern:",
    "tends? to",
    String.raw`in (?:all|\d+ (?:of|out of) \d+|every one of)(?: the)? (?:cases|runs|times|tries|\d+)`,
    String.raw`(?:three|four|five|\d+) times in a row`,
  ),
  insight.weak(
    "it states a guess worth testing",
    "i (?:suspect|bet|have a hunch|hypothesi[sz]e)",
    "my (?:hypothesis|theory|hunch|guess) is",
    "hypothesis:",
    "(?:seems|looks|appears) (?:to be )?(?:related|connected|correlated|caused)",
  ),
];

const NUMBER = String.raw`[-+~<>]?\s?[$€]?\d[\d.,]*`;
const UNIT = String.raw`\s?(?:%|percent|x|×|ms|s|sec(?:onds?)?|min(?:utes?)?|h(?:ours?)?|days?|mb|gb|kb|points?|pp|users?|requests?|errors?|tickets?|k|m|€|\$|times)?`;
const MOVED =
  "dropped|fell|rose|grew|climbed|went(?: up| down)?|improved|shrank|jumped|decreased|increased|(?:is|are|was|were) (?:down|up)";
const CHOICE =
  "change|decision|choice|approach|rewrite|switch|move|fix|migration|refactor(?:ing)?|idea|plan|bet|strategy|experiment|rollout|launch|redesign|advice|rule|workaround|patch";
const TURNED =
  "paid off|pays off|worked(?: out)?|works well|helped|helps|backfired|failed|(?:didn't|did not) (?:work|help|pay off)|made (?:it|things) (?:worse|better)|was (?:worth it|a mistake|right|wrong|the right call|a success|a failure|a disaster)|held up|broke (?:production|the build|everything|prod)|solved (?:it|the problem)|was reverted|stuck";

/** A measured result, feedback on a past choice, an experiment, a prediction confirmed or falsified. */
const OUTCOMES: readonly SignalRow[] = [
  outcome.strong(
    "it gives a measured result",
    `(?:${MOVED}) (?:from ${NUMBER}${UNIT} )?(?:to|by|from|at) (?:about |roughly |around |almost |only )?${NUMBER}${UNIT}`,
    String.raw`${NUMBER}\s?(?:%|percent|x|×|ms|s|times) (?:faster|slower|fewer|more|less|higher|lower|better|worse|smaller|larger|cheaper)`,
    String.raw`(?:${MOVED}) (?:about |roughly |around |almost |only )?${NUMBER}\s?(?:%|percent|points?|pp|x)`,
    "(?:doubled|tripled|halved)",
    `took (?:only )?${NUMBER}${UNIT} instead of ${NUMBER}${UNIT}`,
    "we measured",
    `(?:conversion|retention|latency|throughput|coverage|accuracy|precision|recall|churn|open rate|error rate|revenue|pass rate|build time)(?: rate)? (?:is|was|went|hit|reached|came in at|stayed|at) (?:now |only |at |to )?${NUMBER}`,
  ),
  outcome.strong(
    "it gives feedback on a past choice",
    String.raw`(?:${CHOICE})(?: \w+){0,6}? (?:has |have |had )?(?:${TURNED})`,
    "(?:customers?|users?|readers?|clients?|the team|reviewers?|they) (?:love[ds]?|hate[ds]?|complain(?:ed|s)?|liked?|disliked?|praised?|ignored?|prefer(?:red)?) (?:it|the|that|this|about|our|how)",
    "had to (?:roll (?:it |this )?back|revert)",
    "rolled (?:it |that )?back because",
    "(?:lost|won) (?:the|a|our|two|three|several) (?:customers?|clients?|deals?|users?|contracts?)",
    "no (?:more )?(?:complaints|errors|failures|incidents|regressions|crashes) since",
    "since (?:the|that|we|this)[^.!?]{1,60}(?:no (?:more )?(?:complaints|errors|failures|incidents|crashes)|(?:hasn't|has not) (?:failed|happened|crashed|broken))",
  ),
  outcome.strong(
    "it reports an experiment",
    "(?:a/b |the |our |this )?(?:tests?|experiments?|trials?|pilots?|benchmarks?|surveys?|spike|poc) (?:results? )?(?:showed|shows|show|confirmed|confirms|proved|found|came back|revealed|suggests?|disproved|failed to show|are in|is in)",
    "results? (?:are|is|came) (?:in|back)",
    "results?: ",
    "the data (?:shows?|says?|confirms?|contradicts?)",
    String.raw`p\s?[<=]\s?0?\.\d+`,
    String.raw`n\s?=\s?\d+`,
  ),
  outcome.strong(
    "it confirms or refutes a prediction",
    "(?:just )?as (?:i |we )?(?:predicted|expected|feared|hoped|suspected|planned)",
    "(?:exactly )?what (?:i|we) (?:predicted|expected|feared)",
    "(?:the |my |our )?(?:prediction|hypothesis|forecast|estimate|guess|assumption|suspicion) (?:was|is|turned out|came|has been|got|held|proved) (?:right|wrong|true|correct|confirmed|falsified|rejected|off|to be|up|refuted|disproved)",
    "turned out (?:to be )?(?:right|wrong|true|false|well|badly|better|worse|great|fine|a mistake|correct|useful|useless|not)",
    "(?:i|we|they|she|he) (?:was|were) right(?: about)?",
    "prov(?:ed|en) (?:right|wrong|true|false|correct|to be)",
    "contrary to (?:what|our|my|expectations?)",
    "came true",
    "never (?:happened|materiali[sz]ed)",
  ),
  outcome.medium(
    "it says how something turned out",
    "(?:that|it|this) (?:didn't|did not) (?:work|help|fix it)",
    "(?:that|it|this) (?:really |finally |actually )?(?:worked|helped|fixed (?:it|the)|made (?:it|things) (?:worse|better)|broke)(?: again| after all| out| nothing)?",
    "(?:it )?still (?:fails|broken|breaks|happens|crashes|slow|doesn't work)",
    "works (?:now|again|fine now|since)",
    "problem (?:is )?(?:gone|solved|back)",
    "happened again",
    "(?:has not|hasn't|did not|didn't) happen(?:ed)? (?:again|since)",
  ),
];

/** In the order in which they are tried. */
export const SIGNALS: readonly SignalRow[] = [...CORRECTIONS, ...OTHER_LANGUAGES, ...INSIGHTS, ...OUTCOMES];
