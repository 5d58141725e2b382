/** How a golden question is called, in its file and in results: one plain word. */
export const QUESTION_ID = /^[A-Za-z0-9][\w.-]{0,63}$/;
