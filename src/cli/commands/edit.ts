import { Command } from "commander";
import { TenetError } from "../../errors.js";
import type { Edited } from "../../review/edit.js";
import { editedText } from "../../review/edit-text.js";
import type { CommandContext, Run } from "../command-context.js";
import { fieldsOf, withFields } from "../fields.js";
import { openRecord } from "../open-record.js";

async function editByHand(door: CommandContext, reference: string): Promise<Edited> {
  if (door.asker === undefined) {
    throw new TenetError("nothing to change was stated", {
      failure: "usage",
      hint: 'State it as a flag, such as --risk "high: why". At a terminal, without flags, your editor opens.',
    });
  }
  return await openRecord(door, reference);
}

export const editCommand = (run: Run): Command => {
  const command = new Command("edit").argument("<id>", "the entry");
  return withFields(command, "any").action((id: string) =>
    run(async (door) => {
      const fields = fieldsOf(command, "any");
      if (Object.keys(fields).length === 0) return editByHand(door, id);
      const { edit } = await import("../../review/edit.js");
      return edit(await door.context(), { id, fields });
    }, editedText),
  );
};
