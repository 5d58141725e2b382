/** The scenes of the further layers, one each, in the order in which they are used. */
import { say } from "./narrator.mjs";

/** Plays every scene of this file. */
export async function layers(stage) {
  await lookBack(stage);
  await keepAnEdit(stage);
  await contacts(stage);
  await pages(stage);
  await documents(stage);
  await ask(stage);
  await check(stage);
  await failedRun(stage);
  await measure(stage);
}

async function documents(stage) {
  if (!stage.hasGit) return;
  await stage.scene(41, "what stands in the documents");
  say(
    "How things are done here stands in the project's documents as well. One line in tenet.yaml, `knowledge: [docs/*.md]`, and recall looks into those that git tracks: beneath what was learned, with file and line, and never as a rule.",
  );
  stage.write(
    "docs/release.md",
    "# Releases\n\n## Signing\n\nArchives are signed with the key on the yellow token. bridget keeps it.\n",
  );
  stage.edit("tenet.yaml", (text) => `${text}knowledge: [docs/*.md]\n`);
  stage.commit("documents beside what was learned");
  stage.tenet(["recall", "which key are archives signed with", "--keyword"], {
    expect: /docs\/release\.md:3 file \| Releases > Signing: Archives are signed/,
  });
}

async function keepAnEdit(stage) {
  await stage.scene(39, "what bridget made of a draft is the example for the next one");
  say(
    "sybil drafted an answer, bridget sent another one. Both are kept side by side, with how much of it is new. The next time somebody asks the like, sybil reads what was asked, what it wrote and what was sent.",
  );
  const edit = ["--context", "a team asks when the release comes", "--original", "It comes when it is done."];
  const sent = ["--final", "It comes on Thursday; you get the notes a day before.", "--why", "give a day"];
  stage.tenet(["draft", ...edit, ...sent, "--said-by", "bridget"], { expect: /Kept {2}\w{5}.*memory\/edits/ });
  stage.tenet(["context", "--query", "when does the release come?"], {
    expect: /wrote \| It comes when[\s\S]*sent \| It comes on/,
    from: /^How answers to requests/,
    lines: 5,
  });
}

async function lookBack(stage) {
  await stage.scene(38, "is what must be found still found?");
  say(
    "bridget writes down what sybil must never lose: a question, and the words that have to be among what recall finds.",
  );
  stage.write(
    "memory/eval/core.yaml",
    "- id: tags\n  question: May a tag be set without the full run?\n  expect: [whole test suite]\n",
  );
  stage.tenet(["eval"], { expect: /1 of 1 answered/ });
}

async function contacts(stage) {
  await stage.scene(39, "whom sybil writes to");
  say(
    "jane has moved. What is known of her is told where she is named and nowhere else; what was true before stays true of its time.",
  );
  const about = ["--contact", "jane", "--category", "fact", "--key", "home"];
  stage.tenet(["remember", "Jane lives in Paris", ...about, "--from", "2020-01-01"], { expect: /Remembered/ });
  stage.tenet(["remember", "Jane lives in Berlin", ...about], { expect: /takes its place/ });
}

async function pages(stage) {
  await stage.scene(40, "what is known, as pages for people, and the profile's past");
  say(
    "Whoever joins the team reads a page, not records. tenet hands out what is known of one thing, sybil words it, and each sentence has to end in the entries it rests on. And bridget looks at what changed in the settings, and who committed it.",
  );
  stage.tenet(["index", "--wiki", "--brief"], { expect: /Write each page/, lines: 8 });
  const { pages } = JSON.parse(stage.quietly(["index", "--wiki", "--brief", "--json"])).data;
  const worded = pages.slice(0, 1).map(({ page, entries }) => {
    const sentences = entries.slice(0, 3).map(({ id, says }) => `${says[0].replace(/[.!?]$/, "")}. (${id})`);
    return { page, text: sentences.join("\n\n") };
  });
  stage.tenet(["index", "--wiki", "--apply", "-"], {
    input: JSON.stringify(worded),
    expect: /written\s+memory\/wiki\/\S+\.md/,
  });
  stage.tenet(["config", "log"], { expect: /\+apply_mode: approval/ });
}

async function ask(stage) {
  await stage.scene(42, "what only a person knows");
  say(
    "sybil cannot go on without bridget. She asks once; it waits in bridget's review, first of all, and in every context until then.",
  );
  stage.tenet(["ask", "Which region does the fallback server stand in?", "--because", "the runbook names none"], {
    expect: /Asked/,
  });
  say("At her terminal bridget's answer would be pinned. Here sybil relays what she was told, which stays a claim.");
  stage.tenet(["answer", "ASK", "Frankfurt", "--source", "bridget"], { expect: /Relayed from bridget/ });
}

async function check(stage) {
  await stage.scene(43, "what was corrected is looked for before a commit");
  say(
    "What a line of a file can break need not be remembered: the correction says what breaks it, and `tenet check` names the line. As a hook of git it runs before each commit.",
  );
  stage.tenet(
    [
      "correct",
      "Tags are signed",
      "--stakes",
      "medium",
      "--risk",
      "An unsigned tag may be anybody's",
      "--check",
      '{in: ["ci/*.yml"], forbid: "git tag", unless: "git tag -s", instead: "git tag -s"}',
    ],
    { expect: /Learned/ },
  );
  stage.write("ci/release.yml", "- run: git tag v2.4\n");
  stage.tenet(["check"], { status: 8, expect: /ci\/release\.yml:1: Tags are signed → git tag -s/ });
}

async function failedRun(stage) {
  await stage.scene(44, "a run fails, and what it taught stays");
  say(
    "The nightly sync breaks. What it wrote is dropped; why it failed waits for bridget, and is found again by the vendor it is about.",
  );
  stage.tenet(["run", "start", "nightly-44"], { expect: /kept until it finishes/ });
  stage.tenet(
    ["run", "fail", "nightly-44", "--reason", "The vendor id had a trailing space", "--entity", "vendor:acme"],
    { expect: /what it taught is kept/ },
  );
}

async function measure(stage) {
  await stage.scene(45, "does it help?");
  say(
    "Every figure says what it was counted from. In forty days there are few of each, and few are no figure: the report says so. `--html report.html` makes a page of it, with plots, and with the rules and what they rest on.",
  );
  stage.tenet(["report"], { expect: /too few to judge/ });
}
