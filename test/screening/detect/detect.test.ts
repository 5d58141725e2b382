import { describe, expect, it } from "vitest";
import { captureCommand } from "../../../src/screening/detect/capture-command.js";
import { detect } from "../../../src/screening/detect/detect.js";
import { shellQuoted } from "../../../src/text/shell-quoted.js";
import { cpuMs } from "../../cpu-time.js";

/** `correction`, `insight`, `outcome`, several joined by `+`; `!` behind a correction: it was said before. */
function heard(text: string): string {
  const { verdict, signals } = detect(text);
  if (verdict !== "learning") return verdict;
  const types = signals.map((signal) => `${signal.type}${signal.retrieval_failure === true ? "!" : ""}`);
  return [...new Set(types)].sort().join("+");
}

/** Sentences by what they announce: of each kind of phrase one or two, and what only looks like one. */
const HEARD: Readonly<Record<string, readonly string[]>> = {
  correction: [
    "no that is wrong, the port is 8080",
    "That’s not how we do it here",
    "Wrong.",
    "Your summary is wrong: the launch moved to May",
    "Actually, it should be npm ci",
    "Actually, we use pnpm here",
    "you are mistaken, staging has its own key",
    "That's outdated, the API moved to v3",
    "This flag doesn't work anymore",
    "It should be UTC, not local time",
    "Use ripgrep instead of grep",
    "Never push to main directly",
    "Please don't add emojis to commit messages",
    "Stop adding comments to every line",
    "You shouldn't have deleted the branch",
    "I meant the second table",
    "My mistake, the limit is 500",
    "You forgot to run the migration",
    "You edited the wrong branch",
    "hmm, that doesn't look right",
    "the date is off by one",
    "please fix: it should say 2026",
    "Not 500 but 30 seconds",
    "From now on always run the linter first",
    "I prefer tabs over spaces",
    "Revert your last change",
    "Das stimmt so nicht",
    "Eigentlich sollte es UTC sein",
    "Nicht npm install, sondern npm ci",
    "No, eso no es correcto",
    "不对，端口应该是8080",
    "这个做法已经过时了",
  ],
  "correction!": [
    "I already told you to use tabs",
    "As I said before, invoices go to billing",
    "You keep using the old template",
    "Same mistake again",
    "Didn't I tell you to ask first?",
    "You always forget the header",
    "Das habe ich dir doch schon gesagt",
    "Ya te lo dije ayer",
    "我已经告诉过你了",
  ],
  insight: [
    "Turns out the flaky test only fails when the clock crosses midnight",
    "The reason the build is slow is that it runs the linter twice",
    "The trick is to warm the cache first",
    "A simpler way to do this is a single query",
    "What if we cached the embeddings?",
    "Every time we deploy on Friday the queue backs up",
    "In 3 out of 4 runs the model forgot the header",
    "I suspect the proxy drops the header",
    "Both come from the same missing index",
    "I read that SQLite can do this",
  ],
  outcome: [
    "Latency dropped from 400 ms to 90 ms",
    "sales went up 20%",
    "The rewrite paid off",
    "Customers love the new form",
    "We had to roll it back",
    "The A/B test showed no difference",
    "Our hypothesis was wrong",
    "It turned out to be useless",
    "It still fails on Windows",
  ],
  nothing: [
    ...["", "telegram timeout 500s → 30s", "Ran npm test", "I just pushed the branch", "Got it, will do."],
    ...["Sounds good 👍", "Status update: all green", "Where is the report?", "Write a poem about spring"],
    ...["no, thanks", "No problem", "No, you're right", "no, go ahead", "Actually, never mind", "Actually I like it"],
    ...["That's not wrong", "What's wrong?", "Is that wrong?", "Something went wrong with the upload"],
    "Correct me if I'm wrong, but the port is 80",
    "Tell me if that's outdated",
    "It should be fine",
    "That's not right now, maybe later",
    "Don't worry about it",
    "Don't get me wrong, I like it",
    "Every time zone is listed",
    "The build is not passing yet",
    "The colour is blue, not bad",
    "Not only fast but also cheap",
    ...["Nein danke", "Das ist nicht falsch", "No pasa nada", "Não, obrigado", "没错，就是这样", "做得不错"],
    ...["是今天，对不对", "Không, cảm ơn"],
  ],
};

describe("detect", () => {
  it.each(Object.entries(HEARD).flatMap(([expected, all]) => all.map((sentence) => ({ sentence, expected }))))(
    "$sentence → $expected",
    ({ sentence, expected }) => {
      expect(heard(sentence)).toBe(expected);
    },
  );

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
    const [first, second, third] = signals.map(({ command, lacks }) => [command, lacks]);
    const because = '--because "<what shows it>" --risk "<high|medium|low>: <what goes wrong>"';
    const verdict = "--verdict <validated|invalidated|mixed|inconclusive>";
    expect(first).toEqual(["tenet correct 'That'\\''s outdated. I learned that the first query is slow.'", []]);
    expect(second).toEqual([`tenet learn 'I learned that the first query is slow.' ${because}`, ["at_risk"]]);
    expect(third).toEqual([
      `tenet outcome <ID> ${verdict} --result 'The rewrite paid off.'`,
      ["references", "verdict"],
    ]);
  });

  it("gives a sentence that begins with a hyphen as words, not as a flag", () => {
    const { command } = captureCommand("correction", "--force is wrong here", ["--said-by 'bridget'"]);
    expect(command).toBe("tenet correct --said-by 'bridget' -- '--force is wrong here'");
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
    for (const text of ["no ", "a", "use x x x ", ", not "]) detect(text.repeat(50_000));
    expect(cpuMs() - started).toBeLessThan(20_000);
  });

  it.each([
    "Wrong file. The config lives in ops/.",
    "this is the third time you broke the lockfile",
    "We don't use default exports here, I said that before",
    "you ignored the lint rule again",
    "I told you to leave the fixtures alone",
    "do not touch vendor/ ever",
  ])("hears the complaint in %j", (text) => {
    expect(detect(text).signals.find(({ type }) => type === "correction")?.strength).toBe("strong");
  });

  it.each(["never mind, I found it in the client", "could you add that again?", "wrong file names are shown in red"])(
    "hears none in %j",
    (text) => {
      expect(detect(text).signals.filter(({ strength }) => strength === "strong")).toEqual([]);
    },
  );
});
