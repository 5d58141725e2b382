/** The data of every command with `--json`. From these the JSON Schemas in docs/schemas are generated. */
import * as z from "zod";
import { addedSchema, capturedSchema, loggedSchema, runSchema } from "./capture/capture-schemas.js";
import { checkedSchema } from "./check/check-schemas.js";
import { contextSchema } from "./context/context-schemas.js";
import { evaluatedSchema } from "./eval/eval-schemas.js";
import { harvestedSchema } from "./harvest/harvest-schemas.js";
import {
  auditedSchema,
  examinedSchema,
  indexedSchema,
  initialisedSchema,
  mergedSchema,
  statusSchema,
  uninstalledSchema,
  verifiedSchema,
} from "./health/health-schemas.js";
import { pastSchemas } from "./health/past/past-schemas.js";
import { exportedSchema, importBriefSchema, importedSchema } from "./import/import-schemas.js";
import { answeredSchema } from "./questions/question-schemas.js";
import {
  forgottenMemoriesSchema,
  listedMemoriesSchema,
  listedSchema,
  recalledSchema,
  shownSchema,
} from "./recall/recall-schemas.js";
import { pageWrittenSchema, reportSchema } from "./report/report-schemas.js";
import { editedSchema, linkedSchema } from "./review/edit-schemas.js";
import { resolvedAllSchema, reviewSchema, undoneSchema } from "./review/review-schemas.js";
import { whySchema } from "./rules/text/why-schemas.js";
import { detectedSchema } from "./screening/detect/detect-schemas.js";
import { forgottenSchema } from "./store/forgetting/forget-schemas.js";
import { hookSchema, hooksSchema } from "./store/hosts/host-schemas.js";
import { heartbeatSchema, usedSchema } from "./store/loop/loop-schemas.js";
import { settingsSchema } from "./store/profile/settings-schemas.js";
import { replayedSchema } from "./store/replay/replay-schemas.js";
import {
  approvedSchema,
  proposalSchema,
  rejectedSchema,
  rolledBackSchema,
  versionDiffSchema,
  versionsSchema,
} from "./store/rules/text/deciding-schemas.js";
import { digestedSchema, digestSchema, trustSchema } from "./store/rules/text/digest-schemas.js";
import { syncSchemas } from "./sync/sync-schemas.js";
import { wikiSchemas } from "./wiki/wiki-schemas.js";

export { documentSchema, failureSchema, successSchema } from "./entry/shared-schemas.js";

/** A script; or with --entries what a shell offers. */
const completionSchema = z.union([
  z.strictObject({ shell: z.enum(["bash", "zsh", "fish"]), script: z.string() }),
  z.strictObject({ entries: z.array(z.strictObject({ name: z.string(), text: z.string() })) }),
]);

/** `--help`, `help` and `--version`. */
const helpSchema = z.union([z.strictObject({ text: z.string() }), z.strictObject({ version: z.string() })]);

/** By the command's name in the table of commands; `help` stands for help and version. */
export const DATA_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  init: initialisedSchema,
  uninstall: uninstalledSchema,
  config: z.union([settingsSchema, ...pastSchemas]),
  completion: completionSchema,
  correct: capturedSchema,
  learn: capturedSchema,
  decide: capturedSchema,
  reflect: capturedSchema,
  add: addedSchema,
  draft: addedSchema,
  remember: capturedSchema,
  // The list; with update a capture; with forget what went.
  memories: z.union([listedMemoriesSchema, capturedSchema, forgottenMemoriesSchema]),
  edit: editedSchema,
  recall: recalledSchema,
  context: contextSchema,
  show: shownSchema,
  list: listedSchema,
  link: linkedSchema,
  resolve: resolvedAllSchema,
  undo: undoneSchema,
  export: exportedSchema,
  index: z.union([indexedSchema, ...wikiSchemas]),
  doctor: examinedSchema,
  verify: verifiedSchema,
  status: statusSchema,
  log: loggedSchema,
  detect: detectedSchema,
  run: runSchema,
  used: usedSchema,
  heartbeat: heartbeatSchema,
  ask: capturedSchema,
  check: checkedSchema,
  answer: answeredSchema,
  outcome: capturedSchema,
  import: z.union([importedSchema, importBriefSchema.describe("with --brief")]),
  merge: mergedSchema,
  sync: z.union([...syncSchemas]),
  digest: digestSchema,
  promote: digestedSchema,
  trust: trustSchema,
  why: whySchema,
  propose: proposalSchema,
  versions: versionsSchema,
  diff: versionDiffSchema,
  approve: approvedSchema,
  reject: rejectedSchema,
  rollback: rolledBackSchema,
  review: reviewSchema,
  eval: evaluatedSchema,
  replay: replayedSchema,
  report: z.union([reportSchema, pageWrittenSchema]),
  forget: forgottenSchema,
  audit: auditedSchema,
  harvest: harvestedSchema,
  hook: hookSchema,
  hooks: hooksSchema,
  help: helpSchema,
};
