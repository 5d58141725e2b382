/** Whether a correction was kept, and since when that is known. Pure; called by `show` and by reports. */
import { STICK_DAYS, type StickWord } from "../../entry/standing/standing.js";
import type { Row } from "../../store/cache/row.js";
import { DAY_MS, stamp } from "../../text/durations.js";

export function keptOf({ kept, stuck }: Pick<Row, "kept" | "stuck">): { word: StickWord; at: string } | undefined {
  if (kept === undefined || stuck === undefined) return undefined;
  const over = () => stamp(new Date(Date.parse(stuck.since) + STICK_DAYS * DAY_MS));
  const at = { held: stuck.held?.at, failed: stuck.failed, "not repeated": undefined }[kept];
  return { word: kept, at: at ?? over() };
}
