/** Files of the workspace as a commit has them, with changes made to that state: nothing on disk is read or written. */
import type { Entry } from "../../entry/entry.js";
import { TenetError } from "../../errors.js";
import { contentsOf, filesAt, isFile } from "../../store/git/commit-files.js";
import { parseRecordFile } from "../../store/records/record-parse.js";
import { textOfRecordFile } from "../../store/records/scan.js";
import type { ReadFor } from "../../store/store.js";
import type { Workspace } from "../../store/workspace.js";
import { type RuleFile, ruleFileOf } from "../planning/rule-files.js";
import type { Target } from "../policy/rule.js";
import { type Chain, committedChain } from "./chain.js";
import type { ProposedFile } from "./git-proposal.js";

interface Held {
  text: string;
  mode: string | undefined;
  changed: boolean;
}

/** The state of a commit that a proposal needs: version chain, core files, some records. */
export class CommitChange {
  readonly commit: string;
  readonly chain: Chain;
  readonly files: readonly RuleFile[];
  readonly #ws: Workspace;
  readonly #held: Map<string, Held>;
  /** Of those whose records are needed, as they are committed. */
  readonly entries: ReadonlyMap<string, Entry>;

  private constructor(
    ws: Workspace,
    commit: string,
    chain: Chain,
    heldFiles: Map<string, Held>,
    entries: ReadonlyMap<string, Entry>,
    paths: readonly Target[],
  ) {
    this.#ws = ws;
    this.commit = commit;
    this.#held = heldFiles;
    this.entries = entries;
    this.chain = chain;
    this.files = paths.map((target) => fileIn(target, heldFiles.get(target)));
  }

  /** Reads a commit. `ids`: entries whose records are needed. `paths`: the files of rules. */
  static async at(
    ws: Workspace,
    commit: string,
    ids: readonly string[],
    paths: readonly Target[],
    readFor: ReadFor,
  ): Promise<CommitChange> {
    const folder = ws.relative(ws.learning);
    const heldFiles = new Map<string, Held>();
    const entries = new Map<string, Entry>();
    const folders = [ws.relative(ws.versions), ...(ids.length === 0 ? [] : [folder])];
    const files = await filesAt(ws.root, commit, [...paths, ...folders]);
    const link = files.find((one) => !isFile(one) && paths.some((target) => target === one.file));
    if (link !== undefined) throw linked(link.file);
    const contents = await contentsOf(ws.root, files);
    for (const { file, mode } of files) {
      const bytes = contents.get(file);
      const text = bytes === undefined ? undefined : textOfRecordFile(bytes, file);
      if (typeof text !== "string") continue;
      heldFiles.set(file, { text, mode, changed: false });
      if (!file.startsWith(`${folder}/`) || !ids.some((id) => text.includes(id))) continue;
      for (const { entry } of parseRecordFile(text, file, readFor).records)
        if (!entries.has(entry.id)) entries.set(entry.id, entry);
    }
    return new CommitChange(ws, commit, await committedChain(contents), heldFiles, entries, paths);
  }

  write(path: string, content: string | Uint8Array): void {
    const file = this.#ws.relative(path);
    const text = typeof content === "string" ? content : new TextDecoder("utf-8", { ignoreBOM: true }).decode(content);
    const heldFile = this.#held.get(file);
    this.#held.set(file, { text, mode: heldFile?.mode, changed: heldFile?.text !== text || heldFile.changed });
  }

  /** The files that are others than at the commit, by name. */
  proposed(): ProposedFile[] {
    return [...this.#held]
      .filter(([, { changed }]) => changed)
      .map(([file, { text, mode }]) => ({ file, text, mode }))
      .sort((a, b) => (a.file < b.file ? -1 : 1));
  }
}

function linked(target: string): TenetError {
  return new TenetError(`${target} is a symbolic link in git; tenet writes through none`, {
    failure: "refused",
    code: "symlink",
    hint: "Put the file itself there and commit it.",
  });
}

/** `sha256: null`: the file on disk is not compared with it. */
function fileIn(target: Target, heldFile: Held | undefined): RuleFile {
  if (heldFile === undefined) return { target, text: undefined, sha256: null, rules: [] };
  return ruleFileOf(target, heldFile.text, null);
}
