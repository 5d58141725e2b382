import { command } from "../command/command.js";
import { contact, contextAbout } from "../command/contact-flag.js";
import { FILTERS } from "../recall/filters.input.js";
import { defined } from "../text/defined.js";

export const exportCommand = command({
  name: "export",
  group: "care",
  place: 6,
  summary: "print every entry as one line of JSON",
  examples: {
    "tenet export > entries.jsonl": "everything, superseded entries included",
    "tenet export --type insight | head -5": "some of it",
  },
  input: { ...FILTERS, contact: contact() },
  output: async () => (await import("./import-schemas.js")).exportedSchema,
  run: async (call, { contact: about, ...filter }) =>
    (await import("./export.js")).exportEntries(await contextAbout(call, { contact: about }), defined(filter)),
  view: async (data) => (await import("./export.js")).exportText(data),
  exact: true,
});
