/** Which everyday sentences are heard as what they are, by language and half. */
import { pathToFileURL } from "node:url";
import { FILES, HALVES, measured } from "../test/screening/detect/measured.js";
import { house } from "./processes.js";

/** A table of precision and recall; the sentences lie in `test/screening/detect/`. */
export function detectReport(): string {
  const folder = pathToFileURL(`${house}/test/screening/detect/`);
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const cell = (half: (typeof HALVES)[number], file: (typeof FILES)[number]) => {
    const { precision, recall } = measured(half, file, folder);
    return `${percent(recall)} at ${percent(precision)}`;
  };
  const rows = FILES.map((file) => `| ${file} | ${HALVES.map((half) => cell(half, file)).join(" | ")} |`);
  return ["| recall at precision | tuned on | held out |", "|---|---|---|", ...rows].join("\n");
}
