/** LanceDB, and the copy of Arrow that it uses: tables made with another are strange to it. Loaded where vectors are compared. */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

export const lancedb = require("@lancedb/lancedb") as typeof import("@lancedb/lancedb");
export const arrow = require("apache-arrow") as typeof import("apache-arrow");
