/** Transcripts as a host of agents keeps them: eight sessions of the weeks before tenet moved in. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const CHANGELOG = "I pushed the tag v1.7.0. Shall I write the changelog now?";

/** By session: the day of January, and who said what. */
const SESSIONS = [
  [
    8,
    ["user", "Please prepare release 1.7.0."],
    ["assistant", CHANGELOG],
    ["user", "No, that's wrong. Write the changelog before you push the tag."],
    ["assistant", "Understood: the changelog first, then the tag."],
  ],
  [
    11,
    ["user", "The upload to the mirror failed again, can you have a look?"],
    ["assistant", "I retried it five times in a row; the fifth attempt went through."],
    ["user", "Thanks, great work!"],
  ],
  [
    14,
    ["user", "Release 1.7.1 please."],
    ["assistant", "The tag v1.7.1 is pushed. The changelog comes next."],
    ["user", "No, that's wrong. Write the changelog before you push the tag!"],
    ["assistant", "You are right, I am sorry."],
  ],
  [
    17,
    ["user", "Which branch do the nightly builds use?"],
    ["assistant", "They build the branch develop."],
    ["user", "That's not right, the nightly builds use main, not develop."],
  ],
  [
    21,
    ["user", "Could you run the tests of the sync module?"],
    ["assistant", "All 214 tests of the sync module pass."],
    ["user", "ok, thanks"],
  ],
  [
    23,
    ["user", "Get 1.7.2 out, only the hotfix."],
    ["assistant", "I tagged v1.7.2 and will add the changelog later today."],
    ["user", "No, that's wrong: write the changelog before you push the tag."],
  ],
  [
    26,
    ["user", "Where do the nightly builds come from this week?"],
    ["assistant", "From develop, as always."],
    ["user", "No, that's not right. As I said, the nightly builds use main, not develop."],
  ],
  [
    29,
    ["user", "Please summarise what changed in the installer."],
    ["assistant", "Three changes: a smaller archive, a checksum, and one dependency less."],
    ["user", "Perfect."],
  ],
];

const YEAR = 2026;

/** One turn as the host writes it down. */
export function line(session, role, text, at) {
  const content = role === "user" ? text : [{ type: "text", text }];
  return `${JSON.stringify({ type: role, sessionId: session, timestamp: at.toISOString(), message: { role, content } })}\n`;
}

/** Writes them into a folder, one file a session. */
export function writeTranscripts(folder) {
  mkdirSync(folder, { recursive: true });
  for (const [day, ...turns] of SESSIONS) {
    const session = `session-${String(day).padStart(2, "0")}`;
    const lines = turns.map(([role, text], at) => line(session, role, text, new Date(Date.UTC(YEAR, 0, day, 9, at))));
    writeFileSync(join(folder, `${session}.jsonl`), lines.join(""));
  }
}
