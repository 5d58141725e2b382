/** Scrubs files of records and versions: prose around records, rules of every state. */

import type { Context } from "../context.js";
import { filesOf } from "../rules/policy/operations.js";
import type { Rule } from "../rules/policy/rule.js";
import type { Operation, Version } from "../rules/policy/version.js";
import type { Chain } from "../rules/versions/chain.js";
import { renderVersion } from "../rules/versions/version-text.js";
import type { Change } from "../store/change/change.js";
import { isYaml } from "../store/records/fences.js";
import { layoutOf } from "../store/records/record-parse.js";
import { defined } from "../text/defined.js";
import { ANY_ID_FORM } from "../text/id-shape.js";
import type { NameMatcher } from "./contact-names.js";
import type { TextMatcher } from "./text-matcher.js";

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * The bytes with some lines replaced; undefined when none is. `next` gets a line without its end and answers what
 * shall stand there, or undefined to leave it.
 */
export function withReplacedLines(
  bytes: Uint8Array,
  next: (line: string, at: number) => string | undefined,
): Buffer | undefined {
  const all = Buffer.from(bytes);
  const parts: Buffer[] = [];
  let changed = false;
  for (let from = 0, at = 0; from < all.length; at++) {
    const newlineAt = all.indexOf(NEWLINE, from);
    const to = newlineAt === -1 ? all.length : newlineAt + 1;
    const end = newlineAt === -1 ? to : newlineAt > from && all[newlineAt - 1] === RETURN ? newlineAt - 1 : newlineAt;
    const newLine = next(all.toString("utf8", from, end), at);
    if (newLine === undefined) parts.push(all.subarray(from, to));
    else {
      changed = true;
      parts.push(Buffer.from(newLine), all.subarray(end, to));
    }
    from = to;
  }
  return changed ? Buffer.concat(parts) : undefined;
}

const HEADING = new RegExp(String.raw`^(## +${ANY_ID_FORM})\b.*$`);

/** Lines outside the records, with those that hold the words replaced. Records are written by their own rules. */
export function scrubProse(bytes: Uint8Array, matcher: TextMatcher, mark: string): Uint8Array | undefined {
  const { skeleton } = layoutOf(Buffer.from(bytes).toString("utf8"));
  const within = (at: number) => skeleton.fences.some((one) => isYaml(one) && one.open <= at && at <= one.close);
  return withReplacedLines(bytes, (line, at) => {
    if (within(at) || !matcher.matches(line)) return undefined;
    const titled = HEADING.exec(line)?.[1];
    return titled === undefined ? mark : titled;
  });
}

/** A line made of what goes: all its ids go, it was worded from one that goes, or it holds the words. */
function isHeld(matcher: TextMatcher, { ids, text }: { ids: readonly string[]; text: string }): boolean {
  return matcher.ids.has(ids[0] ?? "") || matcher.matchesWhole(text);
}

/** A mark of the words is a hash of them: it goes with them. */
function unmarked<T extends { text: string; worded_from?: string | undefined }>(line: T, mark: string): T {
  const { worded_from: _, ...rest } = line;
  return { ...(rest as T), text: mark };
}

function scrubbedOperation(op: Operation, matcher: TextMatcher, mark: string): Operation {
  const { before } = op;
  const safeBefore = before === undefined || !isHeld(matcher, { ids: op.ids, text: before }) ? before : mark;
  return {
    ...(isHeld(matcher, op) ? unmarked(op, mark) : op),
    ...(safeBefore === undefined ? {} : { before: safeBefore }),
    because: matcher.without(op.because, `It spoke of ${mark}.`),
  };
}

/** One version without the words. `before`: the rules it is based on, scrubbed. The same when it holds none. */
function scrubbed(
  stated: Version,
  before: readonly Rule[],
  matcher: TextMatcher,
  mark: string,
  names: NameMatcher,
): Version {
  const version = renamedVersion(stated, names, mark);
  const { operations, rules, change_summary, decided, declined } = version;
  const next: Version = {
    ...version,
    change_summary: matcher.without(change_summary, mark),
    operations: operations.map((op) => scrubbedOperation(op, matcher, mark)),
    rules: rules.map((rule) => (isHeld(matcher, rule) ? unmarked(rule, mark) : rule)),
    ...(decided === undefined ? {} : { decided: matcher.without(decided, mark) }),
    ...(declined === undefined
      ? {}
      : { declined: declined.filter(({ ids }) => !ids.every((id) => matcher.ids.has(id))) }),
  };
  // A hash of the words would let them be guessed.
  const bound = next as Version & { contents?: Record<string, string> };
  if (bound.contents !== undefined) {
    bound.contents = Object.fromEntries(Object.entries(bound.contents).filter(([id]) => !matcher.ids.has(id)));
  }
  if (JSON.stringify(next) === JSON.stringify(stated)) return stated;
  return { ...next, files: filesOf(before, next.rules) };
}

/** A version without names in its sentences; the same when it holds none. */
function renamedVersion(version: Version, names: NameMatcher, mark: string): Version {
  const { operations, rules, change_summary, decided, declined } = version;
  const without = <T>(value: T): T => names.withoutNames(value, mark) as T;
  const line = <T extends { text: string }>(one: T): T =>
    without(one.text) === one.text ? without(one) : without(unmarked(one, one.text));
  const next: Version = {
    ...version,
    ...defined({ decided: without(decided), declined: without(declined) }),
    change_summary: without(change_summary),
    operations: operations.map(line),
    rules: rules.map(line),
  };
  return JSON.stringify(next) === JSON.stringify(version) ? version : next;
}

/** Stages every version file that holds something, written anew without it. Answers the files, relative. */
export function scrubVersions(
  ctx: Context,
  change: Change,
  chain: Chain,
  matcher: TextMatcher,
  mark: string,
  names: NameMatcher,
): string[] {
  const { workspace: ws } = ctx;
  const after = new Map<string, Version>();
  const files: string[] = [];
  for (const version of chain.versions) {
    const rulesOf = (versions: (id: string) => Version | undefined) =>
      version.previous === null ? [] : (versions(version.previous)?.rules ?? []);
    const before = rulesOf((id) => after.get(id) ?? chain.version(id));
    const next = scrubbed(version, before, matcher, mark, names);
    after.set(version.id, next);
    const changed = next !== version || before.some((rule, at) => rule !== rulesOf((id) => chain.version(id))[at]);
    if (!changed) continue;
    change.write(ws.versionFile(version.id), renderVersion(next, before));
    files.push(ws.relative(ws.versionFile(version.id)));
  }
  return files;
}
