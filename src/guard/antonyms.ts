/** Pairs that turn a claim round, as words stand in a dictionary; inflections are folded before they are looked up. */
const OPPOSITES = `
enable disable|activate deactivate|on off|allow deny|allow forbid|allow block|permit forbid|permit deny|allow disallow|allow prohibit
accept reject|accept refuse|approve reject|grant revoke|include exclude|include omit|add remove|add delete|create delete|create destroy
insert delete|append prepend|start stop|begin end|first last|start finish|launch kill|open close|lock unlock|mount unmount|install uninstall
load unload|attach detach|connect disconnect|join leave|subscribe unsubscribe|register unregister|bind unbind|wrap unwrap|pack unpack
compress decompress|encode decode|encrypt decrypt|serialize deserialize|zip unzip|stage unstage|comment uncomment|check uncheck|mute unmute
before after|always never|ever never|all none|every no|everything nothing|both neither|some none|with without|if unless|more less|more fewer
most least|many few|greater less|greater smaller|greater lesser|bigger smaller|larger smaller|higher lower|longer shorter|deeper shallower
faster slower|fast slow|quick slow|quickly slowly|early late|earlier later|earliest latest|high low|long short|large small|big small|big little
deep shallow|wide narrow|thick thin|heavy light|strong weak|strict loose|strict lenient|tight loose|hard easy|hard soft|difficult easy|rich poor
increase decrease|raise lower|raise reduce|grow shrink|expand shrink|expand collapse|extend shorten|maximize minimize|maximum minimum|max min
upper lower|top bottom|above below|over under|old new|older newer|oldest newest|legacy modern|stale fresh|current previous|next previous
true false|yes no|right wrong|correct incorrect|correct wrong|good bad|better worse|best worst|safe unsafe|safe dangerous|valid invalid
succeed fail|success failure|pass fail|work fail|work break|fix break|helpful harmful|healthy broken|stable flaky|stable unstable|alive dead
win lose|gain lose|keep drop|keep discard|keep remove|keep delete|save discard|save delete|retain discard|preserve discard|store discard
show hide|visible hidden|public private|external internal|local remote|global local|static dynamic|manual automatic|manually automatically
sync async|synchronous asynchronous|synchronously asynchronously|serial parallel|sequential parallel|sequentially concurrently|blocking nonblocking|eager lazy
mutable immutable|required optional|mandatory optional|mandatory voluntary|explicit implicit|explicitly implicitly|absolute relative
present absent|exist miss|available unavailable|empty full|blank filled|same different|equal different|equal unequal|similar different
odd even|positive negative|plus minus|ascending descending|asc desc|horizontal vertical|inner outer|inside outside|near far|major minor
single multiple|single double|singular plural|once twice|temporary permanent|known unknown|hot cold|warm cold|dirty clean|wet dry|raw cooked
online offline|active inactive|busy idle|ready pending|started stopped|frozen thawed|awake asleep|prefer avoid|use avoid|do avoid|recommend discourage
encourage discourage|trust distrust|like dislike|agree disagree|love hate|help hinder|support oppose|cause prevent|trigger prevent|ensure prevent
respect ignore|follow ignore|obey ignore|heed ignore|honor ignore|honour ignore|run skip|execute skip|apply skip|perform skip|test skip
retry abort|continue abort|continue stop|resume pause|proceed stop|wait proceed|commit revert|commit abort|merge split|split join|apply revert
upgrade downgrade|update downgrade|promote demote|advance retreat|redo undo|assert deny|confirm deny|confirm refute|prove disprove|validate invalidate
cheap expensive|free paid|simple complex|simple complicated|sparse dense|rare common|rarely often|seldom often|usually rarely|frequently rarely
always sometimes|always rarely|often never|sometimes never|exactly approximately|partial full|partial complete|partially fully|whole part
winner loser|ally enemy|primary secondary|primary replica|leader follower|master slave|parent child|ancestor descendant|owner guest
buy sell|borrow lend|teach learn|ask answer|question answer|request response|attack defend|offense defense|optimistic pessimistic
sender receiver|producer consumer|publisher subscriber|ephemeral persistent|volatile persistent|stateful stateless|lossy lossless
inclusive exclusive|proactive reactive|abstract concrete|verbose quiet|loud quiet|noisy quiet|day night|morning evening|past future|summer winter
`;

/** Pairs that say which way something goes. */
const DIRECTIONS = `
into out|in out|to from|up down|upward downward|upwards downwards|upstream downstream|push pull|upload download|import export|read write
send receive|get put|get set|fetch push|inbound outbound|incoming outgoing|ingress egress|input output|source target|source destination
left right|forward backward|forwards backwards|forth back|ahead behind|clockwise counterclockwise|north south|east west
enter leave|enter exit|arrive depart|come go|give take|ascend descend|climb descend|front back|frontend backend|entry exit|onto off
`;

function pairsOf(table: string): [string, string][] {
  return table
    .split(/[|\n]/)
    .map((pair) => pair.trim().split(" "))
    .filter((pair): pair is [string, string] => pair.length === 2);
}

function lookup(pairs: [string, string][], fold: (word: string) => string): Map<string, Set<string>> {
  const table = new Map<string, Set<string>>();
  for (const [a, b] of pairs) {
    for (const [from, to] of [
      [fold(a), fold(b)],
      [fold(b), fold(a)],
    ] as const) {
      const known = table.get(from);
      if (known === undefined) table.set(from, new Set([to]));
      else known.add(to);
    }
  }
  return table;
}

/** Opposites and directions by folded word. */
export function oppositesBy(fold: (word: string) => string): {
  opposites: Map<string, Set<string>>;
  directions: Map<string, Set<string>>;
} {
  return { opposites: lookup(pairsOf(OPPOSITES), fold), directions: lookup(pairsOf(DIRECTIONS), fold) };
}

/** So common that one on each side means nothing; they count only where one takes the other's place. */
export const PLACE_BOUND: ReadonlySet<string> = new Set(
  "on off in out into to from up down over under do no every some all many few if more less with left right back go come get put set end part like work use test last first new old same even current next free light right hard present minor major light long short over near late early".split(
    " ",
  ),
);

/** These turn a claim round even when the other side has no opposite of them. */
export const POLAR: ReadonlySet<string> = new Set(
  "disable disallow deny forbid prohibit prevent stop avoid refuse reject skip ignore exclude omit".split(" "),
);

/** These narrow a claim when they are added: told apart, but no contradiction. */
export const NARROWING: ReadonlySet<string> = new Set(["before", "after"]);

const PREFIXES = ["non-", "non", "un-", "un", "in", "im", "ir", "il", "dis", "de-", "mis", "anti-", "anti"];
/** Words that only look like a prefix and a base. */
const NO_PREFIX: ReadonlySet<string> = new Set(
  "inform input inside into under unless until income indeed install instance instead intent intense index inner invest union unit unique universal import important impact image impress improve imply iron irony ill display distance discover discuss dispatch distribute distinct disk discount discard missing mission mistake mister antic anticipate include inspect interface internal internet interval interest increase infer inference inherit initial inject inline insert insight institute instruct integrate understand unity mishap distill dispute dismiss disease district inflow include inquire indoor intake inbox incoming invoice".split(
    " ",
  ),
);

/** True when one of two lower-case words is the other with a negating prefix, or the two end in -ful and -less. */
export function negatesByForm(a: string, b: string, fold: (word: string) => string): boolean {
  if (a === b) return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.replace(/less$/, "") === short.replace(/ful$/, "") && long !== short && short.length >= 3) return true;
  if (long.replace(/less$/, "ful") === short || short.replace(/less$/, "ful") === long) return true;
  if (NO_PREFIX.has(long) || short.length < 3) return false;
  return PREFIXES.some(
    (prefix) =>
      long.startsWith(prefix) && long.length - prefix.length >= 3 && fold(long.slice(prefix.length)) === fold(short),
  );
}
