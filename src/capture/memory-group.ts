/** The group of a memory as a host names it. Called by the tools that save and change memories. */

/** `Business facts` is `business_facts`. A secret never becomes a file name. */
export async function groupNamed(name: string): Promise<string> {
  const { screenText } = await import("../screening/screen.js");
  const { value } = await screenText(name, "context", { mode: "redact", bidi: "strip" });
  return value.toLowerCase().replace(/\s+/g, "_");
}
