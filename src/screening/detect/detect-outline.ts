import { data, faint, line, type Outline, strong, warn } from "../../text/outline/outline.js";
import type { Detected, Signal } from "./detect-schemas.js";

function signalOutline({ type, strength, phrase, says, retrieval_failure, command, lacks }: Signal): Outline {
  const again = retrieval_failure === true ? ["  ", warn("was not found when it was needed")] : [];
  return [
    line([strong(type), `  ${strength}  `, data(`"${phrase}"`), "  ", faint(`(${says})`), ...again], { hang: 2 }),
    line(data(command), { indent: 2, whole: true }),
    ...(lacks.length === 0 ? [] : [line(faint(`still lacks: ${lacks.join(", ")}`), { indent: 2 })]),
  ];
}

/** Each signal with the command that would record it. */
export const detectedOutline = ({ verdict, signals, because }: Detected): Outline =>
  verdict === "learning" ? signals.flatMap(signalOutline) : [line([faint("Nothing:"), ` ${because.join(" ")}`])];
