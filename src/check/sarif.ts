/** What a check found in SARIF 2.1.0, which code hosts show beside the lines of a change. */
import { refOf } from "../entry/entry.js";
import { counted } from "../text/paint.js";
import type { Checked, CheckHit } from "./check-schemas.js";

const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

/** A path as a URI reference: each name encoded, folders parted by `/`. */
const uriOf = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

const saying = ({ text, instead, id }: CheckHit): string =>
  `${text}${instead === undefined ? "" : ` Instead: ${instead}`} (${refOf(id)})`;

/**
 * One run with a rule for each entry that was broken. `folder`: where the workspace lies in its repository, from whose top
 * code hosts read paths; empty, or with a `/` behind it.
 */
export function sarifOf(checked: Checked, { version, folder }: { version: string; folder: string }): object {
  const { hits, omitted, skipped, broken } = checked;
  const placeOf = (file: string) => ({ uri: uriOf(`${folder}${file}`), uriBaseId: "%SRCROOT%" });
  const ids = [...new Set(hits.map(({ id }) => id))];
  const rules = ids.map((id) => {
    const text = hits.find((hit) => hit.id === id)?.text ?? id;
    return { id, shortDescription: { text }, defaultConfiguration: { level: "error" } };
  });
  const results = hits.map((hit) => ({
    ruleId: hit.id,
    ruleIndex: ids.indexOf(hit.id),
    level: "error",
    message: { text: saying(hit) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: placeOf(hit.file),
          region: { startLine: hit.line },
        },
      },
    ],
  }));
  const warning = (text: string) => ({ level: "warning", message: { text } });
  const notifications = [
    ...skipped.map(({ file, because }) => ({
      ...warning(`not searched, or not to the end: ${because}`),
      locations: [{ physicalLocation: { artifactLocation: placeOf(file) } }],
    })),
    ...broken.map((id) => warning(`the check of ${id} cannot be run: tenet verify says why`)),
    ...(omitted === 0 ? [] : [warning(`${counted(omitted, "more hit is", "more hits are")} not listed`)]),
  ];
  return {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "tenet", version, rules } },
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: notifications }],
        columnKind: "utf16CodeUnits",
        results,
      },
    ],
  };
}
