/** `tenet init`: sets a workspace up in a folder; only adds, and names every file it touched. */
import { DEFAULT_PROFILE, type Person, type Profile } from "../config.js";
import { type BlockEdit, type BlockName, withBlock, withLines } from "../context/core-blocks.js";
import type { Places } from "../context.js";
import { TenetError } from "../errors.js";
import { countedAtOnce } from "../harvest/host-history.js";
import { installMergeDriver } from "../merge/merge-driver.js";
import { sha256, writeFileAtomic } from "../store/files/atomic-file.js";
import { conflictLine } from "../store/files/conflict-markers.js";
import { readBytes } from "../store/files/safe-path.js";
import { profilePage } from "../store/profile-page.js";
import { realFolder, Workspace } from "../store/workspace.js";
import type { Paint } from "../text/paint.js";
import type { InitReport, TouchedFile } from "./health-schemas.js";

export interface InitInput {
  /** The folder to set up: absolute. */
  root: string;
  agent: string;
  timezone: string;
  /** The person whose word counts most. */
  owner?: string;
  /** Theirs, when they sit at the terminal and git knows it. */
  email?: string;
  /** Where hosts keep transcripts; absent: nobody looks. */
  places?: Places;
}

/** Local and generated files that git shall not see. */
export const IGNORED = [".tenet/", "memory/learning/index.md"];
export const COMMENT = "# tenet";

/** Diffs that name the record, and merges by record instead of by line. */
export const GIT_ATTRIBUTES = [
  "*.md diff=markdown",
  "memory/*.md merge=tenet",
  "memory/learning/**/*.md merge=tenet",
  "memory/edits/*.md merge=tenet",
  "memory/facts/*.md merge=tenet",
];

/** Blocks by file. The first two are made when missing: without them no session would ever start with tenet. */
const BLOCKS: readonly { file: string; block: BlockName; make: boolean; says: string }[] = [
  { file: "AGENTS.md", block: "boot", make: true, says: "what to run at session start" },
  { file: "HEARTBEAT.md", block: "heartbeat", make: true, says: "the outcome check" },
  { file: "SOUL.md", block: "rules", make: false, says: "an empty block for rules" },
  { file: "MEMORY.md", block: "rules", make: false, says: "an empty block for rules" },
  { file: "memory/core/procedures.md", block: "rules", make: false, says: "an empty block for rules" },
];

/** The owner whom an existing profile names; undefined without a profile or an owner. */
export async function namedOwner(root: string): Promise<string | undefined> {
  const ws = new Workspace(root);
  if ((await readBytes(ws, ws.profile)) === undefined) return undefined;
  const { readProfile } = await import("../store/profile.js");
  const { profile } = await readProfile(ws);
  return profile.people.find((person) => person.role === "owner")?.name;
}

/** One init at work: writes a file at a time and remembers what it did. */
class Setup {
  readonly ws: Workspace;
  readonly files: TouchedFile[] = [];
  readonly left: { file: string; because: string }[] = [];

  constructor(ws: Workspace) {
    this.ws = ws;
  }

  /** Changes a text file as `change` says; what cannot be read or belongs to a merge is left and reported. */
  async edit(file: string, says: string, make: boolean, change: (text: string) => BlockEdit | Promise<BlockEdit>) {
    const path = this.ws.absolute(file);
    let bytes: Uint8Array | undefined;
    try {
      bytes = await readBytes(this.ws, path);
    } catch (thrown) {
      if (!(thrown instanceof TenetError)) throw thrown;
      this.left.push({ file, because: `${thrown.message} Nothing was added to it.` });
      return;
    }
    if (bytes === undefined && !make) return;
    const text = textOf(bytes);
    if (text === undefined) {
      this.left.push({ file, because: "it is not valid UTF-8" });
      return;
    }
    const conflict = conflictLine(text);
    if (conflict !== undefined) {
      this.left.push({
        file,
        because: `line ${conflict} holds a conflict marker; finish the merge, then run init again`,
      });
      return;
    }
    const result = await change(text);
    if (result.state === "unchanged") return;
    if (result.state === "damaged") {
      this.left.push({ file, because: `line ${result.line}: ${result.message}` });
      return;
    }
    await writeFileAtomic(path, result.text, { expected: bytes === undefined ? null : sha256(bytes) });
    const change_ = bytes === undefined ? "created" : result.state === "added" ? "added to" : "updated";
    this.files.push({ file, change: change_, says });
  }
}

/** Text with its BOM kept; undefined when the bytes are not UTF-8. */
function textOf(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return "";
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function newProfile(input: InitInput): Profile {
  return { ...DEFAULT_PROFILE, agent: input.agent, timezone: input.timezone, people: ownerOf(input) };
}

function ownerOf({ owner, email }: InitInput): Person[] {
  if (owner === undefined) return [];
  return [{ name: owner, role: "owner", ...(email === undefined ? {} : { emails: [email] }) }];
}

async function writeProfile(setup: Setup, input: InitInput): Promise<string | undefined> {
  const known = await namedOwner(input.root);
  if (known !== undefined && input.owner !== undefined && known !== input.owner) {
    throw new TenetError(`${JSON.stringify(known)} is named as owner already`, {
      failure: "refused",
      code: "needs-person",
      hint: "A person changes that in tenet.yaml, under people.",
    });
  }
  const missing = known === undefined && input.owner !== undefined;
  await setup.edit("tenet.yaml", missing ? "the profile, with its owner" : "the profile", true, async (text) => {
    if (text === "") return { state: "added", text: profilePage(newProfile(input)) };
    if (!missing) return { state: "unchanged" };
    const { readProfile } = await import("../store/profile.js");
    const { withSetting } = await import("../store/profile-edit.js");
    const { profile } = await readProfile(setup.ws);
    return { state: "updated", text: withSetting(text, "people", [...profile.people, ...ownerOf(input)]) };
  });
  return known ?? input.owner;
}

/**
 * Sets tenet up in a folder, empty or not: only adds, and says every file it touched. Each step stands alone and is
 * skipped when done, so that running it again completes one that was interrupted and otherwise changes nothing.
 */
export async function init(input: InitInput): Promise<InitReport> {
  const ws = new Workspace(realFolder(input.root));
  const setup = new Setup(ws);
  const owner = await writeProfile(setup, input);
  await setup.edit(".gitignore", "local files", true, (text) => withLines(text, IGNORED, COMMENT));
  await setup.edit(".gitattributes", "diffs and merges of Markdown", true, (text) =>
    withLines(text, GIT_ATTRIBUTES, COMMENT),
  );
  const merge = await installMergeDriver(ws.root);
  if (merge === "installed") {
    setup.files.push({ file: ".git/config", change: "added to", says: "how git merges records, in this clone" });
  }
  for (const { file, block, make, says } of BLOCKS) {
    await setup.edit(file, says, make, (text) => withBlock(text, block));
  }
  const transcripts = input.places === undefined ? 0 : await countedAtOnce(input.places, ws.root);
  return {
    root: ws.root,
    already: setup.files.length === 0,
    files: setup.files,
    left: setup.left,
    ...(owner === undefined ? {} : { owner }),
    merge,
    ...(transcripts === 0 ? {} : { transcripts }),
    next: "tenet status",
  };
}

/** Every file that was touched, what was left alone and why, and what to do next. */
export function initText(done: InitReport, paint: Paint): string {
  const wide = Math.max(0, ...done.files.map(({ change }) => change.length));
  const name = Math.max(0, ...done.files.map(({ file }) => file.length));
  const lines = done.files.map(
    ({ file, change, says }) => `  ${paint.good(change.padEnd(wide))}  ${file.padEnd(name)}  ${paint.faint(says)}`,
  );
  const left = done.left.map(({ file, because }) => `  ${paint.warn("left")}  ${file}: ${because}`);
  const head = done.already
    ? `${paint.strong(done.root)} is set up already. Nothing was changed.`
    : `tenet lives in ${paint.strong(done.root)}`;
  const owner =
    done.owner === undefined
      ? "No owner is named yet: `tenet init --owner NAME` names the person whose word counts most."
      : `Owner: ${done.owner}`;
  const history = done.merge === "no-git" ? ["Not in a git repository: `git init` gives this memory a history."] : [];
  const told =
    done.transcripts === undefined
      ? []
      : [
          `${done.transcripts === 1 ? "1 transcript" : `${done.transcripts} transcripts`} of past sessions here: ${paint.accent("tenet harvest")} shows what you told your agents again and again, and stores nothing unasked.`,
        ];
  return `${[head, ...lines, ...left, ...history, owner, ...told, `Next: ${paint.accent(done.next)}`].join("\n")}\n`;
}
