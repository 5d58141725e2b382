/** One field change that time brought, checked again under the lock before it is made. */
export interface TimedChange {
  id: string;
  does: "expire" | "settle" | "fail" | "inconclusive" | "close" | "judge";
  /** One plain sentence, in the past tense. */
  summary: string;
  evidence?: string;
  /** When a correction that held last came up. */
  came_up?: string;
  /** When a correction failed. */
  at?: string;
  /** The outcome with the verdict on the entry. */
  by?: string;
}
