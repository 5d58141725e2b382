/** Rule → version → commit → merge → person: who let something in, as git has it. */
import type { Person } from "../../config.js";
import type { Context } from "../../context.js";
import {
  type GitCommit,
  mergesOf,
  shallowEnds,
  type Touch,
  touchesOf,
  wellSigned,
} from "../../store/git/git-history.js";
import { blobsOf } from "../../store/git/git-snapshot.js";
import type { Workspace } from "../../store/workspace.js";
import type { ApplyMode } from "../policy/apply-mode.js";
import type { Proof } from "../text/why-schemas.js";
import { type Chain, takenBack } from "../versions/chain.js";
import type { Declined, Version } from "../versions/version.js";
import { parseVersion } from "../versions/version-file.js";

/** A version as it was when git first had its decision. */
export interface Committed {
  touch: Touch;
  version: Version;
}

const fold = (email: string): string => email.trim().toLowerCase();

/** The person with this address; agents have no say. */
export function personOf(people: readonly Person[], email: string): Person | undefined {
  return people.find(({ role, emails }) => role !== "agent" && emails?.some((own) => fold(own) === fold(email)));
}

/** Asks git once what it has of the version chain, and answers who let each version in. */
export class Provenance {
  readonly #ws: Workspace;
  readonly #people: readonly Person[];
  readonly #signed: boolean;
  readonly #touches: ReadonlyMap<string, readonly Touch[]> | undefined;
  readonly #ends: ReadonlySet<string>;
  readonly #committed = new Map<string, Committed | undefined>();
  readonly #proofs = new Map<string, Promise<Proof>>();

  private constructor(ctx: Pick<Context, "workspace" | "profile">, touches: Touch[] | undefined) {
    this.#ws = ctx.workspace;
    this.#people = ctx.profile.people;
    this.#signed = ctx.profile.trust?.signed === true;
    this.#ends = touches === undefined ? new Set() : shallowEnds(ctx.workspace);
    const byFile = touches === undefined ? undefined : new Map<string, Touch[]>();
    for (const touch of touches ?? []) byFile?.set(touch.file, [...(byFile.get(touch.file) ?? []), touch]);
    this.#touches = byFile;
  }

  static async of(ctx: Pick<Context, "workspace" | "profile">): Promise<Provenance> {
    const { workspace: ws } = ctx;
    return new Provenance(ctx, await touchesOf(ws, [ws.relative(ws.versions)]));
  }

  /** There is a repository with a commit. */
  get hasGit(): boolean {
    return this.#touches !== undefined;
  }

  /** Older commits are not on this machine. */
  get isShallow(): boolean {
    return this.#ends.size > 0;
  }

  #fileOf(id: string): string {
    return this.#ws.relative(this.#ws.versionFile(id));
  }

  /** Commits that touched a version's file since it was last put there, oldest first. */
  touches(id: string): readonly Touch[] {
    const all = this.#touches?.get(this.#fileOf(id)) ?? [];
    const gone = all.findLastIndex(({ kind }) => kind === "deleted");
    // A version that was pruned is still known; one that was reverted and brought again counts from then on.
    return gone === all.length - 1 ? all.slice(0, gone) : all.slice(gone + 1);
  }

  /** True when some commit of this history ever held the version. */
  wasCommitted(id: string): boolean {
    return (this.#touches?.get(this.#fileOf(id))?.length ?? 0) > 0;
  }

  /** The version as it stood in the first commit that holds its decision. */
  async decidedIn(id: string): Promise<Committed | undefined> {
    if (!this.#committed.has(id)) this.#committed.set(id, await this.#firstDecided(id));
    return this.#committed.get(id);
  }

  async #firstDecided(id: string): Promise<Committed | undefined> {
    const touches = this.touches(id).filter(({ kind }) => kind !== "deleted");
    const file = this.#fileOf(id);
    const texts = await blobsOf(
      this.#ws.root,
      touches.map(({ commit }) => `${commit}:./${file}`),
    );
    for (const [at, touch] of touches.entries()) {
      const text = texts[at]?.toString("utf8");
      if (text === undefined || !/^decided:/m.test(text)) continue;
      const parsed = parseVersion(text, file);
      if ("version" in parsed) return { touch, version: parsed.version };
    }
    return undefined;
  }

  /** Who let a version in. */
  async proofOf(id: string): Promise<Proof> {
    let proof = this.#proofs.get(id);
    if (proof === undefined) {
      proof = this.#prove(id);
      this.#proofs.set(id, proof);
    }
    return await proof;
  }

  async #prove(id: string): Promise<Proof> {
    if (!this.hasGit) return { state: "unknown", because: "There is no git history here." };
    const committed = await this.decidedIn(id);
    if (committed === undefined) return { state: "uncommitted", because: "The decision is not committed yet." };
    const { file: _, kind: __, ...commit } = committed.touch;
    return await this.of(commit);
  }

  /** Whether a listed person made a commit, or merged it in. */
  async of(commit: GitCommit): Promise<Proof> {
    if (this.#ends.has(commit.commit))
      return { state: "unknown", commit, because: "This clone is shallow: git does not know here who brought it." };
    const ways = [commit, ...(await mergesOf(this.#ws, commit.commit))];
    const persons = ways.filter(({ email }) => personOf(this.#people, email) !== undefined);
    const good = this.#signed
      ? await wellSigned(
          this.#ws,
          persons.map((one) => one.commit),
        )
      : undefined;
    const way = persons.find((one) => good === undefined || good.has(one.commit));
    const person = way === undefined ? undefined : personOf(this.#people, way.email)?.name;
    if (way !== undefined && person !== undefined) {
      const isMerge = way !== commit;
      const because = `${person} ${isMerge ? "merged" : "committed"} it (${way.commit.slice(0, 10)}).`;
      return { state: "proven", person, commit, ...(isMerge ? { merge: way } : {}), because };
    }
    const merges = ways.slice(1);
    const who = [...new Set((merges.length > 0 ? merges : ways).map(({ name }) => name))].join(", ");
    const how = merges.length > 0 ? "merged" : "committed";
    const because =
      persons.length > 0
        ? `${persons[0]?.name} let it in, without a good signature, and trust.signed asks for one.`
        : `It was ${how} by ${who}, and no person under people has that address.`;
    return { state: "unproven", commit, because };
  }

  /**
   * Apply modes that may have held when a version took effect: the one before the commit that brought it, and the one
   * it brought itself where a listed person stands behind the commit. Empty when git does not know.
   */
  async modesThen(id: string): Promise<ApplyMode[]> {
    const committed = await this.decidedIn(id);
    if (committed === undefined || this.#ends.has(committed.touch.commit)) return [];
    const { commit, parents } = committed.touch;
    const profile = `./${this.#ws.relative(this.#ws.profile)}`;
    const [now, before] = await blobsOf(
      this.#ws.root,
      [commit, ...parents.slice(0, 1)].map((one) => `${one}:${profile}`),
    );
    // The first commit of a workspace brings its profile along.
    if (before === undefined) return [modeIn(now)];
    const proven = modeIn(now) === modeIn(before) || (await this.proofOf(id)).state === "proven";
    return proven ? [modeIn(before), modeIn(now)] : [modeIn(before)];
  }
}

function modeIn(profile: Buffer | undefined): ApplyMode {
  const mode = /^apply_mode:\s*["']?(auto|approval|curated)\b/m.exec(profile?.toString("utf8") ?? "")?.[1];
  return (mode as ApplyMode | undefined) ?? "auto";
}

/**
 * Proposals that were merged and reverted, as git remembers them: nothing of them is left in the tree. What reverting
 * them declined. Empty without git. One or two processes: ask only when it matters.
 */
export async function revertedProposals(ws: Workspace, chain: Chain): Promise<Declined[]> {
  const last = new Map((await touchesOf(ws, [ws.relative(ws.versions)]))?.map((touch) => [touch.file, touch]));
  const here = new Set(chain.links.map(({ file }) => file));
  const gone = [...last.values()].filter(({ file, kind }) => kind === "deleted" && !here.has(file));
  if (gone.length === 0) return [];
  const before = await blobsOf(
    ws.root,
    gone.map(({ commit, file }) => `${commit}^:./${file}`),
  );
  return gone.flatMap(({ file }, at): Declined[] => {
    const parsed = parseVersion(before[at]?.toString("utf8") ?? "", file);
    // What was pruned had been superseded; a version that goes while it is in force was taken back.
    if (!("version" in parsed) || parsed.version.status !== "active" || parsed.version.decided?.how !== "merge")
      return [];
    return takenBack(parsed.version);
  });
}
