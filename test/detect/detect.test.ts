import { describe, expect, it } from "vitest";
import { captureCommand } from "../../src/detect/capture-command.js";
import { detect } from "../../src/detect/detect.js";
import { shellQuoted } from "../../src/text/shell-quoted.js";
import { cpuMs } from "../cpu-time.js";

type Row = [sentence: string, expected: string];

/** `correction`, `insight`, `outcome`, several joined by `+`; `!` behind a correction: it was said before. */
function heard(text: string): string {
  const { verdict, signals } = detect(text);
  if (verdict !== "learning") return verdict;
  const types = signals.map((signal) => `${signal.type}${signal.retrieval_failure === true ? "!" : ""}`);
  return [...new Set(types)].sort().join("+");
}

const CORRECTIONS: Row[] = [
  ["No, that's not right.", "correction"],
  ["no that is wrong, the port is 8080", "correction"],
  ["Nope, that's incorrect", "correction"],
  ["That’s not how we do it here", "correction"],
  ["That's not what I asked for.", "correction"],
  ["This isn't right", "correction"],
  ["Your summary is wrong: the launch moved to May", "correction"],
  ["Actually, it should be npm ci", "correction"],
  ["Actually, the deploy job must run on main only", "correction"],
  ["Actually, we use pnpm here", "correction"],
  ["You're wrong about the timeout", "correction"],
  ["you are mistaken, staging has its own key", "correction"],
  ["You misunderstood the request", "correction"],
  ["You got the order wrong", "correction"],
  ["That's outdated, the API moved to v3", "correction"],
  ["The wiki page is out of date", "correction"],
  ["That endpoint is no longer supported", "correction"],
  ["This flag doesn't work anymore", "correction"],
  ["I already told you to use tabs", "correction!"],
  ["I told you last time not to touch the lockfile", "correction!"],
  ["As I said before, invoices go to billing", "correction!"],
  ["How many times do I have to say it: no force push", "correction!"],
  ["You keep using the old template", "correction!"],
  ["We've been over this, keep the header", "correction!"],
  ["Same mistake again", "correction!"],
  ["Didn't I tell you to ask first?", "correction!"],
  ["It should be UTC, not local time", "correction"],
  ["The title should be Quarterly Report instead of Monthly Report", "correction"],
  ["Use ripgrep instead of grep", "correction"],
  ["use the staging key, not the production key", "correction"],
  ["Never push to main directly", "correction"],
  ["Don't use var, use const", "correction"],
  ["Please don't add emojis to commit messages", "correction"],
  ["Stop adding comments to every line", "correction"],
  ["You shouldn't have deleted the branch", "correction"],
  ["I meant the second table", "correction"],
  ["I was wrong about the cache", "correction"],
  ["My mistake, the limit is 500", "correction"],
  ["Correction: the meeting is on Tuesday", "correction"],
  ["You forgot to run the migration", "correction"],
  ["That's the wrong file", "correction"],
  ["You edited the wrong branch", "correction"],
  ["No, the key belongs in the vault", "correction"],
  ["Don't do that again", "correction"],
  ["Wrong.", "correction"],
  ["Wrong again", "correction"],
  ["not what I wanted", "correction"],
  ["Not quite", "correction"],
  ["that's not it", "correction"],
  ["hmm, that doesn't look right", "correction"],
  ["That doesn't match the spec", "correction"],
  ["This contradicts what you said earlier", "correction"],
  ["the date is off by one", "correction"],
  ["No, I said Tuesday", "correction"],
  ["please fix: it should say 2026", "correction"],
  ["You always forget the header", "correction!"],
  ["The answer is 42, not 41", "correction"],
  ["I want the table, not the chart", "correction"],
  ["Not 500 but 30 seconds", "correction"],
  ["The correct value is 30", "correction"],
  ["It's spelled with a t", "correction"],
  ["From now on always run the linter first", "correction"],
  ["In future, ask before deploying", "correction"],
  ["I'd rather you used TypeScript", "correction"],
  ["I prefer tabs over spaces", "correction"],
  ["Undo that", "correction"],
  ["Revert your last change", "correction"],
];

const OTHER_LANGUAGES: Row[] = [
  ["Nein, das ist falsch", "correction"],
  ["Das stimmt so nicht", "correction"],
  ["Das ist veraltet", "correction"],
  ["Eigentlich sollte es UTC sein", "correction"],
  ["Das habe ich dir doch schon gesagt", "correction!"],
  ["Nicht npm install, sondern npm ci", "correction"],
  ["Nein danke", "nothing"],
  ["Nein, alles gut", "nothing"],
  ["Das ist nicht falsch", "nothing"],
  ["No, eso no es correcto", "correction"],
  ["Te equivocas con el puerto", "correction"],
  ["Ya te lo dije ayer", "correction!"],
  ["En realidad debería usar la otra clave", "correction"],
  ["No, gracias", "nothing"],
  ["No pasa nada", "nothing"],
  ["Não, obrigado", "nothing"],
  ["不对，端口应该是8080", "correction"],
  ["不是这样的", "correction"],
  ["你搞错了", "correction"],
  ["我已经告诉过你了", "correction!"],
  ["这个做法已经过时了", "correction"],
  ["没错，就是这样", "nothing"],
  ["不用了，谢谢", "nothing"],
  ["做得不错", "nothing"],
  ["是今天，对不对", "nothing"],
  ["Không, cảm ơn", "nothing"],
];

const INSIGHTS: Row[] = [
  ["Turns out the flaky test only fails when the clock crosses midnight", "insight"],
  ["The root cause was a stale lockfile", "insight"],
  ["The reason the build is slow is that it runs the linter twice", "insight"],
  ["I realized that customers read only the first line", "insight"],
  ["I just noticed the retries hide the failure", "insight"],
  ["The trick is to warm the cache first", "insight"],
  ["What finally worked was splitting the batch", "insight"],
  ["It works better when the prompt comes last", "insight"],
  ["A simpler way to do this is a single query", "insight"],
  ["Have you considered a queue for this?", "insight"],
  ["What if we cached the embeddings?", "insight"],
  ["Idea: sort by stakes before age", "insight"],
  ["She suggested that we batch the mails", "insight"],
  ["Every time we deploy on Friday the queue backs up", "insight"],
  ["It always fails after midnight", "insight"],
  ["I keep seeing the same timeout on Mondays", "insight"],
  ["Long subject lines tend to get fewer answers", "insight"],
  ["In 3 out of 4 runs the model forgot the header", "insight"],
  ["I suspect the proxy drops the header", "insight"],
  ["Both come from the same missing index", "insight"],
  ["We learned the hard way that backups matter", "insight"],
  ["Interesting: both outages followed a renewal", "insight"],
  ["My colleague told me to try WAL mode", "insight"],
  ["I read that SQLite can do this", "insight"],
  ["Found the culprit: a stale lock", "insight"],
];

const OUTCOMES: Row[] = [
  ["Latency dropped from 400 ms to 90 ms", "outcome"],
  ["Conversion went up by 12%", "outcome"],
  ["The new build is 30% faster", "outcome"],
  ["It took 12s instead of 40s", "outcome"],
  ["Open rate was 34% this week", "outcome"],
  ["The rewrite paid off", "outcome"],
  ["The switch to pnpm backfired", "outcome"],
  ["Customers love the new form", "outcome"],
  ["We had to roll it back", "outcome"],
  ["No more complaints since the change", "outcome"],
  ["The A/B test showed no difference", "outcome"],
  ["The results are in", "outcome"],
  ["Just as I predicted, the quota ran out", "outcome"],
  ["Our hypothesis was wrong", "outcome"],
  ["It turned out to be useless", "outcome"],
  ["That didn't help", "outcome"],
  ["It worked", "outcome"],
  ["It still fails on Windows", "outcome"],
  ["The migration broke production", "outcome"],
  ["Contrary to our forecast sign-ups fell", "outcome"],
  ["sales went up 20%", "outcome"],
  ["We lost the customer because of the delay", "outcome"],
];

const ACTIVITY: Row[] = [
  ["telegram timeout 500s → 30s", "nothing"],
  ["Changed the timeout from 500 to 30", "nothing"],
  ["Bumped the package to 2.1.0", "nothing"],
  ["Ran npm test", "nothing"],
  ["I just pushed the branch", "nothing"],
  ["Sent the weekly mail", "nothing"],
  ["Posted the notes to the channel", "nothing"],
  ["Used the standard setup", "nothing"],
  ["Booked the room as usual", "nothing"],
  ["ok", "nothing"],
  ["Thanks!", "nothing"],
  ["Got it, will do.", "nothing"],
  ["Sounds good 👍", "nothing"],
  ["Good morning", "nothing"],
  ["In summary, we closed four tickets", "nothing"],
  ["Status update: all green", "nothing"],
  ["Deployed v2 to staging", "nothing"],
  ["Reviewed the pull request", "nothing"],
];

const NEGATIVES: Row[] = [
  ["no, thanks", "nothing"],
  ["No thank you", "nothing"],
  ["actually, great work", "nothing"],
  ["Actually, that's great", "nothing"],
  ["Actually I like it", "nothing"],
  ["Actually, never mind", "nothing"],
  ["No problem", "nothing"],
  ["No worries, take your time", "nothing"],
  ["No, that's all for today", "nothing"],
  ["No, you're right", "nothing"],
  ["no, go ahead", "nothing"],
  ["Nothing wrong with that", "nothing"],
  ["That's not wrong", "nothing"],
  ["What's wrong?", "nothing"],
  ["Something went wrong with the upload", "nothing"],
  ["Is that wrong?", "nothing"],
  ["Correct me if I'm wrong, but the port is 80", "nothing"],
  ["Tell me if that's outdated", "nothing"],
  ["It should be fine", "nothing"],
  ["That should be enough for now", "nothing"],
  ["That's not right now, maybe later", "nothing"],
  ["Don't worry about it", "nothing"],
  ["Don't hesitate to ask", "nothing"],
  ["Don't get me wrong, I like it", "nothing"],
  ["Whenever you are ready", "nothing"],
  ["Every time zone is listed", "nothing"],
  ["That's right", "nothing"],
  ["You are right, thanks", "nothing"],
  ["Where is the report?", "nothing"],
  ["The report has twelve pages", "nothing"],
  ["Please add a test for the parser", "nothing"],
  ["The build is not passing yet", "nothing"],
  ["What time is it?", "nothing"],
  ["Write a poem about spring", "nothing"],
  ["There are no errors", "nothing"],
  ["Can you explain why?", "nothing"],
  ["The colour is blue, not bad", "nothing"],
  ["Not only fast but also cheap", "nothing"],
  ["Not sure, but maybe", "nothing"],
  ["It's not just you", "nothing"],
  ["", "nothing"],
];

describe("detect", () => {
  for (const [title, rows] of Object.entries({
    corrections: CORRECTIONS,
    "other languages": OTHER_LANGUAGES,
    insights: INSIGHTS,
    outcomes: OUTCOMES,
    activity: ACTIVITY,
    negatives: NEGATIVES,
  })) {
    describe(title, () => {
      it.each(rows)("%s → %s", (sentence, expected) => {
        expect(heard(sentence)).toBe(expected);
      });
    });
  }

  it("holds at least 120 sentences", () => {
    const all = [CORRECTIONS, OTHER_LANGUAGES, INSIGHTS, OUTCOMES, ACTIVITY, NEGATIVES].flat();
    expect(new Set(all.map(([sentence]) => sentence)).size).toBeGreaterThanOrEqual(120);
  });

  it("finds the span in the text as given", () => {
    const text = "Thanks for the draft. No, that’s not right. Please look again.";
    const [signal] = detect(text).signals;
    expect(signal).toMatchObject({ type: "correction", strength: "strong", phrase: "No, that’s not right" });
    expect(text.slice(signal!.start, signal!.end)).toBe("No, that’s not right");
  });

  it.each([
    ["No, the review is on Friday, not on Thursday.", "No, the review is on Friday, not on Thursday."],
    ["Thanks.\n- It should be npm ci, not npm install\n- go on", "It should be npm ci, not npm install"],
    ["Hi. That's wrong. The limit is 30 seconds. Thanks!", "That's wrong. The limit is 30 seconds."],
    ["That's wrong.\n\nThe limit is 30 seconds.", "That's wrong."],
    ["Use `id` instead of it's $HOME", "Use `id` instead of it's $HOME"],
    [`No, that's wrong: ${"very ".repeat(400)}long`, `No, that's wrong: ${"very ".repeat(400)}long`],
  ])("tells the person's words in full, and nothing cut out of them: %j", (text, sentence) => {
    const [signal, ...more] = detect(text).signals;
    expect(more).toEqual([]);
    expect(signal).toMatchObject({ sentence, command: `tenet correct ${shellQuoted(sentence)}`, lacks: [] });
  });

  it("names what the command still lacks", () => {
    const { signals } = detect("That's outdated. I learned that the first query is slow. The rewrite paid off.");
    expect(signals.map(({ type, command, lacks }) => [type, command, lacks])).toEqual([
      ["correction", "tenet correct 'That'\\''s outdated. I learned that the first query is slow.'", []],
      [
        "insight",
        'tenet learn \'I learned that the first query is slow.\' --because "<what shows it>" --risk "<high|medium|low>: <what goes wrong>"',
        ["at_risk"],
      ],
      [
        "outcome",
        "tenet outcome <ID> --verdict <validated|invalidated|mixed|inconclusive> --result 'The rewrite paid off.'",
        ["references", "verdict"],
      ],
    ]);
  });

  it("gives a sentence that begins with a hyphen as words, not as a flag", () => {
    expect(captureCommand("correction", "--force is wrong here", ["--source 'bridget'"]).command).toBe(
      "tenet correct --source 'bridget' -- '--force is wrong here'",
    );
  });

  it("does not take code or quoted lines for speech", () => {
    expect(detect("```\n// that's not right\n```\n").verdict).toBe("nothing");
    expect(detect("> no, that's wrong\n").verdict).toBe("nothing");
    expect(detect("```\ncode\n```\nNo, that's wrong").verdict).toBe("learning");
  });

  it("weakens a question, but not a complaint", () => {
    expect(detect("Should we use pnpm instead of npm?").signals[0]?.strength).toBe("weak");
    expect(detect("Didn't I tell you already?").signals[0]?.strength).toBe("strong");
  });

  it("ends at once on long and hostile text", () => {
    const started = cpuMs();
    for (const text of [
      "no ".repeat(50_000),
      "a".repeat(200_000),
      `use ${"x ".repeat(40_000)}`,
      ", not ".repeat(30_000),
    ]) {
      detect(text);
    }
    expect(cpuMs() - started).toBeLessThan(20_000);
  });

  it.each([
    ["Wrong file. The config lives in ops/.", "strong"],
    ["this is the third time you broke the lockfile", "strong"],
    ["We don't use default exports here, I said that before", "strong"],
    ["you ignored the lint rule again", "strong"],
    ["I told you to leave the fixtures alone", "strong"],
    ["do not touch vendor/ ever", "strong"],
  ])("hears the complaint in %j", (text, strength) => {
    expect(detect(text).signals.find(({ type }) => type === "correction")?.strength).toBe(strength);
  });

  it.each(["never mind, I found it in the client", "could you add that again?", "wrong file names are shown in red"])(
    "hears none in %j",
    (text) => {
      expect(detect(text).signals.filter(({ strength }) => strength === "strong")).toEqual([]);
    },
  );
});
