/** Which paths hold the records of entries. */

const FILE = String.raw`memory/(?:facts|learning/(?:corrections|insights|outcomes))/(?:[^/]+/)?[^/]+\.md$`;
const RECORD_FILE = { workspace: new RegExp(`^${FILE}`), anywhere: new RegExp(`(?:^|/)${FILE}`) };

/**
 * Is this a file of records? `path` with `/`, relative to the workspace, or to anywhere above it: git names files from
 * the top of its repository.
 */
export function isRecordFile(path: string, relativeTo: "workspace" | "anywhere" = "workspace"): boolean {
  return RECORD_FILE[relativeTo].test(path);
}
