/**
 * What standing reads of core files: the people's lines in them, and the ids that rules in force name. Kept in the
 * cache. Called when a store opens, and when a change writes a core file.
 */
import { ID_FORM } from "../../entry/id-form.js";
import type { Profile } from "../../settings.js";
import { sha256 } from "../files/atomic-file.js";
import { coreFilesOf, linesOfCore, textOfCoreFile } from "../records/core-lines.js";
import { blockIn } from "../records/marked-blocks.js";
import type { Workspace } from "../workspace.js";
import type { CacheDatabase } from "./database.js";
import { CORE, coreIn, type StandsBy, settle } from "./settle.js";

interface Here {
  workspace: Workspace;
  profile: Profile;
}

const IDS = new RegExp(String.raw`<!--\s*(${ID_FORM}(?:[\s,]+${ID_FORM})*)[\s,]*-->`, "g");

/** Ids that the rules of a core file name. */
function ruleIdsIn(text: string): string[] {
  const block = blockIn(text, "rules");
  if (block.state !== "found") return [];
  return [...block.lines.join("\n").matchAll(IDS)].flatMap(([, ids = ""]) => ids.split(/[\s,]+/));
}

/**
 * Takes in the core files as they are now, where one is another than before. `stagedText`: of a file that a change has
 * staged. Answers the ids of entries whose standing was looked at anew for it.
 */
export async function takeCoreFiles(
  { workspace, profile }: Here,
  database: CacheDatabase,
  by: StandsBy,
  stagedText: (file: string) => string | undefined = () => undefined,
): Promise<Iterable<string>> {
  const textOf = (file: string) => stagedText(file) ?? textOfCoreFile(workspace, file);
  const texts = coreFilesOf(profile).map((file): [file: string, text: string] => [file, textOf(file) ?? ""]);
  const hash = sha256(JSON.stringify(texts));
  const before = coreIn(database);
  if (before.hash === hash) return [];
  const lines = (await linesOfCore(texts)).map(({ ref }) => ref);
  const ruleIds = texts.flatMap(([file, text]) => ruleIdsIn(text).map((id): [string, string] => [id, file]));
  // Of two files that name an id the first counts.
  const rules: Readonly<Record<string, string>> = Object.fromEntries(ruleIds.reverse());
  const changedRules = Object.keys({ ...before.rules, ...rules }).filter((id) => before.rules[id] !== rules[id]);
  return database.transaction(() => {
    database.setFact(CORE, { hash, lines, rules });
    const isBeside = "SELECT id FROM entries JOIN links ON number = entry WHERE link = 'near' AND target LIKE '#%'";
    return settle(database, by, [...changedRules, ...database.column<string>(isBeside)]);
  });
}
