/** `tenet init`: sets a workspace up in a folder; only adds, and names every file it touched. */
import { DEFAULT_PROFILE, type Person } from "../config.js";
import type { Context, Places } from "../context.js";
import { TenetError } from "../errors.js";
import { countedAtOnce } from "../harvest/host-history.js";
import { installMergeDriver } from "../merge/merge-driver.js";
import { textOf } from "../merge/merge-stages.js";
import { sha256, writeFileAtomic } from "../store/files/atomic-file.js";
import { readBytes } from "../store/files/safe-path.js";
import { readProfile } from "../store/profile.js";
import { profilePage } from "../store/profile-page.js";
import { conflictLine } from "../store/records/fences.js";
import { type BlockEdit, type BlockName, withBlock, withLines } from "../store/records/marked-blocks.js";
import { realFolder, Workspace } from "../store/workspace.js";
import { counted, type Paint } from "../text/paint.js";
import { readSettings, recordTypedSettings } from "../trust/settings-in-force.js";
import { nextForAddress } from "./addresses.js";
import type { InitReport, TouchedFile } from "./health-schemas.js";

export interface InitInput {
  /** The folder to set up: absolute. */
  root: string;
  agent: string;
  timezone: string;
  /** The clock is a fixed one: what is made under it is a simulation. */
  simulated?: boolean;
  /** The person whose word counts most. */
  owner?: string;
  /** Theirs: by it git proves what they did. */
  email?: string;
  /** They sit at a terminal: without git their settings count from here. */
  typed?: Pick<Context, "clock" | "actor">;
  /** Where hosts keep transcripts; absent: nobody looks. */
  places?: Places;
}

/** Local and generated files that git shall not see. */
export const IGNORED = [".tenet/", "memory/learning/index.md"];
export const COMMENT = "# tenet";

/** Diffs that name the record, and merges by record or rule instead of by line. */
export const GIT_ATTRIBUTES = [
  "*.md diff=markdown",
  "memory/*.md merge=tenet",
  "memory/learning/**/*.md merge=tenet",
  "memory/edits/*.md merge=tenet",
  "memory/facts/*.md merge=tenet",
  "memory/versions/*.md merge=tenet",
  "memory/core/procedures.md merge=tenet",
  "/SOUL.md merge=tenet",
  "/MEMORY.md merge=tenet",
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
export async function namedOwner(root: string): Promise<Person | undefined> {
  const ws = new Workspace(root);
  if ((await readBytes(ws, ws.profile)) === undefined) return undefined;
  const { profile } = await readSettings(ws);
  return profile.people.find((person) => person.role === "owner");
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
    const leave = (because: string) => void this.left.push({ file, because });
    let bytes: Uint8Array | undefined;
    try {
      bytes = await readBytes(this.ws, path);
    } catch (thrown) {
      if (!(thrown instanceof TenetError)) throw thrown;
      return leave(`${thrown.message} Nothing was added to it.`);
    }
    if (bytes === undefined && !make) return;
    const text = textOf(bytes ?? new Uint8Array());
    if (text === undefined) return leave("it is not valid UTF-8");
    const conflict = conflictLine(text);
    if (conflict !== undefined) {
      return leave(`line ${conflict} holds a conflict marker; finish the merge, then run init again`);
    }
    const result = await change(text);
    if (result.state === "unchanged") return;
    if (result.state === "damaged") return leave(`line ${result.line}: ${result.message}`);
    await writeFileAtomic(path, result.text, { expected: bytes === undefined ? null : sha256(bytes) });
    const done = bytes === undefined ? "created" : result.state === "added" ? "added to" : "updated";
    this.files.push({ file, change: done, says });
  }
}

function ownerOf({ owner, email }: InitInput): Person[] {
  if (owner === undefined) return [];
  return [{ name: owner, role: "owner", ...(email === undefined ? {} : { emails: [email] }) }];
}

/** People with the owner among them, and with their address where none was recorded; undefined where nothing is new. */
function peopleWith(people: readonly Person[], input: InitInput): Person[] | undefined {
  const { owner, email } = input;
  const known = people.find((person) => person.role === "owner");
  if (known === undefined) return owner === undefined ? undefined : [...people, ...ownerOf(input)];
  if (email === undefined || owner === undefined || (known.emails?.length ?? 0) > 0) return undefined;
  return people.map((person) => (person === known ? { ...person, emails: [email] } : person));
}

async function writeProfile(setup: Setup, input: InitInput): Promise<Person | undefined> {
  const known = await namedOwner(input.root);
  if (known !== undefined && input.owner !== undefined && known.name !== input.owner) {
    throw new TenetError(`${JSON.stringify(known.name)} is named as owner already`, {
      failure: "refused",
      code: "needs-person",
      hint: "A person changes that in tenet.yaml, under people.",
    });
  }
  const says = known === undefined && input.owner !== undefined ? "the profile, with its owner" : "the profile";
  await setup.edit("tenet.yaml", says, true, async (text) => {
    const { agent, timezone, simulated = false } = input;
    if (text === "") {
      const page = profilePage({ ...DEFAULT_PROFILE, agent, timezone, simulated, people: ownerOf(input) });
      return { state: "added", text: page };
    }
    const { profile } = await readProfile(setup.ws);
    const people = peopleWith(profile.people, input);
    if (people === undefined) return { state: "unchanged" };
    const { withSetting } = await import("../store/profile-edit.js");
    return { state: "updated", text: withSetting(text, "people", people) };
  });
  if (setup.files.length > 0 && input.owner !== undefined && input.typed !== undefined) {
    const { profile } = await readProfile(setup.ws);
    await recordTypedSettings({ workspace: setup.ws, ...input.typed }, "init", profile);
  }
  return (await readProfile(setup.ws)).profile.people.find(({ role }) => role === "owner") ?? known;
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
    owner: owner?.name,
    unproven: owner !== undefined && (owner.emails?.length ?? 0) === 0 ? true : undefined,
    merge,
    transcripts: transcripts === 0 ? undefined : transcripts,
    next: "tenet status",
  };
}

const noAddress = (name: string): string =>
  `No address is recorded, so nothing they do can be proven: ${nextForAddress({ name, role: "owner" })}`;

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
      : `Owner: ${done.owner}${done.unproven === true ? `. ${paint.warn(noAddress(done.owner))}` : ""}`;
  const history = done.merge === "no-git" ? ["Not in a git repository: `git init` gives this memory a history."] : [];
  const found = counted(done.transcripts ?? 0, "transcript");
  const told = `${found} of past sessions here: ${paint.accent("tenet harvest")} shows what you told your agents again and again, and stores nothing unasked.`;
  return `${[head, ...lines, ...left, ...history, owner, ...(done.transcripts === undefined ? [] : [told]), `Next: ${paint.accent(done.next)}`].join("\n")}\n`;
}
