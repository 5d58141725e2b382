/** The words under which authors file what they learned, and lines that begin with one. */

/** Fields with text, in the order in which they are read from an entry. */
export const CONTENT = [
  "summary",
  "lesson",
  "mistake",
  "action",
  "resolution",
  "details",
  "context",
  "error",
  "evidence",
  "risk",
  "alternatives",
  "outcome",
] as const;

/** Short values about an entry. */
export const META = [
  "logged",
  "priority",
  "status",
  "area",
  "source",
  "tags",
  "see_also",
  "recurrence",
  "category",
  "id",
  "verdict",
  "score",
  "aside",
] as const;

export type ContentLabel = (typeof CONTENT)[number];
export type MetaLabel = (typeof META)[number];
export type Label = ContentLabel | MetaLabel;

/**
 * Spelled as `plainLabel` leaves them; what is in no list stays text of the entry.
 */
const WORDS: Record<Label, string> = {
  summary: "summary|tl;dr|tldr|title|headline|decision|insight|key insight|pattern",
  lesson:
    "lesson|lessons|lesson learned|lessons learned|learning|learned|learnings|takeaway|takeaways|key takeaway|rule|new belief|corrected belief|corrected to|correct|correction|right|actually|now|after|better",
  mistake:
    "mistake|mistakes|wrong|wrong belief|prior belief|old belief|previous belief|belief|assumption|assumed|before|incorrect|misconception|what i did wrong|what went wrong|instead of",
  action:
    "action|actions|suggested action|suggested actions|action item|action items|suggested fix|proposed fix|recommended action|recommendation|recommendations|fix|fixes|fix approach|solution|next time|next step|next steps|prevention|how to prevent|prevent|avoid|behavioral change|behavioural change|required behavior|required behaviour|reuse carefully|how to apply|apply|suggested implementation|workaround|mitigation|follow-up|follow up|followup|what to do|do|should|remedy",
  resolution: "resolution|resolved by|outcome of fix|fixed by",
  details:
    "details|detail|description|discovery|finding|findings|what happened|happened|situation|explanation|notes|note|body|observation|observations",
  context: "context|background|trigger|triggered by|when|environment|command|command attempted|user context",
  error: "error|errors|error message|failure|failures|symptom|symptoms|output|stack trace|traceback|log|issue|problem",
  evidence: "evidence|proof|because|why|reason|rationale|root cause|cause|analysis|benefits|rationale / benefits|data",
  risk: "risk|at risk|at_risk|stakes|impact|consequence|consequences|cost|what was at risk",
  alternatives: "alternatives|alternative|options|options considered|alternatives considered|rejected",
  outcome: "outcome|result|results|what came of it",
  logged: "logged|date|logged at|created|created at|timestamp|time|when logged|recorded|day|first-seen|first seen",
  priority: "priority|severity|importance",
  status: "status|state",
  area: "area|domain|component|scope|module|topic",
  source: "source|origin",
  tags: "tags|tag|labels|keywords",
  see_also: "see also|see|related|related entries|related to|related learnings|links",
  recurrence: "recurrence-count|recurrence count|recurrence|recurrences|occurrences|count|times seen|frequency",
  category: "category|type|kind",
  id: "id|entry id",
  verdict: "verdict",
  score: "score|rating",
  aside:
    "metadata|meta|meta data|related files|related file|files|file|related features|commit|commit/pr|pr|branch|resolved|resolved at|resolved on|reproducible|pattern-key|pattern key|last-seen|last seen|requester|requested by|owner|assignee|complexity|complexity estimate|promoted|promoted to|skill-path|verification|control surface|loop owner|updated|last updated",
};

const LABEL_OF = new Map<string, Label>();
for (const [label, words] of Object.entries(WORDS)) {
  for (const word of words.split("|")) if (!LABEL_OF.has(word)) LABEL_OF.set(word, label as Label);
}

/** Opening words of longer headings: `Root cause of the failures`, `How to call it properly`. */
const OPENINGS: readonly [RegExp, ContentLabel][] = [
  [/^root cause\b/, "evidence"],
  [/^why\b/, "evidence"],
  [/^(suggested|proposed|recommended|required|preventive|corrective)\b/, "action"],
  [/^(fix|solution|workaround|mitigation|prevention|action)\b/, "action"],
  [/^how to\b/, "action"],
  [/^what (happened|went wrong|i did)\b/, "details"],
  [/^(lesson|takeaway)s?\b/, "lesson"],
  [/^(error|failure|symptom)s?\b/, "error"],
  [/^(context|background)\b/, "context"],
  [/^resolution\b/, "resolution"],
];

/** A label without marks, numbers and case: `**1. Root Cause:**` -> `root cause`. */
export function plainLabel(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[*`]|(?<!\w)_+|_+(?!\w)/g, "")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .replace(/^\d+[.)]\s+/, "")
    .replace(/[\s:：.]+$/u, "")
    .replace(/\s+/g, " ")
    .toLowerCase()
    .trim();
}

/** What a field name stands for; undefined for a word of the entry's own. */
export function labelNamed(text: string): Label | undefined {
  if (text.length > 60) return undefined;
  const plain = plainLabel(text);
  return LABEL_OF.get(plain) ?? LABEL_OF.get(plain.replaceAll("_", " ")) ?? LABEL_OF.get(plain.replaceAll("_", "-"));
}

/** What a heading within an entry stands for: a known label, or a heading that opens like one. */
export function sectionOf(heading: string): Label | undefined {
  const label = labelNamed(heading.replace(/\s*[([（].*$/u, "")) ?? labelNamed(heading);
  if (label !== undefined) return label;
  const plain = plainLabel(heading);
  return OPENINGS.find(([opening]) => opening.test(plain))?.[1];
}

export function isMeta(label: Label): label is MetaLabel {
  return (META as readonly string[]).includes(label);
}

export interface FieldLine {
  indent: number;
  bullet: boolean;
  bold: boolean;
  /** As written. */
  name: string;
  label: Label | undefined;
  value: string;
}

const BOLD =
  /^(\s*)([-*+]\s+|\d+[.)]\s+)?(?:\*\*|__)([^*:：]{1,60}?)\s*(?:[:：]\s*(?:\*\*|__)|(?:\*\*|__)\s*[:：])\s*(.*)$/;
const PLAIN = /^(\s*)([-*+]\s+)?(\p{L}[\p{L}\p{M} _/&'’-]{0,40}?)\s*[:：](?!\/\/)\s*(.*)$/u;

/** `**Logged**: value`, `- Source: value`; undefined for running text. */
export function readFieldLine(text: string): FieldLine | undefined {
  const head = text.length > 400 ? text.slice(0, 400) : text;
  const bold = BOLD.exec(head);
  const match = bold ?? PLAIN.exec(head);
  if (match === null) return undefined;
  const [, indent = "", bullet, name = "", value = ""] = match;
  const label = labelNamed(name);
  if (bold === null && label === undefined) return undefined;
  return {
    indent: indent.replaceAll("\t", "    ").length,
    bullet: bullet !== undefined,
    bold: bold !== null,
    name: name.trim(),
    label,
    value: text.length > 400 ? value + text.slice(400) : value,
  };
}

const EMPTY_VALUE = /^(?:n\/?a|none|nil|null|tbd|todo|unknown|-+|—|\.{3})?\.?$/i;

/** A value without content: empty, `N/A`, `none`, `-`. */
export function isEmptyValue(value: string): boolean {
  return EMPTY_VALUE.test(value.replace(/[*_`]/g, "").trim());
}
