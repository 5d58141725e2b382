/** Folds the inflected forms of a word into one, so that number and tense alone make no difference. */
import { SPELLINGS, words } from "./words.js";

const INVARIANT = words(`
  always news less this does https aws ios towards besides perhaps sometimes times series species status process address
  access class pass its his hers yes us as is was has lens chaos redis kubernetes jenkins rails axios canvas atlas alias bias
  need indeed speed seed feed embed hundred during nothing something anything everything string thing spring king
`);
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    be: "is are am",
    was: "were",
    have: "has",
    do: "does",
    use: "uses used using",
    go: "goes",
    alias: "aliases",
    status: "statuses",
    process: "processes",
    index: "indices indexes",
    schema: "schemas schemata",
    child: "children",
    person: "people",
    man: "men",
    leave: "leaves",
    life: "lives",
    half: "halves",
    agree: "agreed agrees",
    free: "freed frees",
    run: "ran",
    break: "broke broken",
    write: "wrote written",
    build: "built",
    keep: "kept",
    hold: "held",
    lose: "lost",
    make: "made",
    send: "sent",
    take: "took taken",
    give: "gave given",
    get: "got gotten",
    begin: "began begun",
    choose: "chose chosen",
    fall: "fell fallen",
    forget: "forgot forgotten",
    lead: "led",
    mean: "meant",
    say: "said",
    see: "saw seen",
    show: "shown",
    spend: "spent",
    think: "thought",
    throw: "threw thrown",
    tell: "told",
    understand: "understood",
  }).flatMap(([value, list]) => list.split(" ").map((word) => [word, value] as const)),
);

const VOWEL = /[aeiouy]/;

/**
 * Folds regular inflection (plural, third person, -ed, -ing) and British -ise: "caches", "cached" and "caching" are
 * one word to the guard. Number and tense alone never make a claim another one.
 */
export function foldWord(word: string): string {
  const spelled = SPELLINGS.get(word) ?? word;
  const fixed = IRREGULAR.get(spelled);
  if (fixed !== undefined) return fixed;
  if (spelled.length <= 3 || INVARIANT.has(spelled) || !/^[a-z-]+$/.test(spelled)) return spelled;
  let stem = spelled;
  if (/ies$|ied$/.test(stem) && stem.length > 4) stem = `${stem.slice(0, -3)}y`;
  else if (/(?:ch|sh|x|z|ss)es$/.test(stem)) stem = stem.slice(0, -2);
  else if (/[^sui]s$/.test(stem)) stem = stem.slice(0, -1);
  else if (/[^e]ed$/.test(stem) && stem.length >= 5 && VOWEL.test(stem.slice(0, -2))) stem = stem.slice(0, -2);
  else if (/ing$/.test(stem) && stem.length >= 6 && VOWEL.test(stem.slice(0, -3))) stem = stem.slice(0, -3);
  stem = SPELLINGS.get(stem) ?? stem;
  stem = stem.replace(/is(e?)$/, (whole, e: string) =>
    stem.length > 5 && (e !== "" || stem !== spelled) ? `iz${e}` : whole,
  );
  if (stem.length >= 4) stem = stem.replace(/e$/, "");
  return stem.replace(/([b-df-hj-np-tv-z])\1$/, "$1");
}
