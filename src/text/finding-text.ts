/** Findings of verify and doctor: one line each in a pipe, three on a terminal; always with the next step. */
import type { Counts, Reported } from "./findings.js";
import type { Paint } from "./paint.js";

const placeOf = ({ file, line }: Reported): string =>
  file === undefined ? "" : line === undefined ? file : `${file}:${line}`;

/** `file:line: error: message`, as compilers write it, so that editors and CI jump to the place. */
function plainLine(finding: Reported): string {
  const place = placeOf(finding);
  return `${place === "" ? "" : `${place}: `}${finding.severity}: ${finding.message} → ${finding.next}`.replace(
    /\s+/g,
    " ",
  );
}

export function findingsText(findings: readonly Reported[], paint: Paint): string {
  if (!paint.terminal) return findings.map((one) => `${plainLine(one)}\n`).join("");
  const tint = { error: paint.bad, warning: paint.warn, info: paint.faint } as const;
  return findings
    .map((one) => {
      const place = placeOf(one);
      const head = `${tint[one.severity](one.severity)}  ${place === "" ? one.code : place}`;
      return `${head}\n  ${one.message}\n  ${paint.faint(`→ ${one.next}`)}\n`;
    })
    .join("\n");
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

/** `2 errors, 1 warning`; what is zero is left out; `nothing found` when all is. */
export function countsText({ errors, warnings, infos }: Counts): string {
  const parts = [
    ...(errors === 0 ? [] : [counted(errors, "error")]),
    ...(warnings === 0 ? [] : [counted(warnings, "warning")]),
    ...(infos === 0 ? [] : [counted(infos, "note")]),
  ];
  return parts.join(", ") || "nothing found";
}
