import { anyFields } from "../capture/entry-fields.input.js";
import type { Call } from "../command/call.js";
import { command } from "../command/command.js";
import { callAbout, contact } from "../command/contact-flag.js";
import { argument, texts } from "../command/input.js";
import { wrongUsage } from "../errors.js";
import { defined } from "../text/defined.js";
import type { Edited } from "./edit/edit-schemas.js";

async function editByHand(call: Call, reference: string): Promise<Edited> {
  if (call.asker === undefined) {
    throw wrongUsage(
      "nothing to change was stated",
      'State it as a flag, such as --risk "high: why". At a terminal, without flags, your editor opens.',
    );
  }
  return await (await import("./open-record.terminal.js")).openRecord(call, reference);
}

export const edit = command({
  name: "edit",
  group: "capture",
  place: 5,
  summary: "change what an entry says, by flags or in your editor",
  examples: {
    "tenet edit k7q2x": "at a terminal: opens $EDITOR at the record",
    'tenet edit k7q2x "Indent Go with tabs, YAML with spaces"': "what it says now",
  },
  input: {
    id: argument("<id>", "the entry"),
    claim: argument("[claim]", "what it says now; - for stdin"),
    contact: contact("the contact it is about"),
    ...anyFields(),
    unlink: texts("<id>", "what it does not belong with"),
  },
  call: ({ id }) => ({ tool: "record_correction", args: { corrected_to: "<what holds now>", linked: [id] } }),
  output: async () => (await import("./edit/edit-schemas.js")).editedSchema,
  async run(from, { id, claim: words, contact, unlink, ...flags }) {
    // By its id also what is private, of which nothing is printed.
    const call = callAbout(from, { contact }, { private: true });
    const stated = defined(flags);
    const claim = words === "-" ? (await call.readInput("an argument")).trim() : words;
    if (claim === undefined && unlink === undefined && Object.keys(stated).length === 0) {
      return await editByHand(call, id);
    }
    const { edit } = await import("./edit/edit.js");
    return await edit(await call.context(), { id, claim, fields: stated, unlink });
  },
  view: async (data) => (await import("./edit/edit-outline.js")).editedOutline(data),
});
