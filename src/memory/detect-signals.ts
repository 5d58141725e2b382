/** Phrases that announce a learning, as a table: English first, and how people correct in five other languages. */
import type { EntryType } from "./entry.js";

export type Strength = "strong" | "medium" | "weak";

export interface SignalRow {
  type: EntryType;
  strength: Strength;
  /** What the phrase shows, in plain words. */
  says: string;
  /** It was said before and not found: also a failure of retrieval. */
  repeat?: true;
  /** Holds `now`, `before` where the sentence itself says them. One sentence at a time is matched. */
  pattern: RegExp;
}

/** `\b` knows ASCII only. */
const OPENS = String.raw`(?<![\p{L}\p{N}_])`;
const CLOSES = String.raw`(?![\p{L}\p{N}_])`;
const phrase = (source: string): RegExp => new RegExp(`${OPENS}(?:${source})${CLOSES}`, "giu");
const run = (source: string): RegExp => new RegExp(source, "giu");

const TERM = String.raw`[^,;.!?()"\s][^,;!?()"]{0,60}?`;
const TERM_END = String.raw`[^,;.!?()"\s](?:[^,;!?()"]{0,60}[^,;.!?()"\s])?`;

const WRONG = String.raw`wrong|incorrect|false|a mistake|not (?:quite |really |at all |entirely )?(?:right(?!\s*(?:now|away|after|before|-))|correct|true|accurate|how (?:we|it|this|that|you|things)|what (?:i|we) (?:asked|meant|said|wanted|agreed|need))|nonsense`;

const CORRECTIONS: readonly SignalRow[] = [
  {
    type: "correction",
    strength: "strong",
    says: "it says that something is wrong",
    pattern: phrase(
      String.raw`(?:(?:no|nope|nah|wait|sorry|hmm?)[,.!:]?\s+(?:but\s+)?)?(?:that|this|it|your \w+)(?:'s| is| was| isn't| wasn't)\s+(?:still |completely |totally |simply |just |plain |actually |clearly )?(?:${WRONG}|(?<=isn't |wasn't )(?:right(?!\s*(?:now|away))|correct|true|accurate|how|what (?:i|we)))`,
    ),
  },
  {
    type: "correction",
    strength: "strong",
    says: "it says that you are wrong",
    pattern: phrase(
      String.raw`you(?:'re| are| were)(?: still)? (?:wrong|mistaken|incorrect|confusing|mixing up)|you (?:got|have|had) (?:it|that|this|the \w+) (?:all )?(?:wrong|backwards|mixed up)|you(?:'ve| have)? (?:misunderstood|misread|misremember(?:ed)?|confused)`,
    ),
  },
  {
    type: "correction",
    strength: "strong",
    says: "it says what it should be instead",
    pattern: phrase(
      String.raw`(?:actually|no|nope|wait|rather)[,:]?\s+(?:it|that|this|you|we|they|the [\w-]+(?: [\w-]+)?)\s+(?:should|must|needs? to|ha(?:s|ve) to|(?:is|are) supposed to|ought to)(?: be| have been| use)?`,
    ),
  },
  {
    type: "correction",
    strength: "strong",
    says: "it names what is right and what is not",
    pattern: phrase(
      String.raw`(?:should|must|needs to|has to) (?:be|have been|use|read|say|go to|point to)\s+(?<now>${TERM})(?:,? not| instead of|,? rather than)\s+(?<before>${TERM_END})`,
    ),
  },
  {
    type: "correction",
    strength: "medium",
    says: "it puts one thing in place of another",
    pattern: phrase(
      String.raw`(?:use|call|write|run|take|prefer|say|pick|go with)\s+(?<now>${TERM})(?:,? not| instead of|,? rather than)\s+(?<before>${TERM_END})`,
    ),
  },
  {
    type: "correction",
    strength: "medium",
    says: "it puts one thing in place of another",
    pattern: phrase(
      String.raw`(?:it(?:'s| is)|that(?:'s| is)|actually,?\s+(?:the\s+[\w -]{1,30}\s+(?:is|are)|we (?:use|are|have)))\s+(?<now>${TERM}),? not (?!only|just|yet|sure|bad|even|necessarily)(?<before>${TERM_END})`,
    ),
  },
  {
    type: "correction",
    strength: "medium",
    says: "it puts one thing in place of another",
    pattern: phrase(
      String.raw`(?:don't|do not|never) use ${TERM}[,;:] ?(?:but |please )?use\s+${TERM_END}|use \S+(?: \S+){0,4} instead`,
    ),
  },
  {
    type: "correction",
    strength: "strong",
    says: "it says that something no longer holds",
    pattern: phrase(
      String.raw`(?:is|are|'s|was|were|'re) (?:now |already |long |completely |badly )?(?:outdated|out of date|obsolete|stale|deprecated|superseded)|(?:is|are|'s|'re|does|do|was) no longer (?:true|valid|the case|correct|right|accurate|supported|used|needed|how|what|work(?:s|ing)?|exist(?:s)?|appl(?:y|ies))|no longer (?:works|exists|applies|holds)|(?:doesn't|does not|don't|isn't|is not) (?:work|exist|apply|hold|true|used|supported)(?: that way| like that)? any ?more`,
    ),
  },
  {
    type: "correction",
    strength: "strong",
    says: "it was said before and did not stick",
    repeat: true,
    pattern: phrase(
      String.raw`i(?:'ve| have)? already (?:told|asked|said|explained|mentioned|corrected|showed)|didn't i (?:already )?(?:tell|say|ask|mention)|i(?:'ve| have)? (?:told|asked|reminded) you (?:this |that |about (?:this|that) )?(?:before|already|yesterday|last (?:time|week)|twice|again|many times|several times|not to|to (?:stop|never))|(?:like|as) i(?:'ve| have)? (?:already )?(?:said|told you|mentioned|explained)(?: before| already| yesterday)?|how (?:many times|often) (?:do|must|have) i|we(?:'ve| have) (?:been over|discussed|covered) (?:this|that)(?: before| already)?|(?:the )?same mistake(?: again| as)?|you keep (?:doing|using|forgetting|making|adding|ignoring|getting|writing|saying|putting|calling)|you (?:forgot|did (?:it|that)|got it wrong|broke (?:it|that)) again|for the (?:second|third|fourth|fifth|last|hundredth|\d+(?:nd|rd|th)) time`,
    ),
  },
  {
    type: "correction",
    strength: "strong",
    says: "it forbids something",
    pattern: phrase(
      String.raw`(?:never|don't ever|do not ever) (?:do|use|run|call|write|push|commit|delete|touch|send|say|assume|merge|deploy|add|change|edit|rewrite|force|guess|mock) (?!mind)[\w'"${"`"}@/.-]+|(?:don't|do not|stop) (?:do|doing) (?:that|this|it)(?: again| ever again)?`,
    ),
  },
  {
    type: "correction",
    strength: "medium",
    says: "it asks to stop something",
    pattern: phrase(
      String.raw`(?:please |you must |you should )?(?:don't|do not) (?:use|run|call|write|push|commit|delete|touch|send|say|assume|merge|deploy|add|change|edit|rewrite|force|guess|mock|put|make|create|forget)(?! (?:me wrong|hesitate))|(?:please )?stop (?:using|adding|writing|making|calling|running|pushing|assuming|guessing|changing|putting|saying|sending)|you (?:should(?:n't| not)|must(?:n't| not)|were not supposed to|weren't supposed to)(?: have)?|should(?:n't| not) have`,
    ),
  },
  {
    type: "correction",
    strength: "medium",
    says: "it says what was meant",
    pattern: phrase(
      String.raw`(?:what )?i (?:actually |really )?meant|i (?:asked|wanted|said|meant)(?: for)? ${TERM}, not ${TERM_END}|(?:that's |that is |this is |it's )not what (?:i|we) (?:asked|meant|wanted|said)(?: for)?`,
    ),
  },
  {
    type: "correction",
    strength: "strong",
    says: "it takes something back",
    pattern: phrase(
      String.raw`i (?:was|were|am|'m) (?:wrong|mistaken)(?: about)?|i (?:wrongly|incorrectly|falsely) (?:assumed|thought|believed|said)|my (?:mistake|bad|assumption was wrong)|i (?:assumed|thought|believed) ${TERM}[,;]? but (?:it|that|the|in fact|actually|they)|i got (?:it|that|this) wrong|correction:`,
    ),
  },
  {
    type: "correction",
    strength: "strong",
    says: "it names a wrong pick",
    pattern: phrase(
      String.raw`(?:that's|that is|this is|it's|you (?:used|picked|edited|took|chose|opened|deleted|called|changed|pushed to|deployed to)) the wrong [\w-]+`,
    ),
  },
  {
    type: "correction",
    strength: "medium",
    says: "it names what was left out",
    pattern: phrase(
      String.raw`you (?:missed|forgot|overlooked|left out|skipped|ignored)(?: (?:to|the|that|a|my|about|one|again))?`,
    ),
  },
  {
    type: "correction",
    strength: "weak",
    says: "it may put something right",
    pattern: phrase(
      String.raw`(?<=^\s*(?:no[,.]? )?)actually,?\s+(?:we|the|our|this|that|it|they|there|you|my|in)(?:'s|'re| is| are| use| have| does| do| was)?`,
    ),
  },
  {
    type: "correction",
    strength: "weak",
    says: "it may put something right",
    pattern: phrase(
      String.raw`(?<=^\s*)(?:no|nope)[,:]\s+(?:the|it|we|use|you|they|there|only|always|in|on|with|a|an|my|our|please)`,
    ),
  },
];

const OTHER_LANGUAGES: readonly SignalRow[] = [
  // German
  {
    type: "correction",
    strength: "strong",
    says: "it says that something is wrong",
    pattern: phrase(
      String.raw`(?:nein[,.]?\s+)?(?:das|dies|es) (?:stimmt (?:so |leider |aber )*nicht|ist (?:so |leider |aber |doch )*(?:falsch|nicht (?:richtig|korrekt|wahr|so)|veraltet|überholt))|du (?:liegst|hast) (?:da )?(?:falsch|unrecht)|du irrst dich|(?:eigentlich|nein,?) (?:sollte|muss|müsste|gehört) (?:es|das|man|hier)`,
    ),
  },
  {
    type: "correction",
    strength: "strong",
    says: "it was said before and did not stick",
    repeat: true,
    pattern: phrase(
      String.raw`(?:das |wie )?(?:habe|hab|hatte) ich (?:dir |euch |es |das )*(?:doch )?(?:schon|bereits)(?: \p{L}+){0,2} (?:gesagt|erklärt|geschrieben)|ich (?:habe|hab|hatte) (?:dir |euch |es |das )*(?:doch )?(?:schon|bereits)(?: \p{L}+){0,2} (?:gesagt|erklärt|geschrieben)|wie oft (?:soll|muss) ich`,
    ),
  },
  {
    type: "correction",
    strength: "medium",
    says: "it names what is right and what is not",
    pattern: phrase(String.raw`nicht (?!nur)(?<before>${TERM}), sondern (?<now>${TERM_END})`),
  },
  // Spanish
  {
    type: "correction",
    strength: "strong",
    says: "it says that something is wrong",
    pattern: phrase(
      String.raw`(?:no[,.]?\s+)?(?:eso|esto|así) (?:está mal|es incorrecto|es falso|no es (?:correcto|cierto|así|verdad)|no está bien|ya no es así|está (?:desactualizado|obsoleto|anticuado))|te equivocas|(?:estás|está) equivocad[oa]|en realidad (?:debería|debe|hay que|tiene que)|debería ser ${TERM_END}|(?:eso |esto )?está (?:desactualizado|obsoleto)`,
    ),
  },
  {
    type: "correction",
    strength: "strong",
    says: "it was said before and did not stick",
    repeat: true,
    pattern: phrase(
      String.raw`ya te (?:lo )?(?:dije|he dicho|había dicho|expliqué|avisé)|cuántas veces (?:te )?(?:tengo|debo|he)`,
    ),
  },
  // Portuguese
  {
    type: "correction",
    strength: "strong",
    says: "it says that something is wrong",
    pattern: phrase(
      String.raw`(?:não[,.]?\s+)?(?:isso|isto) (?:está errado|não está (?:certo|correto)|não é (?:verdade|assim|correto)|está desatualizado|está obsoleto|não é mais assim)|você está (?:errad[oa]|enganad[oa])|na verdade (?:deveria|deve|tem que|precisa)|deveria ser ${TERM_END}`,
    ),
  },
  {
    type: "correction",
    strength: "strong",
    says: "it was said before and did not stick",
    repeat: true,
    pattern: phrase(
      String.raw`já (?:te|lhe) (?:disse|falei|avisei|expliquei)|já (?:disse|falei|avisei|expliquei) (?:isso|para você|pra você)|quantas vezes (?:eu )?(?:já|preciso|tenho)`,
    ),
  },
  // Chinese
  {
    type: "correction",
    strength: "strong",
    says: "it says that something is wrong",
    pattern: run(
      String.raw`(?<!对)不对(?![吗称等劲])|不是这样(?!吗)|(?:这|那|这个|那个)(?:是)?(?:错的|不正确|错误的)|你(?:搞|弄|说|理解|记|写|用)?错了|(?:已经|早就)?过时了|(?:其实|实际上)?应该(?:是|用).{1,40}?(?:而)?不(?:是|要用)`,
    ),
  },
  {
    type: "correction",
    strength: "strong",
    says: "it was said before and did not stick",
    repeat: true,
    pattern: run(
      String.raw`我(?:已经|早就|之前|上次)(?:跟你|和你|对你)?(?:说过|说了|告诉过你|讲过|提醒过)|我(?:跟你|和你)?(?:说过|告诉过你)(?:了|多少次|很多次)`,
    ),
  },
  // Vietnamese
  {
    type: "correction",
    strength: "strong",
    says: "it says that something is wrong",
    pattern: phrase(
      String.raw`(?:không[,.]\s+)?(?:như vậy|như thế|cái (?:đó|này)|điều (?:đó|này)|thế|vậy) (?:là )?(?:không đúng|chưa đúng|sai)(?: rồi)?|không đúng(?: rồi)?(?!\s+không)|sai rồi|bạn (?:đã )?(?:nhầm|sai|hiểu sai|hiểu nhầm)(?: rồi)?|(?:đã |bị )?lỗi thời(?: rồi)?|thực ra (?:phải|nên|cần)|(?:đáng )?lẽ ra (?:phải|nên)`,
    ),
  },
  {
    type: "correction",
    strength: "strong",
    says: "it was said before and did not stick",
    repeat: true,
    pattern: phrase(
      String.raw`(?:tôi|mình|em|anh) đã (?:nói|bảo|dặn|nhắc)(?: với)?(?: bạn| em| anh)?(?: \p{L}+)? (?:rồi|trước đó)|bao nhiêu lần`,
    ),
  },
];

const INSIGHTS: readonly SignalRow[] = [
  {
    type: "insight",
    strength: "strong",
    says: "it connects two things",
    pattern: phrase(
      String.raw`the (?:real |actual |root |underlying )?(?:reason|cause)(?: why [^.!?]{1,60}| for [^.!?]{1,60}| of [^.!?]{1,60})? (?:is|was|turned out|turns out)|root cause|which (?:explains|is why|means that)|that(?:'s| is) (?:exactly )?why|(?:is|are|was|were) (?:actually |really |indirectly )?(?:caused by|due to|connected to|correlated with|linked to)|(?:both|all) (?:come|came|stem|fail|break|share) (?:from |because )?`,
    ),
  },
  {
    type: "insight",
    strength: "strong",
    says: "it says what was found out",
    pattern: phrase(
      String.raw`(?:as )?it turns out|turns out(?: that)?|i(?:'ve| have)? (?:just |finally )?(?:realis?z?ed|realised|discovered|figured out|found out|worked out|learn(?:ed|t)|noticed|understood)(?: that| why| how)|what i (?:learned|learnt|missed|didn't know)|lesson(?:s)? learn(?:ed|t)|key (?:insight|takeaway|finding)|insight:|til:?|aha`,
    ),
  },
  {
    type: "insight",
    strength: "strong",
    says: "it names a technique found by trying",
    pattern: phrase(
      String.raw`the (?:trick|key|secret|fix|solution|workaround) (?:is|was|turned out) (?:to )?|what (?:finally |actually )?(?:worked|helped|fixed it)(?: is| was)?|works? (?:much |far |way )?(?:better|faster|best|only) (?:when|if|than|with)|(?:a |the )?(?:better|simpler|faster|cleaner|safer) way (?:is|to|of|was)|(?:solved|fixed|got around|avoided) (?:it|this|that|the [\w -]{1,30}) by|(?:workaround|pro tip|tip|gotcha|caveat):`,
    ),
  },
  {
    type: "insight",
    strength: "medium",
    says: "it passes on an idea",
    pattern: phrase(
      String.raw`(?:have you|did you ever|we should|we could|worth) (?:considered|consider|thought about|think about|tried|try(?:ing)?|considering)|what if (?:we|you|i|the)|(?:an |one |new |my )?idea:|(?:suggested|proposed|recommended|recommends|suggests) (?:that |to |using |we |a |an |the )|it might be (?:worth|better|easier)|you (?:could|might) (?:also )?(?:try|use|want to)`,
    ),
  },
  {
    type: "insight",
    strength: "medium",
    says: "it names a pattern over several times",
    pattern: phrase(
      String.raw`(?:almost |nearly )?every time(?! zone| slot|stamp)|each time|whenever|(?:always|never|only|consistently|usually|often|mostly) (?:fails?|breaks?|happens?|hangs?|crashes|times out|works?|passes|appears?|shows? up|occurs?|asks?|wants?|prefers?|answers?|replies) (?:when|if|after|before|on|with|for|in|once|to|a|the|short|at)|(?:i|we) keep (?:seeing|hitting|running into|getting|finding)|(?:this is |it's |for )?the (?:second|third|fourth|fifth|\d+(?:nd|rd|th)) time (?:this|that|it|the|we|i|now)|(?:there's |there is |i see )?a pattern|pattern:|tends? to|in (?:all|\d+ (?:of|out of) \d+|every one of)(?: the)? (?:cases|runs|times|tries|\d+)|(?:three|four|five|\d+) times in a row`,
    ),
  },
  {
    type: "insight",
    strength: "weak",
    says: "it states a guess worth testing",
    pattern: phrase(
      String.raw`i (?:suspect|bet|have a hunch|hypothesi[sz]e)|my (?:hypothesis|theory|hunch|guess) is|hypothesis:|(?:seems|looks|appears) (?:to be )?(?:related|connected|correlated|caused)`,
    ),
  },
];

const NUMBER = String.raw`[-+~<>]?\s?\d[\d.,]*`;
const UNIT = String.raw`\s?(?:%|percent|x|×|ms|s|sec(?:onds?)?|min(?:utes?)?|h(?:ours?)?|days?|mb|gb|kb|points?|pp|users?|requests?|errors?|tickets?|k|m|€|\$|times)?`;

const OUTCOMES: readonly SignalRow[] = [
  {
    type: "outcome",
    strength: "strong",
    says: "it gives a measured result",
    pattern: phrase(
      String.raw`(?:dropped|fell|rose|grew|climbed|went(?: up| down)?|improved|shrank|jumped|decreased|increased|is down|is up|are down|are up|was down|was up) (?:from ${NUMBER}${UNIT} )?(?:to|by|from|at) (?:about |roughly |around |almost |only )?[$€]?${NUMBER}${UNIT}|${NUMBER}\s?(?:%|percent|x|×|ms|s|times) (?:faster|slower|fewer|more|less|higher|lower|better|worse|smaller|larger|cheaper)|(?:doubled|tripled|halved)|took (?:only )?${NUMBER}${UNIT} instead of ${NUMBER}${UNIT}|we measured|(?:conversion|retention|latency|throughput|coverage|accuracy|precision|recall|churn|open rate|error rate|revenue|pass rate|build time)(?: rate)? (?:is|was|went|hit|reached|came in at|stayed|at) (?:now |only |at |to )?${NUMBER}`,
    ),
  },
  {
    type: "outcome",
    strength: "strong",
    says: "it gives feedback on a past choice",
    pattern: phrase(
      String.raw`(?:change|decision|choice|approach|rewrite|switch|move|fix|migration|refactor(?:ing)?|idea|plan|bet|strategy|experiment|rollout|launch|redesign|advice|rule|workaround|patch)(?: \w+){0,6}? (?:has |have |had )?(?:paid off|pays off|worked(?: out)?|works well|helped|helps|backfired|failed|didn't (?:work|help|pay off)|did not (?:work|help|pay off)|made (?:it|things) (?:worse|better)|was (?:worth it|a mistake|right|wrong|the right call|a success|a failure|a disaster)|held up|broke (?:production|the build|everything|prod)|solved (?:it|the problem)|was reverted|stuck)|(?:customers?|users?|readers?|clients?|the team|reviewers?|they) (?:love[ds]?|hate[ds]?|complain(?:ed|s)?|liked?|disliked?|praised?|ignored?|prefer(?:red)?) (?:it|the|that|this|about|our|how)|had to (?:roll (?:it |this )?back|revert)|rolled (?:it |that )?back because|no (?:more )?(?:complaints|errors|failures|incidents|regressions|crashes) since|since (?:the|that|we|this)[^.!?]{1,60}(?:no (?:more )?(?:complaints|errors|failures|incidents|crashes)|hasn't (?:failed|happened|crashed|broken)|has not (?:failed|happened))`,
    ),
  },
  {
    type: "outcome",
    strength: "strong",
    says: "it reports an experiment",
    pattern: phrase(
      String.raw`(?:a/b |the |our |this )?(?:tests?|experiments?|trials?|pilots?|benchmarks?|surveys?|spike|poc) (?:results? )?(?:showed|shows|show|confirmed|confirms|proved|found|came back|revealed|suggests?|disproved|failed to show|are in|is in)|results? (?:are|is|came) (?:in|back)|results?: |the data (?:shows?|says?|confirms?|contradicts?)|p\s?[<=]\s?0?\.\d+|n\s?=\s?\d+`,
    ),
  },
  {
    type: "outcome",
    strength: "strong",
    says: "it confirms or refutes a prediction",
    pattern: phrase(
      String.raw`(?:just )?as (?:i |we )?(?:predicted|expected|feared|hoped|suspected|planned)|(?:exactly )?what (?:i|we) (?:predicted|expected|feared)|(?:the |my |our )?(?:prediction|hypothesis|forecast|estimate|guess|assumption|suspicion) (?:was|is|turned out|came|has been|got|held|proved) (?:right|wrong|true|correct|confirmed|falsified|rejected|off|to be|up|refuted|disproved|\w+ true)|turned out (?:to be )?(?:right|wrong|true|false|well|badly|better|worse|great|fine|a mistake|correct|useful|useless|not)|(?:i|we|you|they|she|he) (?:was|were) right(?: about|:|,|$)|prov(?:ed|en) (?:right|wrong|true|false|correct|to be)|contrary to (?:what|our|my|expectations?)|came true|never (?:happened|materiali[sz]ed)`,
    ),
  },
  {
    type: "outcome",
    strength: "medium",
    says: "it says how something turned out",
    pattern: phrase(
      String.raw`(?:that|it|this) (?:did(?:n't| not) (?:work|help|fix it)|(?:really |finally |actually )?(?:worked|helped|fixed (?:it|the))|made (?:it|things) (?:worse|better)|broke)(?: again| after all| out| nothing)?|(?:it )?still (?:fails|broken|breaks|happens|crashes|slow|doesn't work)|works (?:now|again|fine now|since)|problem (?:is )?(?:gone|solved|back)|happened again|(?:has not|hasn't|did not|didn't) happen(?:ed)? (?:again|since)`,
    ),
  },
];

/** Every signal; within a sentence all are tried. */
export const SIGNALS: readonly SignalRow[] = [...CORRECTIONS, ...OTHER_LANGUAGES, ...INSIGHTS, ...OUTCOMES];
