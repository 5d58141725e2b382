/** Tables of words that turn a claim, bind it, widen it or carry no part of it: what the guard looks up. */

/** A list of words as a set. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ""));
}

/** Words that negate, in the languages that turn up in agents' notes. */
export const NEGATIONS = words(`
  not no never none nothing nobody nowhere neither nor
  nicht kein keine keinen keinem keiner nie niemals nichts
  não nao nunca jamais nenhum nenhuma nada nem ningún ninguna ne pas rien aucun aucune
  non mai niente niet geen nooit не нет никогда ничего нельзя không đừng chưa nie
`);

/** Negations in scripts written without spaces, by character. */
export const NEGATING_CHARACTERS = words("不 没 沒 未 非 无 無 别 別 勿 莫 否 禁");

/** Modals and what stands for them. "will" and "would" are often mere tense: they count only in another's place. */
export const MODALS: ReadonlyMap<string, string> = new Map([
  ["must", "must"],
  ["need", "need"],
  ["needs", "need"],
  ["needed", "need"],
  ["should", "should"],
  ["ought", "should"],
  ["shall", "shall"],
  ["may", "may"],
  ["might", "might"],
  ["can", "can"],
  ["could", "could"],
  ["will", "will"],
  ["would", "would"],
  ["muss", "must"],
  ["müssen", "must"],
  ["soll", "should"],
  ["sollte", "should"],
  ["darf", "may"],
  ["kann", "can"],
  ["deve", "must"],
  ["debe", "must"],
  ["doit", "must"],
  ["pode", "can"],
  ["puede", "can"],
  ["peut", "can"],
]);
export const MERE_TENSE = words("will would");

/** How much a claim covers; words of one meaning share a value. */
export const QUANTIFIERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    all: "all each every everything everyone everybody entire alle alles todo todos toda todas tous toutes",
    some: "some manche algum alguns alguma algunos quelques",
    someone: "someone somebody something",
    any: "any anything anyone either",
    most: "most mostly majority",
    many: "many lots numerous multiple viele muitos muchos",
    few: "few",
    several: "several couple",
    both: "both",
    only: "only solely exclusively nur somente apenas solamente seulement merely",
    always: "always immer sempre siempre toujours",
    never: "never nie niemals nunca jamais",
    often: "often frequently usually typically generally normally",
    sometimes: "sometimes occasionally manchmal",
    rarely: "rarely seldom hardly scarcely barely",
    none: "none nothing nobody",
    exactly: "exactly precisely",
    almost: "almost nearly",
    least: "least",
    enough: "enough",
    "<=": "<=",
    ">=": ">=",
    "<": "<",
    ">": ">",
  }).flatMap(([value, list]) => list.split(" ").map((word) => [word, value] as const)),
);
/** Too weak to count when one side alone has it. */
export const WEAK_QUANTIFIERS = words("any many several often enough exactly least both most someone");

/** Often a mere article ("some logs"): told apart where one side alone has it, but no contradiction. */
export const ARTICLE_LIKE = words("some");

/** Words that open an exception. */
export const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  ["except", "except"],
  ["excepting", "except"],
  ["excluding", "except"],
  ["unless", "unless"],
  ["without", "without"],
  ["besides", "besides"],
  ["außer", "except"],
  ["ohne", "without"],
  ["exceto", "except"],
  ["excepto", "except"],
  ["sauf", "except"],
  ["sem", "without"],
  ["sin", "without"],
]);

/** Words that carry no part of the claim. */
export const FILLERS = words(`
  please actually basically simply just really literally obviously clearly indeed kindly quite very also too anyway
  hence thus therefore
`);

/** Runs of words that only announce the claim. */
export const ANNOUNCEMENTS: readonly (readonly string[])[] = [
  "make sure to",
  "make sure that",
  "make sure you",
  "be sure to",
  "remember to",
  "remember that",
  "do not forget to",
  "note that",
  "keep in mind that",
  "it is important to",
  "it turns out that",
  "in fact",
  "of course",
].map((run) => run.split(" "));

/** A clause that opens with one of these tells why or where it was seen: evidence. */
export const EVIDENCE_OPENERS = words(`
  because since due as so evidence seen measured tested verified confirmed observed reproduced reported source which
  eg ie example see found noticed
`);
/** Inside such a clause these say that it is more than evidence. */
export const CLAUSE_BREAKERS = words("but except unless only however otherwise although");

/** Another spelling of the same word. */
export const SPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    and: "& und",
    configuration: "config cfg conf configs",
    repository: "repo repos",
    directory: "dir dirs folder folders",
    documentation: "docs doc",
    environment: "env envs",
    database: "db dbs",
    application: "app apps",
    information: "info",
    production: "prod",
    development: "dev",
    administrator: "admin",
    parameter: "param params",
    argument: "arg args",
    variable: "var vars",
    specification: "spec specs",
    message: "msg msgs",
    function: "func fn funcs",
    dependency: "dep deps",
    reference: "ref refs",
    temporary: "temp tmp",
    kubernetes: "k8s",
    javascript: "js",
    typescript: "ts",
    python: "py",
    postgresql: "postgres pg",
    versus: "vs",
    with: "w/",
    without: "w/o",
    okay: "ok",
    color: "colour",
    behavior: "behaviour",
    favor: "favour",
    honor: "honour",
    neighbor: "neighbour",
    canceled: "cancelled",
    gray: "grey",
    until: "till til",
    though: "although",
    email: "e-mail",
    toward: "towards",
    afterward: "afterwards",
    maximum: "max",
    eg: "e.g",
    ie: "i.e",
    etc: "etcetera",
    this: "these",
    that: "those",
  }).flatMap(([value, list]) => list.split(" ").map((word) => [word, value] as const)),
);

/** Tools, systems and places that are written in lower case and still are names. */
export const LOWER_CASE_NAMES = words(`
  npm pnpm yarn bun deno node nodejs npx pip pipx uv poetry conda cargo maven gradle cmake bazel brew apt yum dnf apk
  docker podman kubectl kubernetes helm terraform ansible nginx apache caddy traefik git github gitlab bitbucket svn mercurial
  postgres postgresql mysql mariadb sqlite redis mongodb mongo kafka rabbitmq elasticsearch dynamodb cassandra supabase firebase prisma drizzle
  aws gcp azure vercel netlify heroku cloudflare vim emacs vscode bash zsh fish powershell tmux
  chrome firefox safari webkit chromium linux macos windows ubuntu debian alpine android ios
  python ruby java golang rust typescript javascript kotlin swift php perl lua react vue svelte angular nuxt fastify django flask rails
  jest vitest mocha pytest playwright cypress selenium eslint prettier biome webpack vite rollup esbuild tsc tsx babel
  slack telegram discord whatsapp jira notion figma stripe paypal openai anthropic claude gpt gemini llama ollama
  staging production development prod dev canary localhost frontend backend web api mobile desktop
  curl wget ssh scp rsync grep ripgrep rg sed awk jq yq systemd cron launchd
`);
