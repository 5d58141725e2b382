/** Everything about a record file's text: what it says, how a record is written, how one is changed. */
export { appendRecord, conflicted, editRecord, openEnd, recordLine } from "./record-edit.js";
export { type ParsedFile, type ParsedRecord, parseRecordFile } from "./record-parse.js";
export { replaceRecord } from "./record-replace.js";
export { renderRecord } from "./record-text.js";
