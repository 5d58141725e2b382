/** What is no learning, but activity for the daily log. */

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
