/** LanceDB, and the copy of Arrow that it uses: tables made with another are strange to it. Loaded where vectors are compared. */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

// What it makes of damaged files is our answer to give: by itself it warns on stderr. Read when it is loaded.
process.env["LANCEDB_LOG"] = "error";

export const lancedb = require("@lancedb/lancedb") as typeof import("@lancedb/lancedb");
export const arrow = require("apache-arrow") as typeof import("apache-arrow");
