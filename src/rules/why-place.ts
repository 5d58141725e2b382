/** From `SOUL.md:12` to what stands there: a rule, by its ids or its words, wherever it has moved to. */
import { isAbsolute, relative, resolve, sep } from "node:path";
import type { Context } from "../context.js";
import { TenetError, wrongUsage } from "../errors.js";
import { readBytes } from "../store/files/safe-path.js";
import type { Store } from "../store/open-store.js";
import { blockIn } from "../store/records/marked-blocks.js";
import { type BlockRule, rulesIn } from "./policy/block.js";
import type { Target } from "./policy/rule.js";

/** The place or entry that `why` is called for. */
export type Asked =
  | { kind: "id"; ref: string }
  | { kind: "file"; target: Target }
  | { kind: "place"; file: string; line: number };

/** Distinguishes files from ids. `from`: the caller's folder, absolute. Throws `usage` for a place without rules. */
export async function askedAbout(
  ctx: Pick<Context, "workspace" | "profile">,
  ref: string,
  from: string,
  paths: readonly Target[],
): Promise<Asked> {
  const [, placeName = ref.trim(), at] = /^(.+?):(\d+)(?::\d+)?$/.exec(ref.trim()) ?? [];
  if (!isFileName(placeName)) return { kind: "id", ref: ref.trim() };
  const file = await fileNamed(ctx, placeName, from, paths);
  if (at !== undefined) return { kind: "place", file, line: Number(at) };
  if (paths.includes(file) || Object.values(ctx.profile.files).includes(file)) return { kind: "file", target: file };
  const hint = `Name a line of it: tenet why ${file}:1`;
  throw wrongUsage(`${file} holds no rules; they stand in ${paths.join(", ")}`, hint, "no-rules-there");
}

function isFileName(name: string): boolean {
  return /[/\\]/.test(name) || /\.(?:md|ya?ml|jsonl?|txt)$/i.test(name);
}

/** Relative to the workspace: seen from where the caller stands, else from the workspace; a bare name may be a core file's. */
async function fileNamed(
  { workspace: ws }: Pick<Context, "workspace">,
  name: string,
  from: string,
  paths: readonly Target[],
): Promise<string> {
  const bare = paths.find((one) => one.slice(one.lastIndexOf("/") + 1).toLowerCase() === name.toLowerCase());
  if (bare !== undefined) return bare;
  const candidates = [resolve(from, name), resolve(ws.root, name)].map((path) =>
    relative(ws.root, path).split(sep).join("/"),
  );
  const inside = candidates.filter((file) => file !== "" && !file.startsWith("../") && !isAbsolute(file));
  for (const file of inside) if ((await readBytes(ws, ws.absolute(file))) !== undefined) return file;
  const [first] = inside;
  if (first !== undefined) return first;
  throw wrongUsage(`${name} lies outside the workspace`, undefined, "outside");
}

/** A line of a file: the rule it belongs to, or what else it is. */
export interface StandingThere {
  text: string;
  /** Set when it belongs to a rule, its later lines included. */
  rule?: BlockRule & { target: Target; line: number };
  /** A sentence on a line that is no rule. */
  says?: string;
  /** The entry whose record contains the line. */
  entry?: string;
}

/** Reads one line. Throws `not-found` when there is no such file or line. */
export async function standingAt(
  ctx: Pick<Context, "workspace">,
  tree: Store,
  file: string,
  line: number,
  paths: readonly Target[],
): Promise<StandingThere> {
  const { workspace: ws } = ctx;
  const bytes = await readBytes(ws, ws.absolute(file));
  if (bytes === undefined) throw new TenetError(`there is no ${file} here`, { failure: "not-found", code: "no-file" });
  const text = new TextDecoder("utf-8").decode(bytes);
  const lines = text.split(/\r?\n/);
  const last = lines.at(-1) === "" ? lines.length - 1 : lines.length;
  if (line < 1 || line > last) {
    const has = last === 0 ? "is empty" : `has ${last} ${last === 1 ? "line" : "lines"}`;
    throw new TenetError(`${file} ${has}; there is no line ${line}`, { failure: "not-found", code: "no-line" });
  }
  const lineText = lines[line - 1] ?? "";
  return { text: lineText, ...(paths.includes(file) ? inTarget(file, text, line) : elsewhere(ctx, tree, file, line)) };
}

function inTarget(target: Target, text: string, line: number): Omit<StandingThere, "text"> {
  const block = blockIn(text, "rules");
  if (block.state === "damaged")
    return { says: `${target} is not read for rules: line ${block.line}: ${block.message}.` };
  if (block.state === "missing") return { says: `${target} has no block of rules: all of it is people's own text.` };
  const first = block.from + 1;
  if (line < first - 1 || line > first + block.lines.length)
    return { says: "It stands outside tenet's block: people's own text, which tenet never writes." };
  const rule = rulesIn(block.lines).find(({ from, to }) => line >= first + from && line < first + to);
  if (rule === undefined) return { says: "It stands in tenet's block, and is no rule." };
  return { rule: { ...rule, target, line: first + rule.from } };
}

function elsewhere(
  ctx: Pick<Context, "workspace">,
  tree: Store,
  file: string,
  line: number,
): Omit<StandingThere, "text"> {
  const heads = tree.heads.filter((head) => head.file === file && head.line <= line);
  const head = heads.sort((a, b) => b.line - a.line)[0];
  if (head !== undefined) return { entry: head.id };
  const { workspace: ws } = ctx;
  if (file.startsWith(`${ws.relative(ws.versions)}/`))
    return { says: "It belongs to a version of the rules: tenet versions diff shows what that changed, and why." };
  return { says: "It is no rule, and no record of an entry." };
}
