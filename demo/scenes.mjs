/** The first half of the play: a month of captures, questions and answers. */
import { print, say, strong } from "./narrator.mjs";
import { idOf } from "./stage.mjs";

const MIDNIGHT = "Uploads fail when they start around midnight";
const HANGS = "medium: a release hangs half done until morning";
const LATE = "low: a release is late";

const learning = (insight, because, risk) => ["learn", insight, "--because", because, "--risk", risk];

export async function moveIn(stage) {
  await stage.scene(1, "an agent's folder becomes a memory");
  say(
    "sybil is an agent that looks after software releases. Her folder is a git repository. She has kept notes in .learnings/ for weeks: 20 entries that nobody filters, links or follows up. bridget owns the project. tenet moves in and takes the notes over:",
  );
  stage.commit("sybil's folder as it was");
  stage.tenet(["init", "--owner", "bridget"], { expect: /Owner: bridget/, lines: 4 });
  stage.tenet(["import", ".learnings"], { expect: /In all: 20 found/, from: /^In all/ });
  say(
    "Every entry is accounted for. What taught something became a record, mere activity went to the daily log, and two that say the same became one.",
  );
  stage.commit("tenet moves in: 20 notes taken over");
}

export async function filterNoise(stage) {
  await stage.scene(2, "most of what happens teaches nothing");
  say(
    "A memory that keeps everything is no memory. So tenet asks of each insight: what would go wrong if this were forgotten? Nothing? Then it was activity, and one line in the day's log is enough.",
  );
  const build = learning("The nightly build took 11 minutes", "the CI page says so", "none");
  stage.tenet(build, { expect: /Not learned/, lines: 1 });
}

/** What a capture answers that is near to a known entry. */
const near = (id) => new RegExp(`near +${id} `);

/** Answers the id of bridget's correction. */
export async function correct(stage) {
  await stage.scene(3, "a person corrects the agent");
  say(
    "A correction is always kept: what was believed, what holds now, what is at stake, and what to do next time. Agents pass it on as text, so that no shell touches the words.",
  );
  const input = `type: correction
prior_belief: The tests of the changed files are enough
corrected_to: Run the whole test suite before every release
stakes: high
at_risk: 1.9.2 shipped with a broken sync
behavioral_change: Look for the full run in the log before setting a tag
source: bridget
`;
  return idOf(stage.tenet(["add", "-"], { input, expect: /^Learned/ }));
}

/** Answers the id of the insight that grows. */
export async function learn(stage) {
  await stage.scene(4, "an insight is new");
  say("sybil sees a pattern. Nothing like it is known, so it is stored.");
  const because = "3 of 4 failed uploads began between 00:00 and 00:40";
  const id = idOf(stage.tenet(learning(MIDNIGHT, because, HANGS), { expect: /^Learned/ }));

  await stage.scene(5, "the same again is not new");
  say("The next session does not remember and says it again, in the same words: counted, nothing is stored twice.");
  stage.tenet(learning(`${MIDNIGHT}.`, because, HANGS), { expect: /^Known already/ });

  await stage.scene(8, "other words: tenet asks, sybil judges");
  say(
    "Other words, and a new case. A small language model on this machine finds what is near; whether it is the same it cannot know. So the answer shows it and asks. sybil is a language model: she can tell.",
  );
  const more = "a fifth one, begun at 00:12: the registry's log says maintenance";
  const again = stage.tenet(learning("Uploads that start around midnight fail", more, HANGS), { expect: near(id) });
  say("It is the same. From now on the two are shown as one; no wording is lost, nor who said it when:");
  stage.tenet(["resolve", idOf(again), id, "--same"], { expect: /are one, shown once/ });
  return id;
}

export async function ask(stage, correction) {
  await stage.scene(9, "did it help? The heartbeat asks");
  say(
    "What was learned is worth little until somebody looks how it turned out. A timer runs one command. It asks after 3, 7 and 14 days, a few questions at a time, and each comes with its answers.",
  );
  stage.tenet(["heartbeat"], { expect: new RegExp(`- ${correction} `), lines: 8 });
  say(
    "There was no release yet, so it is too early for the first. Another question has its answer already. The name it had in the old notes still works:",
  );
  stage.tenet(["outcome", correction, "--later", "5d"], { expect: /asked again/ });
  stage.tenet(["outcome", "LRN-20260113-001", "--held", "--evidence", "1.9.3 waited a day for bridget's yes"], {
    expect: /It held/,
  });
  stage.commit("days 2 to 9: one correction, one insight, one answer");
}

/** Answers the id of the insight that replaces the one named. */
export async function contradict(stage, known) {
  await stage.scene(11, "almost the same words, the opposite meaning");
  say(
    "To a model that measures nearness this sentence is a copy of the one from day 8. It says the contrary. tenet names the words that differ and leaves the judgement to its caller. sybil is not sure, and leaves the question open: both stay.",
  );
  const uploads = learning(
    "Uploads no longer fail when they start around midnight",
    "the registry moved its maintenance: 9 of 9 went through",
    "medium: a release waits for nothing",
  );
  const rule = "Start an upload at any hour; nobody has to wait for the morning.";
  const answer = stage.tenet([...uploads, "--rule", rule], { expect: near(known), lines: 4 });
  const id = idOf(answer);

  await stage.scene(12, "bridget decides");
  say(
    "Until somebody answers, whoever finds the one is shown the other. The world has changed, so the new one replaces the old one, which stays readable as history.",
  );
  stage.tenet(["recall", "do uploads fail around midnight?", "--limit", "2"], { expect: /undecided/ });
  stage.tenet(["resolve", id, known, "--replaces"], { expect: /holds instead of/ });
  return id;
}

/** Answers the ids of what is known about the first mirror and about the other one. */
export async function tellApart(stage) {
  await stage.scene(13, "all words but one, and another matter");
  say(
    "To that model these two are nearly one text as well. They speak of two mirrors: what holds of one says nothing of the other.",
  );
  const learn = (mirror, because, expect) =>
    stage.tenet(learning(`${mirror} is slow in the morning`, because, LATE), { expect, lines: 4 });
  const known = idOf(learn("Mirror eu-1", "1.9.4 took 40 minutes at 08:30", /^Learned/));
  const other = idOf(learn("Mirror eu-2", "the status page shows it all week", near(known)));
  stage.tenet(["resolve", other, known, "--unrelated"], { expect: /nothing to do with each other/ });
  return [known, other];
}

export async function except(stage, [known, other]) {
  await stage.scene(14, "an exception retires nothing");
  say(
    "Whoever took this for a newer fact would lose the general one. It is an exception: both hold, and wherever the general one is shown the exception stands beneath it. That the other mirror is another matter sybil says at once.",
  );
  const sunday = learning("Mirror eu-1 is fast on Sunday mornings", "four Sundays in a row: 2 minutes", LATE);
  const answer = stage.tenet([...sunday, "--unrelated", other], { expect: near(known), lines: 5 });
  stage.tenet(["resolve", idOf(answer), known, "--exception"], { expect: /Both hold/ });
}

/** Answers the id of the correction that had to be repeated. */
export async function repeat(stage, earlier) {
  await stage.scene(15, "the same correction, a second time");
  say(
    "A hotfix goes out without the full test run, and bridget has to say it again. sybil knows the rule she broke, so she says with the capture what it is: the same. The first correction did not stick.",
  );
  const answer = stage.tenet(
    [
      "correct",
      "The whole test suite runs before every release",
      "--instead-of",
      "A hotfix may skip the slow tests",
      "--risk",
      "high: people lose notes",
      "--so",
      "no tag without the full run, hotfix or not",
      "--said-by",
      "bridget",
      "--same",
      earlier,
    ],
    { expect: new RegExp(`Again: ${earlier}`) },
  );
  const id = idOf(answer);
  stage.commit("days 11 to 15: a contradiction decided, a correction repeated");

  await stage.scene(16, "what did not stick is said again");
  say("From now on every heartbeat reminds sybil of it, until it has held.");
  stage.tenet(["heartbeat"], { expect: /Keep in mind/, from: /^Keep in mind/, lines: 3 });
  return id;
}

export async function close(stage, correction, insight) {
  await stage.scene(23, "this time it held");
  say(
    "Two releases later there is something to report: two corrections changed what sybil does, and the insight was right.",
  );
  stage.tenet(["outcome", correction, "--held", "--evidence", "1.9.4 and 1.9.5 both had the full run"], {
    expect: /It held/,
  });
  stage.tenet(["outcome", "ERR-20260211-001", "--held", "--evidence", "npm install is gone from ci/ since"], {
    expect: /It held/,
  });
  const result = "11 of 11 night uploads went through";
  stage.tenet(["outcome", insight, "--verdict", "validated", "--result", result, "--score", "9"], {
    expect: /^Learned/,
  });
}

export async function remember(stage, insight) {
  await stage.scene(28, "weeks later, a question");
  say("A new session has to plan a release. It asks in its own words. The replaced insight does not come up.");
  stage.tenet(["recall", "when is it safe to upload a release?", "--limit", "3"], {
    expect: /no longer fail/,
    table: true,
  });
  stage.tenet(["used", insight, "--worked"], { expect: /worked/ });
}

export function farewell(stage) {
  print(strong(`40 days in ${stage.seconds} seconds, and nothing left this machine.`));
  print("The folder is yours. To look around in it:");
  print();
  print(`  export TENET_WORKSPACE=${stage.folder}`);
  for (const [call, says] of [
    ["npx tenet list", "everything that is known"],
    ["npx tenet show LRN-20260113-001", "one entry and how it turned out"],
    ["npx tenet versions", "how the rules came to be"],
    ["npx tenet recall lockfile", "ask it something"],
    ["npx tenet --help", "the twelve commands to start with"],
    ...(stage.hasGit ? [["git -C $TENET_WORKSPACE log --stat", "the month as commits"]] : []),
  ]) {
    print(`  ${call.padEnd(36)} ${says}`);
  }
}
