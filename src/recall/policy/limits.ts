/** How many results a recall gives. Plain numbers: declarations read them, too. */

/** Unless it is said. */
export const USUAL_RESULTS = 10;
/** More than a reader would look at; `list` has no upper bound. */
export const MOST_RESULTS = 50;
