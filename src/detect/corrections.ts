/** How people correct, in English. */

import { LAST_TERM, rowsOf, type SignalRow, TERM } from "./phrases.js";

/** "not right now" speaks of time. */
const NOT_RIGHT = String.raw`not (?:quite |really |at all |entirely )?(?:right(?!\s*(?:now|away|after|before|-))|correct|true|accurate|how (?:we|it|this|that|you|things)|what (?:i|we) (?:asked|meant|said|wanted|agreed|need))`;
const WRONG = `wrong|incorrect|false|a mistake|nonsense|${NOT_RIGHT}`;
const OPENING_NO = String.raw`(?:(?:no|nope|nah|wait|sorry|hmm?)[,.!:]?\s+(?:but\s+)?)?`;
const VERBS =
  "use|run|call|write|push|commit|delete|touch|send|say|assume|merge|deploy|add|change|edit|rewrite|force|guess|mock";
const DOING =
  "using|adding|writing|making|calling|running|pushing|assuming|guessing|changing|putting|saying|sending|doing";

const { strong, medium, weak } = rowsOf("correction");

/** Signals of a correction. */
export const CORRECTIONS: readonly SignalRow[] = [
  strong(
    "it says that something is wrong",
    String.raw`(?<=^\s*(?:no[,.]? )?)(?:wrong|incorrect|not (?:quite|right|correct|true|it|what (?:i|we) (?:asked|meant|wanted|said)))(?: again)?(?=\s*(?:[.!,;:]|$))`,
    String.raw`(?<=^\s*)not what (?:i|we) (?:asked|meant|wanted|said)(?: for)?`,
    "(?:that|this|it)(?:'s| is) not it",
    "(?:doesn't|does not|don't|do not) (?:look|seem|sound) (?:quite )?(?:right|correct)(?! now)",
    "(?:doesn't|does not) (?:match|add up|fit) (?:the|what|our|with)",
    "(?:looks|seems|sounds) (?:wrong|incorrect)",
    "contradicts (?:what|the|your|my)",
    "you (?:just )?said the opposite",
    String.raw`(?<=^\s*(?:no[,.]? )?)wrong (?:file|folder|branch|place|one|way|order|approach|format|repo|repository|project|account|version|language|direction|environment)(?=\s*(?:[.!,;:]|$))`,
    "(?:is|are|was|were) off by",
  ),
  medium(
    "it says how it is to be from now on",
    "from now on",
    "(?:going forward|in (?:the )?future),? (?:always|never|please|ask|use|do|don't|check|run|make|keep|write)",
    "(?:please )?remember (?:that|to)",
    "remember:",
    "i(?:'d| would) (?:rather|prefer)(?: (?:you|that|if|it))?",
    `i prefer ${TERM} (?:over|to|instead of) ${LAST_TERM}`,
    String.raw`(?<=^\s*(?:please )?)always [\w'-]+`,
  ),
  medium(
    "it says what is right",
    String.raw`the (?:correct|right|actual|proper) [\w-]+(?: [\w-]+)? (?:is|are|was|would be)`,
    "(?:it(?:'s| is)|that(?:'s| is)) (?:spelled|spelt|called|named|pronounced|written)",
    String.raw`(?:it|this|that|the [\w-]+(?: [\w-]+)?) should (?:say|read|have said|point|link|return)`,
    "no, (?:i|we) (?:said|meant|asked|want|wanted|need)",
  ),
  medium(
    "it names what is right and what is not",
    String.raw`(?:is|are|was|were|means|costs|uses|takes|want|need|wanted|needed)\s+(?!(?:${WRONG})\b)(?<now>${TERM}), not (?!only|just|yet|sure|bad|even|necessarily)(?<before>${LAST_TERM})`,
  ),
  medium(
    "it names what is right and what is not",
    String.raw`(?<=^\s*)not (?!only|just|sure|bad|that|yet)(?<before>${TERM}),? but (?<now>${LAST_TERM})`,
  ),
  medium(
    "it takes something back",
    "(?:please )?(?:undo|revert|roll back|take back) (?:that|this|it|your|the last|what you)",
  ),
  strong(
    "it says that something is wrong",
    String.raw`${OPENING_NO}(?:that|this|it|your \w+)(?:'s| is| was) (?:still |completely |totally |simply |just |plain |actually |clearly )?(?:${WRONG})`,
    String.raw`${OPENING_NO}(?:that|this|it|your \w+) (?:isn't|wasn't) (?:right(?!\s*(?:now|away))|correct|true|accurate|how|what (?:i|we))`,
  ),
  strong(
    "it says that you are wrong",
    "you(?:'re| are| were)(?: still)? (?:wrong|mistaken|incorrect|confusing|mixing up)",
    String.raw`you (?:got|have|had) (?:it|that|this|the \w+) (?:all )?(?:wrong|backwards|mixed up)`,
    "you(?:'ve| have)? (?:misunderstood|misread|misremember(?:ed)?|confused)",
  ),
  strong(
    "it says what it should be instead",
    String.raw`(?:actually|no|nope|wait|rather)[,:]?\s+(?:it|that|this|you|we|they|the [\w-]+(?: [\w-]+)?)\s+(?:should|must|needs? to|ha(?:s|ve) to|(?:is|are) supposed to|ought to)(?: be| have been| use)?`,
  ),
  strong(
    "it names what is right and what is not",
    String.raw`(?:should|must|needs to|has to) (?:be|have been|use|read|say|go to|point to)\s+(?<now>${TERM})(?:,? not| instead of|,? rather than)\s+(?<before>${LAST_TERM})`,
  ),
  medium(
    "it puts one thing in place of another",
    String.raw`(?:use|take|prefer|pick|go with)\s+(?<now>${TERM})(?:,? not| instead of|,? rather than)\s+(?<before>${LAST_TERM})`,
  ),
  medium(
    "it puts one thing in place of another",
    // These verbs say what is to be done: without them nothing is said.
    String.raw`(?<now>(?:call|write|run|say)\s+${TERM})(?:,? not| instead of|,? rather than)\s+(?<before>${LAST_TERM})`,
  ),
  medium(
    "it puts one thing in place of another",
    String.raw`(?:it(?:'s| is)|that(?:'s| is)|actually,?\s+(?:the\s+[\w -]{1,30}\s+(?:is|are)|we (?:use|are|have)))\s+(?!(?:${WRONG})\b)(?<now>${TERM}),? not (?!only|just|yet|sure|bad|even|necessarily)(?<before>${LAST_TERM})`,
  ),
  medium(
    "it puts one thing in place of another",
    String.raw`(?:don't|do not|never) use (?<before>${TERM})[,;:] ?(?:but |please )?use\s+(?<now>${LAST_TERM})`,
    String.raw`use \S+(?: \S+){0,4} instead`,
  ),
  strong(
    "it says that something no longer holds",
    String.raw`(?:[\w-]+(?:'s|'re)|is|are|was|were) (?:now |already |long |completely |badly )?(?:outdated|out of date|obsolete|stale|deprecated|superseded)`,
    String.raw`(?:[\w-]+(?:'s|'re)|is|are|does|do|was) no longer (?:true|valid|the case|correct|right|accurate|supported|used|needed|how|what|work(?:s|ing)?|exist(?:s)?|appl(?:y|ies))`,
    "no longer (?:works|exists|applies|holds)",
    "(?:doesn't|does not|don't|isn't|is not) (?:work|exist|apply|hold|true|used|supported)(?: that way| like that)? any ?more",
  ),
  {
    ...strong(
      "it was said before and did not stick",
      "i(?:'ve| have)? already (?:told|asked|said|explained|mentioned|corrected|showed)",
      "didn't i (?:already )?(?:tell|say|ask|mention)",
      "i(?:'ve| have)? (?:told|asked|reminded) you (?:this |that |about (?:this|that) )?(?:before|already|yesterday|last (?:time|week)|twice|again|many times|several times|not to|to (?:stop|never))",
      "i(?:'ve| have)? (?:told|reminded) you to",
      "(?:like|as) i(?:'ve| have)? (?:already )?(?:said|told you|mentioned|explained)(?: before| already| yesterday)?",
      "how (?:many times|often) (?:do|must|have) i",
      "we(?:'ve| have) (?:been over|discussed|covered) (?:this|that)(?: before| already)?",
      "(?:the )?same mistake(?: again| as)?",
      "you (?:always|constantly|still) (?:forget|miss|skip|ignore|break|confuse|use the wrong)",
      "you keep (?:doing|using|forgetting|making|adding|ignoring|getting|writing|saying|putting|calling)",
      "you (?:forgot|did (?:it|that)|got it wrong|broke (?:it|that)) again",
      String.raw`for the (?:second|third|fourth|fifth|last|hundredth|\d+(?:nd|rd|th)) time`,
      String.raw`the (?:second|third|fourth|fifth|hundredth|\d+(?:nd|rd|th)) time (?:that )?you`,
      "i(?:'ve| have)? (?:said|told you|mentioned|explained|asked for) (?:that|this|it|so) (?:before|already|yesterday|twice|many times)",
      "(?<!(?:did|have|had|could|can|would|if|when|once) )you (?:ignored|forgot|skipped|missed|broke|changed|removed|deleted|overwrote) [^,.!?]{1,60} again",
    ),
    repeat: true,
  },
  strong(
    "it forbids something",
    String.raw`(?:never|don't ever|do not ever) (?:do|${VERBS}) [\w'"@/.-]+`,
    "(?:don't|do not|stop) (?:do|doing) (?:that|this|it)(?: again| ever again)?",
    String.raw`(?:don't|do not) (?:${VERBS}) [^,.!?\n]{1,40} ever(?: again)?`,
  ),
  medium(
    "it asks to stop something",
    `(?:please |you must |you should )?(?:don't|do not) (?:${VERBS}|put|make|create|forget)`,
    `(?:please )?stop (?:${DOING})`,
    "you (?:should(?:n't| not)|must(?:n't| not)|were not supposed to|weren't supposed to)(?: have)?",
    "should(?:n't| not) have",
  ),
  medium(
    "it says what was meant",
    "(?:what )?i (?:actually |really )?meant",
    `i (?:asked|wanted|said)(?: for)? (?<now>${TERM}), not (?<before>${LAST_TERM})`,
    "(?:that's |that is |this is |it's )not what (?:i|we) (?:asked|meant|wanted|said)(?: for)?",
  ),
  strong(
    "it takes something back",
    "i (?:was|am) (?:wrong|mistaken)(?: about)?",
    "i (?:wrongly|incorrectly|falsely) (?:assumed|thought|believed|said)",
    "my (?:mistake|bad|assumption was wrong)",
    `i (?:assumed|thought|believed) ${TERM}[,;]? but (?:it|that|the|in fact|actually|they)`,
    "i got (?:it|that|this) wrong",
    "correction:",
  ),
  strong(
    "it names a wrong pick",
    String.raw`(?:that's|that is|this is|it's|you (?:used|picked|edited|took|chose|opened|deleted|called|changed|pushed to|deployed to)) the wrong [\w-]+`,
  ),
  medium(
    "it names what was left out",
    "you (?:missed|forgot|overlooked|left out|skipped|ignored)(?: (?:to|the|that|a|my|about|one|again))?",
  ),
  weak(
    "it may put something right",
    String.raw`(?<=^\s*(?:no[,.]? )?)actually,?\s+(?:we|the|our|this|that|it|they|there|you|my|in)(?:'s|'re| is| are| use| have| does| do| was)?`,
    String.raw`(?<=^\s*)(?:no|nope)[,:]\s+(?:the|it|we|use|you|they|there|only|always|in|on|with|a|an|my|our|please)`,
  ),
];
