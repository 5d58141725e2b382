/** Conversations as people have them with agents, with what is a correction in them known beforehand. */

export type Label = "correction" | "insight" | "outcome" | "nothing";

export interface Line {
  label: Label;
  text: string;
  /** What the agent wrote before it. */
  before: string;
}

/** One draw after the other, the same in every run. */
export function draws(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const THINGS = [
  ["pnpm", "npm", "the install step"],
  ["the staging bucket", "the production bucket", "the upload script"],
  ["ISO dates", "local dates", "the export"],
  ["the v2 endpoint", "the v1 endpoint", "the client"],
  ["tabs", "spaces", "the Makefile"],
  ["UTC", "local time", "the scheduler"],
  ["the shared logger", "console.log", "the worker"],
  ["euros", "dollars", "the invoice template"],
  ["port 8443", "port 8080", "the proxy config"],
  ["the feature flag", "an environment variable", "the new checkout"],
  ["snake case", "camel case", "the column names"],
  ["a migration", "a manual query", "the schema change"],
] as const;

/** How people correct; N is what is right, B what was believed, W where. */
const CORRECTIONS = [
  "No, that's wrong. W has to use N.",
  "no, that's not right, we use N in W",
  "That's not what I asked for. I wanted N in W, you changed it to B.",
  "You're wrong about W, it takes N.",
  "I already told you to use N for W.",
  "I told you twice now: N, not B, in W",
  "as I said before, W needs N",
  "Actually, it should be N, not B.",
  "that's outdated, W switched to N in January",
  "you used the wrong one again, W is supposed to have N",
  "Stop doing that. N goes into W.",
  "Never use B in W again.",
  "you misunderstood me, I meant N for W",
  "This is incorrect: W reads N.",
  "You keep using B in W. It is N.",
  "How many times do I have to say it, N in W!",
  "Why did you put B there? That's wrong, W wants N.",
  "wait, that is not correct. N is what W expects",
  "You forgot again. W gets N.",
  "That contradicts what I said yesterday about W: N only.",
  "no no no, you got it backwards. N, then W",
  "B is no longer supported in W, it's N now",
  "same mistake again: B in W instead of N",
  "hm, that doesn't look right, W should have N",
  "your summary is wrong, W does not use B at all",
  "Don't do that again, W must stay on N",
];

const NOTHING = [
  "no, thanks",
  "No thanks, that's all for today.",
  "no problem, take your time with W",
  "actually, great work on W!",
  "Actually that looks good, ship it",
  "actually I like N better than I thought, nice",
  "Thanks, that's exactly right.",
  "yes, go ahead with N",
  "ok",
  "Can you check whether W uses N or B?",
  "Is anything wrong with W?",
  "What's wrong with B here?",
  "is it true that N is slower than B?",
  "Tell me if I'm wrong, but does W read N?",
  "Please add N to W and run the tests.",
  "Write a test for W that covers B.",
  "Let's move W to N tomorrow.",
  "Nothing is wrong, I just want to understand W.",
  "should be fine, merge it",
  "never mind, I found it in W",
  "Not bad! Do the same for N.",
  "What should we do about W?",
  "Could you explain why W prefers N?",
  "Here is the log:\n2026-02-01 10:00:01 ERROR W: that's wrong, expected N\n2026-02-01 10:00:02 WARN you are wrong",
  "The build prints this:\n```\nerror: this is not correct: B\nI already told you\n```\nwhat does it mean?",
  "Traceback (most recent call last):\nValueError: that's not right, N\n\nany idea?",
  'The reviewer wrote "that\'s wrong, use N" on my pull request. What does she mean?',
  "My colleague said that's wrong, but W looks fine to me. What do you think?",
  "The customer told us you're wrong about B; summarise the ticket please.",
  "> that's not right, use N\n\nanswer this comment politely",
  "summarise this thread:\nshe says the old approach to W is outdated\nhe says it is not",
  "Review this diff:\n- const mode = 'B' // that's wrong\n+ const mode = 'N'",
  "Don't worry about W for now.",
  "I don't think we need N yet.",
  "Can I trust W, or could it be wrong?",
  "If that's not right, tell me and I'll change W.",
  "Let me know if this is incorrect.",
  "looks good to me",
  "perfect, now do W",
  "Rename the variable wrong to mistaken in W.",
  'Add an error message that says "you are wrong about N".',
  "The test is called 'no longer works with B', keep the name.",
  "Sure, N works for me.",
  "I have a meeting now, continue with W please.",
  "which one is right, N or B?",
  "did I already tell you about W?",
  "continue",
  "Run it again with N.",
  "hello! today we work on W",
  "Great, no further questions.",
  "good catch, I was about to ask for N",
  "You were right about W, thanks!",
  "explain the difference between N and B",
  "Translate: 'das ist falsch' into English.",
  "I wonder what happens when W gets B.",
];

const INSIGHTS = [
  "It turns out that W caches B, so N never arrives.",
  "I found out why W hangs: it waits for B.",
  "the root cause was B in W",
  "The trick is to load N before W starts.",
];

const OUTCOMES = [
  "Since we switched W to N the error rate dropped by 40 percent.",
  "The move to N paid off: W is 3x faster.",
  "the experiment showed that N beats B in W",
  "our estimate was wrong, W took 9 days instead of 3 days",
];

/** Complaints that come back in the same words, whatever their case and marks. */
const PLANTS: readonly (readonly string[])[] = [
  [
    "No, that's wrong: commit messages are written in the imperative mood here.",
    "no that's wrong, commit messages are written in the imperative mood here",
    "No, that's wrong: Commit messages are written in the imperative mood here!",
    "No, that is wrong: commit messages are written in imperative mood here.",
  ],
  [
    "I told you before, don't touch generated files under src/gen",
    "I told you before: do not touch generated files under src/gen.",
    "I told you before, don't touch the generated files under src/gen!",
    "I told you before: Don't touch generated files under src/gen.",
  ],
  [
    "You're wrong, the CSV export must keep umlauts in customer names.",
    "you're wrong: the CSV export must keep umlauts in customer names",
    "You are wrong, the CSV export must keep umlauts in customer names!",
  ],
];

const BEFORE = [
  "I changed W to use B. All tests pass.",
  "Done. W now reads B, and I updated the docs.",
  "I looked into W: it works with B as well as N. I went with B.",
];

const filled = (template: string, [now, before, where]: (typeof THINGS)[number]): string =>
  template.replace(/\bN\b/g, now).replace(/\bB\b/g, before).replace(/\bW\b/g, where);

/** So many sessions of a few turns each. Every plant comes back in sessions of its own. */
export function sessionsOf(seed: number, count: number): Line[][] {
  const draw = draws(seed);
  const of = <T>(list: readonly T[]): T => list[draw(list.length)] as T;
  const line = (label: Label, template: string): Line => {
    const thing = of(THINGS);
    return { label, text: filled(template, thing), before: filled(of(BEFORE), thing) };
  };
  const sessions = Array.from({ length: count }, () => {
    const turns = Array.from({ length: 2 + draw(4) }, () => line("nothing", of(NOTHING)));
    if (draw(2) === 0) turns.push(line("correction", of(CORRECTIONS)));
    if (draw(6) === 0) turns.push(line("insight", of(INSIGHTS)));
    if (draw(6) === 0) turns.push(line("outcome", of(OUTCOMES)));
    return turns;
  });
  let at = 0;
  for (const wordings of PLANTS) {
    for (const text of wordings) {
      const before = filled(of(BEFORE), of(THINGS));
      sessions[at++ % count]?.push({ label: "correction", text, before });
    }
  }
  return sessions;
}

/** A session as Claude Code writes it, one line a turn. */
export function claudeCodeSession(lines: readonly Line[], session: string, folder: string, from: Date): string {
  let at = from.getTime();
  const row = (type: "user" | "assistant", content: unknown) => {
    at += 60_000;
    const timestamp = new Date(at).toISOString();
    return JSON.stringify({
      parentUuid: null,
      isSidechain: false,
      cwd: folder,
      sessionId: session,
      type,
      message: { role: type, content },
      timestamp,
    });
  };
  return lines
    .flatMap(({ text, before }) => [row("assistant", [{ type: "text", text: before }]), row("user", text)])
    .map((line) => `${line}\n`)
    .join("");
}
