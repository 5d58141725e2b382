/** Parses a line of the ledger. Any program may write to its files: foreign lines count as garbage. */
export interface LedgerEvent {
  at: string;
  /** `decision`: a version of the rules changed its state. */
  kind: "read" | "write" | "decision";
  /** The verb: `recall`, `heartbeat`, `learn`, ... */
  op: string;
  agent: string;
  session: string;
  run?: string;
  /** Entries concerned. */
  ids: string[];
  reason?: string;
  /** Of a decision: the version, its new state, and who stands behind it (`auto`: the apply mode). */
  version?: string;
  decision?: string;
  by?: string;
  /** Of a printed context: its hash. */
  receipt?: { readonly hash: string };
}

/** Of every line of ours: reading long garbage as JSON takes its time. */
const BEGIN = '{"';

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const allTexts = (fields: Fields, names: readonly string[]): boolean =>
  names.every((name) => typeof fields[name] === "string");

const KINDS: readonly unknown[] = ["read", "write", "decision"] satisfies readonly LedgerEvent["kind"][];
const STATED = ["op", "agent", "session"] as const satisfies readonly (keyof LedgerEvent)[];
const OPTIONAL = ["run", "reason", "version", "decision", "by"] as const satisfies readonly (keyof LedgerEvent)[];
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;

function isEvent(line: Fields): boolean {
  const { at, kind, ids, receipt } = line;
  return (
    typeof at === "string" &&
    INSTANT.test(at) &&
    !Number.isNaN(Date.parse(at)) &&
    KINDS.includes(kind) &&
    allTexts(line, STATED) &&
    OPTIONAL.every((name) => line[name] === undefined || typeof line[name] === "string") &&
    Array.isArray(ids) &&
    ids.every((id) => typeof id === "string") &&
    (receipt === undefined || (isObject(receipt) && allTexts(receipt, ["hash"])))
  );
}

/** The event of a line; undefined for garbage. */
export function parsedLine(line: string): LedgerEvent | undefined {
  let parsed: unknown;
  if (!line.startsWith(BEGIN)) return undefined;
  try {
    parsed = JSON.parse(line);
  } catch {
    return undefined;
  }
  return isObject(parsed) && isEvent(parsed) ? (parsed as unknown as LedgerEvent) : undefined;
}
