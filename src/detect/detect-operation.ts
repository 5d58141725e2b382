import { TenetError } from "../errors.js";
import { type Detected, detect } from "./detect.js";

/** What a text would teach, and the commands that record it. Stores nothing, needs no workspace. */
export async function detectLearning(input: { text: string }): Promise<Detected> {
  if (input.text.trim() === "") {
    throw new TenetError("nothing to look at", {
      failure: "usage",
      hint: 'Give a text: tenet detect "no, that\'s not right"',
    });
  }
  return detect(input.text);
}
