/** The core files as resources: what may be shown of them. */
import { type ListResourcesResult, type ReadResourceResult, ResourceNotFoundError } from "@modelcontextprotocol/server";
import type { Serving } from "../context.js";
import { TenetError } from "../errors.js";

const BASE = "tenet://core/";
const ignored = () => undefined;

/** The core files that exist, by name alone. */
export async function listedResources(serving: Serving): Promise<ListResourcesResult> {
  const { coreFiles } = await import("../context/core-files.js");
  const files = await coreFiles(await serving.context(ignored));
  return {
    resources: files.map(({ name, says }) => ({
      uri: `${BASE}${name}`,
      name,
      description: says,
      mimeType: "text/markdown",
    })),
  };
}

/** One of them. A file that cannot be served is named with the reason; any other address is unknown. */
export async function readResource(serving: Serving, uri: string): Promise<ReadResourceResult> {
  const { coreFile } = await import("../context/core-files.js");
  const name = uri.startsWith(BASE) ? uri.slice(BASE.length) : undefined;
  const file = name === undefined ? undefined : await coreFile(await serving.context(ignored), name);
  if (file === undefined) throw new ResourceNotFoundError(uri);
  if (file.trouble !== undefined) {
    throw new TenetError(file.trouble, { failure: "conflict", code: "conflicted" });
  }
  return { contents: [{ uri, mimeType: "text/markdown", text: file.text }] };
}
