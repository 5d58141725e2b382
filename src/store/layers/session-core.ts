/**
 * The core that a session was served first: served again until it ends, so that its bytes never change under an agent.
 * Local and disposable: without it the core is made anew.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Context } from "../../context.js";
import { isFor, isSensitive, SENSITIVE, type Viewer } from "../../entry/gates/visible.js";
import type { Steps } from "../../steps.js";
import { markOf } from "../../text/fence.js";
import { removeDisposable, writeDisposable } from "../files/disposable.js";
import type { EntryMeta } from "../open-store.js";
import type { Workspace } from "../workspace.js";
import { type ContextItem, idsOf, type Layer, type Omitted, ownIdsOf, withheldBecause } from "./policy/layer.js";
import { hashOf } from "./policy/receipt.js";
import { screenLayers } from "./screen-layers.js";

/** The stored part of a core. */
export interface SessionCore {
  layers: Layer[];
  omitted: Omitted[];
  /** Versions of the rules that were in force. */
  versions: string[];
  /** Ids without an entry when it was made: that they are missing is no news. */
  missing: string[];
  at: string;
}

interface StoredCore extends SessionCore {
  format: number;
  session: string;
  /** The person whose memories it may contain. */
  user: string | null;
  /** A hash of all other fields: an edited or scrubbed file does not match and is ignored. */
  check: string;
}

const FORMAT = 1;
const ENDING = ".core.json";

/** Is this the file of a kept core? */
export function isSessionCore(path: string): boolean {
  return path.endsWith(ENDING);
}

/** One session may serve two people, and neither is shown the other's memories; or come by two doors, each with its words. */
function fileOf(ws: Workspace, session: string, user: string | undefined, door: Steps["door"]): string {
  const reader = door === "shell" ? (user ?? "") : `${user ?? ""}\n${door}`;
  return join(ws.sessions, `${prefixOf(session)}-${hashOf(reader).slice(0, 8)}${ENDING}`);
}

const prefixOf = (session: string): string => hashOf(session).slice(0, 24);
const checkOf = ({ layers, omitted, versions, missing }: SessionCore): string =>
  markOf(JSON.stringify([layers, omitted, versions, missing]));

/** The core kept for a session and person; undefined when there is none that is whole. */
export function readSessionCore(
  ws: Workspace,
  session: string,
  user: string | undefined,
  door: Steps["door"] = "shell",
): SessionCore | undefined {
  try {
    const storedCore = JSON.parse(readFileSync(fileOf(ws, session, user, door), "utf8")) as StoredCore;
    const isOurs = storedCore.format === FORMAT && storedCore.session === session && storedCore.user === (user ?? null);
    return isOurs && storedCore.check === checkOf(storedCore) ? storedCore : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a core for a session; false where that is not possible. */
export function keepSessionCore(
  ws: Workspace,
  session: string,
  user: string | undefined,
  core: SessionCore,
  door: Steps["door"] = "shell",
): boolean {
  const nextCore: StoredCore = { format: FORMAT, session, user: user ?? null, check: checkOf(core), ...core };
  return writeDisposable(fileOf(ws, session, user, door), `${JSON.stringify(nextCore)}\n`, [
    ws.local,
    ws.state,
    ws.sessions,
  ]);
}

/** Lets go of the cores of a session that has ended. */
export function dropSessionCore(ws: Workspace, session: string): void {
  const prefix = prefixOf(session);
  for (const path of coresOf(ws)) if (basename(path).startsWith(prefix)) removeDisposable(path);
}

/** Every kept core; none where there is no folder yet. */
function coresOf(ws: Workspace): string[] {
  try {
    return readdirSync(ws.sessions)
      .filter(isSessionCore)
      .map((name) => join(ws.sessions, name));
  } catch {
    return [];
  }
}

/** The id of an unnamed session: a day's work, without a beginning or an end. */
const UNNAMED = /^adhoc-.*-\d{4}-\d{2}-\d{2}$/;

/** The session has a name (`--session`, `TENET_SESSION`, a host), so that it begins and ends. */
export function isNamedSession(session: string): boolean {
  return !UNNAMED.test(session);
}

/** Entries of a stored core that may no longer be shown: retracted words never come back. */
/** The heads by which a stored core is checked, and the reader who must be allowed to see them. */
export interface Heads {
  ctx: Context;
  viewer: Viewer;
  head(id: string): EntryMeta | undefined;
  /** Claims of entries that stand in the person's own tree alone, of those that are asked for. */
  ownClaims(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export async function withdrawnFromCore(core: SessionCore, { head, viewer }: Heads): Promise<string[]> {
  const missing = new Set(core.missing);
  const withdrawn = new Set<string>();
  for (const { items } of core.layers) {
    for (const item of items.flatMap((one) => [one, ...(one.beside ?? [])])) {
      for (const id of ownIdsOf(item)) {
        const entry = head(id);
        if (entry === undefined) {
          if (!missing.has(id)) withdrawn.add(id);
          continue;
        }
        const hidden = isSensitive(entry) && item.text !== SENSITIVE;
        const theirs = item.who === "people";
        if (hidden || withheldBecause(entry, theirs) !== undefined || !isFor(entry, viewer)) withdrawn.add(id);
      }
    }
  }
  return [...withdrawn];
}

type WithWords = Pick<ContextItem, "id" | "text">;

/** An item with its own line and those beneath it changed. */
function inAllLines(item: ContextItem, change: <T extends WithWords>(line: T) => T): ContextItem {
  const { beside } = item;
  return { ...change(item), ...(beside === undefined ? {} : { beside: beside.map(change) }) };
}

/**
 * Layers as they are stored: without the words of the person's own tree, since an erasing there would not search this
 * workspace.
 */
export async function withoutOwnWords(layers: readonly Layer[], sources: Heads): Promise<Layer[]> {
  const own = await sources.ownClaims(layers.flatMap(({ items }) => items.flatMap(idsOf)));
  if (own.size === 0) return [...layers];
  const emptied = <T extends WithWords>(one: T): T => (own.has(one.id ?? "") ? { ...one, text: "" } : one);
  return layers.map((layer) => ({ ...layer, items: layer.items.map((item) => inAllLines(item, emptied)) }));
}

/** Kept layers with these words in their places again. */
export async function withOwnWords(layers: readonly Layer[], sources: Heads): Promise<Layer[]> {
  const lines = layers.flatMap(({ items }) => items.flatMap((item) => [item, ...(item.beside ?? [])]));
  const emptyIds = lines.filter(({ text }) => text === "").flatMap(ownIdsOf);
  const own = await sources.ownClaims(emptyIds);
  if (own.size === 0) return [...layers];
  const restored = <T extends WithWords>(one: T): T => ({
    ...one,
    text: one.text === "" ? (own.get(one.id ?? "") ?? "") : one.text,
  });
  const filled = layers.map((layer) => ({ ...layer, items: layer.items.map((item) => inAllLines(item, restored)) }));
  return (await screenLayers(sources.ctx, filled, { layer_tokens: Number.POSITIVE_INFINITY, total_tokens: 0 })).layers;
}
