/** The doctor's look at this machine: Node, model, LanceDB, index. */
import type { Context } from "../../context.js";
import { checkSearch, type SearchCheck } from "../../search/index-check.js";
import type { Store } from "../../store/open-store.js";
import type { FindingDraft } from "../../text/findings.js";
import type { CheckResult } from "./settings.js";

/** As package.json says under engines. */
const OLDEST_NODE = [20, 19] as const;

/** Node, the model, LanceDB and the index: what the answers of this machine rest on. */
export async function checkInstallation(ctx: Context, tree: Store): Promise<CheckResult> {
  const search = await checkSearch(ctx, tree);
  const checks = [nodeCheck(process.versions.node), modelCheck(search), databaseCheck(search), indexCheck(search)];
  const found = checks.flatMap((check) => (typeof check === "string" ? [] : check));
  return { found, fine: checks.filter((check) => typeof check === "string") };
}

/** Findings, or what is fine in words. */
type CheckVerdict = FindingDraft[] | string;

/** Exported for its table of versions. */
export function nodeCheck(version: string): CheckVerdict {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return `node ${version}`;
  const message = `node ${version} is older than tenet needs (${OLDEST_NODE.join(".")})`;
  return [{ severity: "error", code: "old-node", message, next: "Install a newer Node.js." }];
}

function modelCheck({ model, unavailable }: SearchCheck): CheckVerdict {
  if (unavailable === undefined) return `model ${model}, files as they should be`;
  const message = `${unavailable}; until then search is by words alone`;
  return [{ severity: "warning", code: "no-model", message, next: "tenet index --fetch-model" }];
}

function databaseCheck({ lancedb, lancedbTrouble }: SearchCheck): CheckVerdict {
  if (lancedbTrouble === undefined) return `LanceDB ${lancedb} loads`;
  const message = `LanceDB cannot be loaded here (${lancedbTrouble}); search is by words alone`;
  return [{ severity: "warning", code: "no-lancedb", message, next: "Install tenet again on this machine." }];
}

function indexCheck({ index, rows, behind, others, unavailable, lancedbTrouble }: SearchCheck): CheckVerdict {
  const found: FindingDraft[] = [];
  const next = "The next search catches up a little; all at once: tenet index";
  if (others > 0) {
    const message = `${others === 1 ? "an index" : `${others} indexes`} of another version or model; left alone`;
    found.push({
      severity: "info",
      code: "index-of-another",
      file: ".tenet/index",
      message,
      next: "Nothing has to be done.",
    });
  }
  if (index === "linked") {
    const message = "a local folder is a symbolic link, so no index is used";
    const put = "Put a real folder in its place.";
    found.push({ severity: "warning", code: "symlink", file: ".tenet", message, next: put });
  } else if (index === "damaged") {
    const message = "the index is damaged; it is made anew, until then search is by words";
    found.push({ severity: "warning", code: "index-damaged", file: ".tenet/index", message, next, mendable: true });
  } else if (index === "behind") {
    const message = `${behind} ${behind === 1 ? "file" : "files"} changed since the index was level with the tree`;
    found.push({ severity: "info", code: "index-behind", file: ".tenet/index", message, next });
  } else if (index === "none" && unavailable === undefined && lancedbTrouble === undefined) {
    found.push({ severity: "info", code: "index-none", file: ".tenet/index", message: "there is no index yet", next });
  }
  return found.length > 0 || index !== "level" ? found : `index level with the tree (${rows} entries)`;
}
