/** `tenet init`: sets a workspace up in a folder; only adds, and names every file it touched. */
import type { Places } from "../../context.js";
import { TenetError, wrongUsage } from "../../errors.js";
import { filesFound, hostFound } from "../../hosts/found-files.js";
import { defaultProfile, type Person, type Profile } from "../../settings.js";
import { coreFileTrouble } from "../../store/core-file-name.js";
import { sha256, writeFileAtomic } from "../../store/files/atomic-file.js";
import { readBytes, refuseLocalLinks } from "../../store/files/safe-path.js";
import { remoteHead } from "../../store/git/revisions.js";
import { realFile } from "../../store/instruction-files.js";
import { installMergeDriver } from "../../store/merge/merge-driver.js";
import { readProfile } from "../../store/profile/profile.js";
import { profilePage } from "../../store/profile/profile-page.js";
import { conflictLine } from "../../store/records/fences.js";
import type { BlockEdit } from "../../store/records/marked-blocks.js";
import { realFolder, Workspace } from "../../store/workspace.js";
import { defined } from "../../text/defined.js";
import { accent, faint, field, good, line, type Outline, type Said, strong, warn } from "../../text/outline/outline.js";
import type { InitReport, TouchedFile } from "../health-schemas.js";
import { textOf } from "../merge-stages.js";
import { type FilesChoice, filesInto, proposedFiles, USUAL } from "./files-choice.js";
import { FILE_COLUMNS, type SetupPiece, setupPieces } from "./setup-pieces.js";

export interface InitInput {
  /** The folder to set up: absolute. */
  root: string;
  agent: string;
  timezone: string;
  /** The owner. */
  owner?: string;
  /** Theirs, as they commit with it. */
  email?: string;
  /** Where the hosts of this machine lie. */
  places: Places;
  /** The file for rules and the session start; without it one is proposed from the present files. */
  into?: string;
  /** The branch that agents cannot push to, as a person at a terminal said: `origin/main`. */
  base?: string;
}

/** The settings of a workspace that is made already. */
const madeProfile = async (ws: Workspace): Promise<Profile | undefined> =>
  (await readBytes(ws, ws.profile)) === undefined ? undefined : (await readProfile(ws)).profile;

/** The remote's default branch, for the question whether agents may push to it; undefined once `trust.base` is set. */
export async function branchToAsk(root: string): Promise<string | undefined> {
  const made = await madeProfile(new Workspace(root));
  return typeof made?.trust.base === "string" ? undefined : await remoteHead(root);
}

/** The owner whom an existing profile names. */
export const namedOwner = async (root: string): Promise<Person | undefined> =>
  (await madeProfile(new Workspace(root)))?.people.find(({ role }) => role === "owner");

/** One init at work: writes a file at a time and remembers what it did. */
class Setup {
  readonly ws: Workspace;
  readonly files: TouchedFile[] = [];
  readonly left: { file: string; because: string }[] = [];

  constructor(ws: Workspace) {
    this.ws = ws;
  }

  /** Puts a piece in. */
  async put({ file, make, patch }: SetupPiece): Promise<void> {
    await this.edit(file, patch.says, make, patch.edit);
  }

  /** Changes a text file by `change`; skips and reports unreadable files and those of a merge. */
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
    const fileChange = bytes === undefined ? "created" : result.state === "added" ? "added to" : "updated";
    this.files.push({ file, change: fileChange, says });
  }
}

function ownerOf({ owner, email }: InitInput): Person[] {
  if (owner === undefined) return [];
  return [{ name: owner, role: "owner", ...(email === undefined ? {} : { emails: [email] }) }];
}

/** People with the owner among them, and with their address where none was recorded; undefined where nothing is new. */
function peopleWith(people: readonly Person[], input: InitInput): Person[] | undefined {
  const { owner, email } = input;
  const listedOwner = people.find((person) => person.role === "owner");
  if (listedOwner === undefined) return owner === undefined ? undefined : [...people, ...ownerOf(input)];
  if (email === undefined || owner === undefined || (listedOwner.emails?.length ?? 0) > 0) return undefined;
  return people.map((person) => (person === listedOwner ? { ...person, emails: [email] } : person));
}

async function writeProfile(setup: Setup, input: InitInput, files: Profile["files"]): Promise<Person | undefined> {
  const owner = await namedOwner(input.root);
  if (owner !== undefined && input.owner !== undefined && owner.name !== input.owner) {
    throw new TenetError(`${JSON.stringify(owner.name)} is named as owner already`, {
      failure: "refused",
      code: "needs-person",
      hint: "A person changes that in tenet.yaml, under people.",
    });
  }
  const says = owner === undefined && input.owner !== undefined ? "the settings, with the owner" : "the settings";
  await setup.edit("tenet.yaml", says, true, async (text) => {
    const { agent, timezone, base = null } = input;
    if (text === "") {
      const own = { agent, timezone, files, people: ownerOf(input), trust: { base } };
      return { state: "added", text: profilePage({ ...defaultProfile(), ...own }) };
    }
    const { profile } = await readProfile(setup.ws);
    const { withSetting } = await import("../profile-edit.js");
    const people = peopleWith(profile.people, input);
    const withPeople = people === undefined ? text : withSetting(text, "people", people);
    const next = base === null ? withPeople : withSetting(withPeople, "trust.base", base);
    return next === text ? { state: "unchanged" } : { state: "updated", text: next };
  });
  return await namedOwner(input.root);
}

/** The rule files of a folder: from its profile, else stated, else proposed. */
export async function chosenFiles(folder: string, into: string | undefined): Promise<FilesChoice> {
  const ws = new Workspace(realFolder(folder));
  const proposal = proposedFiles(filesFound(ws.root));
  const wantedFile = into === undefined ? undefined : namedFile(ws, into);
  const files = (await madeProfile(ws))?.files;
  if (files !== undefined) {
    if (wantedFile === undefined || files.soul === wantedFile)
      return { files, into: files.soul, options: [files.soul] };
    throw new TenetError(`rules stand in ${files.soul} here, as tenet.yaml says`, {
      failure: "refused",
      code: "needs-person",
      hint: "A person changes that in tenet.yaml, under files; the next digest then moves the rules.",
    });
  }
  return wantedFile === undefined ? proposal : { ...proposal, files: filesInto(wantedFile), into: wantedFile };
}

/** The file that `--into` names, links followed. */
function namedFile(ws: Workspace, into: string): string {
  const fileName = into.replace(/^\.\//, "");
  const trouble = coreFileTrouble(fileName);
  if (trouble !== undefined) throw wrongUsage(`--into ${into}: ${trouble}`, "Name one like CLAUDE.md.");
  return realFile(ws.root, fileName) ?? fileName;
}

/**
 * Sets tenet up in a folder, empty or not: only adds, and says every file it touched. Each step stands alone and is
 * skipped when done, so that running it again completes one that was interrupted and otherwise changes nothing.
 */
export async function init(input: InitInput): Promise<InitReport> {
  const ws = new Workspace(realFolder(input.root));
  refuseLocalLinks(ws);
  const choice = await chosenFiles(ws.root, input.into);
  const setup = new Setup(ws);
  const owner = await writeProfile(setup, input, choice.files);
  const [ignored, attributes, ...blocks] = setupPieces(choice.files);
  for (const piece of [ignored, attributes]) if (piece !== undefined) await setup.put(piece);
  const merge = await installMergeDriver(ws.root);
  if (merge === "installed") {
    setup.files.push({ file: ".git/config", change: "added to", says: "how git merges records, in this clone" });
  }
  for (const piece of blocks) await setup.put(piece);
  return {
    root: ws.root,
    already: setup.files.length === 0,
    files: setup.files,
    left: setup.left,
    ...defined({ into: choice.into === USUAL ? undefined : choice.into }),
    owner: owner?.name,
    base: input.base,
    merge,
    next: nextSteps(ws.root, choice, input.places),
  };
}

function nextSteps(root: string, { into }: FilesChoice, places: Places): string[] {
  const host = hostFound(root, into, places);
  return ['tenet correct "Use pnpm, never npm"', host === undefined ? "tenet hooks" : `tenet hooks install ${host}`];
}

/** The touched files, the skipped ones with reasons, and the next steps. */
export function initOutline(report: InitReport): Outline {
  const { root, already, files, left, into, owner, base, merge, next } = report;
  const rows = files.map(({ file, change, says }) => ({ cells: [good(change), file, faint(says)] }));
  const decides =
    base === undefined
      ? "Settings and rules count as they stand here; docs/trust.md says how a protected branch decides instead."
      : `Settings and rules count as they stand on ${base}, once tenet.yaml is merged there: protect it at its host.`;
  const goInto: Said = ["Rules go into ", strong(into ?? ""), ", between tenet's marks; your own lines there stay."];
  const sentences: Said[] = [
    ...(merge === "no-git" ? ["Not in a git repository: `git init` gives this memory a history."] : []),
    ...(into === undefined || already ? [] : [goInto]),
    [
      owner === undefined ? "No owner yet (tenet init --owner NAME). " : `Owner: ${owner}. `,
      ...(already ? [] : [decides]),
    ],
  ];
  return [
    line(already ? [strong(root), " is set up already. Nothing was changed."] : ["tenet lives in ", strong(root)]),
    ...(rows.length === 0 ? [] : [{ kind: "table", bare: true, indent: 2, columns: FILE_COLUMNS, rows } as const]),
    ...left.map(({ file, because }) => line([warn("left"), `  ${file}: ${because}`], { indent: 2, hang: 6 })),
    ...sentences.map((one) => line(one)),
    ...next.map((step, at) => field(at === 0 ? "Next:" : "", accent(step), { cells: 6, indent: 0 })),
  ];
}
