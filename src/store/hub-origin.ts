/** The origin of an entry from a hub, `hub://<hub>/<agent>/<entry>`, and the agent that first made its claim. */
import { ID_FORM } from "../entry/id-form.js";

export interface HubOrigin {
  hub: string;
  /** The writer's pseudonym. */
  agent: string;
  /** The entry's id in the writer's tree. */
  entry: string;
  /** Of whom the writer had it, as it had been shown the claim before: no second witness. */
  learnedFrom?: string | undefined;
}

/** Perhaps with a name before its digits. For use within larger patterns. */
export const PSEUDONYM_FORM = "(?:[a-z0-9-]{1,40}-)?[0-9a-f]{16}";

const FORM = new RegExp(
  `^hub://(?<hub>[0-9a-f-]{8,36})/(?<agent>${PSEUDONYM_FORM})/(?<entry>${ID_FORM})(?:\\?from=(?<learnedFrom>${PSEUDONYM_FORM}))?$`,
  "u",
);

export const hubOrigin = ({ hub, agent, entry, learnedFrom }: HubOrigin): string =>
  `hub://${hub}/${agent}/${entry}${learnedFrom === undefined ? "" : `?from=${learnedFrom}`}`;

/** Undefined for every other origin. */
export const readHubOrigin = (origin = ""): HubOrigin | undefined => FORM.exec(origin)?.groups as HubOrigin | undefined;

/** The agent and entry in an origin, not those the claim was learned from; undefined for entries without a hub. */
export function hubEntryOf(origin: string | undefined): string | undefined {
  const from = readHubOrigin(origin);
  return from && `${from.hub}/${from.agent}/${from.entry}`;
}
