/** Files of the workspace as a commit has them, with changes made to that state: nothing on disk is read or written. */
import { type Entry, type Patch, patched } from "../../entry/entry.js";
import { TenetError } from "../../errors.js";
import { CommittedWorkspace, chainOf, versionOfFile } from "../../store/base/committed-workspace.js";
import type { Row } from "../../store/cache/row.js";
import { rowFor } from "../../store/cache/row.js";
import type { Place } from "../../store/change/change.js";
import type { ProposedFile } from "../../store/git/git-proposal.js";
import type { ReadFor } from "../../store/records/read-for.js";
import { editRecord, recordLine } from "../../store/records/record-edit.js";
import { parseRecordFile } from "../../store/records/record-parse.js";
import { textOfRecordFile } from "../../store/records/scan.js";
import type { Workspace } from "../../store/workspace.js";
import { type RuleFile, ruleFileOf } from "../planning/rule-files.js";
import type { Target } from "../policy/rule.js";
import type { Chain } from "./chain.js";

interface Held {
  text: string;
  mode: string | undefined;
  changed: boolean;
}

interface Recorded {
  entry: Entry;
  file: string;
}

/** The state of a commit that a proposal needs: version chain, core files, some records. */
export class CommitChange {
  readonly commit: string;
  readonly chain: Chain;
  readonly files: readonly RuleFile[];
  readonly #ws: Workspace;
  readonly #held: Map<string, Held>;
  readonly #records: Map<string, Recorded>;
  readonly #mode: ReadFor["mode"];

  private constructor(
    ws: Workspace,
    commit: string,
    chain: Chain,
    heldFiles: Map<string, Held>,
    records: Map<string, Recorded>,
    paths: readonly Target[],
    { mode }: ReadFor,
  ) {
    this.#ws = ws;
    this.#mode = mode;
    this.commit = commit;
    this.#held = heldFiles;
    this.#records = records;
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
    const records = new Map<string, Recorded>();
    const committed = CommittedWorkspace.at(ws.root, commit);
    const files = await committed.filesAt([...paths, ws.relative(ws.versions), ...(ids.length === 0 ? [] : [folder])]);
    const link = files.find(({ kind, file }) => kind === "link" && paths.some((target) => target === file));
    if (link !== undefined) throw linked(link.file);
    const contents = await committed.held(files);
    for (const { file, mode } of files) {
      const bytes = contents.get(file);
      const text = bytes === undefined ? undefined : textOfRecordFile(bytes, file);
      if (typeof text !== "string") continue;
      heldFiles.set(file, { text, mode, changed: false });
      if (!file.startsWith(`${folder}/`) || !ids.some((id) => text.includes(id))) continue;
      for (const { entry } of parseRecordFile(text, file, readFor).records)
        if (!records.has(entry.id)) records.set(entry.id, { entry, file });
    }
    const versions = [...heldFiles].flatMap(([file, { text }]) => (versionOfFile(file) ? [[file, text] as const] : []));
    return new CommitChange(ws, commit, await chainOf(versions), heldFiles, records, paths, readFor);
  }

  head(id: string): Row | undefined {
    const recorded = this.#records.get(id);
    return recorded === undefined ? undefined : rowFor(recorded.entry, { file: recorded.file, line: 0 }, this.#mode);
  }

  async entry(id: string): Promise<Entry> {
    return this.#located(id).entry;
  }

  #located(id: string): Recorded {
    const recorded = this.#records.get(id);
    if (recorded !== undefined) return recorded;
    throw new TenetError(`no entry ${id} in commit ${this.commit.slice(0, 10)}`, { failure: "not-found" });
  }

  async update(id: string, patch: Patch): Promise<Place> {
    const { entry, file } = this.#located(id);
    const heldFile = this.#held.get(file) as Held;
    const text = editRecord(heldFile.text, id, patch, file);
    this.#held.set(file, { ...heldFile, text, changed: heldFile.changed || text !== heldFile.text });
    this.#records.set(id, { entry: patched(entry, patch), file });
    return { file, line: recordLine(text, id) };
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
