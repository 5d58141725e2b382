/** Exports of other memories: mem0's JSON, and the entities and relations of the MCP memory server. */

import { defined } from "../../../text/defined.js";
import { foreignJson } from "../../../text/json.js";
import { memoryOf } from "../instructions.js";
import { type Plan, type RawItem, rawItem } from "../plan.js";
import { cutAtWord, flatText, LONGEST_CLAIM } from "../wording.js";

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const textIn = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.flatMap((one) => textIn(one) ?? []) : []);

/** A record of such an export, and where it begins. */
interface ForeignRecord {
  line: number;
  /** How many lines it takes: up to the next one. */
  length: number;
  fields: Fields;
}

export interface ForeignMemories {
  kind: "mem0" | "memory-server";
  items: RawItem[];
}

/** A value that may be JSON as a whole; undefined when it is not. */
function parsed(text: string): unknown {
  try {
    return foreignJson(text);
  } catch {
    return undefined;
  }
}

/** Under this name stands a line that is no JSON object. */
const BROKEN = "broken line";

const isEntity = (fields: Fields) => typeof fields["name"] === "string" && Array.isArray(fields["observations"]);
/** The ends and the name of a relation, as the memory server and mem0 write it. */
function relationIn(fields: Fields): [from: string, how: string, to: string] | undefined {
  const ends = [fields["from"] ?? fields["source"], fields["relationType"] ?? fields["relationship"]];
  const [from, how, to] = [...ends, fields["to"] ?? fields["target"] ?? fields["destination"]].map(textIn);
  return from === undefined || how === undefined || to === undefined ? undefined : [from, how, to];
}
const isMem0 = (fields: Fields) =>
  typeof fields["memory"] === "string" &&
  ["id", "user_id", "agent_id", "run_id", "created_at", "hash"].some((name) => name in fields);

/** Lists in which an export may keep its records. */
const LISTS = ["results", "memories", "entities", "relations", "data"] as const;

/** Objects one a line; a line that is none keeps its words. */
function rowsIn(text: string): ForeignRecord[] {
  return text.split("\n").flatMap((row, index) => {
    const fields = parsed(row);
    if (row.trim() === "") return [];
    return [{ line: index + 1, length: 1, fields: isFields(fields) ? fields : { [BROKEN]: row } }];
  });
}

/** Objects that stand side by side: one a line, or in a list of the one document. */
function recordsIn(text: string): ForeignRecord[] {
  const whole = parsed(text);
  if (whole === undefined) return rowsIn(text);
  const lists = Array.isArray(whole)
    ? [whole]
    : isFields(whole)
      ? LISTS.map((name) => whole[name]).filter(Array.isArray)
      : [];
  const memories = lists.flat().filter(isFields);
  const records = memories.length === 0 && isFields(whole) ? [whole] : memories;
  const lines = [...records.map(linesOf(text)), text.split("\n").length + 1];
  return records.map((fields, at) => {
    const line = lines[at] as number;
    return { line, length: Math.max(1, (lines[at + 1] as number) - line), fields };
  });
}

/** Where an object of a larger document stands: the line that holds its first own text. */
function linesOf(text: string): (fields: Fields) => number {
  let from = 0;
  let line = 1;
  return (fields) => {
    const own = textIn(fields["id"]) ?? textIn(fields["name"]) ?? textIn(fields["from"]) ?? textIn(fields["memory"]);
    const at = own === undefined ? -1 : text.indexOf(JSON.stringify(own), from);
    if (at === -1) return line;
    for (let next = text.indexOf("\n", from); next !== -1 && next < at; next = text.indexOf("\n", from)) {
      line++;
      from = next + 1;
    }
    return line;
  };
}

/** `raw`: the words that are judged, with what belongs to them, as JSON. */
function itemOf({ line, length }: ForeignRecord, fields: Fields, plan: (said: Fields) => Plan): RawItem {
  const at = Date.parse(textIn(fields["created_at"]) ?? "");
  const aliases = textsIn([fields["id"]]).map((id) => cutAtWord(id, 120));
  const base = { aliases, ...(Number.isNaN(at) ? {} : { at }) };
  const skipped: Plan = { fate: "skip", because: "A secret in it cannot be told from the words around it." };
  return rawItem({ line, length }, JSON.stringify(fields), (clean) => {
    const words = parsed(clean) as Fields | undefined;
    return { ...base, plan: words === undefined ? skipped : plan(words) };
  });
}

function planFor(content: string, tags: readonly string[], source: string): Plan {
  const flat = flatText(content);
  if (flat === "") return { fate: "skip", because: "It says nothing." };
  const claim = cutAtWord(flat, LONGEST_CLAIM);
  const more = { tags: tags.length === 0 ? undefined : [...new Set(tags)].slice(0, 40) };
  const provenance = defined({ source, cut: claim === flat ? undefined : ["content"] });
  return { ...memoryOf(claim, "fact", "A memory of another tool.", more), provenance };
}

function mem0Plan(fields: Fields): Plan {
  const userName = textIn(fields["user_id"]);
  const source = userName === undefined ? "mem0" : `mem0, user ${cutAtWord(userName, 120)}`;
  return planFor(textIn(fields["memory"]) ?? "", textsIn(fields["categories"]), source);
}

function mem0Item(record: ForeignRecord): RawItem {
  const { fields } = record;
  const metadata = isFields(fields["metadata"]) ? fields["metadata"] : {};
  const categories = [...textsIn(fields["categories"]), ...textsIn([metadata["category"]])];
  const { id, memory, user_id, created_at } = fields;
  return itemOf(record, defined({ id, memory, user_id, created_at, categories }), mem0Plan);
}

const readableName = (name: string): string =>
  /^default[_ ]user$/i.test(name) ? "The user" : name.replaceAll("_", " ");

function observationPlan(fields: Fields): Plan {
  const [name, text] = [textIn(fields["entity"]) ?? "", textIn(fields["observation"]) ?? ""];
  if (text === "") return { fate: "skip", because: `${readableName(name)} is named, and nothing is said about it.` };
  const about = text.toLowerCase().includes(readableName(name).toLowerCase()) ? text : `${readableName(name)}: ${text}`;
  return planFor(about, textsIn([fields["entityType"]]), "MCP memory server");
}

const relationPlan =
  (source: string) =>
  (fields: Fields): Plan => {
    const [from, how, to] = relationIn(fields) ?? ["", "", ""];
    return planFor(`${readableName(from)} ${how.replaceAll("_", " ")} ${readableName(to)}`, ["relation"], source);
  };

function relationItem(record: ForeignRecord, source: string): RawItem {
  const [from, relationType, to] = relationIn(record.fields) ?? [];
  return itemOf(record, { from, to, relationType }, relationPlan(source));
}

function serverItems(record: ForeignRecord): RawItem[] {
  const { fields } = record;
  const { name: entity, entityType } = fields;
  const observations = textsIn(fields["observations"]);
  return (observations.length === 0 ? [""] : observations).map((observation) =>
    itemOf(record, { entity, entityType, observation }, observationPlan),
  );
}

/** What is no record of the export is named. */
function oddItem(record: ForeignRecord): RawItem {
  const problem = record.fields[BROKEN];
  const because = problem === undefined ? "It is no record of a memory." : "The line is not JSON.";
  return itemOf(record, defined({ ...record.fields, id: undefined }), () => ({ fate: "skip", because }));
}

/** Recognises such an export by its records; undefined when it is none. */
export function foreignMemories(text: string): ForeignMemories | undefined {
  if (!/"(?:memory|observations|relationType)"/.test(text)) return undefined;
  const records = recordsIn(text);
  const isServer = records.some(({ fields }) => isEntity(fields) || "relationType" in fields);
  if (!isServer && !records.some(({ fields }) => isMem0(fields))) return undefined;
  const kind = isServer ? "memory-server" : "mem0";
  const items = records.flatMap((record): RawItem[] => {
    const { fields } = record;
    if (relationIn(fields) !== undefined) return [relationItem(record, isServer ? "MCP memory server" : "mem0")];
    if (isServer && isEntity(fields)) return serverItems(record);
    return [!isServer && isMem0(fields) ? mem0Item(record) : oddItem(record)];
  });
  return { kind, items };
}
