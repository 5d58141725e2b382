/**
 * Credentials that never were: drawn anew from a seed and put together at run time, so that no file of this
 * repository holds anything shaped like one.
 */
import { createHash } from "node:crypto";

export interface FakeCredential {
  name: string;
  /** The characters that must not survive. */
  secret: string;
  /** How it stands in a text; the secret alone unless it needs a name beside it. */
  text: string;
  /** True when the secret is told by its own shape, so that it is also found broken over lines. */
  distinct: boolean;
}

const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LOWER = UPPER.toLowerCase();
const DIGITS = "0123456789";
const HEX = `${DIGITS}abcdef`;
const WORD = UPPER + LOWER + DIGITS;

/** `length` characters of an alphabet, the same for the same seed, with a digit and both cases where it has them. */
export function drawn(alphabet: string, length: number, seed: string): string {
  for (let round = 0; ; round++) {
    let text = "";
    for (let at = 0; text.length < length; at++) {
      const digest = createHash("sha256").update(`${seed} ${round} ${at}`).digest();
      for (const byte of digest) if (text.length < length) text += alphabet[byte % alphabet.length];
    }
    const complete =
      (!/\d/.test(alphabet) || /\d/.test(text)) &&
      (!/[a-z]/.test(alphabet) || /[a-z]/.test(text)) &&
      (!/[A-Z]/.test(alphabet) || /[A-Z]/.test(text));
    if (complete || length < 6) return text;
  }
}

const word = (length: number, seed: string) => drawn(WORD, length, seed);
const hex = (length: number, seed: string) => drawn(HEX, length, seed);
const upper = (length: number, seed: string) => drawn(UPPER + DIGITS, length, seed);
const digits = (length: number, seed: string) => drawn(DIGITS, length, seed);
const at = (address: string) => (secret: string) => `https${"://"}${address}${secret}`;
const base64url = (text: string) => Buffer.from(text).toString("base64url");

function shaped(name: string, ...parts: string[]): FakeCredential {
  const secret = parts.join("");
  return { name, secret, text: secret, distinct: true };
}

function named(name: string, secret: string, text: (secret: string) => string): FakeCredential {
  return { name, secret, text: text(secret), distinct: false };
}

/** With the check digits that make it valid. */
function accountOf(country: string, rest: string): string {
  const number = [...`${rest}${country}00`].map((one) => Number.parseInt(one, 36)).join("");
  let remainder = 0;
  for (const digit of number) remainder = (remainder * 10 + Number(digit)) % 97;
  return `${country}${String(98 - remainder).padStart(2, "0")}${rest}`;
}

function cardOf(start: string): string {
  let sum = 0;
  [...start].reverse().forEach((digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  });
  return `${start}${(10 - (sum % 10)) % 10}`;
}

const TELEGRAM = drawn(DIGITS, 9, "tg0").replace(/^0/, "7");

const pem = (label: string) => {
  const line = (at: number) => drawn(`${WORD}+/`, 64, `pem ${label} ${at}`);
  const rows = [0, 1, 2, 3, 4].map(line);
  return [`-----${"BEGIN"} ${label}`, " KEY-----\n", rows.join("\n"), `\n-----${"END"} ${label}`, " KEY-----"].join("");
};

export const FAKE_CREDENTIALS: readonly FakeCredential[] = [
  shaped("aws access key", "AK", "IA", drawn(UPPER + DIGITS, 16, "aws1")),
  shaped("aws session key", "AS", "IA", drawn(UPPER + DIGITS, 16, "aws2")),
  named("aws secret key", drawn(`${WORD}+/`, 40, "aws3"), (secret) => `aws_secret_access_key = ${secret}`),
  shaped("google api key", "AI", "za", word(35, "goog1")),
  shaped("google client secret", "GOC", "SPX-", word(28, "goog2")),
  shaped("google access token", "ya", "29.", word(60, "goog3")),
  shaped("github classic token", "gh", "p_", word(36, "gh1")),
  shaped("github app token", "gh", "s_", word(36, "gh2")),
  shaped("github fine-grained token", "github", "_pat_", word(22, "gh3"), "_", word(59, "gh4")),
  shaped("gitlab token", "gl", "pat-", word(20, "gl1")),
  shaped("gitlab runner token", "gl", "rt-", word(20, "gl2")),
  shaped("slack bot token", "xo", "xb-", drawn(DIGITS, 12, "s1"), "-", drawn(DIGITS, 12, "s2"), "-", word(24, "s3")),
  shaped("slack app token", "xa", "pp-1-", upper(11, "s4"), "-", digits(13, "s5"), "-", hex(64, "s6")),
  named("slack webhook", `T${upper(9, "s7")}/B${upper(9, "s8")}/${word(24, "s9")}`, at("hooks.slack.com/services/")),
  named("discord webhook", `${digits(18, "d1")}/${word(68, "d2")}`, at("discord.com/api/webhooks/")),
  shaped("discord bot token", "M", word(23, "d3"), ".", word(6, "d4"), ".", word(27, "d5")),
  shaped("stripe live key", "sk", "_live_", word(24, "st1")),
  shaped("stripe restricted key", "rk", "_test_", word(24, "st2")),
  shaped("stripe webhook secret", "wh", "sec_", word(32, "st3")),
  shaped("openai project key", "sk", "-proj-", word(48, "oa1")),
  shaped("openai old key", "sk", "-", word(48, "oa2")),
  shaped("anthropic key", "sk", "-ant-", "api03-", word(93, "an1"), "AA"),
  shaped("hugging face token", "h", "f_", word(34, "hf1")),
  shaped("groq key", "gs", "k_", word(52, "gq1")),
  shaped("replicate token", "r", "8_", word(37, "rp1")),
  shaped("telegram token", drawn(DIGITS, 9, "tg1").replace(/^0/, "7"), ":", "AA", word(33, "tg2")),
  shaped(
    "jwt",
    base64url('{"alg":"HS256","typ":"JWT"}'),
    ".",
    base64url('{"sub":"42","name":"nobody","iat":1516239022}'),
    ".",
    word(43, "jwt1"),
  ),
  shaped("npm token", "np", "m_", word(36, "npm1")),
  named("npmrc line", word(36, "npm2"), (secret) => `//packages.example.org/:_auth${"Token"}=${secret}`),
  shaped("pypi token", "py", "pi-", word(80, "pypi1")),
  shaped("rubygems token", "ruby", "gems_", hex(48, "rg1")),
  shaped("sendgrid key", "S", "G.", word(22, "sg1"), ".", word(43, "sg2")),
  shaped("twilio key", "S", "K", hex(32, "tw1")),
  shaped("mailgun key", "key", "-", hex(32, "mg1")),
  shaped("mailchimp key", hex(32, "mc1"), "-u", "s12"),
  shaped("digitalocean token", "do", "p_v1_", hex(64, "do1")),
  shaped("shopify token", "sh", "pat_", hex(32, "sh1")),
  shaped("square token", "sq", "0atp-", word(22, "sq1")),
  shaped("vault token", "hv", "s.", word(95, "hv1")),
  shaped("terraform token", word(14, "tf1"), ".atlas", "v1.", word(67, "tf2")),
  shaped("databricks token", "da", "pi", hex(32, "db1")),
  shaped("linear key", "lin", "_api_", word(40, "li1")),
  shaped("notion token", "nt", "n_", drawn(DIGITS, 11, "no1"), word(35, "no2")),
  shaped("atlassian token", "ATA", "TT3", word(180, "at1")),
  shaped("figma token", "fi", "gd_", word(40, "fi1")),
  shaped("grafana token", "gl", "sa_", word(32, "gr1"), "_", hex(8, "gr2")),
  shaped("new relic key", "NR", "AK-", drawn(UPPER + DIGITS, 27, "nr1")),
  shaped("docker token", "dckr", "_pat_", word(27, "dk1")),
  shaped("postman key", "PM", "AK-", hex(24, "pm1"), "-", hex(34, "pm2")),
  shaped("supabase token", "sb", "p_", hex(40, "sb1")),
  shaped("age key", "AGE-SECRET", "-KEY-1", drawn(UPPER + DIGITS, 58, "age1")),
  named(
    "azure storage key",
    `${drawn(`${WORD}+/`, 86, "az1")}==`,
    (secret) => `DefaultEndpointsProtocol=https;AccountName=store;Account${"Key"}=${secret}`,
  ),
  shaped("azure client secret", word(3, "az2"), "8", "Q~", word(34, "az3")),
  named("rsa key", pem("RSA PRIVATE"), (secret) => secret),
  named("plain key", pem("PRIVATE"), (secret) => secret),
  named("ssh key", pem("OPENSSH PRIVATE"), (secret) => secret),
  named("database address", `${word(14, "db2")}!`, (secret) => `postgres${"://"}deploy:${secret}@db.internal:5432/app`),
  named("address with a short password", "hunter2", (secret) => `https${"://"}admin:${secret}@build.internal/`),
  named("bearer header", word(40, "be1"), (secret) => `Authorization: Bear${"er"} ${secret}`),
  named(
    "basic header",
    Buffer.from(`deploy:${word(12, "ba1")}`).toString("base64"),
    (secret) => `Authorization: Bas${"ic"} ${secret}`,
  ),
  named("password with equals", "Tr0ub4dor&3", (secret) => `pass${"word"} = ${secret}`),
  named("password with colon", "s0mmer!Regen", (secret) => `db_pass${"word"}: "${secret}"`),
  named("password in prose", "correcthorse7", (secret) => `The pass${"word"} is ${secret}.`),
  named("password flag", "9Lives-of-cat", (secret) => `mysqldump --pass${"word"}=${secret} app`),
  named("password on curl", word(14, "cu1"), (secret) => `curl -u deploy:${secret} https://build.internal/job`),
  named("api key variable", hex(32, "ak1"), (secret) => `DATADOG_API_${"KEY"}=${secret}`),
  named("client secret in json", word(32, "cs1"), (secret) => `{"client_${"secret"}": "${secret}"}`),
  named("token in yaml", word(28, "ty1"), (secret) => `auth_${"token"}: ${secret}`),
  named("netrc line", word(14, "ne1"), (secret) => `machine git.internal login deploy pass${"word"} ${secret}`),
  shaped("vercel token", "vc", "p_", word(20, "vc1"), "_", word(35, "vc2")),
  shaped("vercel blob token", "vercel", "_blob_rw_", word(16, "vb1"), "_", word(30, "vb2")),
  named("telegram token in an address", `${TELEGRAM}:AA${word(33, "tg3")}`, (secret) =>
    at("api.telegram.org/bot")(`${secret}/sendMessage`),
  ),
  named("telegram token, escaped", `${TELEGRAM}%3AAA${word(33, "tg4")}`, (secret) => `next=%2Fbot${secret}`),
  named("passphrase in quotes", "gr4ss-and-Seven", (secret) => `open it with the pass${"phrase"} "${secret}"`),
  named("passphrase of three words", "velvet cactus mumble", (secret) => `pass${"phrase"} "${secret}" opens it`),
  named("passphrase of words", "orbit velvet cactus mumble", (secret) => `pass${"phrase"}: "${secret}"`),
  shaped("tailscale key", "ts", "key-auth-", word(12, "ts1"), "CNTRL-", word(32, "ts2")),
  shaped("pinecone key", "pc", "sk_", word(60, "pc1")),
  shaped("circleci token", "CCI", "PAT_", word(22, "ci1"), "_", hex(40, "ci2")),
  shaped("supabase secret key", "sb", "_secret_", word(22, "sb2"), "_", word(8, "sb3")),
  shaped("resend key", "re", "_", word(8, "re1"), "_", word(24, "re2")),
];

/** Personal data of nobody: it stays as said unless the profile replaces it. */
export const FAKE_PERSONAL: readonly FakeCredential[] = [
  named("mail address", ["jane.roe", "mailhost.org"].join("@"), (secret) => `ask ${secret} about it`),
  named("phone", "+49 151 23456789", (secret) => `call ${secret} first`),
  named("card", cardOf("453201511283036"), (secret) => `card ${secret} was declined`),
  named(
    "card with spaces",
    (cardOf("510510510510510").match(/.{4}/g) ?? []).join(" "),
    (secret) => `paid with ${secret}`,
  ),
  named("bank account", accountOf("DE", drawn(DIGITS, 18, "ib1")), (secret) => `transfer to ${secret} today`),
  named(
    "bank account with spaces",
    (accountOf("GB", `WEST${drawn(DIGITS, 14, "ib2")}`).match(/.{1,4}/g) ?? []).join(" "),
    (secret) => `IBAN ${secret}`,
  ),
];

/** The names of those whose characters stand in one of these texts. */
export const leaksIn = (texts: readonly string[]): string[] =>
  FAKE_CREDENTIALS.filter(({ secret }) =>
    secret
      .split("\n")
      .filter((line) => line.length >= 6 && !line.startsWith("-----"))
      .some((piece) => texts.some((text) => text.includes(piece))),
  ).map(({ name }) => name);
