/**
 * Finds what may answer a question outside its tree's entries: passages of knowledge files, the user tree, and open
 * questions. Called before a question is stored, outside the lock.
 */
import type { Context } from "../context.js";
import { isInUse } from "../entry/gates/visible.js";
import { type Cuts, isOutsideModel } from "../entry/near/near-cuts.js";
import { isComparedType } from "../entry/record-types.js";
import { startedModel } from "../search/model/started-model.js";
import { Search } from "../search/search.js";
import type { FoundPassage } from "../store/knowledge/knowledge-schemas.js";
import { namesKnowledge } from "../store/knowledge/named-knowledge.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { openQuestionsIn } from "../store/questions/open-questions.js";
import { USER_TREE, userContext } from "../store/user-tree.js";
import { openShown, shownTexts } from "../store/viewer.js";
import { defined } from "../text/defined.js";
import { oneLine, shorten } from "../text/shorten.js";
import type { KnownText } from "./policy/nearest.js";

export interface Around {
  /** The text with the key of the question, in a file or in the user tree. */
  keyed?: KnownText | undefined;
  /** Texts that may answer it, at any distance. */
  texts: readonly KnownText[];
}

/** A question about to be asked. `cuts`: of the model that compared it; undefined without a model. */
export interface AskedQuestion {
  question: string;
  key?: string | undefined;
  /** The question is about one contact: the same key in another tree means something else. */
  ofContact: boolean;
  cuts: Cuts | undefined;
}

/** How near a text is to the question: by meaning where there are cuts, else by words. */
type Measure = (text: string) => Promise<Pick<KnownText, "claim" | "lexical">>;

export async function lookAround(
  ctx: Context,
  tree: Store,
  search: Search,
  askedQuestion: AskedQuestion,
): Promise<Around> {
  const { question, cuts } = askedQuestion;
  const measure: Measure = async (text) => {
    const isForeign = cuts === undefined || isOutsideModel(question) || isOutsideModel(text);
    const claim = isForeign ? undefined : await search.similarityTo(question, text);
    return claim === undefined ? { lexical: search.likeness(question, text).lex } : { claim };
  };
  const passages = await passagesFor(ctx, tree, search, askedQuestion);
  const users = await factsOfUser(ctx, askedQuestion);
  const texts: KnownText[] = [...passages.texts, ...users.texts];
  for (const head of openQuestionsIn(ctx, tree)) {
    const { id, file, line, text } = head;
    texts.push({ id, file, line, text, ...(await measure(text)) });
  }
  return { texts, ...defined({ keyed: users.keyed ?? passages.keyed }) };
}

const LONGEST_PASSAGE = 300;

async function passagesFor(
  ctx: Context,
  tree: Store,
  search: Search,
  { question, key, cuts }: AskedQuestion,
): Promise<Around> {
  if (!namesKnowledge(ctx)) return { texts: [] };
  const { MOST_PASSAGES, nearPassages } = await import("../search/knowledge/search-knowledge.js");
  const mode = cuts === undefined ? "keyword" : "hybrid";
  const passages = await nearPassages(ctx, tree, { query: question, mode, limit: MOST_PASSAGES });
  const asText = ({ passage, cosine }: (typeof passages)[number]): KnownText => {
    const isForeign = cuts === undefined || isOutsideModel(question) || isOutsideModel(passage.text);
    const how =
      isForeign || cosine === undefined ? { lexical: search.likeness(question, passage.text).lex } : { claim: cosine };
    return { file: passage.file, line: passage.line, text: saidIn(passage), ...how };
  };
  const headed =
    key === undefined ? undefined : passages.find(({ passage }) => passage.heading.split(" > ").at(-1) === key);
  return { texts: passages.map(asText), ...defined({ keyed: headed && asText(headed) }) };
}

/** The text of a passage without its heading, shortened. */
function saidIn({ heading, text }: FoundPassage): string {
  const above = heading.split(" > ").at(-1) ?? "";
  const body = text.startsWith(above) ? text.slice(above.length) : text;
  return shorten(oneLine(body.trim() === "" ? text : body), LONGEST_PASSAGE);
}

/** Facts in the user tree: those with the key, and those that are near. */
async function factsOfUser(ctx: Context, { question, key, ofContact, cuts }: AskedQuestion): Promise<Around> {
  const userCtx = await userContext(ctx);
  if (userCtx === undefined) return { texts: [] };
  const tree = await openShown(userCtx);
  const isCounting = (head: EntryMeta) => isComparedType(head.type) && isInUse(head);
  const heads = tree.where({}).filter(isCounting);
  if (heads.length === 0) return { texts: [] };
  const textOf = await shownTexts(tree, heads);
  const asText = (head: EntryMeta): KnownText => ({
    id: head.id,
    file: `${USER_TREE}${head.file}`,
    line: head.line,
    text: textOf(head),
  });
  const keyed = key === undefined || ofContact ? undefined : heads.find((head) => head.key === key);
  const search = new Search(userCtx, tree, startedModel(ctx));
  const { candidates } = await search.neighbours(question, question);
  const texts: KnownText[] = [];
  for (const { id, claim, lexical } of candidates) {
    const head = heads.find((one) => one.id === id);
    if (head === undefined) continue;
    const isForeign = cuts === undefined || isOutsideModel(textOf(head));
    texts.push({ ...asText(head), lexical, ...defined({ claim: isForeign ? undefined : claim }) });
  }
  return { texts, ...defined({ keyed: keyed && asText(keyed) }) };
}
