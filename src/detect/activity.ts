/** What looks like a learning and is none: polite words that cancel a signal, and activity for the daily log. */
import { phrases, unspaced } from "./phrases.js";

const PRAISE =
  "great|good|nice|perfect|fine|ok(?:ay)?|awesome|excellent|brilliant|lovely|cool|amazing|love|like|yes|yeah|thanks|thank you|impressive|well done|right|correct|better|helpful|useful|neat|wonderful|fantastic|solid|happy";
const REST = "[^.!?]*";

/** A signal that overlaps one of these is none. */
export const NEGATIVES: readonly RegExp[] = [
  phrases(
    String.raw`no[,.!]?\s+(?:thanks|thank you|thx|problems?|worries|need|needs|rush|doubt|idea|questions?|comments?|objections?|issues?|changes? (?:needed|required|necessary)|further|big deal|biggie|hurry|sweat|kidding|wonder|way|one|matter|longer than|more than|less than|go ahead|not yet)${REST}`,
    String.raw`no[,.!]?\s+that(?:'s| is| was| will be) (?:all|it|everything|enough|for|${PRAISE})${REST}`,
    String.raw`no[,.!]?\s+(?:you(?:'re| are) (?:right|fine|good|welcome)|i(?:'m| am) (?:fine|good|done|happy)|it(?:'s| is) (?:all right|alright|${PRAISE}))${REST}`,
  ),
  phrases(
    String.raw`actually,?\s+(?:i|we) (?:really )?(?:love|like|agree|think (?:it|that|this)(?:'s| is) (?:${PRAISE}))${REST}`,
    String.raw`actually,?\s+(?:that|this|it)(?:'s| is| was| looks| works| sounds)\s+(?:really |very |pretty |quite |just |actually )?(?:${PRAISE})${REST}`,
    String.raw`actually,?\s+(?:${PRAISE}|never ?mind|not bad|no problem)${REST}`,
    String.raw`actually,?\s+(?:it|that|this) (?:should|will|would) be (?:fine|ok(?:ay)?|good|great|enough)${REST}`,
  ),
  phrases(
    "(?:should|would|will|must) be (?:fine|ok(?:ay)?|good|great|enough|done|ready|working|able|easy|there|possible|all|soon|back|here|perfect|nice)",
  ),
  phrases(
    "(?:nothing|not|isn't|wasn't|aren't|never|anything|something|what(?:'s| is| was| went)|who(?:'s| is)|where(?:'s| is)|what could|if anything|goes?|went|going|gone) (?:is |was |be |go |goes |went |all |that |really )?wrong",
    "what(?:'s| is) not (?:right|correct|true)",
    "(?:is|was|are) (?:that|this|it|there|anything|something) (?:still )?(?:wrong|incorrect|outdated|out of date|not right|no longer)",
    "(?:isn't|wasn't) (?:that|this|it) (?:wrong|right|correct|true)",
  ),
  phrases(
    `(?:correct me |tell me |let me know |say |shout |ping me |stop me )(?:if|when|whether)${REST}`,
    String.raw`(?:if|unless|in case|assuming|whether|suppose|maybe|perhaps|when) (?:i|you|we|that|this|it|they|the [\w-]+)(?:'m|'re|'s| am| are| is| was| were)(?: not)? (?:wrong|mistaken|outdated|incorrect|not right|not correct|not true|right|out of date|obsolete|no longer (?:true|valid|the case|used|needed))`,
  ),
  phrases(
    `never ?mind(?:,? (?:i|we|it|that|this|found|got|works?|forget)\\b${REST})?`,
    "don't (?:worry|bother|hesitate|mind|know|think|get me wrong|forget to (?:take|rest|have|enjoy|breathe)|see (?:why|a|any)|care|have|want|need)",
    "do not (?:worry|hesitate|know|think|have|want|need|disturb)",
    "can't go wrong",
    "right or wrong",
    "not only",
  ),
  phrases(
    "whenever (?:you(?:'re| are| have|'ve| can| want| like| feel| get)?|it suits|works|possible|convenient|they|he|she|ready)",
    "wherever",
    `(?:like|as) i said,? (?:${PRAISE}|no (?:rush|hurry|problem))${REST}`,
    "i (?:just )?(?:noticed|reali[sz]ed) (?:you|it's (?:late|early)|the time|i (?:have|need|am|should)|i'm)",
    "(?:did|do|have) you (?:noticed?|reali[sz]ed?)",
    "tends? to (?:agree|think)",
    `use (?:your own judgement|whatever|either|any)${REST}`,
  ),
  phrases(
    // German
    "nein[,.!]? ?(?:danke|vielen dank|alles gut|alles klar|passt|kein problem|das (?:passt|reicht|war(?:'s|s)? (?:alles|schon)|ist (?:gut|prima|super|alles|richtig|ok)))",
    "kein problem",
    "nicht (?:schlecht|schlimm|falsch)",
    "macht nichts",
    "keine sorge",
    // Spanish
    "no[,.!]? ?(?:gracias|hay (?:problema|prisa|duda)|pasa nada|te preocupes|se preocupe|importa|hace falta|eso (?:está bien|es todo))",
    "(?:no )?está (?:todo )?bien",
    // Portuguese
    "não[,.!]? ?(?:obrigad[oa]|tem problema|há problema|se preocupe|te preocupes|precisa|faz mal|está (?:tudo )?bem|é nada|isso é tudo)",
    "sem problemas?",
    "está tudo (?:certo|bem)",
    // Vietnamese
    "không[,.!]? ?(?:cảm ơn|cám ơn|sao(?: đâu)?|có gì|cần(?: đâu)?|vấn đề gì|vội|phải lo)",
    "(?:có |không )?(?:đúng|sai|phải) không",
    "không (?:sai|tệ)",
  ),
  unspaced(
    "不用(?:了|谢|担心)",
    "没(?:错|关系|问题|事)",
    "不客气",
    "不错",
    "不好意思",
    "对不对",
    "不对吗",
    "是不是不对",
    "(?:哪里|什么地方)不对",
    "如果不对",
    "有(?:什么)?不对",
  ),
];

const ACKNOWLEDGING = [
  "ok(?:ay)?|k|sure(?: thing)?|ye(?:s|p|ah)|no(?:pe)?|cool|perfect|fine|awesome|exactly|correct|right|agreed|absolutely|of course",
  "thanks(?: a lot| so much| again)?|thank you(?: so much| very much)?|thx|ty|cheers|welcome",
  "great(?: work| job| stuff)?|nice(?: work| job| one)?|good (?:work|job|morning|night|evening|afternoon|day|one|idea|point)|well done|congrat(?:s|ulations)|love it",
  "sounds good|got it|understood|will do|noted|roger|makes sense|all good|looks good(?: to me)?|lgtm|done|go ahead|please do",
  "no problem|no worries|no,? thanks?(?: you)?|(?:actually,? )?never ?mind|actually,? (?:great|nice|good) (?:work|job|one)",
  "that(?:'s| is| was) (?:right|correct|great|fine|perfect|awesome|it|all|good)|you(?:'re| are) (?:right|welcome)",
  String.raw`hi(?: there)?|hello|hey(?: there)?|bye|goodbye|see you(?: later| tomorrow| soon)?|happy (?:birthday|friday|new year)|have a (?:nice|good|great) \w+`,
  "danke(?: schön)?|gracias|obrigad[oa]|谢谢|好的|cảm ơn|nein,? danke|no,? gracias|não,? obrigad[oa]|không,? cảm ơn",
].join("|");

/** A whole sentence of such words, with marks and emoji between them. */
const ACKNOWLEDGEMENT = new RegExp(
  String.raw`^(?:(?:${ACKNOWLEDGING})(?![\p{L}\p{N}])(?:[\s,.!;:)-]|\p{Extended_Pictographic}|️)*)+$`,
  "iu",
);

const SUBJECT = String.raw`^(?:[-*•]\s+)?(?:(?:\d{1,2}:\d{2}|then|now|just|also|so|today|yesterday|and|ok,?)\s+)*(?:(?:i|we)(?:'ve| have)?\s+(?:just |also |now |then |already )?)?(?:just |also |have |has |been )?`;
const opening = (verbs: string): RegExp => new RegExp(String.raw`${SUBJECT}(?:${verbs})(?![\p{L}\p{N}_])`, "iu");

const SET =
  "(?:set|chang(?:ed|ing)|updat(?:ed|ing)|bump(?:ed|ing)?|rais(?:ed|ing)|lower(?:ed|ing)|switch(?:ed|ing)|enabl(?:ed|ing)|disabl(?:ed|ing)|increas(?:ed|ing)|reduc(?:ed|ing)|adjust(?:ed|ing)|turn(?:ed)? (?:on|off)|configur(?:ed|ing)|toggl(?:ed|ing)|renam(?:ed|ing))";
const SETTING = String.raw`(?:timeout|config(?:uration)?|settings?|version|flag|env(?:ironment)?|limit|port|variable|option|threshold|interval|cron|schedule|dependenc(?:y|ies)|package|log level|to v?\d[\w.]*|from \d\S* to \d\S*)`;

/** Sentences that are activity when no signal stands in them, most telling first. */
export const ACTIVITIES: readonly { kind: string; pattern: RegExp }[] = [
  { kind: "acknowledgement", pattern: ACKNOWLEDGEMENT },
  {
    kind: "summary",
    pattern:
      /^(?:in summary|to (?:summari[sz]e|recap|sum up)|summary|recap|tl;?dr|status(?: update)?|so far|overview|changelog|progress)\b|\bhere(?:'s| is) (?:a |the )?(?:quick |short )?(?:summary|recap|overview)\b/iu,
  },
  { kind: "config change", pattern: /\S+\s+\S*\d\S*\s*(?:→|->|=>)\s*\S*\d\S*/u },
  { kind: "config change", pattern: new RegExp(String.raw`\b${SET}\b.{0,80}\b${SETTING}\b`, "iu") },
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
