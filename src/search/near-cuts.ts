/** The cuts of a model: from which cosine a claim raises a question, and from which two entries are linked. */
import { type NearCuts, type Profile, USUAL_CLOSE } from "../settings.js";

type Settings = Pick<Profile, "near" | "embedding">;

/** `link` and `blend` are of whole entries: the cosine worth a look, and the mean of cosine and `lex` that makes a link. */
export interface Cuts extends NearCuts {
  link: number;
  blend: number;
}

/**
 * Measured on 210 pairs that need a judgement, among 5,560 rule lines of one subject: the nearest from .50, the second and
 * the nearest to a prior belief from .60 on ask about 205 of them, for 1.4 questions a capture.
 */
const MINILM: Cuts = { claim: 0.5, second: 0.6, close: USUAL_CLOSE, lexical: 0.27, link: 0.4, blend: 0.38 };

/** The cuts that apply to a model; undefined for one that is neither ours nor has all four in the settings. */
export function cutsFor({ near, embedding }: Settings, model: string | undefined): Cuts | undefined {
  if (model === undefined) return undefined;
  const stated = { ...MINILM, ...near };
  if (embedding.model === "default" || /(?:^|[/\\])(?:default|all-MiniLM-L6-v2)[/\\]*$/.test(model)) return stated;
  const isWhole = [near.claim, near.second, near.close, near.lexical].every((cut) => cut !== undefined);
  return isWhole ? { ...stated, link: stated.claim, blend: stated.claim } : undefined;
}

/** The cuts by which the open pairs of a workspace are read, with or without a model at hand. */
export const cutsOf = (settings: Settings): Cuts =>
  cutsFor(settings, settings.embedding.model) ?? { ...MINILM, ...settings.near };

/** A text of other letters than Latin, more than 30 %, is outside what the model was trained on: its cosines mean nothing. */
export function isOutsideModel(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return letters - latin > 0.3 * letters;
}
