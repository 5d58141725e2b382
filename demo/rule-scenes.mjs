/** The second half of the play: what has proved itself becomes a rule, and stays in a person's hands. */
import { colour, print, say, typed } from "./narrator.mjs";

export async function promote(stage) {
  await stage.scene(24, "what held becomes a rule");
  say(
    "A correction that changed what sybil does has proved itself. The digest writes it into SOUL.md, the file she lives by: one line that says what holds and then how, with the entries it comes from behind it. Nobody has to ask for it: the heartbeat of day 16 did the same with what held on day 9.",
  );
  stage.tenet(["digest"], { expect: /In force as version[\s\S]*no tag without the full run/ });
  stage.commit("version 2: two corrections that held are rules");
}

export async function practise(stage, insight) {
  await stage.scene(29, "an insight that works becomes a procedure");
  say("The insight about uploads has worked in a third session. From now on it is how things are done:");
  stage.tenet(["used", insight, "--worked"], { expect: /worked/ });
  stage.tenet(["digest"], { expect: /memory\/core\/procedures\.md[\s\S]*It worked in \d sessions/ });
  stage.commit("version 3: an insight that works is a procedure");
}

export async function editByHand(stage) {
  await stage.scene(31, "a person changes a rule");
  say(
    "SOUL.md is bridget's file. She finds a rule too weak, changes it in her editor and commits. tenet takes her words over: the line is hers from now on, and no digest words it anew or takes it out.",
  );
  stage.edit("SOUL.md", (text) => text.replace("hotfix or not", "hotfix, weekend or not"));
  typed(["git", "diff", "-U0", "SOUL.md"]);
  print(stage.git("diff", "-U0", `--color=${colour ? "always" : "never"}`, "SOUL.md").trimEnd());
  print();
  stage.commit("no exception for weekends");
  stage.tenet(["digest"], { expect: /People changed it by hand/ });
  stage.commit("version 4: words changed by hand");
}

export async function undo(stage) {
  await stage.scene(33, "a rollback keeps what a person wrote");
  say(
    "Everything tenet does to these files can be undone. Version 2 brought two rules; one of them was changed by hand since.",
  );
  stage.tenet(["versions", "rollback", "2"], { expect: /rolled|back|taken/i });
  stage.commit("version 2 taken back");
}

export async function explain(stage) {
  await stage.scene(34, "why does this line stand here?");
  const line =
    stage
      .read("SOUL.md")
      .split("\n")
      .findIndex((text) => text.includes("hotfix, weekend or not")) + 1;
  stage.tenet(["why", `SOUL.md:${line}`], { expect: /hotfix/ });
}

export async function propose(stage) {
  await stage.scene(37, "a rule as a pull request");
  say(
    "bridget wants to see rules before they count: `apply_mode: approval` in tenet.yaml. The next one that has proved itself waits, as a version of its own.",
  );
  stage.edit("tenet.yaml", (text) => text.replace(/^apply_mode: auto/m, "apply_mode: approval"));
  stage.commit("rules wait for approval from now on");
  stage.tenet(["outcome", "ERR-20260126-001", "--held", "--evidence", "no job has drifted since January"], {
    expect: /held/,
  });
  stage.tenet(["digest"], { expect: /Waits for a person/ });
  if (!stage.hasGit) return;
  stage.commit("version 6 waits");
  say("It becomes a branch, made beside the work tree. Merging it is the approval, reverting the merge the rollback:");
  const branch = /tenet\/v\d+/.exec(stage.tenet(["versions", "propose"], { expect: /tenet\/v\d+/ }))?.[0] ?? "";
  typed(["git", "diff", "-U1", `main..${branch}`, "--", "SOUL.md"]);
  print(
    stage.git("diff", "-U1", `--color=${colour ? "always" : "never"}`, `main..${branch}`, "--", "SOUL.md").trimEnd(),
  );
  print();
}
