/** How outcomes announce themselves. */

import type { SignalRow } from "./phrases.js";
import { phrases } from "./phrases.js";

const NUMBER = String.raw`[-+~<>]?\s?[$€]?\d[\d.,]*`;
const UNIT = String.raw`\s?(?:%|percent|x|×|ms|s|sec(?:onds?)?|min(?:utes?)?|h(?:ours?)?|days?|mb|gb|kb|points?|pp|users?|requests?|errors?|tickets?|k|m|€|\$|times)?`;
const MOVED =
  "dropped|fell|rose|grew|climbed|went(?: up| down)?|improved|shrank|jumped|decreased|increased|(?:is|are|was|were) (?:down|up)";
const CHOICE =
  "change|decision|choice|approach|rewrite|switch|move|fix|migration|refactor(?:ing)?|idea|plan|bet|strategy|experiment|rollout|launch|redesign|advice|rule|workaround|patch";
const TURNED =
  "paid off|pays off|worked(?: out)?|works well|helped|helps|backfired|failed|(?:didn't|did not) (?:work|help|pay off)|made (?:it|things) (?:worse|better)|was (?:worth it|a mistake|right|wrong|the right call|a success|a failure|a disaster)|held up|broke (?:production|the build|everything|prod)|solved (?:it|the problem)|was reverted|stuck";

/** A measured result, feedback on a past choice, an experiment, a prediction confirmed or falsified. */
export const OUTCOMES: readonly SignalRow[] = [
  {
    type: "outcome",
    strength: "strong",
    says: "it gives a measured result",
    pattern: phrases(
      `(?:${MOVED}) (?:from ${NUMBER}${UNIT} )?(?:to|by|from|at) (?:about |roughly |around |almost |only )?${NUMBER}${UNIT}`,
      String.raw`${NUMBER}\s?(?:%|percent|x|×|ms|s|times) (?:faster|slower|fewer|more|less|higher|lower|better|worse|smaller|larger|cheaper)`,
      String.raw`(?:${MOVED}) (?:about |roughly |around |almost |only )?${NUMBER}\s?(?:%|percent|points?|pp|x)`,
      "(?:doubled|tripled|halved)",
      `took (?:only )?${NUMBER}${UNIT} instead of ${NUMBER}${UNIT}`,
      "we measured",
      `(?:conversion|retention|latency|throughput|coverage|accuracy|precision|recall|churn|open rate|error rate|revenue|pass rate|build time)(?: rate)? (?:is|was|went|hit|reached|came in at|stayed|at) (?:now |only |at |to )?${NUMBER}`,
    ),
  },
  {
    type: "outcome",
    strength: "strong",
    says: "it gives feedback on a past choice",
    pattern: phrases(
      String.raw`(?:${CHOICE})(?: \w+){0,6}? (?:has |have |had )?(?:${TURNED})`,
      "(?:customers?|users?|readers?|clients?|the team|reviewers?|they) (?:love[ds]?|hate[ds]?|complain(?:ed|s)?|liked?|disliked?|praised?|ignored?|prefer(?:red)?) (?:it|the|that|this|about|our|how)",
      "had to (?:roll (?:it |this )?back|revert)",
      "rolled (?:it |that )?back because",
      "(?:lost|won) (?:the|a|our|two|three|several) (?:customers?|clients?|deals?|users?|contracts?)",
      "no (?:more )?(?:complaints|errors|failures|incidents|regressions|crashes) since",
      "since (?:the|that|we|this)[^.!?]{1,60}(?:no (?:more )?(?:complaints|errors|failures|incidents|crashes)|(?:hasn't|has not) (?:failed|happened|crashed|broken))",
    ),
  },
  {
    type: "outcome",
    strength: "strong",
    says: "it reports an experiment",
    pattern: phrases(
      "(?:a/b |the |our |this )?(?:tests?|experiments?|trials?|pilots?|benchmarks?|surveys?|spike|poc) (?:results? )?(?:showed|shows|show|confirmed|confirms|proved|found|came back|revealed|suggests?|disproved|failed to show|are in|is in)",
      "results? (?:are|is|came) (?:in|back)",
      "results?: ",
      "the data (?:shows?|says?|confirms?|contradicts?)",
      String.raw`p\s?[<=]\s?0?\.\d+`,
      String.raw`n\s?=\s?\d+`,
    ),
  },
  {
    type: "outcome",
    strength: "strong",
    says: "it confirms or refutes a prediction",
    pattern: phrases(
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
  },
  {
    type: "outcome",
    strength: "medium",
    says: "it says how something turned out",
    pattern: phrases(
      "(?:that|it|this) (?:didn't|did not) (?:work|help|fix it)",
      "(?:that|it|this) (?:really |finally |actually )?(?:worked|helped|fixed (?:it|the)|made (?:it|things) (?:worse|better)|broke)(?: again| after all| out| nothing)?",
      "(?:it )?still (?:fails|broken|breaks|happens|crashes|slow|doesn't work)",
      "works (?:now|again|fine now|since)",
      "problem (?:is )?(?:gone|solved|back)",
      "happened again",
      "(?:has not|hasn't|did not|didn't) happen(?:ed)? (?:again|since)",
    ),
  },
];
