/** The versions in which a rule came, changed, waits or left. */
import { type RuleLine, saysSame, type Target } from "./policy/rule.js";
import type { Chain } from "./versions/chain.js";
import type { Operation, OperationReason, VersionDecision, VersionStatus } from "./versions/version.js";

export interface WhyVersion {
  id: string;
  status: VersionStatus;
  created: string;
  op: Operation["op"];
  target: Target;
  from?: Target;
  text: string;
  before?: string;
  reason: OperationReason;
  because: string;
  decided?: Pick<VersionDecision, "by" | "how" | "at" | "reason">;
  /** Its file, relative. */
  file: string;
}

/** Newest first. A rule without ids is followed by its words. */
export function whyVersions(chain: Chain, { ids, text }: Pick<RuleLine, "ids"> & { text?: string }): WhyVersion[] {
  const speaks = (op: Operation) =>
    op.ids.some((id) => ids.includes(id)) ||
    (ids.length === 0 && text !== undefined && [op.text, op.before ?? ""].some((one) => saysSame(one, text)));
  return [...chain.links].reverse().flatMap(({ version, file }) =>
    version.operations.filter(speaks).map((op): WhyVersion => {
      const { decided } = version;
      return {
        id: version.id,
        status: version.status,
        created: version.created,
        op: op.op,
        target: op.target,
        ...(op.from === undefined ? {} : { from: op.from }),
        text: op.text,
        ...(op.before === undefined ? {} : { before: op.before }),
        reason: op.reason,
        because: op.because,
        ...(decided === undefined
          ? {}
          : {
              decided: {
                by: decided.by,
                how: decided.how,
                at: decided.at,
                ...(decided.reason === undefined ? {} : { reason: decided.reason }),
              },
            }),
        file,
      };
    }),
  );
}
