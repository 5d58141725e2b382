/** Whether a run of characters is an e-mail address, a URL without its scheme, an IP address or the name of a host. */

const labels = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Ends of host names that hardly anything else has. */
const STRONG = labels(
  "com org net edu gov io cloud arpa onion intranet localdomain lan corp local internal invalid " +
    "ai co xyz biz tech online shop eu de uk fr ch nl jp cn ru br se fi dk cz hu ie nz au kr tw ua gr pt mx sg hk za pl",
);
/** Ends that are also members in code, or words: they count with more labels, or with a label that no member has. */
const MEDIUM = labels(
  "dev app home test example info name host site blog zone work group team tools systems services network software " +
    "id at to in my no it me so do as be by am us is la ca es tr tv cc rs sh py md ps ml gg link live page run store",
);
/** First labels by which a name of three is a host whatever it ends in. */
const HOST_LABELS = labels(
  "www api mail smtp imap ftp db git ci vpn ns1 ns2 app dev staging prod admin cdn static auth login sso blog shop docs " +
    "wiki jira status gitlab jenkins grafana registry proxy gateway",
);
/** What members hang on in code. */
const CODE = labels(
  "this self super module exports window document process console req res ctx config import meta app props state event " +
    "regex regexp re pattern java system math os path np pd expect java kotlin object array string number json it describe",
);
/** Products that are named like hosts. */
const PRODUCTS = /^(?:socket|draw|java|kotlin|haxe|engine|asp|ado|vb|ml)\.(?:io|net)$/i;

const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}])?$/u;

/** The name of a host, without port and path. `called`: a parenthesis follows, as behind a function. */
export function isHostName(name: string, called = false): boolean {
  if (name.length > 253 || called || PRODUCTS.test(name)) return false;
  const parts = name.split(".");
  const last = parts.at(-1) ?? "";
  if (parts.length < 2 || !parts.every((part) => LABEL.test(part))) return false;
  const lower = parts.map((part) => part.toLowerCase());
  const end = lower.at(-1) ?? "";
  const first = lower[0] ?? "";
  // Members in code begin small or are spelt in humps: `System.Net`, `this.isLocal.com`.
  if (last !== end && name !== name.toUpperCase()) return false;
  if (first === "www") return true;
  if (CODE.has(first)) return parts.length > 2 && STRONG.has(end) && HOST_LABELS.has(first);
  if (STRONG.has(end) || end.startsWith("xn--")) return true;
  if (!MEDIUM.has(end)) return false;
  if (parts.length > 2 && (HOST_LABELS.has(first) || /^(?:com|co|org|net|ac|gov)$/.test(lower.at(-2) ?? "")))
    return true;
  if (name !== name.toLowerCase()) return false;
  return (
    lower.slice(0, -1).some((part) => /-/.test(part) || /\p{L}\d|\d\p{L}/u.test(part)) || isReserved(end, parts.length)
  );
}

/** Ends that are set apart for hosts in examples, and those that are mostly hosts. */
const isReserved = (end: string, parts: number): boolean =>
  end === "example" || end === "dev" || (parts > 2 && /^(?:test|home|app|network|info)$/.test(end));

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
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const mapped = groups.length > 1 && isIPv4(groups.at(-1) ?? "") ? groups.splice(-1, 1, "0", "0") : [];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  return halves.length === 2 ? groups.length < 8 : groups.length === 8 || (mapped.length > 0 && groups.length === 8);
}

/** `00:1a:2b:3c:4d:5e`. */
export const isMac = (text: string): boolean => /^[0-9a-f]{2}(?:([:-])[0-9a-f]{2})(?:\1[0-9a-f]{2}){4}$/i.test(text);

/** Words before a colon and a number that are no hosts: `line:1200`, `timeout:3000`. */
const NO_HOST = labels(
  "line lines col column port ports year since until note error code exit status issue pr ticket timeout size length count " +
    "max min limit version budget delay wait retry after step page item id chapter section part figure table total sum http " +
    "https width height weight offset range from to at on by in sha256 ubuntu debian alpine node python java php ruby golang",
);
/** Single names of machines, numbered: `db01`, `web-03`, `prod-db-2`. */
const MACHINE =
  /^(?:(?:srv|db|web|host|vm|server)-?\d{2,3}|(?:[a-z0-9]{1,20}-){0,4}(?:prod|staging|stage|uat|qa)(?:-[a-z0-9]{1,20}){1,4}\d)$/;

/** A host by its bare name, or with a port. */
export function isHost(run: string, called: boolean): boolean {
  if (isIPv4(run) || isIPv6(run) || isHostName(run, called) || MACHINE.test(run)) return true;
  const [, name = "", port = ""] = /^([^:/@]{1,253}):(\d{2,5})$/.exec(run) ?? [];
  if (name === "" || Number(port) > 65_535) return false;
  if (isIPv4(name) || isHostName(name) || MACHINE.test(name) || name === "localhost") return true;
  const common = Number(port) >= 1024 || /^(?:22|25|53|80|443|587|993)$/.test(port);
  if (!common || !/^[a-z][a-z0-9_-]*$/.test(name) || NO_HOST.has(name)) return false;
  // "since:2024": a year behind a word
  return !/^(?:19|20)\d\d$/.test(port);
}

/** Host and path without a scheme: `example.com/docs?x=1`. */
export function isBareUrl(run: string): boolean {
  const slash = run.indexOf("/");
  if (slash < 1 || isIPv4(run)) return false;
  const name = run.slice(0, slash);
  return name === "localhost" || (isHost(name, false) && !MACHINE.test(name)) || name.startsWith("www.");
}

/** What follows a package's name behind an `@`: a version, or the name of one. */
const VERSION =
  /^[v^~>]*\d|^(?:latest|next|beta|alpha|canary|rc|lts|main|master|head|stable|edge|nightly|dev|legacy|x)$/i;

/** An e-mail address, an account on a host, or such a one with a path (`git@host:path`). */
export function isMailAddress(run: string): boolean {
  const at = run.indexOf("@");
  if (at < 1 || at !== run.lastIndexOf("@") || (run.includes("/", 0) === true && run.indexOf("/") < at)) return false;
  const local = run.slice(0, at).replace(/^(?:mailto|xmpp|sips?|ssh):/i, "");
  const [domain = "", rest] = splitAt(run.slice(at + 1), ":");
  if (!/^[\p{L}\p{N}_.+%-]{1,64}$/u.test(local) || /^\d+x$/.test(domain.split(".")[0] ?? "")) return false;
  if (isIPv4(domain)) return true;
  if (VERSION.test(domain)) return false;
  const [name = ""] = splitAt(domain, "/");
  if (/^[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})*\.\p{L}{2,24}$/u.test(name)) return true;
  return LABEL.test(name) && /^\p{L}/u.test(name) && (rest !== undefined || /^[a-z_][a-z0-9_.-]*$/.test(local));
}

function splitAt(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
