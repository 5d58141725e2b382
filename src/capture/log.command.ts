import { command } from "../command/command.js";
import { contact, contextAbout } from "../command/contact-flag.js";
import { argument } from "../command/input.js";
import { argumentText } from "./argument-text.terminal.js";

export const log = command({
  name: "log",
  group: "capture",
  place: 2,
  summary: "write one line into the daily log: activity, not learning",
  examples: {
    'tenet log "telegram timeout 500s → 30s"': "one bullet with the time",
    "git log -1 --format=%s | tenet log -": "from another program",
  },
  input: {
    words: argument("<text...>", "what was done; - for stdin"),
    contact: contact("the contact it is about: it goes into a log of their own"),
  },
  output: async () => (await import("./capture-schemas.js")).loggedSchema,
  async run(call, { words, contact }) {
    const text = await argumentText(call, words.join(" "));
    const { logActivity } = await import("./log.js");
    return await logActivity(await contextAbout(call, { contact }), { text });
  },
  view: async (data) => (await import("./capture-outline.js")).loggedOutline(data),
});
