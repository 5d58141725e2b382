/** Something a person should know about a file: reported by doctor and verify, never mended unasked. */
export interface Finding {
  /** Stable word of the kind: `stakes-not-rated`, `duplicate-id`, ... */
  code: string;
  severity: "error" | "warning" | "info";
  /** Relative to the workspace, with `/`. */
  file: string;
  /** 1-based. */
  line?: number;
  /** The entry concerned. */
  id?: string;
  message: string;
  /** A safe next step. */
  next?: string;
}
