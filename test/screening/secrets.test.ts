import { describe, expect, it } from "vitest";
import { screenEntry, screenText } from "../../src/screening/screen.js";
import { findSecrets } from "../../src/screening/secrets.js";
import { cpuMs } from "../cpu-time.js";
import { rounds } from "../effort.js";
import fc from "../properties.js";
import { drawn, FAKE_CREDENTIALS, FAKE_PERSONAL } from "./fake-credentials.js";

/** No stretch of twelve characters of a secret (of all of it when it is shorter) may stand in what is kept. */
function survives(secret: string, kept: string): string | undefined {
  const bare = secret.replace(/-----[A-Z ]+-----/g, "").trim();
  const width = Math.min(12, bare.length);
  for (let at = 0; at + width <= bare.length; at++) {
    const piece = bare.slice(at, at + width);
    if (!/\n/.test(piece) && kept.includes(piece)) return piece;
  }
  return undefined;
}

const split = (text: string, by: string) =>
  `${text.slice(0, Math.ceil(text.length / 2))}${by}${text.slice(Math.ceil(text.length / 2))}`;

describe("row 25: secrets stay out", () => {
  it("row 25: at least 60 fake credentials, no two alike", () => {
    expect(FAKE_CREDENTIALS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(FAKE_CREDENTIALS.map(({ secret }) => secret)).size).toBe(FAKE_CREDENTIALS.length);
  });

  it.each(FAKE_CREDENTIALS)("row 25: $name, in body, title, tag, nested and as a name", async ({ secret, text }) => {
    const entry = {
      insight: text,
      evidence: `It failed twice. We used ${text} and then it worked.\nNothing else changed.`,
      tags: ["deploy", text],
      evolution: [{ at: "2026-02-14T13:00:00Z", text: `again with ${text}` }],
      notes: { [text]: "seen in the log" },
    };
    const { value, warnings, findings } = await screenEntry(entry);
    const kept = JSON.stringify(value);
    expect(survives(secret, kept)).toBeUndefined();
    expect(kept.match(/\[secret:[a-z0-9-]+\]/g)?.length).toBeGreaterThanOrEqual(5);
    expect(value.evidence).toMatch(
      /^It failed twice\. We used .*\[secret:[a-z0-9-]+\].* and then it worked\.\nNothing else changed\.$/s,
    );
    const told = warnings.join("\n");
    expect([survives(secret, told), survives(secret, JSON.stringify(findings))]).toEqual([undefined, undefined]);
    expect(told).toMatch(/tags\[1\][\s\S]*evolution\[0\]\.text/);
  });

  it.each(FAKE_CREDENTIALS)("row 25: $name, within JSON, once and twice", async ({ secret, text }) => {
    const json = JSON.stringify({ content: `We used ${text} and "it" worked.` });
    for (const wrapped of [json, JSON.stringify(json)]) {
      const { value } = await screenText(wrapped, "insight");
      expect(survives(secret, value)).toBeUndefined();
    }
  });

  it.each(FAKE_CREDENTIALS)("row 25: $name, split by invisible characters", async ({ secret, text }) => {
    for (const by of ["\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u{e0041}", "\u3164"]) {
      const hidden = text.replace(secret, split(secret, by));
      const { value } = await screenText(`key ${hidden} end`, "insight");
      expect(survives(secret, value)).toBeUndefined();
      expect(value).toContain("[secret:");
    }
  });

  it.each(FAKE_CREDENTIALS)("row 25: $name, wrapped in base64", async ({ text }) => {
    const wrapped = Buffer.from(`config: ${text}`).toString("base64");
    const { value } = await screenText(`payload ${wrapped} end`, "evidence");
    expect(survives(wrapped.replace(/=+$/, ""), value)).toBeUndefined();
    expect(value).toMatch(/^payload \[secret:[a-z0-9-]+\]=* end$/);
  });

  it("row 25: numbers and names of fields are looked at as well", async () => {
    const card = Number(["4111", "1111", "1111", "1111"].join(""));
    const server = { db_password: "plainletters", apiKey: drawn("abcdef0123456789", 32, "k"), port: 5432 };
    const { value, warnings } = await screenEntry({ card, score: 8, server });
    expect(value).toEqual({
      card,
      score: 8,
      server: { db_password: "[secret:assigned-secret]", apiKey: "[secret:assigned-secret]", port: 5432 },
    });
    expect(warnings).toEqual([
      "A secret in server.db_password was replaced by [secret:assigned-secret].",
      "A secret in server.apiKey was replaced by [secret:assigned-secret].",
    ]);
  });

  it("row 25: what is screened once is clean", { tags: "more" }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.constantFrom(...FAKE_CREDENTIALS.map((fake) => fake.text)),
            fc.string({ unit: "grapheme" }),
            fc.constantFrom(" ", "\n", " and "),
          ),
        ),
        async (parts) => {
          const once = await screenText(parts.join(" "), "evidence");
          const twice = await screenText(once.value, "evidence");
          expect(twice.value).toBe(once.value);
          expect(twice.findings).toEqual([]);
        },
      ),
      { numRuns: rounds(40, 300) },
    );
  });

  it("row 25: a long text of near misses ends at all", { tags: "proof" }, async () => {
    const pem = "-----BEGIN RSA PRIVATE KEY-----";
    const near = ["password ", "key-", "eyJ", "a.b.", "://a:", "sk-", pem, "4 1 ", "a@b."];
    for (const piece of near) {
      const started = cpuMs();
      await findSecrets(piece.repeat(Math.ceil(200_000 / piece.length)));
      expect(cpuMs() - started, piece).toBeLessThan(10_000);
    }
  });
});

describe("personal data", () => {
  it.each(FAKE_PERSONAL)("$name stays as said, is named once, and becomes one word where it is to", async (fake) => {
    const { secret, text } = fake;
    const entry = { insight: text, tags: ["deploy", text], notes: { [text]: "seen" } };
    const kept = await screenEntry(entry);
    expect([kept.value, kept.findings, kept.warnings]).toEqual([entry, [], []]);
    expect(kept.asSaid).toEqual([expect.stringMatching(/^Kept as said here, and left out of rules, pages and hubs: /)]);
    const { value, warnings, asSaid } = await screenEntry(entry, { personal: "redact" });
    expect(survives(secret, JSON.stringify(value))).toBeUndefined();
    expect(JSON.stringify(value).match(/\[(?:mail|iban|card|phone)\]/g)).toHaveLength(3);
    expect(asSaid).toEqual([]);
    expect(warnings.join("\n")).toMatch(/In tags\[1\], a .* was replaced by \[(?:mail|iban|card|phone)\]\./);
    expect(survives(secret, warnings.join("\n"))).toBeUndefined();
  });

  it.each(FAKE_PERSONAL)("$name is replaced between unseen characters and in base64", async ({ secret, text }) => {
    const hidden = text.replace(secret, split(secret, "\u200b"));
    const wrapped = Buffer.from(`please ${text}`).toString("base64");
    for (const one of [hidden, `payload ${wrapped}`]) {
      const { value } = await screenText(one, "insight", { personal: "redact" });
      expect(value).toMatch(/\[(?:mail|iban|card|phone)\]/);
      expect(survives(secret, value) ?? survives(wrapped.replace(/=+$/, ""), value)).toBeUndefined();
    }
  });

  it("beside a secret only that is replaced", async () => {
    const mail = ["jane.roe", "mailhost.org"].join("@");
    const phone = "+49 151 23456789";
    const [credential] = FAKE_CREDENTIALS;
    const { value, asSaid } = await screenText(`${mail} has ${credential?.text}, call ${phone}`, "insight");
    expect(value).toBe(`${mail} has [secret:aws-access-key], call ${phone}`);
    expect(asSaid[0]).toMatch(/: a mail address and a phone number\.$/);
  });
});

describe("what is no secret", () => {
  it.each([
    "The password is required.",
    "password: required field, see the form",
    "token: missing",
    "set PASSWORD=$DB_PASSWORD before the run",
    `export API_KEY=$${""}{API_KEY:-unset}`,
    "api_key = process.env.API_KEY",
    "const token = getToken(request)",
    "token = config.auth.token",
    'headers: { Authorization: "Bearer YOUR_API_KEY" }',
    "Authorization: Bearer <token>",
    `use postgres://user:$${""}{PASSWORD}@host/db`,
    "AWS's own sample AKIAIOSFODNN7EXAMPLE stays",
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx is a stand-in",
    "secret: use-vault-2-instead",
    "the secret: keep it simple",
    "commit 3f2b8c1d9e0a4b5c6d7e8f9012345678deadbeef broke it",
    "sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "id 550e8400-e29b-41d4-a716-446655440000 was reused",
    "COR-20260215-K7Q2X and INS-20260214-M2XBA are linked",
    "git@github.com:tenet/tenet.git is the remote",
    "pin lodash@4.17.21 and @scope/pkg@1.2.3-beta.rc",
    "icon@2x.png is missing",
    "timestamp 1739620800000 in ms",
    "order 4111111111111112 has a wrong check digit",
    "phone +49 30 1234567 and 555-0100",
    "ask jane.roe@mailhost.org, or pay to DE89370400440532013000",
    "the passphrase is asked for at start",
    'prompt: passphrase "for the key"?',
    "bot 123456789:ready and 10:30:45 to 12:00",
    "vercel_project_name_of_the_preview_deployment",
    "set re_rendered_after_the_first_layout_pass",
    "DE00 3704 0044 0532 0130 00 fails its checksum",
    "ratio 1234567890123456 is no card",
    "max_tokens: 4096 and token_limit=128000",
    "src/search/tokens.ts and path/to/very/long/folder/name/of/nothing",
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
    "https://example.org/a/b?c=d#e and http://localhost:3000/",
    "10:30:45 run, 12:00 stop, ratio 3:4",
    "mail to noreply@github.com is dropped",
    "systemctl restart app@main.service",
  ])("%s", async (note) => {
    expect(await findSecrets(note)).toEqual([]);
  });

  it("row 25: at most 1 % false hits on 1,000 notes", async () => {
    const pick = (list: string, n: number) => {
      const rows = list.trim().split(/\s*\|\s*/);
      return rows[n % rows.length] as string;
    };
    const subjects = `The build | npm ci | The token bucket | A password reset | Our API | The cache key
      | Secret rotation | The cron job | Session handling | The migration | Basic auth | The bearer`;
    const verbs = `failed after | needs | is slower than | must not run before | was replaced by | depends on
      | ignores | retries | returns 401 without`;
    const objects = `3 retries | v2.14.1 | commit 9fceb02d0ae598e95dc970b74767f19372d61af8 | the tokens table
      | 10.0.0.12:8443 | src/auth/session.ts:42 | 2026-02-15T14:00:00Z | ID 7c9e6679-7425-40de-944b-e07fc1f90ae7
      | \`password_hash\` | ACCESS_TOKEN_TTL=3600 | --token-limit 4096 | a secret: none was set
      | https://docs.internal/guide#keys | 1,234,567 rows | key: value pairs | the error "token expired"
      | sha1:da39a3ee5e6b4b0d3255bfef95601890afd80709`;
    const ends = `. | Check it first. | (seen twice) | because of the lock file | — see COR-20260215-K7Q2X
      | - step one - step two | password: see the vault | api_key: stored in the keychain | pwd=/home/agent/work
      | author: sybil`;
    let hits = 0;
    for (let n = 0; n < 1000; n++) {
      const object = pick(objects, n * 7 + Math.floor(n / 12));
      const end = pick(ends, n * 3 + Math.floor(n / 17));
      const note = `${pick(subjects, n)} ${pick(verbs, Math.floor(n / 3))} ${object}. ${end}`;
      if ((await findSecrets(note)).length > 0) hits++;
    }
    expect(hits).toBeLessThanOrEqual(10);
  });
});
