/** The lines of a rules block: which of them are rules, which are anything else a person put there. */
import { createHash } from "node:crypto";
import { type RuleLine, ruleLine, sayingOf } from "./rule.js";

/** A rule as it stands in a block; `from` and `to` are the block's lines (0-based, `to` exclusive). */
export interface BlockRule extends RuleLine {
  from: number;
  to: number;
}

const BULLET = /^ {0,3}[-*+][ \t]+(?!\[[ xX]\][ \t]*$)(.*)$/;
const IDS = /<!--\s*((?:(?:COR|INS|OUT)-\d{8}-[0-9A-Z]{3,8}[\s,]*)+)-->\s*$/;
/** What ends a bullet that runs over several lines. */
const BORDER = /^\s*$|^ {0,3}(?:#{1,6}\s|>|```|~~~|<!--|[-*_](?:\s*[-*_]){2,}\s*$)/;

/** Every rule among the lines of a block, the marks apart. A bullet that a formatter wrapped is one rule. */
export function rulesIn(lines: readonly string[]): BlockRule[] {
  const rules: BlockRule[] = [];
  let fenced = false;
  for (let at = 0; at < lines.length; at++) {
    if (/^ {0,3}(?:```|~~~)/.test(lines[at] ?? "")) fenced = !fenced;
    const first = fenced ? undefined : BULLET.exec(lines[at] ?? "")?.[1];
    if (first === undefined) continue;
    let to = at + 1;
    const parts = [first];
    while (to < lines.length && continues(lines[to] ?? "")) parts.push((lines[to++] ?? "").trim());
    rules.push({ ...lineOf(parts.join(" ")), from: at, to });
    at = to - 1;
  }
  return rules.filter(({ text, ids }) => text !== "" || ids.length > 0);
}

function continues(line: string): boolean {
  // A comment on a line of its own is the ids of a bullet that was wrapped before them.
  if (IDS.test(line) && /^\s+<!--/.test(line)) return true;
  return !BORDER.test(line) && !BULLET.test(line);
}

function lineOf(written: string): RuleLine {
  const found = IDS.exec(written);
  const text = (found === null ? written : written.slice(0, found.index)).trim();
  const ids = found?.[1]?.split(/[\s,]+/).filter((id) => id !== "") ?? [];
  return { text, ids: [...new Set(ids)] };
}

/** What a block says, apart from layout and order: a formatter or a moved line leaves it as it is. Null: no rule. */
export function blockHash(rules: readonly RuleLine[]): string | null {
  if (rules.length === 0) return null;
  const said = rules.map(({ text, ids }) => `${sayingOf(text)}|${[...ids].sort().join(" ")}`).sort();
  return createHash("sha256").update(said.join("\n")).digest("hex");
}

/** One change of a block: what becomes of a rule that stands there, or a rule to add. */
export interface BlockPlan {
  /** By index into {@link rulesIn}: the new line, or null to take it out. Others stay byte for byte. */
  changed: ReadonlyMap<number, RuleLine | null>;
  added: readonly RuleLine[];
}

/** The lines of a block with a plan carried out. Lines that are no rules stay where they are. */
export function replanned(lines: readonly string[], plan: BlockPlan): string[] {
  const rules = rulesIn(lines);
  const next: string[] = [];
  let at = 0;
  rules.forEach((rule, index) => {
    next.push(...lines.slice(at, rule.from));
    const change = plan.changed.get(index);
    if (change === undefined) next.push(...lines.slice(rule.from, rule.to));
    else if (change !== null) next.push(ruleLine(change));
    at = rule.to;
  });
  const rest = lines.slice(at);
  if (plan.added.length === 0) return [...next, ...rest];
  const added = plan.added.map(ruleLine);
  if (rules.length > 0 && next.some((line) => BULLET.test(line))) return [...next, ...added, ...rest];
  // The first rule of a block: behind its heading, set apart by an empty line.
  const all = [...next, ...rest];
  while (all.at(-1)?.trim() === "") all.pop();
  return [...all, ...(all.length === 0 ? [] : [""]), ...added];
}
