/** What looks like a learning and is none: polite words that cancel a signal, and activity for the daily log. */

const OPENS = String.raw`(?<![\p{L}\p{N}_])`;
const CLOSES = String.raw`(?![\p{L}\p{N}_])`;
const phrase = (source: string): RegExp => new RegExp(`${OPENS}(?:${source})${CLOSES}`, "giu");
const run = (source: string): RegExp => new RegExp(source, "giu");

const PRAISE = String.raw`great|good|nice|perfect|fine|ok(?:ay)?|awesome|excellent|brilliant|lovely|cool|amazing|love|like|yes|yeah|thanks|thank you|impressive|well done|right|correct|better|helpful|useful|neat|wonderful|fantastic|solid|happy`;

/** A signal that overlaps one of these is none. */
export const NEGATIVES: readonly RegExp[] = [
  phrase(
    String.raw`no[,.!]?\s+(?:thanks|thank you|thx|problem|problems|worries|need|needs|rush|doubt|idea|questions?|comments?|objections?|issues?|changes? (?:needed|required|necessary)|further|big deal|biggie|hurry|sweat|kidding|wonder|way|one|matter|longer than|more than|less than|go ahead|not yet|that(?:'s| is| was| will be) (?:all|fine|it|ok(?:ay)?|${PRAISE}|everything|enough|for)|you(?:'re| are) (?:right|fine|good|welcome)|i(?:'m| am) (?:fine|good|done|happy)|it(?:'s| is) (?:fine|ok(?:ay)?|all right|alright|${PRAISE}))[^.!?]*`,
  ),
  phrase(
    String.raw`actually,?\s+(?:(?:i|we) (?:really )?(?:love|like|think (?:it|that|this)(?:'s| is) (?:${PRAISE})|agree)|(?:that|this|it)(?:'s| is| was| looks| works| sounds)\s+(?:really |very |pretty |quite |just |actually )?(?:${PRAISE})|(?:${PRAISE})|never ?mind|not bad|no problem|(?:it|that|this) (?:should|will|would) be (?:fine|ok(?:ay)?|good|great|enough))[^.!?]*`,
  ),
  phrase(
    String.raw`(?:should|would|will|must) be (?:fine|ok(?:ay)?|good|great|enough|done|ready|working|able|easy|there|possible|all|soon|back|here|perfect|nice)`,
  ),
  phrase(
    String.raw`(?:nothing|not|isn't|wasn't|aren't|never|anything|something|what(?:'s| is| was| went)|who(?:'s| is)|where(?:'s| is)|what could|if anything|goes?|went|going|gone) (?:is |was |be |go |goes |went |all |that |really )?wrong|what(?:'s| is) not (?:right|correct|true)`,
  ),
  phrase(
    String.raw`(?:correct me |tell me |let me know |say |shout |ping me |stop me )(?:if|when|whether)[^.!?]*|(?:if|unless|in case|assuming|whether|suppose|maybe|perhaps|when) (?:i|you|we|that|this|it|they|the [\w-]+)(?:'m|'re|'s| am| are| is| was| were)(?: not)? (?:wrong|mistaken|outdated|incorrect|not right|not correct|not true|right|out of date|obsolete|no longer (?:true|valid|the case|used|needed))`,
  ),
  phrase(
    String.raw`never ?mind|don't (?:worry|bother|hesitate|mind|know|think|get me wrong|forget to (?:take|rest|have|enjoy|breathe)|see (?:why|a|any)|care|have|want|need)|do not (?:worry|hesitate|know|think|have|want|need)|do not disturb|can't go wrong|right or wrong|not only`,
  ),
  phrase(
    String.raw`(?:is|was|are) (?:that|this|it|there|anything|something) (?:still )?(?:wrong|incorrect|outdated|out of date|not right|no longer)|(?:isn't|wasn't) (?:that|this|it) (?:wrong|right|correct|true)`,
  ),
  phrase(
    String.raw`whenever (?:you(?:'re| are| have|'ve| can| want| like| feel| get)?|it suits|works|possible|convenient|they|he|she|ready)|wherever`,
  ),
  phrase(String.raw`(?:like|as) i said,? (?:${PRAISE}|no (?:rush|hurry|problem))[^.!?]*`),
  phrase(
    String.raw`i (?:just )?(?:noticed|realis?z?ed) (?:you|it's (?:late|early)|the time|i (?:have|need|am|'m|should) )|(?:did|do|have) you (?:notice|noticed|realis?z?e)|tends? to (?:agree|think)`,
  ),
  phrase(String.raw`use (?:your own judgement|whatever|either|any)[^.!?]*`),
  // German, Spanish, Portuguese, Vietnamese
  phrase(
    String.raw`nein[,.!]? ?(?:danke|vielen dank|alles gut|alles klar|passt|kein problem|das (?:passt|reicht|war(?:'s|s)? (?:alles|schon)|ist (?:gut|prima|super|alles|richtig|ok)))|kein problem|nicht (?:schlecht|schlimm|falsch)|macht nichts|keine sorge`,
  ),
  phrase(
    String.raw`no[,.!]? ?(?:gracias|hay (?:problema|prisa|duda)|pasa nada|te preocupes|se preocupe|importa|hace falta|eso (?:está bien|es todo))|(?:no )?está (?:todo )?bien|¿(?:eso|esto)? ?(?:está mal|es incorrecto|no es (?:correcto|cierto|así))[^?]*\??`,
  ),
  phrase(
    String.raw`não[,.!]? ?(?:obrigad[oa]|tem problema|há problema|se preocupe|te preocupes|precisa|faz mal|está (?:tudo )?bem|é nada|isso é tudo)|sem problemas?|está tudo (?:certo|bem)`,
  ),
  phrase(
    String.raw`không[,.!]? ?(?:cảm ơn|cám ơn|sao(?: đâu)?|có gì|cần(?: đâu)?|vấn đề gì|vội|phải lo)|(?:có |không )?(?:đúng|sai|phải) không|không (?:sai|tệ)`,
  ),
  run(
    String.raw`不用(?:了|谢|担心)|没(?:错|关系|问题|事)|不客气|不错|不好意思|对不对|不对吗|是不是不对|(?:哪里|什么地方)不对|如果不对|有(?:什么)?不对`,
  ),
];

/** Whole sentences of acknowledgement and social words. */
const ACK_WORD = String.raw`ok(?:ay)?|k|thanks(?: a lot| so much| again)?|thank you(?: so much| very much)?|thx|ty|great(?: work| job| stuff)?|nice(?: work| job| one)?|good (?:work|job|morning|night|evening|afternoon|day|one|idea|point)|cool|perfect|sounds good|got it|understood|sure(?: thing)?|ye(?:s|p|ah)|no(?:pe)?|no problem|no worries|no,? thanks?(?: you)?|hi(?: there)?|hello|hey(?: there)?|bye|goodbye|see you(?: later| tomorrow| soon)?|lgtm|done|awesome|congrat(?:s|ulations)|well done|will do|noted|roger|makes sense|fine|all good|looks good(?: to me)?|exactly|correct|right|that(?:'s| is| was) (?:right|correct|great|fine|perfect|awesome|it|all|good)|go ahead|please do|you(?:'re| are) (?:right|welcome)|welcome|happy (?:birthday|friday|new year)|have a (?:nice|good|great) \w+|actually,? (?:great|nice|good) (?:work|job|one)|never ?mind|cheers|agreed|absolutely|of course|love it|danke(?: schön)?|gracias|obrigad[oa]|谢谢|好的|cảm ơn|nein,? danke|no,? gracias|não,? obrigad[oa]|không,? cảm ơn`;
const ACKNOWLEDGEMENT = new RegExp(String.raw`^(?:(?:${ACK_WORD})(?:[\s,.!;:)-]|\p{Extended_Pictographic}|️)*)+$`, "iu");

const SUBJECT = String.raw`^\s*(?:[-*•]\s+)?(?:(?:\d{1,2}:\d{2}|then|now|just|also|so|today|yesterday|and|ok,?)\s+)*(?:(?:i|we)(?:'ve| have)?\s+(?:just |also |now |then |already )?)?(?:just |also |have |has |been )?`;
const opening = (verbs: string): RegExp => new RegExp(`${SUBJECT}(?:${verbs})${CLOSES}`, "iu");

export type ActivityKind =
  | "config change"
  | "tool call"
  | "external action"
  | "routine choice"
  | "acknowledgement"
  | "summary";

/** Sentences that are activity when no signal stands in them, most telling first. */
export const ACTIVITIES: readonly { kind: ActivityKind; pattern: RegExp }[] = [
  { kind: "acknowledgement", pattern: ACKNOWLEDGEMENT },
  {
    kind: "summary",
    pattern:
      /^\s*(?:in summary|to (?:summari[sz]e|recap|sum up)|summary|recap|tl;?dr|status(?: update)?|so far|overview|changelog|progress)\b|\bhere(?:'s| is) (?:a |the )?(?:quick |short )?(?:summary|recap|overview)\b/iu,
  },
  {
    kind: "config change",
    pattern:
      /\S+\s+\S*\d\S*\s*(?:→|->|=>)\s*\S*\d\S*|\b(?:set|chang(?:ed|ing)|updat(?:ed|ing)|bump(?:ed|ing)?|rais(?:ed|ing)|lower(?:ed|ing)|switch(?:ed|ing)|enabl(?:ed|ing)|disabl(?:ed|ing)|increas(?:ed|ing)|reduc(?:ed|ing)|adjust(?:ed|ing)|turn(?:ed)? (?:on|off)|configur(?:ed|ing)|toggl(?:ed|ing)|renam(?:ed|ing))\b.{0,80}\b(?:timeout|config(?:uration)?|settings?|version|flag|env(?:ironment)?|limit|port|variable|option|threshold|interval|cron|schedule|dependenc(?:y|ies)|package|log level|to v?\d[\w.]*|from \d\S* to \d\S*)\b/iu,
  },
  {
    kind: "external action",
    pattern: opening(
      "sent|e-?mailed|posted|published|replied|answered|called|booked|scheduled|paid|ordered|invited|messaged|notified|uploaded|submitted|shared|tweeted|announced|forwarded|contacted|pinged",
    ),
  },
  {
    kind: "tool call",
    pattern: opening(
      "ran|running|run|executed|invoked|installed|built|compiled|deployed|committed|pushed|merged|rebased|cloned|fetched|pulled|opened|closed|read|listed|searched|created|deleted|removed|moved|copied|formatted|linted|tested|checked|started|restarted|stopped|downloaded|generated|wrote|edited|updated|added|fixed|reviewed|refactored|grepped|looked at|released|tagged|reverted|implemented|finished|completed|worked on|verified|loaded|saved",
    ),
  },
  {
    kind: "routine choice",
    pattern:
      /\b(?:as (?:usual|always|before|default)|by default|the usual|like (?:always|before|last time)|(?:went|going) with (?:the )?(?:default|usual|standard)|standard (?:setup|procedure|approach))\b/iu,
  },
];
