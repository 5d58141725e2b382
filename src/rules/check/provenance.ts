/** Rule → version → commit → merge → person: who let something in, as git has it. */
import { WHOLE_VERSION } from "../../entry/id-form.js";
import { blobsOf } from "../../store/git/git-snapshot.js";
import { type Touch, touchesOf } from "../../store/git/git-touches.js";
import type { Workspace } from "../../store/workspace.js";
import type { Decisions } from "../../trust/decisions.js";
import type { Proof } from "../../trust/proof.js";
import { byDecision } from "../versions/merge-version.js";
import type { Version } from "../versions/version.js";
import { parseVersion } from "../versions/version-file.js";

/** A version as it was when git first had its decision. */
export interface Committed {
  touch: Touch;
  version: Version;
}

/** What git has of the version chain, and who let each version in. */
export class Provenance {
  readonly decisions: Decisions;
  readonly #ws: Workspace;
  readonly #touches = new Map<string, Touch[]>();
  #committed: Promise<ReadonlyMap<string, Committed>> | undefined;

  private constructor(ws: Workspace, decisions: Decisions, touches: readonly Touch[]) {
    this.#ws = ws;
    this.decisions = decisions;
    for (const touch of touches) this.#touches.set(touch.file, [...(this.#touches.get(touch.file) ?? []), touch]);
  }

  static async of(ws: Workspace, decisions: Decisions): Promise<Provenance> {
    const { graph } = decisions;
    return new Provenance(ws, decisions, graph ? await touchesOf(ws, graph, [ws.relative(ws.versions)]) : []);
  }

  /** There is a repository with a commit. */
  get hasGit(): boolean {
    return this.decisions.hasGit;
  }

  #fileOf(id: string): string {
    return this.#ws.relative(this.#ws.versionFile(id));
  }

  #idOf(file: string): string | undefined {
    const id = /([^/]+)\.md$/.exec(file)?.[1] ?? "";
    return WHOLE_VERSION.test(id) && this.#fileOf(id) === file ? id : undefined;
  }

  /** Commits that touched a version's file since it was last put there, oldest first. */
  #touchesOf(id: string): readonly Touch[] {
    const all = this.#touches.get(this.#fileOf(id)) ?? [];
    const gone = all.findLastIndex(({ kind }) => kind === "deleted");
    // A version that was pruned is still known; one that was reverted and brought again counts from then on.
    return gone === all.length - 1 ? all.slice(0, gone) : all.slice(gone + 1);
  }

  /** Ids of every version that some commit of this history held. */
  get #everCommitted(): string[] {
    return [...this.#touches.keys()].flatMap((file) => this.#idOf(file) ?? []);
  }

  /**
   * The version as it stood in the first commit that holds its decision; where branches decided otherwise, each by
   * itself, in the commit of the decision that a merge of them keeps.
   */
  async decidedIn(id: string): Promise<Committed | undefined> {
    this.#committed ??= this.#firstDecided();
    return (await this.#committed).get(id);
  }

  async #firstDecided(): Promise<ReadonlyMap<string, Committed>> {
    const touches = this.#everCommitted.flatMap((id) => this.#touchesOf(id)).filter(({ kind }) => kind !== "deleted");
    const names = touches.map(({ commit, file }) => `${commit}:./${file}`);
    const texts = await blobsOf(this.#ws.root, names);
    const found = new Map<string, Committed & { decision: string }>();
    for (const [at, touch] of touches.entries()) {
      const text = texts[at]?.toString("utf8");
      const decision = /^decided:[^\n]*\n(?: [^\n]*\n)*/m.exec(text ?? "")?.[0];
      const known = found.get(this.#idOf(touch.file) ?? "");
      if (text === undefined || decision === undefined || known?.decision === decision) continue;
      if (known !== undefined && this.decisions.graph?.isAfter(touch.commit, known.touch.commit) !== false) continue;
      const parsed = parseVersion(text, touch.file);
      if (!("version" in parsed) || (known !== undefined && byDecision(known.version, parsed.version) < 0)) continue;
      found.set(parsed.version.id, { touch, version: parsed.version, decision });
    }
    return found;
  }

  /** Who let a version in. */
  async proofOf(id: string): Promise<Proof> {
    if (!this.hasGit) return { state: "unknown", because: "There is no git history here." };
    const committed = await this.decidedIn(id);
    if (committed === undefined) return { state: "uncommitted", because: "The decision is not committed yet." };
    return await this.decisions.of(committed.touch.commit);
  }
}
