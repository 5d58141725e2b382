/** A version: a numbered, reasoned change of the rules. Free of zod, so that reading commands do not load it. */
import type { z } from "zod";
import type { Immutable } from "../../text/immutable.js";
import type { changeReason, declinedSchema, operationSchema, versionSchema } from "../versions/version-schema.js";

export type Version = Immutable<z.infer<typeof versionSchema>>;
export type VersionStatus = Version["status"];
export type Proposer = Version["proposed_by"];
/** Who let a version take effect, or turned it down. */
export type VersionDecision = NonNullable<Version["decided"]>;
/** One change of one rule, as data. */
export type Operation = Immutable<z.infer<typeof operationSchema>>;
export type ChangeReason = z.infer<typeof changeReason>;
/** An operation that was turned down, undone or taken back by hand; it returns only on other evidence. */
export type Declined = Immutable<z.infer<typeof declinedSchema>>;

/** `0007-K7Q2X` */
export function versionId(number: number, tail: string): string {
  return `${String(number).padStart(4, "0")}-${tail}`;
}

/** The 7 of `0007-K7Q2X`. */
export function numberOf(id: string): number {
  return Number(id.slice(0, id.indexOf("-")));
}

/** By creation, then tail: the later of two with one number gives way. */
export function byCreation(a: Pick<Version, "created" | "id">, b: Pick<Version, "created" | "id">): number {
  if (a.created !== b.created) return a.created < b.created ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** True while a version waits: its content may still change, an approval may reword it or put it on other rules. */
export function isOpen({ status }: Pick<Version, "status">): boolean {
  return status === "pending";
}

/** When it took effect or was declined; before a decision, and for the first versions, when it was written. */
export function effectiveAt({ decided, created }: Pick<Version, "decided" | "created">): string {
  return decided?.at ?? created;
}

/** True when a version took effect, whether or not it still is in force. */
export function wasInForce({ status, decided }: Pick<Version, "status" | "decided">): boolean {
  return status === "active" || (status === "superseded" && decided !== undefined);
}
