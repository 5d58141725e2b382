/** What the rows of a report are by. */
export const BY = ["agent", "domain", "week"] as const;
export type By = (typeof BY)[number];
