/** Whether a run of characters is an e-mail address, a URL without its scheme, an IP address or the name of a host. */

const oneOf = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Ends of host names that hardly anything else has. */
const STRONG = oneOf(
  "com org net edu gov io cloud arpa onion intranet localdomain lan corp local internal invalid " +
    "ai co xyz biz tech online shop eu de uk fr ch nl jp cn ru br se fi dk cz hu ie nz au kr tw ua gr pt mx sg hk za pl",
);
/** Ends that are also members in code, words or kinds of files: they count with more, or with a label that no member has. */
const MEDIUM = oneOf(
  "dev app home test example info name host site blog zone work group team tools systems services network software " +
    "id at to in my no it me so do as be by am us is la ca es tr tv cc rs sh py md ps ml gg link live page run store",
);
/** First labels by which a name of three is a host whatever it ends in. */
const FIRST =
  /^(?:www|api|mail|smtp|imap|ftp|db|git|ci|vpn|ns[12]|app|dev|staging|prod|admin|cdn|static|auth|login|sso|blog|shop|docs|wiki|jira|status|gitlab|jenkins|grafana|registry|proxy|gateway)$/;
/** What members hang on in code. */
const CODE =
  /^(?:this|self|super|module|exports|window|document|process|console|req|res|ctx|config|import|meta|props|state|event|regex|regexp|re|pattern|java|system|math|os|path|np|pd|expect|kotlin|object|array|string|number|json|it|describe)$/;
/** Products that are named like hosts. */
const PRODUCTS = /^(?:socket|draw|java|kotlin|haxe|engine|asp|ado|vb|ml)\.(?:io|net)$/i;

const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}])?$/u;

/** The name of a host, without port and path. `called`: a parenthesis follows, as behind a function. */
function isHostName(name: string, called = false): boolean {
  const written = name.split(".");
  if (name.length > 253 || called || written.length < 2 || PRODUCTS.test(name)) return false;
  if (!written.every((part) => LABEL.test(part))) return false;
  const parts = name.toLowerCase().split(".");
  const [first = "", before = "", end = ""] = [parts[0], parts.at(-2), parts.at(-1)];
  // Members in code begin small or are spelt in humps: `System.Net`, `this.isLocal.com`.
  if (written.at(-1) !== end && name !== name.toUpperCase()) return false;
  if (first === "www") return true;
  if (CODE.test(first)) return false;
  if (STRONG.has(end) || end.startsWith("xn--")) return true;
  if (!MEDIUM.has(end)) return false;
  const more = parts.length > 2;
  if (more && (FIRST.test(first) || /^(?:com|co|org|net|ac|gov)$/.test(before))) return true;
  if (name !== name.toLowerCase() || (!more && /^(?:md|py|sh|rs|ps|ml)$/.test(end))) return false;
  if (parts.slice(0, -1).some((part) => /-|\p{L}\d|\d\p{L}/u.test(part))) return true;
  return /^(?:example|dev)$/.test(end) || (more && /^(?:test|home|app|network|info)$/.test(end));
}

/** `10.0.0.7`, also with a port or a mask behind it. */
export function isIPv4(text: string): boolean {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?::\d{1,5}|\/\d{1,2})?$/.exec(text);
  return parts?.slice(1).every((part) => Number(part) < 256) === true;
}

/** `fe80::1%eth0`, `2001:db8::/32`. Two colons between words are a scope in code: a digit has to be among the groups. */
export function isIPv6(text: string): boolean {
  const plain = text.replace(/(?:%[\w.-]{1,20})?(?:\/\d{1,3})?$/, "");
  if (plain.length > 45 || !/^[0-9a-f:.]+$/i.test(plain) || !/\d/.test(plain)) return false;
  const halves = plain.split("::");
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  if (groups.length > 1 && isIPv4(groups.at(-1) ?? "")) groups.splice(-1, 1, "0", "0");
  if (halves.length > 2 || !groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  return halves.length === 2 ? groups.length < 8 : groups.length === 8;
}

/** `00:1a:2b:3c:4d:5e`, `001a.2b3c.4d5e`. */
export const isMac = (text: string): boolean =>
  /^[0-9a-f]{2}(?:([:-])[0-9a-f]{2})(?:\1[0-9a-f]{2}){4}$|^(?=.*[a-f])[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}$/i.test(text);

/** Words before a colon and a number that are no hosts: `line:1200`, `timeout:3000`. */
const NO_HOST =
  /^(?:lines?|cols?|column|ports?|year|since|until|note|error|code|exit|status|issue|pr|ticket|timeout|size|length|count|max|min|limit|version|budget|delay|wait|retry|after|step|page|item|id|chapter|section|part|figure|table|total|sum|https?|width|height|weight|offset|range|from|to|at|on|by|in|sha256|ubuntu|debian|alpine|node|python|java|php|ruby|golang)$/;
/** Single names of machines, numbered: `db01`, `web-03`, `prod-db-2`. */
const MACHINE =
  /^(?:(?:[a-z0-9]{1,20}-){0,3}(?:srv|db|web|host|vm|server)-?\d{2,3}|ip(?:-\d{1,3}){4}|(?:[a-z0-9]{1,20}-){0,4}(?:prod|staging|stage|uat|qa)(?:-[a-z0-9]{1,20}){0,3}-[a-z0-9]{0,19}\d)$/;

/** A host by its bare name, or with a port. A year behind a word is no port. */
export function isHost(run: string, called: boolean): boolean {
  if (isIPv4(run) || isIPv6(run) || isHostName(run, called) || MACHINE.test(run)) return true;
  const [, name = "", port = ""] = /^([^:/@]{1,253}):(\d{2,5})$/.exec(run) ?? [];
  if (name === "" || Number(port) > 65_535) return false;
  if (isHostName(name) || MACHINE.test(name)) return true;
  const common = Number(port) >= 1024 || /^(?:22|25|53|80|443|587|993)$/.test(port);
  return common && /^[a-z][a-z0-9_-]*$/.test(name) && !NO_HOST.test(name) && !/^(?:19|20)\d\d$/.test(port);
}

/** Host and path without a scheme: `acme.com/docs?x=1`. */
export function isBareUrl(run: string): boolean {
  const name = run.slice(0, Math.max(0, run.indexOf("/")));
  return !isIPv4(run) && (name.startsWith("www.") || (name !== "" && !MACHINE.test(name) && isHost(name, false)));
}

/** What follows a package's name behind an `@`: a version, or the name of one. */
const VERSION =
  /^[v^~>]*\d|^(?:latest|next|beta|alpha|canary|rc|lts|main|master|head|stable|edge|nightly|dev|legacy|x)$/i;

/** An e-mail address, an account on a host, or such a one with a path (`git@host:path`). */
export function isMailAddress(run: string): boolean {
  const [, written = "", domain = "", path] = /^([^@/]+)@([^@:]*)(:[^@]*)?$/.exec(run) ?? [];
  const local = written.replace(/^(?:mailto|xmpp|sips?|ssh):/i, "");
  if (!/^[\p{L}\p{N}_.+%-]{1,64}$/u.test(local) || /^\d+x(?:\.|$)/.test(domain)) return false;
  if (isIPv4(domain)) return true;
  if (VERSION.test(domain)) return false;
  if (/^(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,24}(?:\/|$)/u.test(domain)) return true;
  return LABEL.test(domain) && /^\p{L}/u.test(domain) && (path !== undefined || /^[a-z_][a-z0-9_.-]*$/.test(local));
}
