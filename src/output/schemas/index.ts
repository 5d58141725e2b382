/** The data of every command with `--json`. From these the JSON Schemas in docs/schemas are generated. */
import type { z } from "zod";
import { addedSchema, capturedSchema, editedSchema, linkedSchema, resolvedSchema } from "./captures.js";
import { contextSchema } from "./context.js";
import {
  approvedSchema,
  rejectedSchema,
  reviewSchema,
  rolledBackSchema,
  versionDiffSchema,
  versionsSchema,
} from "./deciding.js";
import { digestedSchema, digestSchema, trustSchema } from "./digesting.js";
import { examinedSchema, verifiedSchema } from "./examining.js";
import { proposalSchema, whySchema } from "./explaining.js";
import { harvestedSchema } from "./harvest.js";
import { hookSchema } from "./hook.js";
import { hooksSchema } from "./hooks.js";
import { detectedSchema, heartbeatSchema, loggedSchema, runSchema, statusSchema, usedSchema } from "./loop.js";
import { memoriesSchema } from "./memories.js";
import {
  completionSchema,
  exportedSchema,
  helpSchema,
  initialisedSchema,
  listedSchema,
  settingsSchema,
  shownSchema,
} from "./reading.js";
import { indexedSchema, recalledSchema } from "./searching.js";
import { auditedSchema, forgottenSchema } from "./trust.js";
import { importedSchema, mergedSchema } from "./upkeep.js";

export { documentSchema, failureSchema, successSchema } from "./envelope.js";

/** By the command's name in the table of commands; `help` stands for help and version. */
export const DATA_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  init: initialisedSchema,
  config: settingsSchema,
  completion: completionSchema,
  correct: capturedSchema,
  learn: capturedSchema,
  add: addedSchema,
  remember: capturedSchema,
  memories: memoriesSchema,
  edit: editedSchema,
  recall: recalledSchema,
  context: contextSchema,
  show: shownSchema,
  list: listedSchema,
  link: linkedSchema,
  resolve: resolvedSchema,
  export: exportedSchema,
  index: indexedSchema,
  doctor: examinedSchema,
  verify: verifiedSchema,
  status: statusSchema,
  log: loggedSchema,
  detect: detectedSchema,
  run: runSchema,
  used: usedSchema,
  heartbeat: heartbeatSchema,
  outcome: capturedSchema,
  import: importedSchema,
  merge: mergedSchema,
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
  forget: forgottenSchema,
  audit: auditedSchema,
  harvest: harvestedSchema,
  hook: hookSchema,
  hooks: hooksSchema,
  help: helpSchema,
};
