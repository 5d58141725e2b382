import { type Paint, printable } from "../../text/paint.js";
import type { Detected, Signal } from "./detect-schemas.js";

function signalText(signal: Signal, paint: Paint): string {
  const again = signal.retrieval_failure === true ? `  ${paint.warn("was not found when it was needed")}` : "";
  return [
    `${paint.strong(signal.type)}  ${signal.strength}  "${printable(signal.phrase)}"  ${paint.faint(`(${signal.says})`)}${again}`,
    `  ${printable(signal.command)}`,
    ...(signal.lacks.length === 0 ? [] : [`  ${paint.faint(`still lacks: ${signal.lacks.join(", ")}`)}`]),
  ].join("\n");
}

/** Each signal with the command that would record it. */
export function detectedText({ verdict, signals, because }: Detected, paint: Paint): string {
  if (verdict === "learning") return `${signals.map((signal) => signalText(signal, paint)).join("\n")}\n`;
  return `${paint.faint("Nothing:")} ${printable(because.join(" "))}\n`;
}
