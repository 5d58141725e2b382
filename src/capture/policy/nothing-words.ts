/** Words with which people and agents say that nothing was at risk, in several languages. */

const ALONE: ReadonlySet<string> = new Set(
  [
    "0 no none nothing nope nah not nada nil null undefined void zero zilch na n/a n.a. n.a n-a nichts nix keine keins kein keiner",
    "ninguno ninguna ningun ningún nenhum nenhuma rien aucun aucune niente nessuno nessuna geen niets ingen inget intet",
    "无 無 没有 沒有 没 無し 无风险 沒有風險 没有风险 なし 特になし 없음 нет ничего không nope",
  ]
    .join(" ")
    .split(" "),
);

const PHRASES: readonly RegExp[] = [
  /^(?:there (?:is|was|s) )?(?:absolutely |really |literally |basically |practically |almost )?(?:nothing|none|nil|zero)(?: (?:really|at all|at risk|at stake|to lose|whatsoever|much|important|serious|major|critical|special|specific|in particular|here|that matters|of note|as such|known))*$/u,
  /^(?:there (?:is|was|s|are|were) )?(?:no|zero|0|without|not any|hardly any)(?: (?:any|real|actual|particular|specific|known|serious|big|major))*(?: (?:risk|risks|stakes|stake|impact|consequence|consequences|harm|downside|downsides|danger|damage|loss|effect))(?: (?:at all|really|here|involved|whatsoever))*$/u,
  /^not (?:applicable|relevant|at risk|at stake|risky|important|critical)$/u,
  /^(?:it )?(?:does not|doesn't|doesnt|did not|didn't|didnt|wo n't|won't|will not) (?:really )?matter$/u,
  /^(?:risk[- ]?free|riskless|harmless|irrelevant|not needed|none needed|empty|blank)$/u,
  /^(?:kein|keine|keinerlei|null) (?:risiko|risiken|gefahr|auswirkung|auswirkungen|folgen)$/u,
  /^(?:ning[uú]n|sin|nenhum|sem|aucun|nessun|geen|không có|không) (?:riesgo|risco|risque|rischio|risico|rủi ro|gì|gi)$/u,
  /^(?:nichts (?:wichtiges|besonderes)|gar nichts|überhaupt nichts|nada importante|nada demais|rien du tout)$/u,
];

const INVISIBLE = /\p{Cf}|\p{Cc}|\p{Variation_Selector}|\u115F|\u1160|\u3164/gu;

/** True for an empty text and for every way of saying "none". Doubt ("unknown", "not sure") is not nothing. */
export function saysNothing(text: string): boolean {
  const plain = text
    .normalize("NFKC")
    .replace(/[\r\n\t]+/g, " ")
    .replace(INVISIBLE, "")
    .toLowerCase()
    .trim();
  const bare = plain.replace(/’/g, "'").replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  if (bare === "") return !/[?]/.test(plain);
  if (ALONE.has(bare) || ALONE.has(bare.replace(/\s*\/\s*/g, "/"))) return true;
  const words = bare
    .replace(/[,;:–—]+/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  if (PHRASES.some((phrase) => phrase.test(words))) return true;
  return words.split(" ").every((word) => ALONE.has(word));
}
