/** A record of an architecture decision, in Nygard's form or MADR's -> the decision that its file is. */

import { defined } from "../../../text/defined.js";
import { plainLine } from "../../../text/plain-text.js";
import { epochOf, findDate } from "../dates.js";
import { draftDecision } from "../decision.js";
import { headingLine, readMarks } from "../headings.js";
import { classifyLines } from "../lines.js";
import { type Plan, type RawItem, rawItem } from "../plan.js";
import { firstSentence } from "../wording.js";

interface Adr {
  ids: string[];
  title: string;
  /** What stands below each heading of the second level, by its name in lower case. */
  sections: Map<string, string>;
  status?: string;
  date?: string;
}

/** What these states say is that nothing was decided, or that it no longer holds. */
const NOT_IN_FORCE = /^\W*(?:proposed|draft|rejected|deprecated|superseded|withdrawn)\b/i;

/** `Date: 2026-01-05`, `* Status: accepted`, also in the head of the file. */
function fieldIn(text: string, name: string): string | undefined {
  const value = new RegExp(`^[ \\t]*(?:[-*+] )?(?:\\*\\*)?${name}(?:\\*\\*)?:(?:\\*\\*)?[ \\t]*(\\S.*)$`, "im").exec(
    text,
  )?.[1];
  return value?.replace(/^["']|["']$/g, "").trim();
}

function adrIn(text: string): Adr | undefined {
  const sections = new Map<string, string>();
  let title: string | undefined;
  let name = "";
  for (const { text: line, kind } of classifyLines(text)) {
    const heading = kind === "text" ? headingLine(line) : undefined;
    if (heading?.level === 1) {
      if (title !== undefined) return undefined;
      title = plainLine(heading.text);
    } else if (heading?.level === 2) {
      name = heading.text.replace(/[*:]/g, "").trim().toLowerCase();
      sections.set(name, "");
    } else if (kind !== "comment" && name !== "") sections.set(name, `${sections.get(name)}${line}\n`);
  }
  const has = (...names: string[]) => names.some((one) => sections.has(one));
  const isAdr = has("decision", "decision outcome") && has("context", "context and problem statement", "consequences");
  if (!isAdr || title === undefined) return undefined;
  const { ids, title: rest } = readMarks(title.replace(/^\d{1,5}[.)]\s+/, ""));
  const head = text.split(/^## /m, 1)[0] ?? "";
  const status = sections.get("status")?.trim() || fieldIn(head, "status");
  return defined({ ids, title: rest || title, sections, status, date: fieldIn(head, "date") });
}

function planOf({ ids, title, sections, status }: Adr): Plan {
  if (status !== undefined && NOT_IN_FORCE.test(status)) {
    return { fate: "skip", because: `It is not in force: ${plainLine(status.split("\n", 1)[0] ?? "")}` };
  }
  const part = (...names: string[]) => names.map((one) => sections.get(one)?.trim()).find((one) => one);
  const decision = part("decision outcome", "decision") ?? "";
  const first = plainLine(firstSentence(decision));
  const content = defined({
    action: decision === first ? undefined : decision,
    evidence: part("context and problem statement", "context"),
    risk: part("consequences"),
    alternatives: part("considered options"),
  });
  const statement = { text: first === "" ? title : `${title}: ${first}`, stated: true };
  return draftDecision({ ids, content, rest: "", status, byUser: false, tags: [], references: [] }, statement);
}

/** The one item of such a file; undefined where it is none. */
export function adrItem(text: string, timezone: string): RawItem | undefined {
  if (!/^##[ \t]+decision/im.test(text) || adrIn(text) === undefined) return undefined;
  return rawItem({ line: 1, length: text.split("\n").length }, text, (clean) => {
    const adr = adrIn(clean);
    if (adr === undefined) return { plan: { fate: "skip", because: "It does not say what was decided." } };
    const moment = findDate(adr.date ?? "")?.moment;
    const when = moment === undefined ? {} : { at: epochOf(moment, timezone), dayOnly: true };
    return { aliases: adr.ids, ...when, plan: planOf(adr) };
  });
}
