/** Our own rules for credentials: what secretlint's do not know, or know only in its newest and longest shape. */
import { type Binding, entropy, isPlaceholder, looksAssigned } from "./assigned-values.js";

export interface SecretRule {
  kind: string;
  /** Lower case; the pattern is only tried on a text that holds one of them. Each must stand in every match. */
  keywords: readonly string[];
  /** Global. The last capture, where there is one, is the secret; else the whole match is. */
  pattern: RegExp;
  /** Bits per character that the secret must reach; keeps out names and words. */
  entropy?: number;
  /** Last word on a match: its captures. */
  accept?: (match: RegExpExecArray) => boolean;
}

/** Not behind a letter or digit, so that a longer word holding the prefix is none. */
const B = "(?<![A-Za-z0-9])";
const key = (source: string, flags = "g") => new RegExp(`${B}${source}`, flags);
/** A token with a fixed prefix: `kind`, its prefixes, and the pattern from the prefix on. */
const token = (kind: string, prefix: string | readonly string[], source: string, bits = 2.5): SecretRule => ({
  kind,
  keywords: (typeof prefix === "string" ? [prefix] : prefix).map((one) => one.toLowerCase()),
  pattern: key(source),
  entropy: bits,
});

/** What credentials are called, in the languages of `detect/languages`. */
const NAME = `(${[
  "pass(?:word|wd|phrase|wort|code)|pwd|secret(?:[_ -]?key)?|(?:api|access|account|private|encryption|signing)[_ -]?key",
  "access[_-]?key[_-]?id|token|client[_ -]?secret|credentials?|bearer|session[_-]?(?:key|cookie)|authorization|kennwort",
  "(?:api|zugangs|zugriffs|geheim)[ -]?schl(?:ü|ue)ssel|contrase[ñn]a|(?<!palabras?[ _-])clave(?: de acceso| (?:de )?api)?",
  "mot de passe|mdp|jeton(?: d['’]acc[èe]s)?|cl[ée] (?:d['’])?(?:api|acc[èe]s)|パスワード|トークン|秘密鍵|密[码碼钥鑰]",
  "(?:api|アクセス|シークレット) ?キー|口令|令牌|金鑰",
].join("|")})`;
const NAME_KEYWORDS = (
  "pass pwd secret key token credential bearer cookie authorization kennwort schl contrase clave mdp jeton clé cle " +
  "パスワード トークン キー 秘密 密码 密碼 密钥 密鑰 口令 令牌 金鑰"
).split(" ");

const TOKENS: readonly SecretRule[] = [
  token(
    "aws-access-key",
    ["akia", "asia", "aroa", "aida", "agpa", "anpa", "anva", "aipa", "abia", "acca"],
    "(?:AKIA|ASIA|AROA|AIDA|AGPA|ANPA|ANVA|AIPA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])",
  ),
  token("google-api-key", "aiza", "AIza[\\w-]{35}(?![\\w-])"),
  token("google-oauth-secret", "gocspx-", "GOCSPX-[\\w-]{20,64}"),
  token("google-access-token", "ya29.", "ya29\\.[\\w-]{20,400}"),
  token("firebase-key", "aaaa", "AAAA[\\w-]{7}:[\\w-]{120,180}"),
  token("github-token", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], "gh[pousr]_[A-Za-z0-9]{30,255}"),
  token("github-token", "github_pat_", "github_pat_[A-Za-z0-9_]{22,255}"),
  token("gitlab-token", "gl", "gl(?:pat|dt|rt|ptt|cbt|ft|soat|imt|agent|oas)-[\\w-]{20,128}"),
  token("slack-token", "xox", "xox[abceoprs]-(?:\\d-)?[A-Za-z0-9-]{10,250}"),
  token("slack-token", "xapp-", "xapp-\\d-[A-Za-z0-9-]{10,250}"),
  token("stripe-key", ["sk_", "rk_"], "[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,250}"),
  token("stripe-webhook-secret", "whsec_", "whsec_[A-Za-z0-9+/=]{20,250}"),
  token("anthropic-key", "sk-ant-", "sk-ant-[\\w-]{20,250}"),
  {
    ...token("openai-key", "sk-", "sk-(?:proj-|svcacct-|admin-|None-|or-v1-)?[A-Za-z0-9_-]{20,250}", 3),
    accept: ([whole = ""]) => /\d/.test(whole) && /[A-Za-z]{2}/.test(whole.slice(3)),
  },
  token("hugging-face-token", "hf_", "hf_[A-Za-z0-9]{30,64}"),
  token("groq-key", "gsk_", "gsk_[A-Za-z0-9]{40,80}"),
  token("replicate-token", "r8_", "r8_[A-Za-z0-9]{30,64}"),
  token(
    "model-provider-key",
    ["pplx-", "xai-", "nvapi-", "fw_", "tgp_v1_", "csk-", "tvly-", "pcsk_", "e2b_", "fc-", "api_org_"],
    "(?:pplx-[A-Za-z0-9]{40,64}|xai-[A-Za-z0-9]{60,100}|nvapi-[\\w-]{50,80}|fw_[A-Za-z0-9]{20,40}|tgp_v1_[\\w-]{40,50}|csk-[a-z0-9]{48}|tvly-(?:dev-|prod-)?[A-Za-z0-9]{30,40}|pcsk_[A-Za-z0-9_]{50,80}|e2b_[a-f0-9]{40}|fc-[a-f0-9]{32}(?![0-9A-Za-z])|api_org_[A-Za-z0-9]{34})",
  ),
  // In an address it stands right behind the word bot.
  token("telegram-token", [":", "%3a"], "(?:%2F)?(?:bot)?(\\d{8,10}(?::|%3A)[A-Za-z0-9_-]{34,36})(?![\\w-])", 3.3),
  token("discord-token", ".", "[MNO][\\w-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,45}(?![\\w-])", 3.5),
  token("jwt", "eyj", "eyJ[\\w-]{10,4000}\\.[\\w-]{10,8000}(?:\\.[\\w-]{0,2000})?"),
  token("npm-token", "npm_", "npm_[A-Za-z0-9]{30,64}"),
  token("pypi-token", "pypi-", "pypi-[\\w-]{40,300}"),
  token("rubygems-token", "rubygems_", "rubygems_[a-f0-9]{40,64}"),
  token("sendgrid-key", "sg.", "SG\\.[\\w-]{16,32}\\.[\\w-]{32,64}"),
  token("twilio-key", ["sk", "ac"], "(?:SK|AC)[0-9a-f]{32}(?![0-9A-Za-z])"),
  token("mailgun-key", "key-", "key-[0-9a-f]{32}(?![0-9A-Za-z])"),
  token("mailchimp-key", "-us", "[0-9a-f]{32}-us\\d{1,2}(?![0-9A-Za-z])"),
  token("digitalocean-token", ["dop_v1_", "doo_v1_", "dor_v1_"], "do[opr]_v1_[a-f0-9]{40,64}"),
  token("shopify-token", "shp", "shp(?:at|ca|pa|ss|pat|tka)_[A-Za-z0-9]{24,64}"),
  token("square-token", "sq0", "sq0[a-z]{3}-[\\w-]{22,64}"),
  token("vault-token", ["hvs.", "hvb.", "hvr."], "hv[sbr]\\.[\\w-]{20,300}"),
  token("terraform-token", ".atlasv1.", "[A-Za-z0-9]{14}\\.atlasv1\\.[\\w=-]{40,90}"),
  token("databricks-token", "dapi", "dapi[0-9a-fA-F]{32}(?:-\\d)?(?![0-9A-Za-z])"),
  token("linear-key", ["lin_api_", "lin_oauth_"], "lin_(?:api|oauth)_[A-Za-z0-9_]{30,128}"),
  token("notion-token", ["ntn_", "secret_"], "(?:ntn_|secret_)[A-Za-z0-9]{40,64}", 3),
  token("atlassian-token", "atatt3", "ATATT3[\\w=-]{40,300}"),
  token("figma-token", "figd_", "figd_[\\w-]{30,200}"),
  token("fly-token", ["fm1", "fm2_", "fo1_"], "(?:fm[12][ar]?_|fo1_)[\\w+/=-]{30,500}"),
  token("vercel-token", ["vcp_", "vci_", "vca_", "vcr_", "vck_"], "vc[pairk]_[\\w-]{20,80}"),
  token("vercel-token", "vercel_", "vercel_(?:[a-z]{2,12}_){0,3}[A-Za-z0-9]{10,40}(?:_[A-Za-z0-9]{10,60})?", 3.6),
  token(
    "hosting-token",
    ["nfp_", "sbp_", "sb_secret_", "hrku-", "rnd_", "napi_", "tskey-", "ltai", "v1.0-"],
    "(?:nfp_[A-Za-z0-9]{30,64}|sbp_[a-f0-9]{40}|sb_secret_[\\w-]{20,60}|HRKU-[\\w-]{30,80}|rnd_[A-Za-z0-9]{28,40}|napi_[a-z0-9]{50,80}|tskey-[a-z]{3,10}-[A-Za-z0-9]{8,24}-[A-Za-z0-9]{16,64}|LTAI[A-Za-z0-9]{12,24}(?![A-Za-z0-9])|v1\\.0-[a-f0-9]{24}-[a-f0-9]{100,160})",
  ),
  token(
    "monitoring-token",
    ["nrak-", "nrjs-", "glsa_", "glc_", "sntrys_", "sntryu_", "phc_", "phx_"],
    "(?:NR(?:AK|JS)-[A-Za-z0-9]{19,40}|glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|glc_[A-Za-z0-9+/=]{32,400}|sntry[su]_[\\w+/=-]{40,300}|ph[cx]_[A-Za-z0-9]{30,64})",
  ),
  token(
    "developer-token",
    ["pmak-", "pul-", "dp.", "pscale_", "dckr_", "akcp", "lip_"],
    "(?:PMAK-[a-f0-9]{24}-[a-f0-9]{34}|pul-[a-f0-9]{40}|dp\\.(?:pt|st|ct|sa)\\.[\\w.-]{40,80}|pscale_(?:tkn|pw|oauth)_[\\w-]{30,64}|dckr_(?:pat|oat)_[\\w-]{20,64}|AKCp[A-Za-z0-9]{60,100})",
  ),
  token(
    "developer-token",
    ["bkua_", "ccipat_", "atta", "atbb", "gr1348941", "sgp_", "lsv2_", "clojars_", "cio", "cmvmd", "pnu_", "rdme_"],
    "(?:bkua_[a-f0-9]{40}|CCIPAT_[A-Za-z0-9]{20,24}_[a-f0-9]{40}|ATTA[a-f0-9]{64}|ATBB[A-Za-z0-9]{32}(?![A-Za-z0-9])|GR1348941[\\w-]{20}|sgp_(?:(?:[a-f0-9]{16}|local)_)?[a-f0-9]{40}|lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}|CLOJARS_[a-z0-9]{60}|cio[A-Za-z0-9]{32}(?![A-Za-z0-9])|cmVmd[A-Za-z0-9]{59}|pnu_[A-Za-z0-9]{36}|rdme_[a-z0-9]{70})",
    3,
  ),
  token(
    "service-token",
    ["xkeysib-", "pat-", "shippo_", "duffel_", "dt0c01.", "cfpat-", "tfp_", "ezak", "eztk", "flwseck", "re_", "fio-u-"],
    "(?:xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}|pat-(?:na|eu)\\d-[a-f0-9]{8}-[a-f0-9-]{27}|shippo_(?:live|test)_[a-f0-9]{40}|duffel_(?:live|test)_[\\w=-]{43}|dt0c01\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}|CFPAT-[\\w-]{43}|tfp_[\\w.=-]{40,60}|EZ[AT]K[A-Za-z0-9]{54}|FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,40}|re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,30}|fio-u-[\\w=-]{64})",
    3,
  ),
  token("airtable-token", "pat", "pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}"),
  token("facebook-token", "eaa", "EAA[A-Z][A-Za-z0-9]{60,300}", 3.5),
  token("dropbox-token", "sl.", "sl\\.[\\w-]{100,300}"),
  token("azure-secret", "q~", "[\\w~.]{3}\\dQ~[\\w~.-]{31,34}(?![\\w~-])", 3.5),
  token("age-key", "age-secret-key-1", "AGE-SECRET-KEY-1[A-Z0-9]{50,60}"),
  token("1password-token", "ops_ey", "ops_eyJ[A-Za-z0-9+/=]{60,2000}"),
  token("wireguard-key", "privatekey", "PrivateKey\\s{0,3}=\\s{0,3}([A-Za-z0-9+/]{42,43}=)"),
];

const SHAPES: readonly SecretRule[] = [
  {
    kind: "private-key",
    keywords: ["private key"],
    pattern:
      /-----\s?BEGIN[A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----(?:[\s\S]{0,20000}?-----\s?END[A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----|(?:[\s\\nr"'+]{0,12}[A-Za-z0-9+/=:,]{16,}){0,400})/g,
  },
  {
    kind: "private-key",
    keywords: ["putty-user-key-file"],
    pattern: /PuTTY-User-Key-File-\d:[\s\S]{0,20000}?Private-MAC: ?[0-9a-f]{8,64}/g,
  },
  {
    kind: "aws-secret-key",
    keywords: ["aws", "secret"],
    pattern: /(?:aws|secret)[^\n]{0,40}?[\s:="'`]([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
    entropy: 4,
    accept: ([, secret = ""]) => /\d/.test(secret) && /[a-z]/.test(secret) && /[A-Z]/.test(secret),
  },
  {
    kind: "slack-webhook",
    keywords: ["hooks.slack.com"],
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/([\w/-]{20,120})/gi,
  },
  {
    kind: "discord-webhook",
    keywords: ["/api/webhooks/"],
    pattern: /discord(?:app)?\.com\/api\/webhooks\/(\d{5,25}\/[\w-]{20,120})/gi,
  },
  {
    kind: "azure-key",
    keywords: ["accountkey=", "sharedaccesskey=", "sig="],
    pattern: /(?:AccountKey|SharedAccessKey|[?&;]sig)=([A-Za-z0-9+/%]{30,120}={0,2})/gi,
    entropy: 3.5,
  },
  {
    kind: "url-password",
    keywords: ["://"],
    pattern: /(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9+.-]{1,24}:\/\/[^\s:@/"'<>`]{0,100}:([^\s@/"'<>`]{2,200})@(?=[^\s"'])/g,
    accept: ([, secret = ""]) => !/^(?:\$|%|\*|\{|\[|x+$|port$)/i.test(secret),
  },
  {
    kind: "url-token",
    keywords: ["://"],
    pattern: /https?:\/\/([\w.~-]{20,255})@(?=[a-z0-9])/gi,
    entropy: 3,
    accept: ([, secret = ""]) => /\d/.test(secret),
  },
  {
    kind: "npm-token",
    keywords: ["_authtoken", "_auth", "_password"],
    pattern: /_(?:authToken|auth|password)\s{0,2}=\s{0,2}"?([^\s"$]{8,400})/gi,
  },
  {
    kind: "bearer-token",
    keywords: ["bearer"],
    pattern: /\bbearer\s{1,3}["'`]?([\w.~+/-]{16,4000}={0,2})/gi,
    entropy: 3,
    accept: ([, secret = ""]) => /\d/.test(secret),
  },
  {
    kind: "basic-auth",
    keywords: ["basic"],
    pattern: /\bbasic\s{1,3}([A-Za-z0-9+/]{10,400}={0,2})/gi,
    accept: ([, secret = ""]) => /^[\x20-\x7e]+:[\x20-\x7e]+$/.test(Buffer.from(secret, "base64").toString("latin1")),
  },
  {
    kind: "password",
    keywords: ["curl", "wget", "http"],
    pattern: /\b(?:curl|wget|https?)\b[^\n]{0,200}?\s(?:-u|--user)[\s=]{0,2}["']?[^\s:"'@]{1,64}:([^\s"']{4,100})/g,
  },
  {
    kind: "password",
    keywords: ["login", "sshpass", "mysql", "mariadb", "redis-cli"],
    pattern:
      /\b(?:login\b[^\n|;&]{0,200}?\s-p[\s=]{1,2}|sshpass\s{1,3}-p\s{0,3}|(?:mysql|mariadb)\w{0,8}\b[^\n|;&]{0,200}?\s-p|redis-cli\b[^\n|;&]{0,200}?\s-a\s{1,3})["']?([^\s"'`-][^\s"'`]{3,99})/g,
    accept: ([, secret = ""]) => looksAssigned("password", secret, "equals"),
  },
  {
    kind: "password",
    keywords: ["machine"],
    pattern: /\bmachine\s+\S{1,100}\s+login\s+\S{1,100}\s+password\s+(\S{4,100})/gi,
  },
];

const QUOTE = "[\"'`“”„«»‘’「」『』]";
/** Up to three quotes or stars, escaped or not: a text may stand within JSON. */
const QUOTES = `(?:\\\\{0,3}(?:${QUOTE}|\\*)\\s?){0,3}`;
/** A value; in a Chinese or Japanese sentence it ends where the sentence goes on. */
const VALUE = "([^\\s\"'`,;<>“”„«»‘’\\u3000-\\u30ff\\u3400-\\u9fff\\uff00-\\uffef]{6,400})";

/** A value behind a name; `binding` gets what stands between the two and what follows. */
const assigned = (source: string, binding: (between: string, behind: string) => Binding): SecretRule => ({
  kind: "assigned-secret",
  keywords: NAME_KEYWORDS,
  pattern: new RegExp(source, "gi"),
  accept: ({ 0: whole, 1: name = "", 2: value = "", index, input }) => {
    const between = whole.slice(whole.indexOf(name) + name.length, whole.length - value.length);
    return looksAssigned(
      name,
      trimmed(value),
      binding(between, input.slice(index + whole.length, index + whole.length + 2)),
    );
  },
});

/** What a secret is of: `for the staging database`, `der Datenbank`. */
const OF =
  "\\s{1,3}(?:of|for|on|in|at|from|to|we|you|they|that|für|fürs|wir|der|des|von|vom|im|zum|auf|del?|para|en|du|pour|sur|d['’][^\\s,;!?]{1,30})(?:\\s{1,3}[^\\s,;!?]{0,30}[^\\s,;!?.:]){0,5}?";
const IS =
  "(?:(?:is|was|has been|ist|war|es|era|est|était)(?:\\s(?:now|still|called|(?:re)?set to|changed to|jetzt|nun|ahora|maintenant))?|(?:re)?set to|changed to|(?<=\\b(?:set|changed?|reset)\\b[^.\\n]{0,60})to|lautet|hei(?:ß|ss)t|(?:wurde|ist) auf)";
const SAID = `(?:[*_\`"'”»」]{0,3}(?:${OF})?(?:\\s{1,3}${IS}:?|:)\\s{1,3}|\\s{1,3}|(?<=[\\u3040-\\u9fff])\\s?[はがを是为為]?\\s?)(?![:=])`;

const OPENED = new RegExp(`${QUOTE}\\s?$`);
const CLOSED = new RegExp(`^\\s?${QUOTE}`);

const ASSIGNED: readonly SecretRule[] = [
  // What was replaced before is no value: `[secret:jwt]/next`.
  assigned(
    `(?<!\\[(?=secret:[a-z0-9-]{1,40}\\]))${NAME}${QUOTES}\\]?\\s{0,4}(?:=>|:=|=|:|：)\\s{0,4}${QUOTES}${VALUE}`,
    (between) => (between.includes("=") ? "equals" : "colon"),
  ),
  assigned(`${NAME}${SAID}${QUOTES}${VALUE}`, (between, behind) => {
    if (OPENED.test(between) && CLOSED.test(behind)) return "quoted";
    return /\p{L}|:/u.test(between) ? "words" : "beside";
  }),
  {
    kind: "assigned-secret",
    keywords: ["passphrase"],
    pattern: new RegExp(
      `passphrase${QUOTES}(?:\\s{0,4}[:=]|\\s(?:is|was))?\\s{0,3}\\\\{0,3}["'“„]([^"'“”\\\\\n]{8,200})(?=[\\\\"'”“])`,
      "gi",
    ),
    // Nothing but words: four in a row, or fewer longer ones.
    accept: ([, words = ""]) =>
      /^[\p{L}\p{N}]{3,}(?:[ -][\p{L}\p{N}]{3,}){3,11}$|^[\p{L}\p{N}]{4,}(?:[ -][\p{L}\p{N}]{4,}){1,2}$/u.test(words),
  },
  assigned(`--[a-z-]{0,30}?${NAME}(?:\\s{1,3}|=)${QUOTES}(?!-)${VALUE}`, () => "equals"),
];

/** Without the marks behind it that are the sentence's own, or escape a quote. */
export function trimmed(value: string): string {
  return value.replace(/[.,;:!?*)\]}>\\]+$/, "");
}

/** In order of telling: where two rules find the same characters, the first one names them. */
export const SECRET_RULES: readonly SecretRule[] = [...SHAPES.slice(0, 2), ...TOKENS, ...SHAPES.slice(2), ...ASSIGNED];

/** Does a found secret pass its rule's own bounds? Stand-ins of documentation do not. */
export function passes(rule: SecretRule, secret: string, match: RegExpExecArray): boolean {
  if (isPlaceholder(secret)) return false;
  if (rule.entropy !== undefined && entropy(secret) < rule.entropy) return false;
  return rule.accept?.(match) ?? true;
}

const WHOLE_NAME = new RegExp(`${NAME}$`, "i");

/** Is a field's name one under which a secret would stand: `db_password`, `apiKey`? */
export function namesSecret(field: string): boolean {
  return WHOLE_NAME.test(field);
}
