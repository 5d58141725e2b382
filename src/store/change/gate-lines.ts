/** Lines of the daily logs about insights that the gate kept out of the entries: how they are written, and read again. */

import { defined } from "../../text/defined.js";
import { ANY_ID_FORM } from "../../text/id-shape.js";

/** `logged`: nothing was at risk. `skipped`: known in the same words. */
type GateKind = "logged" | "skipped";

/** The content of such a line behind its time. */
export interface GateText {
  kind: GateKind;
  words: string;
  /** For a skipped statement: the entry that states it already. */
  id?: string | undefined;
}

const PREFIXES = { logged: "not learned: ", skipped: "said again: " } as const satisfies Record<GateKind, string>;

/** `not learned: npm ci printed 3 warnings`, `said again: caches are cold (INS-20260215-K7Q2X)`. */
export function gateText({ kind, words, id }: GateText): string {
  return `${PREFIXES[kind]}${words}${id === undefined ? "" : ` (${id})`}`;
}

const MARKED = /^(not learned|said again):\s*(.*)$/is;
const NAMED = new RegExp(String.raw`^\((${ANY_ID_FORM})\)$`);

/** Parses a bullet of this kind; undefined for every other one. */
export function gateTextOf(bulletText: string): GateText | undefined {
  const [, mark = "", rest = ""] = MARKED.exec(bulletText) ?? [];
  if (mark === "") return undefined;
  if (mark.toLowerCase() === "not learned") return { kind: "logged", words: rest };
  const end = rest.trimEnd();
  const open = end.lastIndexOf("(");
  const id = open === -1 ? undefined : NAMED.exec(end.slice(open))?.[1];
  return { kind: "skipped", words: id === undefined ? rest : end.slice(0, open).trimEnd(), ...defined({ id }) };
}
