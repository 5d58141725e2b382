/** Why somebody decided as they did, as it may be written: into versions, records, the ledger and commit messages. */

/** One line without secrets and hidden characters; undefined where nothing was said. */
export async function statedReason(reason: string | undefined): Promise<string | undefined> {
  const stated = reason?.replace(/\s+/g, " ").trim();
  if (stated === undefined || stated === "") return undefined;
  const { screenText } = await import("../screening/screen.js");
  return (await screenText(stated, "the reason", { mode: "redact", bidi: "strip" })).value;
}
