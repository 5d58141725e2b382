/** What agents get without asking: their own history, a context at the start, tools, and a look back at the end. */
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { callTools } from "./mcp-session.mjs";
import { answered, print, say, typed } from "./narrator.mjs";
import { line, writeTranscripts } from "./transcripts.mjs";

const SESSION = "evening-release";

/** A busy machine is given half a minute to have the time that a hook needs. */
function patience() {
  const until = performance.now() + 30_000;
  return () => performance.now() < until;
}

export async function harvest(stage) {
  await stage.scene(1, "what bridget said before");
  say(
    "The host that runs sybil keeps its transcripts on this machine. What bridget corrected in them was said once and lost. tenet reads them where they lie:",
  );
  const folder = join(stage.home, "transcripts");
  writeTranscripts(folder);
  stage.tenet(["harvest", folder], { expect: /three sessions or more/, lines: 16 });
  say("At a terminal bridget picks from this list and words what she keeps. Off a terminal nothing is stored.");
}

/** What a hook hands to the model: the text within the host's own form. */
function injected(said) {
  const text = said.trim();
  return text.startsWith("{") ? JSON.parse(text).hookSpecificOutput.additionalContext : text;
}

/** What the host says on stdin. */
function asked(stage, input) {
  return JSON.stringify({ session_id: SESSION, transcript_path: transcript(stage), cwd: stage.folder, ...input });
}

function usedInTranscript(stage, id) {
  const { entry } = JSON.parse(stage.quietly(["show", id, "--json"], "")).data;
  return entry.uses.some(({ result }) => result === "cited");
}

/** Said in place of what a hook, or the host's next call, had no time for. The play goes on. */
function noTime(what) {
  say(`This machine is busy: ${what}. With more time it is shown here; nothing of it is lost.`);
}

function hook(stage, event, input, expect, excerpt = { lines: 14 }) {
  const json = asked(stage, input);
  const called = () => {
    const said = stage.quietly(["hook", event], json).trim();
    return said === "" ? "" : injected(said);
  };
  let text = called();
  const isLate = () => /took too long|no time/.test(stage.complaint);
  // On a busy machine a hook says what it has rather than keep its host waiting.
  const wait = patience();
  while (isLate() && wait()) text = called();
  typed(["tenet", "hook", event], json);
  if (isLate()) {
    if (text !== "") answered(text, { lines: 14 });
    noTime("the hook ran out of its two seconds before it had looked everything up");
    return;
  }
  if (!expect.test(text)) throw new Error(`tenet hook ${event}, expected ${expect}:\n${text}${stage.complaint}`);
  answered(text === "" ? "(nothing: a host reads no answer here)" : text, excerpt);
}

const transcript = (stage) => join(stage.home, `${SESSION}.jsonl`);

/** `insight` is the id of what is known about uploads. */
export async function session(stage, insight) {
  await stage.scene(30, "a session begins, and nobody has to ask");
  say(
    "`tenet hooks install` tells the host when to call. At the start of a session sybil is given what she lives by, what did not stick, and what is due. The marks come from the content; nothing that an entry says can forge them.",
  );
  mkdirSync(stage.home, { recursive: true });
  hook(stage, "session-start", { hook_event_name: "SessionStart", source: "startup" }, /tenet-core-/);

  say("In the middle of her work she asks by a tool. This is a real client of the Model Context Protocol:");
  const query = "may I upload a release at night?";
  const content = "Releases for the museum project go out on Thursdays";
  const calls = [
    ["recall_memories", { query, limit: 2 }],
    ["save_memory", { content, category: "fact" }],
  ];
  const answers = await callTools(stage.process, calls);
  for (const [at, [name, given]] of calls.entries()) {
    print(`→ ${name} ${JSON.stringify(given)}`);
    answered(answers[at], { lines: 6 });
  }

  say("bridget corrects her, and sybil does not record it. When the session ends, tenet reads what was said:");
  const turns = [
    ["user", "Please upload 1.9.6 tonight."],
    ["assistant", `The uploads at night work again (${insight}). I will sign it with the old key.`],
    ["user", "No, that's wrong. Releases are signed with the hardware key, never with the old one."],
    ["assistant", "I signed it with the hardware key."],
  ];
  turns.forEach(([role, text], at) => {
    appendFileSync(transcript(stage), line(SESSION, role, text, new Date(stage.now.getTime() + at * 60_000)));
  });
  hook(stage, "session-end", { hook_event_name: "SessionEnd", reason: "other" }, /^$/);
  // A busy machine leaves the counting to the host's next call.
  const wait = patience();
  while (!usedInTranscript(stage, insight) && wait()) stage.quietly(["hook", "stop"], asked(stage, {}));
  if (usedInTranscript(stage, insight)) {
    say(
      "sybil named an entry that she had been shown, so it was of use. That is evidence, and it stands on the entry:",
    );
    stage.tenet(["show", insight], { expect: /in 3 sessions/, from: /^ *used/, lines: 1 });
  } else noTime("no hook had the time to count what sybil used");
  stage.commit("day 30: a use that was seen, a memory");

  await stage.scene(31, "what the end of the session found");
  say(
    "Nothing was stored behind anybody's back. The next session begins with what nobody recorded, in bridget's words:",
  );
  const next = { hook_event_name: "SessionStart", source: "startup", session_id: "next-morning" };
  hook(stage, "session-start", next, /hardware key/, { from: /^Heard and not recorded/, lines: 3 });
}
