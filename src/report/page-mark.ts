/** What tells a page of ours from other files. Stands in every page, near its beginning. */
export const PAGE_MARK = '<meta name="generator" content="tenet report">';

/** So much of a file is looked at. */
const BEGINNING = 2048;

/** Whether a file is a page that an earlier report wrote. */
export function isReportPage(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, BEGINNING)).toString("latin1").includes(PAGE_MARK);
}
