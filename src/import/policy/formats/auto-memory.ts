/** A file of Claude Code's auto memory (one fact, with its kind in the head of the file) -> the entry it holds. */

import { defined } from "../../../text/defined.js";
import { plainLine } from "../../../text/plain-text.js";
import { memoryOf } from "../instructions.js";
import { type Plan, type RawItem, rawItem } from "../plan.js";
import { cutAtWord, flatText, LONGEST_CLAIM, LONGEST_FIELD, paragraphs } from "../wording.js";

/** Who the user is, how to work, what goes on, where to look. */
const KINDS = ["user", "feedback", "project", "reference"] as const;
type Kind = (typeof KINDS)[number];

interface Head {
  name: string;
  description: string;
  kind?: Kind;
  modified?: string;
}

/** A body longer than this is more than one fact: its description stands for it. */
const ONE_FACT = 500;

/** Fields of the head, also those that newer versions put under `metadata`. Undefined: this is no such file. */
function headOf(text: string): { head: Head; body: string } | undefined {
  const match = /^---\n([\s\S]{0,20000}?)\n---[ \t]*(?:\n|$)/.exec(text);
  if (match === null) return undefined;
  const fields = new Map<string, string>();
  for (const line of (match[1] ?? "").split("\n")) {
    const field = /^\s*(name|description|type|modified)\s*:\s*(.+?)\s*$/.exec(line);
    if (field !== null && !fields.has(field[1] ?? "")) fields.set(field[1] ?? "", unquoted(field[2] ?? ""));
  }
  const [name, description] = [fields.get("name"), fields.get("description")];
  if (name === undefined || description === undefined) return undefined;
  const body = text.slice(match[0].length);
  const kind = KINDS.find((one) => one === fields.get("type"));
  if (kind === undefined && !/^\s*\*\*How to apply:?\*\*/im.test(body)) return undefined;
  return { head: defined({ name, description, kind, modified: fields.get("modified") }), body };
}

function unquoted(value: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"$/.exec(value)?.[1];
  if (quoted !== undefined) return quoted.replace(/\\(.)/g, "$1");
  return /^'(.*)'$/.exec(value)?.[1]?.replaceAll("''", "'") ?? value;
}

/** Is this text a file of such a memory? */
export function isAutoMemory(text: string): boolean {
  return headOf(text) !== undefined;
}

/** The part of the body behind `**Why:**` and the like, up to the next such mark; and the body without those parts. */
function partsOf(body: string): { why?: string; how?: string; rest: string } {
  const part = /^[ \t]*\*\*(Why|How to apply)\b[^*:\n]{0,60}:?\*\*:?[ \t]*/gim;
  const marks = [...body.matchAll(part)];
  const until = (at: number) => marks.find(({ index }) => index > at)?.index ?? body.length;
  const behind = (word: string) => {
    const mark = marks.find(([, name]) => name?.toLowerCase() === word);
    if (mark === undefined) return undefined;
    const sectionText = body.slice(mark.index + mark[0].length, until(mark.index)).trim();
    return sectionText === "" ? undefined : sectionText;
  };
  return {
    ...defined({ why: behind("why"), how: behind("how to apply") }),
    rest: body.slice(0, marks[0]?.index).trim(),
  };
}

const HEADING = /^#{1,6}\s.*$/gm;

function planOf(text: string): Plan {
  const headed = headOf(text);
  if (headed === undefined) return { fate: "skip", because: "Its head does not say what it is." };
  const { head, body } = headed;
  const { why, how, rest } = partsOf(body);
  const bodyText = rest.replace(HEADING, "").trim();
  const [first = "", ...more] = bodyText.split(/\n\s*\n/);
  const whole = flatText(bodyText);
  if (whole === "" && flatText(head.description) === "")
    return { fate: "skip", because: "It has a head and says nothing below it." };
  const references = [...new Set([...body.matchAll(/\[\[([\w./-]{1,80})\]\]/g)].map(([, name]) => name as string))];
  // A head without a kind counts only where the body has the parts of feedback.
  const title = { title: cutAtWord(plainLine(head.name), 200) };
  if (head.kind === "feedback" || head.kind === undefined) {
    const isClaim = flatText(first) !== "" && flatText(first).length <= LONGEST_CLAIM;
    return {
      fate: "entry",
      type: "correction",
      because: "Feedback on how to work.",
      byUser: false,
      references,
      fields: defined({
        corrected_to: cutAtWord(plainLine(flatText(isClaim ? first : head.description)), LONGEST_CLAIM),
        behavioral_change: how && cutAtWord(how, LONGEST_FIELD),
        at_risk: why && cutAtWord(flatText(why), LONGEST_CLAIM),
        context: cut(isClaim ? more.join("\n\n") : bodyText),
      }),
      // The reason for the request is the nearest that the author gives to a risk.
      provenance: why === undefined ? title : { ...title, filled: ["at_risk"] },
    };
  }
  const short = whole !== "" && whole.length <= ONE_FACT;
  const content = short ? whole : flatText(head.description) || whole;
  const context = cut(short ? paragraphs(why, how) : rest && body.trim());
  const because = `What was noted of the ${head.kind}.`;
  const draft = memoryOf(cutAtWord(plainLine(content), LONGEST_CLAIM), "fact", because, { context, tags: [head.kind] });
  return { ...draft, references, provenance: title };
}

const cut = (text: string | undefined): string | undefined =>
  text === undefined || text.trim() === "" ? undefined : cutAtWord(text, LONGEST_FIELD);

/** The one item of such a file; its name is its alias, so that others' `[[name]]` becomes a link. */
export function autoMemoryItem(text: string): RawItem {
  return rawItem({ line: 1, length: text.split("\n").length }, text, (clean) => {
    const head = headOf(clean)?.head;
    const aliases = head !== undefined && /^[\w./-]{2,120}$/.test(head.name) ? [head.name] : [];
    const at = Date.parse(head?.modified ?? "");
    return { aliases, ...(Number.isNaN(at) ? {} : { at }), plan: planOf(clean) };
  });
}
