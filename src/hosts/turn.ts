/** One turn of a conversation, as a host's transcript tells it. */
export interface Turn {
  /** Who wrote the text: the person, or the model. What tools returned and what was injected is in neither. */
  role: "user" | "assistant";
  /** What they wrote themselves: no tool results, no reminders of the host, nothing between tenet's fences. */
  text: string;
  /** UTC to the second, where the transcript says when. */
  at?: string;
  /** The host's name of the session, where the line says it. */
  session?: string;
}

/** Turns one line of a transcript into what was said there; undefined for lines that hold nothing of it. */
export type TurnReader = (line: string) => Turn | undefined;
