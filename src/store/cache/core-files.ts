/**
 * What standing reads of core files: the people's lines in them, and the ids that rules in force name. Kept in the
 * cache. Called when a store opens, and when a change writes a core file.
 */
import { ID_FORM } from "../../entry/id-form.js";
import type { Profile } from "../../settings.js";
import { sha256 } from "../files/atomic-file.js";
import { coreFilesOf, textOfCoreFile } from "../records/core-texts.js";
import { blockIn } from "../records/marked-blocks.js";
import type { Workspace } from "../workspace.js";
import type { CacheDatabase } from "./database.js";
import { coreIn, putCore } from "./settle.js";

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

/** Takes in the core files as they are now, where one is another than before. `stagedText`: of a file that a change has staged. */
export async function takeCoreFiles(
  { workspace, profile }: Here,
  database: CacheDatabase,
  stagedText: (file: string) => string | undefined = () => undefined,
): Promise<void> {
  const textOf = (file: string) => stagedText(file) ?? textOfCoreFile(workspace, file);
  const texts = coreFilesOf(profile).map((file): [file: string, text: string] => [file, textOf(file) ?? ""]);
  const hash = sha256(JSON.stringify(texts));
  if (coreIn(database).hash === hash) return;
  const { linesOfCore } = await import("../records/core-lines.js");
  const lines = (await linesOfCore(texts)).map(({ ref }) => ref);
  const rules = texts.flatMap(([file, text]) => ruleIdsIn(text).map((id): [string, string] => [id, file]));
  // Of two files that name an id the first counts.
  const core = { hash, lines, rules: Object.fromEntries(rules.reverse()) };
  database.transaction(() => putCore(database, core));
}
