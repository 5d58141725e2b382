/** Reads the local history of a report: showings, searches and questions of this machine. */
import type { Context } from "../context.js";
import { WHOLE_ID } from "../entry/id-form.js";
import { HOSTS, type Host } from "../store/hosts/host.js";
import { loadedFiles } from "../store/hosts/instruction-files.js";
import { type LedgerEvent, readingEvents } from "../store/ledger/ledger.js";
import { readQuestions } from "../store/loop/question-log.js";
import { convergenceOf } from "../store/sync/policy/convergence.js";
import { readArrivals } from "../store/sync/sync-state.js";
import type { Workspace } from "../store/workspace.js";
import type { LocalHistory, Showing } from "./history.js";

/**
 * Reads the ledger and the memory of asked questions. The session memory holds no showing that the ledger lacks. Ids
 * are as noted, including private ones: the caller filters them before printing. Without a ledger the history is empty.
 */
export async function readLocal({ workspace: ws }: Pick<Context, "workspace">): Promise<LocalHistory> {
  const files = filesByHost(ws);
  const showings: Showing[] = [];
  const searches: LocalHistory["searches"][number][] = [];
  for (const event of readingEvents(ws)) {
    showings.push(...showingsOf(event, files));
    // The prompts of a hook are noted where something was found alone: they are no searches that can be counted.
    if (event.op === "recall") searches.push({ at: event.at, found: event.ids.length > 0 });
  }
  const { asked } = await readQuestions(ws);
  const inPeriod = { showings: inTime(showings), searches: inTime(searches), asked: inTime(asked.flatMap(askedAbout)) };
  const arrivals = await readArrivals(ws);
  return arrivals.size === 0 ? inPeriod : { ...inPeriod, hub: convergenceOf(arrivals.values()) };
}

/** Stable: what happened within one second stays in the order of its chain. */
function inTime<T extends { at: string }>(all: readonly T[]): T[] {
  const timed = all.map((one) => ({ one, ms: Date.parse(one.at) }));
  return timed.sort((a, b) => a.ms - b.ms).map(({ one }) => one);
}

/** One, of a context two: the entries of its rules, and what else it held. */
function showingsOf({ at, agent, op, ids, receipt }: LedgerEvent, files: FilesByHost): Showing[] {
  if (op !== "context") return [{ at, agent, ids, context: false }];
  const { rules, host } = readReceipt(receipt);
  const isRule = new Set(rules);
  const nonRules = ids.filter((id) => !isRule.has(id));
  const loaded = host === undefined ? [] : files(host);
  return [
    { at, agent, ids: rules, context: true, ...(loaded.length === 0 ? {} : { loaded }) },
    ...(nonRules.length === 0 ? [] : [{ at, agent, ids: nonRules, context: false }]),
  ];
}

/** A receipt as far as it can be read: anybody who may write files can put one into the ledger. */
function readReceipt(receipt: unknown): { rules: string[]; host: Host | undefined } {
  const rules = listIn(partOf(receipt, "rules")).filter((id) => typeof id === "string");
  return { rules, host: HOSTS.find((name) => name === partOf(receipt, "host")) };
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const partOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

/** Files that a host loads by itself, as they lie now; each host is looked at once. */
type FilesByHost = (host: Host) => readonly string[];

function filesByHost(ws: Workspace): FilesByHost {
  const byHost = new Map<Host, readonly string[]>();
  return (host) => {
    const files = byHost.get(host) ?? loadedFiles(ws, host);
    byHost.set(host, files);
    return files;
  };
}

/** A question about one entry. What was only brought to mind, or is about a pair, is none. */
function askedAbout(row: unknown): { id: string; at: string }[] {
  const [id, stage, at] = ["id", "stage", "at"].map((name) => partOf(row, name));
  if (typeof stage !== "number" || typeof id !== "string" || typeof at !== "string") return [];
  return WHOLE_ID.test(id) && !Number.isNaN(Date.parse(at)) ? [{ id, at }] : [];
}
