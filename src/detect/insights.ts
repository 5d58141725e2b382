/** How insights announce themselves. */

import type { SignalRow } from "./phrases.js";
import { phrases } from "./phrases.js";

/** Two things connected, a technique found by trying, an idea received, a pattern over several times. */
export const INSIGHTS: readonly SignalRow[] = [
  {
    type: "insight",
    strength: "strong",
    says: "it connects two things",
    pattern: phrases(
      "the (?:real |actual |underlying |main )?(?:reason|cause) [^.!?]{0,80}?(?:is|was|turned out|turns out)",
      "root cause",
      "which (?:explains|is why|means that)",
      "that(?:'s| is) (?:exactly )?why",
      "(?:is|are|was|were) (?:actually |really |indirectly )?(?:caused by|due to|connected to|correlated with|linked to)",
      "(?:both|all) (?:come|came|stem|fail|break|share)(?: from| because)?",
    ),
  },
  {
    type: "insight",
    strength: "strong",
    says: "it says what was found out",
    pattern: phrases(
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
  },
  {
    type: "insight",
    strength: "strong",
    says: "it names a technique found by trying",
    pattern: phrases(
      "the (?:trick|key|secret|fix|solution|workaround) (?:is|was|turned out)(?: to)?",
      "what (?:finally |actually )?(?:worked|helped|fixed it)(?: is| was)",
      "what (?:finally |actually )(?:worked|helped)",
      "works? (?:much |far |way )?(?:better|faster|best|only) (?:when|if|than|with)",
      "(?:a |the )?(?:better|simpler|faster|cleaner|safer) way (?:is|to|of|was)",
      String.raw`(?:solved|fixed|got around|avoided) (?:it|this|that|the [\w -]{1,30}) by`,
      "(?:workaround|pro tip|tip|gotcha|caveat):",
    ),
  },
  {
    type: "insight",
    strength: "medium",
    says: "it passes on an idea",
    pattern: phrases(
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
  },
  {
    type: "insight",
    strength: "medium",
    says: "it names a pattern over several times",
    pattern: phrases(
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
  },
  {
    type: "insight",
    strength: "weak",
    says: "it states a guess worth testing",
    pattern: phrases(
      "i (?:suspect|bet|have a hunch|hypothesi[sz]e)",
      "my (?:hypothesis|theory|hunch|guess) is",
      "hypothesis:",
      "(?:seems|looks|appears) (?:to be )?(?:related|connected|correlated|caused)",
    ),
  },
];
