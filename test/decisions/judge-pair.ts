/**
 * Judges a new entry beside a known one, among others, as a capture does: the real judgements, words and model, without a
 * folder. The one place that knows how their candidates are made.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { judgeCorrection } from "../../src/capture/policy/corrections.js";
import { worthComparing } from "../../src/capture/policy/neighbours.js";
import { noveltyOf } from "../../src/capture/policy/novelty.js";
import { DEFAULT_PROFILE } from "../../src/config.js";
import { bandsFor, type Candidate } from "../../src/entry/bands.js";
import { claimOf, comparedClaims, type Entry, templateOf } from "../../src/entry/entry.js";
import { canonicalClaim } from "../../src/guard/canonical.js";
import { cosine, type Embedder } from "../../src/search/model/embedder.js";
import { locateModel } from "../../src/search/model/model-files.js";
import { openEmbedder } from "../../src/search/model/open-embedder.js";
import { type Corpus, likeness } from "../../src/search/words/bm25.js";
import { tokensOf } from "../../src/search/words/tokens.js";
import { Workspace } from "../../src/store/workspace.js";
import type { Fields, Pair, Relation } from "./tables.js";

export interface JudgedPair {
  /** What becomes of the new one beside the known one. */
  relation: Relation;
  /** Ids of other entries that it would retire or be swallowed by. */
  harmed: string[];
  because: string[];
}

const BORN = { agent: "main", tier: "self", stakes: "medium", at_risk: "work is lost", status: "active" } as const;

function entryOf(fields: Fields, id: string, timestamp: string): Entry {
  const born = { ...BORN, id, timestamp, ...fields };
  if (fields.insight !== undefined) return { evidence: "", ...born, type: "insight" } as Entry;
  if (fields.corrected_to !== undefined) return { prior_belief: "", ...born, type: "correction" } as Entry;
  return { ...born, type: "outcome", references: [], verdict: "inconclusive", status: "resolved" } as unknown as Entry;
}

/** Word frequencies of some texts. */
function corpusOf(texts: readonly string[]): Corpus {
  const frequency = new Map<string, number>();
  let length = 0;
  for (const text of texts) {
    const tokens = tokensOf(text);
    length += tokens.length;
    for (const token of new Set(tokens)) frequency.set(token, (frequency.get(token) ?? 0) + 1);
  }
  return {
    size: texts.length,
    averageLength: length / Math.max(1, texts.length),
    documentFrequency: (term) => frequency.get(term) ?? 0,
  };
}

/** The shipped model in this process, each text once. Close it. */
export class Vectors {
  readonly #known = new Map<string, Promise<Float32Array>>();
  readonly #embedder: Embedder;
  readonly model: string;

  private constructor(embedder: Embedder, model: string) {
    this.#embedder = embedder;
    this.model = model;
  }

  static async open(): Promise<Vectors> {
    const folder = mkdtempSync(join(tmpdir(), "tenet-vectors-"));
    const model = locateModel(DEFAULT_PROFILE, new Workspace(folder));
    rmSync(folder, { recursive: true });
    if ("unavailable" in model) throw new Error(model.unavailable);
    return new Vectors(await openEmbedder(model), model.name);
  }

  of(text: string): Promise<Float32Array> {
    const known = this.#known.get(text) ?? this.#embedder.embed(text, "passage");
    this.#known.set(text, known);
    return known;
  }

  async similarity(a: string, b: string): Promise<number> {
    return cosine(await this.of(a), await this.of(b));
  }

  close(): Promise<void> {
    return this.#embedder.dispose();
  }
}

/** Judges pairs in a tree that knows other things too. */
export class PairJudge {
  readonly #vectors: Vectors;
  readonly #others: readonly Entry[];
  readonly #corpus: Corpus;

  constructor(vectors: Vectors, others: readonly Fields[]) {
    this.#vectors = vectors;
    this.#others = others.map((fields, at) => entryOf(fields, `OTHER-${at}`, "2026-02-01T08:00:00Z"));
    this.#corpus = corpusOf(this.#others.map(templateOf));
  }

  async #candidate(known: Entry, fresh: Entry): Promise<Candidate> {
    const claims = comparedClaims(known).map((claim) => this.#vectors.similarity(claim, claimOf(fresh)));
    const near = await Promise.all(claims);
    return {
      entry: known,
      similarity: await this.#vectors.similarity(templateOf(known), templateOf(fresh)),
      ...(near.length === 0 ? {} : { claim: Math.max(...near) }),
      lexical: likeness(templateOf(known), templateOf(fresh), this.#corpus).lex,
    };
  }

  async judge({ known: knownFields, new: newFields }: Pick<Pair, "known" | "new">): Promise<JudgedPair> {
    const known = entryOf(knownFields, "KNOWN", "2026-02-02T08:00:00Z");
    const fresh = entryOf(newFields, "NEW", "2026-02-03T08:00:00Z");
    const all = await Promise.all([known, ...this.#others].map((other) => this.#candidate(other, fresh)));
    const bands = bandsFor(this.#vectors.model, {});
    const canonical = canonicalClaim(claimOf(fresh));
    const input = {
      candidates: worthComparing(all, bands, ({ entry }) => entry.type === fresh.type),
      sameClaim: comparedClaims(known).some((claim) => canonicalClaim(claim) === canonical) ? [known] : [],
      bands,
      maxLinks: DEFAULT_PROFILE.capture.max_links,
      likeness: (a: string, b: string) => likeness(a, b, this.#corpus),
    };
    return fresh.type === "correction"
      ? judgedCorrection(judgeCorrection({ ...input, draft: fresh }))
      : judgedInsight(noveltyOf({ ...input, draft: fresh as Extract<Entry, { type: "insight" }> }));
  }
}

/** The first relation, of those that hold in this order, in which the known entry stands. */
function relationIn(groups: readonly [Relation, readonly (string | undefined)[]][]): Relation {
  return groups.find(([, ids]) => ids.includes("KNOWN"))?.[0] ?? "none";
}

const withoutKnown = (ids: readonly (string | undefined)[]): string[] =>
  ids.filter((id) => id !== undefined && id !== "KNOWN") as string[];

function judgedInsight(decided: ReturnType<typeof noveltyOf>): JudgedPair {
  const relation = relationIn([
    [decided.decision === "skipped" ? "skipped" : "same", [decided.target]],
    ["superseded", decided.supersedes],
    ["contested", decided.contests],
    ["maybe", [decided.maybe_same_as]],
    ["linked", decided.linked],
  ]);
  return { relation, harmed: withoutKnown([decided.target, ...decided.supersedes]), because: decided.because };
}

function judgedCorrection(decided: ReturnType<typeof judgeCorrection>): JudgedPair {
  const relation = relationIn([
    ["superseded", decided.supersedes],
    ["same", [decided.recurrence_of]],
    ["contested", decided.contests],
    ["maybe", [decided.maybe_recurrence_of, decided.maybe_supersedes]],
    ["linked", decided.linked],
  ]);
  return { relation, harmed: withoutKnown([decided.recurrence_of, ...decided.supersedes]), because: decided.because };
}
